import {
  type DispatchGoods,
  type dispatchGoods,
  goodsCodes,
  type GoodsForm,
  messages,
  type SentGoods,
} from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { STATE_WORDS } from '@aapurti/contract/dispatch-notes/dispatchRules';
import { type DispatchKind, MOVEMENTS } from '@aapurti/contract/dispatch-notes/movements';
import { indianDay, showNumber } from '@aapurti/contract/ground/fields';
import { type Supply, suppliedAt, supplyOf } from '@aapurti/contract/ground/gst';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import { taxableOfPart } from '@aapurti/contract/ground/orderFigures';
import type { dueRates } from '@aapurti/contract/ground/rateRules';
import { partyCodes, type RegistrationKind } from '@aapurti/contract/ground/registrationRules';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordChange } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { columnMap, insertLines, replaceLines } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { storableJson } from '../database/storable.ts';
import { conflict, invalid, refuseStale } from '../ground/refusal.ts';
import { dueRatesOn } from '../rates/ofCodes.ts';
import { buyerState } from '../registrations/parties.ts';
import { goodsOf, lockedGoods, loggedGoods, ordersOf } from './goods.ts';
import { keepPaper } from './keptPapers.ts';
import { dispatchLineTable, packageLineTable } from './lines.ts';
import { refuseOtherSide } from './notes.ts';
import { lineProblems, linesOfOrders, type OrderLine, ownGoodsProblems, refuse, refuseLines } from './orderLines.ts';
import { rememberDistance } from './pinDistances.ts';
import { refuseReceived } from './received.ts';

const transportTable = columnMap('dispatch_goods', {
  expectedOn: ['expected_on', 'date'],
  distance: ['distance', 'integer'],
  mode: ['mode', 'text'],
  transporterId: ['transporter_id', 'text'],
  transportDocument: ['transport_document', 'text'],
  transportDocumentOn: ['transport_document_on', 'date'],
});

const goodsTable = columnMap('dispatch_goods', {
  ...transportTable.fields,
  kind: ['kind', 'text'],
  invoiceId: ['invoice_id', 'bigint'],
  fromAddress: ['from_address', 'text'],
  fromPlace: ['from_place', 'text'],
  fromPin: ['from_pin', 'text'],
  fromState: ['from_state', 'text'],
  fromGSTIN: ['from_gstin', 'text'],
  shipToName: ['ship_to_name', 'text'],
  shipToAddress: ['ship_to_address', 'text'],
  shipToPlace: ['ship_to_place', 'text'],
  shipToPin: ['ship_to_pin', 'text'],
  shipToState: ['ship_to_state', 'text'],
  shipToGSTIN: ['ship_to_gstin', 'text'],
});

/**
 * Replaces the goods of a note that is a draft or has no goods yet.
 * @throws Refusal 409 if it is past draft, received or stale; 422 with the errors by line.
 */
