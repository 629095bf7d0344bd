import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('whoever waited too long for others at the same rows is told to come back, and nothing is stored', async () => {
  const vendor = await api.newVendor();
  const form = { invoiceNumber: '1', invoiceValue: 100 };
  const reply = await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table invoices in exclusive mode`);
    const adding = vendor.post('/api/invoice/create', form);
    let isOver = false;
    const over = adding.finally(() => {
      isOver = true;
    });
    // What the time limit does when it runs out.
    while (!isOver) {
      await tx.execute(sql`
        select pg_cancel_backend(pid) from pg_locks
        where not granted and relation = 'invoices'::regclass and database = (select oid from pg_database where datname = current_database())`);
    }
    return over;
  });
  expect([reply.status, reply.headers['retry-after'], reply.body.message]).toEqual([503, '2', 'The server is busy. Please try again.']);
  expect((await vendor.get('/api/invoice/get')).status).toBe(201);
});
