-- Sessions, and the proofs by which people sign in.

create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users,
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text,
  address text,
  -- The membership that a session acts in.
  membership_id bigint not null references memberships on delete cascade,
  -- The provider that began the session, and whether it asked for a second factor that the settings trust.
  idp_id bigint references idps on delete cascade,
  idp_mfa boolean not null default false,
  -- The last time when a person without a password proved the own identity at the provider, in place of a password.
  confirmed_at timestamptz,
  -- The time when the password or the provider proved the person: seven days later the session ends, whatever company it changed to.
  proved_at timestamptz not null,
  -- The second step of that sign-in; null where none was asked for.
  second_factor text check (second_factor in ('code', 'recovery code')),
  created_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id, id);
create index sessions_expiry on sessions (expires_at);
create index sessions_membership on sessions (membership_id);
create index sessions_idp on sessions (idp_id) where idp_id is not null;

-- Links with which a person sets a password.
create table password_resets (
  secret_hash bytea primary key,
  user_id bigint not null references users,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index password_resets_user on password_resets (user_id);

-- Captcha answers that were used, kept until they expire.
create table captcha_answers (
  digest bytea primary key,
  expires_at timestamptz not null
);

-- The codes with which people sign in besides their password. Secrets are encrypted (database/box.ts).
create table second_factors (
  user_id bigint primary key references users,
  -- It is null until the first set-up is confirmed by a code.
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

-- Codes that sign in once where the device is lost.
create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Every attempt to sign in. It has no user where nobody has the e-mail that was tried.
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
  tries smallint not null default 0,
  -- True once the password, and the code where one is asked for, were right: the sign-in waits for the choice of a company.
  proved boolean not null default false,
  -- The provider after whose answer the code is asked for; null after a password.
  idp_id bigint references idps on delete cascade
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_sign_in on sign_in_challenges (sign_in_id);
create index sign_in_challenges_idp on sign_in_challenges (idp_id) where idp_id is not null;

-- Changes of e-mail addresses that wait for their link to be opened, and those done: the old address still hears of new bank details.
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

-- The person that a provider knows by a subject; an e-mail address links nobody. A link is with one provider and ends with it, since the
-- same issuer may serve several companies.
create table identities (
  idp_id bigint not null references idps on delete cascade,
  -- The claim `sub`; for Entra ID the tenant and the object id.
  subject text not null,
  user_id bigint not null references users on delete cascade,
  linked_at timestamptz not null default clock_timestamp(),
  primary key (idp_id, subject)
);
create index identities_user on identities (user_id);

-- Sign-ins between the button and the return from the provider. Each is good for one answer.
create table idp_attempts (
  state_hash bytea primary key,
  -- The hash of what the browser that began stores.
  secret_hash bytea not null,
  idp_id bigint not null references idps on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'link', 'invitation', 'confirm')),
  -- The person who links the account or confirms its identity.
  user_id bigint references users on delete cascade,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null,
  check ((user_id is not null) = (purpose in ('link', 'confirm')))
);
create index idp_attempts_idp on idp_attempts (idp_id);
create index idp_attempts_user on idp_attempts (user_id);

-- Proofs that a provider has named somebody: each accepts an invitation in place of a password.
create table idp_proofs (
  secret_hash bytea primary key,
  idp_id bigint not null references idps on delete cascade,
  subject text not null,
  expires_at timestamptz not null
);
create index idp_proofs_idp on idp_proofs (idp_id);
