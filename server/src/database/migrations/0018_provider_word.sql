-- A company's sign-in provider vouches for that company alone. A person who works for no other company may change password, e-mail and
-- second factor on its word; the account keeps which, and none of them opens a company that the person joins later.
alter table users add column password_by_provider boolean not null default false;
-- From the moment when the change is asked for.
alter table users add column email_by_provider boolean not null default false;
alter table second_factors add column by_provider boolean not null default false;

-- Ends what a provider's word has set, with the sessions that such a password began. A mailbox stays: whoever lets the person in has
-- written to it. Locks the person first, so that a change and a joining wait for each other.
create function forget_provider_word(person bigint) returns boolean language plpgsql as $$
declare
  marked record;
  factors integer;
begin
  select password_by_provider as password, email_by_provider as email into marked from users where id = person for no key update;
  delete from second_factors where user_id = person and by_provider;
  get diagnostics factors = row_count;
  if marked.email then
    delete from email_changes where user_id = person and changed_at is null;
  end if;
  if marked.password then
    delete from sessions where user_id = person and idp_id is null;
  end if;
  if marked.password or marked.email then
    update users set password_by_provider = false, email_by_provider = false,
      password_hash = case when marked.password then null else password_hash end
    where id = person;
  end if;
  perform pg_notify('session_changed', person::text);
  return coalesce(marked.password, false) or factors > 0;
end $$;

create function join_company() returns trigger language plpgsql as $$
begin
  perform forget_provider_word(new.user_id);
  return null;
end $$;
create trigger memberships_join after insert or update of vendor_id, user_id on memberships
  for each row execute function join_company();
