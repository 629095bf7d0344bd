/**
 * Seeds a portal in its third year, with SQL in the database itself: the given number of products and invoices of 200 vendors, with
 * payments, orders, memos, challans, schemes and returns. Every run creates the same data, except that the dates end today.
 *
 * `npx tsx bench/seed.ts 100000 /tmp/seeded` seeds a database in that folder, prints its address and keeps it running until Ctrl-C; an
 * existing database is only started. With DATABASE_URL it seeds that database, which should be empty.
 */
import { fileURLToPath } from 'node:url';

import { eanCheckDigit, gstinCheckCharacter } from '@aapurti/contract/ground/india';
import sql from 'sql-template-tag';

import { firstMembers } from '../server/src/vendors/columns.ts';
import { hashPassword } from '../server/src/sign-in/passwords.ts';
import { verifyBooks } from '../server/src/payments/verify.ts';
import type { Database } from '../server/src/database/database.ts';
import { type Embedded, startEmbedded } from '../server/src/database/embedded/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../server/src/database/open.ts';
import { BRANDS, CITIES, COMPANIES, ENDINGS, GOODS, PACKS } from './words.ts';

const VENDORS = 200;
/** The password of every user. */
export const PASSWORD = 'monsoon-harvest-27';
/** The number of days over which the records are spread evenly, ending yesterday. */
const DAYS = 730;
/** The number of vendors that sell an item. */
const SELLERS = 20;
const LINES = 10;
/** The number of rows per statement, because triggers keep the added rows in memory. */
const STEP = 100_000;

export interface Seeded {
  /** The ID of an administrator, who is not one of the vendors. */
  admin: string;
  vendors: readonly string[];
}

/** Creates an administrator and vendors, with realistic names and numbers. */
async function seedUsers(db: Database, count = VENDORS): Promise<Seeded> {
  const people = Array.from({ length: count + 1 }, (_, n) => {
    const [city, state, code, pin] = at(CITIES, n);
    const pan = `AABC${String.fromCharCode(65 + (n % 26))}${String(1000 + n)}K`;
    const gstin = `${code}${pan}1Z`;
    return {
      email: n === 0 ? 'admin@example.com' : `v${n}@example.com`,
      mobile: String(9_000_000_000 + n),
      name: `${at(COMPANIES, n)} ${at(ENDINGS, Math.floor(n / COMPANIES.length))}`,
      gstin: gstin + gstinCheckCharacter(gstin),
      pan,
      city,
      state,
      pin,
    };
  });
  const hash = await hashPassword(PASSWORD);
  const rows = await db.rows<{ id: string }>(sql`
    with people as (
      select person, n from jsonb_array_elements(${JSON.stringify(people)}::jsonb) with ordinality as people (person, n)
    ), companies as (
      insert into vendors (legal_name, code, gstin, pan, address_line1, address_line2, postal_code, country_id, state, city, supplier_id)
      select person->>'name', 1000 + n, person->>'gstin', person->>'pan', 'Plot ' || n, 'MIDC Road', person->>'pin', 'IN', person->>'state',
        person->>'city', 'SUP-' || n
      from people order by n returning id, code
    ), added as (
      insert into users (id, email, mobile_number, password_hash, first_name, last_name, is_active, is_admin)
      select id, person->>'email', person->>'mobile', ${hash}, 'Asha', 'Kulkarni', true, n = 1
      from people join companies on code = 1000 + n
      order by n returning id, vendor_id, is_admin
    ), joined as (${firstMembers(sql`added`)})
    select id::text from added order by added.id`);
  const [admin = '', ...vendors] = rows.map(({ id }) => id);
  return { admin, vendors };
}

/**
 * Fills a migrated, empty database with `size` products and invoices, a tenth as many orders of ten lines, and the records that belong to
 * them. The usual triggers compute the totals, except for the paid amounts, which are stored with the invoices. Indexes and foreign keys
 * are created again at the end. `verifyBooks` checks the result.
 */
