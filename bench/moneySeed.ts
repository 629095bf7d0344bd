/** Databases full of invoices, for the benches of money. */
import sql from 'sql-template-tag';

import type { Database } from '../server/src/database/database.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../server/src/database/open.ts';

export const VENDORS = 200;
/** Invoices are spread evenly over so many days. */
const DAYS = 730;

/** A further database on the bench's server, with all tables. */
export async function anotherDatabase(databaseUrl: string, db: Database, name: string): Promise<{ db: OpenDatabase; url: string }> {
  await db.withClient((client) => client.query(`create database ${name}`));
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  const another = await openDatabase({ url: url.href, max: 4 });
  await migrate(another);
  return { db: another, url: url.href };
}

/** Vendors, the first of which is an administrator. @returns the ids, the administrator's first. */
export async function seedVendors(db: Database, count = VENDORS): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    insert into users (email, mobile_number, first_name, last_name, is_active, is_admin, vendor_name, vendor_code, gstin, address_line1, address_line2,
      postal_code, country_id, state, city)
    select 'v' || n || '@example.com', (9000000000 + n)::text, 'Vendor', n::text, true, n = 0, 'Vendor ' || n, n, '27AAPFU0939F1ZV', 'a', 'b',
      '411001', 'IN', 'IN-MH', 'Pune'
    from generate_series(0, ${count}::int) n returning id::text`);
  return rows.map((row) => row.id);
}

/**
 * So many invoices of all vendors but the first: of ten, eight are paid, one in part, one not. The triggers would keep the books row
 * by row of what is known in bulk, so they rest meanwhile and the books are written once, in the order of the days, as they come about; `verifyBooks` is the proof.
 */
export async function seedInvoices(db: Database, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    const run = (text: string) => tx.withClient((client) => client.query(text));
    await run('set local statement_timeout = 0');
    await run('alter table invoices disable trigger user; alter table payments disable trigger user');
    await run(`
      insert into invoices (owner_id, po_number, po_date, number, invoice_date, value, cgst, sgst, igst, paid, payment_count, created_at)
      select vendor, 450000 + n, today - age, 100000 + n, today - age, value, round(value / 21, 2), round(value / 21, 2), null,
        case when n % 10 < 8 then value when n % 10 = 8 then round(value / 2, 2) else 0 end, case when n % 10 < 9 then 1 else 0 end,
        (today - age + time '12:00') at time zone 'Asia/Kolkata'
      from (
        select n, 2 + n % ${VENDORS} as vendor, (n::bigint * 7919 / ${VENDORS} % ${DAYS})::int as age, 100 + (n * 37 % 900000) / 100.0 as value,
          (now() at time zone 'Asia/Kolkata')::date as today
        from generate_series(1, ${count}) n
      ) made order by age desc, n`);
    await run(`
      insert into payments (owner_id, invoice_id, amount, mode, remarks, paid_on)
      select owner_id, id, paid, case when id % 3 = 0 then 'cheque' else 'online' end, 'NEFT ' || id, invoice_date + 20
      from invoices where paid > 0 order by id`);
    await run(`
      insert into vendor_totals select owner_id, owner_id % 4, count(*), sum(value), sum(payment_count), sum(paid) from invoices group by owner_id;
      insert into invoice_days select (created_at at time zone 'Asia/Kolkata')::date as day, owner_id, owner_id % 4, count(*), sum(value)
        from invoices group by day, owner_id order by day, owner_id;
      insert into due_days select owner_id, invoice_date, owner_id % 4, sum(value - paid) from invoices where is_open group by owner_id, invoice_date order by invoice_date, owner_id`);
    await run('alter table invoices enable trigger user; alter table payments enable trigger user');
  });
  // As autovacuum leaves a table that has been there for a day.
  await db.withClient((client) => client.query('set statement_timeout = 0; '));
  await db.withClient((client) => client.query('vacuum analyze'));
}
