-- What vendors are owed: memos that refer to invoices, what settles what, and the sums of each vendor's account.

-- A memo refers to its invoice by id, resolved when it is saved. What it does follows from its issuer: a vendor's credit memo and the buyer's
-- debit memo (a claim) lower what is owed, the other two raise it.
alter table memos
  add column invoice_id bigint references invoices on delete set null,
  -- The issuer's own number of it.
  add column number text check (length(number) between 1 and 40),
  add column memo_date date,
  add column issuer text not null default 'vendor' check (issuer in ('vendor', 'buyer')),
  -- A GST note (section 34 of the CGST Act), or a commercial one without taxes.
  add column gst_kind text not null default 'gst' check (gst_kind in ('gst', 'commercial')),
  -- 'open' waits for the other side; 'answered': the vendor's note took the claim's place.
  add column status text not null default 'open' check (status in ('open', 'accepted', 'answered', 'reversed')),
  -- The claim that a vendor's note answers.
  add column claim_id bigint references memos,
  -- The return that the claim follows from.
  add column return_id bigint unique references purchase_returns on delete set null,
  -- The amount of a claim that notes have taken the place of.
  add column answered numeric(14, 2) not null default 0,
  -- The day from which it counts.
  add column counted_on date,
  add column entered_by bigint references users,
  add column accepted_by bigint references users,
  add column accepted_at timestamptz,
  add column reversed_by bigint references users,
  add column reversed_on date,
  add column reverse_reason text;
alter table memos
  -- True if it lowers what is owed.
  add column lowers boolean not null generated always as ((kind = 'credit') = (issuer = 'vendor')) stored,
  -- The amount that counts in the account. What refers to no invoice moves nothing, but for a vendor's credit.
  add column counts numeric(14, 2) not null generated always as (
    case when status = 'accepted' and (invoice_id is not null or kind = 'credit' and issuer = 'vendor')
      then coalesce(amount, 0) - answered else 0 end) stored,
  -- The amount that a claim holds.
  add column holds numeric(14, 2) not null generated always as (
    case when status = 'open' and kind = 'debit' and issuer = 'buyer' and invoice_id is not null
      then coalesce(amount, 0) - answered else 0 end) stored;
alter table memos add constraint memos_answered check (answered between 0 and coalesce(amount, 0));
create index memos_invoice on memos (invoice_id) where invoice_id is not null;
create index memos_claim on memos (claim_id) where claim_id is not null;
create index memos_number on memos (vendor_id, issuer, code_key(number)) where number is not null;
create index memos_open on memos (vendor_id, id) where status = 'open';

-- The part of a memo that is about a line of its invoice.
create table memo_lines (
  memo_id bigint not null references memos on delete cascade,
  -- The line of the invoice.
  no integer not null check (no > 0),
  -- The quantity that goes back; null if the memo is about money alone.
  quantity numeric(12, 3) check (quantity > 0),
  taxable numeric(14, 2) not null default 0,
  cgst numeric(14, 2) not null default 0,
  sgst numeric(14, 2) not null default 0,
  igst numeric(14, 2) not null default 0,
  cess numeric(14, 2) not null default 0,
  primary key (memo_id, no)
);

alter table payments
  add column online_kind text check (online_kind in ('neft', 'rtgs', 'imps', 'upi')),
  -- The UTR or the number of the cheque.
  add column reference text check (length(reference) between 1 and 100),
  -- The last digits of the account that was paid to.
  add column account_last4 text check (account_last4 ~ '^\d{4}$'),
  -- The payment that this one takes back: its amount is below zero.
  add column reversal_of bigint unique references payments,
  add column reverse_reason text,
  add column is_reversed boolean not null default false,
  add column entered_by bigint references users,
  add constraint payments_reversal check ((reversal_of is null) = (reverse_reason is null)),
  add constraint payments_online check (online_kind is null or mode = 'online');
alter table payments drop constraint payments_amount_check;
alter table payments add constraint payments_amount check (case when reversal_of is null then amount > 0 else amount < 0 end);
-- A reference is a payment of its vendor once. A bank's transfer that a system splits over many bills has as many rows there.
create unique index payments_reference on payments (vendor_id, code_key(reference))
  where reference is not null and reversal_of is null and not is_reversed and source = 'portal';
create index payments_reference_search on payments using gin (code_key(reference) gin_trgm_ops) where reference is not null;

