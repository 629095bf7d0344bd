/**
 * Purchase orders at size: a page of the list, the search by number, an order's details and the dashboard at 10,000 and 1,000,000 lines,
 * for an administrator and for a vendor who has half of all orders. `BENCH_LINES=10000,100000` measures other sizes.
 */
import sql from 'sql-template-tag';

import type { OpenDatabase } from '../server/src/database/open.ts';
import { type Grown, measureGrowth, type Screen } from './growth.ts';
import { seedVendors, VENDORS } from './moneySeed.ts';
import { onBench } from './tools.ts';

const SIZES = (process.env['BENCH_LINES'] ?? '10000,1000000').split(',').map(Number);
const LINES = 10;
/** Orders are spread evenly over so many days. */
const DAYS = 730;

interface Facts {
  vendor: string;
  /** Numbers of orders of the vendor who has half of all. */
  numbers: readonly string[];
}

/** As many orders of ten lines as come to so many lines. Half of the orders have an invoice, paid in part or in full. */
async function seedOrders(db: OpenDatabase, lines: number): Promise<Grown<Facts>> {
  const [admin = '', vendor = ''] = await seedVendors(db);
  const count = Math.round(lines / LINES);
  await db.transaction(async (tx) => {
    const run = (text: string) => tx.withClient((client) => client.query(text));
    await run('set local statement_timeout = 0');
    await run(`
      insert into purchase_orders (source, external_id, version, owner_id, number, ordered_on, status, acknowledged_on, acknowledgement_told_at,
        line_count, value, delivery_location)
      select 'embedded', 'E' || n, '1', case when n % 2 = 0 then ${vendor} else ${vendor} + 1 + n % ${VENDORS - 1} end, 4500000 + n,
        current_date - ((${count} - n)::bigint * ${DAYS} / ${count})::int, case when n < ${count} * 0.9 then 'Closed' else 'Open' end,
        case when n % 3 = 0 then current_date end, case when n % 3 = 0 then now() end, ${LINES}, 10500, 'Warehouse'
      from generate_series(1, ${count}) n`);
    await run(`
      insert into purchase_order_lines (order_id, line, item_code, item_name, ean, hsn_code, uom, quantity, case_quantity, received_quantity,
        mrp, unit_price, taxable, cgst_rate, sgst_rate, cgst, sgst, total)
      select id, line, 'R-' || line, 'Basmati Rice Classic 5 kg', '8901030516320', '10063020', 'BAG', 10, 5, case when id % 4 = 0 then 0 else 10 end,
        125, 100, 1000, 2.5, 2.5, 25, 25, 1050
      from purchase_orders, generate_series(1, ${LINES}) line order by id, line`);
    // The books are another bench's matter.
    await run('alter table invoices disable trigger user');
    await run(`
      insert into invoices (owner_id, po_number, number, invoice_date, value, paid, payment_count)
      select owner_id, number, id, ordered_on + 7, value, case when id % 4 = 0 then value else 100 end, 1
      from purchase_orders where id % 2 = 0 order by id`);
    await run('alter table invoices enable trigger user');
  });
  // As autovacuum leaves a table that has been there for a day.
  await db.withClient((client) => client.query('set statement_timeout = 0'));
  await db.withClient((client) => client.query('vacuum analyze'));
  const rows = await db.rows<{ number: string }>(sql`
    select number from (select number, id, row_number() over (order by id) as place from purchase_orders where owner_id = ${vendor}) own
    where place % ${Math.max(1, Math.floor(count / 200))}::int = 0 order by id`);
  return { admin, vendor, facts: { vendor, numbers: rows.map(({ number }) => number) } };
}

const SEARCH = '/api/purChaseOrder/serviceOrder?page=1&pageSize=7';
const BOTH = ['admin', 'vendor'] as const;
const any = ({ numbers }: Facts, sample: number) => numbers[sample % numbers.length] ?? '';

const screens: readonly Screen<Facts>[] = BOTH.flatMap((who) => [
  { name: 'newest page', who, ask: () => ({ method: 'POST' as const, path: SEARCH, body: {} }) },
  {
    name: 'search by number',
    who,
    ask: (facts, sample) => ({ method: 'POST' as const, path: SEARCH, body: { code: any(facts, sample) } }),
  },
  {
    name: 'details',
    who,
    ask: (facts, sample) => ({ method: 'GET' as const, path: `/api/purChaseOrder/get?poNumber=${any(facts, sample)}&page=1&pageSize=20` }),
  },
  { name: 'dashboard', who, ask: () => ({ method: 'GET' as const, path: '/api/auth/getCountDetail' }) },
]);

let missed = 0;
await onBench((bench) =>
  measureGrowth(bench, {
    name: 'orders',
    sizes: SIZES,
    seed: seedOrders,
    screens,
    title: `median ms by lines of orders, ${LINES} an order, ${VENDORS} vendors`,
    reached(ok) {
      if (!ok) missed += 1;
      return ok ? 'reached' : 'MISSED';
    },
  }),
);
if (missed > 0) process.exitCode = 1;
