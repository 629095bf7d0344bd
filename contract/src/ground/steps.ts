import type { Values } from './template.ts';

/**
 * The states of a step: done; begun but unfinished; next for a user; blocked by a problem; skipped, because a later step has happened or
 * the document has ended; or still to come.
 */
export type StepState = 'done' | 'part' | 'now' | 'failed' | 'skipped' | 'todo';

/** A step in a document's process. The note gives its progress: a date, a count, a reason. */
export interface Step {
  name: string;
  state: StepState;
  note: string | null;
  /** The values of the note, where it is a message with placeholders. */
  values?: Values;
}

/** The state of a step with `done` of `all` parts done. */
export function stateOfParts(done: number, all: number): StepState {
  if (done === 0 || all === 0) return 'todo';
  return done >= all ? 'done' : 'part';
}
