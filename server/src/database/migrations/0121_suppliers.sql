-- A supplier of the buyer's system belongs to one vendor.
drop index users_system_vendor;
create unique index users_system_vendor on users (system_vendor_id) where system_vendor_id is not null;

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
  user_id bigint not null references users on delete cascade,
  refused_by bigint not null references users,
  refused_at timestamptz not null default clock_timestamp(),
  primary key (source, external_id, user_id),
  foreign key (source, external_id) references buyer_suppliers
);
