import sql, { raw, type Sql } from 'sql-template-tag';

import { type LineOf, lineMap } from '../database/columns.ts';
import { goodsBackOf } from '../invoices/credits.ts';

/** The lines of purchase orders, without the `order_id` of each. */
export const orderLineTable = lineMap('purchase_order_lines', {
  line: 'integer',
  externalId: 'text?',
  itemCode: 'text',
  itemName: 'text',
  ean: 'text?',
  secondEan: 'text?',
  hsnCode: 'text?',
  skuCode: 'text?',
  uom: 'text?',
  quantity: 'numeric',
  caseQuantity: 'numeric?',
  receivedQuantity: 'numeric',
  rejectedQuantity: 'numeric',
  mrp: 'numeric?',
  unitPrice: 'numeric',
  discountRate: 'numeric',
  discount: 'numeric',
  taxable: 'numeric',
  cgstRate: 'numeric?',
  sgstRate: 'numeric?',
  igstRate: 'numeric?',
  cessRate: 'numeric?',
  cgst: 'numeric',
  sgst: 'numeric',
  igst: 'numeric',
  cess: 'numeric',
  total: 'numeric',
  statedPrice: 'numeric?',
  earlierPrices: 'jsonb',
  acceptance: 'text',
  confirmedQuantity: 'numeric?',
});

/**
 * The quantity of a line that was returned after acceptance, in the unit of the order: returns of invoiced goods by their claims, and
 * others by the order and item that they name. Goods that a receipt rejected were never accepted. `line` is the alias of the table.
 */
export const returnedOf = (line: Sql): Sql => sql`(coalesce((
    select sum(noted.quantity * billed.ordered_quantity / billed.quantity)
    from invoice_lines billed
      join memos claim on claim.invoice_id = billed.invoice_id and claim.return_id is not null and claim.status <> 'reversed'
      join memo_lines noted on noted.memo_id = claim.id and noted.no = billed.no
    where billed.order_id = ${line}.order_id and billed.line = ${line}.line), 0)
  -- What the claim's invoice had no goods left for counts with its first line.
  + coalesce((
    select sum(greatest(0, back.returned_quantity - (
      select sum(noted.quantity * part.ordered_quantity / part.quantity)
      from memo_lines noted join invoice_lines part on part.invoice_id = claim.invoice_id and part.no = noted.no where noted.memo_id = claim.id)))
    from invoice_lines billed
      join memos claim on claim.invoice_id = billed.invoice_id and claim.return_id is not null and claim.status <> 'reversed'
      join purchase_returns back on back.id = claim.return_id
    where billed.order_id = ${line}.order_id and billed.line = ${line}.line
      and billed.no = (select min(noted.no) from memo_lines noted where noted.memo_id = claim.id)), 0)
  + coalesce((
    select sum(back.returned_quantity)
    -- The offset has the order's returns read by their index: a plan made while the table was small else reads all of them for each line.
    from (
      select back.id, back.item_name, back.returned_quantity
      from purchase_orders head join purchase_returns back
        on back.vendor_id = head.vendor_id and code_key(back.po_number) = code_key(head.number) and back.source <> 'receipt'
      where head.id = ${line}.order_id offset 0) back
    where lower(trim(back.item_name)) = lower(trim(${line}.item_name))
      and not exists (
        select from memos claim join memo_lines noted on noted.memo_id = claim.id where claim.return_id = back.id and claim.status <> 'reversed')
      -- Asked of the return: the first such line was else looked for by every line of an order without returns.
      and ${line}.line = (
        select min(alike.line) from purchase_order_lines alike
        where alike.order_id = ${line}.order_id and lower(trim(alike.item_name)) = lower(trim(back.item_name)))), 0))`;

/**
 * The most that may be billed of a line, before the tolerance: the accepted quantity that was not returned, or the quantity that the buyer
 * confirmed as done, but never more than the order allows. `line` is the alias of the table.
 */
export const billableOf = (
  line: Sql,
  returned = returnedOf(line),
): Sql => sql`(case when ${line}.acceptance = 'order' then coalesce(${line}.confirmed_quantity, 0)
  else greatest(0, least(${line}.received_quantity - ${line}.rejected_quantity - ${returned}, ${mostOf(line)})) end)`;

/**
 * The most that may be received of a line: the ordered quantity with the over-delivery of the settings, or a higher quantity that the buyer
 * confirmed.
 */
export const mostOf = (line: Sql): Sql => sql`greatest(coalesce(${line}.confirmed_quantity, 0),
  ${line}.quantity * (1 + (select over_delivery from portal_settings) / 100))`;

