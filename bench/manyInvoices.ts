/**
 * An order with a thousand invoices of one line each: saving the next invoice, and each change that may affect all of them, over HTTP. `npm
 * run bench manyInvoices` creates the order again and repeats every step.
 */
import { lineFigures, lineSums } from '@aapurti/contract/invoices/invoiceFigures';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql from 'sql-template-tag';

import { makeOrder, orderLineOf } from '../server/src/demo/factories.ts';
import { verifyBooks } from '../server/src/payments/verify.ts';
import { onBench, percentile, report } from './tools.ts';
import { startTwoSides, StepTimes } from './twoSides.ts';

const INVOICES = Number(process.env['BENCH_INVOICES'] ?? 1000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
/** Goals in milliseconds. */
const GOALS = { save: 100, change: 1000 } as const;

const SAVED = `invoice ${INVOICES + 1} saved`;

interface Saved {
  data: { _id: string; matchState: string; updatedAt: string };
}

async function measure(): Promise<void> {
  await onBench(async (bench) => {
    const { ctx, id, buyerToken, today, done } = await startTwoSides(bench);
    const { db } = bench;
    let serial = 0;
    const times = new StepTimes();

    // The order is stored like a manually entered one, so that it can be closed and cancelled here.
    const quantity = INVOICES + 1000;
    const order = await makeOrder(ctx, id, 'MANY', {
      lines: [orderLineOf({ externalId: 'one', quantity: String(quantity), unitPrice: '100' })],
    });
    await db.execute(sql`update purchase_orders set source = 'embedded' where id = ${order}`);
    const receive = (count: number) =>
      done(
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
    const save = () => done<Saved>('POST', '/api/invoice/create', form());

    const firstForm = form();
    const first = (await done<Saved>('POST', '/api/invoice/create', firstForm)).data._id;
    for (let n = 1; n < INVOICES; n += 1) await save();
    await db.execute(sql`analyze`);

    const decide = (path: string, body: object) => done('POST', path, body, buyerToken);
    for (let round = 0; round < ROUNDS; round += 1) {
      const next = await times.step(SAVED, save);
      if (round === 0 && next.data.matchState !== 'matched') throw new Error(`The invoice is ${next.data.matchState}.`);
      await times.step('the first invoice edited', () =>
        done('PUT', `/api/invoice/edit/${first}`, { ...firstForm, lines: [{ ...line, quantity: 1 }], IRN: '' }),
      );
      await times.step('a receipt of one piece', () => receive(1));
      await times.step('the first invoice sent back', () => decide(`/api/invoice/return/${first}`, { reason: 'Round of the bench' }));
      await times.step('the first invoice corrected', () => done('PUT', `/api/invoice/edit/${first}`, firstForm));
      await times.step('the first invoice approved', () => decide('/api/invoice/approve', { invoiceIdList: [first] }));
      // The next round takes another invoice as the first one that is not approved.
      await db.execute(sql`update invoices set match_state = 'matched' where id = ${first}`);
    }
    // The portal closes an order with accepted goods instead of cancelling it, so the bench cancels it as the buyer's system does.
    await times.step('the order cancelled', () =>
      db.transaction(async (tx) => {
        const { compareAgain } = await import('../server/src/purchase-orders/lock.ts');
        await tx.execute(sql`update purchase_orders set status = 'Cancelled' where id = ${order}`);
        await compareAgain(tx, { orders: [order] });
      }),
    );
    const { differences } = await verifyBooks(db);
    const ms = (value: number) => `${value.toFixed(0)} ms`;
    report(`An order with ${INVOICES} invoices of one line each, ${ROUNDS} times, p95`, [
      ...[...times].map(([what, took]) => {
        const goal = what === SAVED ? GOALS.save : GOALS.change;
        const p95 = percentile(took, 0.95);
        return { what, goal: ms(goal), reached: ms(p95), good: p95 <= goal };
      }),
      { what: 'differences in the books afterwards', goal: '0', reached: String(differences.length), good: differences.length === 0 },
    ]);
  });
}

await measure();
