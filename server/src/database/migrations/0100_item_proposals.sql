-- Items that vendors propose for the buyer's item list.
create table item_proposals (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors,
  ean text not null,
  name text not null,
  brand_name text,
  hsn_code text not null,
  mrp numeric(14, 2) not null,
  pack text not null,
  fssai text,
  picture_id uuid references files,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'declined')),
  reason text,
  item_id bigint references items on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((state = 'declined') = (reason is not null))
);
create index item_proposals_vendor on item_proposals (vendor_id, id);
create index item_proposals_item on item_proposals (item_id) where item_id is not null;
create index item_proposals_gtin on item_proposals (gtin_key(ean)) where state = 'waiting';
-- One proposal of a vendor waits for each EAN.
create unique index item_proposals_waiting on item_proposals (vendor_id, gtin_key(ean)) where state = 'waiting';

alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check
  check (kind in ('avatar', 'pan', 'gst', 'cheque', 'incorporation', 'receipt', 'challan', 'comment', 'item'));