export async function saveGoods(
  ctx: Pick<Context, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  id: string,
  { updatedAt, ...form }: BodyOf<typeof dispatchGoods.save>,
): Promise<DispatchGoods> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockedGoods(tx, actor, id, ordersOf(form.lines));
    refuseOtherSide(actor, before);
    refuseStale({ updatedAt: before.updatedAt ?? '' }, updatedAt, before);
    await refuseReceived(tx, before._id, before);
    if (before.state !== null && before.state !== 'draft')
      throw conflict(messages.fixed(STATE_WORDS[before.state].toLowerCase()), { code: goodsCodes.state, data: before });
    checkMovement(before, form);
    const known = await linesOfOrders(tx, before.userID, before._id, ordersOf(form.lines));
    const arrival = form.expectedOn ?? (await noteDay(tx, before._id));
    refuseLines(await lineProblems(tx, form.lines, known, { kind: form.kind, today: indianDay(ctx.clock()), arrival }));
    refuse(partProblems({ ...form, vehicles: [] }), 'packages');
    refuse(partProblems({ ...form, packages: [] }), 'vehicles');
    refuse(await ssccProblems(tx, before, form), 'packages');
    await checkInvoice(tx, before.userID, form.invoiceId);
    await checkSender(tx, before, form.kind, upper(form).fromGSTIN);
    await tx.execute(sql`delete from dispatch_packages where note_id = ${before._id}`);
    const invoiceId = form.invoiceId === null ? null : idOf(form.invoiceId);
    await tx.execute(sql`
      insert into dispatch_goods (note_id, vendor_id, ${goodsTable.names}, vehicles)
      values (${before._id}, ${before.userID}, ${goodsTable.values({ ...upper(form), invoiceId })}, ${vehiclesJson(form)}::jsonb)
      on conflict (note_id) do update set (${goodsTable.names}, vehicles, updated_at)
        = (${goodsTable.values({ ...upper(form), invoiceId })}, ${vehiclesJson(form)}::jsonb, clock_timestamp())`);
    await addLines(ctx, tx, before._id, form.lines, known);
    await addPackages(tx, before, form);
    await rememberDistance(ctx, tx, stated(before, form));
    const after = await goodsOf(tx, actor, id);
    const entry = { actor, ownerId: before.userID, action: 'dispatchNote.goods', entity: 'dispatchNote', entityId: before._id } as const;
    await recordChange(tx, entry, loggedGoods(before), loggedGoods(after));
    return after;
  });
}

/**
 * Changes the transport of a note that is not closed. After dispatch, its e-way bill then needs a new Part B.
 * @throws Refusal 409 if the note has no lines, is closed or received, or changed meanwhile.
 */
export async function saveTransport(
  ctx: Context,
  actor: Actor,
  id: string,
  { updatedAt, ...form }: BodyOf<typeof dispatchGoods.transport>,
): Promise<DispatchGoods> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockedGoods(tx, actor, id);
    refuseOtherSide(actor, before);
    refuseStale({ updatedAt: before.updatedAt ?? '' }, updatedAt, before);
    await refuseReceived(tx, before._id, before);
    if (before.state === null) throw conflict(messages.noLines, { code: goodsCodes.noLines });
    if (before.state === 'closed' || before.state === 'cancelled' || before.state === 'arrived')
      throw conflict(messages.fixed(STATE_WORDS[before.state].toLowerCase()), { code: goodsCodes.state, data: before });
    refuse(
      partProblems({ ...form, packages: [], lines: before.lines.map(({ quantity }) => ({ quantity: new Decimal(quantity) })) }),
      'vehicles',
    );
    await tx.execute(sql`
      update dispatch_goods set (${transportTable.names}, vehicles, updated_at, part_b_changed)
        = (${transportTable.values(upper(form))}, ${vehiclesJson(form)}::jsonb, clock_timestamp(),
          part_b_changed or eway_made_at is not null and (vehicles, mode, transporter_id, transport_document) is distinct from
            (${vehiclesJson(form)}::jsonb, ${form.mode}::text, ${upper(form).transporterId}::text, ${form.transportDocument}::text))
      where note_id = ${before._id}`);
    await rememberDistance(ctx, tx, stated(before, form));
    await keepPaper(ctx, tx, actor, before._id);
    const after = await goodsOf(tx, actor, id);
    const entry = {
      actor,
      ownerId: before.userID,
      action: 'dispatchNote.transport',
      entity: 'dispatchNote',
      entityId: before._id,
    } as const;
    await recordChange(tx, entry, loggedGoods(before), loggedGoods(after));
    return after;
  });
}

const stated = ({ _id, userID }: DispatchGoods, { distance }: Pick<GoodsForm, 'distance'>) => ({
  noteId: _id,
  vendorId: userID,
  distance: distance?.toNumber() ?? null,
});

/**
 * Goods are dispatched under one of the sender's registrations.
 * @throws Refusal 422 for another company's registration, or one that is not valid on the note's date.
 */
