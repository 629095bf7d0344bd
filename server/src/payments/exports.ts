import type { QueryOf } from '@aapurti/contract/ground/operation';
import type { payments } from '@aapurti/contract/payments/payments';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { allRows } from '../database/list.ts';
import type { Workbook } from '../ground/reply.ts';
import { exportColumn } from '../sheets/columns.ts';
import { exportRows } from '../sheets/download.ts';
import { paymentList } from './payments.ts';
import { outstandingList } from './reports.ts';

/** The columns of 'Vendor Payment Report' in its order; the names are those of the report's rows. */
const paymentColumns = {
  vendorCode: exportColumn('Vendor Code'),
  gst: exportColumn('Vendor GSTIN', { width: 20 }),
  vendorName: exportColumn('Vendor Name', { width: 32 }),
  paymentDate: exportColumn('Payment Date', { format: 'date' }),
  tenderType: exportColumn('Payment Mode'),
  amount: exportColumn('Amount', { format: 'amount' }),
  remarks: exportColumn('Remarks', { width: 40 }),
  invoice: exportColumn('Invoice Reference', { width: 20 }),
  onlineKind: exportColumn('Online Kind'),
  reference: exportColumn('Payment Reference', { width: 24 }),
  accountLast4: exportColumn('Paid to Account'),
  onAccount: exportColumn('On Account', { format: 'amount' }),
  reason: exportColumn('Reason for Reversal', { width: 32 }),
};

const amount = (heading: string) => exportColumn(heading, { format: 'amount', width: 18 });

const outstandingColumns = {
  vendorCode: exportColumn('Vendor Code'),
  vendorName: exportColumn('Vendor Name', { width: 32 }),
  invoice: amount('Invoice Total'),
  amount: amount('Payment Total'),
  notes: amount('Notes Total'),
  deductions: amount('Deductions Total'),
  opening: amount('Opening Balance'),
  balance: amount('Balance Total'),
  owed: amount('Payable'),
  held: amount('Held by claims'),
  onAccount: amount('On account'),
};

const agedColumns = {
  ...outstandingColumns,
  days0to30: amount('0-30 days'),
  days31to60: amount('31-60 days'),
  days61to90: amount('61-90 days'),
  over90: amount('Over 90 days'),
};

/** All payments that match the report's filters, in the sequence of the screen. */
export function exportPayments(ctx: Context, actor: Actor, query: QueryOf<typeof payments.exportPayments>): Promise<Workbook> {
  const rows = allRows(paymentList(actor, query));
  return exportRows(ctx, actor, { name: 'vendor-payments.xlsx', sheet: 'Payments', columns: paymentColumns }, rows);
}

/** The outstanding amounts, one row per vendor, as on the screen, with ageing if requested. */
export function exportOutstanding(ctx: Context, actor: Actor, query: QueryOf<typeof payments.exportOutstanding>): Promise<Workbook> {
  const columns = query.ageing === 'true' ? agedColumns : outstandingColumns;
  return exportRows(ctx, actor, { name: 'outstanding.xlsx', sheet: 'Outstanding', columns }, allRows(outstandingList(ctx, actor, query)));
}

const carriedColumns = {
  vendorCode: exportColumn('Vendor Code'),
  vendorName: exportColumn('Vendor Name', { width: 32 }),
  before: amount('Balance Before'),
  after: amount('Balance After'),
  difference: amount('Difference'),
  credits: amount('Credit Memos'),
  raised: amount('Debit Memos'),
  deductions: amount('Deductions Total'),
  opening: amount('Opening Balance'),
  held: amount('Held by Claims'),
  reason: exportColumn('Reason', { width: 60 }),
};

/** The vendor balances by the previous and by the current calculation, the largest difference first. */
export function exportCarried(ctx: Context, actor: Actor): Promise<Workbook> {
  const reasons = sql`array_to_string(array[
    case when credits <> 0 then 'Credit memos of the vendor count now' end, case when carried.raised <> 0 then 'Accepted debit memos count now' end,
    case when carried.deductions <> 0 then 'Accepted claims count now' end, case when carried.opening <> 0 then 'Opening balance' end,
    case when carried.held <> 0 then 'Open claims hold a part, and do not change the balance' end], '; ')`;
  const rows = sql`
    select vendors.code as "vendorCode", vendors.legal_name as "vendorName", before, after, after - before as difference, credits, carried.raised,
      carried.deductions, carried.opening, carried.held, ${reasons} as reason
    from carried_balances carried join vendors on vendors.id = carried.vendor_id order by abs(after - before) desc, vendors.code`;
  return exportRows(ctx, actor, { name: 'carried-balances.xlsx', sheet: 'Balances', columns: carriedColumns }, rows);
}
