import { type Receipt, type Rejection, REJECTIONS } from '@aapurti/contract/receipts/receipts';

import { type Column, custom, number, text } from '../list/columns.tsx';
import { t } from '../words/words.ts';

/** A reason as an option of the form, with a capital letter, because the texts are also used inside sentences. */
export function reasonName(reason: Rejection): string {
  const words = t(REJECTIONS[reason]);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The reason of a rejection with the typed remark; empty if there is neither. */
export function whyRejected(reason: Rejection | null, remark: string | null): string {
  if (reason === null) return remark ?? '';
  return remark === null || remark === '' ? reasonName(reason) : t('{why}: {remark}', { why: reasonName(reason), remark });
}

type Line = Receipt['lines'][number];

/** The columns of a receipt's lines. The batch column appears only if a line has a batch. */
export const lineColumns = (lines: readonly Line[]): readonly Column<Line>[] => [
  custom('Item', ({ itemName, poNumber, line }) => itemName ?? `${poNumber}, ${line}`, { lead: true }),
  number('Arrived', 'quantity', { brief: true }),
  number('Rejected', 'rejected', { brief: true }),
  number('Accepted', 'accepted', { brief: true }),
  custom('Reason', ({ reason, remark }) => whyRejected(reason, remark) || '–', {
    brief: true,
  }),
  ...(lines.some(({ batch }) => batch !== null) ? [text<Line>('Batch', 'batch')] : []),
];