-- What settles what: the parts of each payment, tax, deduction and credit that settle an invoice. The part that settles none is on account
-- and has no invoice. The parts of one document add up to its amount.
create table allocations (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors,
  invoice_id bigint references invoices,
  kind text not null check (kind in ('payment', 'tax', 'deduction', 'credit')),
  payment_id bigint references payments on delete cascade,
  memo_id bigint references memos on delete cascade,
  amount numeric(14, 2) not null check (amount <> 0),
  day date not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint allocations_source check (num_nonnulls(payment_id, memo_id) = 1 and (memo_id is not null) = (kind in ('deduction', 'credit')))
);
create index allocations_invoice on allocations (invoice_id) where invoice_id is not null;
create index allocations_payment on allocations (payment_id) where payment_id is not null;
create index allocations_memo on allocations (memo_id) where memo_id is not null;
create index allocations_on_account on allocations (vendor_id, day) include (amount) where invoice_id is null;

-- What settles an invoice, by what it is; what was raised since; what open claims hold. Triggers keep all of it.
alter table invoices drop constraint invoices_paid;
alter table invoices drop column is_open;
alter table invoices
  add column credited numeric(14, 2) not null default 0,
  -- Deductions, and tax deducted.
  add column deducted numeric(14, 2) not null default 0,
  add column raised numeric(14, 2) not null default 0,
  add column held numeric(14, 2) not null default 0;
alter table invoices
  add column settled numeric(14, 2) not null generated always as (paid + credited + deducted) stored,
  add column balance numeric(14, 2) not null generated always as (value + raised - paid - credited - deducted) stored,
  -- A column of its own, so that a payment that leaves a balance touches no index.
  add column is_open boolean not null generated always as (paid + credited + deducted < value + raised) stored;
alter table invoices add constraint invoices_paid check (paid >= 0 and credited >= 0 and deducted >= 0 and paid + credited + deducted <= value + raised);
create index invoices_open on invoices (vendor_id, id) where is_open;
create index invoices_by_balance on invoices (balance, id) include (vendor_id);

-- The state of the match of an invoice that may be paid makes it agreed: the buyer owes it. The settings say which states these are.
create function is_agreed(match_state text) returns boolean language sql stable as $$
  select case
    when match_state = 'returned' then false
    when pay_only_approved then match_state = 'approved'
    when pay_only_matched then match_state in ('matched', 'released', 'approved')
    else true end
  from portal_settings
$$;

-- The sums of a vendor's invoices by the state of their match, so that a change of the settings rewrites none.
create table vendor_balances (
  vendor_id bigint not null references vendors on delete cascade,
  match_state text not null,
  value numeric(20, 2) not null default 0,
  raised numeric(20, 2) not null default 0,
  settled numeric(20, 2) not null default 0,
  primary key (vendor_id, match_state)
) with (fillfactor = 50);

-- A vendor's account. Whoever pays, sets off, holds or lowers locks its row before reading it.
create table vendor_accounts (
  vendor_id bigint primary key references vendors on delete cascade,
  -- Money that left.
  paid numeric(20, 2) not null default 0,
  tax numeric(20, 2) not null default 0,
  -- The vendor's credits that count.
  notes numeric(20, 2) not null default 0,
  -- The buyer's claims that became deductions.
  deductions numeric(20, 2) not null default 0,
  -- What open claims hold.
  held numeric(20, 2) not null default 0
) with (fillfactor = 50);

-- The carry-over. Issuers come from the audit log; where it does not know, the vendor issued it.
update memos set issuer = 'buyer'
from audit_log made join memberships on memberships.user_id = made.actor_id and memberships.vendor_id is null
where made.entity = memos.kind || 'Memo' and made.entity_id = memos.id::text and made.action = memos.kind || 'Memo.create';
update memos set entered_by = made.actor_id
from audit_log made join users on users.id = made.actor_id
where made.entity = memos.kind || 'Memo' and made.entity_id = memos.id::text and made.action = memos.kind || 'Memo.create';
update memos set memo_date = (created_at at time zone 'Asia/Kolkata')::date;
-- Only what lowers the debt and comes from the vendor counts without somebody of the other side.
update memos set status = 'accepted' where kind = 'credit' and issuer = 'vendor';
update memos set counted_on = memo_date where status = 'accepted';
update memos set invoice_id = fitting.id
from (
  select memos.id as memo, min(invoices.id) as id
  from memos join invoices on invoices.vendor_id = memos.vendor_id and code_key(invoices.number) = code_key(vendor_invoice_ref)
    and (vendor_invoice_date is null or vendor_invoice_date = invoice_date)
  group by memos.id having count(*) = 1) fitting
