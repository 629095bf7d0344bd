import { type Receipt, REJECTIONS } from '@aapurti/contract/receipts/receipts';

import { type Column, custom, number, text } from '../list/columns.tsx';
import { t } from '../words/words.ts';

/** The columns of a receipt's lines. */
export const lineColumns: readonly Column<Receipt['lines'][number]>[] = [
  custom('Item', ({ itemName, poNumber, line }) => itemName ?? `${poNumber}, ${line}`, { lead: true }),
  number('Arrived', 'quantity', { brief: true }),
  number('Rejected', 'rejected', { brief: true }),
  number('Accepted', 'accepted', { brief: true }),
  custom('Reason', ({ reason, remark }) => [reason === null ? null : t(REJECTIONS[reason]), remark].filter(Boolean).join(', ') || '–', {
    brief: true,
  }),
  text('Batch', 'batch'),
];
