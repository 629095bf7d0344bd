import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';

let api: Api;
let vendor: Caller;
const EAN = '8901030516320';

beforeAll(async () => {
  api = await startApi();
  vendor = await api.newVendor();
  await addItem(api.ctx, { ean: EAN, name: 'Rice' });
});
afterAll(() => api.close());

const product = (owner: Sql, item: Sql) => sql`
  insert into products (owner_id, item_id, ean, name, quantity, shelf_life_days, mrp, percentage, margin, transfer_price, net_ptr)
  values (${owner}, ${item}, ${EAN}, 'Rice', 1, 1, 1, 1, 1, 1, 1)`;
const item = sql`(select id from items where ean = ${EAN})`;
const FOREIGN_KEY = { code: '23503' };

test('a product needs its vendor and its item, and they stay while it needs them', async () => {
  const { db } = api.ctx;
  const owner = sql`${vendor.user.id}::bigint`;
  await expect(db.execute(product(sql`0`, item))).rejects.toMatchObject(FOREIGN_KEY);
  await expect(db.execute(product(owner, sql`0`))).rejects.toMatchObject(FOREIGN_KEY);
  await db.execute(product(owner, item));
  await expect(db.execute(sql`update products set item_id = 0 where owner_id = ${owner}`)).rejects.toMatchObject(FOREIGN_KEY);
  await expect(db.execute(sql`delete from items where ean = ${EAN}`)).rejects.toMatchObject(FOREIGN_KEY);
  await db.execute(sql`delete from sessions where user_id = ${owner}`);
  await expect(db.execute(sql`delete from users where id = ${owner}`)).rejects.toMatchObject(FOREIGN_KEY);
  await db.execute(sql`delete from products where owner_id = ${owner}`);
  expect(await db.execute(sql`delete from items where ean = ${EAN}`)).toBe(1);
});

test('who deletes an item waits for those who are storing products of it', async () => {
  await addItem(api.ctx, { ean: EAN, name: 'Rice' });
  let deleting: Promise<unknown> = Promise.resolve();
  await api.ctx.db.transaction(async (tx) => {
    await tx.execute(product(sql`${vendor.user.id}::bigint`, item));
    deleting = api.ctx.db.execute(sql`delete from items where ean = ${EAN}`).catch((error: unknown) => error);
  });
  expect(await deleting).toMatchObject(FOREIGN_KEY);
});

test('a product needs its scheme, and a scheme stays while a product has it', async () => {
  const { db } = api.ctx;
  const other = await api.newVendor();
  await db.execute(sql`delete from products`);
  await db.execute(sql`delete from items where ean = ${EAN}`);
  await addItem(api.ctx, { ean: EAN, name: 'Rice' });
  const scheme = await db.first<{ id: string }>(sql`
    insert into schemes (owner_id, number, name, date, ean) values (${other.user.id}, 1, 'Onam', '2026-01-01', ${EAN}) returning id::text`);
  await db.execute(product(sql`${other.user.id}::bigint`, item));
  await expect(db.execute(sql`update products set scheme_id = ${scheme?.id}::bigint + 1`)).rejects.toMatchObject(FOREIGN_KEY);
  await db.execute(sql`update products set scheme_id = ${scheme?.id}`);
  await expect(db.execute(sql`delete from schemes`)).rejects.toMatchObject(FOREIGN_KEY);
  await db.execute(sql`update products set scheme_id = null`);
  // Whoever deletes it while somebody takes it waits, and finds it taken.
  let deleting: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.execute(sql`update products set scheme_id = ${scheme?.id}`);
    deleting = db.execute(sql`delete from schemes`).catch((error: unknown) => error);
    await vi.waitFor(async () => {
      const waiting = await tx.first(sql`select from pg_locks where not granted`);
      expect(waiting).toBeDefined();
    });
  });
  expect(await deleting).toMatchObject(FOREIGN_KEY);
  const taken = sql`insert into products (owner_id, ean, name, quantity, shelf_life_days, mrp, percentage, margin, transfer_price, net_ptr, scheme_id)
    values (${other.user.id}, '1', 'Tea', 1, 1, 1, 1, 1, 1, 1, ${scheme?.id}::bigint + 1)`;
  await expect(db.execute(taken)).rejects.toMatchObject(FOREIGN_KEY);
  await db.execute(sql`delete from products`);
  expect(await db.execute(sql`delete from schemes`)).toBe(1);
});
