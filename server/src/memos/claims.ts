import { Decimal } from '@aapurti/contract/ground/numbers';
import type { Memo } from '@aapurti/contract/memos/memos';
import sql, { type Sql } from 'sql-template-tag';

import { recordAudits } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { freesGoods, goodsNotedOf } from '../invoices/credits.ts';
import { returnedOf } from '../purchase-orders/lines.ts';
import { lockAccounts, lockBilled } from '../purchase-orders/lock.ts';
import { type NotedLine, storeNotedLines } from './references.ts';
import { giveBackClaims, isTaken, takeClaims } from './taken.ts';

interface Returned extends Record<string, unknown> {
  id: string;
  owner: string;
  itemName: string;
  /** The quantity is in the unit of the order. */
  quantity: string;
  day: string;
  /** The invoice that billed the goods; null if none matches, and then the return has no effect. */
  invoice: string | null;
  number: string;
  invoiceDate: string;
  no: number;
  billed: string;
  /** The billed quantity in the unit of the order, and the part of it that neither notes nor other claims took back. */
  ordered: string;
  left: string;
  taxable: string;
  cgst: string;
  sgst: string;
  igst: string;
  cess: string;
  claim: string | null;
  status: string | null;
  answered: string | null;
  /** The order of the line, and its number; null without an order. */
  order: string | null;
  poNumber: string | null;
  /** True if the return names an order. */
  isNamed: boolean;
}

/**
 * Matches returns with the lines that billed their goods: of the invoices that they name, the one that covers most of them, or else the
 * newest. An item is identified by the order's name for it, which the vendor writes on its invoice.
 */
const returned = (which: Sql, invoices: readonly string[] | null = null) => sql`
  select purchase_returns.id::text, purchase_returns.vendor_id::text as owner, purchase_returns.item_name as "itemName", returned_quantity as quantity,
    (now() at time zone 'Asia/Kolkata')::date as day, billed.invoice::text, billed.number, billed.invoice_date as "invoiceDate", billed.no, billed.quantity as billed,
    billed.ordered_quantity as ordered, billed.left, billed.taxable, billed.cgst, billed.sgst, billed.igst, billed.cess, claim.id::text as claim, claim.status,
    claim.answered, billed."order", billed."poNumber", purchase_returns.po_number is not null as "isNamed"
  from purchase_returns left join memos claim on claim.return_id = purchase_returns.id left join lateral (
    select *, dense_rank() over (
      order by (invoice = claim.invoice_id) desc nulls last, least(room, purchase_returns.returned_quantity) desc, invoice_date desc, invoice desc) as place
    from (
      select invoices.id as invoice, invoices.number, invoices.invoice_date, line.no, line.quantity, line.ordered_quantity,
        line.order_id::text as "order", purchase_orders.number as "poNumber", back.left, line.taxable, line.cgst, line.sgst,
        line.igst, line.cess, sum(back.left) over (partition by invoices.id) as room
      from invoice_lines line join invoices on invoices.id = line.invoice_id left join purchase_orders on purchase_orders.id = line.order_id
        left join purchase_order_lines ordered on ordered.order_id = line.order_id and ordered.line = line.line
        cross join lateral (
          select greatest(0, line.quantity - ${goodsNotedOf(sql`line`, sql`claim.id`)}) * line.ordered_quantity / line.quantity as left) back
      where invoices.vendor_id = purchase_returns.vendor_id and match_state <> 'returned'
        and lower(trim(coalesce(ordered.item_name, line.item_name))) = lower(trim(purchase_returns.item_name))
        and (${invoices}::bigint[] is null or invoices.id = any(${invoices}::bigint[]))
        and num_nonnulls(purchase_returns.invoice_number, purchase_returns.po_number) > 0
        and (purchase_returns.invoice_number is null or code_key(invoices.number) = code_key(purchase_returns.invoice_number)
          and (purchase_returns.invoice_date is null or purchase_returns.invoice_date = invoices.invoice_date))
        and (purchase_returns.po_number is null or code_key(purchase_orders.number) = code_key(purchase_returns.po_number))) fitting) billed on place = 1
  where ${which} order by purchase_returns.id, billed.no`;

/**
 * Makes claims for returns of invoiced goods, for their cost on the invoices: exactly that amount is withheld. A claim that the vendor
 * answered or accepted stays unchanged.
 * @param more.onlyNeeded claims no more than the billed quantity exceeds the accepted one.
 * @returns ids of the orders whose goods are claimed.
 */
