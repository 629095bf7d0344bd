import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { Refusal } from '../ground/refusal.ts';
import { type Caller, countAttempt, countAttempts, forgiveAttempts, limits } from './rateLimits.ts';
import type { Database } from '../database/database.ts';
import { pruneRateLimits } from '../process/housekeeping.ts';

let database: TestDatabase;
let ctx: { db: Database; settings: { rateLimits: boolean } };
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = { db: database.db, settings: { rateLimits: true } };
});
afterAll(() => database.drop());

let counter = 0;
/** An account and an address that no other test uses. */
const fresh = () => {
  counter += 1;
  return { account: `vendor${counter}@mill.in`, address: `10.0.${counter}.1` };
};
const fail = (caller: Caller) => countAttempts(ctx, limits.signIn, caller);
async function succeed(caller: Caller) {
  await countAttempts(ctx, limits.signIn, caller);
  await forgiveAttempts(ctx, limits.signIn, caller);
}
/** The number of allowed attempts out of `times`. */
async function allowed(times: number, attempt: (index: number) => Promise<void>): Promise<number> {
  let count = 0;
  for (let index = 0; index < times; index += 1) {
    await attempt(index).then(
      () => (count += 1),
      (error: unknown) => expect(error).toMatchObject({ status: 429 }),
    );
  }
  return count;
}
const timePasses = () =>
  database.db.execute(sql`update rate_limits set resets_at = now() - interval '1 second' where key not like '% known %'`);

describe('the count of attempts', () => {
  test('allows a number of attempts in a window, then states the waiting time, and starts again', async () => {
    const attempts = [];
    for (let index = 0; index < 4; index += 1) attempts.push(await countAttempt(database.db, 'plain', 3, 60));
    expect(attempts.map((each) => each.allowed)).toEqual([true, true, true, false]);
    expect(attempts[3]?.retryAfterSeconds).toBeGreaterThan(0);
    expect(attempts[3]?.retryAfterSeconds).toBeLessThanOrEqual(60);
    await timePasses();
    expect(await countAttempt(database.db, 'plain', 3, 60)).toEqual({ allowed: true, retryAfterSeconds: 60 });
  });

  test('includes an attempt that began earlier and is counted later', async () => {
    await database.db.transaction(async (tx) => {
      // The transaction's time begins here.
      await tx.rows(sql`select now()`);
      expect((await countAttempt(database.db, 'overtaken', 1, 60)).allowed).toBe(true);
      expect((await countAttempt(tx, 'overtaken', 1, 60)).allowed).toBe(false);
    });
  });

  test('does not extend the waiting time for further attempts', async () => {
    await countAttempt(database.db, 'patient', 1, 600);
    await database.db.execute(sql`update rate_limits set resets_at = now() + interval '5 seconds' where key = 'patient'`);
    for (let index = 0; index < 3; index += 1) {
      expect((await countAttempt(database.db, 'patient', 1, 600)).retryAfterSeconds).toBeLessThanOrEqual(5);
    }
  });

  test('includes each of several concurrent attempts', async () => {
    const attempts = await Promise.all(Array.from({ length: 40 }, () => countAttempt(database.db, 'crowd', 7, 60)));
    expect(attempts.filter((each) => each.allowed)).toHaveLength(7);
  });
});

test('loses only expired entries when it is pruned, even while others count', async () => {
  await countAttempt(database.db, 'current', 1, 60);
  await database.db.execute(sql`
    insert into rate_limits (key, count, resets_at) select 'old ' || n, 1, now() - interval '1 second' from generate_series(1, 50) n`);
  const [pruned, again] = await Promise.all([
    pruneRateLimits(database.db),
    pruneRateLimits(database.db),
    ...Array.from({ length: 20 }, (_, index) => countAttempt(database.db, `old ${index + 1}`, 1, 60)),
  ]);
  expect(pruned + again).toBeGreaterThan(0);
  await pruneRateLimits(database.db);
  const left = await database.db.rows<{ key: string; over: boolean }>(sql`select key, resets_at <= now() as over from rate_limits`);
  expect(left.filter((row) => row.over)).toEqual([]);
  expect(left.map((row) => row.key)).toEqual(expect.arrayContaining(['current', 'old 1', 'old 20']));
});