where fitting.memo = memos.id;
-- What names the goods of one line and credits what they cost takes them back; anything else is about money.
insert into memo_lines (memo_id, no, quantity, taxable, cgst, sgst, igst, cess)
select memos.id, line.no, item_quantity, round(line.taxable * share, 2), round(line.cgst * share, 2), round(line.sgst * share, 2),
  round(line.igst * share, 2), round(line.cess * share, 2)
from memos join invoice_lines line using (invoice_id), lateral (select item_quantity / line.quantity as share) part
where item_quantity > 0 and item_quantity <= line.quantity
  and (product_name is null and (select count(*) from invoice_lines every where every.invoice_id = memos.invoice_id) = 1
    or lower(trim(product_name)) = lower(line.item_name)
      and (select count(*) from invoice_lines every where every.invoice_id = memos.invoice_id and lower(every.item_name) = lower(line.item_name)) = 1)
  and coalesce(amount, 0) >= (line.taxable + line.cgst + line.sgst + line.igst + line.cess) * share - 1;
insert into memo_lines (memo_id, no, taxable, cgst, sgst, igst, cess)
select memos.id, line.no, round(line.taxable * share, 2), round(line.cgst * share, 2), round(line.sgst * share, 2), round(line.igst * share, 2),
  round(line.cess * share, 2)
from memos join invoice_lines line using (invoice_id) join invoices on invoices.id = line.invoice_id,
  lateral (select amount / value as share) part
where amount > 0 and not exists (select from memo_lines known where known.memo_id = memos.id);

insert into allocations (vendor_id, invoice_id, kind, payment_id, amount, day, created_at)
select vendor_id, invoice_id, 'payment', id, amount, paid_on, created_at from payments order by id;
insert into allocations (vendor_id, invoice_id, kind, memo_id, amount, day, created_at)
select part.vendor_id, part.invoice_id, 'credit', part.id, part.amount, part.counted_on, part.created_at
from (
  select memos.*, greatest(0, least(counts, value - paid - coalesce(
    sum(counts) over (partition by invoice_id order by memos.id rows between unbounded preceding and 1 preceding), 0))) as fits
  from memos left join (select id as invoice, value, paid from invoices) billed on billed.invoice = invoice_id
  where counts > 0) credits,
  lateral (values (credits.vendor_id, credits.invoice_id, credits.id, coalesce(fits, 0), credits.counted_on, credits.created_at),
    (credits.vendor_id, null, credits.id, counts - coalesce(fits, 0), credits.counted_on, credits.created_at))
    part (vendor_id, invoice_id, id, amount, counted_on, created_at)
where part.amount > 0 and (part.invoice_id is not null or part.amount = counts - coalesce(fits, 0))
order by part.id;
update invoices set credited = settling.amount
from (select invoice_id, sum(amount) as amount from allocations where kind = 'credit' and invoice_id is not null group by invoice_id) settling
where settling.invoice_id = invoices.id;
update invoices set held = claims.amount
from (select invoice_id, sum(holds) as amount from memos where holds > 0 group by invoice_id) claims where claims.invoice_id = invoices.id;

insert into vendor_balances (vendor_id, match_state, value, raised, settled)
select vendor_id, match_state, sum(value), sum(raised), sum(settled) from invoices group by vendor_id, match_state;
insert into vendor_accounts (vendor_id, paid, notes, held)
select id, coalesce(paid, 0), coalesce(notes, 0), coalesce(held, 0)
from vendors
  left join (select vendor_id, sum(amount) as paid from payments group by vendor_id) payments on payments.vendor_id = vendors.id
  left join (select vendor_id, sum(counts) as notes, sum(holds) as held from memos group by vendor_id) memos on memos.vendor_id = vendors.id;

-- From here on triggers keep the sums, whichever statement writes the documents.
drop trigger payments_added on payments;
drop trigger payments_changed on payments;
drop trigger payments_removed on payments;
drop function maintain_paid();

create function account_of_vendor() returns trigger language plpgsql as $$
begin
  insert into vendor_accounts (vendor_id) select id from newer order by id on conflict do nothing;
  return null;
end $$;
create trigger vendors_account after insert on vendors referencing new table as newer for each statement execute function account_of_vendor();

