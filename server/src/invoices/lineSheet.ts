// Why so long: one sheet's columns, its download and its upload.
import { indianDay } from '@aapurti/contract/ground/fields';
import { lineSums } from '@aapurti/contract/invoices/invoiceFigures';
import { type invoiceLineSheet, messages } from '@aapurti/contract/invoices/invoiceLineSheet';
import {
  type InvoiceLine,
  type InvoiceLineForm,
  invoiceLinesField,
  LINE_TERMS,
  type LineTerm,
  lineWords,
} from '@aapurti/contract/invoices/invoiceLines';
import { type Invoice, invoiceCodes, invoices, messages as invoiceMessages } from '@aapurti/contract/invoices/invoices';
import { Decimal, MONEY, ORDERED, PERCENT, PRICE } from '@aapurti/contract/ground/numbers';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import type { PartyFields } from '@aapurti/contract/ground/registrationRules';
import { type Numbering, numberMessages } from '@aapurti/contract/settings/documentNumbers';
import { lineSheetCodes } from '@aapurti/contract/sheets/lineSheets';
import { say } from '@aapurti/contract/ground/template';
import sql, { type Sql } from 'sql-template-tag';
import type * as z from 'zod';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { ownedBy } from '../access/owner.ts';
import { said } from '../database/said.ts';
import { invalidFields, Refusal } from '../ground/refusal.ts';
import { partiesSelected } from '../registrations/parties.ts';
import type { Workbook } from '../ground/reply.ts';
import { addIssues, addRefusal, headOf, joinMeant, type MeantLine, orderLineColumns, theLine } from '../purchase-orders/sheetLines.ts';
import { codeColumn, decimalColumn, exportColumn, textColumn } from '../sheets/columns.ts';
import { exportRows } from '../sheets/download.ts';
import type { Findings } from '../sheets/findings.ts';
import { type Intake, inParts } from '../sheets/intake.ts';
import { stagedJson, type StagedRow } from '../sheets/staged.ts';
import { isAcceptedOf, orderLineTable, toInvoiceOf } from '../purchase-orders/lines.ts';
import { lock, lockNumbers } from '../purchase-orders/lock.ts';
import { linesOf } from './changeLines.ts';
import { invoiceColumns, numberColumn, numberColumnIn, valueColumn } from './columns.ts';
import { savedFindings } from './decisions.ts';
import { addInvoice, editInvoice, numberWords, ownInvoice } from './invoices.ts';
import { remarksOf } from './named.ts';
import { invoiceLineTable, orderIdsOf, resolveLines } from './lines.ts';

const { invoiceDate, CGSTValue, SGSTValue, IGSTValue, vendorGST, buyerGST, IRN, remarks } = invoiceColumns;
const { poNumber, line: lineNumber, EANCode, itemCode } = orderLineColumns;

/** The columns that identify the invoice and the order line. */
const named = {
  invoiceNumber: {
    ...numberColumn,
    note: 'Format as text. Rows with the same number are the lines of one invoice, in order.',
  },
  invoiceDate: { ...invoiceDate, note: 'Needed only in the first row of an invoice. If blank, today.' },
  poNumber: { ...poNumber, note: 'The number of one of your orders. Leave blank for a line without an order.' },
  line: lineNumber,
  EANCode,
  itemCode,
  receiptNumber: codeColumn({
    heading: 'Receipt Number',
    example: '',
    note: 'The goods receipt that the line bills. Optional; can replace the PO Number.',
    most: 100,
  }),
  itemName: textColumn({ heading: 'Item Name', example: '', note: 'If blank, taken from the order.', most: 500, width: 36 }),
  hsnCode: textColumn({ heading: 'HSN Code', example: '', note: 'If blank, taken from the order.', most: 8 }),
};