export async function seed(db: OpenDatabase, size: number): Promise<Seeded> {
  const users = await db.transaction(async (tx) => {
    const made = await seedUsers(tx);
    const run = (text: string, values: unknown[] = []) => tx.withClient((client) => client.query(text, values));
    await run(`set local statement_timeout = 0; set local work_mem = '256MB'; set local maintenance_work_mem = '1GB';
      set local timezone = 'Asia/Kolkata'`);
    const restore = await dropSecondary(tx);
    await seedItems(tx, size);
    await inSteps(size, async (from, to) => {
      await run(`${PRODUCTS} order by n`, [from, to, made.vendors, itemsOf(size), size]);
    });
    await run(SCHEMES);
    await run(`update counters set value = (select coalesce(max(number), 0) from schemes) where name = 'scheme'`);
    await inSteps(size, async (from, to) => {
      await run(INVOICES, [from, to, made.vendors, size]);
    });
    // The invoices already contain the paid amounts.
    await run(
      'alter table payments disable trigger payments_placed_added; alter table allocations disable trigger allocations_settle_added',
    );
    await run(PAYMENTS);
    await run(ALLOCATIONS);
    await run('alter table payments enable trigger payments_placed_added; alter table allocations enable trigger allocations_settle_added');
    await run(SITES);
    await run(ORDERS, [size / LINES, made.vendors]);
    await run(ORDER_LINES, [itemsOf(size)]);
    for (const statement of [RECEIPT_HEADS, RECEIPTS]) await run(statement);
    await run(MAILS, [size / LINES]);
    await run(MEMOS, [size / 20, made.vendors]);
    await run(DISPATCH_NOTES, [size / LINES, made.vendors]);
    await run(RETURNS);
    await run(ENTRIES);
    for (const statement of restore) await run(statement);
    return made;
  });
  await db.withClient(async (client) => {
    // The tables end in the state in which autovacuum leaves tables after a day.
    await client.query('set statement_timeout = 0');
    await client.query('vacuum analyze');
    await client.query('reset statement_timeout');
  });
  const { differences } = await verifyBooks(db);
  if (differences.length > 0) throw new Error(`the books of ${size} invoices have differences: ${JSON.stringify(differences.slice(0, 3))}`);
  return users;
}

/** The number of the buyer's items, each of which 20 vendors sell. */
function itemsOf(size: number): number {
  return Math.ceil(size / VENDORS) * (VENDORS / SELLERS);
}

async function seedItems(db: Database, size: number): Promise<void> {
  const items = Array.from({ length: itemsOf(size) }, (_, n) => {
    // 7,919 and the number of names are coprime, so neighbours have different brands and goods.
    const mixed = (n * 7919) % (BRANDS.length * GOODS.length * PACKS.length);
    const brand = at(BRANDS, mixed);
    const [good, category, hsn, uom, price] = at(GOODS, Math.floor(mixed / BRANDS.length));
    const [pack, factor] = at(PACKS, Math.floor(mixed / BRANDS.length / GOODS.length));
    const body = `890${String(100_000_000 + n * 97)}`;
    return {
      code: `ITM-${String(n).padStart(6, '0')}`,
      ean: body + eanCheckDigit(body),
      name: `${brand} ${good} ${pack}`,
      brand,
      category,
      hsn,
      sku: `${initials(brand)}-${initials(good)}-${pack.replaceAll(' ', '').toUpperCase()}-${n}`,
      uom,
      mrp: Math.max(5, Math.round(price * factor * (0.3 + (mixed % BRANDS.length) / 100))),
    };
  });
  await db.execute(sql`
    insert into items (item_code, ean, item_name, brand_name, category_name, hsn_code, sku_code, uom_code, mrp)
    select code, ean, name, brand, category, hsn, sku, uom, mrp
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as item (code text, ean text, name text, brand text, category text, hsn text, sku text, uom text, mrp numeric)
    order by code`);
}

const YESTERDAY = `(date_trunc('day', now()) - interval '1 second')`;
/** The time of entry of the nth of all records. */
const entered = (n: string, of: string) => `${YESTERDAY} - (${of} - 1 - ${n}) * (interval '${DAYS} days' / ${of})`;
const vendor = (n: string, vendors: string) => `(${vendors}::bigint[])[1 + ${n} % ${VENDORS}]`;

