import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { row, upload as uploadRows, withCheckDigit } from '../../test/productSheet.ts';
import type { Database } from '../database/database.ts';
import { actAs, makeScheme } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
let db: Database;
const EANS = Array.from({ length: 1_200 }, (_, index) => withCheckDigit(`890777${String(index).padStart(6, '0')}`));
const [RICE = '', TEA = '', DAL = ''] = EANS;

beforeAll(async () => {
  api = await startApi();
  ({ db } = api.ctx);
  admin = await api.newAdmin();
  for (const [index, ean] of EANS.slice(0, 3).entries()) await addItem(api.ctx, { ean, name: `Item ${index}`, sku: `S-${index}` });
  await db.execute(sql`
    insert into items (item_code, ean, item_name, hsn_code, uom_code, mrp)
    select 'ITM-' || ean, ean, 'Item ' || ean, '10063020', 'PCS', 120 from unnest(${EANS.slice(3)}::text[]) item (ean)`);
});
afterAll(() => api.close());

type Row = Readonly<Record<string, string | number>>;
const upload = (who: Caller, rows: readonly Row[], dryRun = false) =>
  uploadRows(
    who,
    rows.map((more) => row(String(more['EAN Code']), more)),
    { dryRun },
  );

const sheet = (count: number, from = 0): Row[] => EANS.slice(from, from + count).map((ean) => ({ 'EAN Code': ean }));

const entriesOf = (owner: string, also = sql`true`) =>
  db.rows<{ id: string; action: string }>(sql`
    select id::text, at::text, actor_id::text as actor, action, entity, entity_id as of, before::text, after::text from audit_log
    where vendor_id = ${owner} and entity = 'product' and ${also} order by audit_log.id`);

/** The log entry of a product added by a file, compared with the stored row. */
const LOGGED = raw(
  `jsonb_build_object(${Object.entries({
    EANCode: 'ean',
    quantity: 'quantity',
    shelfLifeDays: 'shelf_life_days',
    dateOfAvailability: 'available_on',
    MRP: 'mrp',
    percentage: 'percentage',
    margin: 'margin',
    netPTR: 'net_ptr',
    transferPrice: 'transfer_price',
    scheme: 'scheme_id',
    remarks: 'remarks',
  })
    .map(([name, column]) => `'${name}', ${column}`)
    .join(', ')})`,
);

test('a log entry has everything that was sent, unchanged, as of the upload and in the order of the file', async () => {
  const vendor = await api.newVendor();
  const acting = await actAs(api.ctx, vendor.user.id);
  await makeScheme(api.ctx, acting, TEA, { schemeName: 'Diwali', netPTR: '70.50' });
  await db.execute(sql`select setval(pg_get_serial_sequence('products', 'id'), 999999998)`);
  const rows = [
    { 'EAN Code': DAL, 'Date of Availability': '01-12-2026', Remarks: `=1+1 "चाय" {a,"b"} null C:\\d 🌾` },
    { 'EAN Code': TEA, Quantity: 0.125, MRP: 4108, Percentage: 25, 'Product Scheme': 'Diwali' },
    { 'EAN Code': RICE, Remarks: 'null' },
  ];
  expect((await upload(vendor, rows)).body).toMatchObject({ created: 3 });

  const entries = await entriesOf(vendor.user.id, sql`action = 'product.create'`);
  expect(entries).toEqual(
    await db.rows(sql`
      select (select min(id) from audit_log where vendor_id = ${vendor.user.id} and action = 'product.create') + row_number() over (order by id) - 1 || '' as id,
        created_at::text as at, vendor_id::text as actor, 'product.create' as action, 'product' as entity, id::text as of, null as before, ${LOGGED}::text as after
      from products where vendor_id = ${vendor.user.id} order by products.id`),
  );
});

test('the log has the additions of a file before its changes, and a later edit after both', async () => {
  const vendor = await api.newVendor();
  await upload(vendor, sheet(1));
  await upload(vendor, [...sheet(2, 1), { 'EAN Code': RICE, MRP: 200 }]);
  const body = { EANCode: TEA, quantity: 7, shelfLifeDays: 9, MRP: '300', percentage: '10', margin: '30', sellingPrice: '270' };
  expect((await vendor.post('/api/product/create', body)).status).toBe(200);
  const { body: log, headers } = await admin.get('/api/audit/get', { userID: vendor.user.id, entity: 'product' });
  const [create, edit, done] = ['product.create', 'product.edit', 'product.upload'];
  expect((log as { action: string }[]).map(({ action }) => action)).toEqual([edit, done, edit, create, create, done, create]);
  expect(Number(headers['x-total-count'])).toBe(7);
  const [tea] = await db.rows<{ id: string }>(sql`select id::text from products where vendor_id = ${vendor.user.id} and ean = ${TEA}`);
  const { body: history } = await vendor.get(`/api/audit/history/${tea?.id}`, { entity: 'product' });
  expect((history as { action: string }[]).map(({ action }) => action)).toEqual([edit, create]);
});

test('a rejected file and a dry run leave no log entry', async () => {
  const vendor = await api.newVendor();
  const before = await entriesOf(vendor.user.id);
  expect((await upload(vendor, [...sheet(1_199), { 'EAN Code': EANS.at(-1) ?? '', MRP: 'ten' }])).status).toBe(201);
  expect((await upload(vendor, sheet(1_199), true)).status).toBe(200);
  expect(await entriesOf(vendor.user.id)).toEqual(before);
});
