-- Opening balances, and the entries of the vendors' accounts as records that can be listed and followed.

-- What was owed to a vendor when it came into the portal; below zero where the vendor owed. One a vendor.
create table opening_balances (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors on delete cascade,
  amount numeric(14, 2) not null check (amount <> 0),
  day date not null,
  reason text not null check (length(reason) between 1 and 500),
  -- 'open' waits for somebody else of the buyer.
  status text not null check (status in ('open', 'accepted', 'reversed')),
  -- The day from which it counts; null until it is accepted.
  counted_on date,
  entered_by bigint references users,
  accepted_by bigint references users,
  accepted_at timestamptz,
  reversed_by bigint references users,
  reversed_on date,
  reverse_reason text,
  -- The amount that counts in the account.
  counts numeric(14, 2) not null generated always as (case when status = 'accepted' then amount else 0 end) stored,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((status = 'reversed') = (reversed_on is not null)),
  check (status <> 'accepted' or counted_on is not null)
);
create index opening_balances_vendor on opening_balances (vendor_id, id);
create unique index opening_balances_one on opening_balances (vendor_id) where status <> 'reversed';

-- What a vendor owed at first is a credit, which settles invoices as any other. What was owed to it stands on account below zero: payments
-- that name no invoice make up for it.
alter table allocations
  add column opening_id bigint references opening_balances on delete cascade,
  drop constraint allocations_source,
  add constraint allocations_source check (
    num_nonnulls(payment_id, memo_id, opening_id) = 1 and (payment_id is null) = (kind in ('deduction', 'credit')));
create index allocations_opening on allocations (opening_id) where opening_id is not null;
create index allocations_vendor on allocations (vendor_id, id);

alter table vendor_accounts add column opening numeric(20, 2) not null default 0;
create trigger opening_balances_booked_added after insert on opening_balances referencing new table as newer
  for each statement execute function keep_account('opening', 'sum(sign * counts)', '0', 'known.opening + excluded.opening');
create trigger opening_balances_booked_changed after update on opening_balances referencing old table as older new table as newer
  for each statement execute function keep_account('opening', 'sum(sign * counts)', '0', 'known.opening + excluded.opening');
create trigger opening_balances_booked_removed after delete on opening_balances referencing old table as older
  for each statement execute function keep_account('opening', 'sum(sign * counts)', '0', 'known.opening + excluded.opening');

-- An opening balance is placed on account when it begins to count. Its reversal takes that back.
create function place_opening() returns trigger language plpgsql as $$
begin
  insert into allocations (vendor_id, kind, opening_id, amount, day)
  select vendor_id, 'credit', id, -counts, counted_on from newer
  where counts <> 0 and not exists (select from allocations known where known.opening_id = newer.id) order by id;
  insert into allocations (vendor_id, kind, opening_id, amount, day)
  select vendor_id, 'credit', id, amount, reversed_on from newer
  where status = 'reversed' and (select sum(known.amount) from allocations known where known.opening_id = newer.id) = -amount order by id;
  return null;
end $$;
create trigger opening_balances_placed_added after insert on opening_balances referencing new table as newer
  for each statement execute function place_opening();
create trigger opening_balances_placed_changed after update on opening_balances referencing new table as newer
  for each statement execute function place_opening();

create or replace function place_credit(of_payment bigint, of_memo bigint, for_invoice bigint, part numeric, on_day date, of_opening bigint default null)
returns void language plpgsql as $$
declare
  source allocations;
begin
  select * into strict source from allocations
  where (payment_id = of_payment or memo_id = of_memo or opening_id = of_opening) and invoice_id is null order by id limit 1;
  insert into allocations (vendor_id, invoice_id, kind, payment_id, memo_id, opening_id, amount, day)
  select source.vendor_id, invoice, source.kind, of_payment, of_memo, of_opening, amount, on_day
  from (values (null::bigint, -part), (for_invoice, part)) moved (invoice, amount);
end $$;
drop function place_credit(bigint, bigint, bigint, numeric, date);

-- The entries of the vendors' accounts: what counts, on the day from which it counts. Those of a vendor add up to what is owed. The id is
-- eight times that of the document, and its source.
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
  select vendor_id, null, null, counted_on, 'opening', id, null, null, null, amount, coalesce(accepted_at, created_at), 4, id * 8 + 4
  from opening_balances where counted_on is not null
  union all
  select vendor_id, null, null, reversed_on, 'reversal', id, null, null, null, -amount, updated_at, 5, id * 8 + 5
  from opening_balances where status = 'reversed' and counted_on is not null;

