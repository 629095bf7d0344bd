-- The controls of payments: who may pay what, and how many people it takes.

-- An installation that exists stays as it was: its preset is "As entered".
alter table portal_settings
  -- The preset whose rules apply: As entered, Matched or approved, or Strict.
  add column preset text not null default 'entered' check (preset in ('entered', 'matched', 'strict')),
  -- If true, a person who entered a document does not approve or pay it, and one who approved it does not pay it.
  add column duties boolean not null default false,
  -- If true, a change of a vendor's bank details is requested by one person and approved by another, and applies after the waiting time.
  add column bank_two_people boolean not null default false,
  add column bank_wait_hours integer not null default 24 check (bank_wait_hours between 0 and 240),
  -- If true, a payment that a vendor adds settles nothing until the buyer has confirmed it.
  add column vendor_payments_reported boolean not null default false,
  -- Limits in rupees by role: of one document, and of what one person approves, and of what it pays, in a day. Null is no limit.
  add column limit_administrator numeric(14, 2) check (limit_administrator > 0),
  add column limit_accounts numeric(14, 2) check (limit_accounts > 0),
  add column limit_approver numeric(14, 2) check (limit_approver > 0),
  add column day_limit_administrator numeric(14, 2) check (day_limit_administrator > 0),
  add column day_limit_accounts numeric(14, 2) check (day_limit_accounts > 0),
  add column day_limit_approver numeric(14, 2) check (day_limit_approver > 0),
  -- Null until an administrator has looked at the controls and saved them.
  add column controls_reviewed_at timestamptz,
  -- Weaker controls that wait until somebody else confirms them, and the persons who asked for them.
  add column waiting_controls jsonb,
  add column waiting_controls_by bigint[],
  add column waiting_controls_at timestamptz,
  add check (num_nulls(waiting_controls, waiting_controls_by, waiting_controls_at) in (0, 3));

-- The persons for whom the actor acted with a right that only they gave it; null for most.
alter table audit_log add column acting_for bigint[];
-- The decisions of a day, by which limits are kept.
create index audit_log_decided on audit_log (at)
  where action in ('invoice.approve', 'invoice.release', 'payment.create', 'payment.change');

-- Roles at the buyer that people lost a short time ago. They still count where controls ask how many people there are, so that nobody
-- loosens the controls by deactivating colleagues.
create table ended_roles (
  user_id bigint not null references users on delete cascade,
  role text not null,
  ended_at timestamptz not null default clock_timestamp()
);
create index ended_roles_at on ended_roles (ended_at);

create function keep_ended_roles() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    insert into ended_roles (user_id, role) select user_id, role from memberships where user_id = new.id and vendor_id is null;
  else
    insert into ended_roles (user_id, role) select old.user_id, old.role from users where id = old.user_id and is_active;
  end if;
  return null;
end $$;
create trigger memberships_ended after update of role, vendor_id, user_id or delete on memberships
  for each row when (old.vendor_id is null) execute function keep_ended_roles();
create trigger users_ended_roles after update of is_active on users
  for each row when (old.is_active and not new.is_active) execute function keep_ended_roles();
