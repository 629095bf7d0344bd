/**
 * One hostile vendor, with ten users and ten API keys, next to ten ordinary vendors in the same run: the response times of the ten under
 * attack, compared with those without, alternating. The hostile vendor runs in a separate process, so that its load does not delay the
 * measurements.
 */
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import sql from 'sql-template-tag';

import { SCOPES } from '@aapurti/contract/integration/keys';

import { hashToken, startSession } from '../server/src/sign-in/sessions.ts';
import { makeOrder, makeUser, orderLineOf, samplePdf } from '../server/src/demo/factories.ts';
import { newKey } from '../server/src/http/apiKeys.ts';
import { openContext } from '../server/src/openContext.ts';
import type { Database } from '../server/src/database/database.ts';
import type { Asked } from './load.ts';
import { METRICS_TOKEN, onBench, percentile, report, settings } from './tools.ts';
import { formOf, seedItems, sheetOf } from './uploads.ts';

const ROUNDS = 3;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 12);
const SETTLE_MS = 2_000;
const ORDINARY = 10;
/** The number of users of the hostile vendor, and of its API keys. */
const CROWD = 10;
/** The pause between two calls of a user, and of the hostile vendor after a rejected call, because all run on the same machine. */
const PAUSE_MS = 100;
/** The number of responses after which the hostile vendor's attack is at full strength. */
const BEGUN = 200;
const HOSTILE_ORDERS = { orders: 100, lines: 300 } as const;
const SHEET_ROWS = 2_000;
const GOALS = { slower: 5, memory: 600 } as const;

const agent = new Agent({ keepAlive: true });

/** Sends a call and reads the whole response. */
function ask(url: string, { method, path, token, body }: Asked): Promise<{ status: number; milliseconds: number }> {
  const content = body === undefined ? undefined : 'content' in body ? body : jsonOf(body);
  const started = performance.now();
  return new Promise((answered, fail) => {
    const call = request(new URL(path, url), {
      agent,
      method,
      headers: {
        authorization: token ?? '',
        ...(content && { 'content-type': content.type, 'content-length': content.content.length }),
      },
    });
    call.once('response', (reply) => {
      reply.resume();
      reply.once('end', () => answered({ status: reply.statusCode ?? 0, milliseconds: performance.now() - started }));
    });
    call.once('error', fail);
    call.end(content?.content);
  });
}

const jsonOf = (body: object) => ({ type: 'application/json', content: Buffer.from(JSON.stringify(body)) });

interface Hostile {
  url: string;
  /** The token and ID of each user. */
  people: readonly { token: string; id: string }[];
  keys: readonly string[];
  /** One of its orders. */
  orderId: string;
}

/** Attacks in every way at once, until the process ends. */
async function beHostile({ url, people, keys, orderId }: Hostile): Promise<void> {
  const sheet = formOf(await sheetOf(SHEET_ROWS));
  const invoice = invoiceOf(orderId);
  const tokens = [...people.map(({ token }) => token), ...keys];
  let turn = 0;
  const person = () => people[(turn += 1) % people.length]!;
  /** Uses the next user or key for each call. */
  const anyone = () => tokens[(turn += 1) % tokens.length]!;
  const kinds: [connections: number, call: () => Asked][] = [
    [100, () => ({ method: 'GET', path: '/api/product/get', token: anyone() })],
    [40, () => ({ method: 'POST', path: '/api/invoice/check', body: invoice, token: anyone() })],
    [12, () => ({ method: 'POST', path: '/api/purChaseOrder/serviceOrder', body: {}, token: anyone() })],
    [4, () => ({ method: 'POST', path: '/api/product/excelUpload', body: sheet, token: anyone() })],
    [10, () => profileOf(person(), { passWord: `hostile-${Math.random()}` })],
    [4, () => profileOf(person(), paper)],
  ];
  const statuses = new Map<string, number>();
  let answered = 0;
  process.once('SIGTERM', () => {
    process.send?.([...statuses], () => process.exit());
  });
  const repeat = async (call: () => Asked) => {
    for (;;) {
      const asked = call();
      const { status } = await ask(url, asked).catch(() => ({ status: 0 }));
      const key = `${asked.method} ${asked.path.replace(/\d+$/, '…')} ${status}`;
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
      answered += 1;
      if (answered === BEGUN) process.send?.('begun');
      if (status >= 400 || status === 0) await sleep(PAUSE_MS);
    }
  };
  await Promise.all(kinds.flatMap(([connections, call]) => Array.from({ length: connections }, () => repeat(call))));
}