export async function claimReturned(tx: Database, which: Sql, { onlyNeeded = false } = {}): Promise<string[]> {
  const seen = await tx.rows<Returned>(returned(which));
  const ids = [...new Set(seen.flatMap(({ invoice }) => invoice ?? []))];
  if (ids.length === 0) return [];
  const orders = await lockBilled(tx, ids);
  await lockAccounts(tx, [...new Set(seen.map(({ owner }) => owner))]);
  // A claim that a payment deducted is assessed again, and deducted again if it is the same.
  const { payments } = await giveBackClaims(tx, null, sql`return_id = any(${seen.map(({ id }) => id)}::bigint[])`);
  const made: { id: string; owner: string; amount: string; isNew: boolean }[] = [];
  // The claims are made one after another, because each uses up what the next ones could use.
  for (const returnId of new Set(seen.map(({ id }) => id))) {
    const billed = await tx.rows<Returned>(returned(sql`purchase_returns.id = ${returnId}`, ids));
    const [goods] = billed;
    if (goods === undefined || goods.invoice === null) continue;
    if (goods.status !== null && (goods.status !== 'open' || Number(goods.answered) > 0)) continue;
    const quantity = await claimableOf(tx, goods, onlyNeeded);
    const lines = linesOf(billed, quantity);
    const total = (field: 'taxable' | 'cgst' | 'sgst' | 'igst' | 'cess') =>
      lines.reduce((sum, line) => sum.plus(line[field]), new Decimal(0));
    const [taxable, cgst, sgst, igst] = [total('taxable'), total('cgst'), total('sgst'), total('igst')];
    const claimed = lines.reduce((sum, line) => sum.plus(line.quantity), new Decimal(0)).toFixed();
    const amount = Decimal.min(Decimal.sum(taxable, cgst, sgst, igst, total('cess')), await leftOf(tx, goods.invoice, goods.claim)).toFixed(
      2,
    );
    if (goods.claim === null && Number(amount) === 0) continue;
    const { id } = await tx.one<{ id: string }>(
      goods.claim === null
        ? sql`
            insert into memos (kind, vendor_id, product_name, vendor_invoice_ref, vendor_invoice_date, description, item_quantity, cgst, sgst, igst, amount,
              memo_date, issuer, status, invoice_id, return_id)
            values ('debit', ${goods.owner}, ${goods.itemName}, ${goods.number}, ${goods.invoiceDate}, 'Goods returned', ${claimed}, ${cgst.toFixed(2)},
              ${sgst.toFixed(2)}, ${igst.toFixed(2)}, ${amount}, ${goods.day}, 'buyer', 'open', ${goods.invoice}, ${goods.id})
            returning id::text`
        : sql`
            update memos set invoice_id = ${goods.invoice}, vendor_invoice_ref = ${goods.number}, vendor_invoice_date = ${goods.invoiceDate}, item_quantity = ${claimed}, cgst = ${cgst.toFixed(2)}, sgst = ${sgst.toFixed(2)}, igst = ${igst.toFixed(2)}, amount = ${amount},
              updated_at = clock_timestamp()
            where id = ${goods.claim} returning id::text`,
    );
    await storeNotedLines(tx, id, lines);
    made.push({ id, owner: goods.owner, amount, isNew: goods.claim === null });
  }
  await recordAudits(
    tx,
    made.map(({ id, owner, amount, isNew }) => ({
      actor: null,
      ownerId: owner,
      action: isNew ? 'debitMemo.create' : 'debitMemo.edit',
      entity: 'debitMemo' as const,
      entityId: id,
      after: { amount },
    })),
  );
  await takeClaims(tx, null, payments);
  return orders;
}

/**
 * Ends the claims of returns that are reversed: open claims, and those that payments deducted.
 * @returns ids of the orders whose goods were claimed.
 */
export async function endClaims(tx: Database, which: Sql): Promise<string[]> {
  const claims = await tx.rows<{ id: string; invoice: string; owner: string }>(sql`
    select memos.id::text, invoice_id::text as invoice, memos.vendor_id::text as owner
    from memos join purchase_returns on purchase_returns.id = return_id where ${which} and (status = 'open' or ${isTaken})`);
  if (claims.length === 0) return [];
  const orders = await lockBilled(
    tx,
    claims.map(({ invoice }) => invoice),
  );
  await lockAccounts(tx, [...new Set(claims.map(({ owner }) => owner))]);
  await tx.execute(sql`
    update memos set status = 'reversed', reversed_on = (now() at time zone 'Asia/Kolkata')::date, updated_at = clock_timestamp()
    where id = any(${claims.map(({ id }) => id)}::bigint[]) and (status = 'open' or ${isTaken})`);
  await recordAudits(
    tx,
    claims.map(({ id, owner }) => ({
      actor: null,
      ownerId: owner,
      action: 'debitMemo.reverse',
      entity: 'debitMemo' as const,
      entityId: id,
      after: { status: 'reversed' },
    })),
  );
  return orders;
}

