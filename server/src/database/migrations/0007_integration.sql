-- Keys of machines, the feed of changes, and the webhooks that follow it.

-- Keys with which machines call the API, in the role of whoever made them.
create table api_keys (
  id bigint generated always as identity primary key,
  -- The company; null is the buyer.
  vendor_id bigint references vendors,
  user_id bigint not null references users,
  -- The membership whose rights the key has: without it the key has none.
  membership_id bigint references memberships on delete set null,
  name text not null check (length(name) between 1 and 60),
  prefix text not null,
  key_hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  addresses text[] not null default '{}',
  expires_at timestamptz not null check (expires_at <= created_at + interval '366 days'),
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The time when a refusal was last logged, since a forgotten machine may try for ever.
  refused_at timestamptz,
  created_at timestamptz not null
);
create index api_keys_vendor on api_keys (vendor_id, id);
create index api_keys_membership on api_keys (membership_id);

-- Records that changed, in an order in which followers miss none: docs/integrating.md.
create table changes (
  -- The transaction with the smaller id may commit later than another one that writes at once. Changes are read up to the oldest transaction that
  -- still runs, in this order, so that none appears before one that was read.
  transaction_id xid8 not null default pg_current_xact_id(),
  id bigint not null generated always as identity,
  at timestamptz not null default now(),
  entity text not null,
  record_id bigint not null,
  vendor_id bigint not null,
  primary key (transaction_id, id)
);
create index changes_vendor on changes (vendor_id, transaction_id, id);
create index changes_at on changes using brin (at) with (autosummarize = on);

-- Logs the records that a statement wrote. Arguments: the SQL of the entity, of the record's id and of the vendor's id of a row `wrote`, and
-- joins. A table's own rows are distinct and need no sort, which large uploads would wait for.
create function record_changes() returns trigger language plpgsql as $$
declare
  several constant boolean := tg_argv[3] <> '';
begin
  execute format('insert into changes (entity, record_id, vendor_id) select %s %s, %s, %s from %I wrote %s %s',
    case when several then 'distinct' end, tg_argv[0], tg_argv[1], tg_argv[2], case tg_op when 'DELETE' then 'older' else 'newer' end, tg_argv[3],
    case when several then 'order by 1, 2' end);
  return null;
end $$;

-- Endpoints of companies' own systems, which are told which records changed: docs/integrating.md.
create table webhooks (
  id bigint generated always as identity primary key,
  -- The company; null is the buyer, which is told of every vendor's records.
  vendor_id bigint references vendors on delete cascade,
  -- The person who added it.
  user_id bigint not null references users,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- It is encrypted (database/box.ts).
  secret bytea,
  old_secret bytea,
  old_secret_until timestamptz,
  -- The time since which it is on, and what had been committed then, which is not told; null while it is off.
  on_since timestamptz,
  on_from pg_snapshot,
  off_reason text check (off_reason is null or on_since is null),
  -- The rounds without a success since the last one, and the time until which it is left alone.
  failures int not null default 0,
  quiet_until timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null
);
create index webhooks_vendor on webhooks (vendor_id, id);

-- The place up to which the change feed was turned into deliveries: one row.
create table webhook_cursor (
  id boolean primary key default true check (id),
  transaction_id xid8 not null,
  change_id bigint not null
);
insert into webhook_cursor (transaction_id, change_id) values (pg_current_xact_id(), 0);

-- Messages to endpoints about records that changed.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  message_id uuid not null default gen_random_uuid(),
  entity text not null,
  record_id bigint not null,
  vendor_id bigint not null,
  removed boolean not null,
  -- The message's number in the order of the feed: the greater of two about one record is the newer.
  version bigint not null,
  -- The time when the record changed.
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

-- The numbers of messages about records, in the order in which the feed gives their changes, which the ids of changes do not follow where
-- transactions overlap.
create sequence webhook_versions;
select setval('webhook_versions', 1);
