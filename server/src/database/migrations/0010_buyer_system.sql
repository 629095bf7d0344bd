-- The pulls from the buyer's system.

-- Suppliers of the embedded buyer's system, where no ERP is connected.
create table suppliers (
  id bigint generated always as identity primary key,
  -- The address in lower case, by which a vendor is recognised; null is nobody's.
  email text unique,
  name text not null,
  created_at timestamptz not null default now()
);

-- The progress of the pulls of each kind of record, and the result of the last run.
create table buyer_pulls (
  source text not null,
  -- Acknowledgements are what the portal tells the system.
  kind text not null check (kind in ('suppliers', 'items', 'orders', 'returns', 'payments', 'acknowledgements')),
  -- The system's own mark: the next pull asks for what changed at it or later. Null is the start.
  cursor text,
  started_at timestamptz,
  ended_at timestamptz,
  -- Counts of the last run.
  rows_read integer not null default 0,
  rows_stored integer not null default 0,
  error text,
  primary key (source, kind)
);

-- Records that could not be stored, by name: each run tries them again.
create table buyer_faults (
  source text not null,
  kind text not null,
  external_id text not null,
  problem text not null,
  record jsonb not null,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  primary key (source, kind, external_id)
);

-- Suppliers as the buyer's system tells of them: the vendors that they may be are derived. E-mails are in small letters, GST numbers in
-- capitals.
create table buyer_suppliers (
  source text not null,
  external_id text not null,
  name text not null,
  email text,
  gstin text,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (source, external_id)
);
create index buyer_suppliers_gstin on buyer_suppliers (source, gstin);

-- Pairs of a supplier and a vendor that an administrator said are not the same.
create table refused_matches (
  source text not null,
  external_id text not null,
  vendor_id bigint not null references vendors on delete cascade,
  refused_by bigint not null references users,
  refused_at timestamptz not null default clock_timestamp(),
  primary key (source, external_id, vendor_id),
  foreign key (source, external_id) references buyer_suppliers
);
