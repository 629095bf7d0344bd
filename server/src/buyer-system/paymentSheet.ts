import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { DOCUMENT_NUMBER } from '@aapurti/contract/settings/documentNumbers';
import { indianDay } from '@aapurti/contract/ground/fields';
import { AMOUNT } from '@aapurti/contract/invoices/invoices';
import { kindProblem, LAST_FOUR, messages, ONLINE_KINDS, PAYMENT_MODES } from '@aapurti/contract/payments/payments';
import sql, { join, raw } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Workbook } from '../ground/reply.ts';
import { ownedBy } from '../access/owner.ts';
import { type KnownPayment, storePayments } from '../payments/store.ts';
import { codeColumn, dateColumn, decimalColumn, digitsColumn, required, textColumn } from '../sheets/columns.ts';
import { exportRows } from '../sheets/download.ts';
import { inParts, type Intake, keyedRows } from '../sheets/intake.ts';
import { snake } from '../database/columns.ts';
import { EMBEDDED } from '../erp/embedded.ts';
import { isVendorOfRow, storeParts, unknownVendors, vendorColumn } from './staged.ts';
import { versionOf } from './typedOrder.ts';

/** One row a bill: a payment over many bills has as many rows with the same reference. */
export const paymentColumns = {
  vendorCode: vendorColumn,
  reference: required(
    codeColumn({
      heading: 'Payment Reference',
      example: 'UTR 402611210001',
      note: 'Of the transfer or cheque. With the invoice number it says which payment it is: uploaded again it is changed.',
      width: 24,
      most: 100,
    }),
  ),
  paidOn: required(dateColumn({ heading: 'Payment Date', example: '21-11-2026', note: 'A date, or text as DD-MM-YYYY.' })),
  mode: textColumn({
    heading: 'Payment Mode',
    example: 'online',
    note: 'Online where it is empty.',
    options: PAYMENT_MODES,
    words: { invalid: messages.paymentMode },
  }),
  onlineKind: textColumn({
    heading: 'Online by',
    example: 'neft',
    note: 'Only of online payments. Optional.',
    options: ONLINE_KINDS,
    words: { invalid: messages.onlineKind },
  }),
  accountLast4: digitsColumn({
    heading: 'Paid to Account',
    example: '4321',
    note: 'The last four digits, as text. Optional.',
    problem: (digits) => (LAST_FOUR.test(digits) ? null : messages.account),
    words: { invalid: messages.account },
  }),
  amount: required(
    decimalColumn({
      heading: 'Amount',
      example: 118,
      note: 'In rupees, at most what is outstanding of the invoice.',
      range: AMOUNT,
      words: { required: messages.amount, invalid: messages.amount },
    }),
  ),
  invoiceNumber: digitsColumn({
    heading: 'Invoice Number',
    example: '0001042',
    note: "The vendor's, as text. Left empty, the payment is on account.",
    most: 64,
    also: DOCUMENT_NUMBER,
  }),
  invoiceDate: dateColumn({
    heading: 'Invoice Date',
    example: '',
    note: 'Only where the vendor has several invoices with the number: the date of the one that is paid.',
  }),
  remarks: textColumn({ heading: 'Remarks', example: '', note: 'Optional.', width: 36, most: 1000 }),
};

/** The columns that belong to the transfer, and not to one of its bills. */
const OF_TRANSFER = ['paidOn', 'mode', 'onlineKind', 'accountLast4'] as const;

/** One reference is one transfer: its rows agree on the day, the way and the account. */
const transferFaults = OF_TRANSFER.map((field) => {
  const { heading } = paymentColumns[field];
  const column = raw(snake(field));
  return sql`
    select row, ${heading}, ${heading} || ' must be the same in all rows of ' || reference || ': in row ' || head || ' it is ' || coalesce(was::text, 'empty') || '.'
    from (
      select row, reference, ${column} as here, first_value(${column}) over whole as was, first_value(row) over whole as head
      from staged window whole as (partition by vendor_code::int, code_key(reference) order by row)) transfer
    where here is distinct from was`;
});

const rowsByPayment = keyedRows(sql`vendor_code::int, code_key(reference), code_key(invoice_number)`);

