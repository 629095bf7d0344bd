import { type DocumentKind, messages } from '@aapurti/contract/comments/comments';
import { type Area, hasScope } from '@aapurti/contract/integration/keys';
import sql, { type Sql } from 'sql-template-tag';

import { ownRows } from '../access/owner.ts';
import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { forbidden, notFound } from '../ground/refusal.ts';

/** The facts of a document that comments and their notifications use. */
export interface Commented {
  kind: DocumentKind;
  id: string;
  vendorId: string;
  vendor: string;
  number: string;
  /** The order whose site decides which buyer users are notified; null if there is not exactly one. */
  orderId: string | null;
}

interface Place {
  table: Sql;
  where?: Sql;
  number: Sql;
  order?: Sql;
  /** The column of `comments` that refers to it; every comment also has the vendor. */
  column: Sql | null;
  /** The scope that an API key needs; null if keys cannot read it. */
  area: Area | null;
}

const memos = {
  table: sql`memos`,
  number: sql`coalesce(number, vendor_invoice_ref, id::text)`,
  column: sql`memo_id`,
  area: 'memos',
} as const;

const PLACES: Readonly<Record<DocumentKind, Place>> = {
  purchaseOrder: {
    table: sql`purchase_orders`,
    number: sql`number`,
    order: sql`id`,
    column: sql`purchase_order_id`,
    area: 'orders',
  },
  dispatchNote: { table: sql`dispatch_notes`, number: sql`number`, column: sql`dispatch_note_id`, area: 'dispatch' },
  receipt: {
    table: sql`receipts`,
    number: sql`number`,
    order: sql`(select min(order_id) from receipt_lines where receipt_id = receipts.id)`,
    column: sql`receipt_id`,
    area: 'receipts',
  },
  invoice: { table: sql`invoices`, number: sql`number`, column: sql`invoice_id`, area: 'invoices' },
  purchaseReturn: { table: sql`purchase_returns`, number: sql`item_name`, column: sql`purchase_return_id`, area: 'receipts' },
  debitMemo: { ...memos, where: sql`kind = 'debit'` },
  creditMemo: { ...memos, where: sql`kind = 'credit'` },
  payment: { table: sql`payments`, number: sql`coalesce(reference, invoice_number, id::text)`, column: sql`payment_id`, area: 'payments' },
  product: { table: sql`products`, number: sql`name`, column: sql`product_id`, area: 'products' },
  // The buyer's own company does not count as a vendor.
  vendor: {
    table: sql`vendors`,
    where: sql`not exists (select from users where users.id = vendors.id and is_admin)`,
    number: sql`legal_name`,
    column: null,
    area: null,
  },
};

/**
 * The document of a comment. Everyone who may read the document reads its comments. An API key needs the document's scope besides the scope
 * for comments.
 * @throws Refusal 403 for a key without the scope, 404 if the document is not the caller's.
 */
export async function commentedOf(
  db: Database,
  actor: Actor,
  { documentKind: kind, documentId }: { documentKind: DocumentKind; documentId: string },
): Promise<Commented> {
  const { table, where = sql`true`, number, order = sql`null`, area } = PLACES[kind];
  if (actor.key !== undefined && (area === null || !hasScope(actor.key.scopes, `${area}:read`))) throw forbidden(messages.scope(kind));
  const owner = kind === 'vendor' ? sql`id` : sql`vendor_id`;
  const found = await db.first<{ id: string; vendorId: string; vendor: string; number: string; orderId: string | null }>(sql`
    select document.*, legal_name as vendor from (
      select id::text, ${owner}::text as "vendorId", ${number} as number, ${order}::text as "orderId"
      from ${table} where id = ${idOf(documentId)} and ${ownRows(owner, actor)} and ${where}
    ) document join vendors on vendors.id = "vendorId"::bigint`);
  if (found === undefined) throw notFound();
  return { kind, ...found };
}

/** The condition that a comment is about a document. */
export function isAbout({ kind, id, vendorId }: Pick<Commented, 'kind' | 'id' | 'vendorId'>): Sql {
  const { column } = PLACES[kind];
  return column === null
    ? sql`comments.vendor_id = ${vendorId} and comments.kind = ${kind}`
    : sql`comments.${column} = ${id} and comments.kind = ${kind}`;
}

/** The column of `comments` for documents of this kind, if there is one. */
export const referenceOf = (kind: DocumentKind): Sql | null => PLACES[kind].column;

/** The id of the document that a comment refers to. */
export const documentIdOf = sql`coalesce(purchase_order_id, dispatch_note_id, receipt_id, invoice_id, purchase_return_id, memo_id, payment_id, product_id, comments.vendor_id)`;
