-- As before, but whether anything names a registration is asked of the foreign keys: a new table that names registrations changes nothing here.
create or replace function follow_profile() returns trigger language plpgsql as $$
declare
  main registrations;
  today constant date := (now() at time zone 'Asia/Kolkata')::date;
  starts date;
  located constant text := concat_ws(', ', new.address_line1, new.address_line2, new.city);
  state constant text := substring(new.gstin from '^\d{2}');
begin
  select * into main from registrations where vendor_id = new.id and is_main for update;
  if main.gstin is distinct from new.gstin then
    begin
      delete from registrations where id = main.id;
    exception when foreign_key_violation then
      -- What documents name ends the day before.
      update registrations set is_main = false, valid_to = greatest(valid_from, today - 1) where id = main.id;
      starts := today;
    end;
    update registrations set is_main = true, valid_to = null, confirmed_at = coalesce(confirmed_at, new.identity_confirmed_at)
    where id = (select id from registrations where vendor_id = new.id and gstin = new.gstin order by valid_from desc nulls last limit 1);
    if not found and new.gstin is not null then
      insert into registrations (vendor_id, is_main, kind, gstin, legal_name, valid_from)
      values (new.id, true, gstin_kind(new.gstin), new.gstin, new.legal_name, starts);
    end if;
  end if;
  update registrations
  set legal_name = new.legal_name, address = located, postal_code = new.postal_code, state_code = state,
    confirmed_at = new.identity_confirmed_at, updated_at = clock_timestamp()
  where vendor_id = new.id and is_main and (legal_name, address, postal_code, state_code, confirmed_at)
    is distinct from (new.legal_name, located, new.postal_code, state, new.identity_confirmed_at);
  return null;
end $$;
