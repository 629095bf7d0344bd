-- A session keeps how it was proved through every change of company. Sessions of before do not tell it, and end.
delete from sessions;
alter table sessions
  -- When the password, or the provider, proved who it is: seven days later the session ends, whatever company it changed to.
  add column proved_at timestamptz not null,
  -- The second step of that sign-in. Null: none was asked for.
  add column second_factor text check (second_factor in ('code', 'recovery code'));

-- A link is with one provider, and ends with it: the same issuer may serve several companies.
create temporary table links on commit drop as
  select idps.id as idp_id, subject, identities.user_id, linked_at
  from identities join idps on idps.issuer = identities.issuer
  join memberships on memberships.user_id = identities.user_id and memberships.vendor_id is not distinct from idps.vendor_id;
drop table identities;
create table identities (
  idp_id bigint not null references idps on delete cascade,
  -- `sub`; of Entra ID tenant and object id.
  subject text not null,
  user_id bigint not null references users on delete cascade,
  linked_at timestamptz not null default clock_timestamp(),
  primary key (idp_id, subject)
);
create index identities_user on identities (user_id);
insert into identities select * from links;