/**
 * The prices of the first pieces of a line, which were accepted before another price was agreed: entries with a quantity limit and a unit
 * price.
 */
export interface EarlierPrice {
  until: string;
  unitPrice: string;
  discount: string;
}

/** The value without tax of the first pieces of a line, at the prices agreed for them. `line` is the alias of the table. */
const agreedValueOf = (line: Sql, pieces: Sql): Sql => sql`(case when ${line}.earlier_prices = '[]'
  then ${line}.taxable * ${pieces} / ${line}.quantity else (
    select sum(greatest(0, least(${pieces}, coalesce(until, ${pieces})) - since) * (price - off))
    from (
      select until, price, off, coalesce(lag(until) over (order by place), 0) as since from (
        select (tier ->> 'until')::numeric as until, (tier ->> 'unitPrice')::numeric as price, (tier ->> 'discount')::numeric as off, place
        from jsonb_array_elements(${line}.earlier_prices) with ordinality as tiers (tier, place)
        union all
        select null, ${line}.unit_price, ${line}.discount / ${line}.quantity, jsonb_array_length(${line}.earlier_prices) + 1) tiers) steps) end)`;

/**
 * The quantity of a line that is accepted and not invoiced yet, and its value with tax. Goods that memos take back of an invoice do not count
 * as invoiced.
 * @param alias the name of the row.
 * @param except an invoice that does not count.
 */
export function toInvoiceOf(alias: string, except: string | null = null): { quantity: Sql; value: Sql } {
  const line = raw(alias);
  const [billable, kept] = [billableOf(line), quantitiesOf(alias, except).kept];
  const agreed = (pieces: string) => agreedValueOf(line, raw(pieces));
  return {
    quantity: sql`greatest(0, ${billable} - ${kept})`,
    value: sql`(
      select coalesce(round((${agreed('billable')} - ${agreed('kept')}) * ${line}.total / nullif(${line}.taxable, 0), 2), 0)
      from (select ${billable} as billable, ${kept} as kept offset 0) figures)`,
  };
}

/** True for a line with accepted goods or work. Other lines are passed over before their invoices are read. @param alias the name of the row */
export const isAcceptedOf = (alias: string): Sql =>
  raw(`(${alias}.received_quantity > ${alias}.rejected_quantity or ${alias}.confirmed_quantity > 0)`);

/** The least remainder in rupees beside an invoice without lines: less is its rounding. */
const REMAINDER_LEAST = 1;

/**
 * The value to invoice of an order: that of its accepted lines that are not invoiced, less the invoices without lines that name the order. A
 * cancelled order is not invoiced. `order` is the alias of the table.
 */
export function valueToInvoice(order: string): Sql {
  const placed = raw(order);
  return sql`(
    select case when ${placed}.status = 'Cancelled' then 0 when bare = 0 then accepted
      when accepted - bare >= ${REMAINDER_LEAST} then accepted - bare else 0 end
    from (
      select coalesce(sum(greatest(0, ${toInvoiceOf('line').value})), 0) as accepted, (
        select coalesce(sum(invoices.value), 0) from invoices
        where invoices.vendor_id = ${placed}.vendor_id and code_key(invoices.po_number) = code_key(${placed}.number) and line_count = 0) as bare
      from purchase_order_lines line
      where line.order_id = ${placed}.id and ${isAcceptedOf('line')}) figures)`;
}

/**
 * The orders of one vendor with something to invoice, as rows of `id` and `value`. Most orders are invoiced in full: two passes over the
 * vendor's lines leave them out before the returns, memos and prices of each line are read. An invoice that a memo lowers does not count
 * there, because its goods may be invoiced again.
 */
export const ordersToInvoice = (vendorId: string | null): Sql => sql`(
  select id, value from (
    select placed.id, ${valueToInvoice('placed')} as value from purchase_orders placed
    where placed.vendor_id = ${vendorId}::bigint and placed.id in (
      select line.order_id
      from purchase_orders head
        join purchase_order_lines line on line.order_id = head.id
        left join (
          select billed.order_id, billed.line, sum(billed.ordered_quantity) as quantity
          from invoices billing join invoice_lines billed on billed.invoice_id = billing.id
          where billing.vendor_id = ${vendorId}::bigint and billing.match_state <> 'returned'
            and billing.id not in (select invoice_id from memos where vendor_id = ${vendorId}::bigint and lowers and invoice_id is not null)
          group by billed.order_id, billed.line) billed using (order_id, line)
      where head.vendor_id = ${vendorId}::bigint and head.status <> 'Cancelled'
        and greatest(line.received_quantity - line.rejected_quantity, line.confirmed_quantity) > coalesce(billed.quantity, 0))
    offset 0) accepted
  where value > 0)`;

