/**
 * Read this first before changing anything that an invoice is judged by. Whoever changes an order, its answers, a receipt, a return, a memo,
 * a rate, a registration, a tolerance, a setting of the match, a payment or an invoice
 * 1. locks what it reads and changes in the one sequence below, each table by id, and then the vendors' accounts (`lockAccounts`),
 * 2. makes its change,
 * 3. calls `compareAgain`, in the same transaction.
 * Two transactions that follow the sequence wait for each other and never stand still. No other file locks rows of these tables, and each
 * statement that writes them is named, with what carries its consequences, in lock.test.ts; that each lock is needed, in overlap.test.ts.
 */
import { codeKey } from '@aapurti/contract/ground/codeKeys';
import sql, { raw, type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/** The lock of `lockNumbers` comes before them all; the lock of a vendor, an import or a table comes before that. */
const SEQUENCE = ['purchase_orders', 'dispatch_notes', 'receipts', 'invoices', 'memos', 'payments'] as const;
type Locked = (typeof SEQUENCE)[number];

/** Locks the rows of a query that reads one of these tables, until the transaction ends. */
export const held = (table: Locked): Sql => raw(` for no key update of ${table}`);

/** Locks rows by their ids, until the transaction ends. @returns their ids. */
export async function lock(tx: Database, table: Locked, which: Sql): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id::text from ${raw(table)} where ${which} order by ${raw(table)}.id ${held(table)}`);
  return rows.map(({ id }) => id);
}

/**
 * Locks vendors' accounts, after everything else. Every transaction that pays, sets off, withholds or lowers an amount takes this lock
 * before it reads the balance.
 */
export async function lockAccounts(tx: Database, owners: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select vendor_id from vendor_accounts where vendor_id = any(${owners}::bigint[]) order by vendor_id for no key update`);
}

export const withIds = (ids: readonly string[]): Sql => sql`id = any(${ids}::bigint[])`;

/** There are so few locks that even the largest upload can take all of them. */
const NUMBER_LOCKS = 16;

/**
 * Locks numbers of a vendor's invoices, so that a user who enters an invoice and a user who enters a memo for it wait for each other, even
 * while neither sees the other's row.
 * @param numbers null for all.
 */
export async function lockNumbers(tx: Database, owner: string, numbers: readonly (string | null)[] | null): Promise<void> {
  const named = numbers?.flatMap((number) => (number === null ? [] : codeKey(number)));
  const places =
    named === undefined
      ? sql`select generate_series(0, ${NUMBER_LOCKS - 1}::int) as place`
      : sql`select distinct abs(hashtext(number) % ${NUMBER_LOCKS}::int) as place from unnest(${named}::text[]) number`;
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('numbers of ' || ${owner}::text || ' ' || place, 0)) from (${places} order by place) places`);
}

/** The condition on orders that invoices bill, or name if they have no lines; their values then count for those orders. */
export const billedBy = (invoices: Sql): Sql => sql`
  (id in (select order_id from invoice_lines where invoice_id in (select id from invoices where ${invoices})) or id = any(array(
    select orders.id from (select vendor_id, po_number from invoices where line_count = 0 and (${invoices})) unlined
      join purchase_orders orders on orders.vendor_id = unlined.vendor_id and code_key(orders.number) = code_key(po_number))))`;

/**
 * Locks the orders that invoices bill or name, and then the invoices. If an edit has moved one to other orders meanwhile, the transaction
 * starts again, because these must be locked first.
 * @param more.notes also locks the notes whose documents name the invoices.
 * @param more.advanced ids of further orders to lock.
 * @returns ids of the orders.
 */
export async function lockBilled(
  tx: Database,
  ids: readonly string[],
  { notes = false, advanced = [] }: { notes?: boolean; advanced?: readonly string[] } = {},
): Promise<string[]> {
  if (ids.length === 0 && advanced.length === 0) return [];
  const orders = await lock(tx, 'purchase_orders', sql`(${billedBy(withIds(ids))} or ${withIds(advanced)})`);
  if (notes) await lock(tx, 'dispatch_notes', sql`id in (select note_id from dispatch_goods where invoice_id = any(${ids}::bigint[]))`);
  await lock(tx, 'invoices', withIds(ids));
  const other = await tx.first(sql`
    select from invoice_lines where invoice_id = any(${ids}::bigint[]) and order_id is not null and order_id <> all(${orders}::bigint[]) limit 1`);
  if (other !== undefined) await beginAgain(tx, 'the lines have moved');
  return orders;
}

/** Restarts the transaction, because the records to lock changed before they were locked. @param why for the log. */
export async function beginAgain(tx: Database, why: 'the lines have moved' | 'the payments settle other invoices'): Promise<void> {
  await tx.execute(sql`do $$ begin raise exception ${raw(`'${why}'`)} using errcode = '40001'; end $$`);
}

/** The records that a change affects. */
export interface Moved {
  /** Ids of orders whose invoices are affected. */
  orders?: readonly string[];
  /** The subset that a change which only frees quantities can affect: invoices with an exception. Otherwise all. */
  only?: 'freed';
  /** Unpaid or partly paid invoices, by columns of `invoices`. */
  open?: Sql;
  /** A saved invoice, which comes first. */
  saved?: {
    id: string;
    actor: { id: string; key?: { id: string; scopes: readonly string[]; addresses: readonly string[] } };
    keepsApproval: boolean;
  };
}

/** Applies the consequences of a change: locks the affected orders, and matches their invoices again. */
export async function compareAgain(tx: Database, moved: Moved): Promise<void> {
  const { orders = [], open, saved } = moved;
  if (orders.length === 0 && open === undefined && saved === undefined) return;
  const billed =
    open === undefined
      ? sql`false`
      : sql`id in (select order_id from invoice_lines join invoices on invoices.id = invoice_id where is_open and line_count > 0 and ${open})`;
  await lock(tx, 'purchase_orders', sql`(${withIds(orders)} or ${billed})`);
  // Loaded on demand, because the match imports the invoices, which import the orders.
  // oxlint-disable-next-line no-restricted-imports
  const { compareMoved } = await import('../invoices/match.ts');
  await compareMoved(tx, moved);
}
