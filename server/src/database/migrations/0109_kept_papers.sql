-- The papers of dispatch notes as they were printed when the goods left, and after each later change of transport.

alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check
  check (kind in ('avatar', 'pan', 'gst', 'cheque', 'incorporation', 'receipt', 'challan'));

-- Names and addresses of both sides when the goods left: they hold for every paper of the note.
alter table dispatch_goods rename column paper to parties;

create table dispatch_papers (
  note_id bigint not null references dispatch_goods on delete cascade,
  -- From 1.
  no integer not null check (no > 0),
  -- What it states, until it is drawn: once, for its first reader or before.
  sheets jsonb,
  -- SHA-256 of what it states, so that a change that prints the same makes no further paper.
  digest text not null,
  file_id uuid references files,
  made_at timestamptz not null,
  primary key (note_id, no),
  check ((sheets is null) = (file_id is not null))
);
create index dispatch_papers_file on dispatch_papers (file_id) where file_id is not null;
