import { BATCH_TERMS, type DispatchLine } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import type { LoggedLine } from '@aapurti/contract/dispatch-notes/loggedGoods';

import { lineMap } from '../database/columns.ts';

/** The lines of dispatch notes, without the `note_id` of each. */
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

/** The lines of a note that its packages contain. */
export const packageLineTable = lineMap('dispatch_package_lines', { packageId: 'bigint', no: ['line_no', 'integer'], quantity: 'numeric' });

/** A line in the form of the audit log. */
export function loggedLine(sent: DispatchLine): LoggedLine {
  const { itemName, quantity, uom, poNumber, line } = sent;
  const stated = Object.fromEntries(BATCH_TERMS.map((field) => [field, sent[field]]).filter(([, value]) => value !== null));
  return { itemName, quantity, uom, poNumber, line, stated };
}
