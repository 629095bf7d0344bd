import { codeKey } from '@aapurti/contract/ground/codeKeys';
import {
  type BatchTerm,
  type DispatchGoods,
  type DispatchLine,
  dispatchGoods,
  messages as goodsMessages,
  QUANTITY_BASES,
} from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { type dispatchLines, messages } from '@aapurti/contract/dispatch-notes/dispatchLines';
import { dispatchNotes, messages as noteMessages } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import { Decimal, MONEY, QUANTITY, WHOLE } from '@aapurti/contract/ground/numbers';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import { lineSheetCodes } from '@aapurti/contract/sheets/lineSheets';
import { say } from '@aapurti/contract/ground/template';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { ownedBy } from '../access/owner.ts';
import { lock } from '../purchase-orders/lock.ts';
import { type LineFault, Refusal } from '../ground/refusal.ts';
import type { Workbook } from '../ground/reply.ts';
import { partiesSelected } from '../registrations/parties.ts';
import {
  addIssues,
  addLineFaults,
  addRefusal,
  headOf,
  joinMeant,
  type MeantLine,
  orderLineColumns,
  theLine,
} from '../purchase-orders/sheetLines.ts';
import { codeColumn, dateColumn, decimalColumn, exportColumn, textColumn } from '../sheets/columns.ts';
import { exportRows } from '../sheets/download.ts';
import type { Findings } from '../sheets/findings.ts';
import { type Intake, inParts } from '../sheets/intake.ts';
import { stagedJson, type StagedRow } from '../sheets/staged.ts';
import { addDispatchNote } from './dispatchNotes.ts';
import { goodsOf } from './goods.ts';
import { dispatchLineTable } from './lines.ts';
import { orderLines } from './orderLines.ts';
import { saveGoods } from './saveGoods.ts';

/** The columns of a row's batch. */
const batchColumns = {
  cartons: decimalColumn({ heading: 'Cartons', example: 5, note: 'Optional.', range: WHOLE, words: { invalid: goodsMessages.cartons } }),
  batch: codeColumn({ heading: 'Batch', example: 'B-7', note: 'Enter each batch of a line in a row of its own.', most: 50 }),
  madeOn: dateColumn({ heading: 'Made On', example: '', note: 'Optional.' }),
  bestBefore: dateColumn({
    heading: 'Best Before',
    example: '30-06-2027',
    note: 'Required if the goods need a minimum shelf life on arrival.',
  }),
  mrp: decimalColumn({
    heading: 'MRP',
    example: '',
    note: 'If blank, taken from the order.',
    range: MONEY,
    words: { invalid: goodsMessages.mrp },
  }),
  hsnCode: textColumn({ heading: 'HSN Code', example: '', note: 'If blank, taken from the order.', most: 8 }),
  netContent: textColumn({ heading: 'Net Content', example: '1 kg', note: 'The net content of one retail pack. Optional.', most: 30 }),
  countryOfOrigin: textColumn({ heading: 'Country of Origin', example: 'India', note: 'Optional.', most: 60 }),
  quantityBasis: textColumn({
    heading: 'Quantity Basis',
    example: 'exact',
    note: 'exact or provisional. Blank means exact.',
    options: QUANTITY_BASES,
  }),
} satisfies Record<BatchTerm, unknown>;

/** A row is a line of a note: one batch of an order line. Rows without a note and a quantity are ignored. */
export const goodsColumns = {
  DCNumber: codeColumn({
    heading: 'DC Number',
    example: 'DC/26-27/14',
    note: 'The number of a draft or of a new dispatch note. Rows with the same number are the lines of one dispatch note, in order.',
    most: 100,
    width: 20,
  }),
  challanDate: dateColumn({
    heading: 'Date of Delivery Challan',
    example: '18-11-2026',
    note: 'For a new dispatch note; needed only in its first row. If blank, today.',
    isTodayIfEmpty: true,
  }),
  ...orderLineColumns,
  quantity: decimalColumn({
    heading: 'Quantity',
    example: 60,
    note: 'In the unit of the order. If blank, calculated from the cartons.',
    range: { ...QUANTITY, least: 0.001 },
    words: { invalid: goodsMessages.quantity },
  }),
  uom: textColumn({ heading: 'UOM', example: '', note: 'The unit of the order. Optional.', most: 20 }),
  ...batchColumns,
  vendorGST: codeColumn({
    heading: 'Vendor GST Registration',
    example: '',
    note: 'For a new dispatch note, if the vendor has several registrations. If blank, taken from the order.',
    most: 15,
  }),
  buyerGST: codeColumn({
    heading: 'Buyer GST Registration',
    example: '',
    note: 'For a new dispatch note, if the buyer has several registrations. If blank, taken from the order.',
    most: 15,
  }),
};
const MAIN = goodsColumns.DCNumber.heading;
/** The columns may also have the names of the form. */
const COLUMNS = { ...goodsColumns, PONumber: orderLineColumns.poNumber };

