import { showMoney } from '@aapurti/contract/ground/fields';
import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { Decimal, MONEY_MAX } from '@aapurti/contract/ground/numbers';
import { orderCodes } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import { doerNames, doerOf, recordAudits } from '../audit/audit.ts';
import type { Actor } from '../ground/actor.ts';
import type { PulledOrder, RefusedRecord } from '../erp/records.ts';
import { copyLines } from '../database/columns.ts';
import { copyRows } from '../database/copy.ts';
import type { Database } from '../database/database.ts';
import { storableJson, storableText } from '../database/storable.ts';
import { TOLD_MOST } from '../mail/messages.ts';
import { byOwner, tell } from '../mail/queue.ts';
import { amendedLines, storedLines, termsOf } from './agreedTerms.ts';
import { followLines } from './answerTerms.ts';
import { orderLineTable } from './lines.ts';
import { compareAgain, lock, withIds } from './lock.ts';
import { fillLines, followReturns, type GoneLine, tellRejectedLines } from './received.ts';
import { restartReminders } from './reminders.ts';
import { partiesOfOrders, partiesSelected } from '../registrations/parties.ts';
import { isOutdated, promisedOrders, standingOf, withdrawAcknowledgements } from './amended.ts';

/** An order whose supplier is a vendor of the portal. */
export type KnownOrder = PulledOrder & { ownerId: string };

/** The counts of a system's records; `refused` has the reasons by external id. */
export interface Stored {
  created: number;
  updated: number;
  refused: ReadonlyMap<string, RefusedRecord>;
}

interface StoredHead {
  id: string;
  externalId: string;
  version: string;
  ownerId: string;
  number: string;
  orderedOn: string;
  status: string;
  deliverBy: string | null;
  paymentTerms: string | null;
  deliveryLocation: string | null;
  siteId: string | null;
  vendorGST: string | null;
  buyerGST: string | null;
  placeOfSupply: string | null;
  value: string;
  lines: number;
}

type Valued = KnownOrder & {
  value: string;
  paymentTerms: string | null;
  vendorGST: string | null;
  buyerGST: string | null;
  placeOfSupply: string | null;
  /** Ids of the registrations. */
  vendorParty: string | null;
  buyerParty: string | null;
  siteId: string | null;
};

/**
 * Adds a system's orders, or replaces those of another version, with their lines, in the caller's transaction. Receipts stay, and so does
 * an acknowledgement unless its terms change. Rejected are a number that another order of the vendor has, an order that moved to another
 * vendor, and a value above MONEY_MAX.
 * @param actor for the audit log; null for the job.
 */
export async function storeOrders(
  db: Database,
  source: string,
  orders: readonly KnownOrder[],
  actor: Pick<Actor, 'id' | 'key' | 'actingFor'> | null = null,
): Promise<Stored> {
  await lockOrders(db, source);
  const known = await storedHeads(db, source, orders);
  const refused = new Map<string, RefusedRecord>();
  const valued: (KnownOrder & { value: string })[] = [];
  const taken = await takenNumbers(
    db,
    source,
    orders.filter(({ externalId, version }) => known.get(externalId)?.version !== version),
  );
  const replaced = orders.flatMap(({ externalId, version }) => {
    const before = known.get(externalId);
    return before === undefined || before.version === version ? [] : [before.id];
  });
  // The lock waits for users who are agreeing to a price or receiving goods.
  await lock(db, 'purchase_orders', withIds(replaced));
  const stored = await storedLines(db, replaced);
  for (const given of orders) {
    const before = known.get(given.externalId);
    if (before?.version === given.version) continue;
    const order = before === undefined ? given : { ...given, lines: amendedLines(given.lines, stored.get(before.id) ?? []) };
    const refuse = (problem: string, code: string) => refused.set(order.externalId, { problem, code });
    const value = order.lines.reduce((sum, line) => sum.plus(line.total), new Decimal(0));
    const key = numberKey(order.ownerId, order.number);
    const holder = taken.get(key);
    if (before !== undefined && before.ownerId !== order.ownerId) {
      refuse(
        say('Order {number} was previously imported for another vendor and stays with that vendor.', { number: order.number }),
        orderCodes.otherVendor,
      );
    } else if (holder !== undefined && holder !== order.externalId) {
      refuse(say('Order {number}: another order of this vendor has the same number.', { number: order.number }), orderCodes.numberInUse);
    } else if (value.gt(MONEY_MAX)) {
      refuse(
        say('Order {number}: its value of {value} exceeds {MONEY_MAX}. Lower the quantities or prices, or split the order.', {
          number: order.number,
          value: showMoney(value.toFixed(2)),
          MONEY_MAX: showMoney(MONEY_MAX.toFixed()),
        }),
        orderCodes.value,
      );
    } else {
      taken.set(key, order.externalId);
      valued.push({ ...order, value: value.toFixed(2) });
    }
  }
  if (valued.length === 0) return { created: 0, updated: 0, refused };
  const changed = await withPlaces(db, source, valued, known);

  const added = changed.filter(({ externalId }) => !known.has(externalId));
  const amended = changed.flatMap((order) => {
    const before = known.get(order.externalId);
    return before === undefined ? [] : [{ ...order, before }];
  });
  if (added.length > 0) await addOrders(db, source, added, actor);
  if (amended.length > 0) await amendOrders(db, amended, actor);
  await tellOrdered(db, added);
  const told = [...amended, ...added.filter(({ status }) => status === 'Open')];
  await tellRejectedLines(db, told, new Map(amended.map(({ externalId, before }) => [externalId, stored.get(before.id) ?? []])));
  return { created: added.length, updated: amended.length, refused };
}

