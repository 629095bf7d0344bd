-- Receipts that a receiver enters: what arrived of orders' lines, what of it was rejected and why. Sheets and ERPs write
-- goods_receipts without a head.

create table receipts (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors,
  number text not null check (length(number) between 1 and 40),
  site_id bigint references buyer_sites on delete set null,
  note_id bigint references dispatch_notes on delete set null,
  gate_entry_at timestamptz,
  received_on date not null,
  remark text,
  entered_by bigint references users,
  cancelled_at timestamptz,
  cancel_reason text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
-- A number that was cancelled may be given again.
create unique index receipts_number on receipts (vendor_id, upper(number)) where cancelled_at is null;
create index receipts_vendor on receipts (vendor_id, id);
-- A note is received once.
create unique index receipts_note on receipts (note_id) where cancelled_at is null;

alter table goods_receipts
  add column receipt_id bigint references receipts,
  add column rejected numeric(12, 3) not null default 0,
  add column reason text check (reason in ('damaged', 'short_life', 'wrong_item', 'quality', 'excess', 'other')),
  add column remark text,
  add column batch text,
  add constraint goods_receipts_rejected check (rejected between 0 and quantity);
create index goods_receipts_receipt on goods_receipts (receipt_id) where receipt_id is not null;

alter table purchase_order_lines
  -- Of received_quantity.
  add column rejected_quantity numeric(12, 3) not null default 0;
