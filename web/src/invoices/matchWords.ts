import type { MatchState } from '@aapurti/contract/invoices/invoices';
import { MATCH_NAMES } from '@aapurti/contract/invoices/matchNames';

import type { Tone } from '../ui/StatusBadge.tsx';

/** The states of the match, in words and colours. */
export const MATCH_WORDS: Readonly<Record<MatchState, { word: string; tone: Tone }>> = {
  unmatched: { word: MATCH_NAMES.unmatched, tone: 'neutral' },
  matched: { word: MATCH_NAMES.matched, tone: 'good' },
  exception: { word: MATCH_NAMES.exception, tone: 'bad' },
  released: { word: MATCH_NAMES.released, tone: 'neutral' },
  returned: { word: MATCH_NAMES.returned, tone: 'warn' },
  approved: { word: MATCH_NAMES.approved, tone: 'good' },
};
