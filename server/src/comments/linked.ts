import type { DocumentKind } from '@aapurti/contract/comments/comments';
import { LINKED_MAX, type LinkedDocument, type linkedDocuments } from '@aapurti/contract/comments/linkedDocuments';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import sql, { type Sql } from 'sql-template-tag';
import type * as z from 'zod';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { commentedOf } from './documents.ts';

/** The kinds of linked documents, in the order of the process; debit and credit memos share one table. */
type Chained = Exclude<DocumentKind, 'debitMemo' | 'creditMemo' | 'product' | 'vendor'> | 'memo';

/** The links between documents: pairs of ids, the earlier document first. */
interface Edge {
  from: Chained;
  to: Chained;
  pairs: Sql;
  upper: Sql;
  lower: Sql;
}

const edge = (from: Chained, to: Chained, [pairs, upper, lower]: readonly [Sql, Sql, Sql]): Edge => ({ from, to, pairs, upper, lower });

/** The edges are sorted by their earlier kind, so that one pass in this order, or in reverse, follows every chain. */
const EDGES: readonly Edge[] = [
  edge('purchaseOrder', 'dispatchNote', [
    sql`purchase_orders o join dispatch_notes n on n.vendor_id = o.vendor_id and code_key(n.po_number) = code_key(o.number)`,
    sql`o.id`,
    sql`n.id`,
  ]),
  edge('purchaseOrder', 'dispatchNote', [sql`dispatch_lines`, sql`order_id`, sql`note_id`]),
  edge('purchaseOrder', 'receipt', [
    sql`(select order_id, receipt_id from receipt_lines where receipt_id is not null) arrived`,
    sql`order_id`,
    sql`receipt_id`,
  ]),
  edge('purchaseOrder', 'invoice', [
    sql`purchase_orders o join invoices i on i.vendor_id = o.vendor_id and code_key(i.po_number) = code_key(o.number)`,
    sql`o.id`,
    sql`i.id`,
  ]),
  edge('purchaseOrder', 'invoice', [sql`invoice_lines`, sql`order_id`, sql`invoice_id`]),
  edge('purchaseOrder', 'purchaseReturn', [
    sql`purchase_orders o join purchase_returns b on b.vendor_id = o.vendor_id and code_key(b.po_number) = code_key(o.number)`,
    sql`o.id`,
    sql`b.id`,
  ]),
  edge('purchaseOrder', 'memo', [
    sql`purchase_orders o join memos m on m.vendor_id = o.vendor_id and m.invoice_id is null and code_key(m.buyer_po_ref) = code_key(o.number)`,
    sql`o.id`,
    sql`m.id`,
  ]),
  edge('purchaseOrder', 'payment', [sql`payments`, sql`order_id`, sql`id`]),
  edge('dispatchNote', 'receipt', [sql`receipts`, sql`note_id`, sql`id`]),
  edge('dispatchNote', 'invoice', [sql`dispatch_goods`, sql`note_id`, sql`invoice_id`]),
  edge('receipt', 'invoice', [
    sql`receipt_lines arrived join invoice_lines billed on billed.receipt_id = arrived.id`,
    sql`arrived.receipt_id`,
    sql`billed.invoice_id`,
  ]),
  // A line that names no receipt covers everything received for its order line.
  edge('receipt', 'invoice', [
    sql`receipt_lines arrived join invoice_lines billed
      on billed.receipt_id is null and billed.order_id = arrived.order_id and billed.line = arrived.line`,
    sql`arrived.receipt_id`,
    sql`billed.invoice_id`,
  ]),
  edge('receipt', 'purchaseReturn', [
    sql`receipt_lines arrived join purchase_returns b on b.source = 'receipt' and b.external_id = arrived.external_id`,
    sql`arrived.receipt_id`,
    sql`b.id`,
  ]),
  edge('invoice', 'purchaseReturn', [
    sql`invoices i join purchase_returns b on b.vendor_id = i.vendor_id and code_key(b.invoice_number) = code_key(i.number) and b.invoice_date = i.invoice_date`,
    sql`i.id`,
    sql`b.id`,
  ]),
  edge('invoice', 'memo', [sql`memos`, sql`invoice_id`, sql`id`]),
  edge('invoice', 'payment', [
    sql`(select invoice_id, payment_id from allocations where payment_id is not null) settled`,
    sql`invoice_id`,
    sql`payment_id`,
  ]),
  edge('purchaseReturn', 'memo', [sql`memos`, sql`return_id`, sql`id`]),
  edge('memo', 'memo', [sql`memos`, sql`claim_id`, sql`id`]),
  edge('payment', 'payment', [sql`payments`, sql`reversal_of`, sql`id`]),
];

