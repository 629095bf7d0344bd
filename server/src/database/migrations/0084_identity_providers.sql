-- Sign-in by a company's identity provider (OpenID Connect).

create table idps (
  id bigint generated always as identity primary key,
  -- Null: the buyer.
  vendor_id bigint references vendors on delete cascade,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- Encrypted (database/box.ts). Null: a public client.
  client_secret bytea,
  domains text[] not null default '{}',
  required boolean not null default false,
  -- In which new people of the domains are invited. Null: nobody is.
  default_role text,
  trust_mfa boolean not null default false,
  -- In whose name they are invited.
  saved_by bigint not null references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint idps_client unique (issuer, client_id)
);
create index idps_vendor on idps (vendor_id);

-- Who somebody is for an issuer. An e-mail address links nobody.
create table identities (
  issuer text not null,
  -- `sub`; of Entra ID tenant and object id.
  subject text not null,
  user_id bigint not null references users on delete cascade,
  linked_at timestamptz not null default clock_timestamp(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- Between the button and the return from the provider: good for one answer.
create table idp_attempts (
  state_hash bytea primary key,
  -- Of what the browser stores that began.
  secret_hash bytea not null,
  idp_id bigint not null references idps on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'link', 'invitation')),
  -- Who links the account.
  user_id bigint references users on delete cascade,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null,
  check ((user_id is not null) = (purpose = 'link'))
);
create index idp_attempts_idp on idp_attempts (idp_id);
create index idp_attempts_user on idp_attempts (user_id);

-- Whom a provider has named: accepts an invitation in the place of a password.
create table idp_proofs (
  secret_hash bytea primary key,
  idp_id bigint not null references idps on delete cascade,
  subject text not null,
  expires_at timestamptz not null
);
create index idp_proofs_idp on idp_proofs (idp_id);

-- The provider that began it, and whether that has asked for a second factor which the settings trust.
alter table sessions
  add column idp_id bigint references idps on delete cascade,
  add column idp_mfa boolean not null default false;
create index sessions_idp on sessions (idp_id) where idp_id is not null;
-- A code is asked for after the provider's answer.
alter table sign_in_challenges
  add column idp_id bigint references idps on delete cascade;
create index sign_in_challenges_idp on sign_in_challenges (idp_id) where idp_id is not null;