create or replace view vendor_books as
  select vendor_id, invoice_total, raised, paid as paid_total, notes - raised as notes, deductions + tax as deductions, held,
    agreed + opening - paid - tax - notes - deductions as owed, invoice_total + raised - agreed as not_agreed,
    paid + tax + notes + deductions - opening - agreed_settled as on_account,
    invoice_total + raised + opening - paid - tax - notes - deductions as balance, opening
  from vendor_accounts cross join lateral (
    select coalesce(sum(value), 0) as invoice_total, coalesce(sum(kept.raised), 0) as raised,
      coalesce(sum(value + kept.raised) filter (where is_agreed(match_state)), 0) as agreed,
      coalesce(sum(settled) filter (where is_agreed(match_state)), 0) as agreed_settled
    from vendor_balances kept where kept.vendor_id = vendor_accounts.vendor_id) billed
  where (invoice_total, paid, notes, deductions, held, opening) <> (0, 0, 0, 0, 0, 0)
    or exists (
      select from daily_counts counted
      where counted.vendor_id = vendor_accounts.vendor_id and list in ('invoices', 'payments') and day = '-infinity' and count > 0);

-- The feed has an entry whose document changes. A payment that leaves a balance changes no entry.
create function record_invoice_entries() returns trigger language plpgsql as $$
begin
  insert into changes (entity, record_id, vendor_id)
  select 'accountEntry', entry, newer.vendor_id
  from newer join older using (id) cross join lateral (
    select newer.id * 8 as entry
    union all select memos.id * 8 + part from memos cross join generate_series(1, 2) part
      where memos.invoice_id = newer.id and not lowers and counted_on is not null and is_agreed(newer.match_state) <> is_agreed(older.match_state)
        and (part = 1 or status = 'reversed')) entries
  where (newer.value, newer.number, newer.invoice_date, is_agreed(newer.match_state)) is distinct from
    (older.value, older.number, older.invoice_date, is_agreed(older.match_state)) order by entry;
  return null;
end $$;
create trigger invoices_entry_changed after update on invoices referencing old table as older new table as newer
  for each statement execute function record_invoice_entries();

do $do$
declare
  followed record;
begin
  for followed in
    select * from (values
      ('invoices', 'entry', 'wrote.id * 8', '', false),
      ('payments', 'entry', 'wrote.id * 8 + 3', '', true),
      ('memos', 'entry', 'wrote.id * 8 + part', $$join generate_series(1, 2) part on counted_on is not null and (part = 1 or wrote.status = 'reversed')$$, true),
      ('opening_balances', 'entry', 'wrote.id * 8 + part', $$join generate_series(4, 5) part on counted_on is not null and (part = 4 or wrote.status = 'reversed')$$, true))
      followed (of_table, name, record, joins, changed)
  loop
    execute format($sql$
      create trigger %1$s_%2$s_new after insert on %1$s referencing new table as newer
        for each statement execute function record_changes('''accountEntry''', %3$L, 'wrote.vendor_id', %4$L);
      create trigger %1$s_%2$s_gone after delete on %1$s referencing old table as older
        for each statement execute function record_changes('''accountEntry''', %3$L, 'wrote.vendor_id', %4$L)$sql$,
      followed.of_table, followed.name, followed.record, followed.joins);
    if followed.changed then
      execute format($sql$
        create trigger %1$s_%2$s_changed after update on %1$s referencing new table as newer
          for each statement execute function record_changes('''accountEntry''', %3$L, 'wrote.vendor_id', %4$L)$sql$,
        followed.of_table, followed.name, followed.record, followed.joins);
    end if;
  end loop;
end $do$;

-- Other controls make other invoices agreed, and with them their entries.
create function record_agreed_entries() returns trigger language plpgsql as $$
begin
  insert into changes (entity, record_id, vendor_id)
  select 'accountEntry', entry, invoices.vendor_id
  from invoices cross join lateral (
    select case
      when match_state = 'returned' then false
      when old.pay_only_approved then match_state = 'approved'
      when old.pay_only_matched then match_state in ('matched', 'released', 'approved')
      else true end as before) old_controls
    cross join lateral (
      select invoices.id * 8 as entry
      union all select memos.id * 8 + part from memos cross join generate_series(1, 2) part
        where memos.invoice_id = invoices.id and not lowers and counted_on is not null and (part = 1 or status = 'reversed')) entries
  where before <> is_agreed(match_state) order by entry;
  return null;
end $$;
create trigger portal_settings_entries after update of pay_only_matched, pay_only_approved on portal_settings for each row
  when ((old.pay_only_matched, old.pay_only_approved) is distinct from (new.pay_only_matched, new.pay_only_approved))
  execute function record_agreed_entries();
