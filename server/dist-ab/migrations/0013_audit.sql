-- What administrators filter the log by. Entries come in the order of their time, so that its index may be a small one.
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_action on audit_log (action, id desc);
create index audit_log_at on audit_log using brin (at) with (autosummarize = on);

-- Changes of bank, tax and documents of a user; its first entry is none. The fields are those of the contract's SENSITIVE_FIELDS.
create index audit_log_sensitive on audit_log (id desc) where entity = 'user' and before ?| array[
  'bankName', 'accountNumber', 'IFSCCode', 'pan', 'gstin', 'panDocument', 'gstDocument', 'cancelledCheque', 'certiOfIncorporation'];

-- Up to which of them an administrator has looked.
create table audit_seen (
  user_id bigint primary key references users,
  entry_id bigint not null
);