describe('sign-in', () => {
  test('tried 100 times on one account is rejected well before, with Retry-After', async () => {
    const caller = fresh();
    expect(await allowed(100, () => fail(caller))).toBe(20);
    const refusal: unknown = await fail(caller).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect((refusal as Refusal).retryAfterSeconds).toBeLessThanOrEqual(900);
    await timePasses();
    await fail(caller);
  });

  test('counts an account in any spelling as one, and an IPv6 subscriber at any address as one', async () => {
    const { account } = fresh();
    const spelt = (index: number) => ({
      account: index % 2 === 0 ? account : ` ${account.toUpperCase()}`,
      address: ['2001:db8:0:7::1', '2001:0db8:0000:0007:ffff::', '2001:db8::7:1:2:3:4', '2001:DB8:0:7::9%eth0'][index % 4] ?? '',
    });
    expect(await allowed(40, (index) => fail(spelt(index)))).toBe(20);
    await fail({ account, address: '2001:db8:0:8::1' });
    expect(await allowed(25, (index) => fail({ account, address: index % 2 === 0 ? '::ffff:10.200.0.1' : '10.200.0.1' }))).toBe(20);
  });

  test('works for an office of 30 behind one address in the morning, a few of them mistyping', async () => {
    const { address } = fresh();
    for (let morning = 0; morning < 5; morning += 1) {
      for (let person = 0; person < 30; person += 1) {
        const caller = { account: `person${person}@office${counter}.in`, address };
        if (morning === 0) await fail(caller);
        await succeed(caller);
      }
    }
  });

  test('stops one address that tries one password on account after account', async () => {
    const { address } = fresh();
    expect(await allowed(150, (index) => fail({ account: `a${index}@spray${counter}.in`, address }))).toBe(100);
  });

  test('forgets the failures before a success', async () => {
    const caller = fresh();
    for (let round = 0; round < 3; round += 1) {
      expect(await allowed(15, () => fail(caller))).toBe(15);
      await succeed(caller);
    }
  });

  test('stops many addresses that guess, and cannot lock the owner out', async () => {
    const owner = fresh();
    await succeed(owner);
    const botnet = (index: number) => fail({ ...owner, address: `10.99.${index}.1` });
    expect(await allowed(80, botnet)).toBe(49);
    await succeed(owner);

    const elsewhere = { ...owner, address: '10.100.0.1' };
    await expect(fail(elsewhere)).rejects.toMatchObject({ status: 429 });
    // The owner resets the password by e-mail.
    await forgiveAttempts(ctx, limits.signIn, elsewhere);
    await succeed(elsewhere);
    expect(await allowed(3, botnet)).toBe(0);
  });
});

test.each([
  ['register', 60],
  ['forgetPassword', 60],
  ['reset', 60],
] as const)('%s is limited by address', async (name, most) => {
  const { address } = fresh();
  expect(await allowed(most + 10, (index) => countAttempts(ctx, limits[name], { account: `${index}@${name}.in`, address }))).toBe(most);
});

test.each([
  ['registerEmail', 20],
  ['forgetPassword', 10],
] as const)('%s is limited by account', async (name, most) => {
  const { account } = fresh();
  expect(await allowed(most + 5, (index) => countAttempts(ctx, limits[name], { account, address: `10.88.${index}.${counter}` }))).toBe(
    most,
  );
});

test('the limits of one call do not apply to another, and no one can read who tried', async () => {
  const caller = fresh();
  await allowed(30, () => fail(caller));
  await countAttempts(ctx, limits.forgetPassword, caller);
  const keys = await database.db.rows<{ key: string }>(sql`select key from rate_limits`);
  expect(keys.filter(({ key }) => key.includes('@') || key.includes('10.0.'))).toEqual([]);
});

test('nothing is counted while limits are turned off', async () => {
  const caller = fresh();
  const off = { ...ctx, settings: { rateLimits: false } };
  for (let index = 0; index < 200; index += 1) await countAttempts(off, limits.signIn, caller);
  await forgiveAttempts(off, limits.signIn, caller);
  expect(await allowed(25, () => fail(caller))).toBe(20);
});
