/** The callers of a seeded database, and the texts that they search for. */
import sql, { type Sql } from 'sql-template-tag';

import { startSession } from '../../server/src/sign-in/sessions.ts';
import type { Database } from '../../server/src/database/database.ts';
import type { SeededDatabase } from '../seed.ts';

export type Who = 'vendor' | 'admin';
export const TITLES: Readonly<Record<Who, string>> = { vendor: 'a vendor', admin: 'an administrator' };

interface Caller {
  id: string;
  token: string;
}

/** Filters that search for a text: by name, or by list and name. */
export const SEARCHED = [
  'productName',
  'hsnCode',
  'EANCode',
  'SKUCode',
  'schemaNumber',
  'invoiceNumber',
  'invoice.numbers.search',
  'vendorInvoiceRef',
  'code',
  'poNumber',
  'DCNumber',
  'receiptNumber',
  'itemName',
  'auth.user.list.search',
  'vendor.list.search',
  'to',
] as const;
type Searched = (typeof SEARCHED)[number];

export interface Facts {
  admin: Caller;
  /** The vendor whose pages are measured; the bench writes nothing for it. */
  vendor: Caller;
  /** The vendors that save records. */
  writers: readonly Caller[];
  /** Texts to search for, by the name of the filter. Some belong to the vendor. */
  words: Readonly<Record<Searched, readonly string[]>>;
  /** An invoice of the vendor, with its entries in the log. */
  invoice: string;
  /** EANs of the buyer's items. */
  items: readonly string[];
  /** The writers' invoices that have a balance. */
  open: readonly { writer: number; number: string }[];
  /** IDs of the writers' records, by table. */
  own: Readonly<Record<'invoices' | 'products' | 'schemes' | 'debit' | 'credit' | 'dispatch_notes', readonly Owned[]>>;
  totals: { products: number; invoices: number };
}

export interface Owned {
  writer: number;
  id: string;
}

const WRITERS = 90;

export async function factsOf({ db, admin, vendors }: SeededDatabase): Promise<Facts> {
  const vendor = await caller(db, vendors[99]);
  const writers: Caller[] = [];
  for (const id of vendors.slice(0, WRITERS)) writers.push(await caller(db, id));
  const owners = writers.map(({ id }) => id);
  const texts = async (query: Sql) => (await db.rows<{ text: string }>(query)).map(({ text }) => text);
  /** The order differs from the table's, so that searches touch different pages of it. */
  const ownAndOther = async (table: Sql, column: Sql, condition = sql`true`) =>
    texts(sql`
      select text from (
        (select ${column} as text from ${table} where vendor_id = ${vendor.id} and ${condition} order by md5(id::text) limit 20)
        union (select ${column} from ${table} where ${condition} order by id limit 100)) each order by md5(text)`);
  const owned = async (table: Sql, condition = sql`true`) =>
    (
      await db.rows<{ owner: string; id: string }>(sql`
        select vendor_id::text as owner, id::text from ${table}
        where vendor_id = any(${owners}::bigint[]) and ${condition} order by id desc limit 500`)
    ).map(({ owner, id }): Owned => ({ writer: owners.indexOf(owner), id }));
  const open = await db.rows<{ owner: string; number: string }>(sql`
    select vendor_id::text as owner, number from invoices
    where is_open and value - paid > 1000 and vendor_id = any(${owners}::bigint[]) order by id desc limit 500`);
  const totals = await db.first<Facts['totals']>(sql`
    select (select count(*) from products)::int as products, (select count(*) from invoices)::int as invoices`);
  const companies = await texts(sql`select legal_name as text from vendors order by md5(legal_name) limit 100`);
  const [invoice = ''] = await texts(sql`select id::text as text from invoices where vendor_id = ${vendor.id} order by id limit 1`);
  const orders = await ownAndOther(sql`purchase_orders`, sql`number`);
  return {
    admin: await caller(db, admin),
    vendor,
    writers,
    words: {
      productName: await ownAndOther(sql`products`, sql`name`),
      hsnCode: ['10063020', '1905', '0402'],
      EANCode: await ownAndOther(sql`products`, sql`ean`),
      SKUCode: await ownAndOther(sql`products`, sql`sku_code`),
      schemaNumber: await ownAndOther(sql`schemes`, sql`number::text`),
      invoiceNumber: await ownAndOther(sql`invoices`, sql`number`),
      'invoice.numbers.search': await ownAndOther(sql`invoices`, sql`number`, sql`is_open`),
      vendorInvoiceRef: await ownAndOther(sql`memos`, sql`vendor_invoice_ref`),
      code: orders,
      poNumber: orders,
      DCNumber: await ownAndOther(sql`dispatch_notes`, sql`number`),
      receiptNumber: await ownAndOther(sql`receipts`, sql`number`),
      itemName: await texts(sql`select item_name as text from items order by md5(item_name) limit 100`),
      'auth.user.list.search': companies,
      'vendor.list.search': companies,
      to: await texts(sql`select email as text from users where not is_admin order by md5(email) limit 100`),
    },
    invoice,
    items: await texts(sql`select ean as text from items where item_code ~ '^ITM-\\d{6}$' order by md5(ean) limit 500`),
    open: open.map(({ owner, number }) => ({ writer: owners.indexOf(owner), number })),
    own: {
      invoices: await owned(sql`invoices`, sql`payment_count = 0`),
      products: await owned(sql`products`),
      schemes: await owned(sql`schemes`, sql`validity > current_date`),
      debit: await owned(sql`memos`, sql`kind = 'debit'`),
      credit: await owned(sql`memos`, sql`kind = 'credit'`),
      dispatch_notes: await owned(sql`dispatch_notes`),
    },
    totals: totals ?? { products: 0, invoices: 0 },
  };
}

async function caller(db: Database, id = ''): Promise<Caller> {
  return { id, token: await startSession(db, id, { now: new Date(), address: null, userAgent: null }) };
}

export const pick = <Value>(from: readonly Value[], n: number): Value => from[n % from.length] as Value;
