import sql, { type Sql } from 'sql-template-tag';

import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { queueMails } from '../mail/queue.ts';
import { recordRun } from '../process/jobs.ts';
import { takeTurn } from '../process/lease.ts';
import { freesGoods } from '../invoices/credits.ts';
import { countsFirst } from '../invoices/sequence.ts';
import { billableOf } from '../purchase-orders/lines.ts';

export interface Difference {
  books: keyof typeof BOOKS;
  of: string;
  kept: string;
  recomputed: string;
}

/** The checks of the books. Each selects `of`, `kept` and `recomputed` where they differ; a missing value counts as zero. */
const BOOKS = {
  'paid of an invoice': sql`
    select 'invoice ' || invoices.id as of, concat_ws(' / ', paid, credited, deducted, payment_count) as kept,
      concat_ws(' / ', by_payment, by_credit, by_deduction, payments) as recomputed
    from invoices left join lateral (
      select coalesce(sum(amount) filter (where kind = 'payment'), 0.00) as by_payment, coalesce(sum(amount) filter (where kind = 'credit'), 0.00) as by_credit,
        coalesce(sum(amount) filter (where kind in ('deduction', 'tax')), 0.00) as by_deduction, count(*) filter (where kind = 'payment') as payments
      from allocations where invoice_id = invoices.id) settling on true
    where (paid, credited, deducted, payment_count) <> (by_payment, by_credit, by_deduction, payments)`,
  'raised and held of an invoice': sql`
    select 'invoice ' || invoices.id as of, concat_ws(' / ', raised, held) as kept, concat_ws(' / ', raising, holding) as recomputed
    from invoices left join lateral (
      select coalesce(sum(counts) filter (where not lowers), 0.00) as raising, coalesce(sum(holds), 0.00) as holding
      from memos where invoice_id = invoices.id) noted on true
    where (raised, held) <> (raising, holding)`,
  'balance of an invoice': sql`
    select 'invoice ' || id as of, concat_ws(' of ', settled, value + raised) as kept, 'between 0 and the value' as recomputed
    from invoices where balance < 0 or paid < 0 or credited < 0 or deducted < 0 or is_open <> (balance > 0)`,
  'parts of a payment': sql`
    select 'payment ' || payments.id as of, amount::text as kept, coalesce(placed, 0.00)::text as recomputed
    from payments left join (select payment_id, sum(amount) as placed from allocations where payment_id is not null group by payment_id) parts on payment_id = payments.id
    where amount <> coalesce(placed, 0)`,
  'parts of a memo': sql`
    select 'memo ' || memos.id as of, (case when lowers then counts else 0 end)::text as kept, coalesce(placed, 0.00)::text as recomputed
    from memos left join (select memo_id, sum(amount) as placed from allocations where memo_id is not null group by memo_id) parts on memo_id = memos.id
    where case when lowers then counts else 0 end <> coalesce(placed, 0)`,
  'parts of an opening balance': sql`
    select 'opening balance ' || opening.id as of, (-counts)::text as kept, coalesce(placed, 0.00)::text as recomputed
    from opening_balances opening left join (select opening_id, sum(amount) as placed from allocations where opening_id is not null group by opening_id) parts
      on opening_id = opening.id
    where -counts <> coalesce(placed, 0)`,
  'sides of an allocation': sql`
    select 'invoice ' || coalesce(invoice_id::text, 'none') || ', ' || coalesce('payment ' || payment_id, 'memo ' || memo_id, 'opening balance ' || opening_id) as of,
      sum(amount)::text as kept, 'at least 0' as recomputed
    from allocations
    where (payment_id is null or not exists (select from payments where payments.id = payment_id and reversal_of is not null))
      and not exists (select from opening_balances where opening_balances.id = opening_id and opening_balances.amount > 0)
    group by invoice_id, payment_id, memo_id, opening_id having sum(amount) < 0
    union all
    select 'allocation ' || allocations.id, 'vendor ' || allocations.vendor_id, 'vendor ' || coalesce(payments.vendor_id, memos.vendor_id, opening.vendor_id)
    from allocations left join payments on payments.id = payment_id left join memos on memos.id = memo_id
      left join opening_balances opening on opening.id = opening_id left join invoices on invoices.id = allocations.invoice_id
    where allocations.vendor_id <> coalesce(payments.vendor_id, memos.vendor_id, opening.vendor_id) or allocations.vendor_id <> coalesce(invoices.vendor_id, allocations.vendor_id)`,
  'sums of an account': sql`
    select 'vendor ' || vendor_id as of, concat_ws(' / ', accounts.paid, accounts.notes, accounts.deductions, accounts.held, accounts.opening) as kept,
      concat_ws(' / ', recomputed.paid, recomputed.notes, recomputed.deductions, recomputed.held, recomputed.opening) as recomputed
    from vendor_accounts accounts left join lateral (
      select (select coalesce(sum(amount), 0.00) from payments where payments.vendor_id = accounts.vendor_id) as paid,
        (select coalesce(sum(counts), 0.00) from opening_balances where opening_balances.vendor_id = accounts.vendor_id) as opening, coalesce(sum(counts) filter (where lowers and issuer = 'vendor'), 0.00) as notes,
        coalesce(sum(counts) filter (where lowers and issuer = 'buyer'), 0.00) as deductions, coalesce(sum(holds), 0.00) as held
      from memos where memos.vendor_id = accounts.vendor_id) recomputed on true
    where (accounts.paid, accounts.notes, accounts.deductions, accounts.held, accounts.opening)
      <> (recomputed.paid, recomputed.notes, recomputed.deductions, recomputed.held, recomputed.opening)
    union all
    select 'vendor ' || vendor_id || ', ' || match_state, concat_ws(' / ', kept.value, kept.raised, kept.settled),
      concat_ws(' / ', billed.value, billed.raised, billed.settled)
    from vendor_balances kept full join (
      select vendor_id, match_state, sum(value) as value, sum(raised) as raised, sum(settled) as settled from invoices group by vendor_id, match_state) billed
      using (vendor_id, match_state)
    where (coalesce(kept.value, 0), coalesce(kept.raised, 0), coalesce(kept.settled, 0))
      <> (coalesce(billed.value, 0), coalesce(billed.raised, 0), coalesce(billed.settled, 0))`,
  // The entries add up to the balances of agreed invoices less the amounts on account.
  'entries of an account': sql`
    with entries as (select vendor_id, sum(amount) as owed from account_entries group by vendor_id)
    select 'vendor ' || coalesce(entries.vendor_id, books.vendor_id) as of, coalesce(books.owed, 0)::text as kept, coalesce(entries.owed, 0)::text as recomputed
    from entries full join vendor_books books on books.vendor_id = entries.vendor_id where coalesce(books.owed, 0) <> coalesce(entries.owed, 0)`,
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
  'due day of an invoice': sql`
    select 'invoice ' || id as of, coalesce(agreed_due::text, 'none') as kept,
      coalesce(agreed_due(id, vendor_id, po_number, line_count, invoice_date)::text, 'none') as recomputed
    from invoices where agreed_due is distinct from agreed_due(id, vendor_id, po_number, line_count, invoice_date)`,
  'invoices without lines': sql`
    select 'invoice ' || id as of, match_state as kept, 'unmatched or approved if it has no lines, else not unmatched' as recomputed
    from invoices where case when line_count = 0 then match_state not in ('unmatched', 'approved') else match_state = 'unmatched' end`,
  // Only invoices without exceptions are checked, approved or not, because an exception already reports an excess. Each counts with those before
  // it, under the tolerance of its own match. Notes and claims reduce goods as in the match.
  'invoiced of an order line': sql`
    with back as (
      select invoice_id, no, sum(memo_lines.quantity * case when amount > 0 then (amount - answered) / amount else 1 end) as quantity
      from memo_lines join memos on memos.id = memo_id
      where lowers and status in ('accepted', 'open') and ${freesGoods} group by invoice_id, no
    ), billed as (
      select order_id, line, invoice_id, no, quantity_tolerance as tolerance,
        sum(row.ordered_quantity - coalesce(back.quantity, 0) * row.ordered_quantity / row.quantity)
          over (partition by order_id, line order by ${countsFirst(sql`invoices`)}, no) as quantity
      from invoice_lines row join invoices on invoices.id = row.invoice_id and (match_state = 'matched' or match_state = 'approved' and exists (
        select from match_decisions where invoice_id = invoices.id and kind = 'approve' and faults = '[]'
          and not exists (select from match_decisions later where later.invoice_id = invoices.id and later.id > match_decisions.id)))
      left join back using (invoice_id, no)
      where order_id is not null
    )
    select concat_ws(', ', 'order ' || head.number, 'line ' || line, 'invoice ' || invoice_id) as of, trim_scale(billed.quantity)::text as kept,
      'at most ' || trim_scale(${billableOf(sql`ordered`)} * (100 + tolerance) / 100) as recomputed
    from billed join purchase_order_lines ordered using (order_id, line) join purchase_orders head on head.id = order_id
    where billed.quantity > ${billableOf(sql`ordered`)} * (100 + tolerance) / 100`,
  // Numbers of deleted schemes are not reused, so the counter may be ahead.
  'scheme numbers': sql`
    select 'counter' as of, value::text as kept, 'at least ' || highest as recomputed
    from counters, (select max(number) as highest from schemes) schemes where name = 'scheme' and value < highest`,
} satisfies Readonly<Record<string, Sql>>;

