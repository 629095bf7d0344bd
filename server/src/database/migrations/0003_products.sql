-- The buyer's item master, and what vendors offer of it.

-- Two items may have the same EAN: the lookup then says 'No Exact Match Found.'
create table items (
  id bigint generated always as identity primary key,
  source text not null default 'embedded',
  item_code text not null,
  ean text not null,
  item_name text not null,
  brand_name text,
  category_name text,
  hsn_code text,
  sku_code text,
  uom_code text,
  uom_description text,
  uom_conversion numeric(12, 3) not null default 1,
  mrp numeric(14, 2),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (source, item_code)
);
create index items_ean on items (ean text_pattern_ops);
create index items_search on items using gin (
  lower(item_name) gin_trgm_ops, ean gin_trgm_ops, lower(coalesce(sku_code, item_code)) gin_trgm_ops);

create table schemes (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors,
  number bigint not null unique,
  name text not null,
  date date not null,
  ean text not null,
  product_name text,
  quantity numeric(12, 3),
  free_quantity numeric(12, 3),
  net_ptr numeric(14, 2),
  uom text,
  discount numeric(6, 3),
  validity date,
  narration text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index schemes_vendor on schemes (vendor_id, id);
create index schemes_vendor_date on schemes (vendor_id, date, id);
create index schemes_date on schemes (date, id);
create index schemes_ean on schemes (vendor_id, ean);

-- One product per vendor and EAN. Name, codes and units are taken over from the item when the product is saved.
create table products (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors,
  item_id bigint references items,
  ean text not null,
  hsn_code text,
  brand_name text,
  category text,
  name text not null,
  sku_code text,
  uom text,
  uom_conversion numeric(12, 3) not null default 1,
  quantity numeric(12, 3) not null,
  shelf_life_days integer not null,
  available_on date,
  mrp numeric(14, 2) not null,
  percentage numeric(15, 12) not null,
  margin numeric(14, 2) not null,
  transfer_price numeric(14, 2) not null,
  net_ptr numeric(14, 2) not null,
  scheme_id bigint references schemes,
  remarks text,
  price_approved boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint products_ean unique (vendor_id, ean)
);
create index products_vendor on products (vendor_id, id);
create index products_vendor_created on products (vendor_id, created_at, id);
create index products_created on products (created_at, id);
create index products_waiting on products (id) where not price_approved;
create index products_scheme on products (scheme_id) where scheme_id is not null;
create index products_item on products (item_id);
