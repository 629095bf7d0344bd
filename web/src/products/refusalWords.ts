import type { Product } from '@aapurti/contract/products/products';
import { REFUSAL_CAUSES } from '@aapurti/contract/products/refusalCauses';

import { t } from '../words/words.ts';

/** The reason why a price was disapproved: the stock reason in the reader's words, and what the buyer typed. */
export function refusalWords({ cause, reason }: NonNullable<Product['refusal']>): string {
  const stock = cause === null || cause === 'other' ? null : REFUSAL_CAUSES[cause];
  if (stock === null) return reason;
  return reason === stock ? t(stock) : t('{cause}. {reason}', { cause: stock, reason });
}
