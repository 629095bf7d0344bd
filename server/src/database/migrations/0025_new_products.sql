-- What follows from new products took a tenth of the time that PostgreSQL takes for a sheet, as three triggers that each read the rows
-- anew. As one it reads the rows' items once: they tell both that there is an item and that its texts are known.
drop trigger products_added on products;
drop trigger products_texts_added on products;
drop trigger products_counted on products;
drop function keep_product_texts;
drop function keep_new_rows_of_products;

-- Without hash joins: the plan that is kept has to be good for one row as for a thousand.
create function keep_new_products() returns trigger language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  wanted constant bigint[] := array(select item_id from newer where item_id is not null group by item_id);
  -- The texts of an item are there since it is: what took them over is not looked for.
  taken constant uuid[] := array(select text_key from items where id = any(wanted));
begin
  if exists (select from (select distinct owner_id from newer) owner where not exists (select from users where users.id = owner.owner_id)) then
    raise foreign_key_violation using message = 'a product needs its vendor', table = 'products';
  end if;
  if cardinality(taken) < cardinality(wanted) then
    raise foreign_key_violation using message = 'a product needs its item', table = 'products';
  end if;
  if exists (select from newer where text_key not in (select unnest(taken))) then
    insert into product_texts (key, ean, name, sku_code)
    select distinct on (text_key) text_key, ean, small_name, coalesce(small_sku, '') from newer
    where text_key not in (select unnest(taken)) and not exists (select from product_texts known where known.key = newer.text_key)
    order by text_key
    on conflict do nothing;
  end if;
  -- Counted before they are told apart by list, and without what filters seek in them, since there is nothing that they were before; see
  -- 0009_growth.sql.
  perform keep_rows(entries) from (
    select array_agg((kept.list, owner_id, kept.day, block, row_count, 0)::row_entry) as entries
    from (
      select owner_id, created_at, id / 1024 as block, price_approved, count(*) as row_count
      from newer group by owner_id, created_at, block, price_approved) alike
    cross join lateral (values
      ('products', (created_at at time zone 'Asia/Kolkata')::date),
      (case when price_approved then 'products approved' else 'products waiting' end, null)) kept (list, day)) counted
  where entries is not null;
  return null;
end $$;
create trigger products_new after insert on products referencing new table as newer for each statement execute function keep_new_products();

-- Few products have a scheme. A foreign key comes back to each row to find that there is none; what follows is not asked for those.
alter table products drop constraint products_scheme_id_fkey;
create function check_scheme_of_product() returns trigger language plpgsql as $$
begin
  -- Whoever deletes it waits, and then finds the product.
  perform from schemes where id = new.scheme_id for key share;
  if not found then
    raise foreign_key_violation using message = 'a product needs its scheme', table = 'products';
  end if;
  return null;
end $$;
create trigger products_scheme_given after insert on products for each row when (new.scheme_id is not null)
  execute function check_scheme_of_product();
create trigger products_scheme_changed after update on products for each row
  when (new.scheme_id is not null and new.scheme_id is distinct from old.scheme_id) execute function check_scheme_of_product();
create function keep_schemes_of_products() returns trigger language plpgsql as $$
begin
  if exists (select from products where scheme_id = old.id) then
    raise foreign_key_violation using message = 'products need it', table = 'schemes';
  end if;
  return null;
end $$;
create trigger schemes_needed after delete on schemes for each row execute function keep_schemes_of_products();
