-- Pulling from the buyer's system.

-- Suppliers of the embedded buyer's system, where no ERP is connected.
create table suppliers (
  id bigint generated always as identity primary key,
  -- Lower case: how a vendor is recognised. Null is nobody's.
  email text unique,
  name text not null,
  created_at timestamptz not null default now()
);

-- How far each kind of record has been pulled, and how the last run went.
create table buyer_pulls (
  source text not null,
  -- The last is what the portal tells the system.
  kind text not null check (kind in ('suppliers', 'items', 'orders', 'returns', 'payments', 'acknowledgements')),
  -- The system's own mark: ask for what changed at it or later. Null: from the start.
  cursor text,
  started_at timestamptz,
  ended_at timestamptz,
  -- Of the last run.
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

-- What the buyer's system tells of its suppliers: which vendors they may be is derived. E-mail in small letters, GST number in capitals.
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

-- Pairs of which an administrator has said that they are not the same.
create table refused_matches (
  source text not null,
  external_id text not null,
  vendor_id bigint not null references vendors on delete cascade,
  refused_by bigint not null references users,
  refused_at timestamptz not null default clock_timestamp(),
  primary key (source, external_id, vendor_id),
  foreign key (source, external_id) references buyer_suppliers
);
