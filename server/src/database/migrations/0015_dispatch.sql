-- Dispatch notes: goods that leave for the buyer, their packages, transport and papers.

-- Delivery challans of goods that leave for the buyer: the vehicle and the order.
create table dispatch_notes (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors,
  number text not null,
  challan_date date not null,
  -- The number is typed and no reference: notes are written for orders that are not here, and outlive those that are.
  po_number text,
  po_date date,
  cartons integer check (cartons >= 0),
  transporter text,
  driver_name text,
  driver_contact text,
  vehicle_number text,
  eway_bill_number text,
  packages integer check (packages >= 0),
  -- Weights in kilograms. The form remarks on net above gross.
  net_weight numeric(12, 3) check (net_weight >= 0),
  gross_weight numeric(12, 3) check (gross_weight >= 0),
  delivery_location text,
  buyer_representative_id text,
  vendor_registration_id bigint references registrations,
  buyer_registration_id bigint references registrations,
  -- untwin() tells what twins are.
  twin integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index dispatch_notes_vendor on dispatch_notes (vendor_id, id);
create index dispatch_notes_vendor_day on dispatch_notes (vendor_id, challan_date, id);
create index dispatch_notes_day on dispatch_notes (challan_date, id);
create unique index dispatch_notes_number on dispatch_notes (vendor_id, code_key(number), twin);
-- Receivers scan a number of any vendor.
create index dispatch_notes_by_number on dispatch_notes (code_key(number));
create index dispatch_notes_order on dispatch_notes (vendor_id, code_key(po_number)) where po_number is not null;
create index dispatch_notes_search on dispatch_notes using gin (code_key(number) gin_trgm_ops);
create trigger dispatch_notes_twin before update of number on dispatch_notes for each row
  when (old.twin > 0 and code_key(old.number) is distinct from code_key(new.number)) execute function untwin();

-- The goods of a note: how they travel, and how far they are. A note without a row here has no lines.
create table dispatch_goods (
  note_id bigint primary key references dispatch_notes on delete cascade,
  vendor_id bigint not null references vendors,
  state text not null default 'draft' check (state in ('draft', 'ready', 'left', 'arrived', 'closed', 'cancelled')),
  -- With 'invoice' a tax invoice travels with the goods. The other kinds travel on a delivery challan (Rule 55 of the CGST Rules).
  kind text not null check (kind in ('invoice', 'challan', 'job_work', 'approval', 'line_sale', 'other')),
  invoice_id bigint references invoices on delete set null,
  -- It is null where they are expected on the day of the challan.
  expected_on date,
  -- The addresses that the goods leave from and go to; null is the address of the registration that the note names. Another party has a
  -- GST number.
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
  -- A list [{number, over, lines: [{no, quantity}]}]; while it is empty, the vehicle is the one that the note names.
  vehicles jsonb not null default '[]',
  -- The times of the e-way bill, whose number is the note's.
  eway_made_at timestamptz,
  eway_valid_until timestamptz,
  -- True once the transport has changed since: Part B at the portal is stale.
  part_b_changed boolean not null default false,
  -- Names and addresses of both sides when the goods left: they hold for every paper of the note.
  parties jsonb,
  left_at timestamptz,
  arrived_on date,
  updated_at timestamptz not null default clock_timestamp()
);
create index dispatch_goods_state on dispatch_goods (vendor_id, state);

-- The lines of orders that a note carries.
create table dispatch_lines (
  id bigint generated always as identity primary key,
  note_id bigint not null references dispatch_goods on delete cascade,
  -- Lines count from 1.
  no integer not null,
  order_id bigint not null references purchase_orders,
  -- Lines of orders are replaced when an order is amended, so this is no reference.
  line integer not null,
  item_code text not null,
  item_name text not null,
  ean text,
  hsn_code text,
  -- The quantity in the unit of purchase.
  quantity numeric(12, 3) not null check (quantity > 0),
  uom text,
  cartons integer check (cartons >= 0),
  -- The part of the order line's value; rates are null where the order states none.
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

-- The packages of a note.
create table dispatch_packages (
  id bigint generated always as identity primary key,
  note_id bigint not null references dispatch_goods on delete cascade,
  no integer not null,
  -- The pallet that it stands on, by its number.
  parent_no integer,
  kind text not null check (kind in ('carton', 'pallet', 'loose')),
  -- The 18 digits of GS1.
  sscc text,
  gross_kg numeric(12, 3),
  vendor_id bigint not null references vendors,
  constraint dispatch_packages_no unique (note_id, no)
);
-- The SSCCs of a vendor: none is on two of its notes, and the next one is proposed.
create index dispatch_packages_sscc on dispatch_packages (vendor_id, sscc) where sscc is not null;

-- The parts of lines in packages. A line is one batch, so each part of it in a package has that batch.
create table dispatch_package_lines (
  package_id bigint not null references dispatch_packages on delete cascade,
  line_no integer not null,
  quantity numeric(12, 3) not null check (quantity > 0),
  primary key (package_id, line_no)
);

-- The papers of dispatch notes as they were printed when the goods left, and after each later change of transport.
create table dispatch_papers (
  note_id bigint not null references dispatch_goods on delete cascade,
  -- Papers count from 1.
  no integer not null check (no > 0),
  -- The content of the paper until it is drawn: once, for its first reader or before.
  sheets jsonb,
  -- The SHA-256 of the content, so that a change that prints the same makes no further paper.
  digest text not null,
  file_id uuid references files,
  made_at timestamptz not null,
  primary key (note_id, no),
  check ((sheets is null) = (file_id is not null))
);
create index dispatch_papers_file on dispatch_papers (file_id) where file_id is not null;
