import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';
import { administrator, ownerOf } from '../demo/factories.ts';
import { listInvoices } from '../invoices/invoices.ts';
import { listProducts } from '../products/products.ts';
import { countDetail } from '../home/counts.ts';
import { searchEverywhere } from '../home/search.ts';
import type { Database } from './database.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** The number of a table's rows that each piece of work reads. */
async function readsOf(table: string, pieces: readonly ((tx: Database) => Promise<unknown>)[]): Promise<number[]> {
  const { db } = api.ctx;
  const { plans } = await db.one<{ plans: string }>(sql`select current_setting('plan_cache_mode') as plans`);
  return db.transaction(async (tx) => {
    // Reads are counted per transaction, but lists are read outside one, where this setting controls the plans.
    await tx.one(sql`select set_config('plan_cache_mode', ${plans}, true)`);
    const total = async () => {
      const { rows } = await tx.one<{ rows: number }>(sql`
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables where relname = ${table}`);
      return rows;
    };
    const reads: number[] = [];
    for (const work of pieces) {
      const before = await total();
      await work(tx);
      reads.push((await total()) - before);
    }
    return reads;
  });
}

test('a list is planned for its own filters, even if it was used often: it reads the vendor’s rows, not all that match', async () => {
  const vendor = await api.newVendor();
  const own = ownerOf(vendor.user.id);
  const { db } = api.ctx;
  await db.execute(sql`
    insert into vendors (code, legal_name, address_line1, address_line2, postal_code, country_id, state, city)
    select n, 'Mill ' || n, '', '', '', '', '', '' from generate_series(200001, 200100) n`);
  await db.execute(sql`
    insert into invoices (vendor_id, number, invoice_date, value)
    select id, '1' || lpad(n::text, 5, '0'), '2026-01-01', 1 from vendors, generate_series(1, 200) n`);
  await db.execute(sql`analyze invoices`);
  const list = (tx: Database) => listInvoices({ ...api.ctx, db: tx }, own, { invoiceNumber: '1', page: 1 } as never);
  const reads = await readsOf(
    'invoices',
    Array.from({ length: 12 }, () => list),
  );
  // PostgreSQL without plan_cache_mode uses a generic plan from the sixth call on, which guesses how many numbers begin with the text.
  expect(reads).toEqual(reads.map(() => reads[0]));
});

test('a list and a search by a text of few items read only their products, and by a text of many items only the newest', async () => {
  const { db } = api.ctx;
  await db.execute(sql`
    insert into items (item_code, ean, item_name, sku_code)
    select 'I' || n, '30000000' || lpad(n::text, 5, '0'), case when n <= 500 then 'Toor dal ' else 'Basmati rice ' end || n, 'S' || n
    from generate_series(1, 5000) n`);
  await db.execute(sql`
    insert into products (vendor_id, item_id, ean, name, sku_code, quantity, shelf_life_days, mrp, percentage, margin, transfer_price, net_ptr)
    select vendors.id, items.id, ean, item_name, sku_code, 1, 1, 1, 1, 1, 1, 1 from items, (select id from vendors limit 4) vendors order by items.id`);
  await db.execute(sql`analyze items, products`);
  const admin = administrator('0');
  const list = (productName: string) => (tx: Database) => listProducts({ ...api.ctx, db: tx }, admin, { productName, page: 1 } as never);
  const search = (text: string) => (tx: Database) => searchEverywhere(tx, admin, text);
  const [listFew, listMany, searchFew, searchMany] = await readsOf('products', [
    list('toor'),
    list('rice'),
    search('toor'),
    search('rice'),
  ]);
  // The few items have the oldest 2,000 of 20,000 products. A list reads these once to count them and once for its page.
  expect(listFew).toBeLessThan(6_000);
  expect(searchFew).toBeLessThan(6_000);
  // The products of many items are counted, but the page reads only the newest.
  expect(listMany).toBeLessThan(22_000);
  expect(searchMany).toBeLessThan(2_000);
});

test('the dashboard counts the last days without reading those before', async () => {
  const vendor = await api.newVendor();
  const { db } = api.ctx;
  await db.execute(sql`
    insert into daily_counts (list, day, vendor_id, count, amount)
    select list, day::date, id, 1, 1 from unnest('{dispatch notes,invoices,orders,products,schemes,payments}'::text[]) list, (select id from vendors order by vendors.id limit 30) few,
      generate_series('2025-01-01'::date, '2025-12-31', '1 day') day
    on conflict do nothing`);
  await db.execute(sql`analyze daily_counts`);
  const [all = 0, own = 0] = await readsOf(
    'daily_counts',
    [administrator('1'), ownerOf(vendor.user.id)].map(
      (actor) => (tx) => countDetail({ db: tx, clock: () => new Date('2026-01-05T06:30Z') }, actor),
    ),
  );
  const { rows } = await db.one<{ rows: number }>(
    sql`select count(*)::int as rows from daily_counts where day = '-infinity' or day > '2025-12-26'`,
  );
  expect(Math.max(all, own)).toBeLessThanOrEqual(rows);
});
