-- What a dispatch note carries: lines of orders, packages, transport, and how far it is. A note without a row here has no lines.

create table dispatch_goods (
  note_id bigint primary key references dispatch_notes on delete cascade,
  vendor_id bigint not null references vendors,
  state text not null default 'draft' check (state in ('draft', 'ready', 'left', 'arrived', 'closed', 'cancelled')),
  -- 'invoice': a tax invoice travels with the goods. The others travel on a delivery challan (Rule 55 of the CGST Rules).
  kind text not null check (kind in ('invoice', 'challan', 'job_work', 'approval', 'line_sale', 'other')),
  invoice_id bigint references invoices on delete set null,
  -- Null: the day of the challan.
  expected_on date,
  -- Where the goods leave from and go to; null: the address of the registration that the note names. Another party has a GST number.
  from_address text,
  from_place text,
  from_pin text,
  from_state text,
  from_gstin text,
  ship_to_name text,
  ship_to_address text,
  ship_to_place text,
  ship_to_pin text,
  ship_to_state text,
  ship_to_gstin text,
  distance integer check (distance between 0 and 4000),
  mode text check (mode in ('road', 'rail', 'air', 'ship')),
  transporter_id text,
  transport_document text,
  transport_document_on date,
  -- [{number, over, lines: [{no, quantity}]}]; none: the vehicle that the note names.
  vehicles jsonb not null default '[]',
  -- Of the e-way bill, whose number is the note's.
  eway_made_at timestamptz,
  eway_valid_until timestamptz,
  -- The transport has changed since: Part B at the portal is stale.
  part_b_changed boolean not null default false,
  -- What its paper states, once it has left.
  paper jsonb,
  left_at timestamptz,
  arrived_on date,
  updated_at timestamptz not null default clock_timestamp()
);
create index dispatch_goods_state on dispatch_goods (vendor_id, state);

create table dispatch_lines (
  id bigint generated always as identity primary key,
  note_id bigint not null references dispatch_goods on delete cascade,
  -- From 1.
  no integer not null,
  order_id bigint not null references purchase_orders,
  -- Lines of orders are replaced when an order is amended, so this is no reference.
  line integer not null,
  item_code text not null,
  item_name text not null,
  ean text,
  hsn_code text,
  -- In the unit of purchase.
  quantity numeric(12, 3) not null check (quantity > 0),
  uom text,
  cartons integer check (cartons >= 0),
  -- Part of the order line's; rates are null where the order states none.
  taxable numeric(14, 2) not null,
  cgst_rate numeric(6, 3),
  sgst_rate numeric(6, 3),
  igst_rate numeric(6, 3),
  cess_rate numeric(6, 3),
  batch text,
  made_on date,
  best_before date,
  mrp numeric(14, 2),
  constraint dispatch_lines_no unique (note_id, no)
);
create index dispatch_lines_order on dispatch_lines (order_id, line);

create table dispatch_packages (
  id bigint generated always as identity primary key,
  note_id bigint not null references dispatch_goods on delete cascade,
  no integer not null,
  -- The pallet that it stands on, by its number.
  parent_no integer,
  kind text not null check (kind in ('carton', 'pallet', 'loose')),
  -- GS1: 18 digits.
  sscc text,
  gross_kg numeric(12, 3),
  constraint dispatch_packages_no unique (note_id, no)
);

-- A line is one batch, so each part of it in a package has that batch.
create table dispatch_package_lines (
  package_id bigint not null references dispatch_packages on delete cascade,
  line_no integer not null,
  quantity numeric(12, 3) not null check (quantity > 0),
  primary key (package_id, line_no)
);

-- The fewest days that goods of a category must be good for when they arrive. The row without a category is for all others.
create table shelf_lives (
  id bigint generated always as identity primary key,
  category text,
  days integer not null check (days between 0 and 3650),
  updated_at timestamptz not null default clock_timestamp()
);
create unique index shelf_lives_category on shelf_lives (lower(category)) nulls not distinct;
