-- The audit log.

-- The audit log is append-only. It outlives its subjects, so it references only keys, which are never deleted.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- The user; null for a visitor or the system itself.
  actor_id bigint,
  -- The vendor that the record belongs to.
  vendor_id bigint,
  action text not null,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  key_id bigint references api_keys
);
create index audit_log_vendor on audit_log (vendor_id, id);
create index audit_log_entity on audit_log (entity, entity_id, id);
create index audit_log_actor on audit_log (actor_id, id);
create index audit_log_action on audit_log (action, id);
-- Entries come in the order of their time, so that a small index does.
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

-- The last sensitive change that an administrator has looked at.
create table audit_seen (
  user_id bigint primary key references users,
  entry_id bigint not null
);
