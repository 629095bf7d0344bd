-- Companies, the people who sign in for them, and their sessions.
--
-- Money is numeric(14,2): at most 999999999999.99, exact. Business dates are dates; only instants are timestamptz.

create extension if not exists pg_trgm;

-- Values of the installation itself, such as the secret that signs document links. Shared by all server processes.
create table settings (
  name text primary key,
  value text not null
);

-- Numbers given in sequence without gaps: the row stays locked until the transaction that took a number ends.
create table counters (
  name text primary key,
  value bigint not null
);
insert into counters (name, value) values ('scheme', 0);

-- A company and its first user have the same id, the only one that the API knows.
create sequence account_ids;

-- A company: whose records are whose. The buyer's people have one each too, for what they enter without naming a vendor.
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
  -- Since when an administrator stands for GST number, PAN and bank details. Null: the vendor may still change them itself.
  identity_confirmed_at timestamptz,
  -- Its id in the buyer's system, which belongs to one vendor.
  supplier_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index vendors_supplier on vendors (supplier_id) where supplier_id is not null;
create index vendors_gstin on vendors (gstin) where gstin is not null;

-- Uploaded papers and pictures. The content lies in the file store under the id.
create table files (
  id uuid primary key,
  vendor_id bigint references vendors,
  kind text not null check (kind in ('avatar', 'pan', 'gst', 'cheque', 'incorporation')),
  media_type text not null,
  original_name text not null,
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now(),
  -- When another took its place; housekeeping removes it later, unless an approval rests on it.
  replaced_at timestamptz
);
create index files_vendor on files (vendor_id);
create index files_replaced on files (replaced_at) where replaced_at is not null;

alter table vendors
  add column pan_document uuid references files,
  add column gst_document uuid references files,
  add column cancelled_cheque uuid references files,
  add column incorporation_certificate uuid references files;

-- A person who signs in.
create table users (
  id bigint primary key default nextval('account_ids'),
  email text not null,
  mobile_number text not null unique,
  -- Null until the person has set one by the link in the mail.
  password_hash text,
  first_name text not null,
  middle_name text,
  last_name text not null,
  is_admin boolean not null default false,
  is_active boolean not null default false,
  -- Null for the buyer's people.
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

-- Captcha answers already used, kept until they expire.
create table captcha_answers (
  digest bytea primary key,
  expires_at timestamptz not null
);

-- Who signs in with a code besides the password. Secrets are encrypted (database/box.ts).
create table second_factors (
  user_id bigint primary key references users,
  -- Null until the first set-up is confirmed by a code.
  secret bytea,
  on_since timestamptz,
  -- The time step of the last accepted code: it and all before it are refused.
  last_step bigint not null default 0,
  -- A set-up, or a move to another device, that waits for its first code.
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

-- Every attempt to sign in. Without a user where nobody has the e-mail that was tried.
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

-- The password was right and a code is awaited: no session, and good for one sign-in only.
create table sign_in_challenges (
  token_hash bytea primary key,
  user_id bigint not null references users,
  sign_in_id bigint not null references sign_ins on delete cascade,
  expires_at timestamptz not null,
  tries smallint not null default 0
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_sign_in on sign_in_challenges (sign_in_id);

-- Changes of identity that a confirmed vendor asks for. Both values are stored under the contract's field names.
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

-- Changes of e-mail addresses: those that wait for their link to be opened, and those done, whose old address still hears of new bank details.
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
