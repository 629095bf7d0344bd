import type { Product } from '@aapurti/contract/products/products';
import { REFUSAL_CAUSES } from '@aapurti/contract/products/refusalCauses';

import { t } from '../words/words.ts';

/** The reason for disapproving a price: the standard reason in the user's language, and the buyer's own text. */
export function refusalWords({ cause, reason }: NonNullable<Product['refusal']>): string {
  const stock = cause === null || cause === 'other' ? null : REFUSAL_CAUSES[cause];
  if (stock === null) return reason;
  return reason === stock ? t(stock) : t('{cause}. {reason}', { cause: stock, reason });
}