const billedTerms = {
  quantity: decimalColumn({ heading: 'Quantity', example: 92, note: 'Must be above 0.', range: ORDERED, words: lineWords.quantity }),
  uom: textColumn({ heading: 'UOM', example: '', note: 'If blank, taken from the order.', most: 20 }),
  unitPrice: decimalColumn({
    heading: 'Price',
    example: 100,
    note: 'If blank, taken from the order.',
    range: PRICE,
    words: lineWords.unitPrice,
  }),
  discount: decimalColumn({
    heading: 'Discount',
    example: '',
    note: "In rupees, for the whole line. If blank, the line's share of the order discount.",
    range: MONEY,
    words: lineWords.discount,
  }),
  taxRate: decimalColumn({
    heading: 'Tax Rate',
    example: 5,
    note: 'In percent. If blank, the rate of the HSN code on the invoice date.',
    range: PERCENT,
    percent: true,
    words: lineWords.taxRate,
  }),
  cessRate: decimalColumn({
    heading: 'Cess Rate',
    example: '',
    note: 'In percent. If blank, the rate of the HSN code on the invoice date.',
    range: PERCENT,
    percent: true,
    words: lineWords.cessRate,
  }),
  invoiceValue: { ...valueColumn, example: '', note: 'For the whole invoice. If blank, calculated from the lines.' },
  CGSTValue: { ...CGSTValue, example: '', note: 'For the whole invoice. If blank, calculated from the lines.' },
  SGSTValue: { ...SGSTValue, example: '', note: 'For the whole invoice. If blank, calculated from the lines.' },
  IGSTValue: { ...IGSTValue, example: '', note: 'For the whole invoice. If blank, calculated from the lines.' },
  vendorGST,
  buyerGST,
  IRN,
  remarks,
};
/** One row per invoice line. Rows with neither an invoice number nor a quantity are skipped. */
export const invoiceLineColumns = { ...named, ...billedTerms };
const MAIN = invoiceLineColumns.invoiceNumber.heading;
/** The columns with the form's field names added. */
const COLUMNS = { ...invoiceLineColumns, PONumber: poNumber };

const exported = { ...named, open: exportColumn('To Invoice', { format: 'number' }), ...billedTerms };

/** The accepted quantity of an order's line that is not invoiced by others than `except`. */
const openOf = (except: string | null) => sql`trim_scale(${toInvoiceOf('line', except).quantity})`;

/** The accepted and not yet invoiced lines, for the vendor to complete. */
const openRows = (own: Sql) => sql`
  select * from (select head.number as "poNumber", line.ean as "EANCode", ${openOf(null)} as open, line.order_id,
    ${orderLineTable.exported('line', ['line', 'itemCode', 'itemName', 'hsnCode', 'uom', 'unitPrice'])}
  from purchase_orders head join purchase_order_lines line on line.order_id = head.id
  where ${own} and head.status <> 'Cancelled' and ${isAcceptedOf('line')}) line where open > 0 order by order_id, line`;

/** The lines of an invoice, with the head fields that an edit may change. */
const invoiceRows = (id: string) => sql`
  select invoices.number as "invoiceNumber", invoices.invoice_date as "invoiceDate", head.number as "poNumber", nullif(part.line, 0) as line,
    line.ean as "EANCode", (select number from receipt_lines where id = part.receipt_id) as "receiptNumber", ${openOf(id)} as open,
    ${invoiceLineTable.exported('part', [...LINE_TERMS, 'quantity'])},
    invoices.value as "invoiceValue", invoices.cgst as "CGSTValue", invoices.sgst as "SGSTValue", invoices.igst as "IGSTValue",
    ${partiesSelected('invoices')}, invoices.irn as "IRN", invoices.remarks
  from invoices join invoice_lines part on part.invoice_id = invoices.id
  left join purchase_orders head on head.id = part.order_id
  left join purchase_order_lines line on line.order_id = part.order_id and line.line = part.line
  where invoices.id = ${id} order by part.no`;

/** Exports the lines to invoice, or the lines of one invoice, in the columns of an upload. @throws Refusal 404 if the invoice is not the caller's. */
export async function exportLines(
  ctx: Context,
  actor: Actor,
  { invoiceId, userID }: QueryOf<typeof invoiceLineSheet.export>,
): Promise<Workbook> {
  const query =
    invoiceId === undefined || invoiceId === ''
      ? openRows(ownedBy(sql`head.vendor_id`, actor, userID) ?? sql`true`)
      : invoiceRows((await ownInvoice(ctx.db, actor, invoiceId))._id);
  return exportRows(ctx, actor, { name: 'invoice-lines.xlsx', sheet: 'Lines', columns: exported }, query);
}