/** The name of each check in the e-mail to administrators, as a message of the catalogue. */
export const BOOK_WORDS: Readonly<Record<keyof typeof BOOKS, string>> = {
  'paid of an invoice': 'paid and credited amounts of invoices',
  'raised and held of an invoice': 'debited and withheld amounts of invoices',
  'balance of an invoice': 'balances of invoices',
  'parts of a payment': 'invoices settled by payments',
  'parts of a memo': 'invoices settled by memos',
  'parts of an opening balance': 'invoices settled by opening balances',
  'sides of an allocation': 'amounts set off against invoices',
  'sums of an account': 'totals of vendor accounts',
  'entries of an account': 'entries of vendor accounts',
  'vendor of a payment': 'vendors of payments',
  'daily counts': 'daily counts of the lists',
  'lines of an order': 'totals of order lines',
  'lines of an invoice': 'totals of invoice lines',
  'due day of an invoice': 'due dates of invoices',
  'invoices without lines': 'status of invoices without lines',
  'invoiced of an order line': 'invoiced quantities of order lines',
  'scheme numbers': 'scheme numbers',
};

/** Recomputes every balance, total and counter in one read-only snapshot, even while the portal is running. */
export async function verifyBooks(db: Database): Promise<{ checked: { invoices: number; payments: number }; differences: Difference[] }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    await tx.execute(sql`set local statement_timeout = 0`);
    const checked = await tx.first<{ invoices: number; payments: number }>(sql`
      select (select count(*) from invoices) as invoices, (select count(*) from payments) as payments`);
    const differences: Difference[] = [];
    for (const [books, query] of Object.entries(BOOKS) as [keyof typeof BOOKS, Sql][]) {
      for (const line of await tx.rows<Omit<Difference, 'books'>>(query)) differences.push({ books, ...line });
    }
    return { checked: checked ?? { invoices: 0, payments: 0 }, differences };
  });
}

