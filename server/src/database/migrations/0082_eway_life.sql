-- The e-way bills of a note that were cancelled at the portal: none of these numbers is used again.
alter table dispatch_goods add column eway_cancelled text[] not null default '{}';
create index dispatch_goods_eway_cancelled on dispatch_goods (vendor_id) where eway_cancelled <> '{}';

-- The distance between two PIN codes, as it was last stated on a note of the vendor: it is asked once.
create table pin_distances (
  vendor_id bigint not null references vendors,
  -- The pair in either direction, the lower code first.
  pin text not null,
  other_pin text not null check (pin < other_pin),
  kilometres integer not null check (kilometres between 1 and 4000),
  primary key (vendor_id, pin, other_pin)
);
