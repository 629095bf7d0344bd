/**
 * Money under contention: 32 clients that pay the same 100 invoices at once, after which every sum is exact (BENCH_PAY_SECONDS, 60).
 * Every client keeps its own account of what it was told is paid; at the end theirs, the table's and the books' agree to the paisa.
 */
import sql from 'sql-template-tag';

import { Decimal } from '../contract/src/numbers.ts';
import { startSession } from '../server/src/accounts/sessions.ts';
import { verifyBooks } from '../server/src/books/verify.ts';
import { seedUsers } from './seed.ts';
import { onBench, report, settings } from './tools.ts';

const PAY_SECONDS = Number(process.env['BENCH_PAY_SECONDS'] ?? 60);
const CLIENTS = 32;
const INVOICES = 100;

await onBench(async (bench) => {
  const { db } = bench;
  const { vendors } = await seedUsers(db, 1);
  const [vendor = ''] = vendors;
  // Half of them run out on the way, so that the last rupee is fought over.
  await db.execute(sql`
    insert into invoices (vendor_id, number, invoice_date, value)
    select ${vendor}, n, current_date, case when n % 2 = 0 then 2500.01 else 900000000.99 end from generate_series(1, ${INVOICES}::int) n`);
  const tokens = [];
  for (let client = 0; client < CLIENTS; client += 1)
    tokens.push(await startSession(db, vendor, { now: new Date(), address: null, userAgent: null }));
  const portal = await bench.start('portal.ts', settings(bench));

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
  const isRight = (what: string, count: number) => ({ what, goal: '0', reached: String(count), good: count === 0 });
  const each = Math.round((counts.paid + counts.refused) / PAY_SECONDS);
  report(`${CLIENTS} clients paying the same ${INVOICES} invoices for ${PAY_SECONDS} s`, [
    {
      what: 'payments stored, refused as too much',
      goal: '> 0',
      reached: `${counts.paid}, ${counts.refused} (${each}/s)`,
      good: counts.paid > 0,
    },
    isRight('answers that are neither', counts.failed),
    isRight('balances below zero', below),
    isRight('sums that differ from what clients were told', inexact),
    isRight('differences found by verify-books', differences.length),
  ]);
});
