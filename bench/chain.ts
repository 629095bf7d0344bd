/**
 * The chain from an order to its matched invoice: each step of an order of 500 lines, the match of a large invoice against many receipts,
 * and clients that invoice and receive the same orders at once. Nothing may be matched beyond what was accepted.
 */
import { lineFigures, lineSums } from '@aapurti/contract/invoiceFigures';
import { Decimal } from '@aapurti/contract/numbers';
import sql from 'sql-template-tag';

import { startSession } from '../server/src/accounts/sessions.ts';
import { verifyBooks } from '../server/src/books/verify.ts';
import type { Database } from '../server/src/database/database.ts';
import { makeOrder, makeUser, orderLineOf } from '../server/src/demo/factories.ts';
import { rematchOrders } from '../server/src/invoices/match.ts';
import { openContext } from '../server/src/openContext.ts';
import { countReceipts } from '../server/src/purchase-orders/store.ts';
import { onBench, percentile, report, settings, timed } from './tools.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const LINES = 500;
const LARGE = { lines: 1000, receipts: 20 } as const;
const CLIENTS = 32;
const SHARED_ORDERS = 4;
const GOALS = { step: 300, match: 200 } as const;

/** A line of one, in pieces, at a price of its own. */
const lineOf = (n: number) =>
  orderLineOf({ externalId: `L${n}`, itemCode: `C${n}`, itemName: `Item ${n}`, quantity: '100', unitPrice: String(10 + (n % 90)) });

