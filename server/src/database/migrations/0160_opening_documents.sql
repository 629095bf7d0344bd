-- Opening balances by document: one user uploads a sheet, another one approves it, and its cut-off day is then closed. A document that
-- the buyer owes becomes an approved invoice, so allocations, dues and payments treat it as any other. What lowers the debt is a credit on account.

create table opening_sheets (
  id bigint generated always as identity primary key,
  -- No document of the sheet is dated after it.
  cut_off date not null,
  status text not null check (status in ('open', 'accepted', 'rejected')),
  entered_by bigint references users,
  decided_by bigint references users,
  decided_at timestamptz,
  reject_reason text check (length(reject_reason) between 1 and 500),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((status = 'open') = (decided_at is null)),
  check ((status = 'rejected') = (reject_reason is not null))
);
-- The installation has one cut-off day.
create unique index opening_sheets_one on opening_sheets (status) where status = 'accepted';

-- Balances of earlier versions are of the kind 'balance', which has no number: nothing about them changes.
alter table opening_balances
  add column sheet_id bigint references opening_sheets,
  add column kind text not null default 'balance' check (kind in ('balance', 'invoice', 'debit', 'credit', 'payment')),
  add column number text check (length(number) between 1 and 64),
  add column due_day date,
  add column vendor_registration_id bigint references registrations,
  -- The invoice that a document has become.
  add column invoice_id bigint unique references invoices,
  add column billed boolean not null generated always as (kind <> 'balance' and amount > 0) stored,
  drop column counts,
  drop constraint opening_balances_reason_check,
  add constraint opening_balances_reason_check check (length(reason) <= 500 and (reason <> '' or kind <> 'balance')),
  add constraint opening_balances_number_kind check ((number is null) = (kind = 'balance')),
  add constraint opening_balances_sign check (case kind when 'invoice' then amount > 0 when 'credit' then amount < 0 when 'payment' then amount < 0 else true end),
  add constraint opening_balances_billed check ((invoice_id is not null) = (kind <> 'balance' and amount > 0 and counted_on is not null));
-- The amount that counts in the account. A billed document counts as its invoice; its reversal is a credit that settles the invoice.
alter table opening_balances add column counts numeric(14, 2) not null generated always as (case
  when kind <> 'balance' and amount > 0 then case when status = 'reversed' and counted_on is not null then -amount else 0 end
  when status = 'accepted' then amount else 0 end) stored;

drop index opening_balances_one;
create unique index opening_balances_one on opening_balances (vendor_id) where status <> 'reversed' and kind = 'balance';
create unique index opening_balances_number on opening_balances (
  vendor_id, (case when amount > 0 then 'invoice' else kind end), code_key(number), financial_year(day), coalesce(vendor_registration_id, 0))
  where status <> 'reversed' and number is not null;
create index opening_balances_sheet on opening_balances (sheet_id, id) where sheet_id is not null;

-- A credit is placed on account when it begins to count, and so is the reversal of a billed document. The reversal of a credit takes it back.
create or replace function place_opening() returns trigger language plpgsql as $$
begin
  insert into allocations (vendor_id, kind, opening_id, amount, day)
  select vendor_id, 'credit', id, -counts, case when billed then reversed_on else counted_on end from newer
  where counts <> 0 and not exists (select from allocations known where known.opening_id = newer.id) order by id;
  insert into allocations (vendor_id, kind, opening_id, amount, day)
  select vendor_id, 'credit', id, amount, reversed_on from newer
  where status = 'reversed' and not billed and (select sum(known.amount) from allocations known where known.opening_id = newer.id) = -amount order by id;
  return null;
end $$;

-- The due day of an opening document is the sheet's; where it has none, the vendor's credit days apply.
create or replace function agreed_due(invoice bigint, owner bigint, po text, lines integer, day date) returns date language sql stable as $$
  select coalesce(
    (select due_day from opening_balances where invoice_id = invoice),
    (select max(greatest(day, ordered_on) + credit_days) from purchase_orders
      where id = any (array(
        select order_id from invoice_lines where invoice_id = invoice and order_id is not null
        union all
        select named.id from purchase_orders named where lines = 0 and code_key(named.number) = code_key(po) and named.vendor_id = owner))));
$$;

create or replace view account_entries as
  select vendor_id, vendor_registration_id, buyer_registration_id, invoice_date as day, 'invoice' as kind, id as document_id, number, null::text as mode,
    null::text as reference, value as amount, created_at as recorded_at, 0 as source, id * 8 as id
  from invoices where is_agreed(match_state)
  union all
  select memos.vendor_id, memos.vendor_registration_id, memos.buyer_registration_id, counted_on,
    case when lowers and issuer = 'vendor' then 'credit' when lowers then 'deduction' when issuer = 'vendor' then 'debit' else 'concession' end,
    memos.id, coalesce(memos.number, vendor_invoice_ref), null, null,
    (coalesce(amount, 0) - answered) * case when lowers then -1 else 1 end, coalesce(accepted_at, memos.created_at), 1, memos.id * 8 + 1
  from memos left join invoices on invoices.id = invoice_id
  where counted_on is not null and amount > answered
    and (invoice_id is not null or lowers and issuer = 'vendor') and (lowers or is_agreed(match_state))
  union all
  select memos.vendor_id, memos.vendor_registration_id, memos.buyer_registration_id, reversed_on, 'reversal', memos.id,
    coalesce(memos.number, vendor_invoice_ref), null, null, (coalesce(amount, 0) - answered) * case when lowers then 1 else -1 end, memos.updated_at,
    2, memos.id * 8 + 2
  from memos left join invoices on invoices.id = invoice_id
  where status = 'reversed' and counted_on is not null and amount > answered
    and (invoice_id is not null or lowers and issuer = 'vendor') and (lowers or is_agreed(match_state))
  union all
  select vendor_id, null, null, paid_on, case when reversal_of is null then 'payment' else 'reversal' end, id, invoice_number, mode, reference,
    -amount, created_at, 3, id * 8 + 3
  from payments
  union all
  select vendor_id, vendor_registration_id, null, counted_on, 'opening', id, number, null, null, amount, coalesce(accepted_at, created_at), 4, id * 8 + 4
  from opening_balances where counted_on is not null and not billed
  union all
  select vendor_id, vendor_registration_id, null, reversed_on, 'reversal', id, number, null, null, -amount, updated_at, 5, id * 8 + 5
  from opening_balances where status = 'reversed' and counted_on is not null;

do $do$
declare
  joins constant text := $$join generate_series(4, 5) part on counted_on is not null and (part = 4 and not wrote.billed or part = 5 and wrote.status = 'reversed')$$;
  followed record;
begin
  for followed in select * from (values
      ('new', 'insert', 'new table as newer'), ('gone', 'delete', 'old table as older'), ('changed', 'update', 'new table as newer')) followed (name, event, seen)
  loop
    execute format($sql$
      drop trigger opening_balances_entry_%1$s on opening_balances;
      create trigger opening_balances_entry_%1$s after %2$s on opening_balances referencing %3$s
        for each statement execute function record_changes('''accountEntry''', 'wrote.id * 8 + part', 'wrote.vendor_id', %4$L)$sql$,
      followed.name, followed.event, followed.seen, joins);
  end loop;
end $do$;
