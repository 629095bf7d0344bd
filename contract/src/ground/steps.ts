import type { Values } from './template.ts';

/**
 * The states of a step: done; begun, with something left; what a person does next; stopped by a problem; passed over, since what follows has
 * happened or the document has ended; or still to come.
 */
export type StepState = 'done' | 'part' | 'now' | 'failed' | 'skipped' | 'todo';

/** A step of a document's way. The note says where it stands: a date, a count, a reason. */
export interface Step {
  name: string;
  state: StepState;
  note: string | null;
  /** The values of the note, where it is a message with placeholders. */
  values?: Values;
}

/** The state of a step of which `done` of `all` parts are done. */
export function stateOfParts(done: number, all: number): StepState {
  if (done === 0 || all === 0) return 'todo';
  return done >= all ? 'done' : 'part';
}
