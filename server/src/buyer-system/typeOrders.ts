import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { type buyerOrders, messages, orderCodes, type TypedLine, type TypedOrder } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { type BodyOf, commonCodes } from '@aapurti/contract/ground/operation';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import type { PartyFields } from '@aapurti/contract/ground/registrationRules';
import { messages as lineMessages } from '@aapurti/contract/sheets/lineSheets';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { tell } from '../mail/queue.ts';
import { refuseOtherSites } from '../access/ownSites.ts';
import { coded, conflict, notFound, refuseStale } from '../ground/refusal.ts';
import { termsOf } from '../purchase-orders/agreedTerms.ts';
import { compareAgain, held } from '../purchase-orders/lock.ts';
import { ownOrder } from '../purchase-orders/orders.ts';
import { hasAccepted } from '../purchase-orders/overDelivery.ts';
import { renameReturns } from '../purchase-orders/received.ts';
import { type KnownOrder, lockOrders, storeOrders } from '../purchase-orders/store.ts';
import { buyerState, partiesOfOrders, refuseUnresolved, supplyOfOrder } from '../registrations/parties.ts';
import { EMBEDDED } from '../erp/embedded.ts';
import { externalIdOf, factsOf, type GivenLine, itemOf, orderFrom, versionOf } from './typedOrder.ts';

const ACCESS = 'purchasing';

/**
 * Adds an order entered in the portal; it is stored like an imported one.
 * @throws Refusal 403 for a site that the caller may not change, 422 if the number is taken or an item is unknown.
 */
export async function typeOrder(ctx: Context, actor: Actor, body: BodyOf<typeof buyerOrders.create>): Promise<PurchaseOrder> {
  return ctx.db.transaction(async (tx) => {
    await lockOrders(tx, EMBEDDED);
    const vendor = await tx.first<{ id: string }>(sql`
      select id::text from vendors where id = ${idOf(body.userID)} and exists (select from users where users.vendor_id = vendors.id)`);
    if (vendor === undefined) throw coded(422, 'This vendor does not exist.', { field: 'userID', code: commonCodes.unknownVendor });
    const order = await built(ctx, tx, vendor.id, body);
    await refuseNumberInUse(tx, vendor.id, body.poNumber, null);
    const id = await store(tx, order, actor);
    await refuseOtherSites(tx, actor, ACCESS, [id], 'deliveryLocation');
    return ownOrder(tx, actor, id);
  });
}

/**
 * Changes an open order that was uploaded or entered in the portal.
 * @throws Refusal 403 for a site that the caller may not change, before or after; 404; 409 if it is not open, comes from an ERP or is
 * stale; 422.
 */
export async function editOrder(ctx: Context, actor: Actor, id: string, body: BodyOf<typeof buyerOrders.edit>): Promise<PurchaseOrder> {
  return ctx.db.transaction(async (tx) => {
    await lockOrders(tx, EMBEDDED);
    const before = await openOrder(tx, actor, id);
    refuseStale(before, body.updatedAt);
    if (body.poNumber !== before.poNumber) {
      await refuseNumberInUse(tx, before.userID, body.poNumber, before._id);
      // An uploaded order is found again by its current number.
      await tx.execute(sql`
        update purchase_orders set external_id = ${externalIdOf(before.userID, body.poNumber)}, number = ${body.poNumber} where id = ${before._id}`);
      await renameReturns(tx, [{ ownerId: before.userID, wasNumber: before.poNumber, number: body.poNumber, was: null, name: null }]);
    }
    await store(tx, await built(ctx, tx, before.userID, { ...body, ...(await partiesAsked(tx, body, before)) }), actor);
    await refuseOtherSites(tx, actor, ACCESS, [before._id], 'deliveryLocation');
    return ownOrder(tx, actor, before._id);
  });
}

