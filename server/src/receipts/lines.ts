import { lineMap } from '../database/columns.ts';

/** The lines of receipts. Each row also has a `vendor_id` and, if it was entered in the portal, a `receipt_id`. */
export const receiptLineTable = lineMap('receipt_lines', {
  source: 'text',
  externalId: 'text',
  orderId: 'bigint',
  line: 'integer',
  number: 'text',
  receivedOn: 'date',
  quantity: 'numeric',
  rejected: 'numeric',
  reason: 'text?',
  remark: 'text?',
  batch: 'text?',
});
