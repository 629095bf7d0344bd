-- People bound to sites: which of the buyer's sites an order is delivered to, and which of them a member acts for.

-- Places are compared without case, blanks and commas.
create function place_key(place text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(place, '[\s,]+', '', 'g'))
$$;

-- What a delivery location may call the site: the name, alone or with the address; then the address, with and without PIN.
alter table buyer_sites add column places text[] generated always as (array[
  place_key(name), place_key(name || address || postal_code), place_key(address), place_key(address || postal_code)]) stored;

-- The site that a delivery location names, else the only one with this address. Null: none.
create function site_at(place text) returns bigint language sql stable parallel safe as $$
  select case when count(*) filter (where is_name) = 1 then min(id) filter (where is_name) when count(*) = 1 then min(id) end
  from (
    select id, place_key(place) = any(places[1:2]) as is_name from buyer_sites where place_key(place) = any(places)) found
$$;

alter table purchase_orders add column site_id bigint references buyer_sites on delete set null;
update purchase_orders set site_id = named.site
from (
  select location, site_at(location) as site
  from (select distinct delivery_location as location from purchase_orders where delivery_location is not null) locations) named
where delivery_location = named.location and named.site is not null;
update receipts set site_id = ordered.site
from (
  select receipt_id, min(orders.site_id) as site from goods_receipts line join purchase_orders orders on orders.id = line.order_id
  where receipt_id is not null group by receipt_id having count(distinct coalesce(orders.site_id, 0)) = 1) ordered
where receipts.id = ordered.receipt_id and receipts.site_id is null and ordered.site is not null;
create index purchase_orders_site on purchase_orders (site_id) where site_id is not null;
create index receipts_site on receipts (site_id) where site_id is not null;

-- Null: every site. An array, so that a session gets it with its membership; sites.ts keeps sites that are named here.
alter table memberships add column site_ids bigint[],
  add constraint memberships_sites check (site_ids is null or (role in ('buyer', 'receiver') and cardinality(site_ids) > 0));
alter table invitations add column site_ids bigint[],
  add constraint invitations_sites check (site_ids is null or (role in ('buyer', 'receiver') and cardinality(site_ids) > 0));
