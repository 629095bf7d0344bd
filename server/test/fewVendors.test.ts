/** Pages of one vendor's rows where others, few, have added very many since. */
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { listOf } from '../src/catalogue/products.ts';
import { listRows } from '../src/database/list.ts';
import { type Api, type Caller, startApi } from './api.ts';

let api: Api;
let oldest: Caller;
beforeAll(async () => {
  api = await startApi();
  const vendors = await Promise.all(Array.from({ length: 8 }, () => api.newVendor()));
  oldest = vendors[0] as Caller;
  for (const vendor of vendors) {
    await api.ctx.db.execute(sql`
      insert into products (owner_id, ean, name, quantity, shelf_life_days, mrp, percentage, margin, transfer_price, net_ptr)
      select ${vendor.user.id}, (8900000000000 + n)::text, 'Rice ' || n, 1, 1, 1, 1, 1, 1, 1 from generate_series(1, 5000) n`);
  }
  await api.ctx.db.execute(sql`analyze products`);
});
afterAll(() => api.close());

test.each([
  ['the newest page', {}],
  ['the oldest', { page: '1', sortBy: 'createdAt', sortOrder: 'asc' }],
  ['a longer one', { page: '2', pageSize: '50' }],
  ['what waits', { page: '1', priceApproval: 'false' }],
] as const)('%s reads no more than it shows', async (_, query) => {
  const actor = { id: oldest.user.id, isAdmin: false, isActive: true, sessionId: '0' };
  const asked = { userID: null, page: 1, pageSize: 7, ...query } as unknown as Parameters<typeof listOf>[1];
  const read = await api.ctx.db.transaction(async (tx) => {
    // The plan for whatever vendor, as it is kept after a few pages.
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`);
    const { count } = await listRows(tx, listOf(actor, asked));
    expect(count).toBeGreaterThan(6);
    const table = await tx.first<{ rows: number }>(sql`
      select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'products'`);
    return table?.rows;
  });
  expect(read).toBeLessThan(300);
});
