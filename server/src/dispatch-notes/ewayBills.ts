import type { DispatchState } from '@aapurti/contract/dispatch-notes/dispatchRules';
import { goodsCodes } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { BILLS_MAX, type CheckedBill, type ewayBills, messages } from '@aapurti/contract/dispatch-notes/ewayBills';
import {
  consignmentValue,
  documentValue,
  EWAY_VERSION,
  ewayBill,
  type EwayLine,
  ewayProblems,
  ewayRemarks,
  type EwaySource,
  needsEwayBill,
} from '@aapurti/contract/dispatch-notes/ewayRules';
import { makerOf, MOVEMENTS, type Side } from '@aapurti/contract/dispatch-notes/movements';
import { indianDay } from '@aapurti/contract/ground/fields';
import type { Parties, Party } from '@aapurti/contract/ground/parties';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { type BodyOf, FILE_TYPE } from '@aapurti/contract/ground/operation';
import { isUntaxedKind } from '@aapurti/contract/ground/registrationRules';
import { UQC_NONE } from '@aapurti/contract/ground/units';
import { say, sayJoined } from '@aapurti/contract/ground/template';
import { Readable } from 'node:stream';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { uqcOf } from '../rates/units.ts';
import { betweenDates, idOf } from '../database/list.ts';
import { streamRows } from '../database/stream.ts';
import { fallbackState } from '../ground/env.ts';
import { ownedBy } from '../access/owner.ts';
import { completeParties, type StoredParties, storedParties } from '../registrations/documentParties.ts';
import { invalid } from '../ground/refusal.ts';
import { Workbook } from '../ground/reply.ts';

interface Row extends Record<string, unknown> {
  noteId: string;
  DCNumber: string;
  state: DispatchState | null;
  number: string | null;
  /** The parties that its printed challan names, once its goods are dispatched. */
  kept: Parties | null;
  named: StoredParties;
  source: Pick<
    EwaySource,
    'kind' | 'mode' | 'distance' | 'transporterName' | 'transporterId' | 'transportDocument' | 'transportDocumentOn' | 'document'
  > & {
    lines: EwayLine[];
    vehicles: { number: string | null; over: boolean }[];
    vehicle: string | null;
    invoiced: string | null;
    /** The lines of this invoice, if it has any. */
    billed: EwayLine[] | null;
  };
}

const uqc = sql`coalesce(${uqcOf(sql`uom`)}, ${UQC_NONE}::text)`;

/** True if the invoice is the document of only this note. */
const isOnly = sql`(invoice.id is not null and (select count(*) from dispatch_goods where invoice_id = invoice.id) = 1)`;

/** The lines of the invoice, which become the lines of a bill for that document. CGST and SGST each have half of the rate. */
const linesOfInvoice = sql`(
  select json_agg(json_build_object('name', item_name, 'hsn', hsn_code, 'quantity', quantity, 'taxable', taxable::text, 'UQC', ${uqc},
    'cgst', case when due is distinct from 'igst' then tax_rate / 2 end, 'sgst', case when due is distinct from 'igst' then tax_rate / 2 end,
    'igst', case when due = 'igst' then tax_rate end, 'cess', cess_rate) order by no)
  from invoice_lines where invoice_id = invoice.id)`;

const select = sql`
  select dispatch_notes.id::text as "noteId", dispatch_notes.number as "DCNumber", goods.state, eway_bill_number as number,
    goods.parties as kept, ${storedParties('dispatch_notes')} as named,
    json_build_object('kind', goods.kind, 'mode', goods.mode, 'distance', goods.distance, 'transporterName', transporter,
      'transporterId', goods.transporter_id, 'transportDocument', goods.transport_document, 'transportDocumentOn', goods.transport_document_on,
      'document', json_build_object('number', coalesce(invoice.number, dispatch_notes.number), 'day', coalesce(invoice.invoice_date, challan_date)),
      'invoiced', case when ${isOnly} then invoice.value::text end,
      'vehicles', goods.vehicles, 'vehicle', vehicle_number,
      'billed', case when ${isOnly} then ${linesOfInvoice} end,
      'lines', (select json_agg(json_build_object('name', item_name, 'hsn', hsn_code, 'quantity', quantity, 'taxable', taxable::text,
          'UQC', ${uqc}, 'cgst', cgst_rate, 'sgst', sgst_rate, 'igst', igst_rate, 'cess', cess_rate) order by no)
        from dispatch_lines where note_id = dispatch_notes.id)) as source
  from dispatch_notes
  left join dispatch_goods goods on goods.note_id = dispatch_notes.id
  left join invoices invoice on invoice.id = goods.invoice_id and goods.kind = 'invoice'`;

type Chosen = BodyOf<typeof ewayBills.check>;

/** @throws Refusal 422 if neither notes nor days are chosen. */
function chosenRows(actor: Actor, { noteIds, userID, startDate, endDate }: Chosen): Sql {
  const days = { startDate, endDate };
  const between = betweenDates(sql`challan_date`, days).filter((part) => part !== null);
  if (noteIds.length === 0 && between.length === 0) throw invalid({ noteIds: messages.none }, 422, goodsCodes.noFile);
  const parts = [
    ownedBy(sql`dispatch_notes.vendor_id`, actor, userID),
    noteIds.length === 0 ? sql`goods.state in ('ready', 'left')` : sql`dispatch_notes.id = any(${noteIds.map(idOf)}::bigint[])`,
    ...between,
  ].filter((part) => part !== null);
  const where = parts.reduce((all, part) => sql`${all} and ${part}`);
  return sql`${select} where ${where} order by dispatch_notes.challan_date, dispatch_notes.id limit ${BILLS_MAX}`;
}

