/**
 * The chain from an order to its matched invoice: each step of an order of 500 lines over HTTP, the match of a large invoice against many
 * receipts, a file of 10,000 e-way bills, and clients that invoice and receive the same orders concurrently. No invoice may exceed the
 * accepted quantity.
 */
import { lineFigures, lineSums } from '@aapurti/contract/invoices/invoiceFigures';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql from 'sql-template-tag';

import { verifyBooks } from '../server/src/payments/verify.ts';
import type { Database } from '../server/src/database/database.ts';
import { makeOrder, orderLineOf } from '../server/src/demo/factories.ts';
import { compareAgain } from '../server/src/purchase-orders/lock.ts';
import { onBench, percentile, report, timed } from './tools.ts';
import { startTwoSides, StepTimes } from './twoSides.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 25);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const BILLS = Number(process.env['BENCH_BILLS'] ?? 10_000);
const LINES = 500;
const LARGE = { lines: 1000, receipts: 20 } as const;
const CLIENTS = 32;
const SHARED_ORDERS = 4;
/** Goals in milliseconds. */
const GOALS = { step: 300, match: 200, file: 10_000 } as const;

interface Offer {
  lines: object[];
  sums: object;
}

/** A line of one hundred pieces, with a price of its own. */
const lineOf = (n: number) =>
  orderLineOf({ externalId: `L${n}`, itemCode: `C${n}`, itemName: `Item ${n}`, quantity: '100', unitPrice: String(10 + (n % 90)) });

