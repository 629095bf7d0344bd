import { type Receipt, REJECTIONS } from '@aapurti/contract/receipts/receipts';

import { type Column, custom, number, text } from '../list/columns.tsx';
import { t } from '../words/words.ts';

/** The reason of a rejection and what was typed beside it; empty where there are neither. */
export function whyRejected(reason: keyof typeof REJECTIONS | null, remark: string | null): string {
  if (reason === null) return remark ?? '';
  return remark === null || remark === '' ? t(REJECTIONS[reason]) : t('{why}: {remark}', { why: REJECTIONS[reason], remark });
}

type Line = Receipt['lines'][number];

/** The columns of a receipt's lines. The one of batches is there if a line has one. */
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
