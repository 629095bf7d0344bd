/**
 * A vendor's newest page of products with its total: requests a second of the portal against the floor, side by side in one run.
 * Rounds are interleaved, so that whatever else the machine does meets both; the ratio is that of the medians.
 */
import autocannon from 'autocannon';
import sql, { type Sql } from 'sql-template-tag';

import { startSession } from '../server/src/accounts/sessions.ts';
import { listProducts } from '../server/src/catalogue/products.ts';
import type { Context } from '../server/src/context.ts';
import type { Database } from '../server/src/database/database.ts';
import { median, onBench, settings } from './tools.ts';

const CONNECTIONS = 16;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const VENDORS = 200;
const PRODUCTS_EACH = 50;
const GOAL = 0.8;

await onBench(async (bench) => {
  const { db } = bench;
  const vendor = await seed(db);
  const token = await startSession(db, vendor, { now: new Date(), address: null, userAgent: null });
  const statement = await statementOf(vendor);

  const { url: portal } = await bench.start('portal.ts', settings(bench));
  const { url: floor } = await bench.start('floor.ts', {
    url: bench.databaseUrl,
    connections: 10,
    text: statement.text,
    values: statement.values,
  });
  const targets = {
    portal: { url: `${portal}/api/product/get?page=1&pageSize=7`, headers: { authorization: token } },
    floor: { url: floor, headers: {} },
  };
  await sameAnswer(targets.portal, targets.floor);

  const rates = { portal: [] as number[], floor: [] as number[] };
  for (const name of ['portal', 'floor'] as const) await measure(targets[name], 2);
  for (let round = 1; round <= ROUNDS; round += 1) {
    // Who goes first changes from round to round.
    const order = round % 2 === 0 ? (['floor', 'portal'] as const) : (['portal', 'floor'] as const);
    for (const name of order) rates[name].push(await measure(targets[name], SECONDS));
    console.log(`round ${round}: portal ${Math.round(rates.portal.at(-1) ?? 0)}/s, floor ${Math.round(rates.floor.at(-1) ?? 0)}/s`);
  }
  const ratio = median(rates.portal) / median(rates.floor);
  console.log(`\n| a vendor's newest page of 7 with total, ${VENDORS * PRODUCTS_EACH} products | requests/s |`);
  console.log('|---|---|');
  console.log(`| floor (bare node:http + pg, same SQL) | ${Math.round(median(rates.floor))} |`);
  console.log(`| portal | ${Math.round(median(rates.portal))} |`);
  console.log(`| ratio (goal ${GOAL}) | ${ratio.toFixed(2)} |`);
  if (ratio < GOAL) process.exitCode = 1;
});

async function seed(db: Database): Promise<string> {
  await db.execute(sql`
    insert into users (email, mobile_number, first_name, last_name, is_active, vendor_name, vendor_code, address_line1, address_line2, postal_code, country_id, state, city)
    select 'v' || n || '@example.com', (9000000000 + n)::text, 'Vendor', n::text, true, 'Vendor ' || n, n, 'a', 'b', '411001', 'IN', 'IN-MH', 'Pune'
    from generate_series(1, ${VENDORS}::int) n`);
  await db.execute(sql`
    insert into products (owner_id, ean, hsn_code, brand_name, category, name, sku_code, uom, quantity, shelf_life_days, available_on, mrp,
      percentage, margin, transfer_price, net_ptr, created_at)
    select v, lpad((v * 1000 + n)::text, 13, '0'), '10063020', 'Annapurna', 'Rice', 'Basmati rice ' || n || ' kg', 'SKU-' || n, 'PCS', 100, 365,
      date '2026-01-01' + n, 120, 22.5, 27, 93, 93, now() - make_interval(hours => n)
    from generate_series(1, ${VENDORS}::int) v, generate_series(1, ${PRODUCTS_EACH}::int) n`);
  await db.execute(sql`analyze`);
  const vendor = await db.first<{ id: string }>(sql`select id::text from users where vendor_code = 100`);
  return vendor?.id ?? '';
}

/** The very statement that the portal runs for this page. */
async function statementOf(vendor: string): Promise<Sql> {
  let seen: Sql | undefined;
  const db = {
    first: async (query: Sql) => {
      seen = query;
      return { total: 0, count: 0, body: '[]' };
    },
  } as unknown as Database;
  const actor = { id: vendor, isAdmin: false, isActive: true, sessionId: '0' };
  await listProducts({ db } as Context, actor, { page: 1, pageSize: 7, userID: null });
  if (seen === undefined) throw new Error('the list ran no statement');
  return seen;
}

async function sameAnswer(portal: { url: string; headers: Record<string, string> }, floor: { url: string }): Promise<void> {
  const [one, other] = await Promise.all([fetch(portal.url, { headers: portal.headers }), fetch(floor.url)]);
  const [first, second] = [await one.text(), await other.text()];
  if (one.status !== 200 || first !== second) throw new Error(`portal (${one.status}) and floor (${other.status}) answer differently`);
}

async function measure(target: { url: string; headers: Record<string, string> }, duration: number): Promise<number> {
  const result = await autocannon({ ...target, connections: CONNECTIONS, duration });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  return result.requests.average;
}