/** Cancels an open order that was uploaded or entered in the portal. @throws Refusal 403, 404, 409. */
export async function cancelOrder(ctx: Context, actor: Actor, id: string): Promise<PurchaseOrder> {
  return ctx.db.transaction(async (tx) => {
    const before = await openOrder(tx, actor, id);
    if (await hasAccepted(tx, before._id)) throw conflict(messages.arrived(before.poNumber), { code: orderCodes.arrived, data: before });
    await tx.execute(sql`
      update purchase_orders set status = 'Cancelled', version = ${versionOf(['cancelled', before.updatedAt])}, updated_at = clock_timestamp()
      where id = ${before._id}`);
    await recordAudit(tx, {
      actor,
      ownerId: before.userID,
      action: 'order.cancel',
      entity: 'purchaseOrder',
      entityId: before._id,
      before: { status: before.status },
      after: { status: 'Cancelled' },
    });
    await compareAgain(tx, { orders: [before._id] });
    return ownOrder(tx, actor, before._id);
  });
}

/** Closes short an open order that was uploaded or entered in the portal. @throws Refusal 403, 404, 409. */
export async function closeOrder(
  ctx: Context,
  actor: Actor,
  id: string,
  { reason, updatedAt }: BodyOf<typeof buyerOrders.close>,
): Promise<PurchaseOrder> {
  return ctx.db.transaction(async (tx) => {
    const before = await openOrder(tx, actor, id);
    refuseStale(before, updatedAt);
    await tx.execute(sql`
      update purchase_orders set status = 'Closed', closed_reason = ${reason}, version = ${versionOf(['closed', before.updatedAt])},
        updated_at = clock_timestamp()
      where id = ${before._id}`);
    await recordAudit(tx, {
      actor,
      ownerId: before.userID,
      action: 'order.close',
      entity: 'purchaseOrder',
      entityId: before._id,
      before: { status: before.status },
      after: { status: 'Closed', closedReason: reason },
    });
    await compareAgain(tx, { orders: [before._id] });
    const value = String(before.value);
    const content = { count: 1, orders: [{ number: before.poNumber, value, was: value, closed: reason }] };
    await tell(tx, [{ kind: 'amendments', vendorId: before.userID, content }]);
    return ownOrder(tx, actor, before._id);
  });
}

/**
 * Confirms a quantity of a line, which amends the order: the finished part of a service, or a quantity that may be received beyond the
 * ordered one. It works for ERP orders too, because quantities that the ERP reports beyond the order count only then.
 * @throws Refusal 403, 404, 409 if the order is cancelled or stale, 422 for a line that is not in the order.
 */
export async function confirmQuantity(
  ctx: Context,
  actor: Actor,
  id: string,
  { line, quantity, updatedAt }: BodyOf<typeof buyerOrders.confirm>,
): Promise<PurchaseOrder> {
  return ctx.db.transaction(async (tx) => {
    const before = await ownOrder(tx, actor, id, held('purchase_orders'));
    await refuseOtherSites(tx, actor, ACCESS, [before._id]);
    refuseStale(before, updatedAt);
    if (before.status === 'Cancelled') throw hasEnded(before);
    const known = await tx.first<{ confirmed: string | null }>(sql`
      select confirmed_quantity as confirmed from purchase_order_lines where order_id = ${before._id} and line = ${line}`);
    if (known === undefined) throw coded(422, lineMessages.noLine(line, before.poNumber), { field: 'line', code: orderCodes.noSuchLine });
    await tx.execute(sql`
      update purchase_order_lines set confirmed_quantity = ${quantity.toFixed()} where order_id = ${before._id} and line = ${line}`);
    await tx.execute(sql`update purchase_orders set updated_at = clock_timestamp() where id = ${before._id}`);
    await recordAudit(tx, {
      actor,
      ownerId: before.userID,
      action: 'order.confirm',
      entity: 'purchaseOrder',
      entityId: before._id,
      before: { [say('Line {line}', { line })]: known.confirmed },
      after: { [say('Line {line}', { line })]: quantity.toFixed() },
    });
    await compareAgain(tx, { orders: [before._id] });
    return ownOrder(tx, actor, before._id);
  });
}

