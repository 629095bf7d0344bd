import { AGEING, MODE_WORDS, type Outstanding, type Payment, payments } from '@aapurti/contract/payments/payments';

import { code, type Column, date, money, status, text } from '../list/columns.tsx';
import type { ListOperation } from '../list/useListQuery.ts';

/** One call serves both reports: without a body it returns payments, with this one outstanding amounts. */
export const OUTSTANDING_BODY = { status: 'OS' };
export const paymentRows = payments.report as unknown as ListOperation<Payment>;
export const outstandingRows = payments.report as unknown as ListOperation<Outstanding>;

/** The columns of section 2.8, in this report and in the outstanding report. */
export const outstandingColumns: readonly Column<Outstanding>[] = [
  code('Vendor Code', 'vendorCode', { sortBy: true }),
  text('Vendor Name', 'vendorName', { sortBy: true, lead: true, width: 190, lines: 2 }),
  money('Invoice Total', 'invoice', { sortBy: true, brief: true }),
  money('Payment Total', 'amount', { sortBy: true, brief: true }),
  money('Notes Total', 'notes', { sortBy: true, extra: true }),
  money('Deductions Total', 'deductions', { sortBy: true, extra: true }),
  money('Opening Balance', 'opening', { extra: true }),
  money('Balance Total', 'balance', { sortBy: true, brief: true }),
  money('Payable', 'owed', { sortBy: true, extra: true }),
  money('Held by claims', 'held', { extra: true }),
  money('On account', 'onAccount', { extra: true }),
];

const AGE_WORDS = ['0–30 days', '31–60 days', '61–90 days', 'Over 90 days'];
/** The age groups of invoices with a balance. */
export const AGES = AGEING.map((field, index) => ({ field, label: AGE_WORDS[index] ?? field }));

/** The columns hidden to make room for the ages. */
const MAKES_ROOM = ['Invoice Total', 'Payment Total'];

/** The balance by age, an addition to the specification. */
export const ageingColumns: readonly Column<Outstanding>[] = [
  ...outstandingColumns.map((column) => (MAKES_ROOM.includes(column.label) ? { ...column, extra: true } : column)),
  ...AGES.map(({ field, label }) => money<Outstanding>(label, field, { brief: true })),
];

export const paymentColumns: readonly Column<Payment>[] = [
  code('Vendor Code', 'vendorCode'),
  code('Vendor GSTIN', 'gst', { extra: true }),
  text('Vendor Name', 'vendorName', { lead: true, width: 180, lines: 2 }),
  date('Payment Date', 'paymentDate', { sortBy: true, brief: true }),
  status('Payment Mode', ({ tenderType }) => ({ word: MODE_WORDS[tenderType], tone: 'neutral' }), { brief: true }),
  money('Amount', 'amount', { sortBy: true, brief: true }),
  text('Remarks', 'remarks', { width: 160 }),
  code('Invoice Reference', 'invoice', { sortBy: true, brief: true }),
  code('Payment Reference', 'reference'),
  text('Reason for Reversal', 'reason', { extra: true }),
];

const NAMES_VENDOR = ['vendorCode', 'vendorName'];

/** The columns for the payments of one vendor: the row above already has its name and code, and the date identifies a payment. */
export const ownPaymentColumns: readonly Column<Payment>[] = paymentColumns.map((column) =>
  NAMES_VENDOR.includes(column.name ?? '')
    ? { ...column, lead: false, extra: true, printed: true }
    : column.name === 'paymentDate'
      ? { ...column, lead: true }
      : column,
);
