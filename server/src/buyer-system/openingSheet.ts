import { accountCodes, messages, OPENING_KINDS, openingAmount, type OpeningKind, openingKinds } from '@aapurti/contract/payments/account';
import { messages as sheetMessages, openingSheetCodes } from '@aapurti/contract/payments/openingSheets';
import { DOCUMENT_NUMBER } from '@aapurti/contract/settings/documentNumbers';
import { messages as paymentMessages, paymentCodes } from '@aapurti/contract/payments/paymentMessages';
import { messages as invoiceMessages } from '@aapurti/contract/invoices/invoices';
import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { rowCodes } from '@aapurti/contract/sheets/rowMessages';
import sql, { type Sql } from 'sql-template-tag';

import { dayIn, rupeesIn, said } from '../database/said.ts';
import { ownedBy } from '../access/owner.ts';
import { doerNames, doerOf } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { Actor } from '../ground/actor.ts';
import { conflict } from '../ground/refusal.ts';
import type { Workbook } from '../ground/reply.ts';
import { closedDay, hasEntries, isLate, isPaid, lockOpenings } from '../payments/openings/balances.ts';
import { chooseParty, notRegistered } from '../registrations/parties.ts';
import { actingAs } from '../settings/duties.ts';
import { codeColumn, dateColumn, decimalColumn, required, type RowOf, textColumn } from '../sheets/columns.ts';
import { exportRows } from '../sheets/download.ts';
import type { Findings } from '../sheets/findings.ts';
import type { Intake } from '../sheets/intake.ts';
import { isVendorOfRow, unknownVendors, vendorColumn } from './staged.ts';

/** One row per document, or one row for a vendor's whole balance. */
export const openingColumns = {
  vendorCode: vendorColumn,
  kind: textColumn({
    heading: 'Kind',
    example: OPENING_KINDS.invoice,
    note: 'If blank, Balance: one amount for the vendor, without a number.',
    options: Object.values(OPENING_KINDS),
  }),
  vendorGST: codeColumn({
    heading: 'Vendor GST Registration',
    example: '',
    note: 'GST number, or URP if there is none. Required if the vendor has several registrations.',
    most: 15,
  }),
  number: codeColumn({
    heading: 'Number',
    example: '0001042',
    note: 'The number of the document. Blank for a balance. Later invoices cannot use a number from this file.',
    most: 64,
  }),
  amount: required(
    decimalColumn({
      heading: 'Amount',
      example: 25_000,
      note: 'The open amount in rupees, payable to the vendor. Use a minus sign if the vendor owes you.',
      range: openingAmount,
      words: { required: messages.openingAmount, invalid: messages.openingAmount },
    }),
  ),
  day: required(
    dateColumn({
      heading: 'Date',
      example: '15-03-2026',
      note: 'The date of the document or of the balance. A date, or text in the form DD-MM-YYYY.',
      words: { required: messages.openingDay },
    }),
  ),
  dueDay: dateColumn({
    heading: 'Due Date',
    example: '14-04-2026',
    note: 'The day on which an invoice or a debit memo falls due. If blank, the credit days of the vendor apply.',
  }),
  cutOff: dateColumn({
    heading: 'Cut-off Date',
    example: '31-03-2026',
    note: 'The last day of the old ledger, the same in all rows. If blank, the latest date of the file.',
  }),
  reason: textColumn({
    heading: 'Reason',
    example: 'Balance of the old ledger',
    note: 'The source of the amount, for example the old ledger. Required for a balance.',
    width: 40,
    most: 500,
  }),
};

type Row = RowOf<typeof openingColumns>;

const kindOf = ({ kind }: Row): OpeningKind => openingKinds.find((each) => OPENING_KINDS[each] === kind) ?? 'balance';

/** Adds the errors that a row has by itself. */
function judge(no: number, row: Row, today: string, errors: Findings): void {
  const { number, amount, day, dueDay, cutOff, reason } = row;
  const kind = kindOf(row);
  const fault = (column: keyof typeof openingColumns, message: string, code: string = openingSheetCodes.row) =>
    errors.add(no, openingColumns[column].heading, message, code);
  if (day > today) fault('day', messages.openingFuture(showDate(day), showDate(today)), accountCodes.openingFuture);
  if (amount.isZero()) fault('amount', messages.openingAmount);
  if (kind === 'invoice' && amount.lt(0)) fault('amount', sheetMessages.above(showMoney(amount.toFixed(2))));
  if ((kind === 'credit' || kind === 'payment') && amount.gt(0)) fault('amount', sheetMessages.below(showMoney(amount.toFixed(2))));
  if (kind === 'balance' && number !== null) fault('number', row.kind === null ? sheetMessages.kind : sheetMessages.balanceNumber);
  if (kind !== 'balance' && number === null) fault('number', sheetMessages.number);
  if (number !== null && amount.gt(0) && !DOCUMENT_NUMBER.test(number)) fault('number', sheetMessages.invoiceNumber);
  if (dueDay !== null && dueDay < day) fault('dueDay', sheetMessages.dueDay(showDate(dueDay), showDate(day)));
  if (cutOff !== null && cutOff > today) fault('cutOff', sheetMessages.cutOff(showDate(cutOff), showDate(today)));
  if (kind === 'balance' && reason === null) fault('reason', messages.openingReason);
}