/** A line of an order, with amounts as texts. */
export type StoredOrderLine = LineOf<typeof orderLineTable, string>;

/** True for a line with an open quantity. Quantities that the vendor's settled confirmation rejects are not expected. */
export const isLineLeft = (done: Sql): Sql => sql`${done} < line.quantity and ${done} < line.quantity - ${quantitiesOf('line').withheld}`;

/** True for an order with such a line. */
export const hasLineLeft = (order: Sql, done: Sql): Sql =>
  sql`exists (select from purchase_order_lines line where line.order_id = ${order} and ${isLineLeft(done)})`;

/** True for an order that awaits the buyer: the vendor has confirmed every line, and a proposal is pending. */
export const waitsForBuyer = (order: Sql): Sql => sql`(
  exists (select from order_answers where order_id = ${order} and is_current and state = 'proposed')
  and not exists (
    select from purchase_order_lines line where line.order_id = ${order} and not exists (
      select from order_answers where order_id = line.order_id and order_answers.line = line.line and is_current)))`;

/** CGST, SGST and IGST of a line together, in percent; null if the order states none. `line` is the alias of the table. */
export const taxRateOf = (line: Sql): Sql => sql`(case when num_nonnulls(${line}.cgst_rate, ${line}.sgst_rate, ${line}.igst_rate) > 0
  then trim_scale(coalesce(${line}.cgst_rate, 0) + coalesce(${line}.sgst_rate, 0) + coalesce(${line}.igst_rate, 0)) end)`;

/**
 * The confirmed, dispatched, received, invoiced and paid quantities of an order line, in the unit of the order, as expressions over a row
 * of its table. Every reader of an order's lines takes them from here. Quantities that credit memos take back are counted by invoice
 * (invoices/credits.ts).
 * @param alias the name of the row.
 * @param except an invoice that does not count.
 */
export function quantitiesOf(alias: string, except: string | null = null) {
  const line = raw(alias);
  const ofLine = (row: string) => raw(`${row}.order_id = ${alias}.order_id and ${row}.line = ${alias}.line`);
  const accepted = sql`(${line}.received_quantity - ${line}.rejected_quantity)`;
  const billed = (sum: Sql) => sql`coalesce((
    select ${sum} from invoice_lines billed join invoices billing on billing.id = billed.invoice_id
    where ${ofLine('billed')} and billing.match_state <> 'returned' and billing.id is distinct from ${except}::bigint), 0)`;
  return {
    ordered: sql`${line}.quantity`,
    /** The quantity that the vendor confirmed, or the ordered quantity if it only acknowledged the order. */
    confirmed: sql`coalesce((
      select case when answer.state not in ('accepted', 'agreed') then 0
        -- Accepted as ordered, where the order names no day.
        else coalesce((select sum((promise ->> 'quantity')::numeric) from jsonb_array_elements(answer.promises) promise), ${line}.quantity) end
      from order_answers answer where ${ofLine('answer')} and answer.is_current order by answer.id desc limit 1),
      case when (select acknowledged_on from purchase_orders where id = ${line}.order_id) is null then 0 else ${line}.quantity end)`,
    /** The quantity that the vendor's current confirmation rejects. */
    withheld: sql`coalesce((
      select answer.rejected from order_answers answer
      where ${ofLine('answer')} and answer.is_current and answer.state in ('accepted', 'agreed', 'rejected')), 0)`,
    /** The quantity on dispatched notes. */
    sent: sql`coalesce((
      select sum(part.quantity) from dispatch_lines part join dispatch_goods goods using (note_id)
      where ${ofLine('part')} and goods.delivers and goods.state in ('left', 'arrived', 'closed')), 0)`,
    received: sql`${line}.received_quantity`,
    /** The quantity that receipts rejected, which becomes a purchase return. */
    rejected: sql`${line}.rejected_quantity`,
    accepted,
    /** The accepted quantity that was returned. */
    returned: returnedOf(line),
    /** The quantity on invoices that were not sent back to the vendor. */
    invoiced: billed(sql`sum(billed.ordered_quantity)`),
    /** The same less the goods that memos take back of these invoices. */
    kept: billed(sql`sum(billed.ordered_quantity * (1 - ${goodsBackOf(sql`billed`)} / billed.quantity))`),
    paid: billed(sql`round(sum(billed.ordered_quantity * least(billing.paid / nullif(billing.value, 0), 1)), 3)`),
  };
}
