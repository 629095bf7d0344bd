import { setImmediate } from 'node:timers/promises';

import { pdf, workbook } from '@aapurti/contract/ground/operation';
import { operations } from '@aapurti/contract/operations';
import { expect, test, vi } from 'vitest';

import { AT_WORK_MAX, AtWork, type Caller, OF_COMPANY } from './atWork.ts';
import { weightOf } from './weights.ts';

const person = (id: string, company = 'vendor 1'): Caller => ({ id, company });
const key = (id: string, company = 'vendor 1'): Caller => ({ id: `key ${id}`, company, isKey: true });

/** Calls that run until the test ends them. */
function held(atWork: AtWork) {
  const running: string[] = [];
  const all: Promise<unknown>[] = [];
  let refused = 0;
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return {
    running,
    refused: () => refused,
    ask(caller: Caller, count: number, weight = 1) {
      for (let call = 0; call < count; call += 1)
        all.push(
          atWork
            .run(caller, () => (running.push(caller.id), ended), { weight })
            .catch((error: { status?: number; retryAfterSeconds?: number }) => {
              expect(error).toMatchObject({ status: 503, retryAfterSeconds: 1 });
              refused += 1;
            }),
        );
    },
    async end() {
      vi.useFakeTimers();
      end();
      await vi.advanceTimersByTimeAsync(60_000);
      vi.useRealTimers();
      await Promise.all(all);
    },
  };
}

test.each([
  [3, 1, 1],
  [4, 1, 1],
  [5, 1, 1],
  [6, 2, 2],
  [8, 2, 2],
  [10, 2, 3],
  [12, 3, 4],
  [25, 6, 8],
  [90, 22, 30],
])('of %i connections one caller uses at most %i, one company at most %i, and others get in meanwhile', async (pool, share, ofCompany) => {
  const atWork = new AtWork(pool);
  const calls = held(atWork);
  calls.ask(person('1'), share + 10);
  await setImmediate();
  expect(calls.running.length).toBe(share);
  for (let other = 2; other <= 12; other += 1) calls.ask(other % 2 === 0 ? key(String(other)) : person(String(other)), 2);
  await setImmediate();
  expect(calls.running.length).toBe(ofCompany);
  expect(ofCompany).toBeLessThanOrEqual(pool / 3);
  expect(await atWork.run(person('other', 'vendor 2'), async () => 'done')).toBe('done');
  await calls.end();
  expect(calls.running.length).toBe(share + 10 + 22);
});

test('ten keys and ten users of one company have a quarter of the calls in progress, and no other company is rejected', async () => {
  const atWork = new AtWork(10);
  const calls = held(atWork);
  for (let each = 1; each <= 10; each += 1) {
    calls.ask(key(String(each)), 30);
    calls.ask(person(String(each)), 30);
  }
  await setImmediate();
  expect(calls.refused()).toBe(600 - OF_COMPANY);
  expect(OF_COMPANY).toBeLessThanOrEqual(AT_WORK_MAX / 4);
  for (let other = 2; other <= 4; other += 1) expect(await atWork.run(person('p', `vendor ${other}`), async () => other)).toBe(other);
  await calls.end();
});

test('keys leave half of the calls and one connection to the users of the company', async () => {
  const atWork = new AtWork(10);
  const calls = held(atWork);
  for (let each = 1; each <= 50; each += 1) calls.ask(key(String(each), 'buyer'), 40);
  await setImmediate();
  expect(calls.running.length).toBe(2);
  expect(calls.refused()).toBe(2000 - Math.floor(OF_COMPANY / 2));
  expect(await atWork.run(person('1', 'buyer'), async () => 'at once')).toBe('at once');
  calls.ask(person('2', 'buyer'), 20);
  await setImmediate();
  expect(calls.refused()).toBe(2000 - Math.floor(OF_COMPANY / 2));
  await calls.end();
});

test('callers of a company take turns: a caller with many calls does not delay one with a single call', async () => {
  const atWork = new AtWork(3);
  const order: string[] = [];
  const ask = (id: string) => atWork.run(person(id), async () => void order.push(id));
  await Promise.all([...Array.from({ length: 10 }, () => ask('greedy')), ask('one'), ask('two')]);
  expect(order.slice(0, 4)).toEqual(['greedy', 'greedy', 'one', 'two']);
});