/** Copies a ready note, including number and lines, as many times as e-way bills are needed. */
async function copyNote(db: Database, noteId: string, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into dispatch_notes (vendor_id, number, challan_date, vehicle_number, transporter, vendor_registration_id, buyer_registration_id)
      select vendor_id, 'EW/' || place, challan_date, vehicle_number, transporter, vendor_registration_id, buyer_registration_id
      from dispatch_notes, generate_series(2, ${count}) place where id = ${noteId}`);
    const copies = sql`dispatch_notes note where note.number like 'EW/%' and note.id <> ${noteId}`;
    await tx.execute(sql`
      insert into dispatch_goods (note_id, vendor_id, state, kind, ship_to_address, ship_to_place, ship_to_pin, ship_to_state, distance, mode)
      select note.id, goods.vendor_id, state, kind, ship_to_address, ship_to_place, ship_to_pin, ship_to_state, distance, mode
      from dispatch_goods goods, ${copies} and goods.note_id = ${noteId}`);
    await tx.execute(sql`
      insert into dispatch_lines (note_id, no, order_id, line, item_code, item_name, ean, hsn_code, quantity, uom, taxable, cgst_rate, sgst_rate, igst_rate)
      select note.id, no, order_id, line, item_code, item_name, ean, hsn_code, quantity, uom, taxable, cgst_rate, sgst_rate, igst_rate
      from dispatch_lines lines, ${copies} and lines.note_id = ${noteId}`);
    await tx.execute(sql`analyze dispatch_notes, dispatch_goods, dispatch_lines`);
  });
}

async function measure(): Promise<void> {
  await onBench(async (bench) => {
    const { ctx, id, url, token, buyerToken, today, ask, done } = await startTwoSides(bench);
    const { db } = bench;
    let serial = 0;
    /** A receipt of the first lines of an order. */
    const receipt = (orderId: string, lines: number, quantity: number, rejected = 0) => ({
      receiptNumber: `G${(serial += 1)}`,
      receivedOn: today,
      lines: Array.from({ length: lines }, (_, n) => ({
        orderId,
        line: n + 1,
        quantity,
        ...(rejected > 0 ? { rejected, reason: 'damaged' } : {}),
      })),
    });
    const receive = (...given: Parameters<typeof receipt>) => done('POST', '/api/receipts/create', receipt(...given), buyerToken);
    const create = (lines: readonly object[], sums: object) => ({ invoiceNumber: String((serial += 1)), ...sums, lines });

    const times = new StepTimes();
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await makeOrder(ctx, id, `CHAIN${round}`, { lines: Array.from({ length: LINES }, (_, n) => lineOf(n)) });
      const places = Array.from({ length: LINES }, (_, n) => n + 1);
      await times.step('answered', () =>
        done('POST', `/api/orderAnswer/send/${order}`, { lines: places.map((line) => ({ line, decision: 'accept' })) }),
      );
      const note = await done<{ data: { _id: string } }>('POST', '/api/desPatchNote/create', { DCNumber: `DC/${round}` });
      const { _id: noteId } = note.data;
      const goods = { kind: 'challan', lines: places.map((line) => ({ orderId: order, line, quantity: '100' })) };
      await times.step('goods of the note saved', () => done('PUT', `/api/dispatchGoods/save/${noteId}`, goods));
      const move = (to: string) => done('POST', `/api/dispatchGoods/move/${noteId}`, { move: to });
      await times.step('note made ready', () => move('ready'));
      await times.step('sent, its papers kept', () => move('leave'));
      await times.step('received', () => receive(order, LINES, 90, 5));
      const offer = await times.step('invoice proposed', () => done<Offer>('GET', `/api/invoice/proposal?orderId=${order}`));
      const made = await times.step('invoiced and matched', () =>
        done<{ data: { matchState: string } }>('POST', '/api/invoice/create', create(offer.lines, offer.sums)),
      );
      const state = made.data.matchState;
      if (state !== 'matched') throw new Error(`The invoice is ${state}.`);
      await times.step('rest received, matched anew', () => receive(order, LINES, 10));
    }

    const large = await makeOrder(ctx, id, 'LARGE', { lines: Array.from({ length: LARGE.lines }, (_, n) => lineOf(n)) });
    for (let n = 0; n < LARGE.receipts; n += 1) await receive(large, LARGE.lines, 5);
    const all = await done<Offer>('GET', `/api/invoice/proposal?orderId=${large}`);
    await done('POST', '/api/invoice/create', create(all.lines, all.sums));
    const matches: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      matches.push(1000 * (await timed(() => db.transaction((tx) => compareAgain(tx, { orders: [large] })))));
    }

    const bills = await makeOrder(ctx, id, 'BILLS', { lines: [orderLineOf({ quantity: '1000000', unitPrice: '60', uom: 'BAG' })] });
    const form = { DCNumber: 'EW/1', VehicleNumber: 'MH12AB1234', TransporterDetails: 'Own vehicle' };
    const first = await done<{ data: { _id: string } }>('POST', '/api/desPatchNote/create', form);
    const shipTo = { shipToAddress: 'Gate 3, Bhiwandi', shipToPlace: 'Bhiwandi', shipToPin: '421302', shipToState: '27' };
    const load = { kind: 'challan', mode: 'road', distance: 350, ...shipTo, lines: [{ orderId: bills, line: 1, quantity: 1000 }] };
    await done('PUT', `/api/dispatchGoods/save/${first.data._id}`, load);
    await done('POST', `/api/dispatchGoods/move/${first.data._id}`, { move: 'ready' });
    await copyNote(db, first.data._id, BILLS);
    const notes = await db.rows<{ id: string }>(sql`select id::text from dispatch_notes where number like 'EW/%'`);
    let file = '';
    const fileTook = await timed(async () => {
      const answer = await fetch(new URL('/api/ewayBill/file', url), {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ noteIds: notes.map((note) => note.id) }),
      });
      file = await answer.text();
    });
    const inFile = (JSON.parse(file) as { billLists?: unknown[] }).billLists?.length ?? 0;

    await done('PUT', '/api/settings', { invoiceOnlyAccepted: true }, buyerToken);
    const shared: string[] = [];
    for (let n = 0; n < SHARED_ORDERS; n += 1)
      shared.push(await makeOrder(ctx, id, `SHARED${n}`, { lines: [orderLineOf({ externalId: 'one', quantity: '100000' })] }));
    const until = performance.now() + SECONDS * 1000;
    const counts = { receipts: 0, invoices: 0, beyond: 0, refused: 0 };
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
          if (n % 3 === 0) {
            const { status } = await ask('POST', '/api/receipts/create', receipt(order, 1, 4, 1), buyerToken);
            if (status === 200) counts.receipts += 1;
            else counts.refused += 1;
            continue;
          }
          // The quantity is close to the accepted quantity, so that some invoices would exceed it and are rejected.
          const quantity = 1 + (n % 2);
          const { status } = await ask('POST', '/api/invoice/create', create([{ orderId: order, line: 1, quantity }], sumsOf(quantity)));
          if (status === 200) counts.invoices += 1;
          else if (status === 422) counts.beyond += 1;
          else counts.refused += 1;
        }
      }),
    );
    const beyond = await db.rows(sql`
      select order_id, line from invoice_lines join purchase_order_lines ordered using (order_id, line)
      group by order_id, line, received_quantity, rejected_quantity having sum(invoice_lines.quantity) > received_quantity - rejected_quantity`);
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
        what: `${BILLS} notes in one file of e-way bills, ${(file.length / 1_000_000).toFixed(1)} MB`,
        goal: ms(GOALS.file),
        reached: inFile === BILLS ? ms(fileTook * 1000) : `${inFile} bills`,
        good: inFile === BILLS && fileTook * 1000 <= GOALS.file,
      },
      {
        what: `order lines invoiced beyond what was accepted (${counts.beyond} invoices were refused for that)`,
        goal: '0',
        reached: String(beyond.length),
        good: beyond.length === 0,
      },
      {
        what: `differences in the books after ${counts.invoices} invoices and ${counts.receipts} receipts of ${CLIENTS} clients in ${SECONDS} s`,
        goal: '0',
        reached: String(differences.length),
        good: differences.length === 0,
      },
      { what: 'their other calls that were refused', goal: '0', reached: String(counts.refused), good: counts.refused === 0 },
    ]);
  });
}

await measure();
