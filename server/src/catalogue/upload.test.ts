/** What the statements of a sheet's products read, and in what order they store them. */
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { HEADINGS, row, withCheckDigit } from '../../test/productSheet.ts';
import { workbookOf } from '../../test/workbook.ts';
import type { Database } from '../database/database.ts';
import { takeSheet } from '../sheets/upload.ts';
import { lockCatalogue } from './store.ts';
import { productIntake } from './upload.ts';

/** So many that a plan which goes through all of them shows, and as many chunks as it takes to settle for a plan. */
const ITEMS = 20_000;
const ROWS = 5_000;

let api: Api;
let vendor: Caller;
const EANS = Array.from({ length: ITEMS }, (_, number) => withCheckDigit(`890${String(number).padStart(9, '0')}`));
/** Rows that the last transaction read of each table, and how often it looked into an index of it. */
let read: ReadonlyMap<string, { rows: number; looks: number }>;
const readOf = (table: string) => read.get(table)?.rows ?? 0;

beforeAll(async () => {
  api = await startApi();
  vendor = await api.newVendor();
  const { db } = api.ctx;
  await db.execute(sql`
    insert into items (item_code, ean, item_name, uom_code) select 'I-' || n, ean, 'Rice ' || n, 'PCS'
    from unnest(${EANS}::text[]) with ordinality as item (ean, n)`);
  // Of a vendor beside: of tables that are nearly empty any plan is good.
  await db.execute(sql`
    insert into products (vendor_id, item_id, ean, name, quantity, shelf_life_days, mrp, percentage, margin, transfer_price, net_ptr)
    select ${(await api.newVendor()).user.id}, id, ean, item_name, 1, 1, 1, 1, 1, 1, 1 from items`);
  await db.execute(sql`analyze items, products`);
});
afterAll(() => api.close());

/** Takes in a sheet of these rows, as the thread of uploads does. */
async function upload(of: Caller, rows: Parameters<typeof workbookOf>[0]) {
  const { db } = api.ctx;
  const watched: Database = {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const done = await work(tx);
        const tables = await tx.rows<{ name: string; rows: number; looks: number }>(sql`
          select relname as name, (seq_tup_read + idx_tup_fetch)::int as rows, idx_scan::int as looks from pg_stat_xact_user_tables`);
        read = new Map(tables.map((table) => [table.name, table]));
        return done;
      }),
  };
  const actor = { id: of.user.id, isAdmin: false, isActive: true, sessionId: '0' };
  const file = { name: 'products.xlsx', content: await workbookOf([HEADINGS, ...rows]) };
  return takeSheet(watched, file, productIntake(api.ctx, actor, of.user.id, file.name), { dryRun: false });
}

const stored = async (of: Caller) => {
  const found = await api.ctx.db.rows<{ ean: string }>(sql`select ean from products where vendor_id = ${of.user.id} order by id`);
  return found.map(({ ean }) => ean);
};

test('new products are stored in the order of the sheet, and nothing is read but the items of their EANs', async () => {
  const eans = EANS.slice(0, ROWS).toReversed();
  const done = await upload(
    vendor,
    eans.map((ean) => row(ean)),
  );
  expect(done).toMatchObject({ created: ROWS, updated: 0 });
  expect(await stored(vendor)).toEqual(eans);
  expect(readOf('items')).toBeLessThanOrEqual(3 * ROWS);
  expect(readOf('products')).toBeLessThanOrEqual(ROWS);
  // Whoever had nothing has none of them yet.
  expect(read.get('products')?.looks).toBe(1);
});

test('what a vendor saved first while its sheet waited is found', async () => {
  const other = await api.newVendor();
  const [, saved = ''] = EANS;
  let uploading: ReturnType<typeof upload> | undefined;
  await api.ctx.db.transaction(async (tx) => {
    await lockCatalogue(tx, other.user.id);
    await tx.execute(sql`
      insert into products (vendor_id, item_id, ean, name, quantity, shelf_life_days, mrp, percentage, margin, transfer_price, net_ptr)
      select ${other.user.id}, id, ean, item_name, 1, 1, 1, 1, 1, 1, 1 from items where ean = ${saved}`);
    uploading = upload(
      other,
      EANS.slice(0, 3).map((ean) => row(ean)),
    );
    await vi.waitFor(async () => {
      const waiting = await tx.first(sql`
        select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`);
      expect(waiting).toBeDefined();
    });
  });
  expect(await uploading).toMatchObject({ created: 2, updated: 1 });
});