async function openOrder(tx: Database, actor: Actor, id: string): Promise<PurchaseOrder> {
  const stored = await tx.first<{ source: string }>(
    sql`select source from purchase_orders where id = ${idOf(id)} ${held('purchase_orders')}`,
  );
  if (stored === undefined) throw notFound();
  const order = await ownOrder(tx, actor, id);
  await refuseOtherSites(tx, actor, ACCESS, [order._id]);
  if (stored.source !== EMBEDDED)
    throw conflict(say('Order {number} comes from {source}. Change it there.', { number: order.poNumber, source: stored.source }), {
      code: orderCodes.ofErp,
    });
  if (order.status === 'Closed' || order.status === 'Cancelled') throw hasEnded(order);
  return order;
}

const hasEnded = ({ poNumber, status, updatedAt }: PurchaseOrder) =>
  conflict(messages.ended(poNumber, status, showDate(indianDay(new Date(updatedAt)))), { code: orderCodes.ended });

/** @param except the order that is edited. @throws Refusal 422 naming the vendor's order that has the number. */
async function refuseNumberInUse(tx: Database, ownerId: string, number: string, except: string | null): Promise<void> {
  const taken = await tx.first<{ number: string; day: string; value: string }>(sql`
    select number, ordered_on::text as day, value::text from purchase_orders
    where vendor_id = ${ownerId} and code_key(number) = code_key(${number}::text) and id is distinct from ${except}::bigint`);
  if (taken === undefined) return;
  const text = messages.numberInUse(taken.number, showDate(taken.day), showMoney(taken.value));
  throw coded(422, text, { field: 'poNumber', code: orderCodes.numberInUse });
}

/** The order keeps its registration if it is still valid on the new date. */
async function partiesAsked(tx: Database, body: TypedOrder, before: PurchaseOrder): Promise<PartyFields> {
  const { vendorGST, buyerGST, poDate: orderedOn } = body;
  const [found] = await partiesOfOrders(tx, [{ ownerId: before.userID, orderedOn, vendorGST, buyerGST }]);
  return {
    vendorGST: found?.vendor === '0' && vendorGST === before.vendorGST ? null : vendorGST,
    buyerGST: found?.buyer === '0' && buyerGST === before.buyerGST ? null : buyerGST,
  };
}

async function built(ctx: Context, tx: Database, ownerId: string, body: TypedOrder): Promise<KnownOrder> {
  const lines = body.lines.map(givenLine);
  const facts = await factsOf(tx, lines);
  for (const [index, line] of lines.entries()) {
    const item = itemOf(line, facts);
    if (item !== null && 'problem' in item)
      throw coded(422, say('Line {index}: {problem}', { index: index + 1, problem: item.problem }), {
        field: 'lines',
        code: orderCodes.item,
      });
  }
  const { poNumber: number, poDate: orderedOn, ...head } = body;
  const [paymentTerms = null] = await termsOf(tx, EMBEDDED, [{ ...head, ownerId, externalId: externalIdOf(ownerId, number) }]);
  const order = { ...head, paymentTerms, ownerId, number, orderedOn, status: 'Open', lines } as const;
  const [parties] = await partiesOfOrders(tx, [order]);
  if (parties === undefined) throw new Error('an order has its parties');
  refuseUnresolved(parties, orderedOn, head);
  return orderFrom({ ...order, ...parties.chosen }, facts, supplyOfOrder(parties, order.placeOfSupply, await buyerState(tx, ctx)));
}

function givenLine({ EANCode: ean, MRP: mrp, ...rest }: TypedLine): GivenLine {
  return { ...rest, ean, mrp };
}

async function store(tx: Database, order: KnownOrder, actor: Actor): Promise<string> {
  const { refused } = await storeOrders(tx, EMBEDDED, [order], actor);
  const [problem] = refused.values();
  if (problem !== undefined) throw coded(422, problem.problem, { field: 'lines', code: problem.code });
  const stored = await tx.one<{ id: string }>(sql`
    select id::text from purchase_orders where source = ${EMBEDDED} and external_id = ${order.externalId}`);
  return stored.id;
}
