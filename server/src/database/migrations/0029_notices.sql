-- What a member is told in the portal: the events of the mails that can be switched off, a row for each member of the receiving company,
-- or for the one of the buyer's people who gets the mail. Housekeeping deletes it after 90 days.
create table notices (
  id bigint generated always as identity primary key,
  member_id bigint not null references memberships on delete cascade,
  kind text not null,
  -- What the mail says, as in `mails`.
  content jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz
);
create index notices_member on notices (member_id, id);
create index notices_age on notices (created_at);

-- Kinds of notice that people switched off; everything else is on.
create table notices_off (
  user_id bigint not null references users on delete cascade,
  kind text not null,
  primary key (user_id, kind)
);
