-- Mail on its way. A row is written in the transaction of the change that it tells of, and a job of the server sends it.
create table mails (
  id bigint generated always as identity primary key,
  -- Its Message-ID, the same at every try.
  message_id uuid not null default gen_random_uuid() unique,
  kind text not null,
  -- Whose switches count, and whose address and name where the mail has none of its own.
  user_id bigint not null,
  recipient text,
  -- What it tells; a list where several calls are told by one mail. It may hold a secret link, so it goes once the mail has gone.
  content jsonb,
  -- 'sending' that nobody ends is 'unknown': whether the mail server took it can not be found out. 'merged' is told by another mail.
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

-- What people switched off; everything else is on.
create table mails_off (
  user_id bigint not null references users,
  kind text not null,
  primary key (user_id, kind)
);
