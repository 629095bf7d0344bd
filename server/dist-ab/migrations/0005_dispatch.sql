-- Delivery challans: what left for the buyer, by which vehicle, for which order.
create table dispatch_notes (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users,
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
  -- In kilograms. Net above gross is odd, and for the form to remark.
  net_weight numeric(12, 3) check (net_weight >= 0),
  gross_weight numeric(12, 3) check (gross_weight >= 0),
  delivery_location text,
  buyer_representative_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- A number in other letters, dc/7 for DC/7, is the same one.
create unique index dispatch_notes_number on dispatch_notes (owner_id, upper(number));
create index dispatch_notes_owner on dispatch_notes (owner_id, id desc);
create index dispatch_notes_owner_day on dispatch_notes (owner_id, challan_date);
create index dispatch_notes_day on dispatch_notes (challan_date);
create index dispatch_notes_owner_created on dispatch_notes (owner_id, created_at);
create index dispatch_notes_created on dispatch_notes (created_at);
create index dispatch_notes_search on dispatch_notes using gin (number gin_trgm_ops);