/** The kind by which numbers are distinguished: a payable becomes an invoice. */
const numbered = (table: Sql) => sql`case when ${table}.kind <> 'balance' and ${table}.amount > 0 then 'invoice' else ${table}.kind end`;

/** The rows with their vendor and registration (0 if it must be chosen), the first row of each number, and the sheet's cut-off day. */
const resolved = sql`
  resolved as (
    select staged.*, vendors.id as owner, registration_for(vendors.id, day, vendor_gst) as party, ${numbered(sql`staged`)} as numbered,
      coalesce(${closedDay}, max(cut_off) over (), max(day) over ()) as closes
    from staged join vendors on ${isVendorOfRow}
  ), keyed as (
    select *, min(row) over (partition by owner, numbered, code_key(number), case when number is not null then financial_year(day) end,
      case when number is not null then coalesce(party, 0) end) as first from resolved
  )`;

/** The condition that a known opening balance equals the row. */
const isSame = sql`
  (known.kind, known.amount, known.day, known.reason) = (keyed.kind, keyed.amount, keyed.day, coalesce(keyed.reason, ''))
  and (known.number, known.due_day) is not distinct from (keyed.number, keyed.due_day)`;

/** The known opening balances that a row would repeat. */
const alike = sql`
  opening_balances known where known.vendor_id = keyed.owner and known.status <> 'reversed' and case when keyed.number is null then known.kind = 'balance' else
    ${numbered(sql`known`)} = keyed.numbered and code_key(known.number) = code_key(keyed.number) and financial_year(known.day) = financial_year(keyed.day)
    and coalesce(known.vendor_registration_id, 0) = coalesce(keyed.party, 0) end`;

const { heading: NUMBER } = openingColumns.number;
/** The condition that a known opening balance is the balance of the row's vendor. */
const balanceOfVendor = sql`known.vendor_id = keyed.owner and known.kind = 'balance' and known.status <> 'reversed'`;
const exists = said(
  messages.openingExists('{vendor}', '{amount}', '{day}'),
  {
    vendor: sql`(select legal_name from vendors where id = keyed.owner)`,
    amount: rupeesIn(sql`(select amount from opening_balances known where ${balanceOfVendor})`),
    day: dayIn(sql`select day from opening_balances known where ${balanceOfVendor}`),
  },
  openingSheetCodes.exists,
);

/** Imports a sheet of opening balances, which takes effect once another user approves it. */
export function openingIntake(ctx: Pick<Context, 'clock'>, actor: Actor): Intake<typeof openingColumns> {
  const today = indianDay(ctx.clock());
  return {
    columns: openingColumns,
    fields: {},
    stage({ row, value }, errors) {
      judge(row, value, today, errors);
      return { kind: kindOf(value) };
    },
    faults: () => sql`
      with ${resolved}
      ${unknownVendors}
      union all
      select row, case when number is null then ${vendorColumn.heading} else ${NUMBER} end,
        case when number is null then ${said('Vendor {vendor_code} is already in row {first}.', { vendor_code: sql`vendor_code`, first: sql`first` }, rowCodes.twice)}
          else ${said('{code} is already in row {first}.', { code: sql`number`, first: sql`first` }, rowCodes.twice)} end
      from keyed where first < row
      union all
      select row, ${openingColumns.vendorGST.heading}, case when vendor_gst is null then ${chooseParty('vendor')}
        else ${notRegistered('vendor', sql`vendor_gst`, sql`day`)} end from resolved where party = 0
      union all
      select row, ${openingColumns.cutOff.heading}, ${said('The cut-off date must be {day} in all rows.', { day: dayIn(sql`closes`) }, rowCodes.differs)}
      from resolved where cut_off <> closes
      union all
      select row, ${openingColumns.day.heading}, ${said('The date cannot be after the cut-off date {day}.', { day: dayIn(sql`closes`) }, openingSheetCodes.afterCutOff)}
      from resolved where day > closes
      union all
      select row, ${vendorColumn.heading}, ${said(sheetMessages.closed('{day}'), { day: dayIn(closedDay) }, openingSheetCodes.closed)}
      from keyed where ${closedDay} is not null and ${hasEntries(sql`keyed.owner`)} and not exists (select from ${alike} and ${isSame})
      union all
      select row, case when number is null then ${vendorColumn.heading} else ${NUMBER} end, case when number is null then ${exists}
        else ${said('{code} is already an opening balance of the vendor.', { code: sql`number` }, openingSheetCodes.exists)} end
      from keyed where exists (select from ${alike} and not (${isSame}))
      union all
      select row, ${vendorColumn.heading}, ${exists} from keyed
      where number is not null and exists (select from opening_balances known where ${balanceOfVendor})
        and not exists (select from ${alike} and ${isSame})
      union all
      select row, ${NUMBER}, ${said(invoiceMessages.createFailed, {}, openingSheetCodes.numberInUse)} from keyed
      where numbered = 'invoice' and exists (
          select from invoices where invoices.vendor_id = keyed.owner and code_key(invoices.number) = code_key(keyed.number)
            and financial_year(invoices.invoice_date) = financial_year(keyed.day) and coalesce(vendor_registration_id, 0) = coalesce(party, 0))
        and not exists (select from ${alike} and ${isSame})
      union all
      select row, ${NUMBER}, ${said(paymentMessages.referenceUsed('{code}'), { code: sql`number` }, paymentCodes.reference)} from keyed
      where kind = 'payment' and ${isPaid(sql`keyed.owner`, sql`keyed.number`)} and not exists (select from ${alike} and ${isSame})
      order by row`,
    async store(tx) {
      await lockOpenings(tx);
      return { created: await storeSheet(tx, actor), updated: 0 };
    },
  };
}