const profileOf = ({ token, id }: { token: string; id: string }, body: NonNullable<Asked['body']>): Asked => ({
  method: 'PUT',
  path: `/api/auth/edit/${id}`,
  body,
  token,
});

/** An invoice for all lines of an order. */
const invoiceOf = (orderId: string) => ({
  lines: Array.from({ length: HOSTILE_ORDERS.lines }, (_, line) => ({ orderId, line: line + 1, quantity: 1 })),
});

/** A profile form with a document of 4 MB. */
const paper = {
  type: 'multipart/form-data; boundary=x',
  content: Buffer.concat([
    Buffer.from('--x\r\ncontent-disposition: form-data; name="panpicture"; filename="pan.pdf"\r\n\r\n'),
    samplePdf('PAN'),
    Buffer.alloc(4 * 1024 * 1024, ' '),
    Buffer.from('%%EOF\r\n--x--\r\n'),
  ]),
};

let invoice = 0;
/** The calls that users make all day. */
const DAY: readonly (() => Omit<Asked, 'token'>)[] = [
  () => ({ method: 'GET', path: '/api/product/get?page=1&pageSize=10' }),
  () => ({ method: 'GET', path: '/api/invoice/get?page=1&pageSize=10' }),
  () => ({ method: 'POST', path: '/api/purChaseOrder/serviceOrder?page=1&pageSize=10', body: {} }),
  () => ({ method: 'POST', path: '/api/invoice/create', body: { invoiceNumber: String((invoice += 1)), invoiceValue: '1180.00' } }),
  () => ({ method: 'GET', path: '/api/product/get?productName=rice&page=1&pageSize=10' }),
];

/** Ten vendors at work for the given time: the duration of each call, and the number of responses that no user should see. */
async function work(url: string, tokens: readonly string[], milliseconds: number) {
  const times: number[] = [];
  const refused: number[] = [];
  const until = performance.now() + milliseconds;
  await Promise.all(
    tokens.map(async (token, vendor) => {
      await sleep((vendor * PAUSE_MS) / tokens.length);
      for (let n = vendor; performance.now() < until; n += 1) {
        const { status, milliseconds: took } = await ask(url, { ...DAY[n % DAY.length]?.(), token } as Asked);
        if (status === 200 || status === 201) times.push(took);
        else refused.push(status);
        await sleep(PAUSE_MS);
      }
    }),
  );
  return { times, refused };
}

/** Gives a vendor ten users, including its owner, and ten API keys with all permissions. */
async function withCrowd(db: Database, owner: { token: string; id: string }): Promise<Omit<Hostile, 'url'>> {
  const people = [owner];
  const keys: string[] = [];
  for (let n = 1; n < CROWD; n += 1) {
    const { id, membershipId } = await db.one<{ id: string; membershipId: string }>(sql`
      with person as (
        insert into users (email, mobile_number, password_hash, first_name, last_name, is_admin, is_active, company_id)
        select ${`crowd${n}@example.org`}, ${String(7_000_000_000 + n)}, password_hash, 'Meera', 'Joshi', is_admin, true, id from users where id = ${owner.id}
        returning id
      )
      insert into memberships (user_id, vendor_id, role) select person.id, ${owner.id}::bigint, 'owner' from person
      returning user_id::text as id, id::text as "membershipId"`);
    people.push({ id, token: await startSession(db, id, { now: new Date(), address: null, userAgent: null, membershipId }) });
  }
  for (let n = 0; n < CROWD; n += 1) {
    const key = newKey();
    keys.push(key);
    await db.execute(sql`
      insert into api_keys (vendor_id, user_id, membership_id, name, prefix, key_hash, scopes, created_at, expires_at)
      select ${owner.id}, ${owner.id}, memberships.id, 'Bench', 'aap_live_', ${hashToken(key)}, ${[...SCOPES]}::text[], now(), now() + interval '1 day'
      from memberships where user_id = ${owner.id}`);
  }
  const order = await db.one<{ id: string }>(sql`select id::text from purchase_orders where vendor_id = ${owner.id} limit 1`);
  return { people, keys, orderId: order.id };
}

