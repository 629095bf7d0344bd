-- Who signs in with a code besides the password. Secrets are encrypted (database/box.ts).
create table second_factors (
  user_id bigint primary key references users,
  -- Null until the first set-up is confirmed by a code.
  secret bytea,
  on_since timestamptz,
  -- The time step of the code that counted last: it and all before it count no more.
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

-- Every try to sign in, for its owner to look at. Without an owner: nobody has the e-mail that was tried.
create table sign_ins (
  id bigint generated always as identity primary key,
  user_id bigint references users,
  at timestamptz not null,
  address text,
  user_agent text,
  result text not null check (result in ('signed-in', 'wrong-password', 'code-asked', 'wrong-code')),
  second_factor text check (second_factor in ('code', 'recovery code'))
);
create index sign_ins_user on sign_ins (user_id, id desc);
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
