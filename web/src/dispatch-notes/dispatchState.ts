import { type DispatchState, STATE_WORDS } from '@aapurti/contract/dispatch-notes/dispatchRules';

import type { Tone } from '../ui/StatusBadge.tsx';

const TONES: Readonly<Record<DispatchState, Tone>> = {
  draft: 'neutral',
  ready: 'warn',
  left: 'warn',
  arrived: 'good',
  closed: 'good',
  cancelled: 'bad',
};

/** The progress of a note's goods; of a note without lines nothing is known. */
export function dispatchState(state: DispatchState | null): { word: string; tone: Tone } {
  return state === null ? { word: 'Without lines', tone: 'neutral' } : { word: STATE_WORDS[state], tone: TONES[state] };
}