async function measure(): Promise<void> {
  await onBench(async ({ db, databaseUrl, folder, start }) => {
    await seedItems(db, SHEET_ROWS);
    const ctx = await openContext(settings({ folder, databaseUrl }), db, databaseUrl);
    let vendors = 0;
    const add = async (orders: number, lines: number) => {
      const { id } = await makeUser(ctx, (vendors += 1));
      const token = await startSession(db, id, { now: new Date(), address: null, userAgent: null });
      const ordered = Array.from({ length: lines }, () => orderLineOf());
      for (let n = 1; n <= orders; n += 1) await makeOrder(ctx, id, `${id}${n}`, { lines: ordered });
      return { token, id };
    };
    const ordinary: string[] = [];
    for (let n = 0; n < ORDINARY; n += 1) ordinary.push((await add(20, 5)).token);
    const hostile = await withCrowd(db, await add(HOSTILE_ORDERS.orders, HOSTILE_ORDERS.lines));
    await Promise.all([ctx.sessions.close(), ctx.reports.close(), ctx.uploads.close()]);
    const { url } = await start('portal.ts', ctx.settings);
    const sheet = formOf(await sheetOf(200));
    for (const token of ordinary) await ask(url, { method: 'POST', path: '/api/product/excelUpload', token, body: sheet });
    await db.execute(sql`analyze`);

    let memory = 0;
    const look = async () => {
      const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
      memory = Math.max(memory, Number(/kind="resident",pid="\d+"} (\d+)/.exec(text)?.[1]) / 2 ** 20);
    };
    const watch = setInterval(() => void look().catch(() => undefined), 500);
    const alone: number[] = [];
    const beside: number[] = [];
    const refused: number[] = [];
    const answers = new Map<string, number>();
    await work(url, ordinary, SETTLE_MS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const quiet = await work(url, ordinary, SECONDS * 1000);
      const attack = spawn(
        process.execPath,
        [...process.execArgv, fileURLToPath(import.meta.url), JSON.stringify({ url, ...hostile } satisfies Hostile)],
        { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
      );
      await new Promise((begun) => attack.once('message', begun));
      const noisy = await work(url, ordinary, SECONDS * 1000);
      const counted = new Promise<[string, number][]>((done) => attack.once('message', (message) => done(message as [string, number][])));
      attack.kill();
      for (const [key, count] of await counted) answers.set(key, (answers.get(key) ?? 0) + count);
      alone.push(...quiet.times);
      beside.push(...noisy.times);
      refused.push(...quiet.refused, ...noisy.refused);
      await sleep(SETTLE_MS);
    }
    clearInterval(watch);
    console.log('\nThe hostile vendor was answered:');
    for (const [key, count] of [...answers].sort(([one], [other]) => one.localeCompare(other))) console.log(`  ${key}: ${count}`);
    const [quiet, noisy] = [percentile(alone, 0.99), percentile(beside, 0.99)];
    const ms = (value: number) => `${value.toFixed(0)} ms`;
    report('Ten vendors beside a hostile one', [
      {
        what: `p99 of ${alone.length} calls alone, of ${beside.length} beside it`,
        goal: `at most ${GOALS.slower} ×`,
        reached: `${ms(quiet)}, ${ms(noisy)}: ${(noisy / quiet).toFixed(1)} ×`,
        good: noisy <= GOALS.slower * quiet,
      },
      {
        what: 'their calls that were refused',
        goal: '0',
        reached: `${refused.length}${refused.length === 0 ? '' : ` (${[...new Set(refused)].join(', ')})`}`,
        good: refused.length === 0,
      },
      {
        what: "the server's memory, at most",
        goal: `${GOALS.memory} MB`,
        reached: `${memory.toFixed(0)} MB`,
        good: memory <= GOALS.memory,
      },
    ]);
  });
}

const [given] = process.argv.slice(2);
await (given === undefined ? measure() : beHostile(JSON.parse(given) as Hostile));
