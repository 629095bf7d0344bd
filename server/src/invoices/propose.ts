import { indianDay } from '@aapurti/contract/fields';
import { lineSums } from '@aapurti/contract/invoiceFigures';
import { type InvoiceProposal, type invoiceLines, type ProposedLine } from '@aapurti/contract/invoiceLines';
import { Decimal } from '@aapurti/contract/numbers';
import type { QueryOf } from '@aapurti/contract/operation';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { ownedBy } from '../owner.ts';
import { notFound } from '../refusal.ts';
import { orderedLines, type ResolvedLine, resolveLines, shownLine, shownSums } from './lines.ts';

type Asked = QueryOf<typeof invoiceLines.propose>;

interface Part extends Record<string, unknown> {
  orderId: string;
  vendorId: string;
  /** Null: the whole order. */
  line: number | null;
  /** What is asked for of the line at most; null: all that is left. */
  quantity: string | null;
  receiptId: string | null;
}

/** What is to be invoiced: the whole order, or what a receipt has of its lines. */
async function partsOf(db: Database, own: Sql, asked: Asked): Promise<Part[]> {
  if (asked.receiptNumber !== null) {
    const order = asked.orderId === null ? sql`true` : sql`order_id = ${idOf(asked.orderId)}`;
    return db.rows<Part>(sql`
      select order_id::text as "orderId", vendor_id::text as "vendorId", line, sum(quantity) as quantity,
        case when count(*) = 1 then min(id)::text end as "receiptId"
      from goods_receipts where number = ${asked.receiptNumber} and ${own} and ${order} group by order_id, vendor_id, line`);
  }
  const carried =
    asked.noteId === null
      ? []
      : await db.rows<Part>(sql`
          select order_id::text as "orderId", vendor_id::text as "vendorId", line, sum(quantity) as quantity, null as "receiptId"
          from dispatch_lines join dispatch_notes on dispatch_notes.id = note_id
          where note_id = ${idOf(asked.noteId)} and ${own} and order_id is not null group by order_id, vendor_id, line`);
  if (carried.length > 0) return carried;
  const chosen =
    asked.noteId === null
      ? sql`id = ${idOf(asked.orderId ?? '')}`
      : sql`(vendor_id, number) in (select vendor_id, po_number from dispatch_notes where id = ${idOf(asked.noteId)})`;
  return db.rows<Part>(sql`
    select id::text as "orderId", vendor_id::text as "vendorId", null::int as line, null::numeric as quantity, null as "receiptId"
    from purchase_orders where ${chosen} and ${own}`);
}

/**
 * What was accepted of an order, a receipt or a dispatch note and is not invoiced yet, with the prices of the order and the taxes of a day.
 * @throws Refusal 404 where there is none of the caller's.
 */
export async function proposeInvoice(ctx: Context, actor: Actor, asked: Asked): Promise<InvoiceProposal> {
  const own = ownedBy(sql`vendor_id`, actor, asked.userID) ?? sql`true`;
  const parts = await partsOf(ctx.db, own, asked);
  const [first] = parts;
  // A receipt's number may be another vendor's too.
  if (first === undefined) throw notFound();
  const mine = parts.filter(({ vendorId }) => vendorId === first.vendorId);
  const owner = first.vendorId;
  const ordered = await orderedLines(ctx.db, owner, [...new Set(mine.map(({ orderId }) => orderId))]);
  const open = ordered.flatMap((each) => {
    const part = mine.find(({ orderId, line }) => orderId === each.orderId && (line === null || line === each.line));
    const left = new Decimal(each.accepted).minus(each.invoiced);
    const quantity = part?.quantity ? Decimal.min(part.quantity, left) : left;
    return part === undefined || quantity.lte(0) ? [] : [{ each, quantity, receiptId: part.receiptId }];
  });
  const day = asked.day ?? indianDay(ctx.clock());
  const head = ordered[0];
  const lines = await resolveLines(
    ctx,
    ctx.db,
    open.map(({ each, quantity, receiptId }) => ({ ...BLANK, orderId: each.orderId, line: new Decimal(each.line), quantity, receiptId })),
    { owner, day, vendorGST: null, buyerGST: null, ...(head && { vendorGST: head.vendorGST, buyerGST: head.buyerGST }) },
  );
  const sums = lineSums(lines.map(({ figures }) => figures));
  return {
    userID: owner,
    PONumber: head?.poNumber ?? null,
    PODate: head?.orderedOn ?? null,
    vendorGST: head?.vendorGST ?? null,
    buyerGST: head?.buyerGST ?? null,
    lines: lines.map(proposedLine),
    sums: shownSums(sums),
  };
}

const BLANK = { itemCode: null, itemName: null, hsnCode: null, uom: null, unitPrice: null, discount: null, taxRate: null, cessRate: null };

function proposedLine(resolved: ResolvedLine, index: number): ProposedLine {
  const { ordered } = resolved;
  return { ...shownLine(resolved, index), accepted: Number(ordered?.accepted ?? 0), invoiced: Number(ordered?.invoiced ?? 0) };
}
