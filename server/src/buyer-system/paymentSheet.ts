import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { DOCUMENT_NUMBER } from '@aapurti/contract/settings/documentNumbers';
import { AMOUNT } from '@aapurti/contract/invoices/invoices';
import { LAST_FOUR, ONLINE_KINDS, PAYMENT_MODES } from '@aapurti/contract/payments/payments';
import { messages } from '@aapurti/contract/payments/paymentMessages';
import { SHEET_KINDS, sheetMessages } from '@aapurti/contract/payments/paymentSheet';
import { rowCodes } from '@aapurti/contract/sheets/rowMessages';
import sql, { join, raw } from 'sql-template-tag';

import { said } from '../database/said.ts';
import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Workbook } from '../ground/reply.ts';
import { ownedBy } from '../access/owner.ts';
import { type SheetPart, type SheetPayment, storeSheetPayments } from '../payments/sheetPayments.ts';
import { codeColumn, dateColumn, decimalColumn, digitsColumn, required, type RowOf, textColumn } from '../sheets/columns.ts';
import { exportRows } from '../sheets/download.ts';
import { type Intake, keyedRows } from '../sheets/intake.ts';
import { snake } from '../database/columns.ts';
import { EMBEDDED } from '../erp/embedded.ts';
import { differs, isVendorOfRow, unknownVendors, vendorColumn } from './staged.ts';
import { versionOf } from './typedOrder.ts';

/** One row per invoice: a payment of many invoices has one row for each, all with the same reference. */
export const paymentColumns = {
  vendorCode: vendorColumn,
  reference: required(
    codeColumn({
      heading: 'Payment Reference',
      example: 'UTR 402611210001',
      note: 'The reference of the transfer or cheque. Rows with the same reference are one payment, which is recorded once even if you upload it again.',
      width: 24,
      most: 100,
    }),
  ),
  paidOn: required(dateColumn({ heading: 'Payment Date', example: '21-11-2026', note: 'A date, or text in the form DD-MM-YYYY.' })),
  mode: textColumn({
    heading: 'Payment Mode',
    example: 'online',
    note: 'If blank, online.',
    options: PAYMENT_MODES,
    words: { invalid: messages.paymentMode },
  }),
  onlineKind: textColumn({
    heading: 'Online by',
    example: 'neft',
    note: 'For online payments only. Optional.',
    options: ONLINE_KINDS,
    words: { invalid: messages.onlineKind },
  }),
  accountLast4: digitsColumn({
    heading: 'Paid to Account',
    example: '4321',
    note: 'The last four digits, formatted as text. Optional.',
    problem: (digits) => (LAST_FOUR.test(digits) ? null : messages.account),
    words: { invalid: messages.account },
  }),
  amount: required(
    decimalColumn({
      heading: 'Amount',
      example: 118,
      note: 'In rupees, at most the outstanding amount of the invoice.',
      range: AMOUNT,
      words: { required: messages.amount, invalid: messages.amount },
    }),
  ),
  invoiceNumber: digitsColumn({
    heading: 'Invoice Number',
    example: '0001042',
    note: "The vendor's invoice number, formatted as text. If blank, the payment is on account.",
    most: 64,
    also: DOCUMENT_NUMBER,
  }),
  invoiceDate: dateColumn({
    heading: 'Invoice Date',
    example: '',
    note: 'The date of the invoice. Required only if the vendor has several invoices with this number.',
  }),
  remarks: textColumn({ heading: 'Remarks', example: '', note: 'Optional.', width: 36, most: 1000 }),
  kind: textColumn({
    heading: 'Kind',
    example: '',
    note: 'If blank, payment. An advance is for a purchase order. A reversal reverses the payment with this reference.',
    options: SHEET_KINDS,
  }),
  poNumber: codeColumn({ heading: 'PO Number', example: '', note: 'For an advance only.', most: 100 }),
  reason: textColumn({ heading: 'Reason for Reversal', example: '', note: 'For a reversal only.', width: 36, most: 500 }),
};

/** The columns that belong to the payment rather than to one of its invoices. */
const OF_TRANSFER = ['kind', 'poNumber', 'reason', 'paidOn', 'mode', 'onlineKind', 'accountLast4'] as const;

const isReversal = sql`(kind = 'reversal')`;

/** One reference is one payment: its rows agree on the date, the mode and the account. Its reversal is a row of its own. */
const transferFaults = OF_TRANSFER.map((field) => {
  const { heading } = paymentColumns[field];
  const column = raw(snake(field));
  return sql`
    select row, ${heading}, ${differs(heading, sql`reference`, sql`head`, sql`was`)}
    from (
      select row, reference, ${column} as here, first_value(${column}) over whole as was, first_value(row) over whole as head
      from staged window whole as (partition by vendor_code::int, code_key(reference), ${isReversal} order by row)) transfer
    where here is distinct from was`;
});

const rowsByPayment = keyedRows(sql`vendor_code::int, code_key(reference), ${isReversal}, code_key(invoice_number), invoice_date`);

type Row = RowOf<typeof paymentColumns>;

/** The error in a row's fields other than its kind, and its column. */
function kindFault({ kind, poNumber, reason, invoiceNumber, invoiceDate }: Row): readonly [keyof typeof paymentColumns, string] | null {
  if (kind === 'advance' && poNumber === null) return ['poNumber', sheetMessages.advanceOrder];
  if (kind === 'advance' && invoiceNumber !== null) return ['invoiceNumber', sheetMessages.advanceInvoice];
  if (kind === 'reversal' && reason === null) return ['reason', messages.reason];
  if (kind === 'reversal' && invoiceNumber !== null) return ['invoiceNumber', sheetMessages.reversalInvoice];
  if (kind !== 'advance' && poNumber !== null) return ['poNumber', sheetMessages.onlyAdvance];
  if (kind !== 'reversal' && reason !== null) return ['reason', sheetMessages.onlyReversal];
  if (invoiceNumber === null && invoiceDate !== null) return ['invoiceDate', sheetMessages.dateOfNone];
  return null;
}

