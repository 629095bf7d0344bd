-- Receipts of goods at the buyer's, and what was rejected.

-- Receipts that a receiver enters.
create table receipts (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors,
  number text not null check (length(number) between 1 and 40),
  site_id bigint references buyer_sites on delete set null,
  -- The dispatch note that arrived. Deleting a note must not take it from its receipt, whoever deletes it.
  note_id bigint references dispatch_notes,
  gate_entry_at timestamptz,
  received_on date not null,
  remark text,
  entered_by bigint references users,
  cancelled_at timestamptz,
  cancel_reason text,
  -- untwin() tells what twins are.
  twin integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index receipts_vendor on receipts (vendor_id, id);
-- A note is received once.
create unique index receipts_note on receipts (note_id) where cancelled_at is null;
create index receipts_site on receipts (site_id) where site_id is not null;
-- A number that was cancelled may be given again.
create unique index receipts_number on receipts (vendor_id, code_key(number), twin) where cancelled_at is null;

-- Lines of what arrived. Those that sheets and ERPs report have no receipt that a receiver entered.
create table receipt_lines (
  id bigint generated always as identity primary key,
  source text not null default 'embedded',
  external_id text not null,
  vendor_id bigint not null references vendors,
  order_id bigint not null references purchase_orders on delete cascade,
  -- The line of the order; 0 where the order was amended and the line's item is gone.
  line integer not null,
  -- The number that the buyer gave it.
  number text not null default '',
  received_on date not null,
  quantity numeric(12, 3) not null check (quantity >= 0),
  rejected numeric(12, 3) not null default 0,
  reason text check (reason in ('damaged', 'short_life', 'wrong_item', 'quality', 'excess', 'other')),
  remark text,
  batch text,
  receipt_id bigint references receipts,
  created_at timestamptz not null default now(),
  constraint receipt_lines_source unique (source, external_id),
  constraint receipt_lines_rejected check (rejected between 0 and quantity)
);
create index receipt_lines_line on receipt_lines (order_id, line);
create index receipt_lines_vendor on receipt_lines (vendor_id, id);
create index receipt_lines_receipt on receipt_lines (receipt_id) where receipt_id is not null;
create index receipt_lines_number on receipt_lines (vendor_id, code_key(number));

-- Photos of what was wrong with goods that arrived. The vendor and the buyer's people see them.
create table receipt_photos (
  id bigint generated always as identity primary key,
  receipt_id bigint not null references receipts,
  file_id uuid not null references files on delete cascade,
  added_by bigint references users,
  created_at timestamptz not null default clock_timestamp()
);
create index receipt_photos_receipt on receipt_photos (receipt_id);
create index receipt_photos_file on receipt_photos (file_id);
