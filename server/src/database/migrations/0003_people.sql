-- The people who sign in, their roles in companies, and who invites whom.

-- A person who signs in.
create table users (
  id bigint primary key default nextval('account_ids'),
  email text not null,
  mobile_number text not null unique,
  -- It is null until the person has set one by the link in the mail.
  password_hash text,
  first_name text not null,
  middle_name text,
  last_name text not null,
  is_admin boolean not null default false,
  is_active boolean not null default false,
  avatar uuid references files,
  -- The company that the record of an invited person shows; null for the others, who show the company of the same id.
  company_id bigint references vendors,
  -- The vendor that has this person as its first user, with the same id; null for the buyer's people and for invited people.
  vendor_id bigint
    generated always as (case when is_admin or company_id is not null then null else id end) stored references vendors,
  -- The language of the mails to this user.
  language text not null default 'en' check (language in ('en', 'hi')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));
create index users_active on users (is_active, id);

-- The people of a company, and what each of them may do for it.
create table memberships (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- The company; null is the buyer.
  vendor_id bigint references vendors on delete cascade,
  role text not null,
  -- The highest price that an approver may approve, or the highest value that accounts may release; null where there is no limit.
  limit_amount numeric(14,2) check (limit_amount > 0),
  -- The only sites that the member acts for; null for every site. It is an array, so that a session gets it with its membership, and
  -- sites.ts keeps sites that are named here.
  site_ids bigint[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint memberships_person unique nulls not distinct (user_id, vendor_id),
  check (case when vendor_id is null then role in ('administrator', 'buyer', 'receiver', 'accounts', 'approver', 'auditor')
    else role in ('owner', 'orders', 'dispatch', 'billing', 'reader') end),
  constraint memberships_limit check (limit_amount is null or role in ('approver', 'accounts')),
  constraint memberships_sites check (site_ids is null or (role in ('buyer', 'receiver') and cardinality(site_ids) > 0))
);
create index memberships_vendor on memberships (vendor_id, role);

-- Leave of members: on these days of India's calendar the other member of the same company has the role too.
create table delegations (
  id bigint generated always as identity primary key,
  from_membership bigint not null references memberships on delete cascade,
  to_membership bigint not null references memberships on delete cascade,
  from_day date not null,
  to_day date not null,
  check (from_day <= to_day),
  check (from_membership <> to_membership)
);
create index delegations_to on delegations (to_membership, to_day);
create index delegations_from on delegations (from_membership);

-- Identity providers of companies (OpenID Connect).
create table idps (
  id bigint generated always as identity primary key,
  -- The company; null is the buyer.
  vendor_id bigint references vendors on delete cascade,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- It is encrypted (database/box.ts); null for a public client.
  client_secret bytea,
  domains text[] not null default '{}',
  required boolean not null default false,
  -- The role in which new people of the domains are invited; null where nobody is.
  default_role text,
  trust_mfa boolean not null default false,
  -- The person in whose name they are invited.
  saved_by bigint not null references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint idps_client unique (issuer, client_id)
);
create index idps_vendor on idps (vendor_id);

-- Open invitations. One that is accepted or withdrawn is gone; the log tells of it.
create table invitations (
  id bigint generated always as identity primary key,
  -- The company; null is the buyer.
  vendor_id bigint references vendors on delete cascade,
  email text not null,
  role text not null,
  limit_amount numeric(14,2),
  secret_hash bytea not null unique,
  invited_by bigint not null references users,
  expires_at timestamptz not null,
  site_ids bigint[],
  -- The provider that invites in the name of its administrator: the invitation ends with it. It is null where a person has invited.
  idp_id bigint references idps on delete cascade,
  constraint invitations_sites check (site_ids is null or (role in ('buyer', 'receiver') and cardinality(site_ids) > 0))
);
create unique index invitations_open on invitations (vendor_id, lower(email)) nulls not distinct;

-- Owners invite to their own company, administrators to any. Nobody invites who is inactive or belongs to an inactive vendor.
create function may_invite(inviter_id bigint, inviting_id bigint) returns boolean language sql stable as $$
  select exists (
    select from memberships sender join users person on person.id = sender.user_id left join users first_user on first_user.id = sender.vendor_id
    where sender.user_id = inviter_id and person.is_active and coalesce(first_user.is_active, true)
      and case when sender.vendor_id is null then sender.role = 'administrator'
        else sender.role = 'owner' and sender.vendor_id = inviting_id end)
$$;

-- An invitation ends when its sender loses the right to send it, on whatever path: another role, no membership, no active account.
create function end_invitations() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    delete from invitations where (invited_by = new.id or vendor_id = new.id) and not may_invite(invited_by, vendor_id);
  else
    delete from invitations where invited_by = old.user_id and not may_invite(invited_by, vendor_id);
  end if;
  return null;
end $$;
create trigger memberships_end_invitations after update of role, vendor_id, user_id or delete on memberships
  for each row execute function end_invitations();
create trigger users_end_invitations after update of is_active on users
  for each row when (old.is_active and not new.is_active) execute function end_invitations();