/** The hours in India for the nightly check, when few users work. */
const NIGHT = { from: 1, to: 5 };
const TURN_SECONDS = 20 * 60 * 60;

/**
 * Recomputes the books once a night, in one of all processes. A difference is a line of the log, an e-mail to every administrator, and a
 * failed run of the job `books`, which the metrics count.
 * @returns false by day, or if this night's check has run.
 */
export async function checkBooks({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  const hour = Number(HOUR.format(clock()));
  if (hour < NIGHT.from || hour >= NIGHT.to || !(await takeTurn(db, 'books', TURN_SECONDS))) return false;
  const { differences } = await verifyBooks(db);
  for (const { books, of, kept, recomputed } of differences)
    console.error(`The account check found a difference, ${books}: ${of} has ${kept}, not ${recomputed}.`);
  await tellAdministrators(db, differences);
  await recordRun(db, 'books', differences.length === 0);
  return true;
}

async function tellAdministrators(db: Database, differences: readonly Difference[]): Promise<void> {
  if (differences.length === 0) return;
  const administrators = await db.rows<{ userId: string; name: string }>(sql`
    select distinct users.id::text as "userId", first_name as name from memberships join users on users.id = user_id
    where memberships.vendor_id is null and role = 'administrator' and is_active`);
  const books = [...new Set(differences.map((each) => BOOK_WORDS[each.books]))];
  await queueMails(
    db,
    administrators.map(({ userId, name }) => ({ kind: 'booksDiffer', userId, content: { name, count: differences.length, books } })),
  );
}

const HOUR = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', hourCycle: 'h23' });