test('an expensive call counts as several', async () => {
  const atWork = new AtWork(10);
  const calls = held(atWork);
  for (let each = 1; each <= 10; each += 1) calls.ask(person(String(each)), 10, 4);
  await setImmediate();
  expect(100 - calls.refused()).toBe(Math.floor(OF_COMPANY / 4));
  await calls.end();
  const heavyWith = (query: object, isKey = true) =>
    operations.filter((operation) => weightOf(operation)(query, isKey) > 1).map(({ id }) => id);
  const [unpaged, paged] = [heavyWith({}), heavyWith({ page: '1' })];
  for (const id of ['invoice.check', 'order.list', 'order.search', 'product.upload', 'product.export', 'change.list', 'auth.edit'])
    expect([unpaged, paged]).toEqual([expect.arrayContaining([id]), expect.arrayContaining([id])]);
  // Calls that upload a file or return a print or a workbook are heavy; of the others, only these are.
  const other = operations.filter(
    ({ files, replies }) => files.length === 0 && !Object.values(replies).some((reply: unknown) => reply === pdf || reply === workbook),
  );
  expect(paged.filter((id) => other.some((each) => each.id === id)).toSorted()).toEqual([
    'auth.syncCall',
    'change.list',
    'dashboard.overview',
    'ewayBill.check',
    'ewayBill.file',
    'invoice.approve',
    'invoice.check',
    'invoice.match',
    'invoice.propose',
    'order.links',
    'order.list',
    'order.search',
    'payment.report',
    'product.changeStatusPriceApproval',
    'product.refusePrices',
    'search.everywhere',
  ]);
  expect(operations.filter((each) => !other.includes(each)).flatMap(({ id }) => (paged.includes(id) ? [] : [id]))).toEqual([]);
  // These calls return as many rows as ten pages.
  expect(unpaged).toEqual(expect.arrayContaining(['invoice.list', 'product.list', 'audit.list']));
  expect(paged).not.toContain('invoice.list');
  expect(heavyWith({ pageSize: '7' })).not.toContain('invoice.list');
  expect(heavyWith({ startAfter: '7' })).toContain('invoice.list');
  // A person's company pays the same for an expensive call, except for these lists.
  expect(heavyWith({}, false)).toEqual(paged);
});

test('a user who opens many screens at the same time gets all lists, but a key does not', async () => {
  const atWork = new AtWork(10);
  const list = operations.find(({ id }) => id === 'invoice.list');
  if (list === undefined) throw new Error('there is a list of invoices');
  const screens = held(atWork);
  screens.ask(person('1'), 40, weightOf(list)({}, false));
  const program = held(atWork);
  program.ask(key('1', 'vendor 2'), 40, weightOf(list)({}, true));
  await setImmediate();
  expect([screens.refused(), program.refused()]).toEqual([0, 40 - Math.floor(OF_COMPANY / 2 / 4)]);
  // The number of calls that run concurrently stays the same, and calls beyond a person's own queue must be repeated.
  expect(screens.running.length).toBe(atWork.share);
  screens.ask(person('1'), 40, weightOf(list)({}, false));
  await setImmediate();
  expect(screens.refused()).toBe(40 - atWork.share);
  await Promise.all([screens.end(), program.end()]);
});

/** The number of calls of 100 ms that one company has started in the given time, if each of two connections calls again immediately. */
async function begun(atWork: AtWork, kind: typeof person, milliseconds: number): Promise<number> {
  let started = 0;
  const loop = async () => {
    for (;;) {
      await atWork.run(kind('1'), async () => {
        started += 1;
        await new Promise((end) => setTimeout(end, 100));
      });
    }
  };
  void loop();
  void loop();
  await vi.advanceTimersByTimeAsync(milliseconds - 1);
  return started;
}

test.each([
  ['a person', person, 2],
  ['a key', key, 1],
])('while others work, a place of %s rests for twice the time of its call, even if no call of it waits', async (_who, kind, places) => {
  vi.useFakeTimers();
  const atWork = new AtWork(6);
  let end = () => {};
  const other = atWork.run(person('other', 'vendor 2'), () => new Promise<void>((resolve) => (end = resolve)));
  expect(await begun(atWork, kind, 1_200)).toBe(places * 4);
  end();
  await other;
  // A company that works alone has no pauses.
  const alone = await begun(new AtWork(6), kind, 1_200);
  vi.useRealTimers();
  expect(alone).toBe(places * 12);
});

test('a rest is at most two seconds, and a call that waits in the meantime then begins', async () => {
  vi.useFakeTimers();
  const atWork = new AtWork(3);
  let end = () => {};
  const other = atWork.run(person('other', 'vendor 2'), () => new Promise<void>((resolve) => (end = resolve)));
  const long = atWork.run(person('1'), () => new Promise((done) => setTimeout(done, 60_000)));
  await vi.advanceTimersByTimeAsync(60_000);
  await long;
  let isDone = false;
  const next = atWork.run(person('1'), async () => void (isDone = true));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(isDone).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  expect(isDone).toBe(true);
  end();
  await Promise.all([next, other]);
  vi.useRealTimers();
});

test('work that fails releases its place, and nothing is done for a caller who left while waiting', async () => {
  const atWork = new AtWork(3);
  const calls = held(atWork);
  calls.ask(person('1'), 1);
  const gone = new AbortController();
  let isDone = false;
  const waiting = atWork.run(person('1'), async () => void (isDone = true), { signal: gone.signal }).catch((error: unknown) => error);
  const failing = atWork.run(person('1'), () => Promise.reject(new Error('broken')));
  gone.abort();
  await Promise.all([calls.end(), expect(failing).rejects.toThrow('broken')]);
  expect(await waiting).toMatchObject({ name: 'AbortError' });
  expect(isDone).toBe(false);
  expect(await atWork.run(person('1'), async () => 'fine')).toBe('fine');
});