/** The fields of the head that rows have, under the form's names. */
type Head = Pick<SheetRow, (typeof HEAD)[number]>;
const SUMS = ['invoiceValue', 'CGSTValue', 'SGSTValue', 'IGSTValue'] as const;
const HEAD = [
  'invoiceDate',
  ...SUMS,
  'vendorGST',
  'buyerGST',
  'IRN',
  'remarks',
] as const satisfies readonly (keyof typeof invoiceLineColumns)[];

type SheetRow = StagedRow<typeof invoiceLineColumns> &
  MeantLine & {
    /** The receipt lines that the row can refer to. */
    arrived: readonly { poNumber: string; orderId: string; line: number; receiptId: string | null }[];
  };

interface SheetInvoice extends Record<string, unknown> {
  row: number;
  number: string;
  rows: SheetRow[];
}

type Needed = { db: Database } & Pick<Context, 'clock' | 'settings'>;

/** Takes in the lines of a vendor's invoices: adds invoices, and replaces the lines of stored ones, as the form does. */
export function invoiceLineIntake(
  ctx: Pick<Context, 'clock' | 'settings'>,
  actor: Actor,
  owner: string,
  numbering: Numbering,
): Intake<typeof invoiceLineColumns> {
  return {
    columns: { ...invoiceLineColumns, invoiceNumber: { ...numberColumnIn(numbering), note: invoiceLineColumns.invoiceNumber.note } },
    faults: (fields) => sql`
      select row, ${MAIN} as column, ${said(numberMessages[numbering], {}, invoiceCodes.number)} as message from staged where invoice_number is null and quantity is not null
      union all
      select row, ${invoiceLineColumns.quantity.heading}, 'Quantity is required.' from staged where invoice_number is not null and quantity is null
      union all
      select 1, ${MAIN}, ${say('The column {heading} is missing.', { heading: MAIN })} where not ${fields.has('invoiceNumber')}::boolean
      order by row`,
    isCheckedByStoring: true,
    async store(tx, { errors, remarks: found }) {
      await lockNumbers(tx, owner, null);
      await lockOrders(tx, owner);
      const counts = { created: 0, updated: 0 };
      for await (const part of inParts<SheetInvoice>(tx, invoicesOfSheet(owner)))
        for (const invoice of part) {
          const done = await takeInvoice({ ...ctx, db: tx }, actor, owner, invoice, { errors, remarks: found });
          if (done !== null) counts[done] += 1;
        }
      return counts;
    },
  };
}

const isNamed = sql`staged.invoice_number is not null and staged.quantity is not null`;

/** Locks all orders that the sheet bills and that its stored invoices bill now, in one sequence, before any invoice. */
async function lockOrders(tx: Database, owner: string): Promise<void> {
  await lock(
    tx,
    'purchase_orders',
    sql`vendor_id = ${owner} and (
      code_key(number) in (select code_key(po_number) from staged where ${isNamed})
      or id in (select order_id from receipt_lines where vendor_id = ${owner} and code_key(number) in (select code_key(receipt_number) from staged where ${isNamed}))
      or id in (
        select order_id from invoice_lines join invoices on invoices.id = invoice_id
        where vendor_id = ${owner} and code_key(number) in (select code_key(invoice_number) from staged where ${isNamed})))`,
  );
}

