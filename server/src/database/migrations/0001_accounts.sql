-- Companies, users and sessions. Money is numeric(14,2); business dates are dates; only instants are timestamptz.

create extension if not exists pg_trgm;

create table settings (
  name text primary key,
  value text not null
);

-- Gapless sequences: the row stays locked until the transaction that took a number ends.
create table counters (
  name text primary key,
  value bigint not null
);
insert into counters (name, value) values ('scheme', 0);

-- A company and its first user share an id, the only one on the wire.
create sequence account_ids;

-- A company, which owns records. Each of the buyer's people has one too, for records entered without naming a vendor.
create table vendors (
  id bigint primary key default nextval('account_ids'),
  code integer not null constraint vendors_code unique,
  legal_name text not null,
  type text,
  address_code text,
  address_line1 text not null,
  address_line2 text not null,
  postal_code text not null,
  country_id text not null,
  state text not null,
  city text not null,
  pan text,
  gstin text,
  bank_name text,
  account_number text,
  ifsc_code text,
  payment_terms text,
  shipping_terms text,
  -- When an administrator confirmed GSTIN, PAN and bank details. Null: the vendor may still change them.
  identity_confirmed_at timestamptz,
  supplier_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index vendors_supplier on vendors (supplier_id) where supplier_id is not null;
create index vendors_gstin on vendors (gstin) where gstin is not null;

create table files (
  id uuid primary key,
  vendor_id bigint references vendors,
  kind text not null check (kind in ('avatar', 'pan', 'gst', 'cheque', 'incorporation')),
  media_type text not null,
  original_name text not null,
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now(),
  -- Housekeeping removes it later, unless an approval rests on it.
  replaced_at timestamptz
);
create index files_vendor on files (vendor_id);
create index files_replaced on files (replaced_at) where replaced_at is not null;

alter table vendors
  add column pan_document uuid references files,
  add column gst_document uuid references files,
  add column cancelled_cheque uuid references files,
  add column incorporation_certificate uuid references files;

create table users (
  id bigint primary key default nextval('account_ids'),
  email text not null,
  mobile_number text not null unique,
  password_hash text,
  first_name text not null,
  middle_name text,
  last_name text not null,
  is_admin boolean not null default false,
  is_active boolean not null default false,
  vendor_id bigint generated always as (case when is_admin then null else id end) stored references vendors,
  avatar uuid references files,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));
create index users_active on users (is_active, id);

create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text,
  address text
);
create index sessions_user on sessions (user_id, id);
create index sessions_expiry on sessions (expires_at);

create table password_resets (
  secret_hash bytea primary key,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id);

create table captcha_answers (
  digest bytea primary key,
  expires_at timestamptz not null
);

-- Secrets are encrypted (database/box.ts).
create table second_factors (
  user_id bigint primary key references users,
  secret bytea,
  on_since timestamptz,
  -- Time step of the last accepted code; codes up to it are refused.
  last_step bigint not null default 0,
  -- A set-up, or a move to another device, awaiting its first code.
  pending_secret bytea,
  pending_since timestamptz,
  recovery_salt bytea,
  check ((secret is null) = (on_since is null)),
  check ((pending_secret is null) = (pending_since is null))
);

create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Sign-in attempts; user_id is null for an unknown e-mail.
create table sign_ins (
  id bigint generated always as identity primary key,
  user_id bigint references users,
  at timestamptz not null,
  address text,
  user_agent text,
  result text not null check (result in ('signed-in', 'wrong-password', 'code-asked', 'wrong-code')),
  second_factor text check (second_factor in ('code', 'recovery code'))
);
create index sign_ins_user on sign_ins (user_id, id);
create index sign_ins_at on sign_ins (at);

create table sign_in_challenges (
  token_hash bytea primary key,
  user_id bigint not null references users,
  sign_in_id bigint not null references sign_ins on delete cascade,
  expires_at timestamptz not null,
  tries smallint not null default 0
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_sign_in on sign_in_challenges (sign_in_id);

-- Changes of identity that a confirmed vendor requests, under the contract's field names.
create table identity_requests (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors on delete cascade,
  changes jsonb not null,
  previous jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'refused', 'withdrawn', 'superseded')),
  requested_by bigint not null references users,
  requested_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  decided_by bigint references users,
  decided_at timestamptz,
  reason text,
  check ((state = 'pending') = (decided_at is null))
);
create unique index identity_requests_pending on identity_requests (vendor_id) where state = 'pending';

-- Pending until the mailed link is opened. Old addresses still receive notices of new bank details.
create table email_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  email text not null,
  old_email text not null,
  secret_hash bytea unique,
  expires_at timestamptz not null,
  changed_at timestamptz,
  check ((secret_hash is null) = (changed_at is not null))
);
create unique index email_changes_pending on email_changes (user_id) where changed_at is null;
create index email_changes_user on email_changes (user_id, changed_at);
