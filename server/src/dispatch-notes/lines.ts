import { BATCH_TERMS, type DispatchLine } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { fieldWords } from '@aapurti/contract/words/auditWords';

import { lineMap } from '../database/columns.ts';

/** The lines of dispatch notes, beside the `note_id` of each. */
export const dispatchLineTable = lineMap('dispatch_lines', {
  no: 'integer',
  orderId: 'bigint?',
  line: 'integer?',
  itemCode: 'text',
  itemName: 'text',
  EANCode: ['ean', 'text?'],
  hsnCode: 'text?',
  quantity: 'numeric',
  uom: 'text?',
  cartons: 'integer?',
  taxable: 'numeric',
  CGSTRate: 'numeric?',
  SGSTRate: 'numeric?',
  IGSTRate: 'numeric?',
  cessRate: 'numeric?',
  batch: 'text?',
  madeOn: 'date?',
  bestBefore: 'date?',
  mrp: 'numeric?',
  netContent: 'text?',
  countryOfOrigin: 'text?',
  quantityBasis: 'text?',
});

/** The lines of a note that its packages hold. */
export const packageLineTable = lineMap('dispatch_package_lines', { packageId: 'bigint', no: ['line_no', 'integer'], quantity: 'numeric' });

/** A line as the audit log has it: its batch and best-before date, and then what else is stated of it. */
export function loggedLine(line: DispatchLine): string {
  const { poNumber, line: no, itemName, quantity, uom, batch, bestBefore } = line;
  const rest = BATCH_TERMS.filter((field) => field !== 'batch' && field !== 'bestBefore' && line[field] !== null);
  const stated = rest.map((field) => `${fieldWords(field)} ${line[field]}`);
  const order = poNumber === null ? null : `order ${poNumber} line ${no}`;
  return [`${quantity} ${uom ?? ''}`.trim(), itemName, order, batch, bestBefore, ...stated].filter(Boolean).join('; ');
}