/** Stores receipts of all lines, and counts them as an upload does. */
async function receive(db: Database, orderId: string, number: string, quantity: number, lines = 0): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from purchase_orders where id = ${orderId} for no key update`);
    await tx.execute(sql`
      insert into goods_receipts (source, external_id, vendor_id, order_id, line, number, received_on, quantity)
      select 'embedded', head.id || '/' || ${number} || '/' || line.line, vendor_id, head.id, line.line, ${number}, current_date, ${quantity}
      from purchase_orders head join purchase_order_lines line on order_id = head.id
      where head.id = ${orderId} and (${lines} = 0 or line.line <= ${lines})`);
    await countReceipts(tx, [orderId]);
  });
}

async function measure(): Promise<void> {
  await onBench(async ({ db, databaseUrl, folder, start }) => {
    const ctx = await openContext(settings({ folder, databaseUrl }), db, databaseUrl);
    const { id } = await makeUser(ctx, 1);
    const token = await startSession(db, id, { now: new Date(), address: null, userAgent: null });
    await Promise.all([ctx.sessions.close(), ctx.reports.close(), ctx.uploads.close()]);
    const { url } = await start('portal.ts', ctx.settings);
    let serial = 0;

    async function ask(method: string, path: string, body?: object): Promise<{ status: number; body: Record<string, never> }> {
      const answer = await fetch(new URL(path, url), {
        method,
        headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, never> };
    }
    async function done(method: string, path: string, body?: object) {
      const answer = await ask(method, path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
      return answer.body;
    }
    const create = (lines: readonly object[], sums: object) => ({ invoiceNumber: String((serial += 1)), ...sums, lines });

    const times = new Map<string, number[]>();
    async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
      let result: T | undefined;
      const took = await timed(async () => {
        result = await work();
      });
      times.set(name, [...(times.get(name) ?? []), took * 1000]);
      return result as T;
    }

    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await makeOrder(ctx, id, `CHAIN${round}`, { lines: Array.from({ length: LINES }, (_, n) => lineOf(n)) });
      const places = Array.from({ length: LINES }, (_, n) => n + 1);
      await step('answered', () =>
        done('POST', `/api/orderAnswer/send/${order}`, { lines: places.map((line) => ({ line, decision: 'accept' })) }),
      );
      const note = (await done('POST', '/api/desPatchNote/create', { DCNumber: `DC/${round}` })) as unknown as { data: { _id: string } };
      const goods = { kind: 'challan', lines: places.map((line) => ({ orderId: order, line, quantity: '100' })) };
      await step('sent', () => done('PUT', `/api/dispatchGoods/save/${note.data._id}`, goods));
      await step('received', () => receive(db, order, 'G1', 90));
      const offer = (await step('invoice proposed', () => done('GET', `/api/invoice/proposal?orderId=${order}`))) as unknown as {
        lines: object[];
        sums: object;
      };
      const made = await step('invoiced and matched', () => done('POST', '/api/invoice/create', create(offer.lines, offer.sums)));
      const state = (made as unknown as { data: { matchState: string } }).data.matchState;
      if (state !== 'matched') throw new Error(`The invoice is ${state}.`);
      await step('received, matched anew', () => receive(db, order, 'G2', 10));
    }

    const large = await makeOrder(ctx, id, 'LARGE', { lines: Array.from({ length: LARGE.lines }, (_, n) => lineOf(n)) });
    for (let n = 0; n < LARGE.receipts; n += 1) await receive(db, large, `L${n}`, 5);
    const all = (await done('GET', `/api/invoice/proposal?orderId=${large}`)) as unknown as { lines: object[]; sums: object };
    await done('POST', '/api/invoice/create', create(all.lines, all.sums));
    const matches: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      matches.push(1000 * (await timed(() => db.transaction((tx) => rematchOrders(tx, [large])))));
    }

    const shared: string[] = [];
    for (let n = 0; n < SHARED_ORDERS; n += 1)
      shared.push(await makeOrder(ctx, id, `SHARED${n}`, { lines: [orderLineOf({ externalId: 'one', quantity: '100000' })] }));
    const until = performance.now() + SECONDS * 1000;
    const counts = { receipts: 0, invoices: 0, refused: 0 };
    const sumsOf = (quantity: number) =>
      lineSums(
        lineFigures([
          {
            quantity: new Decimal(quantity),
            unitPrice: new Decimal(100),
            discount: null,
            taxRate: new Decimal(5),
            cessRate: null,
            igst: false,
          },
        ]),
      );
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let n = client; performance.now() < until; n += 1) {
          const order = shared[n % SHARED_ORDERS] ?? '';
          if (n % 4 === 0) {
            await receive(db, order, `S${(serial += 1)}`, 5, 1);
            counts.receipts += 1;
            continue;
          }
          // A little less than is received, so that now and then more is invoiced than was accepted.
          const quantity = 1 + (n % 2);
          const { status } = await ask('POST', '/api/invoice/create', create([{ orderId: order, line: 1, quantity }], sumsOf(quantity)));
          if (status === 200) counts.invoices += 1;
          else counts.refused += 1;
        }
      }),
    );
    const { differences } = await verifyBooks(db);
    for (const each of differences.slice(0, 5)) console.log(JSON.stringify(each));

    const ms = (value: number) => `${value.toFixed(0)} ms`;
    report(`An order of ${LINES} lines, ${ROUNDS} times, p95`, [
      ...[...times].map(([what, values]) => {
        const p95 = percentile(values, 0.95);
        return { what, goal: ms(GOALS.step), reached: ms(p95), good: p95 <= GOALS.step };
      }),
      {
        what: `match of ${LARGE.lines} lines against ${LARGE.receipts} receipts`,
        goal: ms(GOALS.match),
        reached: ms(percentile(matches, 0.95)),
        good: percentile(matches, 0.95) <= GOALS.match,
      },
      {
        what: `differences in the books after ${counts.invoices} invoices and ${counts.receipts} receipts of ${CLIENTS} clients in ${SECONDS} s`,
        goal: '0',
        reached: String(differences.length),
        good: differences.length === 0,
      },
      { what: 'their calls that were refused', goal: '0', reached: String(counts.refused), good: counts.refused === 0 },
    ]);
  });
}

await measure();