/**
 * The quantity of a return to claim: all of it, less what the vendor has credited before the return was reported, because one event is
 * deducted once. These are goods of memos that belong to no other return and were not billed again. Such a return counts for its order,
 * even if it names only the invoice.
 */
async function claimableOf(tx: Database, { id, itemName, quantity, claim, order, poNumber, isNamed }: Returned, onlyNeeded: boolean) {
  const whole = new Decimal(quantity);
  if (order === null) return onlyNeeded ? new Decimal(0) : whole;
  const { noted, net, accepted } = await tx.one<{ noted: string; net: string; accepted: string }>(sql`
    with lines as (
      select * from purchase_order_lines line where order_id = ${order} and lower(trim(item_name)) = lower(trim(${itemName}))
    ), billed as (
      select row.*, row.ordered_quantity / row.quantity as factor from invoice_lines row join invoices on invoices.id = row.invoice_id
        join lines on lines.order_id = row.order_id and lines.line = row.line
      where match_state <> 'returned'
    )
    select coalesce(sum(${goodsNotedOf(sql`billed`, sql`${claim}::bigint`, ofNoReturn)} * factor), 0) as noted,
      coalesce(sum(ordered_quantity - ${goodsNotedOf(sql`billed`, sql`${claim}::bigint`)} * factor), 0) as net,
      (select coalesce(sum(received_quantity - rejected_quantity - ${returnedOf(sql`lines`)}), 0) from lines) as accepted
    from billed`);
  // The return itself already counts if it names the order, or has a claim.
  const left = new Decimal(accepted).minus(isNamed || claim !== null ? 0 : whole);
  const needed = Decimal.min(whole, Decimal.max(0, new Decimal(net).minus(left)));
  const covered = Decimal.min(noted, whole.minus(needed));
  if (covered.gt(0) && !isNamed) await tx.execute(sql`update purchase_returns set po_number = ${poNumber} where id = ${id}`);
  return onlyNeeded ? needed : whole.minus(covered);
}

/** Makes claims for returns whose goods a memo had credited, once the memo credits less. The orders of its invoice are locked. */
export async function claimUncovered(
  tx: Database,
  { userID, invoiceId, lines }: Pick<Memo, 'userID' | 'invoiceId' | 'lines'>,
): Promise<void> {
  if (invoiceId === null || lines.every(({ quantity }) => quantity === null)) return;
  await claimReturned(
    tx,
    sql`
      purchase_returns.vendor_id = ${userID} and purchase_returns.source <> 'receipt'
      and not exists (select from memos where return_id = purchase_returns.id) and code_key(purchase_returns.po_number) in (
        select code_key(number) from invoice_lines line join purchase_orders orders on orders.id = line.order_id where line.invoice_id = ${invoiceId})`,
    { onlyNeeded: true },
  );
}

/** The condition for memos of goods that belong to no return. */
const ofNoReturn = sql`
  ${freesGoods} and memos.return_id is null and not exists (select from memos claim where claim.id = memos.claim_id and claim.return_id is not null)`;

/** The amount of an invoice that neither notes nor other claims have used. */
async function leftOf(tx: Database, invoice: string, claim: string | null): Promise<Decimal> {
  const { left } = await tx.one<{ left: string }>(sql`
    select value + raised - (
      select coalesce(sum(counts + holds), 0) from memos where invoice_id = invoices.id and lowers and memos.id is distinct from ${claim}::bigint) as left
    from invoices where id = ${invoice}`);
  return Decimal.max(0, left);
}

/** The returned parts of the lines, in the unit of the invoice: one line after another, up to each line's remainder. */
function linesOf(billed: readonly Returned[], returnedQuantity: Decimal): (NotedLine & { quantity: string })[] {
  let rest = returnedQuantity;
  return billed.flatMap((line) => {
    const part = Decimal.min(rest, line.left);
    rest = rest.minus(part);
    const quantity = part.times(line.billed).div(line.ordered).toDecimalPlaces(3, Decimal.ROUND_HALF_UP);
    if (quantity.lte(0)) return [];
    const cost = (figure: string) =>
      new Decimal(figure).times(quantity).div(line.billed).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed(2);
    const [taxable, cgst, sgst, igst] = [cost(line.taxable), cost(line.cgst), cost(line.sgst), cost(line.igst)];
    return [{ no: line.no, quantity: quantity.toFixed(), taxable, cgst, sgst, igst, cess: cost(line.cess) }];
  });
}
