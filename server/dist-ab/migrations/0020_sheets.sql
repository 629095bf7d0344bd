-- What a sheet's products cost beside the products themselves: a tenth of the time that storing them takes.

-- Products that are new are counted before they are told apart by list, and without what filters seek in them, since there is nothing
-- that they were before; see 0009_growth.sql.
create function keep_new_rows_of_products() returns trigger language plpgsql as $$
declare
  entries row_entry[];
begin
  entries := array(
    select (kept.list, owner_id, kept.day, block, row_count, 0)::row_entry
    from (
      select owner_id, (created_at at time zone 'Asia/Kolkata')::date as entered, id / 1024 as block, price_approved, count(*) as row_count
      from newer group by owner_id, entered, block, price_approved) alike
    cross join lateral (values
      ('products', entered), (case when price_approved then 'products approved' else 'products waiting' end, null)) kept (list, day));
  if cardinality(entries) > 0 then perform keep_rows(entries); end if;
  return null;
end $$;
drop trigger products_counted on products;
create trigger products_counted after insert on products referencing new table as newer
  for each statement execute function keep_new_rows_of_products();

-- Nearly all texts are there already, as those of the items: they are looked up first, which takes less than to put them in once more.
-- Without hash joins: the plan that is kept has to be good for one row as for a thousand.
create or replace function keep_product_texts() returns trigger language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into product_texts (key, ean, name, sku_code)
  select distinct on (text_key) text_key, ean, lower(name), lower(coalesce(sku_code, '')) from newer
  where not exists (select from product_texts known where known.key = newer.text_key) order by text_key
  on conflict do nothing;
  return null;
end $$;