const invoicesOfSheet = (owner: string) => sql`
  select min(staged.row) as row, min(staged.invoice_number) as number,
    json_agg(json_build_object(${stagedJson(invoiceLineColumns)}, 'orderId', head.id::text, 'lines', meant.lines,
      'arrived', coalesce(arrived.lines, '[]')) order by staged.row) as rows
  from staged ${joinMeant(owner)}
  left join (
    select staged.row, json_agg(json_build_object('poNumber', head.number, 'orderId', head.id::text, 'line', each.line,
      'receiptId', receipt.id::text) order by head.id, each.line) as lines
    from staged join (
      select code_key(number) as key, order_id, line, case when count(*) = 1 then min(id) end as id from receipt_lines
      where vendor_id = ${owner} and code_key(number) in (select code_key(receipt_number) from staged) group by 1, order_id, line
    ) receipt on receipt.key = code_key(staged.receipt_number)
    join purchase_orders head on head.id = receipt.order_id
    join purchase_order_lines each on each.order_id = receipt.order_id and each.line = receipt.line
    where (staged.po_number is null or code_key(head.number) = code_key(staged.po_number)) and (staged.line is null or each.line = staged.line)
      and (staged.ean_code is null or gtin_key(staged.ean_code) in (gtin_key(each.ean), gtin_key(each.second_ean)))
      and (staged.item_code is null or code_key(each.item_code) = code_key(staged.item_code))
    group by staged.row
  ) arrived on arrived.row = staged.row
  where ${isNamed} group by code_key(staged.invoice_number)`;

/** Stores the lines of one invoice; null if it already has these lines, or has errors. */
async function takeInvoice(
  ctx: Needed,
  actor: Actor,
  owner: string,
  { number, rows }: SheetInvoice,
  { errors, remarks: found }: { errors: Findings; remarks: Findings },
): Promise<'created' | 'updated' | null> {
  const before = errors.total;
  const head: Head = headOf(rows, HEAD, invoiceLineColumns, errors);
  const lines = rows.flatMap((each) => sentLine(each, errors) ?? []);
  const parsed = invoiceLinesField.safeParse(lines);
  const document = { rows, columns: COLUMNS, main: MAIN };
  if (!parsed.success)
    addIssues(
      parsed.error.issues.map((issue) => ({ ...issue, path: ['lines', ...issue.path] })),
      document,
      errors,
    );
  if (errors.total > before) return null;
  const order = await orderHead(ctx.db, lines);
  const parties = { vendorGST: head.vendorGST ?? order.vendorGST, buyerGST: head.buyerGST ?? order.buyerGST };
  const date = head.invoiceDate ?? indianDay(ctx.clock());
  try {
    const id = await storedId(ctx.db, owner, number, date, parties.vendorGST);
    const stored = id === null ? null : { invoice: await ownInvoice(ctx.db, actor, id), lines: await linesOf(ctx, actor, id) };
    if (stored !== null && isStored(stored, head, lines)) return null;
    // An invoice stored without lines keeps its head, and the lines must agree with it.
    const isOfLines = stored === null || stored.lines.length > 0;
    const sums = isOfLines ? await sumsOf(ctx, parsed.data ?? [], { owner, day: date, ...parties, except: id }) : {};
    const given = Object.fromEntries(Object.entries(head).filter(([, value]) => value !== null));
    const saved =
      id === null
        ? await addInvoice(
            ctx,
            actor,
            asSent(invoices.create.body, { ...order.ofOne, ...parties, ...sums, ...given, invoiceNumber: number, userID: owner, lines }),
          )
        : await editInvoice(ctx, actor, id, asSent(invoices.edit.body, { ...sums, ...given, lines }));
    for (const remark of await remarksOf(ctx, actor, saved)) found.add(rows[0]?.row ?? 1, MAIN, remark);
    const { findings, problems } = await savedFindings(ctx.db, actor, saved);
    if (problems > 0) found.add(rows[0]?.row ?? 1, MAIN, invoiceMessages.storedException(number, problems, actor.isAdmin));
    for (const { line, message } of findings)
      found.add(rows[(line ?? 1) - 1]?.row ?? 1, line === null ? MAIN : invoiceLineColumns.quantity.heading, message);
    return id === null ? 'created' : 'updated';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    addRefusal(await numberWords(ctx, error), document, errors);
    return null;
  }
}

/** @throws Refusal 422 as the call does. */
function asSent<Schema extends z.ZodType>(schema: Schema, body: Record<string, unknown>): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidFields(parsed.error.issues);
  return parsed.data;
}