interface StagedRow extends Omit<SheetPart, 'row'>, Record<string, unknown> {
  row: number;
  owner: string;
  reference: string;
  kind: SheetPayment['kind'];
  poNumber: string | null;
  reason: string | null;
  paidOn: string;
  mode: 'online' | 'cheque';
  onlineKind: SheetPayment['form']['onlineKind'];
  accountLast4: string | null;
  remarks: string | null;
}

/** The rows as payments, in the order of their first rows. */
function paymentsOf(rows: readonly StagedRow[]): SheetPayment[] {
  const byReference = new Map<string, StagedRow[]>();
  for (const row of rows) {
    const name = `${row.owner} ${codeKey(row.reference)} ${row.kind === 'reversal'}`;
    byReference.set(name, [...(byReference.get(name) ?? []), row]);
  }
  return [...byReference.values()].flatMap((each) => {
    const [head] = each;
    if (head === undefined) return [];
    const { owner, reference, kind, poNumber, reason, paidOn, mode, onlineKind, accountLast4 } = head;
    const Remarks = each.find(({ remarks }) => remarks !== null)?.remarks ?? null;
    const form = { paymentDate: paidOn, paymentMode: mode, onlineKind, reference, accountLast4, Remarks };
    const parts = each.map(({ row, invoiceNumber, invoiceDate, amount }) => ({ row, invoiceNumber, invoiceDate, amount }));
    const content = parts.map(({ row: _row, ...part }) => JSON.stringify(part)).sort();
    const version = versionOf([kind, poNumber, { ...form, reference: codeKey(reference) }, content]);
    return [{ kind, owner, reference, poNumber, reason, form, parts: parts as [SheetPart, ...SheetPart[]], version }];
  });
}

/** Imports a sheet of payments. Recorded payments stay unchanged. */
export function paymentIntake(ctx: Pick<Context, 'clock'>, actor: Actor): Intake<typeof paymentColumns> {
  return {
    columns: paymentColumns,
    stage({ row: no, value: row }, errors) {
      const fault = kindFault(row);
      if (fault !== null) errors.add(no, paymentColumns[fault[0]].heading, fault[1], rowCodes.kind);
      return { mode: row.mode ?? 'online', kind: row.kind ?? 'payment' };
    },
    faults: () => sql`
      ${unknownVendors}
      union all
      select row, 'Payment Reference', case
        when invoice_number is null then ${said('{reference} on account is already in row {first}.', { reference: sql`reference`, first: sql`first` }, rowCodes.twice)}
        else ${said('{reference} on {invoiceNumber} is already in row {first}.', { reference: sql`reference`, invoiceNumber: sql`invoice_number`, first: sql`first` }, rowCodes.twice)} end
      from (${rowsByPayment}) keyed where first < row
      union all ${join(transferFaults, ' union all ')}
      order by row`,
    isCheckedByStoring: true,
    async store(tx, { errors }) {
      const rows = await tx.rows<StagedRow>(sql`
        select row, vendors.id::text as owner, staged.reference, staged.kind, staged.po_number as "poNumber", staged.reason, staged.paid_on as "paidOn",
          staged.mode, staged.online_kind as "onlineKind", staged.account_last4 as "accountLast4", staged.remarks,
          staged.amount::numeric(14, 2)::text as amount, code_key(staged.invoice_number) as "invoiceNumber", staged.invoice_date as "invoiceDate"
        from (${rowsByPayment}) staged join vendors on ${isVendorOfRow} where first = row
          and (staged.kind = 'advance') = (po_number is not null) and (staged.kind = 'reversal') = (staged.reason is not null)
          and (staged.kind = 'payment' or staged.invoice_number is null)
        order by row`);
      const { created, faults } = await storeSheetPayments(ctx, tx, actor, paymentsOf(rows));
      for (const { row, field, message, code } of faults) errors.add(row, paymentColumns[field].heading, message, code);
      return { created, updated: 0 };
    },
  };
}

/** The payments that were uploaded, in the columns of an upload, without reversed ones. */
export function exportLoadedPayments(ctx: Context, actor: Actor, userID: string | null): Promise<Workbook> {
  const of = (field: string) => sql`part ->> ${field}`;
  // Rows that were uploaded before payments had parts count as one part each.
  const parts = sql`coalesce(payments.raw -> 'parts', jsonb_build_array(jsonb_build_object(
    'amount', amount, 'invoiceNumber', payments.invoice_number, 'invoiceDate', payments.raw -> 'invoiceDate')))`;
  const selected = sql`
    select vendors.code::text as "vendorCode", payments.reference, paid_on as "paidOn", mode, online_kind as "onlineKind", account_last4 as "accountLast4",
      (${of('amount')})::numeric as amount, ${of('invoiceNumber')} as "invoiceNumber", (${of('invoiceDate')})::date as "invoiceDate", payments.remarks,
      case when order_id is null then 'payment' else 'advance' end as kind, payments.raw ->> 'poNumber' as "poNumber", null::text as reason
    from payments join vendors on vendors.id = payments.vendor_id
      cross join lateral jsonb_array_elements(${parts}) with ordinality parts(part, place)
    where payments.source = ${EMBEDDED} and not is_reversed and ${ownedBy(sql`payments.vendor_id`, actor, userID) ?? sql`true`} order by payments.id, place`;
  return exportRows(ctx, actor, { name: 'payments.xlsx', sheet: 'Payments', columns: paymentColumns }, selected);
}
