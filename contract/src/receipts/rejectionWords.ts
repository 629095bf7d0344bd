import { showNumber } from '../ground/fields.ts';
import { say } from '../ground/template.ts';
import { type Receipt, REJECTIONS } from './receipts.ts';

/** Goods that the receipt rejected, with the reason; null if it rejected none. */
export function rejectionWords({
  poNumber,
  line,
  uom,
  rejected,
  reason,
}: Pick<Receipt['lines'][number], 'poNumber' | 'line' | 'uom' | 'rejected' | 'reason'>): string | null {
  if (rejected === 0) return null;
  const values = { line, poNumber, much: `${showNumber(rejected)} ${uom ?? ''}`.trim() };
  return reason === null
    ? say('Line {line} of order {poNumber}: {much} rejected.', values)
    : say('Line {line} of order {poNumber}: {much} rejected ({why}).', { ...values, why: say(REJECTIONS[reason], {}) });
}
