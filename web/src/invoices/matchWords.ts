import type { MatchState } from '@aapurti/contract/invoices';

import type { Tone } from '../ui/StatusBadge.tsx';

/** The states of the match in words. */
export const MATCH_WORDS: Readonly<Record<MatchState, { word: string; tone: Tone }>> = {
  unmatched: { word: 'Without lines', tone: 'neutral' },
  matched: { word: 'Matched', tone: 'good' },
  exception: { word: 'Differs', tone: 'bad' },
  released: { word: 'Released', tone: 'neutral' },
  returned: { word: 'Returned', tone: 'warn' },
  approved: { word: 'Approved', tone: 'good' },
};
