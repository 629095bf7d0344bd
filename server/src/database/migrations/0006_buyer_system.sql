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