/** The portal's masters have trade names. */
const partyOf = ({ kind, name, tradeName, ...party }: Party) => ({ ...party, name: tradeName ?? name, isSez: kind === 'sez' });

/**
 * The source of the bill that a party makes for a note; if a buyer has no GST number, the vendor makes the bill.
 * @returns null if the party is at neither end of the movement.
 */
function sourceOf({ kept, named, source }: Row, side: Side, fallback: string | null): EwaySource | null {
  const { invoiced, billed, vehicle, vehicles, lines, ...rest } = source;
  const parties = kept ?? completeParties(named, fallback);
  const { vendor, from, shipTo: to } = parties;
  const end = (which: 'from' | 'to') => partyOf(parties[MOVEMENTS[source.kind][which]]);
  const own = makerOf(source.kind, side);
  const maker = side === 'buyer' && parties.buyer.gstin === null ? (makerOf(source.kind, 'vendor') ?? own) : own;
  if (maker === null) return null;
  const made: EwaySource = {
    ...rest,
    lines: billed ?? lines,
    maker,
    consignor: end('from'),
    isUntaxed: isUntaxedKind(vendor.kind),
    consignee: end('to'),
    from,
    to,
    other: 0,
    vehicles: vehicles.length > 0 ? vehicles : vehicle === null ? [] : [{ number: vehicle, over: false }],
  };
  return invoiced === null ? made : { ...made, other: new Decimal(invoiced).minus(documentValue(made)) };
}

interface Asking {
  /** The caller's party, which makes the bills. */
  side: Side;
  /** True if bills are also made for goods that need none. */
  voluntary: boolean;
  fallback: string | null;
  today: string;
}

const askingOf = (ctx: Context, { isAdmin }: Actor, { voluntary }: Chosen): Asking => ({
  side: isAdmin ? 'buyer' : 'vendor',
  voluntary,
  fallback: fallbackState(ctx.settings),
  today: indianDay(ctx.clock()),
});

interface Judged {
  problem: string | null;
  needed: boolean;
  source: EwaySource | null;
  words: string[];
}

/** Decides whether a note is included in the file, and why not. */
function judge(row: Row, { side, voluntary, fallback, today }: Asking): Judged {
  const out = (problem: string): Judged => ({ problem, needed: false, source: null, words: [problem] });
  if (row.state === null || row.source.lines === null) return out('It has no lines.');
  if (row.state === 'cancelled') return out('It is cancelled.');
  if (row.state === 'draft') return out('It is a draft.');
  if (row.number !== null) return out(say('It has e-way bill {number}.', { number: row.number }));
  const source = sourceOf(row, side, fallback);
  if (source === null) return out(messages.otherSide);
  const needed = needsEwayBill(source);
  if (!needed && !voluntary) return { problem: messages.notNeeded, needed, source, words: [messages.notNeeded] };
  const problems = ewayProblems(source, today);
  const [first = null] = problems;
  return { problem: first, needed, source, words: first === null ? ewayRemarks(source) : problems };
}

/** The dry run: each note in the order of the file, with the reason for leaving it out or with a warning. */
export async function checkEwayBills(ctx: Context, actor: Actor, chosen: Chosen): Promise<CheckedBill[]> {
  const rows = await ctx.db.rows<Row>(chosenRows(actor, chosen));
  const asking = askingOf(ctx, actor, chosen);
  return rows.map((row, index) => {
    const { problem, needed, source, words } = judge(row, asking);
    const bill = say('Bill {index} of {count} ({DCNumber})', { index: index + 1, count: rows.length, DCNumber: row.DCNumber });
    return {
      noteId: row.noteId,
      DCNumber: row.DCNumber,
      value: source === null ? 0 : consignmentValue(source).toNumber(),
      needed,
      included: problem === null,
      words:
        problem === null
          ? words.map((each) => say('{bill}: {problem}', { bill, problem: each }))
          : [say('{bill}: excluded from the file. {problem}', { bill, problem: sayJoined(words) })],
    };
  });
}

/** The file for the government portal's bulk upload, streamed as it is generated. @throws Refusal 422 if it would contain no note. */
export async function ewayFile(ctx: Context, actor: Actor, chosen: BodyOf<typeof ewayBills.file>): Promise<Workbook> {
  const asking = askingOf(ctx, actor, chosen);
  let count = 0;
  async function* bills(): AsyncGenerator<string> {
    for await (const rows of streamRows<Row>(ctx.reports, chosenRows(actor, chosen))) {
      for (const row of rows) {
        const { problem, source } = judge(row, asking);
        if (problem !== null || source === null) continue;
        count += 1;
        yield JSON.stringify(ewayBill(source));
      }
    }
  }
  const all = bills();
  const first = await all.next();
  if (first.done === true) throw invalid({ noteIds: messages.noFile }, 422, goodsCodes.noFile);
  async function* text(): AsyncGenerator<string> {
    try {
      yield `{"version":"${EWAY_VERSION}","billLists":[${first.value}`;
      for await (const bill of all) yield `,${bill}`;
      yield ']}';
    } finally {
      await all.return(undefined);
    }
  }
  return new Workbook(`eway-bills-${asking.today}.json`, Readable.from(text(), { objectMode: false }), {
    type: FILE_TYPE,
    rows: () => count,
  });
}
