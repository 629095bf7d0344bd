/**
 * The import of orders at size, against its goal: 10,000 orders of 10 lines each, pulled by the job from a buyer's system in memory
 * (checked, vendors found, stored page by page with the cursor), at half the rate or more of COPY of the same rows into tables of the same
 * columns, indexes and triggers. After it a second pull of the same data, which writes nothing.
 */
import sql from 'sql-template-tag';

import { makeUser } from '../server/src/demo/factories.ts';
import { copyRows } from '../server/src/database/copy.ts';
import type { Database } from '../server/src/database/database.ts';
import { openContext } from '../server/src/openContext.ts';
import type { PulledOrder } from '../server/src/erp/port.ts';
import { FakeBuyerSystem, pulledLine, pulledOrder } from '../server/test/buyerSystem.ts';
import { median, onBench, report, settings, timed } from './tools.ts';

const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 10_000);
const LINES = 10;
const PAGE = 500;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const VENDORS = 50;
const GOAL = 0.5;

function made(round: number): PulledOrder[] {
  return Array.from({ length: ORDERS }, (_, place) => {
    const lines = Array.from({ length: LINES }, (__, line) =>
      pulledLine({
        externalId: `${round}-${place}-${line}`,
        itemCode: `ITM-${line}`,
        itemName: `Basmati Rice ${line} kg`,
        secondEan: null,
      }),
    );
    const number = `PO/${round}/${String(place).padStart(6, '0')}`;
    const raw = {
      name: number,
      supplier: `SUP-${place % VENDORS}`,
      items: lines.map(({ itemCode, quantity }) => ({ itemCode, quantity })),
    };
    return pulledOrder({ supplier: `SUP-${place % VENDORS}`, number, externalId: number, lines, raw });
  });
}

const HEAD = `(source, external_id, version, vendor_id, number, ordered_on, deliver_by, status, acknowledged_on, acknowledgement_reference,
  paid, delivery_location, vendor_address, line_count, value, raw)`;
const LINE = `(order_id, line, external_id, item_code, item_name, ean, second_ean, hsn_code, sku_code, uom, quantity, case_quantity,
  received_quantity, mrp, unit_price, discount_rate, discount, taxable, cgst_rate, sgst_rate, igst_rate, cess_rate, cgst, sgst, igst, cess, total)`;

/** Tables like the portal's, with all their indexes, constraints and triggers. */
async function makeCopies(db: Database): Promise<void> {
  await db.execute(sql`create table copied_orders (like purchase_orders including all)`);
  await db.execute(sql`alter table copied_orders add foreign key (vendor_id) references vendors`);
  await db.execute(sql`create trigger counted after insert on copied_orders referencing new table as newer
    for each statement execute function keep_rows_of_purchase_orders()`);
  await db.execute(sql`create table copied_lines (like purchase_order_lines including all)`);
  await db.execute(sql`alter table copied_lines add foreign key (order_id) references copied_orders on delete cascade`);
}

/** The rows themselves are put together beforehand: only the database's work is measured. */
function copiedOf(orders: readonly PulledOrder[], ids: ReadonlyMap<string, string>, firstId: number) {
  const value = '10500.00';
  const heads = orders.map((order) => [
    'copied',
    order.externalId,
    order.version,
    ids.get(order.supplier) ?? '',
    order.number,
    order.orderedOn,
    order.deliverBy,
    order.status,
    null,
    null,
    order.paid,
    order.deliveryLocation,
    null,
    LINES,
    value,
    JSON.stringify(order.raw),
  ]);
  const lines = orders.flatMap((order, place) =>
    order.lines.map((line, index) => [
      firstId + place,
      index + 1,
      line.externalId,
      line.itemCode,
      line.itemName,
      line.ean,
      line.secondEan,
      line.hsnCode,
      line.skuCode,
      line.uom,
      line.quantity,
      line.caseQuantity,
      '0',
      line.mrp,
      line.unitPrice,
      line.discountRate,
      line.discount,
      line.taxable,
      line.cgstRate,
      line.sgstRate,
      line.igstRate,
      line.cessRate,
      line.cgst,
      line.sgst,
      line.igst,
      line.cess,
      line.total,
    ]),
  );
  return { heads, lines };
}

