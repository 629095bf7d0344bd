/**
 * Money at size, each against its goal:
 * - what is outstanding, a page of the payment report and the dashboard at 10,000, 100,000 and 1,000,000 invoices;
 * - 32 clients that pay the same 100 invoices at once, after which every sum is exact (BENCH_PAY_SECONDS, 60);
 * - adding an invoice, against a bare handler that does the same INSERT in a transaction.
 * `BENCH_INVOICES=10000,100000` measures other sizes; `growth`, `pay` or `create` as arguments measure only that.
 */
import autocannon from 'autocannon';
import sql from 'sql-template-tag';

import { verifyBooks } from '../server/src/books/verify.ts';
import type { OpenDatabase } from '../server/src/database/open.ts';
import { insertInvoice } from '../server/src/invoices/invoices.ts';
import { Decimal } from '../contract/src/numbers.ts';
import { type Grown, measureGrowth, type Screen, tokenOf } from './growth.ts';
import { anotherDatabase, seedInvoices, seedVendors, VENDORS } from './moneySeed.ts';
import { type Bench, median, onBench, settings } from './tools.ts';

const SIZES = (process.env['BENCH_INVOICES'] ?? '10000,100000,1000000').split(',').map(Number);
const PAY_SECONDS = Number(process.env['BENCH_PAY_SECONDS'] ?? 60);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const PARTS = process.argv.slice(2);
const CREATE_GOAL = 0.6;

let missed = 0;
function reached(ok: boolean): string {
  if (!ok) missed += 1;
  return ok ? 'reached' : 'MISSED';
}

const REPORT = '/api/purChaseOrder/purchase_payment';
const BOTH = ['admin', 'vendor'] as const;
const SCREENS: readonly Screen<null>[] = BOTH.flatMap((who) => [
  { name: 'outstanding by vendor', who, ask: () => ({ method: 'POST' as const, path: REPORT, body: { status: 'OS' } }) },
  { name: 'payment report, a page', who, ask: () => ({ method: 'POST' as const, path: `${REPORT}?page=1&pageSize=7`, body: {} }) },
  { name: 'dashboard', who, ask: () => ({ method: 'GET' as const, path: '/api/auth/getCountDetail' }) },
]);

function measureMoneyGrowth(bench: Bench): Promise<void> {
  return measureGrowth(bench, { name: 'money', sizes: SIZES, seed, screens: SCREENS, title: `median ms, ${VENDORS} vendors`, reached });
}

async function seed(db: OpenDatabase, size: number): Promise<Grown<null>> {
  const [admin = '', vendor = ''] = await seedVendors(db);
  await seedInvoices(db, size);
  const found = (await verifyBooks(db)).differences.length;
  if (found > 0) throw new Error(`the seed of ${size} invoices has ${found} differences`);
  return { admin, vendor, facts: null };
}

const CLIENTS = 32;
const INVOICES = 100;

/** Every client keeps its own account of what it was told is paid; at the end theirs, the table's and the books' agree to the paisa. */
async function measurePayments(bench: Bench): Promise<void> {
  const { db, url } = await anotherDatabase(bench.databaseUrl, bench.db, 'money_paid');
  const [, vendor = ''] = await seedVendors(db, 1);
  // Half of them run out on the way, so that the last rupee is fought over.
  await db.execute(sql`
    insert into invoices (owner_id, number, invoice_date, value)
    select ${vendor}, n, current_date, case when n % 2 = 0 then 2500.01 else 900000000.99 end from generate_series(1, ${INVOICES}::int) n`);
  const tokens = [];
  for (let client = 0; client < CLIENTS; client += 1) tokens.push(await tokenOf(db, vendor));
  const portal = await bench.start('portal.ts', settings({ ...bench, databaseUrl: url }));

  const accepted = new Map<string, Decimal>();
  const counts = { paid: 0, refused: 0, failed: 0 };
  const until = performance.now() + PAY_SECONDS * 1000;
  const pay = async (token: string, serial: number) => {
    for (let turn = serial; performance.now() < until; turn += 7) {
      const invoiceNumber = String(1 + (turn % INVOICES));
      const amount = ((turn * 7919) % 50_000) / 100 + 0.01;
      const answer = await fetch(`${portal.url}/api/vendorPaymentReport/create`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': `${serial}-${turn}` },
        body: JSON.stringify({ invoiceNumber, amount: amount.toFixed(2), paymentMode: 'online' }),
      });
      await answer.text();
      if (answer.status === 200) {
        counts.paid += 1;
        accepted.set(invoiceNumber, (accepted.get(invoiceNumber) ?? new Decimal(0)).plus(amount.toFixed(2)));
      } else if (answer.status === 422) counts.refused += 1;
      else counts.failed += 1;
    }
  };
  await Promise.all(tokens.map(pay));
  portal.child.kill();

  const rows = await db.rows<{ number: string; value: string; paid: string; stored: string }>(sql`
    select number, value, paid, (select coalesce(sum(amount), 0) from payments where invoice_id = invoices.id) as stored from invoices`);
  const below = rows.filter(({ value, paid }) => new Decimal(paid).gt(value)).length;
  const inexact = rows.filter(
    ({ number, paid, stored }) => !new Decimal(stored).eq(accepted.get(number) ?? 0) || !new Decimal(stored).eq(paid),
  ).length;
  const { differences } = await verifyBooks(db);
  await db.close();
  console.log(`\n| ${CLIENTS} clients paying the same ${INVOICES} invoices for ${PAY_SECONDS} s | | |\n|---|---|---|`);
  console.log(
    `| payments stored, refused as too much | ${counts.paid}, ${counts.refused} (${Math.round((counts.paid + counts.refused) / PAY_SECONDS)}/s) | |`,
  );
  console.log(`| answers that are neither (goal 0) | ${counts.failed} | ${reached(counts.failed === 0 && counts.paid > 0)} |`);
  console.log(`| balances below zero (goal 0) | ${below} | ${reached(below === 0)} |`);
  console.log(`| sums that differ from what clients were told (goal 0) | ${inexact} | ${reached(inexact === 0)} |`);
  console.log(`| differences found by verify-books (goal 0) | ${differences.length} | ${reached(differences.length === 0)} |`);
}

