-- What all domains use: the audit log, mail, and what server processes agree on.

-- Append-only. It outlives what it is about, so it references nothing.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null for a visitor or the system itself.
  actor_id bigint,
  -- Whose record it is.
  vendor_id bigint,
  action text not null,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb
);
create index audit_log_vendor on audit_log (vendor_id, id);
create index audit_log_entity on audit_log (entity, entity_id, id);
create index audit_log_actor on audit_log (actor_id, id);
create index audit_log_action on audit_log (action, id);
-- Entries come in the order of their time.
create index audit_log_at on audit_log using brin (at) with (autosummarize = on);
-- Changes of bank, tax and documents of a user; its first entry is none. The fields are the contract's SENSITIVE_FIELDS.
create index audit_log_sensitive on audit_log (id) where entity = 'user' and before ?| array[
  'bankName', 'accountNumber', 'IFSCCode', 'pan', 'gstin', 'panDocument', 'gstDocument', 'cancelledCheque', 'certiOfIncorporation'];

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();

-- Up to which sensitive change an administrator has looked.
create table audit_seen (
  user_id bigint primary key references users,
  entry_id bigint not null
);

-- Mail queue. A row is written in the transaction of the change that it reports, and a job of the server sends it.
create table mails (
  id bigint generated always as identity primary key,
  -- Its Message-ID, the same at every try.
  message_id uuid not null default gen_random_uuid() unique,
  kind text not null,
  -- Whose switches count, and whose address and name apply where the mail has none of its own.
  user_id bigint not null references users,
  recipient text,
  -- What it says; a list where several calls share one mail. It may hold a secret link, so it is removed once the mail is sent.
  content jsonb,
  -- 'sending' without an end becomes 'unknown': whether the mail server took it cannot be found out. 'merged': part of another mail.
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'failed', 'unknown', 'expired', 'unwanted', 'merged')),
  tries smallint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp(),
  -- When its link ends.
  expires_at timestamptz,
  tried_at timestamptz,
  error text,
  check ((content is not null) = (state in ('waiting', 'sending')))
);
create index mails_due on mails (due_at, id) where state = 'waiting';
create index mails_gathered on mails (user_id, kind, created_at) where state = 'waiting';
create index mails_open on mails (state, tried_at) where state in ('waiting', 'sending', 'failed', 'unknown');
create index mails_age on mails (created_at);

-- Kinds of mail that people switched off; everything else is on.
create table mails_off (
  user_id bigint not null references users,
  kind text not null,
  primary key (user_id, kind)
);

-- Mail of a local start without SMTP.
create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  at timestamptz not null default now()
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

-- A job that one process does at a time: it holds the lease and renews it; if it dies, the lease expires by the database clock.
create table leases (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null
);

-- How the last runs of the background jobs went, in whichever process, for the metrics.
create table job_runs (
  job text primary key,
  ran_at timestamptz not null,
  succeeded_at timestamptz,
  failures bigint not null default 0
);
