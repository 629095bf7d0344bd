import type { PurchaseReturn } from '@aapurti/contract/payments/payments';
import { REJECTIONS } from '@aapurti/contract/receipts/receipts';

import { t } from '../words/words.ts';

/** The remark of a return, as typed or, if the portal wrote it for a goods receipt, in the reader's language. Empty if there is none. */
export function returnRemark({ receipt, remarks }: Pick<PurchaseReturn, 'receipt' | 'remarks'>): string {
  // Rows stored in the browser before an update lack this field.
  if (!receipt) return remarks ?? '';
  const { number, reason } = receipt;
  const remark = receipt.remark ?? '';
  if (reason === null)
    return remark === '' ? t('Goods receipt {number}', { number }) : t('Goods receipt {number}: {remark}', { number, remark });
  const why = REJECTIONS[reason];
  return remark === ''
    ? t('Goods receipt {number}: {why}', { number, why })
    : t('Goods receipt {number}: {why}, {remark}', { number, why, remark });
}
