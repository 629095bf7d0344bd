import { lineMap } from '../database/columns.ts';

/** The lines of receipts, beside the `vendor_id` of each and, where it was entered here, the `receipt_id`. */
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