interface OrderHead extends PartyFields {
  /** The order fields of the head, if the invoice bills only one order. */
  ofOne: { PONumber: string; PODate: string } | null;
}

/** Derives the head from the orders of the lines: the first order's registrations, and the PO number if there is only one order. */
async function orderHead(db: Database, lines: readonly SentLine[]): Promise<OrderHead> {
  const [id, second] = orderIdsOf(lines);
  if (id === undefined) return { ofOne: null, vendorGST: null, buyerGST: null };
  const { number, day, ...parties } = await db.one<PartyFields & { number: string; day: string }>(sql`
    select number, ordered_on as day, ${partiesSelected('purchase_orders')} from purchase_orders where id = ${id}`);
  return { ...parties, ofOne: second === undefined ? { PONumber: number, PODate: day } : null };
}

type SentLine = Pick<SheetRow, LineTerm | 'quantity'> & {
  orderId: string | null;
  line: number | null;
  receiptId: string | null;
};

/** Converts a row into a line; null if the row can refer to several order lines. */
function sentLine(each: SheetRow, errors: Findings): SentLine | null {
  const own = Object.fromEntries([...LINE_TERMS, 'quantity' as const].map((name) => [name, each[name]])) as Pick<
    SentLine,
    LineTerm | 'quantity'
  >;
  const { row, poNumber: order, receiptNumber: receipt, arrived } = each;
  if (receipt !== null && (order === null || each.orderId !== null)) {
    const [only, second] = arrived;
    const heading = invoiceLineColumns.receiptNumber.heading;
    if (only === undefined) errors.add(row, heading, messages.noReceiptLine(receipt), lineSheetCodes.noLine);
    else if (second !== undefined)
      errors.add(
        row,
        heading,
        messages.severalOfReceipt(
          receipt,
          arrived.map(({ poNumber: of, line }) => `${of} ${line}`),
        ),
        lineSheetCodes.several,
      );
    else return { ...own, orderId: only.orderId, line: only.line, receiptId: only.receiptId };
    return null;
  }
  if (order === null) return { ...own, orderId: null, line: null, receiptId: null };
  const line = theLine(each, errors);
  return line === null ? null : { ...own, orderId: line.orderId, line: line.line, receiptId: null };
}

/** Finds the invoice by number and day, for the stated registration or the only one. */
async function storedId(db: Database, owner: string, number: string, date: string, vendorParty: string | null): Promise<string | null> {
  const found = await db.first<{ id: string }>(sql`
    select id::text from invoices
    where vendor_id = ${owner} and code_key(number) = code_key(${number}::text) and financial_year(invoice_date) = financial_year(${date}::date)
      and coalesce(vendor_registration_id, 0) = coalesce(registration_for(${owner}, ${date}::date, ${vendorParty}::text), 0)`);
  return found?.id ?? null;
}

/** The sums of lines, for the figures of the head that the sheet leaves empty. */
async function sumsOf(ctx: Needed, lines: readonly InvoiceLineForm[], head: Parameters<typeof resolveLines>[3]) {
  const sums = lineSums((await resolveLines(ctx, ctx.db, lines, head)).map(({ figures }) => figures));
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum.toFixed(2)]));
}

/** True if the invoice equals the rows; an empty cell means no change. */
function isStored({ invoice, lines }: { invoice: Invoice; lines: readonly InvoiceLine[] }, head: Head, sent: readonly SentLine[]): boolean {
  const same = (given: string | number | null, known: string | number | null | undefined) =>
    given === null || (typeof given === 'number' && typeof known === 'number' ? new Decimal(given).eq(known) : given === known);
  const isSame = HEAD.every((field) => same(head[field], invoice[field]));
  return (
    isSame &&
    lines.length === sent.length &&
    sent.every((line, place) => {
      const known = lines[place];
      return (
        known !== undefined &&
        known.orderId === line.orderId &&
        known.line === line.line &&
        (['receiptId', 'quantity', ...LINE_TERMS] as const).every((field) => same(line[field], known[field]))
      );
    })
  );
}
