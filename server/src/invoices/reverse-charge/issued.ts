import { Decimal } from '@aapurti/contract/ground/numbers';
import type { SelfInvoiced } from '@aapurti/contract/invoices/matchFacts';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../../database/database.ts';

/** The condition that a self-invoice counts, by the alias `issued`: neither it nor its receipt is cancelled. */
export const counting: Sql = sql`issued.cancelled_at is null and not exists (select from receipts where receipts.id = issued.receipt_id and cancelled_at is not null)`;

interface IssuedOf extends Record<string, unknown> {
  orderId: string;
  itemCode: string;
  quantity: string;
  numbers: string[];
}

/** The goods of these orders that are on self-invoices, by order and item. */
export async function issuedOf(db: Database, orderIds: readonly string[]): Promise<IssuedOf[]> {
  if (orderIds.length === 0) return [];
  return db.rows<IssuedOf>(sql`
    select part.order_id::text as "orderId", item_code as "itemCode", sum(part.quantity) as quantity,
      array_agg(distinct issued.number) as numbers
    from self_invoice_lines part join self_invoices issued on issued.id = part.self_invoice_id
    join purchase_order_lines ordered on ordered.order_id = part.order_id and ordered.line = part.line
    where part.order_id = any(${orderIds}::bigint[]) and ${counting} group by part.order_id, item_code`);
}

/** The key of a line's item in its order. */
export const goodsOf = ({ orderId, itemCode }: { orderId: string; itemCode: string }) => `${orderId}/${itemCode}`;

export interface TaxedGoods extends Pick<SelfInvoiced, 'taxed' | 'taxedBack' | 'untaxedBack'> {
  taxed: Decimal;
  taxedBack: Decimal;
  untaxedBack: Decimal;
}
export const NO_GOODS: TaxedGoods = { taxed: new Decimal(0), taxedBack: new Decimal(0), untaxedBack: new Decimal(0) };

/** The goods of an invoice line, and those that notes take back. */
export const goodsTaxed = (isTaxed: boolean, quantity: Decimal, credited: Decimal): TaxedGoods =>
  isTaxed ? { ...NO_GOODS, taxed: quantity, taxedBack: credited } : { ...NO_GOODS, untaxedBack: credited };

export const addedGoods = (one: TaxedGoods, other: TaxedGoods): TaxedGoods => ({
  taxed: one.taxed.plus(other.taxed),
  taxedBack: one.taxedBack.plus(other.taxedBack),
  untaxedBack: one.untaxedBack.plus(other.untaxedBack),
});

/** The condition of an invoice without lines that charges tax and names an order of which goods are on a self-invoice: nothing tells which goods it taxes. */
export const taxesSelfInvoiced = (owner: string | Sql, poNumber: Sql, taxes: Sql): Sql => sql`
  (coalesce(${taxes}, 0) > 0 and exists (
    select from self_invoices issued join purchase_orders orders on orders.id = issued.order_id
    where issued.vendor_id = ${owner} and code_key(orders.number) = code_key(${poNumber}) and ${counting}))`;