const WRITTEN = ['purchase_orders', 'purchase_order_lines', 'buyer_faults', 'audit_log'];

/** How many rows of the tables that an import writes have been written so far. */
async function written(db: Database): Promise<number> {
  await db.execute(sql`select pg_stat_force_next_flush()`);
  const row = await db.first<{ count: number }>(sql`
    select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as count from pg_stat_user_tables where relname = any(${WRITTEN}::text[])`);
  return row?.count ?? 0;
}

await onBench(async (bench) => {
  const { db } = bench;
  const ctx = await openContext(settings(bench), db, bench.databaseUrl);
  const ids = new Map<string, string>();
  for (let vendor = 0; vendor < VENDORS; vendor += 1) {
    const { id } = await makeUser(ctx, vendor + 1, { system_Vendor_id: `SUP-${vendor}` });
    ids.set(`SUP-${vendor}`, id);
  }
  await makeCopies(db);
  const rates = { portal: [] as number[], copy: [] as number[] };
  let system = new FakeBuyerSystem();
  for (let round = 0; round <= ROUNDS; round += 1) {
    const orders = made(round);
    const next = await db.first<{ id: number }>(sql`select coalesce(max(id), 0) + 1 as id from copied_orders`);
    const rows = copiedOf(orders, ids, next?.id ?? 1);
    system = new FakeBuyerSystem(`round${round}`);
    system.pageSize = PAGE;
    system.records.orders.push(...orders);
    ctx.buyerSystem = system;
    const ways = {
      portal: () => timed(() => ctx.pulling.run()),
      copy: () =>
        timed(() =>
          db.transaction(async (tx) => {
            await copyRows(tx, `copied_orders ${HEAD}`, rows.heads);
            await copyRows(tx, `copied_lines ${LINE}`, rows.lines);
          }),
        ),
    };
    for (const way of round % 2 === 0 ? (['portal', 'copy'] as const) : (['copy', 'portal'] as const)) {
      const seconds = await ways[way]();
      // The first round warms up.
      if (round > 0) rates[way].push((ORDERS * (LINES + 1)) / seconds);
    }
  }
  const stored = await db.first<{ orders: number; lines: number; faults: number }>(sql`
    select (select count(*) from purchase_orders) as orders, (select count(*) from purchase_order_lines) as lines,
      (select count(*) from buyer_faults) as faults`);
  const all = (ROUNDS + 1) * ORDERS;
  if (stored?.orders !== all || stored.lines !== all * LINES || stored.faults !== 0) throw new Error(`stored ${JSON.stringify(stored)}`);

  const before = await written(db);
  const again = await timed(() => ctx.pulling.run({ fromStart: true }));
  const more = (await written(db)) - before;
  await ctx.pulling.stop();
  await ctx.sessions.close();

  const ratio = median(rates.portal) / median(rates.copy);
  const shown = (rate: number) => `${Math.round(rate).toLocaleString('en')} rows/s`;
  report(`import of ${ORDERS.toLocaleString('en')} orders with ${LINES} lines each`, [
    { what: 'COPY of the same rows', goal: '', reached: shown(median(rates.copy)), good: true },
    { what: 'pulled by the job', goal: '', reached: shown(median(rates.portal)), good: true },
    { what: 'ratio', goal: `${GOAL}`, reached: ratio.toFixed(2), good: ratio >= GOAL },
    {
      what: 'rows written by a second pull of the same data',
      goal: '0',
      reached: `${more} (in ${again.toFixed(2)} s)`,
      good: more === 0,
    },
  ]);
});