export async function checkSender(
  tx: Database,
  { _id, userID }: Pick<DispatchGoods, '_id' | 'userID'>,
  kind: DispatchKind,
  gstin: string | null,
): Promise<void> {
  if (gstin === null) return;
  const side = MOVEMENTS[kind].from;
  const own = await tx.one<{ id: string | null }>(sql`
    select registration_for(${side === 'vendor' ? userID : 0}, ${await noteDay(tx, _id)}::date, ${gstin})::text as id`);
  if (own.id === '0' || own.id === null)
    throw invalid({ fromGSTIN: side === 'vendor' ? messages.ownGstin : messages.buyerGstin }, 422, partyCodes.registration);
}

/**
 * Checks three rules: the issuer of the note may make this movement, its lines are goods that it carries, and own goods that stay with
 * their owner move between two places.
 * @throws Refusal 422
 */
function checkMovement({ issuer }: DispatchGoods, form: GoodsForm): void {
  const { kind, lines, shipToGSTIN, shipToAddress, shipToPin, fromAddress, fromPin } = form;
  const { issuer: only, from, to } = MOVEMENTS[kind];
  if (issuer !== only) throw invalid({ kind: messages.notIssued(kind, only) }, 422, goodsCodes.notIssued);
  refuseLines(ownGoodsProblems(kind, lines));
  if (from !== to) return;
  if (shipToGSTIN !== null) throw invalid({ shipToGSTIN: messages.ownParty }, 422, goodsCodes.ownParty);
  const isThere = (shipToAddress ?? '') === (fromAddress ?? '') && shipToPin === fromPin;
  if (isThere) throw invalid({ shipToAddress: messages.samePlace }, 422, goodsCodes.samePlace);
}

/** Registration numbers are stored in capitals. */
function upper<F extends { transporterId: string | null; fromGSTIN?: string | null; shipToGSTIN?: string | null }>(form: F): F {
  const capital = (text: string | null | undefined) => text?.toUpperCase() ?? null;
  return {
    ...form,
    transporterId: capital(form.transporterId),
    ...('fromGSTIN' in form ? { fromGSTIN: capital(form.fromGSTIN), shipToGSTIN: capital(form.shipToGSTIN) } : {}),
  };
}

function vehiclesJson({ vehicles }: Pick<GoodsForm, 'vehicles'>): string {
  return storableJson(
    vehicles.map(({ number, over, lines }) => ({
      number,
      over,
      lines: lines.map(({ no, quantity }) => ({ no, quantity: quantity.toNumber() })),
    })),
  );
}

export async function noteDay(tx: Database, noteId: string): Promise<string> {
  const found = await tx.one<{ day: string }>(sql`select challan_date as day from dispatch_notes where id = ${noteId}`);
  return found.day;
}

/** Packages and vehicles share out the lines: none contains more of a line than exists, and packages are stacked only on pallets. */
function partProblems({
  lines,
  packages,
  vehicles,
}: Pick<GoodsForm, 'packages' | 'vehicles'> & { lines: readonly Pick<SentGoods, 'quantity'>[] }): string[] {
  const problems: string[] = [];
  for (const [what, holders] of [
    ['packages', packages],
    ['vehicles', vehicles],
  ] as const) {
    const sums = new Map<number, Decimal>();
    for (const { no, quantity } of holders.flatMap((each) => each.lines)) sums.set(no, (sums.get(no) ?? new Decimal(0)).plus(quantity));
    for (const [no, sum] of sums) {
      const line = lines[no - 1];
      if (line === undefined) problems.push(say('The {what} refer to line {no}, which is not on the dispatch note.', { what, no }));
      else if (sum.gt(line.quantity))
        problems.push(
          say('Line {no}: the {what} contain {sum} of {quantity}.', {
            no,
            what,
            sum: showNumber(sum.toString()),
            quantity: showNumber(line.quantity.toString()),
          }),
        );
    }
  }
  for (const [place, { parent, lines: held }] of packages.entries()) {
    const on = parent === null ? null : packages[parent.toNumber() - 1];
    if (on !== null && (on?.kind !== 'pallet' || parent?.toNumber() === place + 1))
      problems.push(say('Package {place}: package {parent} is not a pallet.', { place: place + 1, parent: parent?.toFixed() }));
    if (new Set(held.map(({ no }) => no)).size < held.length)
      problems.push(say('Package {place}: a line appears twice.', { place: place + 1 }));
  }
  return problems;
}

