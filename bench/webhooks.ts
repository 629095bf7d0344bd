/**
 * Changes sent to twenty webhooks, five of them dead: every message must arrive at least once, in order per record, with a valid signature.
 * The first round is undisturbed; in the second, the sender is killed again and again (SIGKILL).
 */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import sql from 'sql-template-tag';
import { Webhook } from 'standardwebhooks';

import { makeUser } from '../server/src/demo/factories.ts';
import { openContext } from '../server/src/openContext.ts';
import { sealSecret } from '../server/src/integration/sending.ts';
import { newSecret } from '../server/src/integration/signature.ts';
import { onBench, report, settings, timed } from './tools.ts';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 10_000);
const KILLS = Number(process.env['BENCH_KILLS'] ?? 20);
const ENDPOINTS = 20;
const DEAD = 5;
const GOAL_SECONDS = 60;
/** Messages count as lost if none has arrived for this time. A slow machine takes longer, which the goals show, but loses nothing. */
const LOST_AFTER_SECONDS = 120;

/** The events that a webhook received: the versions of each record, in the order of arrival. */
interface Endpoint {
  server: Server;
  url: string;
  verify: Webhook | null;
  versions: Map<string, number[]>;
  messages: number;
  forged: number;
}

/** The dead webhooks refuse the connection, never respond, or respond with 500. */
async function startEndpoint(place: number): Promise<Endpoint> {
  const endpoint = { url: '', verify: null, versions: new Map<string, number[]>(), messages: 0, forged: 0 } as unknown as Endpoint;
  const isDead = place < DEAD;
  endpoint.server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      if (isDead) {
        if (place % 2 === 0) response.writeHead(500).end();
        return;
      }
      try {
        const { id, version } = endpoint.verify!.verify(text, request.headers as Record<string, string>) as { id: string; version: number };
        const known = endpoint.versions.get(id);
        if (known === undefined) endpoint.versions.set(id, [version]);
        else known.push(version);
      } catch {
        endpoint.forged += 1;
      }
      endpoint.messages += 1;
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((ready) => endpoint.server.listen(0, '127.0.0.1', ready));
  endpoint.url = `http://127.0.0.1:${(endpoint.server.address() as AddressInfo).port}/`;
  if (place === 0) endpoint.server.close();
  return endpoint;
}

async function peakMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

