-- The people of a company, and what each of them may do for it.

-- Of a person who was invited: the company that the user record shows. Null: the company of the same id.
alter table users add column company_id bigint references vendors;
-- The vendor whose first user this is: it has the same id. Null for the buyer's people and for people who were invited.
alter table users drop column vendor_id;
alter table users add column vendor_id bigint
  generated always as (case when is_admin or company_id is not null then null else id end) stored references vendors;

create table memberships (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- Null: the buyer.
  vendor_id bigint references vendors on delete cascade,
  role text not null,
  -- An approver's: the highest price that it may approve. Null: any.
  limit_amount numeric(14,2) check (limit_amount > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint memberships_person unique nulls not distinct (user_id, vendor_id),
  check (case when vendor_id is null then role in ('administrator', 'buyer', 'receiver', 'accounts', 'approver', 'auditor')
    else role in ('owner', 'orders', 'dispatch', 'billing', 'reader') end),
  check (limit_amount is null or role = 'approver')
);
create index memberships_vendor on memberships (vendor_id, role);

insert into memberships (user_id, vendor_id, role)
select id, vendor_id, case when is_admin then 'administrator' else 'owner' end from users;

-- The membership that a session acts in.
alter table sessions add column membership_id bigint references memberships on delete cascade;
update sessions set membership_id = memberships.id from memberships where memberships.user_id = sessions.user_id;
alter table sessions alter column membership_id set not null;
create index sessions_membership on sessions (membership_id);

-- Open invitations. One that is accepted or withdrawn is gone; the log tells of it.
create table invitations (
  id bigint generated always as identity primary key,
  -- Null: the buyer.
  vendor_id bigint references vendors on delete cascade,
  email text not null,
  role text not null,
  limit_amount numeric(14,2),
  secret_hash bytea not null unique,
  invited_by bigint not null references users,
  expires_at timestamptz not null
);
create unique index invitations_open on invitations (vendor_id, lower(email)) nulls not distinct;

-- Of a sign-in whose password, and code where one is asked for, were right: it waits for the choice of a company.
alter table sign_in_challenges add column proved boolean not null default false;
