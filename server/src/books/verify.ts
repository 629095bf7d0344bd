import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';

export interface Difference {
  books: string;
  of: string;
  kept: string;
  recomputed: string;
}

/** Each selects `of`, `kept` and `recomputed` where they differ. Missing counts as zero. */
const BOOKS: Readonly<Record<string, Sql>> = {
  'paid of an invoice': sql`
    select 'invoice ' || invoices.id as of, concat_ws(' / ', invoices.paid, invoices.payment_count) as kept,
      concat_ws(' / ', coalesce(sum(payments.amount), 0.00), count(payments.id)) as recomputed
    from invoices left join payments on payments.invoice_id = invoices.id
    group by invoices.id having invoices.paid <> coalesce(sum(payments.amount), 0) or invoices.payment_count <> count(payments.id)`,
  'balance of an invoice': sql`
    select 'invoice ' || id as of, concat_ws(' of ', paid, value) as kept, 'between 0 and the value' as recomputed
    from invoices where paid not between 0 and value or is_open <> (paid < value)`,
  'vendor of a payment': sql`
    select 'payment ' || payments.id as of, 'vendor ' || payments.vendor_id as kept, 'vendor ' || invoices.vendor_id as recomputed
    from payments join invoices on invoices.id = payments.invoice_id where payments.vendor_id <> invoices.vendor_id`,
  'daily counts': sql`
    with recomputed as (
      select list, each_day as day, vendor_id, count(*) as count, sum(amount) as amount
      from counted_records cross join lateral (values ('-infinity'::date), (day)) days (each_day) group by list, each_day, vendor_id
    )
    select concat_ws(', ', list, 'vendor ' || vendor_id, day) as of, concat_ws(' / ', known.count, known.amount) as kept,
      concat_ws(' / ', recomputed.count, recomputed.amount) as recomputed
    from daily_counts known full join recomputed using (list, day, vendor_id)
    where (coalesce(known.count, 0), coalesce(known.amount, 0)) <> (coalesce(recomputed.count, 0), coalesce(recomputed.amount, 0))`,
  'lines of an order': sql`
    select 'order ' || id as of, concat_ws(' / ', line_count, value) as kept, concat_ws(' / ', count(line), coalesce(sum(total), 0)) as recomputed
    from purchase_orders left join purchase_order_lines on order_id = id
    group by id having line_count <> count(line) or value <> coalesce(sum(total), 0)`,
  // Numbers of deleted schemes are not reused, so the counter may be ahead.
  'scheme numbers': sql`
    select 'counter' as of, value::text as kept, 'at least ' || highest as recomputed
    from counters, (select max(number) as highest from schemes) schemes where name = 'scheme' and value < highest`,
};

/** Recomputes every balance, total and counter in one read-only snapshot, also beside the running portal. */
export async function verifyBooks(db: Database): Promise<{ checked: { invoices: number; payments: number }; differences: Difference[] }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    await tx.execute(sql`set local statement_timeout = 0`);
    const checked = await tx.first<{ invoices: number; payments: number }>(sql`
      select (select count(*) from invoices) as invoices, (select count(*) from payments) as payments`);
    const differences: Difference[] = [];
    for (const [books, query] of Object.entries(BOOKS)) {
      for (const line of await tx.rows<Omit<Difference, 'books'>>(query)) differences.push({ books, ...line });
    }
    return { checked: checked ?? { invoices: 0, payments: 0 }, differences };
  });
}
