-- Products are filtered by the day of their entry, and those of a day were given ids that follow one another. Where they lie is kept with
-- how many they are, so that two indexes of dates, each written for every row of a sheet, need not be: of each day the first and the last
-- block of ids. Blocks are taken in and never out again: what a filter finds between them it compares with the day itself.
alter table row_counts add column first_block bigint, add column last_block bigint;

create or replace function fold_row_deltas() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(4170512) then return; end if;
  with taken as materialized (delete from row_deltas returning *),
    counted as (
      insert into row_counts as kept (list, owner_id, day, slot, row_count, amount, changes, first_block, last_block)
      select list, 0, of_day, 0, sum(row_count), sum(amount), count(*), min(block), max(block)
      from taken cross join lateral (values ('-infinity'::date), (day)) days (of_day)
      where of_day is not null group by list, of_day
      on conflict (list, owner_id, day, slot) do update set row_count = kept.row_count + excluded.row_count,
        amount = kept.amount + excluded.amount, changes = kept.changes + excluded.changes,
        first_block = least(kept.first_block, excluded.first_block), last_block = greatest(kept.last_block, excluded.last_block))
  insert into row_blocks as kept (list, block, row_count)
  select list, block, sum(row_count) from taken group by list, block having sum(row_count) <> 0
  on conflict (list, block) do update set row_count = kept.row_count + excluded.row_count;
end $$;

create or replace function keep_rows(entries row_entry[]) returns void language plpgsql as $$
declare
  my_slot constant smallint := pg_backend_pid() % 4;
  is_due boolean;
begin
  insert into row_counts as kept (list, owner_id, day, slot, row_count, amount, changes, first_block, last_block)
  select list, owner_id, of_day, my_slot, sum(row_count), sum(amount), 1, min(block), max(block)
  from unnest(entries) cross join lateral (values ('-infinity'::date), (day)) days (of_day)
  where of_day is not null and owner_id is not null
  group by list, owner_id, of_day having of_day = '-infinity' or sum(row_count) <> 0 or sum(amount) <> 0 or min(block) < max(block)
  order by list, owner_id, of_day
  on conflict (list, owner_id, day, slot) do update set row_count = kept.row_count + excluded.row_count,
    amount = kept.amount + excluded.amount, changes = kept.changes + excluded.changes,
    first_block = least(kept.first_block, excluded.first_block), last_block = greatest(kept.last_block, excluded.last_block);

  with added as (
    insert into row_deltas (list, day, block, row_count, amount)
    select list, day, block, sum(row_count), sum(amount) from unnest(entries) group by list, day, block
    returning id
  )
  select count(*) > 100 or bool_or(id % 256 = 0) into is_due from added;
  if is_due then perform fold_row_deltas(); end if;
end $$;

create or replace function recount_rows() returns void language sql as $$
  truncate row_counts, row_blocks, row_deltas;
  insert into row_counts (list, owner_id, day, slot, row_count, amount, changes, first_block, last_block)
  -- What anybody has counted before is older than this.
  select list, of_owner, of_day, 0, sum(row_count), sum(amount), (extract(epoch from clock_timestamp()) * 1000)::bigint,
    min(first_block), max(last_block)
  from (
    select list, owner_id, day, count(*) as row_count, sum(amount) as amount, min(block) as first_block, max(block) as last_block
    from counted_rows group by list, owner_id, day) counted
  cross join lateral (values (owner_id), (0)) owners (of_owner) cross join lateral (values ('-infinity'::date), (day)) days (of_day)
  where of_day is not null and of_owner is not null group by list, of_owner, of_day;
  insert into row_blocks (list, block, row_count) select list, block, count(*) from counted_rows group by list, block;
$$;

select fold_row_deltas();
update row_counts kept set first_block = lying.first_block, last_block = lying.last_block
from (
  select of_owner, day, min(block) as first_block, max(block) as last_block
  from rows_of_products cross join lateral (values (owner_id), (0)) owners (of_owner)
  where list = 'products' group by of_owner, day) lying
where kept.list = 'products' and kept.owner_id = lying.of_owner and kept.day = lying.day;

drop index products_owner_created, products_created;
-- All vendors' that wait for approval are merged of theirs, as other orders of all vendors' are.
drop index products_waiting;
