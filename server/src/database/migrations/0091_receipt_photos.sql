-- Photos of what was wrong with goods that arrived. The vendor and the buyer's people see them.

alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check
  check (kind in ('avatar', 'pan', 'gst', 'cheque', 'incorporation', 'receipt'));

create table receipt_photos (
  id bigint generated always as identity primary key,
  receipt_id bigint not null references receipts,
  file_id uuid not null references files on delete cascade,
  added_by bigint references users,
  created_at timestamptz not null default clock_timestamp()
);
create index receipt_photos_receipt on receipt_photos (receipt_id);
create index receipt_photos_file on receipt_photos (file_id);
