/**
 * A portal with a stopped clock, for pictures of its screens: every run has the same demo at the same moment, plus 200 list rows, long
 * Hindi names and crores. Playwright starts it next to the other portal; no test may change its data.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { indianDay } from '@aapurti/contract/ground/fields';
import sql, { raw } from 'sql-template-tag';

import { buildApp } from '../server/src/app.ts';
import { storeItems } from '../server/src/buyer-system/items.ts';
import type { Context } from '../server/src/context.ts';
import { startEmbedded } from '../server/src/database/embedded/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { openDatabase } from '../server/src/database/open.ts';
import { demoItems } from '../server/src/demo/data.ts';
import { loadDemo } from '../server/src/demo/demo.ts';
import {
  actAs,
  makeDispatchNote,
  makeInvoice,
  makeMemo,
  makePayment,
  makeProduct,
  makeUser,
  orderLineOf,
  orderOf,
  priceFields,
} from '../server/src/demo/factories.ts';
import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { readSettings } from '../server/src/ground/env.ts';
import { openContext } from '../server/src/openContext.ts';
import { stopOnSignal } from '../server/src/process/stop.ts';
import { storeOrders } from '../server/src/purchase-orders/store.ts';
import { STILL_AT, STILL_SESSIONS } from './still.ts';

const MANY = 200;
const DAY = 86_400_000;
const NAME = 'श्री लक्ष्मीनारायण कृषि उत्पाद प्रसंस्करण एवं विपणन सहकारी समिति मर्यादित, छत्रपति संभाजीनगर';
const GOODS = 'अतिविशिष्ट सुगंधित लंबे दाने वाला पुराना बासमती चावल, परिवार पैक';

/** The database uses its own clock; functions with these names take precedence over PostgreSQL's. */
async function stopClock(url: string): Promise<void> {
  const db = await openDatabase({ url, max: 1 });
  for (const name of ['now', 'clock_timestamp']) {
    await db.execute(sql`
      create function ${raw(name)}() returns timestamptz language sql immutable parallel safe return timestamptz '${raw(STILL_AT)}'`);
  }
  const { name } = (await db.first<{ name: string }>(sql`select quote_ident(current_database()) as name`)) ?? { name: '' };
  await db.execute(sql`alter database ${raw(name)} set search_path = public, pg_catalog`);
  await db.close();
}

/**
 * Enough rows for several pages, of the demo's first vendor and of one with a long name. The newest rows have the longest texts and the
 * largest amounts.
 */
async function addMany(ctx: Context): Promise<void> {
  const [, { email }] = DEMO_SIGN_INS;
  const mill = await ctx.db.first<{ id: string }>(sql`select id::text from users where email = ${email}`);
  const long = await makeUser(ctx, 901, { vendor_name: NAME, firstName: 'लक्ष्मीनारायण', lastName: 'कुलकर्णी-देशपांडे', vendor_Code: 90_001 });
  const items = demoItems();
  const [pattern] = items;
  if (mill === undefined || pattern === undefined) throw new Error('the demo has a vendor and items');
  const more = items
    .slice(0, MANY)
    .map((item, index) => ({ ...item, itemCode: `LONG-${1000 + index}`, name: `${GOODS} ${index + 1} किलो` }));
  await storeItems(ctx.db, ctx.buyerSystem.source, more);
  const actors = [await actAs(ctx, mill.id), await actAs(ctx, long.id)];
  const at = (days: number): Context => ({ ...ctx, clock: () => new Date(ctx.clock().getTime() - days * DAY) });
  for (let index = 0; index < MANY; index += 1) {
    const then = at(Math.floor((MANY - index) / 8));
    const number = String(700_001 + index);
    const actor = actors[index % 2];
    if (actor === undefined) continue;
    const value = index % 10 === 9 ? '99999999999.99' : `${(index + 1) * 1_234_567}.50`;
    await makeInvoice(then, actor, number, { invoiceValue: value, IGSTValue: '0', remarks: GOODS });
    if (index % 3 === 0) await makePayment(then, actor, number, { amount: '1234567.50', Remarks: GOODS });
    if (index % 4 === 0)
      await makeMemo(then, actor, index % 8 === 0 ? 'debit' : 'credit', { productName: GOODS, amount: value, unitPrice: value });
    if (index % 4 === 1) await makeDispatchNote(then, actor, `LONG/${number}`, { TransporterDetails: NAME });
  }
  const orders = Array.from({ length: MANY }, (_, index) =>
    orderOf(ctx, index % 2 === 0 ? mill.id : long.id, `LONG/26-27/${1000 + index}`, {
      orderedOn: indianDay(at(Math.floor((MANY - index) / 8)).clock()),
      deliverBy: indianDay(at(-7).clock()),
      lines: [orderLineOf({ itemName: GOODS, quantity: '9000', unitPrice: String(100 * (index + 1)) })],
    }),
  );
  await storeOrders(ctx.db, ctx.buyerSystem.source, orders);
  await addProducts(ctx, long.id);
}

async function addProducts(ctx: Context, vendorId: string): Promise<void> {
  const actor = await actAs(ctx, vendorId);
  const eans = await ctx.db.rows<{ ean: string }>(sql`
    select min(ean) as ean from items group by ean having count(*) = 1 order by min(id) desc limit ${MANY}`);
  for (const [place, { ean }] of eans.entries())
    await makeProduct(ctx, actor, ean, priceFields(String(1_00_000 * (place + 1)), '12345.50'));
}

const settings = readSettings(process.env, { production: false });
const stop = stopOnSignal();
const embedded = await startEmbedded({ dataDir: settings.dataDir, durable: false });
stop.add('the database server', () => embedded.stop());
await stopClock(embedded.url);
const db = await openDatabase({ url: embedded.url });
stop.add('the database', () => db.close());
await migrate(db);
const ctx = await openContext(settings, db, embedded.url, () => new Date(STILL_AT));
stop.add('sessions', () => ctx.sessions.close());
stop.add('reports', () => ctx.reports.close());
stop.add('the thread of sheets', () => ctx.uploads.close());
await loadDemo(ctx);
await db.transaction((tx) => addMany({ ...ctx, db: tx }));
// E-mails contain secrets and the address of this run.
await db.execute(sql`update mails set state = 'sent', content = null`);
const app = await buildApp(ctx);
// The sign-ins happen only once, here, because each one appears among the user's devices and in the log.
const sessions: unknown[] = [];
for (const { email, password } of DEMO_SIGN_INS.slice(0, 2)) {
  const reply = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, passWord: password } });
  sessions.push(reply.json());
}
mkdirSync(dirname(STILL_SESSIONS), { recursive: true });
writeFileSync(STILL_SESSIONS, JSON.stringify(sessions));
await db.execute(sql`analyze`);
await app.listen({ host: settings.host, port: settings.port });
stop.add('requests', () => app.close());
