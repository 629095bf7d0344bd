import type { Terms } from '@aapurti/contract/purchase-orders/orders';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import type { PulledLine } from '../erp/records.ts';
import { storableJson } from '../database/storable.ts';
import { held } from './lock.ts';

/** The terms of an order, and whether its vendor has acknowledged it. */
export interface Standing extends Record<string, unknown> {
  id: string;
  acknowledgedOn: string | null;
  reference: string | null;
  terms: Terms;
}

/** Locks the orders, so that nobody acknowledges terms that are being replaced. */
export async function standingOf(db: Database, ids: readonly string[]): Promise<Map<string, Standing>> {
  const rows = await db.rows<Standing>(sql`
    select id::text, acknowledged_on as "acknowledgedOn", acknowledgement_reference as reference,
      jsonb_build_object('poDate', ordered_on, 'deliverBy', deliver_by, 'paymentTerms', payment_terms, 'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('itemCode', item_code, 'itemName', item_name, 'quantity', quantity, 'mrp', mrp,
          'price', coalesce(stated_price, unit_price), 'discount', discount, 'total', total) order by line), '[]')
        from purchase_order_lines where order_id = purchase_orders.id)) as terms
    from purchase_orders where id = any(${ids}::bigint[]) order by purchase_orders.id ${held('purchase_orders')}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** True if an acknowledgement covered other terms. One that the buyer's system reports with a later date covers the new terms. */
export function isOutdated(before: Standing | undefined, after: Standing | undefined): boolean {
  const [was, is] = [before?.acknowledgedOn, after?.acknowledgedOn];
  if (before === undefined || after === undefined || was === null || was === undefined) return false;
  return (is ?? '') <= was && termsKey(before.terms) !== termsKey(after.terms);
}

/** Equal for equal terms; the order of lines and item names do not matter. */
function termsKey({ poDate, deliverBy, paymentTerms = null, lines }: Terms): string {
  return JSON.stringify([poDate, deliverBy, paymentTerms, lines.map((line) => JSON.stringify({ ...line, itemName: '' })).toSorted()]);
}

/** Reopens the orders, and stores the earlier acknowledgements with their terms. */
export async function withdrawAcknowledgements(db: Database, orders: readonly Standing[]): Promise<void> {
  if (orders.length === 0) return;
  await db.execute(sql`
    insert into withdrawn_acknowledgements (order_id, acknowledged_on, reference, terms)
    select id, "acknowledgedOn", reference, terms
    from jsonb_to_recordset(${storableJson(orders)}::jsonb) as was(id bigint, "acknowledgedOn" date, reference text, terms jsonb)`);
  await db.execute(sql`
    update purchase_orders set acknowledged_on = null, acknowledgement_reference = null, acknowledgement_told_at = null
    where id = any(${orders.map(({ id }) => id)}::bigint[])`);
}

/**
 * The orders whose ERP expects every confirmed line on the date that its vendor confirmed: their order date follows the confirmations and
 * does not count as a change by the buyer. Read before the lines are replaced.
 */
export async function promisedOrders(
  db: Database,
  orders: readonly { id: string; lines: readonly PulledLine[] }[],
): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ id: string; externalId: string; days: string[] }>(sql`
    select answer.order_id::text as id, line.external_id as "externalId", array_agg(last.day) as days
    from order_answers answer join purchase_order_lines line on line.order_id = answer.order_id and line.line = answer.line
    cross join lateral (select max(promise->>'date') as day from jsonb_array_elements(promises) promise) last
    where answer.order_id = any(${orders.map(({ id }) => id)}::bigint[]) and line.external_id is not null and last.day is not null
      and (told_at is not null or (decision = 'change' and state in ('accepted', 'agreed', 'replaced')))
    group by answer.order_id, line.external_id having bool_or(decision = 'change')`);
  const promised = new Map<string, Map<string, readonly string[]>>();
  for (const { id, externalId, days } of rows) promised.set(id, (promised.get(id) ?? new Map()).set(externalId, days));
  const follows = ({ id, lines }: (typeof orders)[number]) => {
    const answered = lines.flatMap(({ externalId, expectedOn, receivedQuantity }) => {
      const days = promised.get(id)?.get(externalId ?? '');
      // The ERP's date is the shipment's date if goods are in transit or received.
      return days === undefined ? [] : [expectedOn === null || days.includes(expectedOn ?? '') || Number(receivedQuantity) > 0];
    });
    return answered.length > 0 && !answered.includes(false);
  };
  return new Set(orders.filter(follows).map(({ id }) => id));
}
