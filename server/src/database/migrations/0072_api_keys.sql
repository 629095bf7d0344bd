-- Keys with which machines call the API, in the role of whoever made them.
create table api_keys (
  id bigint generated always as identity primary key,
  -- The company; null is the buyer.
  vendor_id bigint references vendors,
  user_id bigint not null references users,
  -- Gone with the membership, and with it the key's rights.
  membership_id bigint references memberships on delete set null,
  name text not null check (length(name) between 1 and 60),
  prefix text not null,
  key_hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  addresses text[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '366 days'),
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- When a refusal was last logged, since a forgotten machine may try for ever.
  refused_at timestamptz
);
create index api_keys_vendor on api_keys (vendor_id, id);
create index api_keys_membership on api_keys (membership_id);

alter table audit_log add column key_id bigint references api_keys;
