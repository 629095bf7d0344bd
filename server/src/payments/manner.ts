import { ONLINE_KINDS } from '@aapurti/contract/payments/payments';

import type { PulledPayment } from '../erp/records.ts';

/** Section 5.5 has two modes; systems have many words for them. */
export function modeOf(words: string): 'cheque' | 'online' {
  return /cheque|check|\bchq\b/i.test(words) ? 'cheque' : 'online';
}

/** The kind that a system states, or that the words of its mode name, such as 'NEFT transfer'. */
export function kindOf({ mode, onlineKind }: Pick<PulledPayment, 'mode' | 'onlineKind'>): (typeof ONLINE_KINDS)[number] | null {
  if (modeOf(mode) === 'cheque') return null;
  return onlineKind ?? ONLINE_KINDS.find((kind) => new RegExp(`\\b${kind}\\b`, 'i').test(mode)) ?? null;
}
