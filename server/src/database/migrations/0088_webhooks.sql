-- Endpoints of companies' own systems, which are told which records changed: docs/integrating.md.
create table webhooks (
  id bigint generated always as identity primary key,
  -- The company; null is the buyer, which is told of every vendor's records.
  vendor_id bigint references vendors on delete cascade,
  -- Who added it.
  user_id bigint not null references users,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- Encrypted (database/box.ts).
  secret bytea,
  old_secret bytea,
  old_secret_until timestamptz,
  -- Since when, and what had been committed then, which is not told. Null: off.
  on_since timestamptz,
  on_from pg_snapshot,
  off_reason text check (off_reason is null or on_since is null),
  -- Rounds without a success since the last one, and until when it is left alone.
  failures int not null default 0,
  quiet_until timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null
);
create index webhooks_vendor on webhooks (vendor_id, id);

-- Up to where the change feed was turned into deliveries. One row.
create table webhook_cursor (
  id boolean primary key default true check (id),
  transaction_id xid8 not null,
  change_id bigint not null
);
insert into webhook_cursor (transaction_id, change_id) values (pg_current_xact_id(), 0);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  message_id uuid not null default gen_random_uuid(),
  entity text not null,
  record_id bigint not null,
  vendor_id bigint not null,
  removed boolean not null,
  -- The change's place in the feed: of two of one record, the greater is the newer.
  version bigint not null,
  -- When the record changed.
  at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  tries int not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  tried_at timestamptz,
  status int,
  error text
);
-- A record waits once, with its last change: an endpoint is told of its changes in order, and of no more than there are records.
create unique index webhook_deliveries_waiting on webhook_deliveries (webhook_id, entity, record_id) where state = 'waiting';
create index webhook_deliveries_next on webhook_deliveries (webhook_id, id) where state = 'waiting';
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_at on webhook_deliveries using brin (at) with (autosummarize = on);
