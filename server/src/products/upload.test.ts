/** Tests of the order in which the products of a file are stored, and of concurrent calls. */
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { HEADINGS, row, upload, withCheckDigit } from '../../test/productSheet.ts';
import { workbookOf } from '../../test/workbook.ts';
import { takeSheet } from '../sheets/intake.ts';
import { productIntake } from './upload.ts';
import { ownerOf } from '../demo/factories.ts';

let api: Api;
const EANS = Array.from({ length: 3_000 }, (_, number) => withCheckDigit(`890${String(number).padStart(9, '0')}`));

beforeAll(async () => {
  api = await startApi();
  await api.ctx.db.execute(sql`
    insert into items (item_code, ean, item_name, uom_code) select 'I-' || n, ean, 'Rice ' || n, 'PCS'
    from unnest(${EANS}::text[]) with ordinality as item (ean, n)`);
});
afterAll(() => api.close());

const stored = async (of: Caller) => {
  const found = await api.ctx.db.rows<{ ean: string }>(sql`select ean from products where vendor_id = ${of.user.id} order by id`);
  return found.map(({ ean }) => ean);
};

test('new products, including those with a scheme, are saved in the order of the file', async () => {
  const vendor = await api.newVendor();
  const eans = EANS.toReversed();
  const withScheme = eans[700] ?? '';
  await vendor.post('/api/schema/create', { schemaName: 'Onam', EANCode: withScheme });
  const rows = eans.map((ean) => row(ean, ean === withScheme ? { 'Product Scheme': 'Onam' } : {}));
  expect((await upload(vendor, rows)).body).toMatchObject({ created: eans.length, updated: 0 });
  expect(await stored(vendor)).toEqual(eans);
  const some = eans.filter((_, index) => index % 2 === 0);
  const again = some.map((ean, index) => row(ean, index % 3 === 0 ? { Quantity: 6 } : {}));
  expect((await upload(vendor, again)).body).toMatchObject({ created: 0, updated: some.length });
});

test('a product that the vendor saves while its file is processed is found and changed as in the file', async () => {
  const vendor = await api.newVendor();
  const [, saved = ''] = EANS;
  let uploading: ReturnType<typeof upload> | undefined;
  await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into products (vendor_id, item_id, ean, name, quantity, shelf_life_days, mrp, percentage, margin, transfer_price, net_ptr)
      select ${vendor.user.id}, id, ean, item_name, 1, 1, 1, 1, 1, 1, 1 from items where ean = ${saved}`);
    uploading = upload(
      vendor,
      EANS.slice(0, 3).map((ean) => row(ean)),
    );
    await vi.waitFor(
      async () => {
        const waiting = await tx.first(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        expect(waiting).toBeDefined();
      },
      { timeout: 20_000 },
    );
  });
  expect((await uploading)?.body).toMatchObject({ created: 2, updated: 1 });
  const mrps = await api.ctx.db.rows(sql`select mrp::float8 from products where vendor_id = ${vendor.user.id}`);
  expect(mrps).toEqual([{ mrp: 120 }, { mrp: 120 }, { mrp: 120 }]);
});

test('an upload blocks no other save until it saves its rows, and then changes saved products as in the file', async () => {
  const vendor = await api.newVendor();
  const [known = '', other = ''] = EANS;
  await upload(vendor, [row(known)]);
  const actor = ownerOf(vendor.user.id);
  const intake = productIntake(api.ctx, actor, actor.id);
  const store: typeof intake.store = async (...sheet) => {
    for (const EANCode of [known, other]) {
      const body = { EANCode, quantity: 7, shelfLifeDays: 9, MRP: '300', percentage: '10', margin: '30', sellingPrice: '270' };
      expect((await vendor.post('/api/product/create', body)).status).toBe(200);
    }
    return intake.store(...sheet);
  };
  const file = { name: 'products.xlsx', content: await workbookOf([HEADINGS, row(known), row(other)]) };
  const answer = await takeSheet(api.ctx.db, file, { ...intake, store }, { dryRun: false });
  expect(answer).toMatchObject({ created: 0, updated: 2 });
  expect((await vendor.get('/api/product/get')).body).toMatchObject([{ MRP: 120 }, { MRP: 120 }]);
});

test('a file compares each row with its own product only, even while table statistics are outdated', async () => {
  const vendor = await api.newVendor();
  const actor = ownerOf(vendor.user.id);
  const rows = EANS.map((ean) => row(ean));
  await upload(await api.newVendor(), rows);
  await api.ctx.db.execute(sql`
    insert into items (item_code, ean, item_name) select 'X-' || n, '99' || lpad(n::text, 11, '0'), 'Loose ' || n from generate_series(1, 30000) n`);
  await api.ctx.db.execute(sql`analyze items, products`);
  await upload(vendor, rows);
  const intake = productIntake(api.ctx, actor, actor.id);
  let compared = 0;
  const store: typeof intake.store = (tx, sheet) => {
    const explained: typeof tx.one = async <Row extends object>(query: Sql) => {
      const plan = JSON.stringify(await tx.one(sql`explain (analyze, format json) ${query}`));
      for (const [, rejected] of plan.matchAll(/"Rows Removed by Join Filter":(\d+)/g)) compared += Number(rejected);
      return { added: 0, known: sheet.rows } as unknown as Row;
    };
    return intake.store({ ...tx, one: explained }, sheet);
  };
  await takeSheet(
    api.ctx.db,
    { name: 'products.xlsx', content: await workbookOf([HEADINGS, ...rows]) },
    { ...intake, store },
    { dryRun: false },
  );
  expect(compared).toBeLessThan(4 * EANS.length);
});
