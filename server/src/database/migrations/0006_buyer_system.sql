
-- Of the embedded buyer's system, where no ERP is connected.
create table suppliers (
  id bigint generated always as identity primary key,
  -- Lower case; identifies a vendor.
  email text unique,
  name text not null,
  created_at timestamptz not null default now()
);

create table buyer_pulls (
  source text not null,
  kind text not null check (kind in ('suppliers', 'items', 'orders', 'returns', 'payments', 'acknowledgements')),
  -- The system's own cursor: fetch changes at or after it. Null: from the start.
  cursor text,
  started_at timestamptz,
  ended_at timestamptz,
  rows_read integer not null default 0,
  rows_stored integer not null default 0,
  error text,
  primary key (source, kind)
);

-- Records that could not be stored; each run retries them.
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

-- Suppliers of the buyer's system, for matching. E-mail in lower case, GSTIN in upper case.
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

-- Pairs that an administrator declared different.
create table refused_matches (
  source text not null,
  external_id text not null,
  vendor_id bigint not null references vendors on delete cascade,
  refused_by bigint not null references users,
  refused_at timestamptz not null default clock_timestamp(),
  primary key (source, external_id, vendor_id),
  foreign key (source, external_id) references buyer_suppliers
);