/** $1 from, $2 to, $3 vendors, $4 number of items, $5 number of products. */
const PRODUCTS = `
  insert into products (vendor_id, item_id, ean, hsn_code, brand_name, category, name, sku_code, uom, quantity, shelf_life_days, available_on,
    mrp, percentage, margin, transfer_price, net_ptr, remarks, price_approved, created_at, updated_at)
  select ${vendor('n', '$3')}, items.id, ean, hsn_code, brand_name, category_name, item_name, sku_code, uom_code, n * 37 % 900, 90 + n % 640,
    (created + interval '7 days')::date, mrp, percentage, margin, mrp - margin, mrp - margin,
    case when n % 3 = 0 then 'In cartons of ' || 1 + n % 24 end, n % 10 > 0, created, created
  from generate_series($1::int, $2::int) n
  join items on item_code = 'ITM-' || lpad((((n / ${VENDORS}) * ${VENDORS / SELLERS} + n % ${VENDORS / SELLERS}) % $4::int)::text, 6, '0'),
  lateral (select ${entered('n', '$5::int')} as created, 15 + n * 7 % 30 / 2.0 as percentage) at,
  lateral (select round(mrp * percentage / 100, 2) as margin) price`;

/** One product in fifty has had a scheme. */
const SCHEMES = `
  insert into schemes (vendor_id, number, name, date, ean, product_name, quantity, free_quantity, uom, validity, narration, created_at, updated_at)
  select vendor_id, row_number() over (order by id), 'Buy 12 get ' || 1 + id % 3, created_at::date, ean, name, 12, 1 + id % 3, uom,
    created_at::date + 90, 'Season offer', created_at, created_at
  from products where id % 50 = 0 order by id`;

/**
 * $1 from, $2 to, $3 vendors, $4 number of invoices. One in fifty is open if older than four months; of the newer ones, half are paid and
 * one in ten is paid in part. Two in ten name an order.
 */
const INVOICES = `
  insert into invoices (vendor_id, po_number, po_date, number, invoice_date, value, cgst, sgst, igst, paid, payment_count, created_at, updated_at)
  select ${vendor('n', '$3')}, case when place % 10 < 2 then 4500000000 + place / 10 * ${VENDORS} + n % ${VENDORS} end,
    case when place % 10 < 2 then day - 10 end, 100000 + n, day, value,
    case when n % 2 = 0 then round(value / 42, 2) end, case when n % 2 = 0 then round(value / 42, 2) end,
    case when n % 2 = 1 then round(value / 21, 2) end, paid,
    case when paid = 0 then 0 when n % 9 = 0 and paid = value then 2 else 1 end, created, created
  from generate_series($1::int, $2::int) n,
  lateral (select n / ${VENDORS} as place, ${entered('n', '$4::int')} as created, 100 + n::bigint * 7919 % 9000000 / 100.0 as value) made,
  lateral (select created::date - n % 5 as day) dated,
  lateral (select case
    when day < current_date - 120 then case when place % 50 > 0 then value else 0 end
    when place % 10 < 5 then value when place % 10 = 5 then round(value / 2, 2) else 0 end as paid) settled
  order by n`;

/** The payments are a month after the invoice, or yesterday; some are in two parts. */
const PAYMENTS = `
  insert into payments (vendor_id, invoice_id, invoice_number, amount, mode, remarks, paid_on, created_at)
  select vendor_id, id, number, case when payment_count = 1 then paid when part = 1 then round(paid / 2, 2) else paid - round(paid / 2, 2) end,
    case when id % 3 = 0 then 'cheque' else 'online' end, 'NEFT ' || id, day, day + time '12:00'
  from invoices, generate_series(1, payment_count) part, lateral (select least(invoice_date + 20 + part * 10, current_date - 1) as day) paid_on
  order by day, id, part`;

const ALLOCATIONS = `
  insert into allocations (vendor_id, invoice_id, kind, payment_id, amount, day)
  select vendor_id, invoice_id, 'payment', id, amount, paid_on from payments order by id`;

/** The price of the nth order line. */
const UNIT_PRICE = (n: string) => `(40 + ${n}::bigint * 37 % 40000 / 100.0)`;
const QUANTITY = (n: string) => `(6 * (1 + ${n} % 8))`;
const TAXABLE = (n: string) => `round(${UNIT_PRICE(n)} * ${QUANTITY(n)}, 2)`;
const HALF_TAX = (n: string) => `round(${TAXABLE(n)} * 0.025, 2)`;

/** $1 number of orders, $2 vendors. Orders of the last six weeks are open. */
const ORDERS = `
  insert into purchase_orders (source, external_id, version, vendor_id, number, ordered_on, deliver_by, status, acknowledged_on,
    acknowledgement_told_at, line_count, value, delivery_location, site_id, created_at, updated_at)
  select 'embedded', 'E' || n, '1', ${vendor('n', '$2')}, 4500000000 + n, created::date, created::date + 14,
    case when created < now() - interval '45 days' then case when n % 100 = 0 then 'Cancelled' else 'Closed' end else 'Open' end,
    case when n % 3 = 0 then created::date end, case when n % 3 = 0 then created end, ${LINES},
    (select sum(${TAXABLE('line')} + 2 * ${HALF_TAX('line')}) from generate_series(n * ${LINES}, n * ${LINES} + ${LINES - 1}) line),
    'Nashik distribution centre, MIDC Ambad, Nashik 422010', 1 + n % 8, created, created
  from generate_series(0, $1::int - 1) n, lateral (select ${entered('n', '$1::int')} as created) made order by n`;