const receiptState = sql`case when cancelled_at is not null then 'cancelled'
  when exists (select from receipt_lines where receipt_id = receipts.id and rejected > 0) then 'rejected' else 'accepted' end`;

/** The value of the accepted goods at the order's price, including tax. */
const acceptedValue = sql`(
  select round(sum((arrived.quantity - arrived.rejected) * ordered.total / nullif(ordered.quantity, 0)), 2)::float8
  from receipt_lines arrived join purchase_order_lines ordered on ordered.order_id = arrived.order_id and ordered.line = arrived.line
  where arrived.receipt_id = receipts.id)`;

/** The columns of each kind for the list, from its own table. */
const SHOWN: Readonly<Record<Chained, { kind: Sql; number: Sql; date: Sql; state: Sql; value: Sql; from: Sql }>> = {
  purchaseOrder: {
    kind: sql`'purchaseOrder'`,
    number: sql`number`,
    date: sql`ordered_on`,
    state: sql`case when status = 'Open' and acknowledged_on is not null then 'Acknowledged' else status end`,
    value: sql`value::float8`,
    from: sql`purchase_orders`,
  },
  dispatchNote: {
    kind: sql`'dispatchNote'`,
    number: sql`number`,
    date: sql`challan_date`,
    state: sql`(select state from dispatch_goods where note_id = dispatch_notes.id)`,
    value: sql`(select sum(taxable)::float8 from dispatch_lines where note_id = dispatch_notes.id)`,
    from: sql`dispatch_notes`,
  },
  receipt: {
    kind: sql`'receipt'`,
    number: sql`number`,
    date: sql`received_on`,
    state: receiptState,
    value: acceptedValue,
    from: sql`receipts`,
  },
  invoice: {
    kind: sql`'invoice'`,
    number: sql`number`,
    date: sql`invoice_date`,
    state: sql`case when is_open then match_state else 'paid' end`,
    value: sql`value::float8`,
    from: sql`invoices`,
  },
  purchaseReturn: {
    kind: sql`'purchaseReturn'`,
    number: sql`item_name`,
    date: sql`created_at at time zone 'Asia/Kolkata'`,
    state: sql`null::text`,
    value: sql`null::float8`,
    from: sql`purchase_returns`,
  },
  memo: {
    kind: sql`kind || 'Memo'`,
    number: sql`coalesce(number, vendor_invoice_ref, id::text)`,
    date: sql`coalesce(memo_date, (created_at at time zone 'Asia/Kolkata')::date)`,
    state: sql`status`,
    value: sql`case when lowers then -amount else amount end::float8`,
    from: sql`memos`,
  },
  payment: {
    kind: sql`'payment'`,
    number: sql`coalesce(reference, invoice_number, id::text)`,
    date: sql`paid_on`,
    state: sql`case when is_reversed then 'reversed' when reversal_of is not null then 'reversal' else 'paid' end`,
    value: sql`amount::float8`,
    from: sql`payments`,
  },
};
const CHAIN = Object.keys(SHOWN) as readonly Chained[];

const chainedOf = (kind: Exclude<DocumentKind, 'vendor' | 'product'>): Chained =>
  kind === 'debitMemo' || kind === 'creditMemo' ? 'memo' : kind;