await onBench(async ({ db, databaseUrl, folder, start }) => {
  const given = { ...settings({ folder, databaseUrl }), publicUrl: 'http://localhost:3000', webhookNets: ['127.0.0.0/8'] };
  const ctx = await openContext(given, db, databaseUrl);
  const { id: vendor } = await makeUser(ctx, 1);
  const endpoints = await Promise.all(Array.from({ length: ENDPOINTS }, (_, index) => startEndpoint(index)));
  const living = endpoints.slice(DEAD);
  for (const endpoint of endpoints) {
    const secret = newSecret();
    endpoint.verify = new Webhook(secret);
    const made = await db.first<{ id: string }>(sql`
      insert into webhooks (user_id, url, events, on_since, created_at) values (${vendor}, ${endpoint.url}, '{invoice}', now(), now()) returning id::text`);
    await db.execute(sql`update webhooks set secret = ${sealSecret(ctx, made?.id ?? '', secret)} where id = ${made?.id ?? ''}`);
  }
  await Promise.all([ctx.sessions.close(), ctx.reports.close(), ctx.uploads.close()]);

  let numbers = 0;
  const batch = 100;
  /** Adds new invoices, in transactions of a hundred. */
  async function add(count: number): Promise<void> {
    for (const end = numbers + count; numbers < end; numbers += batch)
      await db.execute(sql`
        insert into invoices (vendor_id, number, invoice_date, value) select ${vendor}, n, '2026-04-02', 118
        from generate_series(${numbers + 1}::int, ${numbers + batch}::int) n`);
  }
  /** Changes a hundred of them while messages are being sent. */
  const edit = () =>
    db.execute(sql`
      update invoices set remarks = coalesce(remarks, '') || '.' where id in (select id from invoices order by random() limit ${batch})`);
  const received = () => living.reduce((sum, { messages }) => sum + messages, 0);
  /** The number of records whose last version has not arrived yet, over all webhooks. */
  async function left(): Promise<number> {
    const last = await db.rows<{ id: string; version: number }>(sql`
      select record_id::text as id, max(version)::float8 as version from webhook_deliveries where entity = 'invoice' group by 1`);
    // Changes that the feed has beyond the cursor have no version yet.
    const behind = await db.one<{ count: number }>(sql`
      select count(*)::int as count from changes, webhook_cursor cursor
      where entity = 'invoice' and (changes.transaction_id, changes.id) > (cursor.transaction_id, cursor.change_id)`);
    let { count } = behind;
    for (const { versions } of living) for (const { id, version } of last) if (versions.get(id)?.includes(version) !== true) count += 1;
    return count;
  }
  /** Waits until every message has arrived. @returns the number of lost ones. */
  async function untilTold(): Promise<number> {
    let lost = await left();
    for (let [told, since] = [received(), Date.now()]; lost > 0 && Date.now() < since + LOST_AFTER_SECONDS * 1000; lost = await left()) {
      await sleep(500);
      if (received() > told) [told, since] = [received(), Date.now()];
    }
    return lost;
  }
  const faults = () => ({
    unordered: living.reduce((sum, { versions }) => sum + [...versions.values()].filter(isUnordered).length, 0),
    forged: living.reduce((sum, { forged }) => sum + forged, 0),
    repeated:
      received() - living.reduce((sum, { versions }) => sum + [...versions.values()].reduce((all, each) => all + new Set(each).size, 0), 0),
  });
  const none = (what: string, count: number) => ({ what, goal: '0', reached: String(count), good: count === 0 });

  await add(EVENTS);
  const first = await start('webhookSender.ts', given);
  let [early, lost] = [0, 0];
  const seconds = await timed(async () => {
    while (received() < living.length * EVENTS * 0.2) await sleep(100);
    early = await peakMegabytes(first.child.pid);
    lost = await untilTold();
  });
  const grown = (await peakMegabytes(first.child.pid)) - early;
  const calm = faults();
  report(`${EVENTS} events to ${ENDPOINTS} endpoints, ${DEAD} of them dead`, [
    { what: 'all told', goal: `${GOAL_SECONDS} s`, reached: `${seconds.toFixed(1)} s`, good: seconds <= GOAL_SECONDS },
    { what: 'memory after the first fifth', goal: '60 MB', reached: `${grown.toFixed(0)} MB`, good: grown <= 60 },
    none('messages lost', lost),
    none('records told out of order', calm.unordered),
    none('wrong signatures', calm.forged),
  ]);

  let sender = first.child;
  let told = received();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await add(EVENTS / 10);
    const before = received();
    while (received() === before) await sleep(20);
    await edit();
    await sleep(Math.random() * 1500);
    const ended = new Promise((resolve) => sender.once('exit', resolve));
    sender.kill('SIGKILL');
    await ended;
    // The number of remaining messages grows if the machine sends fewer than are added between two kills.
    console.log(`kill ${kill}: ${await left()} messages were left, ${received() - told} told since the last`);
    told = received();
    ({ child: sender } = await start('webhookSender.ts', given));
  }
  let lostByKills = 0;
  const all = await timed(async () => {
    lostByKills = await untilTold();
  });
  const killed = faults();
  report(`${KILLS} kills of the sender, which was told of ${numbers} invoices and ${KILLS * batch} changes`, [
    {
      what: `messages that came twice ${killed.repeated}; the last ones told`,
      goal: '120 s',
      reached: `${all.toFixed(0)} s`,
      good: all <= 120,
    },
    none('messages lost', lostByKills),
    none('records told out of order', killed.unordered),
    none('wrong signatures', killed.forged),
  ]);
  for (const { server } of endpoints) {
    server.close();
    server.closeAllConnections();
  }
});

/** True if a version arrived after a newer one, except as a repetition. */
function isUnordered(versions: readonly number[]): boolean {
  const firsts = [...new Set(versions)];
  return firsts.some((version, index) => index > 0 && version < (firsts[index - 1] ?? 0));
}