-- Arguments: the columns of vendor_accounts and of the table that they add up, as 'paid = amount'.
create function keep_account() returns trigger language plpgsql as $$
declare
  changed constant text := case tg_op
    when 'INSERT' then 'select 1 as sign, newer.* from newer'
    when 'DELETE' then 'select -1 as sign, older.* from older'
    else 'select 1 as sign, newer.* from newer union all select -1, older.* from older' end;
begin
  execute format($sql$
    insert into vendor_accounts as known (vendor_id, %1$s)
    select vendor_id, %2$s from (%3$s) changed group by vendor_id having (%2$s) is distinct from (%4$s) order by vendor_id
    on conflict (vendor_id) do update set (%1$s) = row(%5$s)
  $sql$, tg_argv[0], tg_argv[1], changed, tg_argv[2], tg_argv[3]);
  return null;
end $$;

create function keep_balances() returns trigger language plpgsql as $$
declare
  changed constant text := case tg_op
    when 'INSERT' then 'select 1 as sign, newer.* from newer'
    when 'DELETE' then 'select -1 as sign, older.* from older'
    else 'select 1 as sign, newer.* from newer union all select -1, older.* from older' end;
begin
  execute format($sql$
    insert into vendor_balances as known (vendor_id, match_state, value, raised, settled)
    select vendor_id, match_state, sum(sign * value), sum(sign * raised), sum(sign * settled) from (%s) changed
    group by vendor_id, match_state having (sum(sign * value), sum(sign * raised), sum(sign * settled)) <> (0, 0, 0)
    order by vendor_id, match_state
    on conflict (vendor_id, match_state) do update
      set value = known.value + excluded.value, raised = known.raised + excluded.raised, settled = known.settled + excluded.settled
  $sql$, changed);
  return null;
end $$;

-- What allocations settle of invoices.
create function keep_settled() returns trigger language plpgsql as $$
declare
  changed constant text := case tg_op
    when 'INSERT' then 'select 1 as sign, newer.* from newer'
    when 'DELETE' then 'select -1 as sign, older.* from older'
    else 'select 1 as sign, newer.* from newer union all select -1, older.* from older' end;
begin
  execute format($sql$
    update invoices set paid = paid + moved.by_payment, credited = credited + moved.by_credit, deducted = deducted + moved.by_deduction,
      payment_count = payment_count + moved.payments
    from (
      select invoice_id, coalesce(sum(sign * amount) filter (where kind = 'payment'), 0) as by_payment,
        coalesce(sum(sign * amount) filter (where kind = 'credit'), 0) as by_credit,
        coalesce(sum(sign * amount) filter (where kind in ('deduction', 'tax')), 0) as by_deduction,
        coalesce(sum(sign) filter (where kind = 'payment'), 0) as payments
      from (%s) changed where invoice_id is not null group by invoice_id) moved
    where invoices.id = moved.invoice_id and (by_payment, by_credit, by_deduction, payments) <> (0, 0, 0, 0)
  $sql$, changed);
  return null;
end $$;

-- Takes a part of what a payment or a memo has on account for an invoice.
create function place_credit(of_payment bigint, of_memo bigint, for_invoice bigint, part numeric, on_day date) returns void language plpgsql as $$
begin
  insert into allocations (vendor_id, invoice_id, kind, payment_id, memo_id, amount, day)
  select vendor_id, null, kind, payment_id, memo_id, -part, on_day from allocations
  where (payment_id = of_payment or memo_id = of_memo) and invoice_id is null order by id limit 1;
  insert into allocations (vendor_id, invoice_id, kind, payment_id, memo_id, amount, day)
  select vendor_id, for_invoice, kind, payment_id, memo_id, part, on_day from allocations
  where (payment_id = of_payment or memo_id = of_memo) and invoice_id is null order by id limit 1;
end $$;

