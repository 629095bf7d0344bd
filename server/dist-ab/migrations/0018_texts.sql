-- What all vendors' products are searched by. They take their names and codes over from the buyer's items, so that many share them: a
-- search looks through each once, and finds the products by its key. An index of parts of texts costs much at each row that it has,
-- and here it has a row an item, not a row a product.
create table product_texts (
  key uuid primary key,
  ean text not null,
  -- In small letters.
  name text not null,
  sku_code text not null
);

-- Whoever has no SKU code is like one whose code is empty: no search finds it.
create function key_of_texts(ean text, name text, sku_code text) returns uuid language sql immutable parallel safe
  return md5(ean || ' ' || length(lower(name))::text || ' ' || lower(name) || lower(coalesce(sku_code, '')))::uuid;

drop index products_search;
alter table products add column text_key uuid not null generated always as (key_of_texts(ean, name, sku_code)) stored;
create index products_texts on products (text_key, id);

insert into product_texts (key, ean, name, sku_code)
select distinct key_of_texts(ean, name, sku_code), ean, lower(name), lower(coalesce(sku_code, ''))
from (select ean, name, sku_code from products
  union select ean, item_name, coalesce(sku_code, item_code) from items) each;

create index product_texts_search on product_texts using gin (name gin_trgm_ops, sku_code gin_trgm_ops, ean gin_trgm_ops)
  with (gin_pending_list_limit = 256);
-- An EAN has up to 14 digits: one of 13 is it, or begins or ends it. Who knows what a buyer's system may call one.
create index product_texts_begin on product_texts (left(ean, 13));
create index product_texts_end on product_texts (right(ean, 13));
create index product_texts_long on product_texts (key) where length(ean) > 14;

-- In one order, so that no two wait for each other in a circle.
create function keep_product_texts() returns trigger language plpgsql as $$
begin
  insert into product_texts (key, ean, name, sku_code)
  select distinct on (text_key) text_key, ean, lower(name), lower(coalesce(sku_code, '')) from newer order by text_key
  on conflict do nothing;
  return null;
end $$;
create trigger products_texts_added after insert on products referencing new table as newer
  for each statement execute function keep_product_texts();

create function keep_product_text() returns trigger language plpgsql as $$
begin
  insert into product_texts (key, ean, name, sku_code) values (new.text_key, new.ean, lower(new.name), lower(coalesce(new.sku_code, '')))
  on conflict do nothing;
  return null;
end $$;
create trigger products_texts_changed after update of ean, name, sku_code on products
  for each row when (old.text_key is distinct from new.text_key) execute function keep_product_text();

-- Those of an item are there before any product has them: or two uploads that bring the same would wait for each other.
create function keep_item_texts() returns trigger language plpgsql as $$
begin
  insert into product_texts (key, ean, name, sku_code)
  select distinct on (text_key) text_key, ean, lower(item_name), lower(coalesce(sku_code, item_code))
  from newer cross join lateral (select key_of_texts(ean, item_name, coalesce(sku_code, item_code)) as text_key) of_item order by text_key
  on conflict do nothing;
  return null;
end $$;
create trigger items_texts_added after insert on items referencing new table as newer
  for each statement execute function keep_item_texts();
create trigger items_texts_changed after update on items referencing new table as newer
  for each statement execute function keep_item_texts();

analyze product_texts;