async function measureCreate(bench: Bench): Promise<void> {
  const { db, url } = await anotherDatabase(bench.databaseUrl, bench.db, 'money_added');
  const vendors = (await seedVendors(db)).slice(1);
  const tokens: string[] = [];
  for (const vendor of vendors) tokens.push(await tokenOf(db, vendor));
  const text = insertOf();
  const portal = await bench.start('portal.ts', settings({ ...bench, databaseUrl: url }));
  const bare = await bench.start('bareInsert.ts', { url, connections: 10, text });

  let serial = 0;
  const day = '2026-11-01';
  const portalRequest = () => {
    serial += 1;
    const body = {
      PONumber: '450001',
      PODate: day,
      invoiceNumber: String(serial),
      invoiceDate: day,
      invoiceValue: '1180.10',
      CGSTValue: 90,
      SGSTValue: 90,
    };
    return {
      headers: { authorization: tokens[serial % tokens.length] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
  };
  const bareRequest = () => {
    serial += 1;
    const values = [vendors[serial % vendors.length], '450001', day, String(serial), day, '1180.10', '90.00', '90.00', null];
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ values }) };
  };
  const targets = {
    portal: { url: `${portal.url}/api/invoice/create`, request: portalRequest },
    bare: { url: bare.url, request: bareRequest },
  };
  const rates = { portal: [] as number[], bare: [] as number[] };
  for (const name of ['portal', 'bare'] as const) await measure(targets[name], 2);
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? (['bare', 'portal'] as const) : (['portal', 'bare'] as const)) {
      rates[name].push(await measure(targets[name], SECONDS));
    }
  }
  const ratio = median(rates.portal) / median(rates.bare);
  console.log('\n| adding an invoice | requests/s | |\n|---|---|---|');
  console.log(`| bare node:http + pg, the same INSERT in a transaction | ${Math.round(median(rates.bare))} | |`);
  console.log(`| portal | ${Math.round(median(rates.portal))} | |`);
  console.log(`| ratio (goal ${CREATE_GOAL}) | ${ratio.toFixed(2)} | ${reached(ratio >= CREATE_GOAL)} |`);
  await verifyClean(db);
}

async function verifyClean(db: OpenDatabase): Promise<void> {
  const { differences } = await verifyBooks(db);
  await db.close();
  console.log(`| differences found by verify-books (goal 0) | ${differences.length} | ${reached(differences.length === 0)} |`);
}

async function measure({ url, request }: { url: string; request: () => object }, duration: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: 16,
    duration,
    requests: [{ method: 'POST', setupRequest: (given) => ({ ...given, ...request() }) }],
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  return result.requests.average;
}

/** The statement with which the portal adds an invoice; the portal's own has the entry of the audit log beside it. */
function insertOf(): string {
  const none = null;
  const form = { PONumber: none, PODate: none, invoiceNumber: '1', invoiceDate: none, CGSTValue: none, SGSTValue: none, IGSTValue: none };
  return insertInvoice('1', { ...form, invoiceValue: new Decimal(1) }, '2026-11-01').text;
}

await onBench(async (bench) => {
  for (const [name, part] of Object.entries({ growth: measureMoneyGrowth, pay: measurePayments, create: measureCreate })) {
    if (PARTS.length === 0 || PARTS.includes(name)) await part(bench);
  }
});
if (missed > 0) process.exitCode = 1;
