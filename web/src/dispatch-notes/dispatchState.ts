import type { DispatchState } from '@aapurti/contract/dispatch-notes/dispatchRules';

import { NOTE_WORDS, type Status } from '../document/statusWords.ts';

/** The progress of a note's goods; of a note without lines nothing is known. */
export function dispatchState(state: DispatchState | null): Status {
  return state === null ? { word: 'Without lines', tone: 'neutral' } : NOTE_WORDS[state];
}