/**
 * Orders with registrations and sites. A registration that the buyer's system names but the portal lacks does not keep an order out. If the
 * delivery location of an order is unchanged, its site stays too, because the site may have been renamed.
 */
async function withPlaces(
  db: Database,
  source: string,
  orders: readonly (KnownOrder & { value: string })[],
  known: ReadonlyMap<string, StoredHead>,
): Promise<Valued[]> {
  const parties = await partiesOfOrders(db, orders);
  const terms = await termsOf(db, source, orders);
  const placeOf = ({ deliveryLocation }: KnownOrder) => storableText(deliveryLocation ?? '');
  const named = await db.rows<{ place: string; id: string | null }>(sql`
    select place, site_at(place)::text as id
    from (select distinct unnest(${orders.map(placeOf)}::text[]) as place) places where place <> ''`);
  const sites = new Map(named.map(({ place, id }) => [place, id]));
  const siteOf = (order: KnownOrder) => {
    const before = known.get(order.externalId);
    return sites.get(placeOf(order)) ?? (before?.deliveryLocation === order.deliveryLocation ? before.siteId : null);
  };
  const idOf = (party: string | null | undefined) => (party === undefined || party === '0' ? null : party);
  return orders.map((order, place) => ({
    ...order,
    vendorGST: parties[place]?.vendorGST ?? null,
    buyerGST: parties[place]?.buyerGST ?? null,
    paymentTerms: terms[place] ?? null,
    placeOfSupply: order.placeOfSupply ?? null,
    vendorParty: idOf(parties[place]?.vendor),
    buyerParty: idOf(parties[place]?.buyer),
    siteId: siteOf(order),
  }));
}

/** E-mails each vendor about its new open orders. */
async function tellOrdered(db: Database, orders: readonly Valued[]): Promise<void> {
  await tell(
    db,
    [...byOwner(orders.filter(({ status }) => status === 'Open'))].map(([vendorId, own]) => ({
      kind: 'orders',
      vendorId,
      content: {
        count: own.length,
        orders: own.slice(0, TOLD_MOST).map(({ number, orderedOn, value, deliverBy }) => ({ number, orderedOn, value, deliverBy })),
      },
    })),
  );
}

/** E-mails each vendor about orders whose terms have changed since it acknowledged them. */
async function tellAmended(db: Database, orders: readonly (Valued & { before: StoredHead })[]): Promise<void> {
  await tell(
    db,
    [...byOwner(orders)].map(([vendorId, own]) => ({
      kind: 'amendments',
      vendorId,
      content: {
        count: own.length,
        orders: own.slice(0, TOLD_MOST).map(({ number, value, before }) => ({ number, value, was: before.value })),
      },
    })),
  );
}