const { DCNumber, challanDate, poNumber, line: lineNumber, EANCode, itemCode, ...terms } = goodsColumns;
const exported = {
  DCNumber,
  challanDate,
  poNumber,
  line: lineNumber,
  EANCode,
  itemCode,
  itemName: exportColumn('Item Name', { width: 36 }),
  open: exportColumn('Open', { format: 'number' }),
  ...terms,
};

const ofLine = sql`
  line."poNumber", line.line, line.ean as "EANCode", line."itemCode", line."itemName", trim_scale(open) as open, line.uom, line.mrp, line."hsnCode"`;

/** The open quantities of the open orders as rows to fill in. */
const openRows = (own: Sql) => sql`
  select ${ofLine}
  from (${orderLines(sql`${own} and head.status = 'Open'`, null)}) line where open > 0`;

const TERMS = Object.keys(batchColumns) as BatchTerm[];
const PART = ['line', 'EANCode', 'itemCode', 'itemName', 'quantity', 'uom', ...TERMS] as const;

/** The lines of a note; for a note without lines, the open quantities of its order, as the form proposes them. */
function noteRows(note: DispatchGoods): Sql {
  const head = sql`dispatch_notes.number as "DCNumber", dispatch_notes.challan_date as "challanDate"`;
  const where = sql`dispatch_notes.id = ${note._id}`;
  if (note.lines.length === 0)
    return sql`
      select ${head}, ${ofLine}, trim_scale(open) as quantity, ceil(open / line."caseQuantity") as cartons, ${partiesSelected('dispatch_notes')}
      from dispatch_notes cross join lateral (
        ${orderLines(sql`head.vendor_id = dispatch_notes.vendor_id and code_key(head.number) = code_key(dispatch_notes.po_number)`, null)}) line
      where ${where} and open > 0`;
  const lines = orderLines(sql`head.id in (select order_id from dispatch_lines where note_id = ${note._id})`, note._id);
  return sql`
    select ${head}, (select number from purchase_orders where id = part.order_id) as "poNumber", ${dispatchLineTable.exported('part', PART)},
      trim_scale(open) as open, ${partiesSelected('dispatch_notes')}
    from dispatch_notes join dispatch_lines part on part.note_id = dispatch_notes.id
    left join (${lines}) line on line."orderId" = part.order_id::text and line.line = part.line
    where ${where} order by part.no`;
}

/** Lines to dispatch, or those of a note, in the columns of an upload. @throws Refusal 404 if the note is not the caller's. */
export async function exportLines(ctx: Context, actor: Actor, { noteId, userID }: QueryOf<typeof dispatchLines.export>): Promise<Workbook> {
  const query =
    noteId === undefined || noteId === ''
      ? openRows(ownedBy(sql`head.vendor_id`, actor, userID) ?? sql`true`)
      : noteRows(await goodsOf(ctx.db, actor, noteId));
  return exportRows(ctx, actor, { name: 'note-lines.xlsx', sheet: 'Lines', columns: exported }, query);
}

type SheetRow = StagedRow<typeof goodsColumns> &
  MeantLine & {
    orderedOn: string | null;
    deliveryLocation: string | null;
    orderVendorGST: string | null;
    orderBuyerGST: string | null;
  };

interface SheetNote extends Record<string, unknown> {
  row: number;
  number: string;
  /** The id of the stored note; null for a new one. */
  id: string | null;
  challanDate: string | null;
  vendorGST: string | null;
  buyerGST: string | null;
  rows: SheetRow[];
}

const HEAD = ['challanDate', 'vendorGST', 'buyerGST'] as const;
const isFilled = sql`num_nonnulls(staged.dc_number, staged.quantity, staged.cartons) > 0`;

