import { afterEach, beforeEach, expect, test } from 'vitest';

import { fakeTryton } from '../../test/fakeTryton.ts';
import type { Pulls } from './port.ts';
import type { PulledOrder, PulledPayment } from './records.ts';
import { tryton } from './tryton.ts';

const CHANGED = '2026-11-20 10:00:00';
let double: Awaited<ReturnType<typeof fakeTryton>>;
let supplier: string;
beforeEach(async () => {
  double = await fakeTryton('/main/');
  supplier = double.addSupplier({ name: 'Mill', email: null, gstin: null });
  double.addItem({ code: 'SALT', name: 'Salt', eans: ['8901058000290'] });
});
afterEach(() => double.fake.close());

const line = { item: 'SALT', quantity: 10, price: 20 };
const add = (lines = [line]) => double.addOrder({ number: '1', supplier, changed: CHANGED, lines });

async function orders(cursor: string | null = null, pulls = double.open().pulls as Pulls): Promise<PulledOrder[]> {
  const rows: PulledOrder[] = [];
  for await (const page of pulls.orders(cursor)) rows.push(...page.rows);
  return rows;
}

test('the current address is tried first, and the older one is kept once it has responded', async () => {
  add();
  await orders();
  const paths = double.fake.asked.map(({ path }) => path);
  expect(paths.slice(0, 2)).toEqual(['/main/rpc/', '/main/']);
  expect(new Set(paths.slice(1))).toEqual(new Set(['/main/']));
});

test('an expired session is renewed once for all waiting calls', async () => {
  add();
  const pulls = double.open().pulls as Pulls;
  await orders(null, pulls);
  double.forget();
  expect(await orders(null, pulls)).toHaveLength(1);
  const logins = double.fake.asked.filter(({ body }) => (body as { method: string }).method === 'common.db.login');
  expect(logins).toHaveLength(3);
});

test('a rejected password and a missing database are reported', async () => {
  const given = { url: double.fake.url, database: 'main', user: 'portal', secret: 'wrong' };
  await expect(orders(null, tryton(given).pulls as Pulls)).rejects.toThrow('Tryton rejected the sign-in with ERP_USER and ERP_SECRET.');
  await expect(orders(null, tryton({ ...given, database: 'other' }).pulls as Pulls)).rejects.toThrow(/has no database other/);
});

test('received goods bring back an order that did not change itself', async () => {
  const id = add();
  const [before] = await orders();
  const head = double.get('purchase.purchase', id) as unknown as { lines: number[] };
  const moves = double.get('purchase.line', head.lines[1])?.['moves'] as number[];
  const later = { __class__: 'datetime', year: 2026, month: 11, day: 22, hour: 10, minute: 0, second: 0, microsecond: 0 };
  Object.assign(double.get('stock.move', moves[0]) ?? {}, { state: 'done', quantity: 4, write_date: later });
  const [after] = await orders('2026-11-21 10:00:00.000000');
  expect(after).toMatchObject({ externalId: id, status: 'Open', lines: [expect.objectContaining({ receivedQuantity: '4' })] });
  expect(after?.version).not.toBe(before?.version);
});

test('a confirmed date moves goods on the way, but not goods that have arrived or are in a shipment', async () => {
  const id = add([line, line, line]);
  const move = (index: number) => {
    const [found] = (double.get('purchase.line', double.linesOf(id)[index]) ?? { moves: [] })['moves'] as number[];
    return double.get('stock.move', found) ?? {};
  };
  Object.assign(move(1), { state: 'done' });
  Object.assign(move(2), { shipment: 'stock.shipment.in,9' });
  const days = double.linesOf(id).map((each) => ({ line: each, on: '2026-12-08' }));
  await double.open().answerOrder?.({ externalId: id, number: '1', days, note: null });
  expect([0, 1, 2].map((index) => (move(index) as Record<string, unknown>)['planned_date'])).toEqual([
    { __class__: 'date', year: 2026, month: 12, day: 8 },
    undefined,
    undefined,
  ]);
});

test('an order of returns only is not imported', async () => {
  add([{ ...line, quantity: -3 }]);
  const pages = [];
  for await (const page of (double.open().pulls as Pulls).orders(null)) pages.push(page);
  expect(pages).toEqual([{ rows: [], faults: [], cursor: expect.stringMatching(/^2026-11-20 10:00:00/) }]);
});

test('a cancelled quotation is not an order, and a done order with some goods received is closed', async () => {
  double.addOrder({ number: 'Q', supplier, changed: CHANGED, lines: [], state: 'cancelled' });
  const id = add([
    { ...line, quantity: 10 },
    { ...line, quantity: 2 },
  ]);
  const head = double.get('purchase.purchase', id) as unknown as { lines: number[]; state: string };
  const moves = double.get('purchase.line', head.lines[1])?.['moves'] as number[];
  Object.assign(double.get('stock.move', moves[0]) ?? {}, { state: 'done', quantity: 10 });
  head.state = 'done';
  expect((await orders()).map(({ number, status }) => [number, status])).toEqual([['1', 'Closed']]);
});

test('a failed payment is reversed', async () => {
  double.addPayment({ supplier, bills: [], onAccount: 10, changed: CHANGED });
  const rows: PulledPayment[] = [];
  for await (const page of (double.open().pulls as Pulls).payments(null)) rows.push(...page.rows);
  Object.assign(double.get('account.payment', rows[0]?.externalId) ?? {}, { state: 'failed' });
  for await (const page of (double.open().pulls as Pulls).payments(null))
    expect(page.rows).toEqual([expect.objectContaining({ cancelled: true })]);
});

test('a record without its time of change, or with half a character, is still stored', async () => {
  const id = add();
  Object.assign(double.get('purchase.purchase', id) ?? {}, { reference: 'a\u0000b\ud83dc' });
  expect((await orders())[0]?.acknowledgementReference).toBe('ab\ufffdc');
});