/** An SSCC belongs to one package of a vendor; SSCCs of cancelled notes may be used again. */
async function ssccProblems(tx: Database, { _id: id, userID }: DispatchGoods, { packages }: GoodsForm): Promise<string[]> {
  const codes = packages.flatMap(({ sscc }) => (sscc === null ? [] : [sscc]));
  if (codes.length === 0) return [];
  // The lock lasts until the end of the transaction, so that two notes cannot both take one SSCC.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`packages of ${userID}`}, 0))`);
  const used = await tx.rows<{ sscc: string; number: string }>(sql`
    select sscc, number from dispatch_packages packed join dispatch_goods goods using (note_id) join dispatch_notes note on note.id = note_id
    where packed.vendor_id = ${userID} and sscc = any(${codes}::text[]) and note_id <> ${id} and state <> 'cancelled'`);
  const elsewhere = new Map(used.map(({ sscc, number }) => [sscc, number]));
  return packages.flatMap(({ sscc }, index) => {
    if (sscc === null) return [];
    const first = packages.findIndex((each) => each.sscc === sscc);
    if (first < index) return [say('Package {index}: it has the SSCC of package {first}.', { index: index + 1, first: first + 1 })];
    const number = elsewhere.get(sscc);
    return number === undefined
      ? []
      : [say('Package {index}: SSCC {sscc} is already on dispatch note {number}.', { index: index + 1, sscc, number })];
  });
}

async function checkInvoice(tx: Database, vendorId: string, id: string | null): Promise<void> {
  if (id === null) return;
  const found = await tx.first(sql`select from invoices where id = ${idOf(id)} and vendor_id = ${vendorId}`);
  if (found === undefined) throw invalid({ invoiceId: messages.notYourInvoice }, 422, goodsCodes.invoice);
}

interface Side {
  kind: RegistrationKind | null;
  state: string | null;
}

/** The supply for the tax on a note's goods, by the registrations that it names. */
async function supplyOfNote(
  ctx: Pick<Context, 'clock' | 'settings'>,
  tx: Database,
  noteId: string,
): Promise<(place: string | null) => Supply | null> {
  const found = await tx.first<{ seller: Side; taker: Side }>(sql`
    select json_build_object('kind', seller.kind, 'state', seller.state_code) as seller,
      json_build_object('kind', taker.kind, 'state', taker.state_code) as taker
    from dispatch_notes left join registrations seller on seller.id = vendor_registration_id
    left join registrations taker on taker.id = buyer_registration_id where dispatch_notes.id = ${noteId}`);
  const fallback = await buyerState(tx, ctx);
  const side = ({ kind, state }: Side) => ({ kind: kind ?? 'regular', stateCode: state });
  return (place) => {
    if (found === undefined) return null;
    const taker = side({ ...found.taker, state: found.taker.state ?? fallback });
    return supplyOf(side(found.seller), suppliedAt(taker, place));
  };
}

/** CGST, SGST and IGST of an order line together; null if the line states none. */
function statedRate({ cgstRate, sgstRate, igstRate }: OrderLine): Decimal | null {
  return [cgstRate, sgstRate, igstRate].every((rate) => rate === null) ? null : Decimal.sum(cgstRate ?? 0, sgstRate ?? 0, igstRate ?? 0);
}

