-- Mails and notices.

-- The queue of mails. A row is written in the transaction of the change that it reports, and a job of the server sends it.
create table mails (
  id bigint generated always as identity primary key,
  -- The Message-ID, the same at every try.
  message_id uuid not null default gen_random_uuid() unique,
  kind text not null,
  -- The user whose switches count, and whose address and name apply where the mail has none of its own.
  user_id bigint references users,
  recipient text,
  -- The values of its text; a list where several calls share one mail. It may hold a secret link, so it is removed once the mail is sent.
  content jsonb,
  -- A mail that stays 'sending' becomes 'unknown': nobody can find out whether the mail server took it. A 'merged' mail is part of another.
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'failed', 'unknown', 'expired', 'unwanted', 'merged')),
  tries smallint not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  -- The time when its link ends.
  expires_at timestamptz,
  tried_at timestamptz,
  error text,
  -- The member who is told, so that a person who is in several companies gets a mail for each; null for a mail about the account, or to an
  -- address.
  member_id bigint,
  created_at timestamptz not null default clock_timestamp(),
  check ((content is not null) = (state in ('waiting', 'sending'))),
  check (user_id is not null or recipient is not null)
);
create index mails_due on mails (due_at, id) where state = 'waiting';
create index mails_gathered on mails (user_id, kind, created_at) where state = 'waiting';
create index mails_open on mails (state, tried_at) where state in ('waiting', 'sending', 'failed', 'unknown');
create index mails_age on mails (created_at);
create index mails_outside on mails (recipient, kind, created_at) where state = 'waiting' and user_id is null;

-- Kinds of mail that people switched off; everything else is on.
create table mails_off (
  user_id bigint not null references users,
  kind text not null,
  primary key (user_id, kind)
);

-- The mails of a local start without SMTP.
create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  at timestamptz not null default now()
);

-- Notices to members in the portal: the events of the mails that can be switched off, a row for each member of the receiving company,
-- or for the one of the buyer's people who gets the mail. Housekeeping deletes it after 90 days.
create table notices (
  id bigint generated always as identity primary key,
  member_id bigint not null references memberships on delete cascade,
  kind text not null,
  -- The values of its text, as in `mails`.
  content jsonb not null,
  read_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index notices_member on notices (member_id, id);
create index notices_age on notices (created_at);

-- Kinds of notice that people switched off; everything else is on.
create table notices_off (
  user_id bigint not null references users on delete cascade,
  kind text not null,
  primary key (user_id, kind)
);