-- A payment with an invoice settles it up to its balance; what is more stands on account, and so does one without an invoice. A reversal takes
-- back what its payment settled.
create function allocate_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from allocations where payment_id in (
      select id from newer join older using (id)
      where (newer.vendor_id, newer.invoice_id, newer.amount, newer.paid_on) is distinct from (older.vendor_id, older.invoice_id, older.amount, older.paid_on));
  end if;
  insert into allocations (vendor_id, invoice_id, kind, payment_id, amount, day)
  select part.vendor_id, part.invoice_id, 'payment', part.id, part.amount, part.day
  from (
    select wrote.*, greatest(0, least(wrote.amount, balance - coalesce(
      sum(wrote.amount) over (partition by invoice_id order by wrote.id rows between unbounded preceding and 1 preceding), 0))) as fits
    from newer wrote left join (select id as invoice, balance from invoices) billed on billed.invoice = wrote.invoice_id
    where reversal_of is null and not exists (select from allocations known where known.payment_id = wrote.id)) whole,
    lateral (values (whole.vendor_id, whole.invoice_id, whole.id, coalesce(fits, 0), paid_on, true),
      (whole.vendor_id, null, whole.id, whole.amount - coalesce(fits, 0), paid_on, false)) part (vendor_id, invoice_id, id, amount, day, settles)
  where part.amount > 0 order by part.id, settles desc;
  insert into allocations (vendor_id, invoice_id, kind, payment_id, amount, day)
  select back.vendor_id, back.invoice_id, back.kind, wrote.id, -back.amount, wrote.paid_on
  from newer wrote join (
    select vendor_id, invoice_id, kind, payment_id, sum(amount) as amount from allocations group by vendor_id, invoice_id, kind, payment_id) back
    on back.payment_id = wrote.reversal_of
  where back.amount <> 0 and not exists (select from allocations known where known.payment_id = wrote.id)
  order by wrote.id, back.invoice_id;
  return null;
end $$;

-- As allocate_payments, for memos that lower what is owed; those that raise it, and claims that hold, are kept in their invoice.
create function allocate_memos() returns trigger language plpgsql as $$
declare
  changed constant text := case tg_op
    when 'INSERT' then 'select 1 as sign, newer.* from newer'
    when 'DELETE' then 'select -1 as sign, older.* from older'
    else 'select 1 as sign, newer.* from newer union all select -1, older.* from older' end;
begin
  execute format($sql$
    update invoices set raised = raised + moved.raising, held = held + moved.holding
    from (
      select invoice_id, coalesce(sum(sign * counts) filter (where not lowers), 0) as raising, sum(sign * holds) as holding
      from (%s) changed where invoice_id is not null group by invoice_id) moved
    where invoices.id = moved.invoice_id and (raising, holding) <> (0, 0)
  $sql$, changed);
  if tg_op = 'DELETE' then return null; end if;
  if tg_op = 'UPDATE' then
    insert into allocations (vendor_id, invoice_id, kind, memo_id, amount, day)
    select back.vendor_id, back.invoice_id, back.kind, newer.id, -back.amount, newer.reversed_on
    from newer join older using (id) join (
      select vendor_id, invoice_id, kind, memo_id, sum(amount) as amount from allocations group by vendor_id, invoice_id, kind, memo_id) back
      on back.memo_id = newer.id
    where newer.status = 'reversed' and older.status <> 'reversed' and back.amount <> 0 order by newer.id, back.invoice_id;
    delete from allocations where memo_id in (
      select newer.id from newer join older using (id)
      where newer.status <> 'reversed'
        and (newer.vendor_id, newer.invoice_id, newer.counts, newer.lowers, newer.counted_on)
          is distinct from (older.vendor_id, older.invoice_id, older.counts, older.lowers, older.counted_on));
  end if;
  insert into allocations (vendor_id, invoice_id, kind, memo_id, amount, day)
  select part.vendor_id, part.invoice_id, case issuer when 'buyer' then 'deduction' else 'credit' end, part.id, part.amount, part.day
  from (
    select wrote.*, greatest(0, least(wrote.counts, balance - coalesce(
      sum(wrote.counts) over (partition by invoice_id order by wrote.id rows between unbounded preceding and 1 preceding), 0))) as fits
    from newer wrote left join (select id as invoice, balance from invoices) billed on billed.invoice = wrote.invoice_id
    where lowers and counts > 0 and not exists (select from allocations known where known.memo_id = wrote.id)) whole,
    lateral (values (whole.vendor_id, whole.invoice_id, whole.id, coalesce(fits, 0), counted_on, true),
      (whole.vendor_id, null, whole.id, whole.counts - coalesce(fits, 0), counted_on, false)) part (vendor_id, invoice_id, id, amount, day, settles)
  where part.amount > 0 order by part.id, settles desc;
  return null;
end $$;

-- A trigger each for what a statement adds, changes and removes.
do $do$
declare
  kept record;
