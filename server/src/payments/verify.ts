import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { allGoodsBack } from '../invoices/credits.ts';
import { countsFirst } from '../invoices/sequence.ts';

export interface Difference {
  books: string;
  of: string;
  kept: string;
  recomputed: string;
}

/** Each selects `of`, `kept` and `recomputed` where they differ. Missing counts as zero. */
const booksWith = (back: Awaited<ReturnType<typeof allGoodsBack>>): Readonly<Record<string, Sql>> => ({
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
  'lines of an invoice': sql`
    select 'invoice ' || invoices.id as of, concat_ws(' / ', line_count, value, coalesce(invoices.cgst, 0), coalesce(invoices.sgst, 0), coalesce(invoices.igst, 0)) as kept,
      concat_ws(' / ', count(no), sum(taxable + row.cgst + row.sgst + row.igst + cess), sum(row.cgst), sum(row.sgst), sum(row.igst)) as recomputed
    from invoices left join invoice_lines row on row.invoice_id = invoices.id
    where line_count > 0 or row.invoice_id is not null
    group by invoices.id
    having line_count <> count(no) or abs(value - sum(taxable + row.cgst + row.sgst + row.igst + cess)) > 1
      or abs(coalesce(invoices.cgst, 0) - sum(row.cgst)) > 1 or abs(coalesce(invoices.sgst, 0) - sum(row.sgst)) > 1
      or abs(coalesce(invoices.igst, 0) - sum(row.igst)) > 1`,
  'invoices without lines': sql`
    select 'invoice ' || id as of, match_state as kept, 'unmatched or approved if it has no lines, else not unmatched' as recomputed
    from invoices where case when line_count = 0 then match_state not in ('unmatched', 'approved') else match_state = 'unmatched' end`,
  // Those that agree alone, approved or not: an exception says that it is beyond. Each with those before it, by the tolerance that held when it was compared.
  // Credit memos take goods back as the match counts them.
  'invoiced of an order line': sql`
    with back as (
      select invoice as invoice_id, no, quantity from jsonb_to_recordset(${JSON.stringify(back)}::jsonb) as back(invoice bigint, no int, quantity numeric)
    ), billed as (
      select order_id, line, invoice_id, no, quantity_tolerance as tolerance,
        sum(row.quantity - coalesce(back.quantity, 0))
          over (partition by order_id, line order by ${countsFirst(sql`invoices`)}, no) as quantity
      from invoice_lines row join invoices on invoices.id = row.invoice_id and (match_state = 'matched' or match_state = 'approved' and exists (
        select from match_decisions where invoice_id = invoices.id and kind = 'approve' and faults = '[]'
          and not exists (select from match_decisions later where later.invoice_id = invoices.id and later.id > match_decisions.id)))
      left join back using (invoice_id, no)
      where order_id is not null
    )
    select concat_ws(', ', 'order ' || head.number, 'line ' || line, 'invoice ' || invoice_id) as of, trim_scale(billed.quantity)::text as kept,
      'at most ' || trim_scale((received_quantity - rejected_quantity) * (100 + tolerance) / 100) as recomputed
    from billed join purchase_order_lines using (order_id, line) join purchase_orders head on head.id = order_id
    where billed.quantity > (received_quantity - rejected_quantity) * (100 + tolerance) / 100`,
  // Numbers of deleted schemes are not reused, so the counter may be ahead.
  'scheme numbers': sql`
    select 'counter' as of, value::text as kept, 'at least ' || highest as recomputed
    from counters, (select max(number) as highest from schemes) schemes where name = 'scheme' and value < highest`,
});

/** Recomputes every balance, total and counter in one read-only snapshot, also beside the running portal. */
export async function verifyBooks(db: Database): Promise<{ checked: { invoices: number; payments: number }; differences: Difference[] }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    await tx.execute(sql`set local statement_timeout = 0`);
    const checked = await tx.first<{ invoices: number; payments: number }>(sql`
      select (select count(*) from invoices) as invoices, (select count(*) from payments) as payments`);
    const differences: Difference[] = [];
    for (const [books, query] of Object.entries(booksWith(await allGoodsBack(tx)))) {
      for (const line of await tx.rows<Omit<Difference, 'books'>>(query)) differences.push({ books, ...line });
    }
    return { checked: checked ?? { invoices: 0, payments: 0 }, differences };
  });
}