/** Imports the lines of a vendor's notes: creates new notes and replaces the lines of drafts, as the screen does. */
export function goodsIntake(ctx: Pick<Context, 'clock' | 'settings'>, actor: Actor, owner: string): Intake<typeof goodsColumns> {
  return {
    columns: goodsColumns,
    faults: (fields) => sql`
      select row, ${MAIN} as column, ${noteMessages.DCNumber} as message from staged where ${isFilled} and dc_number is null
      union all
      select row, ${goodsColumns.quantity.heading}, ${goodsMessages.quantity} from staged
      where dc_number is not null and quantity is null and cartons is null
      union all
      select 1, ${MAIN}, ${say('The column {heading} is missing.', { heading: MAIN })} where not ${fields.has('DCNumber')}::boolean
      order by row`,
    isCheckedByStoring: true,
    async store(tx, { errors, remarks }) {
      const named = sql`staged.dc_number is not null and num_nonnulls(staged.quantity, staged.cartons) > 0`;
      await lock(
        tx,
        'purchase_orders',
        sql`vendor_id = ${owner} and code_key(number) in (select code_key(po_number) from staged where ${named})`,
      );
      await lock(
        tx,
        'dispatch_notes',
        sql`vendor_id = ${owner} and issuer = 'vendor' and code_key(number) in (select code_key(dc_number) from staged where ${named})`,
      );
      // Numbers may repeat each April: the note of the date's financial year counts, or else an earlier draft.
      const notes = sql`
        select min(staged.row) as row, min(staged.dc_number) as number, note.id::text as id, note.challan_date as "challanDate",
          (select code from registrations where id = note.vendor_registration_id) as "vendorGST",
          (select code from registrations where id = note.buyer_registration_id) as "buyerGST",
          json_agg(json_build_object(${stagedJson(goodsColumns)}, 'orderId', head.id::text, 'orderedOn', head.ordered_on, 'deliveryLocation', head.delivery_location, 'lines', meant.lines, 'orderVendorGST', (select code from registrations where id = head.vendor_registration_id),
            'orderBuyerGST', (select code from registrations where id = head.buyer_registration_id)) order by staged.row) as rows
        from (select staged.*, min(challan_date) over (partition by code_key(dc_number)) as day from staged) staged
        left join lateral (
          select note.id from dispatch_notes note left join dispatch_goods goods on goods.note_id = note.id
          where note.vendor_id = ${owner} and note.issuer = 'vendor' and code_key(note.number) = code_key(staged.dc_number) and (
            financial_year(note.challan_date) = financial_year(coalesce(staged.day, ${indianDay(ctx.clock())}::date))
            or staged.day is null and coalesce(goods.state, 'draft') = 'draft')
          order by note.challan_date desc, note.id desc limit 1) named on true
        left join dispatch_notes note on note.id = named.id
        ${joinMeant(owner)} where ${named} group by code_key(staged.dc_number), note.id`;
      const counts = { created: 0, updated: 0 };
      for await (const part of inParts<SheetNote>(tx, notes))
        for (const note of part) {
          const done = await takeNote({ ...ctx, db: tx }, actor, owner, note, { errors, remarks });
          if (done !== null) counts[done] += 1;
        }
      return counts;
    },
  };
}

type Done = 'created' | 'updated' | null;

/** Stores the lines of one note; null if the note already has them or they have errors. */
async function takeNote(
  ctx: { db: Database } & Pick<Context, 'clock' | 'settings'>,
  actor: Actor,
  owner: string,
  note: SheetNote,
  { errors, remarks }: { errors: Findings; remarks: Findings },
): Promise<Done> {
  const { rows } = note;
  const document = { rows, columns: COLUMNS, main: MAIN };
  const before = errors.total;
  const head = headOf(rows, HEAD, goodsColumns, errors);
  const lines = sentLines(rows, errors);
  if (note.id !== null) addHeadFaults(note, head, errors);
  if (errors.total > before) return null;
  try {
    const id = note.id ?? (await newNote(ctx, actor, owner, note, head, errors));
    if (id === null) return null;
    const stored = await goodsOf(ctx.db, actor, id);
    if (isStored(stored, lines)) return null;
    const moved = movedParts(stored, lines);
    addLineFaults(moved, document, errors);
    const parsed = dispatchGoods.save.body.safeParse({ ...stored, lines });
    if (!parsed.success) addIssues(parsed.error.issues, document, errors);
    else if (moved.length === 0)
      for (const remark of (await saveGoods(ctx, actor, id, parsed.data)).remarks) remarks.add(note.row, MAIN, remark);
    return note.id === null ? 'created' : 'updated';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    addRefusal(error, document, errors);
    return null;
  }
}

interface SentLine extends Pick<SheetRow, BatchTerm> {
  orderId: string;
  line: number;
  quantity: string;
}