begin
  for kept in
    select * from (values
      ('allocations', 'settle', 'keep_settled()', true),
      ('invoices', 'balance', 'keep_balances()', true),
      ('payments', 'booked', $$keep_account('paid', 'sum(sign * amount)', '0', 'known.paid + excluded.paid')$$, true),
      ('memos', 'booked', $$keep_account('notes, deductions, held',
        'coalesce(sum(sign * counts) filter (where lowers and issuer = ''vendor''), 0), coalesce(sum(sign * counts) filter (where lowers and issuer = ''buyer''), 0), sum(sign * holds)',
        '0, 0, 0', 'known.notes + excluded.notes, known.deductions + excluded.deductions, known.held + excluded.held')$$, true),
      ('payments', 'placed', 'allocate_payments()', false),
      ('memos', 'placed', 'allocate_memos()', true)) kept (of_table, name, call, removal)
  loop
    execute format($sql$
      create trigger %1$s_%2$s_added after insert on %1$s referencing new table as newer for each statement execute function %3$s;
      create trigger %1$s_%2$s_changed after update on %1$s referencing old table as older new table as newer
        for each statement execute function %3$s$sql$, kept.of_table, kept.name, kept.call);
    if kept.removal then
      execute format('create trigger %1$s_%2$s_removed after delete on %1$s referencing old table as older for each statement execute function %3$s',
        kept.of_table, kept.name, kept.call);
    end if;
  end loop;
end $do$;

-- The entries of the vendors' accounts: what counts, on the day from which it counts. Those of a vendor add up to what is owed.
create view account_entries as
  select vendor_id, vendor_registration_id, buyer_registration_id, invoice_date as day, 'invoice' as kind, id as document_id, number, null::text as mode,
    null::text as reference, value as amount, created_at as recorded_at
  from invoices where is_agreed(match_state)
  union all
  select memos.vendor_id, memos.vendor_registration_id, memos.buyer_registration_id, counted_on,
    case when lowers and issuer = 'vendor' then 'credit' when lowers then 'deduction' when issuer = 'vendor' then 'debit' else 'concession' end,
    memos.id, coalesce(memos.number, vendor_invoice_ref), null, null,
    (coalesce(amount, 0) - answered) * case when lowers then -1 else 1 end, coalesce(accepted_at, memos.created_at)
  from memos left join invoices on invoices.id = invoice_id
  where counted_on is not null and amount > answered
    and (invoice_id is not null or lowers and issuer = 'vendor') and (lowers or is_agreed(match_state))
  union all
  select memos.vendor_id, memos.vendor_registration_id, memos.buyer_registration_id, reversed_on, 'reversal', memos.id,
    coalesce(memos.number, vendor_invoice_ref), null, null, (coalesce(amount, 0) - answered) * case when lowers then 1 else -1 end, memos.updated_at
  from memos left join invoices on invoices.id = invoice_id
  where status = 'reversed' and counted_on is not null and amount > answered
    and (invoice_id is not null or lowers and issuer = 'vendor') and (lowers or is_agreed(match_state))
  union all
  select vendor_id, null, null, paid_on, case when reversal_of is null then 'payment' else 'reversal' end, id, invoice_number, mode, reference,
    -amount, created_at
  from payments;

-- What is owed to each vendor, and what stands beside it. What settles an invoice that is not agreed stands on account: it never makes room.
drop view vendor_books;
create view vendor_books as
  select vendor_id, invoice_total, raised, paid as paid_total, notes - raised as notes, deductions + tax as deductions, held,
    agreed - paid - tax - notes - deductions as owed, invoice_total + raised - agreed as not_agreed,
    paid + tax + notes + deductions - agreed_settled as on_account,
    invoice_total + raised - paid - tax - notes - deductions as balance
  from vendor_accounts cross join lateral (
    select coalesce(sum(value), 0) as invoice_total, coalesce(sum(kept.raised), 0) as raised,
      coalesce(sum(value + kept.raised) filter (where is_agreed(match_state)), 0) as agreed,
      coalesce(sum(settled) filter (where is_agreed(match_state)), 0) as agreed_settled
    from vendor_balances kept where kept.vendor_id = vendor_accounts.vendor_id) billed
  where (invoice_total, paid, notes, deductions, held) <> (0, 0, 0, 0, 0)
    or exists (
      select from daily_counts counted
      where counted.vendor_id = vendor_accounts.vendor_id and list in ('invoices', 'payments') and day = '-infinity' and count > 0);
