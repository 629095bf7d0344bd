-- An invitation ends when its sender loses the right to send it, on whatever path: another role, no membership, no active account.
alter table invitations
  -- The provider that invites in the name of its administrator: the invitation ends with it. Null: a person has invited.
  add column idp_id bigint references idps on delete cascade;

-- Owners invite to their own company, administrators to any. Who is inactive, or whose vendor is, invites nobody.
create function may_invite(inviter_id bigint, inviting_id bigint) returns boolean language sql stable as $$
  select exists (
    select from memberships sender join users person on person.id = sender.user_id left join users first_user on first_user.id = sender.vendor_id
    where sender.user_id = inviter_id and person.is_active and coalesce(first_user.is_active, true)
      and case when sender.vendor_id is null then sender.role = 'administrator'
        else sender.role = 'owner' and sender.vendor_id = inviting_id end)
$$;

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
delete from invitations where not may_invite(invited_by, vendor_id);