/** The sites of an empty table; their IDs start at 1. */
const SITES = `
  insert into buyer_sites (name, address, postal_code)
  select 'Distribution centre ' || n, 'Plot ' || n || ', MIDC Ambad', '422010' from generate_series(1, 8) n`;

/** $1 number of items. */
const ORDER_LINES = `
  insert into purchase_order_lines (order_id, line, item_code, item_name, ean, hsn_code, sku_code, uom, quantity, case_quantity,
    received_quantity, mrp, unit_price, taxable, cgst_rate, sgst_rate, cgst, sgst, total)
  select orders.id, line, item_code, item_name, ean, hsn_code, sku_code, uom_code, ${QUANTITY('n')}, 6,
    case when status = 'Closed' then ${QUANTITY('n')} else 0 end, round(${UNIT_PRICE('n')} * 1.25, 2), ${UNIT_PRICE('n')}, ${TAXABLE('n')},
    2.5, 2.5, ${HALF_TAX('n')}, ${HALF_TAX('n')}, ${TAXABLE('n')} + 2 * ${HALF_TAX('n')}
  from purchase_orders orders, generate_series(1, ${LINES}) line,
  lateral (select (number::bigint - 4500000000)::int * ${LINES} + line - 1 as n) made
  join items on item_code = 'ITM-' || lpad((n % $1::int)::text, 6, '0')
  order by orders.id, line`;

/** $1 number of memos, $2 vendors. */
const MEMOS = `
  insert into memos (kind, vendor_id, product_name, vendor_invoice_ref, vendor_invoice_date, description, item_quantity, hsn_code, unit_price,
    price_difference, tax_rate, igst, amount, created_at, updated_at)
  select kind, ${vendor('n', '$2')}, 'Basmati Rice Classic 5 kg', (100000 + n * 20)::text, created::date - 10, 'Rate difference', 1 + n % 40, '10063020',
    110, case when kind = 'credit' then 5 end, 5, 5.5, 115.5, created, created
  from generate_series(0, $1::int - 1) n,
  lateral (select case when n / ${VENDORS} % 2 = 0 then 'debit' else 'credit' end as kind, ${entered('n', '$1::int')} as created) made order by n`;

/** $1 number of notes, $2 vendors. */
const DISPATCH_NOTES = `
  insert into dispatch_notes (vendor_id, number, challan_date, po_number, cartons, transporter, driver_name, vehicle_number, packages, created_at, updated_at)
  select ${vendor('n', '$2')}, 'DC/' || n, created::date, 4500000000 + n, 1 + n % 40, 'Sahyadri Roadlines', 'Ramesh Pawar',
    'MH12AB' || 1000 + n % 9000, 1 + n % 40, created, created
  from generate_series(0, $1::int - 1) n, lateral (select ${entered('n', '$1::int')} as created) made order by n`;

/** One invoice in fifty has a return. */
const RETURNS = `
  insert into purchase_returns (external_id, vendor_id, po_number, po_date, invoice_number, invoice_date, item_name, received_quantity,
    returned_quantity, remarks, created_at)
  select 'R' || id, vendor_id, po_number, po_date, number, invoice_date, 'Basmati Rice Classic 5 kg', 24, 1 + id % 12, 'Damaged in transit',
    created_at + interval '12 days'
  from invoices where id % 50 = 0 order by id`;

/** Each closed order has one delivery, entered by a receiver. */
const RECEIPT_HEADS = `
  insert into receipts (vendor_id, number, site_id, received_on, created_at, updated_at)
  select vendor_id, 'GRN/' || id, site_id, deliver_by, deliver_by + time '12:00', deliver_by + time '12:00'
  from purchase_orders where status = 'Closed' order by id`;

