-- Leave: on these days, of India's calendar, the other member of the same company has the role too.
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