/** Takes in a sheet of payments. One that is stored already is changed. */
export function paymentIntake(ctx: Pick<Context, 'clock'>, actor: Actor): Intake<typeof paymentColumns> {
  const today = indianDay(ctx.clock());
  return {
    columns: paymentColumns,
    fields: { version: ['version', 'text'] },
    stage({ row: no, value: row }, errors) {
      if (row.paidOn > today) errors.add(no, paymentColumns.paidOn.heading, messages.future);
      const mode = row.mode ?? 'online';
      const { paidOn, remarks, invoiceDate, onlineKind, accountLast4 } = row;
      const wrongKind = kindProblem(mode, onlineKind);
      if (wrongKind !== null) errors.add(no, paymentColumns.onlineKind.heading, wrongKind);
      const invoiceNumber = row.invoiceNumber === null ? null : codeKey(row.invoiceNumber);
      const stated = {
        ...(invoiceDate !== null && { invoiceDate }),
        ...(onlineKind !== null && { onlineKind }),
        ...(accountLast4 !== null && { accountLast4 }),
      };
      const content = { paidOn, mode, amount: row.amount.toFixed(2), remarks, invoiceNumber, ...stated };
      return { mode, version: versionOf(content) };
    },
    faults: () => sql`
      ${unknownVendors}
      union all
      select row, 'Payment Reference', reference || ' on ' || coalesce(invoice_number, 'account') || ' is already in row ' || first || '.'
      from (${rowsByPayment}) keyed where first < row
      union all ${join(transferFaults, ' union all ')}
      order by row`,
    isCheckedByStoring: true,
    async store(tx, { errors }) {
      const payments = sql`
        select row, vendors.id || '/' || code_key(reference) || '/' || coalesce(code_key(invoice_number), '') as "externalId", version, vendors.id::text as "ownerId",
          '' as supplier, paid_on as "paidOn", mode, online_kind as "onlineKind", account_last4 as "accountLast4", amount::text as amount, staged.remarks, invoice_number as "invoiceNumber",
          invoice_date as "invoiceDate", jsonb_strip_nulls(jsonb_build_object('reference', reference, 'invoiceDate', invoice_date)) as raw
        from (${rowsByPayment}) staged join vendors on ${isVendorOfRow} where first = row`;
      const counts = await storeParts(inParts<KnownPayment & { row: number }>(tx, payments), async (part) => {
        const stored = await storePayments(tx, EMBEDDED, part, actor, { isByRules: true });
        for (const { row, externalId } of part) {
          const problem = stored.refused
            .get(externalId)
            ?.replace(`Payment ${externalId} of `, 'This payment of ')
            .replace('Record it in the portal.', 'Name the Invoice Date.');
          if (problem !== undefined) errors.add(row, stored.excessive.has(externalId) ? 'Amount' : 'Invoice Number', problem);
        }
        return stored;
      });
      // The vendors' accounts are locked by now, as they are where a payment is typed.
      for (const { row, reference } of await tx.rows<{ row: number; reference: string }>(sql`
        select row, staged.reference from staged join vendors on ${isVendorOfRow} join payments on vendor_id = vendors.id
        where code_key(payments.reference) = code_key(staged.reference) and source <> ${EMBEDDED} and reversal_of is null and not is_reversed
        order by row`))
        errors.add(row, paymentColumns.reference.heading, messages.referenceUsed(reference));
      return counts;
    },
  };
}

/** The payments that were loaded here. */
export function exportLoadedPayments(ctx: Context, actor: Actor, userID: string | null): Promise<Workbook> {
  const selected = sql`
    select vendors.code::text as "vendorCode", payments.raw ->> 'reference' as reference, paid_on as "paidOn", mode, online_kind as "onlineKind", account_last4 as "accountLast4", amount,
      payments.invoice_number as "invoiceNumber", (payments.raw ->> 'invoiceDate')::date as "invoiceDate", payments.remarks
    from payments join vendors on vendors.id = payments.vendor_id
    where payments.source = ${EMBEDDED} and ${ownedBy(sql`payments.vendor_id`, actor, userID) ?? sql`true`} order by payments.id`;
  return exportRows(ctx, actor, { name: 'payments.xlsx', sheet: 'Payments', columns: paymentColumns }, selected);
}
