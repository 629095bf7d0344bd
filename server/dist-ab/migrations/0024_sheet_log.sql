-- An entry of its own for each product of a sheet, with six indexes, was a quarter of the time that PostgreSQL takes for the sheet. What a
-- sheet adds is logged in its transaction as before, but a row a chunk, under the ids that the entries will have in audit_log, and is
-- spread there behind the upload. A type of its own: products may change, and what is logged may not.
create type sheet_entry as (
  entry_id bigint, product_id bigint, ean text, quantity numeric, shelf_life_days integer, available_on date, mrp numeric, percentage numeric,
  margin numeric, net_ptr numeric, transfer_price numeric, scheme_id bigint, remarks text
);
create table sheet_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id bigint not null,
  owner_id bigint not null,
  -- The lowest of its entries' ids.
  first_id bigint not null,
  entries sheet_entry[] not null
);
-- Read once, soon: compressing takes longer than it saves.
alter table sheet_log alter entries set storage external;

create trigger sheet_log_append_only before update on sheet_log for each row execute function refuse_change();
create trigger sheet_log_no_truncate before truncate on sheet_log for each statement execute function refuse_change();

-- To delete a row is to spread it: whoever does, and however that ends, each entry is in one of the two tables and never in both.
create function spread_sheet_log() returns trigger language plpgsql as $$
begin
  insert into audit_log (id, at, actor_id, owner_id, action, entity, entity_id, after) overriding system value
  select entry_id, old.at, old.actor_id, old.owner_id, 'product.create', 'product', product_id::text, jsonb_build_object(
    'EANCode', ean, 'quantity', quantity, 'shelfLifeDays', shelf_life_days, 'dateOfAvailability', available_on, 'MRP', mrp,
    'percentage', percentage, 'margin', margin, 'netPTR', net_ptr, 'transferPrice', transfer_price, 'scheme', scheme_id, 'remarks', remarks)
  from unnest(old.entries);
  return old;
end $$;
create trigger sheet_log_spread before delete on sheet_log for each row execute function spread_sheet_log();

-- What is counted stays so (0016_reads.sql), so the mark must never pass an entry that is still to be spread. Its id is taken while its
-- transaction writes to sheet_log: that one is among the writers now, as whoever spreads is. So, of each id up to next_to:
--   - it was taken before next_to was read, by a transaction that had its lock by then; later ones take higher ids.
--   - While that one is at work it is among the mark's writers, and nothing is counted.
--   - Once none of them is, each has ended, and the statement after sees what it left: the entry, or its row in sheet_log, or nothing
--     where it was undone. No row with such an id comes any more; they only go, each as its entries come, in one transaction.
--   - So where that statement sees no row that begins up to next_to, the one after it sees all entries, and counts them.
-- Until a row is spread whoever reads counts what is behind the mark.
create or replace function writers_of_log() returns text[] language sql volatile as $$
  select array(select virtualtransaction from pg_locks
    where relation in ('audit_log'::regclass, 'sheet_log'::regclass) and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database()))
$$;

create or replace function count_log() returns void language plpgsql as $$
declare
  mark log_mark;
begin
  if not pg_try_advisory_xact_lock(4170513) then return; end if;
  select * into mark from log_mark;
  -- At first up to what was the end the last time; then to the end of now, if nobody is writing.
  for turn in 1..2 loop
    exit when mark.writers && writers_of_log();
    -- In this order, each with a look of its own.
    exit when exists (select from sheet_log where first_id <= mark.next_to);
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
