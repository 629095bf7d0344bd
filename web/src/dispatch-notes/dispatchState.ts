import type { DispatchState } from '@aapurti/contract/dispatch-notes/dispatchRules';

import { NOTE_WORDS, type Status } from '../document/statusWords.ts';

/** The status of a note's goods; unknown for a note without lines. */
export function dispatchState(state: DispatchState | null): Status {
  return state === null ? { word: 'Without lines', tone: 'neutral' } : NOTE_WORDS[state];
}