type Ids = Map<Chained, Set<string>>;

/** The ids at the other end of an edge. */
async function across(db: Database, { pairs, upper, lower }: Edge, ids: ReadonlySet<string>, down: boolean): Promise<string[]> {
  const [known, found] = down ? [upper, lower] : [lower, upper];
  const rows = await db.rows<{ id: string }>(sql`
    select distinct ${found}::text as id from ${pairs} where ${known} = any(${[...ids]}::bigint[]) and ${found} is not null`);
  return rows.map(({ id }) => id);
}

/** Finds the documents before and after one, but not documents that only share an order with it. */
async function walk(db: Database, kind: Chained, id: string, down: boolean): Promise<Ids> {
  const reached: Ids = new Map([[kind, new Set([id])]]);
  for (const each of down ? EDGES : EDGES.toReversed()) {
    const from = reached.get(down ? each.from : each.to);
    if (from === undefined) continue;
    const to = down ? each.to : each.from;
    const found = await across(db, each, from, down);
    if (found.length > 0) reached.set(to, new Set([...(reached.get(to) ?? []), ...found]));
  }
  return reached;
}

/** The newest documents of a vendor, and the orders of a product. */
async function newestOf(db: Database, kind: 'vendor' | 'product', id: string, vendorId: string): Promise<Ids> {
  const reached: Ids = new Map();
  if (kind === 'product') {
    const rows = await db.rows<{ id: string }>(sql`
      select distinct o.id, o.id::text from purchase_orders o join purchase_order_lines line on line.order_id = o.id
      where o.vendor_id = ${vendorId} and line.ean = (select ean from products where id = ${id}) order by o.id desc limit ${NEWEST}`);
    return reached.set('purchaseOrder', new Set(rows.map((row) => row.id)));
  }
  for (const each of CHAIN) {
    const { from } = SHOWN[each];
    const rows = await db.rows<{ id: string }>(sql`
      select found.id::text from (select id from ${from} where vendor_id = ${vendorId} order by ${from}.id desc limit ${NEWEST}) found`);
    if (rows.length > 0) reached.set(each, new Set(rows.map((row) => row.id)));
  }
  return reached;
}

/** The newest documents of each kind on the page of a vendor or product. */
const NEWEST = 5;

/** The documents before and after a document, in the order of the process. @throws Refusal 404 if it is not the caller's. */
export async function linkedTo(
  ctx: Context,
  actor: Actor,
  about: QueryOf<typeof linkedDocuments.get>,
): Promise<z.output<(typeof linkedDocuments.get)['replies'][200]>> {
  const { kind, id, number, vendorId, vendor } = await commentedOf(ctx.db, actor, about);
  const reached =
    kind === 'vendor' || kind === 'product'
      ? [await newestOf(ctx.db, kind, id, vendorId)]
      : [await walk(ctx.db, chainedOf(kind), id, false), await walk(ctx.db, chainedOf(kind), id, true)];
  const linked: LinkedDocument[] = [];
  for (const each of CHAIN) {
    const ids = [...new Set(reached.flatMap((part) => [...(part.get(each) ?? [])]))];
    if (ids.length === 0) continue;
    const shown = SHOWN[each];
    const rows = await ctx.db.rows<LinkedDocument & Record<string, unknown>>(sql`
      select * from (
        select ${shown.kind}::text as "documentKind", ${shown.from}.id::text as "documentId", ${shown.number} as number, (${shown.date})::date as date,
          ${shown.state} as state, ${shown.value} as value
        from ${shown.from} where ${shown.from}.id = any(${ids}::bigint[]) and vendor_id = ${vendorId} order by ${shown.from}.id desc limit ${LINKED_MAX}) newest
      order by date, "documentId"::bigint`);
    linked.push(...rows.filter((row) => row.documentId !== id || row.documentKind !== kind));
  }
  return { document: { documentKind: kind, documentId: id, number, userID: vendorId, vendorName: vendor }, linked };
}
