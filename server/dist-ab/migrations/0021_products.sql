-- What storing a product costs beside the row itself: three of four microseconds were indexes that compare exact numbers, and small
-- letters and keys of texts that its item has too.

-- Prices in paise, which is the same order: an exact number is copied at each comparison, and an index compares thirty times a row.
drop index products_margin, products_net_ptr, products_mrp, products_by_name;
-- Read backwards for the newest first: what is new comes at the end of its vendor's, and fills its pages.
drop index products_owner;
create index products_owner on products (owner_id, id);

-- Keys begin with the EAN's number, so that those of one maker stand together, as they do in a vendor's sheet: at random each would be
-- written to another page. Where a code is no number the rest of the text says where.
create or replace function key_of_texts(ean text, name text, sku_code text) returns uuid language sql immutable parallel safe
  return (case when ean ~ '^[0-9]{1,14}$' then lpad(to_hex(ean::bigint), 12, '0') else left(md5(ean), 12) end
    || left(md5(ean || ' ' || length(lower(name))::text || ' ' || lower(name) || lower(coalesce(sku_code, ''))), 20))::uuid;

-- An item has its texts as searches want them, and each product takes them over. A product without an item makes them itself.
alter table items
  add column small_name text not null generated always as (lower(item_name)) stored,
  add column small_sku text not null generated always as (lower(coalesce(sku_code, item_code))) stored,
  add column text_key uuid not null generated always as (key_of_texts(ean, item_name, coalesce(sku_code, item_code))) stored;
drop trigger products_texts_changed on products;
alter table products drop column text_key;
alter table products
  add column small_name text not null generated always as (lower(name)) stored,
  add column small_sku text generated always as (lower(sku_code)) stored,
  add column text_key uuid not null generated always as (key_of_texts(ean, name, sku_code)) stored;
alter table products
  alter column small_name drop expression, alter column small_sku drop expression, alter column text_key drop expression;
truncate product_texts;
insert into product_texts (key, ean, name, sku_code)
select text_key, ean, small_name, small_sku from items union select text_key, ean, small_name, coalesce(small_sku, '') from products;
analyze product_texts;

create function make_texts_of_product() returns trigger language plpgsql as $$
begin
  new.small_name := lower(new.name);
  new.small_sku := lower(new.sku_code);
  new.text_key := key_of_texts(new.ean, new.name, new.sku_code);
  return new;
end $$;
create trigger products_texts_made before insert on products
  for each row when (new.text_key is null) execute function make_texts_of_product();
create trigger products_texts_made_anew before update of ean, name, sku_code on products
  for each row when ((old.ean, old.name, old.sku_code) is distinct from (new.ean, new.name, new.sku_code)) execute function make_texts_of_product();

create index products_margin on products (owner_id, ((margin * 100)::bigint), id);
create index products_net_ptr on products (owner_id, ((net_ptr * 100)::bigint), id);
create index products_mrp on products (owner_id, ((mrp * 100)::bigint), id);
create index products_texts on products (text_key, id);
-- A vendor's names and codes side by side, as 0009_growth.sql says.
create index products_by_name on products (owner_id, small_name, id) include (small_sku);

-- Asked for all at once, the items of a sheet are read in a row; one by one they took a tenth of the time.
create or replace function check_references_of_products() returns trigger language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  wanted constant bigint[] := array(select distinct item_id from newer where item_id is not null);
begin
  if exists (select from (select distinct owner_id from newer) owner where not exists (select from users where users.id = owner.owner_id)) then
    raise foreign_key_violation using message = 'a product needs its vendor', table = 'products';
  end if;
  if (select count(*) from items where id = any(wanted)) < cardinality(wanted) then
    raise foreign_key_violation using message = 'a product needs its item', table = 'products';
  end if;
  return null;
end $$;
-- The texts of an item are there since it is: what took them over is not looked for.
create or replace function keep_product_texts() returns trigger language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into product_texts (key, ean, name, sku_code)
  select distinct on (text_key) text_key, ean, small_name, coalesce(small_sku, '') from newer
  where text_key not in (select text_key from items where id = any(array(select item_id from newer)))
    and not exists (select from product_texts known where known.key = newer.text_key) order by text_key
  on conflict do nothing;
  return null;
end $$;
create or replace function keep_product_text() returns trigger language plpgsql as $$
begin
  insert into product_texts (key, ean, name, sku_code) values (new.text_key, new.ean, new.small_name, coalesce(new.small_sku, ''))
  on conflict do nothing;
  return null;
end $$;
-- Whatever columns the statement names: the key is made by the trigger above.
create trigger products_texts_changed after update on products
  for each row when (old.text_key is distinct from new.text_key) execute function keep_product_text();
create or replace function keep_item_texts() returns trigger language plpgsql as $$
begin
  insert into product_texts (key, ean, name, sku_code)
  select distinct on (text_key) text_key, ean, small_name, small_sku from newer order by text_key
  on conflict do nothing;
  return null;
end $$;
