/** What products are searched by: taken over from their item, or made where there is none, however a product came or was changed. */
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { verifyBooks } from '../books/verify.ts';
import { actAs, makeProduct } from '../demo/factories.ts';

let api: Api;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi();
  vendor = await api.newVendor();
});
afterAll(() => api.close());

const run = (text: string) => api.ctx.db.execute(sql`${raw(text)}`);
const found = async (query: Record<string, string>) => {
  const admin = await api.newAdmin();
  const { status, body } = await admin.get('/api/product/get', query);
  return status === 201 ? [] : (body as { EANCode: string }[]).map(({ EANCode }) => EANCode).sort();
};
const differing = async () => (await verifyBooks(api.ctx.db)).differences;

/** A product of plain SQL, with no texts but those that people see. */
const plain = (ean: string, name: string, sku: string | null) => sql`
  insert into products (owner_id, ean, name, sku_code, quantity, shelf_life_days, mrp, percentage, margin, transfer_price, net_ptr)
  values (${vendor.user.id}::bigint, ${ean}, ${name}, ${sku}, 1, 1, 1, 1, 1, 1, 1)`;

test('a product of an item is found by the name and code that it took over, also after both were changed', async () => {
  const ean = '8901030516320';
  await addItem(api.ctx, { ean, name: 'BASMATI Rice', sku: 'SKU-Ab-1' });
  await makeProduct(api.ctx, await actAs(api.ctx, vendor.user.id), ean);
  expect(await found({ productName: 'basmati r' })).toEqual([ean]);
  expect(await found({ SKUCode: 'ku-aB' })).toEqual([ean]);
  await run(`update items set item_name = 'Sona Masuri', sku_code = 'N-7'`);
  // The product has what its item had.
  expect(await found({ productName: 'basmati r' })).toEqual([ean]);
  expect(await differing()).toEqual([]);
  await makeProduct(api.ctx, await actAs(api.ctx, vendor.user.id), ean, { quantity: 7 });
  expect(await found({ productName: 'basmati r' })).toEqual([]);
  expect(await found({ productName: 'MASURI', SKUCode: 'n-7', EANCode: ean })).toEqual([ean]);
  expect(await differing()).toEqual([]);
});

test.each([
  ['4006381333931', 'Mustard Oil', 'OIL-1'],
  ['no number at all', 'Ghee', null],
  ['00012345678905', 'Jaggery', ''],
])('a product without an item, %j, makes them itself', async (ean, name, sku) => {
  await api.ctx.db.execute(plain(ean, name, sku));
  expect(await found({ productName: name.toUpperCase() })).toEqual([ean]);
  expect(await found({ EANCode: ean })).toEqual([ean]);
  await api.ctx.db.execute(sql`update products set name = name || ' Gold' where ean = ${ean}`);
  expect(await found({ productName: `${name} gold` })).toEqual([ean]);
  expect(await differing()).toEqual([]);
});

test.each([`small_name = 'ghee'`, `small_sku = 'other'`, `text_key = gen_random_uuid()`])(
  'texts that are not those of the product are found: %s',
  async (planted) => {
    await run(`update products set ${planted} where ean = '4006381333931'`);
    expect(await differing()).toMatchObject([{ books: 'texts of products' }]);
    await run(`update products set name = name || '!' where ean = '4006381333931'`);
    expect(await differing()).toEqual([]);
  },
);

test('keys are of the whole text, and those of neighbouring EANs stand together', async () => {
  const keys = await api.ctx.db.rows<{ key: string }>(sql`
    select key_of_texts(ean, name, sku)::text as key from (values
      ('8901030516320', 'Rice', 'a'), ('8901030516321', 'Rice', 'a'), ('08901030516320', 'Rice', 'a'), ('8901030516320', 'Rice a', ''),
      ('8901030516320', 'Rice', 'b'), ('A', 'Rice', 'a')) each (ean, name, sku)`);
  expect(new Set(keys.map(({ key }) => key)).size).toBe(6);
  expect(new Set(keys.slice(0, 5).map(({ key }) => key.slice(0, 11))).size).toBe(1);
});
