import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import type { PulledOrder } from '../erp/records.ts';
import { grouped } from '../mail/queue.ts';
import { type RejectedGoods, tellRejected } from '../mail/rejectedGoods.ts';
import type { StoredOrderLine } from './lines.ts';
import { followedLines, type KnownLine } from './agreedTerms.ts';
import { compareAgain } from './lock.ts';

/** Allocates an item's received quantity to its lines in order; the last line takes any excess. */
const filling = (quantity: Sql) => sql`
  case when line = max(line) over item then greatest(${quantity} - coalesce(sum(lines.quantity) over earlier, 0), 0)
    else least(lines.quantity, greatest(${quantity} - coalesce(sum(lines.quantity) over earlier, 0), 0)) end`;

/**
 * Sets the received and rejected quantities of lines from the receipts. Receipts do not distinguish paid from free goods, so the quantity
 * of an item fills its lines one after the other, and the last line takes any excess. Invoices of these orders are matched again.
 */
export async function countReceipts(db: Database, orderIds: readonly string[]): Promise<void> {
  await fillLines(db, orderIds);
  await compareAgain(db, { orders: orderIds });
}

/**
 * Notifies vendors of goods that the buyer's system has rejected since it was last asked. It states them for each line of an order.
 * @param before the stored lines by the order's external id; none for a new order.
 */
export async function tellRejectedLines(
  db: Database,
  orders: readonly (PulledOrder & { ownerId: string })[],
  before: ReadonlyMap<string, readonly StoredOrderLine[]>,
): Promise<void> {
  const rejected = orders.flatMap(({ externalId: order, ownerId, number: poNumber, lines }) => {
    const known = before.get(order) ?? [];
    const followed = followedLines(lines, known);
    return lines.flatMap(({ uom, rejectedQuantity }, index): RejectedGoods[] => {
      const more = new Decimal(rejectedQuantity ?? 0).minus(followed[index]?.rejectedQuantity ?? 0);
      return more.gt(0) ? [{ ownerId, receipt: null, poNumber, line: index + 1, uom, rejected: more.toNumber(), reason: null }] : [];
    });
  });
  await tellRejected(db, rejected);
}

/** A line of an order before an amendment replaced it. */
export interface GoneLine extends Record<string, unknown>, KnownLine {
  order: string;
  itemName: string;
}

/**
 * Lets returns follow an amendment that renames their order or item, because they name both as text: otherwise the returned goods would
 * count as accepted again.
 */
export async function followReturns(
  db: Database,
  orders: readonly (PulledOrder & { ownerId: string; before: { id: string; number: string } })[],
  gone: readonly GoneLine[],
): Promise<void> {
  const byOrder = grouped(gone, ({ order }) => order);
  const renamed = orders.flatMap(({ ownerId, number, lines, before }) => {
    const old = (byOrder.get(before.id) ?? []).toSorted((one, other) => one.line - other.line);
    const followed = followedLines(lines, old);
    const names = new Map<string, string>();
    // A return counts for the first line with its name.
    const rename = (was: GoneLine | undefined, name: string) => {
      if (was !== undefined && !names.has(nameKey(was.itemName))) names.set(nameKey(was.itemName), name);
    };
    lines.forEach(({ itemName }, index) => rename(followed[index], itemName));
    for (const was of old) rename(was, was.itemName);
    const isMoved = codeKey(number) !== codeKey(before.number);
    return [...names].flatMap(([was, name]) =>
      isMoved || was !== nameKey(name) ? [{ ownerId, wasNumber: before.number, number, was, name }] : [],
    );
  });
  await renameReturns(db, renamed);
}

interface Renamed {
  ownerId: string;
  wasNumber: string;
  number: string;
  /** The item's name before; null for all items of the order. */
  was: string | null;
  name: string | null;
}

/** Renames the order and the item that returns name. */
export async function renameReturns(db: Database, renamed: readonly Renamed[]): Promise<void> {
  if (renamed.length === 0) return;
  await db.execute(sql`
    update purchase_returns back set po_number = renamed.number, item_name = coalesce(renamed.name, item_name), updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) renamed("ownerId" bigint, "wasNumber" text, number text, was text, name text)
    where back.vendor_id = renamed."ownerId" and code_key(back.po_number) = code_key(renamed."wasNumber")
      and (renamed.was is null or lower(trim(back.item_name)) = renamed.was)`);
}

const nameKey = (name: string) => name.trim().toLowerCase();

/** Sets them without matching the invoices, which an amendment does itself. */
export async function fillLines(db: Database, orderIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    with arrived as (
      select order_id, line, sum(quantity) as quantity, sum(quantity - rejected) as accepted
      from receipt_lines where order_id = any(${orderIds}::bigint[]) group by order_id, line
    ), lines as (
      select order_id, line, item_code, ordered.quantity, sum(arrived.quantity) over item as received, sum(arrived.accepted) over item as accepted
      from purchase_order_lines ordered left join arrived using (order_id, line)
      where order_id = any(${orderIds}::bigint[]) window item as (partition by order_id, item_code)
    ), filled as (
      select order_id, line, ${filling(sql`received`)} as quantity, ${filling(sql`accepted`)} as accepted
      from lines where received is not null
      window item as (partition by order_id, item_code),
        earlier as (partition by order_id, item_code order by line rows between unbounded preceding and 1 preceding)
    )
    update purchase_order_lines lines set received_quantity = filled.quantity, rejected_quantity = filled.quantity - filled.accepted
    from filled
    where lines.order_id = filled.order_id and lines.line = filled.line
      and (lines.received_quantity, lines.rejected_quantity) is distinct from (filled.quantity, filled.quantity - filled.accepted)`);
}

/**
 * The lines of orders for which receipts have more or less than the dispatch notes that they received. A cancelled receipt has no
 * difference, nor has one without a note or with a note without lines.
 * @param which receipts, by the alias `receipt`.
 */
export const differencesOf = (which: Sql): Sql => sql`
  select receipt.id as receipt_id, part.order_id, part.line, sum(part.sent) as sent, sum(part.received) as received
  from receipts receipt cross join lateral (
    select order_id, line, quantity as sent, 0 as received from dispatch_lines where note_id = receipt.note_id and order_id is not null
    union all
    select order_id, line, 0, quantity from receipt_lines where receipt_id = receipt.id) part
  where ${which} and receipt.cancelled_at is null and exists (select from dispatch_lines where note_id = receipt.note_id)
  group by receipt.id, part.order_id, part.line having sum(part.sent) <> sum(part.received)`;
