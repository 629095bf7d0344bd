import fastify from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { answerErrors } from './answerErrors.ts';
import { forbidden, invalid, notFound, Refusal, tooMany } from '../ground/refusal.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('a caller who waited too long for locked rows is asked to try again, and nothing is stored', async () => {
  const vendor = await api.newVendor();
  const form = { invoiceNumber: '1', invoiceValue: 100 };
  const reply = await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table invoices in exclusive mode`);
    const adding = vendor.post('/api/invoice/create', form);
    let isOver = false;
    const over = adding.finally(() => {
      isOver = true;
    });
    // The loop ends when the time limit expires.
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

test('the operator’s log has callers of others’ records, or with too many calls, by route and address, without the content', async () => {
  const lines: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
  answerErrors(app);
  app.get('/theirs/:id', () => Promise.reject(forbidden()));
  app.get('/often', () => Promise.reject(tooMany(9)));
  app.get('/nothing', () => Promise.reject(notFound()));
  for (const url of ['/theirs/7?token=hush', '/often', '/nothing']) await app.inject({ url, remoteAddress: '203.0.113.7' });
  await app.close();
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { operation: 'GET /theirs/:id', status: 403, address: '203.0.113.7', msg: 'Refused.', requestId: expect.any(String) },
    { operation: 'GET /often', status: 429 },
  ]);
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toContain('hush');
});

test('the operator’s log has an error by its code, without its figures', async () => {
  const lines: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
  answerErrors(app);
  const problem = { errors: { amount: 'Only ₹60.00' }, extra: { code: 'allocation_above_invoice', data: { left: 60 } } };
  app.post('/allocations', () => Promise.reject(new Refusal(422, 'Only ₹60.00', problem)));
  app.post('/plain', () => Promise.reject(invalid({ amount: 'Enter the amount.' })));
  app.post('/missing', () => Promise.reject(notFound()));
  for (const url of ['/allocations', '/plain', '/missing']) await app.inject({ method: 'POST', url });
  await app.close();
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { operation: 'POST /allocations', status: 422, code: 'allocation_above_invoice', msg: 'Refused.' },
  ]);
  expect(lines.join('')).not.toContain('₹');
});

test('a conflict with a faster call in the database is not a server error', async () => {
  const app = fastify({ logger: false });
  answerErrors(app);
  const found = (code: string) => Promise.reject(Object.assign(new Error('in the way'), { code }));
  app.get<{ Params: { code: string } }>('/:code', ({ params }) => found(params.code));
  const message = 'Someone else changed this at the same time. Please reload and try again.';
  for (const code of ['23505', '23P01', '23503']) {
    const reply = await app.inject({ url: `/${code}` });
    expect([reply.statusCode, reply.json()]).toEqual([409, { message, code: 'stale_record' }]);
  }
  await app.close();
});

test('a name and a code of 500 incompressible characters are stored', async () => {
  const letters = Array.from({ length: 500 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000))).join('');
  await addItem(api.ctx, { ean: '8901030516320', name: letters });
  await addItem(api.ctx, { ean: '4006381333931', name: letters, sku: letters });
  const price = { MRP: 100, percentage: 10, margin: 10, sellingPrice: 90 };
  const vendor = await api.newVendor();
  const save = (ean: string) => vendor.post('/api/product/create', { EANCode: ean, shelfLifeDays: 9, quantity: 1, ...price });
  expect((await save('8901030516320')).status).toBe(200);
  expect((await save('4006381333931')).status).toBe(200);
});
