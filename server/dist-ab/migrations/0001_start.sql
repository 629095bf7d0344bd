-- Money is numeric(14,2): at most 999999999999.99, exact. Business dates are dates; only instants are timestamptz.

create extension if not exists pg_trgm;

-- Values of the installation itself, such as the secret that signs document links. Shared by all server processes.
create table settings (
  name text primary key,
  value text not null
);

-- Numbers given in sequence without gaps: the row is locked until the transaction that took a number ends.
create table counters (
  name text primary key,
  value bigint not null
);
insert into counters (name, value) values ('scheme', 0);

create table files (
  id uuid primary key,
  owner_id bigint,
  kind text not null check (kind in ('avatar', 'pan', 'gst', 'cheque', 'incorporation')),
  media_type text not null,
  original_name text not null,
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now()
);
create index files_owner on files (owner_id);

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  mobile_number text not null unique,
  -- Null until the person has set one by the link in the mail.
  password_hash text,
  first_name text not null,
  middle_name text,
  last_name text not null,
  is_admin boolean not null default false,
  is_active boolean not null default false,
  vendor_name text not null,
  vendor_type text,
  vendor_code integer not null unique,
  vendor_address_code text,
  address_line1 text not null,
  address_line2 text not null,
  postal_code text not null,
  country_id text not null,
  state text not null,
  city text not null,
  pan text,
  gstin text,
  avatar uuid references files,
  pan_document uuid references files,
  gst_document uuid references files,
  cancelled_cheque uuid references files,
  incorporation_certificate uuid references files,
  bank_name text,
  account_number text,
  ifsc_code text,
  payment_terms text,
  shipping_terms text,
  system_vendor_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));
create index users_active on users (is_active, id desc);

alter table files add constraint files_owner_fk foreign key (owner_id) references users;

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
create index sessions_user on sessions (user_id, id desc);
create index sessions_expiry on sessions (expires_at);

create table password_resets (
  secret_hash bytea primary key,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id);

-- Captcha answers already used, kept until they would have expired anyway.
create table captcha_answers (
  digest bytea primary key,
  expires_at timestamptz not null
);

-- Fixed windows by key, counted by all server processes together.
create unlogged table rate_limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);

create table idempotency_keys (
  -- 0 for a visitor.
  caller_id bigint not null,
  key text not null,
  operation text not null,
  body_digest bytea not null,
  status smallint not null,
  reply text not null,
  created_at timestamptz not null default now(),
  primary key (caller_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Mail that was sent in a local start without SMTP.
create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  at timestamptz not null default now()
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null for a visitor or the system itself.
  actor_id bigint,
  -- Whose record it is.
  owner_id bigint,
  action text not null,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb
);
create index audit_log_owner on audit_log (owner_id, id desc);
create index audit_log_entity on audit_log (entity, entity_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();

-- Suppliers of the embedded buyer's system, where no ERP is connected.
create table suppliers (
  id bigint generated always as identity primary key,
  -- Lower case. What one vendor is known by again; null is nobody's.
  email text unique,
  name text not null,
  created_at timestamptz not null default now()
);

-- The buyer's item master. Two items may carry one EAN: the lookup then says 'No Exact Match Found.'
create table items (
  id bigint generated always as identity primary key,
  source text not null default 'embedded',
  item_code text not null,
  ean text not null,
  item_name text not null,
  brand_name text,
  category_name text,
  hsn_code text,
  sku_code text,
  uom_code text,
  uom_description text,
  uom_conversion numeric(12, 3) not null default 1,
  mrp numeric(14, 2),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (source, item_code)
);
create index items_ean on items (ean text_pattern_ops);

create table schemes (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users,
  number bigint not null unique,
  name text not null,
  date date not null,
  ean text not null,
  product_name text,
  quantity numeric(12, 3),
  free_quantity numeric(12, 3),
  net_ptr numeric(14, 2),
  uom text,
  discount numeric(6, 3),
  validity date,
  narration text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index schemes_owner on schemes (owner_id, id desc);
create index schemes_owner_date on schemes (owner_id, date);
create index schemes_date on schemes (date);
create index schemes_owner_created on schemes (owner_id, created_at);
create index schemes_created on schemes (created_at);
create index schemes_ean on schemes (owner_id, ean);

create table products (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users,
  item_id bigint references items,
  ean text not null,
  hsn_code text,
  brand_name text,
  category text,
  name text not null,
  sku_code text,
  uom text,
  uom_conversion numeric(12, 3) not null default 1,
  quantity numeric(12, 3) not null,
  shelf_life_days integer not null,
  available_on date,
  mrp numeric(14, 2) not null,
  percentage numeric(15, 12) not null,
  margin numeric(14, 2) not null,
  transfer_price numeric(14, 2) not null,
  net_ptr numeric(14, 2) not null,
  scheme_id bigint references schemes,
  remarks text,
  price_approved boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (owner_id, ean)
);
create index products_owner on products (owner_id, id desc);
create index products_owner_created on products (owner_id, created_at);
create index products_created on products (created_at);
create index products_scheme on products (scheme_id) where scheme_id is not null;
create index products_waiting on products (id) where not price_approved;
create index products_name on products using gin (name gin_trgm_ops);
create index products_sku on products using gin (sku_code gin_trgm_ops);
create index products_ean on products using gin (ean gin_trgm_ops);
