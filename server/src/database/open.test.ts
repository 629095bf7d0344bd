import sql, { join, raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { DatabaseUnavailable, openDatabase } from './open.ts';

let given: TestDatabase;
const db = () => given.db;

beforeAll(async () => {
  given = await createTestDatabase();
  await db().execute(sql`create table words (word text primary key, n int not null default 0)`);
});
beforeEach(async () => {
  await db().execute(sql`delete from words`);
});
afterAll(() => given.drop());

const add = (word: string) => sql`insert into words values (${word})`;
const words = async () => (await db().rows<{ word: string }>(sql`select word from words order by word`)).map(({ word }) => word);

test('dates and numerics are exact texts, counts are numbers, instants are Dates', async () => {
  const row = await db().first(sql`
    select date '2026-02-28' as day, numeric '999999999999.99' as money, count(*) as count, array[1, 2]::int8[] as counts,
      array[date '2026-01-31', null] as days, array[1.10, 2]::numeric[] as amounts, null::date as nothing,
      timestamptz '2026-02-28 23:30:00+05:30' as instant, ${'2026-03-31'}::date as back
    from generate_series(1, 3)`);
  expect(row).toEqual({
    day: '2026-02-28',
    money: '999999999999.99',
    count: 3,
    counts: [1, 2],
    days: ['2026-01-31', null],
    amounts: ['1.10', '2'],
    nothing: null,
    instant: new Date('2026-02-28T18:00:00Z'),
    back: '2026-03-31',
  });
});

test('a whole number that does not fit exactly is an error, and the connection stays usable', async () => {
  await expect(db().rows(sql`select 9007199254740993::int8`)).rejects.toThrow(/9007199254740993 does not fit/);
  expect(await db().first(sql`select 9007199254740991::int8 as n`)).toEqual({ n: Number.MAX_SAFE_INTEGER });
});

test('the functions rows, first and execute return all rows, the first or none, and the number of changed rows', async () => {
  expect(await db().execute(sql`insert into words (word) values ${join(['a', 'b'].map((word) => sql`(${word})`))}`)).toBe(2);
  expect(await db().rows(sql`select word from words order by word`)).toEqual([{ word: 'a' }, { word: 'b' }]);
  expect(await db().first(sql`select word from words where word = ${'c'}`)).toBeUndefined();
});

test('a transaction that fails leaves nothing, and its error is unchanged', async () => {
  const error = new Error('changed my mind');
  const failing = db().transaction(async (tx) => {
    await tx.execute(add('a'));
    throw error;
  });
  await expect(failing).rejects.toBe(error);
  expect(await words()).toEqual([]);
});

test('a transaction inside another is undone alone', async () => {
  await db().transaction(async (tx) => {
    await tx.execute(add('outer'));
    await tx.transaction(async (inner) => {
      await inner.execute(add('kept'));
      await inner.transaction((innermost) => innermost.execute(add('kept')).then(() => undefined)).catch(() => undefined);
    });
    await expect(tx.transaction((inner) => inner.execute(add('outer')))).rejects.toThrow(/duplicate key/);
    await tx.execute(add('after'));
  });
  expect(await words()).toEqual(['after', 'kept', 'outer']);
});

test('an error that is caught inside does not count as success', async () => {
  const swallowing = db().transaction(async (tx) => {
    await tx.execute(add('a'));
    await tx.execute(add('a')).catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow(/Nothing was saved/);
  expect(await words()).toEqual([]);
});

test('a query that was not awaited cannot slip into another transaction', async () => {
  let late: (() => Promise<number>) | undefined;
  await db().transaction(async (tx) => {
    late = () => tx.execute(add('late'));
  });
  await expect(late?.()).rejects.toThrow(/has ended/);
});

const failure = (code: string) => sql`do ${raw(`$$ begin raise exception 'made up' using errcode = '${code}'; end $$`)}`;

test.each([
  ['40001', 2, 'saved'],
  ['40P01', 2, 'saved'],
  ['23505', 2, 'saved'],
  ['23P01', 1, 'saved'],
  ['23503', 1, 'saved'],
  ['40001', 3, 'made up'],
  ['23514', 1, 'made up'],
])('work that meets the error %s %i times ends with: %s', async (code, failures, outcome) => {
  let attempts = 0;
  const work = db().transaction(async (tx) => {
    attempts += 1;
    await tx.execute(add(`attempt ${attempts}`));
    // A nested transaction passes the error on, because only the outermost can start again.
    if (attempts <= failures) await tx.transaction((inner) => inner.execute(failure(code)));
    return 'saved';
  });
  expect(await work.catch((error: Error) => error.message)).toBe(outcome);
  expect(await words()).toEqual(outcome === 'saved' ? [`attempt ${failures + 1}`] : []);
  expect(attempts).toBe(code === '23514' ? 1 : Math.min(failures + 1, 3));
});

test('a single statement that meets a deadlock runs again', async () => {
  // A sequence does not roll back.
  await db().withClient((client) =>
    client.query(`
      create sequence tries;
      create function meets_deadlocks() returns text language plpgsql as $$
      begin
        if nextval('tries') < 3 then raise exception 'made up' using errcode = '40P01'; end if;
        return 'alone';
      end $$`),
  );
  expect(await db().execute(sql`insert into words values (meets_deadlocks())`)).toBe(1);
  expect(await words()).toEqual(['alone']);
});

test('two transactions in a deadlock both succeed in the end', async () => {
  await db().execute(sql`insert into words values ('a'), ('b')`);
  const meet = meeting(2);
  const bump = (word: string) => sql`update words set n = n + 1 where word = ${word}`;
  const both = (first: string, second: string) =>
    db().transaction(async (tx) => {
      await tx.execute(bump(first));
      await meet();
      await tx.execute(bump(second));
    });
  await Promise.all([both('a', 'b'), both('b', 'a')]);
  expect(await db().rows(sql`select n from words`)).toEqual([{ n: 2 }, { n: 2 }]);
});

/** Each call waits until this many have arrived; later calls continue immediately. */
function meeting(size: number) {
  let open: () => void;
  const all = new Promise<void>((resolve) => (open = resolve));
  return () => {
    size -= 1;
    if (size <= 0) open();
    return all;
  };
}

test('a connection that the server cuts fails its query, and the next query gets another connection', async () => {
  const cut = db().transaction(async (tx) => {
    const self = await tx.first<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await db().execute(sql`select pg_terminate_backend(${self?.pid})`);
    await tx.execute(add('a'));
  });
  await expect(cut).rejects.toThrow(DatabaseUnavailable);
  expect(await words()).toEqual([]);
});

test('a borrowed client belongs to the transaction, and is discarded when its work breaks off', async () => {
  const pid = sql`select pg_backend_pid() as pid`;
  await db().transaction(async (tx) => {
    const lent = await tx.withClient((client) => client.query(pid.text));
    expect(lent.rows[0]).toEqual(await tx.first(pid));
  });
  let broken: number | undefined;
  const breaking = db().withClient(async (client) => {
    broken = (await client.query<{ pid: number }>(pid.text)).rows[0]?.pid;
    throw new Error('broke off');
  });
  await expect(breaking).rejects.toThrow('broke off');
  await expect.poll(() => db().first(sql`select from pg_stat_activity where pid = ${broken}`)).toBeUndefined();
});

test('statements are prepared by their text, up to a limit, and not at all when this is turned off', async () => {
  const prepared = sql`select count(*)::int as n from pg_prepared_statements`;
  for (const named of [true, false]) {
    const one = await openDatabase({ url: given.url, max: 1, prepared: named });
    for (const word of ['a', 'b']) await one.first(sql`select ${word}::text as word`);
    const [first] = await one.rows(prepared);
    for (let index = 0; index < 600; index += 1) await one.first(sql`select ${raw(`${index}`)}`);
    const [last] = await one.rows(prepared);
    expect([first, last]).toEqual(named ? [{ n: 2 }, { n: 500 }] : [{ n: 0 }, { n: 0 }]);
    await one.close();
  }
});

test('a server that does not respond and one that rejects the connection have different errors', async () => {
  const away = new URL(given.url);
  away.port = '1';
  await expect(openDatabase({ url: away.href })).rejects.toThrow(DatabaseUnavailable);
  const missing = new URL(given.url);
  missing.pathname = '/no_such_database';
  await expect(openDatabase({ url: missing.href })).rejects.toThrow(/"no_such_database" does not exist/);
});
