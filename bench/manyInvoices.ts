/**
 * An order that a thousand invoices bill, of one line each: saving the next one, and each change that may move all of them, over HTTP.
 * `npm run bench manyInvoices` makes the order anew and repeats every step.
 */
import { lineFigures, lineSums } from '@aapurti/contract/invoices/invoiceFigures';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql from 'sql-template-tag';

import { makeOrder, makeUser, orderLineOf } from '../server/src/demo/factories.ts';
import { openContext } from '../server/src/openContext.ts';
import { verifyBooks } from '../server/src/payments/verify.ts';
import { startSession } from '../server/src/sign-in/sessions.ts';
import { onBench, percentile, report, settings, timed } from './tools.ts';

const INVOICES = Number(process.env['BENCH_INVOICES'] ?? 1000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
/** Milliseconds. */
const GOALS = { save: 100, change: 1000 } as const;

interface Saved {
  data: { _id: string; matchState: string; updatedAt: string };
}

async function measure(): Promise<void> {
  await onBench(async ({ db, databaseUrl, folder, start }) => {
    const ctx = await openContext(settings({ folder, databaseUrl }), db, databaseUrl);
    const { id } = await makeUser(ctx, 1);
    const buyer = await makeUser(ctx, 2, { isAdmin: true });
    const session = (userId: string) => startSession(db, userId, { now: new Date(), address: null, userAgent: null });
    const [token, buyerToken] = [await session(id), await session(buyer.id)];
    await Promise.all([ctx.sessions.close(), ctx.reports.close(), ctx.uploads.close()]);
    const { url } = await start('portal.ts', ctx.settings);
    let serial = 0;

    async function done<T = Saved>(method: string, path: string, body?: object, by = token): Promise<T> {
      const answer = await fetch(new URL(path, url), {
        method,
        headers: { authorization: by, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
      return JSON.parse(text) as T;
    }
    const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
    const times = new Map<string, { goal: number; took: number[] }>();
    async function step<T>(what: string, goal: number, work: () => Promise<T>): Promise<T> {
      let result: T | undefined;
      const took = await timed(async () => {
        result = await work();
      });
      times.set(what, { goal, took: [...(times.get(what)?.took ?? []), took * 1000] });
      return result as T;
    }

    // Stored as a typed order is, so that it can be closed and cancelled here.
    const quantity = INVOICES + 1000;
    const order = await makeOrder(ctx, id, 'MANY', {
      lines: [orderLineOf({ externalId: 'one', quantity: String(quantity), unitPrice: '100' })],
    });
    await db.execute(sql`update purchase_orders set source = 'embedded' where id = ${order}`);
    const receive = (count: number) =>
      done<{ data: unknown }>(
        'POST',
        '/api/receipts/create',
        { receiptNumber: `G${(serial += 1)}`, receivedOn: today, lines: [{ orderId: order, line: 1, quantity: count }] },
        buyerToken,
      );
    await receive(INVOICES + 100);
    const line = { orderId: order, line: 1, quantity: 1 };
    const one = lineFigures([
      { quantity: new Decimal(1), unitPrice: new Decimal(100), discount: null, taxRate: new Decimal(5), cessRate: null, igst: false },
    ]);
    const form = () => ({ invoiceNumber: String((serial += 1)), invoiceDate: today, ...lineSums(one), lines: [line] });
    const save = () => done('POST', '/api/invoice/create', form());

    const firstForm = form();
    const first = (await done('POST', '/api/invoice/create', firstForm)).data._id;
    for (let n = 1; n < INVOICES; n += 1) await save();
    await db.execute(sql`analyze`);

    const decide = (path: string, body: object) => done<{ data: unknown }>('POST', path, body, buyerToken);
    for (let round = 0; round < ROUNDS; round += 1) {
      const next = await step(`invoice ${INVOICES + 1} saved`, GOALS.save, save);
      if (round === 0 && next.data.matchState !== 'matched') throw new Error(`The invoice is ${next.data.matchState}.`);
      await step('the first invoice edited', GOALS.change, () =>
        done('PUT', `/api/invoice/edit/${first}`, { ...firstForm, lines: [{ ...line, quantity: 1 }], IRN: '' }),
      );
      await step('a receipt of one piece', GOALS.change, () => receive(1));
      await step('the first invoice sent back', GOALS.change, () =>
        decide(`/api/invoice/return/${first}`, { reason: 'Round of the bench' }),
      );
      await step('the first invoice corrected', GOALS.change, () => done('PUT', `/api/invoice/edit/${first}`, firstForm));
      await step('the first invoice approved', GOALS.change, () => decide('/api/invoice/approve', { invoiceIdList: [first] }));
      // Another one is the first that is not approved, in the next round.
      await db.execute(sql`update invoices set match_state = 'matched' where id = ${first}`);
    }
    // Here an order of accepted goods is closed, and not cancelled: this is how the buyer's system cancels one.
    await step('the order cancelled', GOALS.change, () =>
      db.transaction(async (tx) => {
        const { compareAgain } = await import('../server/src/purchase-orders/lock.ts');
        await tx.execute(sql`update purchase_orders set status = 'Cancelled' where id = ${order}`);
        await compareAgain(tx, { orders: [order] });
      }),
    );
    const { differences } = await verifyBooks(db);
    const ms = (value: number) => `${value.toFixed(0)} ms`;
    report(`An order with ${INVOICES} invoices of one line each, ${ROUNDS} times, p95`, [
      ...[...times].map(([what, { goal, took }]) => {
        const p95 = percentile(took, 0.95);
        return { what, goal: ms(goal), reached: ms(p95), good: p95 <= goal };
      }),
      { what: 'differences in the books afterwards', goal: '0', reached: String(differences.length), good: differences.length === 0 },
    ]);
  });
}

await measure();
