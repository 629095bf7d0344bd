import type { MatchState } from './invoices.ts';

/** The names of the match statuses. */
export const MATCH_NAMES: Readonly<Record<MatchState, string>> = {
  unmatched: 'Without lines',
  matched: 'Matched',
  exception: 'Exception',
  released: 'Released',
  returned: 'Sent back',
  approved: 'Approved',
};
