-- What the buyer ordered, what arrived of it, and what vendors dispatched.

create table purchase_orders (
  id bigint generated always as identity primary key,
  -- The system that it comes from, the order there, and which version of it: an amended order keeps its external id.
  source text not null default 'embedded',
  external_id text not null,
  version text not null,
  vendor_id bigint not null references vendors,
  -- As the buyer writes it: it may hold letters, slashes and blanks.
  number text not null,
  ordered_on date not null,
  deliver_by date,
  -- 'Acknowledged' is an open order that its vendor has acknowledged; delivery and payment state follow from receipts and payments.
  status text not null check (status in ('Open', 'Closed', 'Cancelled')),
  acknowledged_on date,
  acknowledgement_reference text,
  -- Null until the buyer's system has been told of an acknowledgement made here.
  acknowledgement_told_at timestamptz,
  -- What the buyer's system says is paid of it, where it says so.
  paid numeric(14, 2) not null default 0 check (paid >= 0),
  delivery_location text,
  vendor_address text,
  document_url text,
  -- Of the lines, stored with them, so that lists can sort by them.
  line_count integer not null,
  value numeric(14, 2) not null,
  -- What the buyer's system sent.
  raw jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint purchase_orders_source unique (source, external_id),
  -- By the number first: administrators ask for one of any vendor.
  constraint purchase_orders_number unique (number, vendor_id)
) with (fillfactor = 90);
create index purchase_orders_vendor on purchase_orders (vendor_id, id);
create index purchase_orders_vendor_day on purchase_orders (vendor_id, ordered_on, id);
create index purchase_orders_day on purchase_orders (ordered_on, id);
create index purchase_orders_search on purchase_orders using gin (lower(number) gin_trgm_ops);
create index purchase_orders_untold on purchase_orders (id) where acknowledged_on is not null and acknowledgement_told_at is null;

-- Acknowledgements of terms that the buyer has changed since.
create table withdrawn_acknowledgements (
  order_id bigint not null references purchase_orders on delete cascade,
  withdrawn_at timestamptz not null default clock_timestamp(),
  acknowledged_on date not null,
  reference text,
  -- Dates and lines as they were acknowledged.
  terms jsonb not null,
  primary key (order_id, withdrawn_at)
);

create table purchase_order_lines (
  order_id bigint not null references purchase_orders on delete cascade,
  -- From 1, in the order of the buyer's system.
  line integer not null,
  -- The line there, where it has an id: receipts and returns name it.
  external_id text,
  item_code text not null,
  item_name text not null,
  ean text,
  -- Another barcode of the same item: its carton's, or an older one.
  second_ean text,
  hsn_code text,
  sku_code text,
  uom text,
  -- In the unit of purchase; price zero is a free quantity.
  quantity numeric(12, 3) not null check (quantity > 0),
  -- Pieces in one carton, where known.
  case_quantity numeric(12, 3) check (case_quantity > 0),
  received_quantity numeric(12, 3) not null default 0 check (received_quantity >= 0),
  mrp numeric(14, 2),
  unit_price numeric(14, 4) not null check (unit_price >= 0),
  discount_rate numeric(6, 3) not null default 0,
  discount numeric(14, 2) not null default 0,
  taxable numeric(14, 2) not null,
  -- Null where the order states no rate.
  cgst_rate numeric(6, 3),
  sgst_rate numeric(6, 3),
  igst_rate numeric(6, 3),
  cess_rate numeric(6, 3),
  cgst numeric(14, 2) not null default 0,
  sgst numeric(14, 2) not null default 0,
  igst numeric(14, 2) not null default 0,
  cess numeric(14, 2) not null default 0,
  total numeric(14, 2) not null,
  primary key (order_id, line)
);

-- What arrived at the buyer's, where its system reports receipts apart from orders.
create table goods_receipts (
  id bigint generated always as identity primary key,
  source text not null default 'embedded',
  external_id text not null,
  vendor_id bigint not null references vendors,
  order_id bigint not null references purchase_orders on delete cascade,
  -- 0 where the order was amended and the line's item is gone.
  line integer not null,
  -- As the buyer numbers it.
  number text not null default '',
  received_on date not null,
  quantity numeric(12, 3) not null check (quantity >= 0),
  created_at timestamptz not null default now(),
  constraint goods_receipts_source unique (source, external_id)
);
create index goods_receipts_line on goods_receipts (order_id, line);
create index goods_receipts_vendor on goods_receipts (vendor_id, id);

-- Delivery challans: what left for the buyer, by which vehicle, for which order.
create table dispatch_notes (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors,
  number text not null,
  challan_date date not null,
  -- Typed, not a reference: notes are written for orders that are not here, and outlive those that are.
  po_number text,
  po_date date,
  cartons integer check (cartons >= 0),
  transporter text,
  driver_name text,
  driver_contact text,
  vehicle_number text,
  eway_bill_number text,
  packages integer check (packages >= 0),
  -- In kilograms. Net above gross is for the form to remark.
  net_weight numeric(12, 3) check (net_weight >= 0),
  gross_weight numeric(12, 3) check (gross_weight >= 0),
  delivery_location text,
  buyer_representative_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- dc/7 and DC/7 are the same number.
create unique index dispatch_notes_number on dispatch_notes (vendor_id, upper(number));
create index dispatch_notes_vendor on dispatch_notes (vendor_id, id);
create index dispatch_notes_vendor_day on dispatch_notes (vendor_id, challan_date, id);
create index dispatch_notes_day on dispatch_notes (challan_date, id);
create index dispatch_notes_search on dispatch_notes using gin (lower(number) gin_trgm_ops);
