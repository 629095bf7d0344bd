import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { actAs, makeProduct } from '../demo/factories.ts';

let api: Api;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi();
  vendor = await api.newVendor();
});
afterAll(() => api.close());

test('a vendor and an administrator find a product by the name and code of its item, in upper and lower case', async () => {
  const ean = '8901030516320';
  await addItem(api.ctx, { ean, name: 'BASMATI Rice', sku: 'SKU-Ab-1' });
  await makeProduct(api.ctx, await actAs(api.ctx, vendor.user.id), ean);
  const admin = await api.newAdmin();
  const found = async (caller: Caller, query: Record<string, string>) => {
    const { status, body } = await caller.get('/api/product/get', query);
    return status === 201 ? [] : (body as { EANCode: string }[]).map(({ EANCode }) => EANCode);
  };
  const searches = async (caller: Caller) => {
    expect(await found(caller, { productName: 'basmati r' })).toEqual([ean]);
    expect(await found(caller, { SKUCode: 'ku-aB' })).toEqual([ean]);
    expect(await found(caller, { EANCode: '30516' })).toEqual([ean]);
    expect(await found(caller, { productName: 'basmati r', SKUCode: 'other' })).toEqual([]);
  };
  for (const caller of [vendor, admin]) await searches(caller);
  // There are so many items that an administrator's search compares the products themselves.
  await api.ctx.db.execute(sql`
    insert into items (item_code, ean, item_name, sku_code)
    select 'R' || n, '8901030516320' || n, 'Basmati rice ' || n, 'SKU-ab-' || n from generate_series(1, 4001) n`);
  await searches(admin);
  await api.ctx.db.execute(sql`delete from items where item_name like 'Basmati rice %'`);
  expect(await api.ctx.db.execute(sql`delete from products`)).toBe(1);
});
