-- Products come by the ten thousand in a sheet. A foreign key looks up and locks a row for every one of them, which was a quarter of
-- the time that storing takes: vendor and item are checked once a statement instead. Whoever deletes some waits for all who are
-- writing products, then looks whether any is left that needs them; so neither can slip past the other.
alter table products drop constraint products_owner_id_fkey, drop constraint products_item_id_fkey;

-- Without hash joins: the plan that is kept has to be good for one row as for a thousand.
create function check_references_of_products() returns trigger language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (select from (select distinct owner_id from newer) owner where not exists (select from users where users.id = owner.owner_id)) then
    raise foreign_key_violation using message = 'a product needs its vendor', table = 'products';
  end if;
  if exists (select from newer where item_id is not null and not exists (select from items where items.id = newer.item_id)) then
    raise foreign_key_violation using message = 'a product needs its item', table = 'products';
  end if;
  return null;
end $$;
create trigger products_added after insert on products referencing new table as newer
  for each statement execute function check_references_of_products();
create trigger products_changed after update on products referencing new table as newer
  for each statement execute function check_references_of_products();

create function keep_what_products_need() returns trigger language plpgsql as $$
declare
  is_needed boolean;
begin
  lock table products in share row exclusive mode;
  if tg_table_name = 'users' then
    is_needed := exists (select from products where owner_id in (select id from older));
  else
    is_needed := exists (select from products where item_id in (select id from older));
  end if;
  if is_needed then
    raise foreign_key_violation using message = 'products need it', table = tg_table_name;
  end if;
  return null;
end $$;
create trigger users_needed after delete on users referencing old table as older
  for each statement execute function keep_what_products_need();
create trigger items_needed after delete on items referencing old table as older
  for each statement execute function keep_what_products_need();

-- What a sheet adds waits outside the search's trees, is found there too, and is sorted in once the sheet is stored: see
-- catalogue/search.ts. In KB; two sheets of 20,000 rows.
alter index products_name set (gin_pending_list_limit = 32768);
alter index products_sku set (gin_pending_list_limit = 32768);
alter index products_ean set (gin_pending_list_limit = 32768);