/** The delivery of each closed order contains its first line. */
const RECEIPTS = `
  insert into receipt_lines (external_id, vendor_id, order_id, line, number, received_on, quantity, created_at, receipt_id)
  select 'G' || orders.id, orders.vendor_id, orders.id, line, 'GRN/' || orders.id, deliver_by, received_quantity, deliver_by + time '12:00',
    receipts.id
  from purchase_orders orders join purchase_order_lines lines on order_id = orders.id and line = 1
    join receipts on receipts.number = 'GRN/' || orders.id where status = 'Closed' order by orders.id`;

/** $1 number of e-mails. They are from the last ten days, because older e-mails are removed. */
const MAILS = `
  insert into mails (kind, user_id, state, tries, created_at, due_at, tried_at)
  select 'orders', vendor_id, 'sent', 1, at, at, at
  from (select vendor_id, now() - (row_number() over (order by id desc)) * (interval '10 days' / $1::int) as at from purchase_orders) made
  order by at`;

/** The log contains an entry of the vendor for each new invoice. */
const ENTRIES = `
  insert into audit_log (at, actor_id, vendor_id, action, entity, entity_id, after)
  select created_at, vendor_id, vendor_id, 'invoice.create', 'invoice', id::text,
    jsonb_build_object('invoiceNumber', number, 'invoiceDate', invoice_date, 'invoiceValue', value)
  from invoices order by id`;

const FILLED = [
  'items',
  'products',
  'schemes',
  'invoices',
  'payments',
  'purchase_orders',
  'purchase_order_lines',
  'receipt_lines',
  'receipts',
  'mails',
  'memos',
  'dispatch_notes',
  'purchase_returns',
  'audit_log',
];

/** Drops the existing indexes that no constraint needs, and the foreign keys. @returns the statements that create them again. */
async function dropSecondary(db: Database): Promise<string[]> {
  const indexes = await db.rows<{ name: string; made: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
    from pg_index where indrelid::regclass::text = any(${FILLED}) and not indisunique order by indexrelid`);
  const keys = await db.rows<{ name: string; in: string; made: string }>(sql`
    select quote_ident(conname) as name, conrelid::regclass::text as in, pg_get_constraintdef(oid) as made
    from pg_constraint where conrelid::regclass::text = any(${FILLED}) and contype = 'f' order by oid`);
  await db.withClient(async (client) => {
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (const { name, in: table } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  });
  return [...indexes.map(({ made }) => made), ...keys.map((key) => `alter table ${key.in} add constraint ${key.name} ${key.made}`)];
}

async function inSteps(count: number, step: (from: number, to: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += STEP) await step(from, Math.min(count, from + STEP) - 1);
}

function at<Value>(from: readonly Value[], place: number): Value {
  return from[place % from.length] as Value;
}

function initials(text: string): string {
  return text
    .replaceAll(/[^A-Za-z ]/g, '')
    .split(' ')
    .map((word) => word.slice(0, 2).toUpperCase())
    .join('');
}

export interface SeededDatabase extends Seeded {
  url: string;
  db: OpenDatabase;
  stop: () => Promise<void>;
}

/** Opens the server's database, and seeds it if it is new. */
export async function openSeeded(size: number, server: Embedded): Promise<SeededDatabase> {
  const { url } = server;
  const db = await openDatabase({ url, max: 4 });
  await migrate(db);
  const [admin, ...vendors] = (await db.rows<{ id: string }>(sql`select id::text from users order by users.id limit ${VENDORS + 1}`)).map(
    ({ id }) => id,
  );
  const started = performance.now();
  const seeded = admin === undefined ? await seed(db, size) : { admin, vendors };
  const seconds = Math.round((performance.now() - started) / 1000);
  if (admin === undefined) console.log(`seeded ${size.toLocaleString('en')} products and invoices in ${seconds} s; the books agree`);
  const stop = async () => {
    await db.close();
    await server.stop();
  };
  return { ...seeded, url, db, stop };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [size = '100000', folder = `/tmp/aapurti-seeded-${size}`] = process.argv.slice(2);
  const given = process.env['DATABASE_URL'];
  const server = given === undefined ? await startEmbedded({ dataDir: folder }) : { url: given, stop: () => Promise.resolve() };
  const { url, admin, vendors, stop } = await openSeeded(Number(size), server);
  console.log(`${url}\nAdministrator ${admin}, vendors ${vendors[0]} to ${vendors.at(-1)}, password ${PASSWORD}. Runs until Ctrl-C.`);
  const hold = setInterval(() => undefined, 1 << 30);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      clearInterval(hold);
      void stop();
    });
  }
}
