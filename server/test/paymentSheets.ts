import type { Caller } from './api.ts';
import { workbookOf } from './workbook.ts';

export type Cells = (string | number | null)[];

export const HEAD = [
  'Vendor Code',
  'Payment Reference',
  'Payment Date',
  'Amount',
  'Invoice Number',
  'Kind',
  'PO Number',
  'Reason for Reversal',
  'Paid to Account',
  'Invoice Date',
];

/** A row of a payment file; `more` are the cells after the invoice's number. */
export const paymentRow = (
  vendorCode: number,
  reference: string,
  amount: number,
  invoice: string | null,
  more: Cells = [],
  day = '20-11-2026',
): Cells => [vendorCode, reference, day, amount, invoice, ...more];

/** Payment rows as a file. */
export const paymentFile = async (rows: readonly Cells[]) => ({ name: 'payments.xlsx', content: await workbookOf([HEAD, ...rows]) });

/** Uploads a payment file. @returns the response's body. */
export const loadPayments = async (caller: Caller, rows: readonly Cells[]) =>
  (await caller.send('POST', '/api/buyerData/payments', {}, { file: await paymentFile(rows) })).body;

/** The errors of an upload as row, column and message. */
export const faultsIn = ({ errors }: { errors?: readonly { row: number; column: string; message: string }[] }) =>
  errors
    ?.map((each): [row: number, column: string, message: string] => [each.row, each.column, each.message])
    .toSorted(([one], [other]) => one - other);

/** The counts of an upload that changed nothing. */
export const NOTHING = { created: 0, updated: 0 };

/** The message for a row whose payment is recorded differently. */
export const recorded = (reference: string, amount: string) =>
  `Payment ${reference} of ${amount} is recorded with other details, dated 20-11-2026. Correct the row, or reverse that payment and upload it again.`;
