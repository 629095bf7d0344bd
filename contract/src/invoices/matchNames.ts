import type { MatchState } from './invoices.ts';

/** The states of the match in words. */
export const MATCH_NAMES: Readonly<Record<MatchState, string>> = {
  unmatched: 'Without lines',
  matched: 'Matched',
  exception: 'Exception',
  released: 'Released',
  returned: 'Sent back',
  approved: 'Approved',
};
