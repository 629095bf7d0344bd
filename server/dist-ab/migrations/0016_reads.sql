-- The log's total, which no entry pays for: entries are never changed, so what has been counted of them stays so. They are counted up
-- to a mark, in row_counts and row_blocks like other lists' rows; whoever reads adds those behind it and moves it on when they are many.
create table log_mark (
  is_only boolean primary key default true check (is_only),
  -- All entries up to this id are counted.
  counted_to bigint not null default 0,
  -- Up to this id once none of these writes any more. An id is taken before its transaction ends, and others pass it by.
  next_to bigint not null default 0,
  writers text[] not null default '{}'
);
insert into log_mark default values;

-- By their transactions.
create function writers_of_log() returns text[] language sql volatile as $$
  select array(select virtualtransaction from pg_locks where relation = 'audit_log'::regclass and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database()))
$$;

-- One does it, the others need not. Each of its statements has to see what was stored before it began, as usual in a transaction.
create function count_log() returns void language plpgsql as $$
declare
  mark log_mark;
begin
  if not pg_try_advisory_xact_lock(4170513) then return; end if;
  select * into mark from log_mark;
  -- At first up to what was the end the last time; then to the end of now, if nobody is writing.
  for turn in 1..2 loop
    exit when mark.writers && writers_of_log();
    with entries as materialized (select owner_id, id / 1024 as block from audit_log where id > mark.counted_to and id <= mark.next_to),
      counted as (
        insert into row_counts as kept (list, owner_id, day, slot, row_count, amount, changes)
        select 'log', of_owner, '-infinity', 0, count(*), 0, 1
        from entries cross join lateral (values (owner_id), (0)) owners (of_owner) where of_owner is not null group by of_owner
        on conflict (list, owner_id, day, slot) do update set row_count = kept.row_count + excluded.row_count)
    insert into row_blocks as kept (list, block, row_count) select 'log', block, count(*) from entries group by block
    on conflict (list, block) do update set row_count = kept.row_count + excluded.row_count;
    mark.counted_to := mark.next_to;
    -- The end first: who takes an id up to it is at work by then.
    mark.next_to := (select case when is_called then last_value else 0 end from audit_log_id_seq);
    mark.writers := writers_of_log();
  end loop;
  update log_mark set counted_to = mark.counted_to, next_to = mark.next_to, writers = mark.writers;
end $$;

create or replace view counted_rows as
  select * from rows_of_products union all select * from rows_of_schemes union all select * from rows_of_invoices
  union all select * from rows_of_payments union all select * from rows_of_purchase_returns union all select * from rows_of_memos
  union all select * from rows_of_purchase_orders union all select * from rows_of_dispatch_notes union all select * from rows_of_goods_receipts
  union all select * from rows_of_items
  union all select 'log', owner_id, null, id / 1024, 0 from audit_log where id <= (select counted_to from log_mark);

select count_log();

-- Payments in the order of their invoices' numbers: the number stands beside each, so that an index has the order.
create function digits_of_invoice(id bigint) returns numeric language sql stable as $$
  select number::numeric from invoices where invoices.id = $1
$$;
alter table payments add column invoice_digits numeric;
-- Written anew as a whole, which no trigger takes for a change.
alter table payments alter column invoice_digits type numeric using digits_of_invoice(invoice_id);
drop function digits_of_invoice;
create index payments_by_invoice on payments (owner_id, invoice_digits, id);

create function keep_invoice_digits() returns trigger language plpgsql as $$
begin
  new.invoice_digits := (select number::numeric from invoices where id = new.invoice_id);
  return new;
end $$;
create trigger payments_numbered before insert or update of invoice_id on payments
  for each row execute function keep_invoice_digits();

create function keep_digits_of_payments() returns trigger language plpgsql as $$
begin
  update payments set invoice_digits = new.number::numeric where invoice_id = new.id;
  return null;
end $$;
create trigger invoices_renumbered after update of number on invoices
  for each row when (old.number is distinct from new.number) execute function keep_digits_of_payments();

-- Nothing counts by the day of entry here any more (0009_growth.sql).
alter type book_entry drop attribute entered;
create or replace function book_of(sign integer, invoice invoices) returns book_entry language sql stable as $$
  select (sign, invoice.owner_id, invoice.value, invoice.paid, invoice.payment_count, invoice.invoice_date)::book_entry
$$;
