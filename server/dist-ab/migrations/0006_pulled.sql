-- Payments and returns that come from the buyer's system, and what is paid on account.

alter table payments
  -- Null: on account, for no invoice of the vendor's.
  alter column invoice_id drop not null,
  -- The system that it comes from, the payment there and which version of it; 'portal' where somebody typed it here.
  add column source text not null default 'portal',
  add column external_id text,
  add column version text,
  add column raw jsonb;
create unique index payments_source on payments (source, external_id) where external_id is not null;

alter table purchase_returns
  add column version text,
  add column raw jsonb;

-- Pulled records name their vendor by its id in the buyer's system.
create index users_system_vendor on users (system_vendor_id) where system_vendor_id is not null;

-- A payment on account as it counts in the books; with -1, as it counted before.
create type on_account_entry as (sign integer, owner_id bigint, amount numeric, paid_on date);

-- It counts in what the vendor was paid, and so lowers its balance; no invoice has it, so it ages by its own day.
create function keep_on_account(entries on_account_entry[]) returns void language plpgsql as $$
declare
  my_slot constant smallint := pg_backend_pid() % 4;
begin
  insert into vendor_totals as kept (owner_id, slot, invoice_count, invoice_total, payment_count, paid_total)
  select owner_id, my_slot, 0, 0, sum(sign), sum(sign * amount)
  from unnest(entries) group by owner_id
  order by owner_id
  on conflict (owner_id, slot) do update set
    payment_count = kept.payment_count + excluded.payment_count, paid_total = kept.paid_total + excluded.paid_total;

  insert into due_days as kept (owner_id, day, slot, balance)
  select owner_id, paid_on, my_slot, sum(-sign * amount)
  from unnest(entries) group by owner_id, paid_on
  order by owner_id, paid_on
  on conflict (owner_id, day, slot) do update set balance = kept.balance + excluded.balance;
end $$;

create function keep_paid_on_account() returns trigger language plpgsql as $$
declare
  entries on_account_entry[];
begin
  case tg_op
    when 'INSERT' then
      entries := array(select (1, owner_id, amount, paid_on)::on_account_entry from newer where invoice_id is null);
    when 'DELETE' then
      entries := array(select (-1, owner_id, amount, paid_on)::on_account_entry from older where invoice_id is null);
    else
      entries := array(
        select (-1, owner_id, amount, paid_on)::on_account_entry from older where invoice_id is null
        union all select (1, owner_id, amount, paid_on)::on_account_entry from newer where invoice_id is null);
  end case;
  if cardinality(entries) > 0 then perform keep_on_account(entries); end if;
  return null;
end $$;
create trigger payments_on_account_added after insert on payments referencing new table as newer
  for each statement execute function keep_paid_on_account();
create trigger payments_on_account_changed after update on payments referencing old table as older new table as newer
  for each statement execute function keep_paid_on_account();
create trigger payments_on_account_removed after delete on payments referencing old table as older
  for each statement execute function keep_paid_on_account();

-- A vendor that was only paid on account has no invoices, and a balance all the same.
create or replace view vendor_books as
  select owner_id, sum(invoice_count)::bigint as invoice_count, sum(invoice_total) as invoice_total,
    sum(payment_count)::bigint as payment_count, sum(paid_total) as paid_total, sum(invoice_total) - sum(paid_total) as balance
  from vendor_totals group by owner_id having sum(invoice_count) > 0 or sum(payment_count) > 0;
