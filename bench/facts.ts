/** What the calls of the bench name, of one seeded database: who calls, and what they look for. */
import sql, { type Sql } from 'sql-template-tag';

import { startSession } from '../server/src/accounts/sessions.ts';
import type { Database } from '../server/src/database/database.ts';
import type { SeededDatabase } from './seed.ts';

interface Caller {
  id: string;
  token: string;
}

export interface Facts {
  admin: Caller;
  /** One of 200 who have the same number of everything. Nobody writes for him. */
  vendor: Caller;
  /** Those for whom is written. */
  writers: readonly Caller[];
  /** E-mail addresses of those who sign in: it ends their other sessions. */
  emails: readonly string[];
  /** Those who upload to the portal, and those to whom the floor stores. */
  uploaders: { portal: readonly Caller[]; floor: readonly Caller[] };
  /** Some are the vendor's. */
  eans: readonly string[];
  skus: readonly string[];
  /** Of items that no other is called like: as many vendors sell each at any size. */
  names: readonly string[];
  /** Numbers of the vendor's. */
  invoices: readonly string[];
  orders: readonly string[];
  /** EANs of the buyer's items. */
  items: readonly string[];
  /** Numbers of invoices with a balance, and which of the writers has it. */
  open: readonly { writer: number; number: string }[];
  /** Of all vendors. */
  totals: { products: number; waiting: number; invoices: number };
}

export async function factsOf({ db, admin, vendors }: SeededDatabase): Promise<Facts> {
  const vendor = await caller(db, vendors[99]);
  const writers = await callers(db, vendors.slice(0, 99));
  const owners = writers.map(({ id }) => id);
  // The vendor has a few of what is looked for, however many he has in all.
  const ownAndOther = (column: Sql) => sql`
    select text from (
      (select ${column} as text from products where vendor_id = ${vendor.id} order by md5(ean) limit 50)
      union (select ${column} from items where source = 'embedded' and item_code ~ '^ITM-\\d{6}$' order by md5(ean) limit 450)
    ) each order by md5(text)`;
  const texts = async (query: Sql) => (await db.rows<{ text: string }>(query)).map(({ text }) => text);
  // Each by its own name: rows of a union come in any order.
  const totals = await db.first<Facts['totals']>(sql`
    select (select count(*) from products) as products, (select count(*) from products where not price_approved) as waiting,
      (select count(*) from invoices) as invoices`);
  return {
    admin: await caller(db, admin),
    vendor,
    writers,
    emails: await texts(sql`select email as text from users where id = any(${vendors.slice(150)}::bigint[]) order by users.id`),
    uploaders: { portal: await callers(db, vendors.slice(100, 125)), floor: await callers(db, vendors.slice(125, 150)) },
    eans: await texts(ownAndOther(sql`ean`)),
    skus: await texts(ownAndOther(sql`sku_code`)),
    names: await texts(sql`
      select lower(item_name) as text from items where source = 'embedded' and item_code ~ '^ITM-\\d{6}$'
      group by text having count(*) = 1 order by md5(lower(item_name)) limit 500`),
    invoices: await texts(sql`select number as text from invoices where vendor_id = ${vendor.id} order by md5(number) limit 50`),
    orders: await texts(sql`select number as text from purchase_orders where vendor_id = ${vendor.id} order by md5(number) limit 50`),
    items: await texts(
      sql`select ean as text from items where source = 'embedded' and item_code ~ '^ITM-\\d{6}$' order by md5(ean) limit 500`,
    ),
    open: (
      await db.rows<{ owner: string; number: string }>(sql`
        select vendor_id::text as owner, number from invoices
        where is_open and value - paid > 1000 and vendor_id = any(${owners}::bigint[]) order by id desc limit 500`)
    ).map(({ owner, number }) => ({ writer: owners.indexOf(owner), number })),
    totals: totals ?? { products: 0, waiting: 0, invoices: 0 },
  };
}

async function caller(db: Database, id = ''): Promise<Caller> {
  return { id, token: await startSession(db, id, { now: new Date(), address: null, userAgent: null }) };
}

async function callers(db: Database, ids: readonly string[]): Promise<Caller[]> {
  const all = [];
  for (const id of ids) all.push(await caller(db, id));
  return all;
}