/** The rates of a note's line, under the heads that the supply has; while the supply is unknown, under those of the order. */
function headsOf(of: OrderLine, { taxRate, cessRate }: ReturnType<typeof dueRates>, supply: Supply | null) {
  if (taxRate === null) return { CGSTRate: null, SGSTRate: null, IGSTRate: null, cessRate };
  if (supply === 'untaxed') return { CGSTRate: '0', SGSTRate: '0', IGSTRate: '0', cessRate: null };
  const half = taxRate.div(2).toFixed();
  const isWithin = supply === null ? new Decimal(of.igstRate ?? 0).isZero() : supply === 'intraState';
  return isWithin
    ? { CGSTRate: half, SGSTRate: half, IGSTRate: '0', cessRate }
    : { CGSTRate: '0', SGSTRate: '0', IGSTRate: taxRate.toFixed(), cessRate };
}

/** Own goods have no order: they state their own name, and no tax is due because this is not a supply. */
function ownLine({ itemName, taxable, ...line }: SentGoods, no: number) {
  return {
    ...line,
    no,
    itemCode: '',
    itemName: itemName ?? '',
    EANCode: null,
    CGSTRate: null,
    SGSTRate: null,
    IGSTRate: null,
    cessRate: null,
    taxable: taxable?.toFixed(2) ?? '0',
  };
}

async function addLines(
  ctx: Pick<Context, 'clock' | 'settings'>,
  tx: Database,
  noteId: string,
  sent: readonly SentGoods[],
  known: readonly OrderLine[],
): Promise<void> {
  const byKey = new Map(known.map((line) => [`${line.orderId}/${line.line}`, line]));
  const supply = await supplyOfNote(ctx, tx, noteId);
  const rates = await dueRatesOn(
    tx,
    known.map(({ hsnCode }) => hsnCode),
    await noteDay(tx, noteId),
  );
  // Batches of an order line add up to the value that the note dispatches of it, as its invoice bills it.
  const before = new Map<OrderLine, Decimal>();
  const valueOf = (of: OrderLine, quantity: Decimal) => {
    const from = before.get(of) ?? new Decimal(0);
    before.set(of, from.plus(quantity));
    return taxableOfPart(of, from.plus(quantity)).minus(taxableOfPart(of, from)).toFixed(2);
  };
  const lines = sent.map((line, index) => {
    const of = byKey.get(`${line.orderId}/${line.line}`);
    if (of === undefined) return ownLine(line, index + 1);
    const { itemCode, itemName, ean: EANCode, uom, cessRate } = of;
    // The order's HSN code decides the tax on the goods, whatever the line says.
    const due = rates(of.hsnCode, { taxRate: statedRate(of), cessRate });
    return {
      ...line,
      no: index + 1,
      itemCode,
      itemName,
      EANCode,
      uom,
      ...headsOf(of, due, supply(of.placeOfSupply)),
      taxable: valueOf(of, line.quantity),
      // Blank fields take the order's values.
      hsnCode: line.hsnCode ?? of.hsnCode,
      mrp: line.mrp ?? of.mrp,
    };
  });
  await replaceLines(tx, dispatchLineTable, { note_id: noteId }, lines);
}

async function addPackages(tx: Database, { _id: noteId, userID }: DispatchGoods, { packages }: GoodsForm): Promise<void> {
  if (packages.length === 0) return;
  const rows = packages.map(({ kind, parent, sscc, grossKg }, index) => ({ no: index + 1, kind, parent, sscc, kg: grossKg }));
  const made = await tx.rows<{ id: string; no: number }>(sql`
    insert into dispatch_packages (note_id, vendor_id, no, parent_no, kind, sscc, gross_kg)
    select ${noteId}, ${userID}, no, parent, kind, sscc, kg
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as sent(no int, kind text, parent int, sscc text, kg numeric)
    returning id::text, no`);
  const held = made.flatMap(({ id, no }) => (packages[no - 1]?.lines ?? []).map((part) => ({ ...part, packageId: id })));
  await insertLines(tx, packageLineTable, {}, held);
}
