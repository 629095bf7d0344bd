-- Since when an administrator stands for GST number, PAN and bank details. Null: nobody does yet, and the vendor may still change them.
alter table users add column identity_confirmed_at timestamptz;
update users set identity_confirmed_at = clock_timestamp() where is_active;
create index users_gstin on users (gstin) where gstin is not null;

-- Changes of identity that a confirmed vendor asks for. Both values are kept by the names of the code's fields.
create table identity_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  changes jsonb not null,
  previous jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'refused', 'withdrawn', 'superseded')),
  requested_by bigint not null references users,
  requested_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  decided_by bigint references users,
  decided_at timestamptz,
  reason text,
  check ((state = 'pending') = (decided_at is null))
);
create unique index identity_requests_pending on identity_requests (user_id) where state = 'pending';

-- Changes of e-mail addresses: those that wait for their link to be opened, and those done, whose old address still hears of new bank details.
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
