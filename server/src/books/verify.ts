import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/** What the database keeps, and the same recomputed from the rows, where the two are not equal. */
export interface Difference {
  /** Which of the books, as in `vendor totals`. */
  books: string;
  /** Whose line of it. */
  of: string;
  kept: string;
  recomputed: string;
}

/** An invoice as it counts, for every total. */
const rows = sql`(select owner_id, value, paid, payment_count, invoice_date from invoices) invoices`;

/** What was paid on account: no invoice has it. */
const onAccount = sql`(select owner_id, amount, paid_on from payments where invoice_id is null) on_account`;

/** How many rows lists have, by day and in all (0009_growth.sql); those of all vendors with what has not been folded into them yet. */
function counted(kept: Sql, whose: Sql, owner: Sql): Sql {
  return sql`
    with kept as (
      select list, owner_id, day, sum(row_count) as rows, sum(amount) as amount
      from (select list, owner_id, day, row_count, amount from row_counts
        union all select list, 0, of_day, row_count, amount
          from row_deltas cross join lateral (values ('-infinity'::date), (day)) days (of_day) where of_day is not null) each
      where ${kept} group by list, owner_id, day
    ), recomputed as (
      select list, ${owner} as owner_id, of_day as day, sum(row_count) as rows, sum(amount) as amount
      from (select list, owner_id, day, count(*) as row_count, sum(amount) as amount from counted_rows where ${whose} group by list, owner_id, day) counted
      cross join lateral (values ('-infinity'::date), (day)) days (of_day) where of_day is not null
      group by 1, 2, 3
    )
    select list || ', vendor ' || owner_id || ', ' || day as of, concat_ws(' / ', coalesce(kept.rows, 0), kept.amount) as kept,
      concat_ws(' / ', coalesce(recomputed.rows, 0), recomputed.amount) as recomputed
    from kept full join recomputed using (list, owner_id, day)
    where (coalesce(kept.rows, 0), coalesce(kept.amount, 0)) <> (coalesce(recomputed.rows, 0), coalesce(recomputed.amount, 0))`;
}

/** Where the products of each day lie (0026_entered.sql): blocks that are kept have to take in all; that they take in more does no harm. */
const lying = sql`
  with kept as (
    select owner_id, day, min(first_block) as first_block, max(last_block) as last_block
    from (select owner_id, day, first_block, last_block from row_counts where list = 'products'
      union all select 0, day, block, block from row_deltas where list = 'products') each
    group by owner_id, day
  ), recomputed as (
    select of_owner as owner_id, day, min(block) as first_block, max(block) as last_block
    from rows_of_products cross join lateral (values (owner_id), (0)) owners (of_owner) where list = 'products' group by of_owner, day
  )
  select 'vendor ' || owner_id || ', ' || day as of, concat_ws(' to ', kept.first_block, kept.last_block) as kept,
    concat_ws(' to ', recomputed.first_block, recomputed.last_block) as recomputed
  from recomputed left join kept using (owner_id, day)
  where (kept.first_block <= recomputed.first_block and kept.last_block >= recomputed.last_block) is not true`;

/** Each gives the lines that differ, with `of`, `kept` and `recomputed`. Nothing kept is the same as zero. */
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
    select 'payment ' || payments.id as of, 'vendor ' || payments.owner_id as kept, 'vendor ' || invoices.owner_id as recomputed
    from payments join invoices on invoices.id = payments.invoice_id where payments.owner_id <> invoices.owner_id`,
  'number of a payment': sql`
    select 'payment ' || payments.id as of, concat('invoice ', payments.invoice_digits) as kept, concat('invoice ', invoices.number) as recomputed
    from payments left join invoices on invoices.id = payments.invoice_id
    where payments.invoice_digits is distinct from invoices.number::numeric`,
  'days of products': lying,
  'vendor totals': sql`
    with kept as (
      select owner_id, sum(invoice_count) as invoices, sum(invoice_total) as total, sum(payment_count) as payments, sum(paid_total) as paid
      from vendor_totals group by owner_id
    ), recomputed as (
      select owner_id, sum(invoices) as invoices, sum(value) as total, sum(payment_count) as payments, sum(paid) as paid
      from (select owner_id, 1 as invoices, value, payment_count, paid from ${rows}
        union all select owner_id, 0, 0, 1, amount from ${onAccount}) each
      group by owner_id
    )
    select 'vendor ' || owner_id as of,
      concat_ws(' / ', kept.invoices, kept.total, kept.payments, kept.paid) as kept,
      concat_ws(' / ', recomputed.invoices, recomputed.total, recomputed.payments, recomputed.paid) as recomputed
    from kept full join recomputed using (owner_id)
    where (coalesce(kept.invoices, 0), coalesce(kept.total, 0), coalesce(kept.payments, 0), coalesce(kept.paid, 0))
      <> (coalesce(recomputed.invoices, 0), coalesce(recomputed.total, 0), coalesce(recomputed.payments, 0), coalesce(recomputed.paid, 0))`,
  'outstanding by invoice day': sql`
    with kept as (
      select owner_id, day, sum(balance) as balance from due_days group by owner_id, day
    ), recomputed as (
      select owner_id, day, sum(balance) as balance
      from (select owner_id, invoice_date as day, value - paid as balance from ${rows}
        union all select owner_id, paid_on, -amount from ${onAccount}) each
      group by owner_id, day
    )
    select 'vendor ' || owner_id || ', ' || day as of, coalesce(kept.balance, 0)::text as kept, coalesce(recomputed.balance, 0)::text as recomputed
    from kept full join recomputed using (owner_id, day) where coalesce(kept.balance, 0) <> coalesce(recomputed.balance, 0)`,
  'rows of a vendor': counted(sql`owner_id > 0`, sql`owner_id is not null`, sql`owner_id`),
  'rows of all vendors': counted(sql`owner_id = 0`, sql`true`, sql`0`),
  'rows of a block': sql`
    with kept as (
      select list, block, sum(row_count) as rows
      from (select list, block, row_count from row_blocks union all select list, block, row_count from row_deltas) each group by list, block
    ), recomputed as (select list, block, count(*) as rows from counted_rows group by list, block)
    select list || ', block ' || block as of, coalesce(kept.rows, 0)::text as kept, coalesce(recomputed.rows, 0)::text as recomputed
    from kept full join recomputed using (list, block) where coalesce(kept.rows, 0) <> coalesce(recomputed.rows, 0)`,
  'texts of products': sql`
    select 'product ' || products.id as of, 'nothing' as kept, products.name as recomputed
    from products where (small_name, small_sku, text_key) is distinct from (lower(name), lower(sku_code), key_of_texts(ean, name, sku_code))
      or not exists (
        select from product_texts
        where key = text_key and (product_texts.ean, product_texts.name, product_texts.sku_code) =
          (products.ean, products.small_name, coalesce(products.small_sku, '')))`,
  // Numbers of schemes that were deleted are not given again, so the counter may be ahead.
  'scheme numbers': sql`
    select 'counter' as of, value::text as kept, 'at least ' || highest as recomputed
    from counters, (select max(number) as highest from schemes) schemes where name = 'scheme' and value < highest`,
};

/**
 * Recomputes every balance, total and counter from the rows, in one snapshot that reads only: it can run beside the portal, at any time.
 * @returns what differs, by book, and how much was looked at.
 */
export async function verifyBooks(db: Database): Promise<{ checked: { invoices: number; payments: number }; differences: Difference[] }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    // The whole of a large installation takes longer than a request may.
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
