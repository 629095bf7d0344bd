-- The buyer's item master, and what vendors offer of it.

-- The buyer's items. Two may have the same EAN: the lookup then says 'No Exact Match Found.'
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
  -- untwin() tells what twins are.
  twin integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (source, item_code)
);
create index items_ean on items (ean text_pattern_ops);
create index items_gtin on items (gtin_key(ean) text_pattern_ops);
create index items_by_code on items (code_key(item_code));
create unique index items_code on items (code_key(item_code), twin) where source = 'embedded';
create index items_search on items using gin (
  lower(item_name) gin_trgm_ops, ean gin_trgm_ops, code_key(coalesce(sku_code, item_code)) gin_trgm_ops);

-- Schemes that vendors offer.
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
create index schemes_ean on schemes (vendor_id, gtin_key(ean));

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
  -- untwin() tells what twins are.
  twin integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index products_vendor on products (vendor_id, id);
create index products_vendor_created on products (vendor_id, created_at, id);
create index products_created on products (created_at, id);
create index products_scheme on products (scheme_id) where scheme_id is not null;
-- Each sort of the longest lists has an index. Without one, a page in the middle of a million rows sorts all of them. The indexes have what
-- a page's statement reads beside the sort: the vendor, and the columns of an expression.
create index products_by_ean on products (ean, id) include (vendor_id);
create index products_by_available on products (available_on, id) include (vendor_id);
create index products_by_margin on products (margin, id) include (vendor_id);
create index products_by_net_ptr on products (net_ptr, id) include (vendor_id);
create index products_by_mrp on products (mrp, id) include (vendor_id);
-- An entry of an index holds 2,704 bytes, and not a name of 500 letters twice.
create index products_by_name on products (lower(left(name, 100)), id) include (vendor_id, name);
-- Most products are approved: the index serves their count and a page in the middle of them. New products are not in it, so that sheets do
-- not write it.
create index products_approved on products (id) include (vendor_id) where price_approved;
-- A vendor's products of many items are looked up without reading other vendors' products of them.
create index products_item_vendor on products (item_id, vendor_id);
-- Waiting prices are counted, filtered and sorted by what the index has, without the products' pages.
create index products_waiting on products (vendor_id, id) include (updated_at, ean, name, mrp, transfer_price, percentage)
  where not price_approved;
-- Without it, a page in the middle of a million products by their last change would sort half of them.
create index products_by_updated on products (updated_at, id) include (vendor_id);
create unique index products_ean on products (vendor_id, gtin_key(ean), twin);
create trigger products_twin before update of ean on products for each row
  when (old.twin > 0 and gtin_key(old.ean) is distinct from gtin_key(new.ean)) execute function untwin();

-- The decision on a product's price, apart from the product, so that sheets of products do not write it.
create table price_decisions (
  product_id bigint primary key references products on delete cascade,
  -- The last approved price; null where none was.
  approved_mrp numeric(14, 2),
  approved_margin numeric(14, 2),
  approved_price numeric(14, 2),
  -- The version of the product that was refused: the refusal no longer holds once the vendor changes the product.
  refused_version timestamptz,
  refused_reason text,
  refused_at timestamptz
);

-- The fewest days that goods of a category must be good for when they arrive. The row without a category is for all others.
create table shelf_lives (
  id bigint generated always as identity primary key,
  category text,
  days integer not null check (days between 0 and 3650),
  updated_at timestamptz not null default clock_timestamp()
);
create unique index shelf_lives_category on shelf_lives (lower(category)) nulls not distinct;