/** Serialises changes of a system's orders until the end of the transaction; comes before any read or lock of them. */
export async function lockOrders(db: Database, source: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`orders of ${source}`}, 0))`);
}

const numberKey = (ownerId: string, number: string) => `${ownerId} ${codeKey(number)}`;

async function storedHeads(db: Database, source: string, orders: readonly KnownOrder[]): Promise<Map<string, StoredHead>> {
  const rows = await db.rows<StoredHead & Record<string, unknown>>(sql`
    select id::text, external_id as "externalId", version, vendor_id::text as "ownerId", number, ordered_on as "orderedOn", status,
      deliver_by as "deliverBy", payment_terms as "paymentTerms", delivery_location as "deliveryLocation", site_id::text as "siteId", ${partiesSelected('purchase_orders')},
      place_of_supply as "placeOfSupply", value, line_count as lines
    from purchase_orders where source = ${source} and external_id = any(${orders.map(({ externalId }) => externalId)}::text[])`);
  return new Map(rows.map((row) => [row.externalId, row]));
}

/** Ids of orders by vendor and number; empty for orders of another system. */
async function takenNumbers(db: Database, source: string, orders: readonly KnownOrder[]): Promise<Map<string, string>> {
  if (orders.length === 0) return new Map();
  const rows = await db.rows<{ owner: string; number: string; id: string }>(sql`
    select vendor_id::text as owner, number, case when source = ${source} then external_id else '' end as id
    from purchase_orders where (vendor_id, code_key(number)) in (
      select * from unnest(${orders.map(({ ownerId }) => ownerId)}::bigint[], ${orders.map(({ number }) => codeKey(number))}::text[]))`);
  return new Map(rows.map(({ owner, number, id }) => [numberKey(owner, number), id]));
}

const HEAD_TABLE = `purchase_orders (id, source, external_id, version, vendor_id, number, ordered_on, deliver_by, payment_terms, status, acknowledged_on,
  acknowledgement_reference, acknowledgement_told_at, paid, delivery_location, site_id, vendor_address, vendor_registration_id, buyer_registration_id,
  place_of_supply, line_count, value, raw)`;

/** Copies headers and lines, because new orders come by the thousand. */
async function addOrders(
  db: Database,
  source: string,
  orders: readonly Valued[],
  actor: Pick<Actor, 'id' | 'key' | 'actingFor'> | null,
): Promise<void> {
  const drawn = await db.rows<{ id: string }>(sql`
    select nextval(pg_get_serial_sequence('purchase_orders', 'id'))::text as id from generate_series(1, ${orders.length}::int)`);
  const ids = drawn.map(({ id }) => id);
  const heads = orders.map((order, place) => [
    ids[place] ?? '',
    source,
    order.externalId,
    order.version,
    order.ownerId,
    order.number,
    order.orderedOn,
    order.deliverBy,
    order.paymentTerms,
    order.status,
    order.acknowledgedOn,
    order.acknowledgementReference,
    // PostgreSQL's keyword for the time of this transaction.
    order.acknowledgedOn === null ? null : 'now',
    order.paid,
    order.deliveryLocation,
    order.siteId,
    order.vendorAddress,
    order.vendorParty,
    order.buyerParty,
    order.placeOfSupply,
    order.lines.length,
    order.value,
    storedRaw(order),
  ]);
  await copyRows(db, HEAD_TABLE, heads);
  const lines = orders.flatMap((order, place) => linesOf(order, ids[place] ?? ''));
  await copyLines(db, orderLineTable, ['order_id'], lines);
  await db.execute(sql`
    insert into audit_log (${doerNames}, vendor_id, action, entity, entity_id, after)
    select ${doerOf(actor)}, vendor_id, 'order.create', 'purchaseOrder', id::text, jsonb_build_object('number', number,
      'orderedOn', ordered_on, 'status', status, 'value', value::text, 'deliverBy', deliver_by,
      'paymentTerms', payment_terms, 'deliveryLocation', delivery_location, 'vendorGST', orders."vendorGST", 'buyerGST', orders."buyerGST", 'placeOfSupply', place_of_supply,
      'lines', line_count)
    from (select *, ${partiesSelected('purchase_orders')} from purchase_orders) orders where id = any(${ids}::bigint[]) order by orders.id`);
}

const storedRaw = ({ raw }: PulledOrder): string | null => (raw === null || raw === undefined ? null : storableJson(raw));

async function amendOrders(
  db: Database,
  given: readonly (Valued & { before: StoredHead })[],
  actor: Pick<Actor, 'id' | 'key' | 'actingFor'> | null,
): Promise<void> {
  const ids = given.map(({ before }) => before.id);
  const standing = await standingOf(db, ids);
  const promised = await promisedOrders(
    db,
    given.map(({ before, lines }) => ({ id: before.id, lines })),
  );
  const orders = given.map((order) => (promised.has(order.before.id) ? { ...order, deliverBy: order.before.deliverBy } : order));
  const heads = orders.map(({ lines, before, ...order }) => ({
    ...order,
    id: before.id,
    toldOn: order.acknowledgedOn,
    lineCount: lines.length,
  }));
  // The system still sends an acknowledgement that was withdrawn in the portal.
  await db.execute(sql`
    update purchase_orders known set
      version = head.version, number = head.number, ordered_on = head."orderedOn", deliver_by = head."deliverBy", payment_terms = head."paymentTerms", status = head.status,
      acknowledged_on = coalesce(head."acknowledgedOn", known.acknowledged_on),
      acknowledgement_reference = case when head."acknowledgedOn" is null then known.acknowledgement_reference
        else coalesce(head."acknowledgementReference", known.acknowledgement_reference) end,
      acknowledgement_told_at = coalesce(known.acknowledgement_told_at, case when head."acknowledgedOn" is not null then now() end),
      paid = head.paid, delivery_location = head."deliveryLocation", site_id = head."siteId", vendor_address = head."vendorAddress",
      vendor_registration_id = head."vendorParty", buyer_registration_id = head."buyerParty", place_of_supply = head."placeOfSupply",
      line_count = head."lineCount", value = head.value, raw = head.raw, updated_at = clock_timestamp()
    from (
      select sent.*, case when not exists (
          select from withdrawn_acknowledgements withdrawn where order_id = sent.id and withdrawn.acknowledged_on >= sent."toldOn"
        ) then "toldOn" end as "acknowledgedOn"
      from jsonb_to_recordset(${storableJson(heads)}::jsonb) as sent(
      id bigint, version text, number text, "orderedOn" date, "deliverBy" date, "paymentTerms" text, status text, "toldOn" date,
      "acknowledgementReference" text, paid numeric, "deliveryLocation" text, "siteId" bigint, "vendorAddress" text,
      "vendorParty" bigint, "buyerParty" bigint, "placeOfSupply" text, "lineCount" int, value numeric, raw jsonb)
    ) head
    where known.id = head.id`);
  await amendLines(db, orders);
  const amended = await standingOf(db, ids);
  const ended = await followLines(db, ids);
  const outdated = orders.filter(({ before: { id }, status }) => status === 'Open' && isOutdated(standing.get(id), amended.get(id)));
  await withdrawAcknowledgements(
    db,
    outdated.flatMap(({ before: { id } }) => standing.get(id) ?? []),
  );
  await restartReminders(db, [...new Set([...outdated.map(({ before }) => before.id), ...ended])]);
  await tellAmended(
    db,
    orders.filter((order) => order.status === 'Open' && (outdated.includes(order) || ended.has(order.before.id))),
  );
  const reopened = new Set(outdated.map(({ before: { id } }) => id));
  const acknowledgedOn = (id: string) => (reopened.has(id) ? null : amended.get(id)?.acknowledgedOn);
  await recordAudits(
    db,
    orders.map(({ before, ...order }) => ({
      actor,
      ownerId: order.ownerId,
      action: 'order.amend',
      entity: 'purchaseOrder',
      entityId: before.id,
      before: { ...loggedHead(before), acknowledgedOn: standing.get(before.id)?.acknowledgedOn },
      after: { ...loggedHead({ ...order, lines: order.lines.length }), acknowledgedOn: acknowledgedOn(before.id) },
    })),
  );
  await compareAgain(db, { orders: ids });
}

function loggedHead(head: Omit<StoredHead, 'id' | 'version' | 'siteId'>) {
  const { orderedOn, status, value, deliverBy, paymentTerms, deliveryLocation, vendorGST, buyerGST, placeOfSupply, lines } = head;
  return { orderedOn, status, value, deliverBy, paymentTerms, deliveryLocation, vendorGST, buyerGST, placeOfSupply, lines };
}

/** The terms of a line that replaces none. */
const NEW_TERMS = { statedPrice: null, earlierPrices: '[]', confirmedQuantity: null };

/** The lines to store. Receipts determine the received quantity, unless the buyer's system counts it itself. */
const linesOf = (order: KnownOrder, id: string) =>
  order.lines.map((line, index) => ({
    ids: [id],
    line: {
      ...NEW_TERMS,
      ...line,
      acceptance: line.acceptance ?? 'receipt',
      line: index + 1,
      receivedQuantity: line.receivedQuantity ?? '0',
      rejectedQuantity: line.rejectedQuantity ?? '0',
    },
  }));

/**
 * Replaces the lines. Receipts and lines of invoices and self-invoices follow their line by its external id, or else go to the first line
 * of the same item; those of a removed item move to line 0.
 */
async function amendLines(db: Database, orders: readonly (KnownOrder & { before: StoredHead })[]): Promise<void> {
  const own = orders.map(({ before }) => before.id);
  const gone = await db.rows<GoneLine>(sql`
    delete from purchase_order_lines where order_id = any(${own}::bigint[])
    returning order_id::text as order, line, external_id as "externalId", item_code as "itemCode", item_name as "itemName"`);
  const lines = orders.flatMap((order) => linesOf(order, order.before.id));
  await copyLines(db, orderLineTable, ['order_id'], lines);
  const moved = sql`
      select before."order", before.line as was,
        coalesce(min(lines.line) filter (where same), min(lines.line) filter (where lines.item_code = before."itemCode"), 0) as line
      from jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as before("order" bigint, line int, "externalId" text, "itemCode" text)
      left join purchase_order_lines lines on lines.order_id = before."order",
      lateral (select lines.external_id = before."externalId" or (before."externalId" is null and lines.line = before.line) as same) is_same
      group by before."order", before.line`;
  for (const table of [sql`receipt_lines`, sql`invoice_lines`, sql`self_invoice_lines`]) {
    await db.execute(sql`
      update ${table} follower set line = moved.line from (${moved}) moved
      where follower.order_id = moved."order" and follower.line = moved.was and moved.line <> moved.was`);
  }
  await followReturns(db, orders, gone);
  await fillLines(db, own);
}