/** The lines from the rows of a note. */
function sentLines(rows: readonly SheetRow[], errors: Findings): SentLine[] {
  return rows.flatMap((each) => {
    const meant = theLine(each, errors);
    if (meant === null) return [];
    const { row, quantity, uom, cartons } = each;
    if (uom !== null && meant.uom !== null && uom.toLowerCase() !== meant.uom.toLowerCase())
      errors.add(row, goodsColumns.uom.heading, messages.uom(meant.uom), lineSheetCodes.unit);
    const filled = quantity ?? (meant.caseQuantity === null ? null : new Decimal(cartons ?? 0).times(meant.caseQuantity));
    if (filled === null) errors.add(row, goodsColumns.quantity.heading, messages.noCase, lineSheetCodes.unit);
    const sent = { orderId: meant.orderId, line: meant.line, quantity: new Decimal(filled ?? 0).toFixed() };
    const own = Object.fromEntries(TERMS.map((field) => [field, each[field]])) as Pick<SheetRow, BatchTerm>;
    return [{ ...sent, ...own }];
  });
}

/** A stored note keeps its date and registrations, which only the screen changes. */
function addHeadFaults(note: SheetNote, head: Pick<SheetRow, (typeof HEAD)[number]>, errors: Findings): void {
  for (const field of HEAD) {
    const [given, stored] = [head[field], note[field]];
    if (given === null || given === stored) continue;
    const row = note.rows.find((each) => each[field] !== null)?.row ?? note.row;
    const { heading } = goodsColumns[field];
    errors.add(
      row,
      heading,
      messages.stored(heading, note.number, field === 'challanDate' ? showDate(stored) : (stored ?? '–')),
      lineSheetCodes.stored,
    );
  }
}

/** Adds a note with the data of its orders, as the form proposes it; null if it has errors. */
async function newNote(
  ctx: { db: Database } & Pick<Context, 'clock'>,
  actor: Actor,
  owner: string,
  { number, rows }: SheetNote,
  { challanDate: day, vendorGST, buyerGST }: Pick<SheetRow, (typeof HEAD)[number]>,
  errors: Findings,
): Promise<string | null> {
  const [first] = rows;
  const isOne = rows.every(({ orderId }) => orderId === first?.orderId);
  const isCounted = rows.every(({ cartons }) => cartons !== null);
  const parsed = dispatchNotes.create.body.safeParse({
    DCNumber: number,
    challanDate: day,
    PONumber: isOne ? first?.poNumber : null,
    PODate: isOne ? first?.orderedOn : null,
    deliveryLocation: first?.deliveryLocation,
    NumberOfCarton: isCounted ? rows.reduce((sum, { cartons }) => sum + (cartons ?? 0), 0) : null,
    vendorGST: vendorGST ?? first?.orderVendorGST,
    buyerGST: buyerGST ?? first?.orderBuyerGST,
    userID: owner,
  });
  if (parsed.success) return (await addDispatchNote(ctx, actor, parsed.data))._id;
  addIssues(parsed.error.issues, { rows, columns: COLUMNS, main: MAIN }, errors);
  return null;
}

const keyOf = ({ orderId, line, batch }: Pick<DispatchLine, 'orderId' | 'line' | 'batch'>) =>
  JSON.stringify([orderId, line, batch === null ? null : codeKey(batch)]);

const OF_ORDER: ReadonlySet<BatchTerm> = new Set(['mrp', 'hsnCode']);

/** True if a note has exactly these lines; empty fields take the order's values. */
function isStored({ lines }: DispatchGoods, sent: readonly SentLine[]): boolean {
  const same = (line: SentLine, place: number) => {
    const stored = lines[place];
    if (stored === undefined || keyOf(stored) !== keyOf(line) || !new Decimal(line.quantity).eq(stored.quantity)) return false;
    return TERMS.every((field) => stored[field] === line[field] || (OF_ORDER.has(field) && line[field] === null));
  };
  return lines.length === sent.length && sent.every(same);
}

/** Lines in packages or vehicles that now have other goods. */
function movedParts({ lines, packages, vehicles }: DispatchGoods, sent: readonly SentLine[]): LineFault[] {
  const held = new Set([...packages, ...vehicles].flatMap((each) => each.lines.map(({ no }) => no)));
  return [...held].flatMap((no) => {
    const [before, now] = [lines[no - 1], sent[no - 1]];
    if (before !== undefined && now !== undefined && keyOf(before) === keyOf(now)) return [];
    return [{ no, text: messages.moved(no), code: lineSheetCodes.moved }];
  });
}
