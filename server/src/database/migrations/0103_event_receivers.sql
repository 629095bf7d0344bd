-- Which roles are told of which event, of the buyer's people and of vendors. Where nobody has one of the roles, owners or administrators are told.
create table event_receivers (
  side text not null check (side in ('buyer', 'vendor')),
  kind text not null,
  mail_roles text[] not null,
  notice_roles text[] not null,
  -- Other e-mail addresses of the buyer that get the mail.
  addresses text[] not null default '{}',
  updated_at timestamptz not null default clock_timestamp(),
  primary key (side, kind),
  check (side = 'buyer' or addresses = '{}')
);

insert into event_receivers (side, kind, mail_roles, notice_roles)
select 'vendor', kind, '{owner}', '{owner,orders,dispatch,billing,reader}'
from unnest('{prices,payments,orders,amendments,answers,invoices,reminders}'::text[]) kind;
insert into event_receivers (side, kind, mail_roles, notice_roles)
select 'buyer', kind, '{administrator,buyer}', '{administrator,buyer}' from unnest('{answers,reminders}'::text[]) kind;
insert into event_receivers (side, kind, mail_roles, notice_roles)
select 'buyer', 'changes', roles, roles
from portal_settings, lateral (select case identity_mail_to
  when 'administrators' then '{administrator}'
  when 'deciders' then '{administrator,approver}'
  else '{administrator,buyer,receiver,accounts,approver,auditor}' end::text[] as roles) chosen;
alter table portal_settings drop column identity_mail_to;

-- The member who is told, so that a person who is in several companies gets a mail for each; null: a mail about the account, or one to an address.
alter table mails add column member_id bigint;
alter table mails alter column user_id drop not null;
alter table mails add check (user_id is not null or recipient is not null);
create index mails_outside on mails (recipient, kind, created_at) where state = 'waiting' and user_id is null;