/** Stores the rows that are not known yet, awaiting approval. The opening balances are locked. @throws Refusal 409 as `isLate`. */
async function storeSheet(tx: Database, actor: Actor): Promise<number> {
  const { more } = await tx.one<{ more: number }>(sql`
    with ${resolved} select count(*)::int as more from keyed where not exists (select from ${alike} and ${isSame})`);
  if (more === 0) return 0;
  const added = sql`vendors.id in (with ${resolved} select owner from keyed where not exists (select from ${alike} and ${isSame}))`;
  await isLate(tx, added, sql`exists (select from staged where cut_off <> ${closedDay} or day > ${closedDay})`);
  const { id } = await tx.one<{ id: string }>(sql`
    insert into opening_sheets (cut_off, status, entered_by) select coalesce(${closedDay}, max(cut_off), max(day)), 'open', ${actor.id} from staged returning id::text`);
  const { created } = await tx.one<{ created: number }>(sql`
    with ${resolved}, added as (
      insert into opening_balances (vendor_id, sheet_id, kind, number, vendor_registration_id, amount, day, due_day, reason, status, entered_by)
      select owner, ${id}::bigint, kind, number, case when number is not null then nullif(party, 0) end, amount, day, due_day, coalesce(reason, ''), 'open', ${actor.id}::bigint
      from keyed where not exists (select from ${alike} and ${isSame}) order by row
      on conflict do nothing returning *
    ), logged as (
      insert into audit_log (${doerNames}, vendor_id, action, entity, entity_id, after)
      select ${doerOf(actingAs(actor, 'accounting', null))}, vendor_id, 'openingBalance.create', 'openingBalance', id::text, jsonb_build_object(
        'kind', kind, 'number', number, 'amount', amount, 'day', day, 'dueDay', due_day, 'reason', reason, 'status', status, 'sheetId', sheet_id::text)
      from added
    ) select count(*)::int as created from added`);
  // Another upload has changed what the check read.
  if (created < more) throw conflict(sheetMessages.overtaken(more - created), { code: openingSheetCodes.overtaken });
  return created;
}

/** The opening balances that were not reversed. */
export function exportOpenings(ctx: Context, actor: Actor, userID: string | null): Promise<Workbook> {
  const words = sql`(${JSON.stringify(OPENING_KINDS)}::jsonb ->> opening.kind)`;
  const selected = sql`
    select vendors.code::text as "vendorCode", ${words} as kind, (select code from registrations where id = vendor_registration_id) as "vendorGST", number, amount, day,
      due_day as "dueDay", cut_off as "cutOff", nullif(reason, '') as reason
    from opening_balances opening join vendors on vendors.id = opening.vendor_id left join opening_sheets sheet on sheet.id = sheet_id
    where opening.status <> 'reversed' and ${ownedBy(sql`opening.vendor_id`, actor, userID) ?? sql`true`} order by opening.id`;
  return exportRows(ctx, actor, { name: 'opening-balances.xlsx', sheet: 'Opening balances', columns: openingColumns }, selected);
}
