-- Vendors without a GST registration, such as farmers. Their main registration is that of an unregistered person.

alter table vendors add column kind text not null default 'regular' check (kind in ('regular', 'unregistered')),
  add constraint vendors_unregistered check (kind <> 'unregistered' or gstin is null);

-- The current GST code of a state of India by its ISO 3166-2 code, which says where an unregistered vendor supplies from.
create function state_gst_code(key text) returns text language sql immutable parallel safe as $$
  select code from (values
    ('IN-AN', '35'), ('IN-AP', '37'), ('IN-AR', '12'), ('IN-AS', '18'), ('IN-BR', '10'), ('IN-CH', '04'), ('IN-CG', '22'), ('IN-DH', '26'),
    ('IN-DL', '07'), ('IN-GA', '30'), ('IN-GJ', '24'), ('IN-HR', '06'), ('IN-HP', '02'), ('IN-JK', '01'), ('IN-JH', '20'), ('IN-KA', '29'),
    ('IN-KL', '32'), ('IN-LA', '38'), ('IN-LD', '31'), ('IN-MP', '23'), ('IN-MH', '27'), ('IN-MN', '14'), ('IN-ML', '17'), ('IN-MZ', '15'),
    ('IN-NL', '13'), ('IN-OD', '21'), ('IN-PY', '34'), ('IN-PB', '03'), ('IN-RJ', '08'), ('IN-SK', '11'), ('IN-TN', '33'), ('IN-TS', '36'),
    ('IN-TR', '16'), ('IN-UP', '09'), ('IN-UK', '05'), ('IN-WB', '19')) states (iso, code) where iso = key
$$;

-- A vendor's main registration follows its profile. The foreign keys tell whether documents name a registration: a new table that names
-- registrations changes nothing here. Where a confirmed vendor becomes registered, or is no longer, the days before keep what held then.
create or replace function follow_profile() returns trigger language plpgsql as $$
declare
  main registrations;
  today constant date := (now() at time zone 'Asia/Kolkata')::date;
  starts date;
  located constant text := concat_ws(', ', new.address_line1, new.address_line2, new.city);
  state constant text := case when new.kind = 'unregistered' then state_gst_code(new.state) else substring(new.gstin from '^\d{2}') end;
  is_registered constant boolean := new.gstin is not null or new.kind = 'unregistered';
  crosses boolean;
begin
  select * into main from registrations where vendor_id = new.id and is_main for update;
  if main.code is distinct from (case when is_registered then coalesce(new.gstin, 'URP') end) then
    crosses := coalesce(main.kind = 'unregistered', false) <> (new.kind = 'unregistered');
    begin
      if crosses and main.confirmed_at is not null then
        raise foreign_key_violation;
      end if;
      delete from registrations where id = main.id;
    exception when foreign_key_violation then
      -- A registration that documents name ends the day before.
      update registrations set is_main = false, valid_to = greatest(valid_from, today - 1) where id = main.id;
      starts := today;
    end;
    -- A number that the vendor had before goes on; a time without one begins anew, unless it has not ended.
    update registrations set is_main = true, valid_to = null, confirmed_at = coalesce(confirmed_at, new.identity_confirmed_at)
    where id = (
      select id from registrations
      where vendor_id = new.id and code = coalesce(new.gstin, 'URP') and (gstin is not null or coalesce(valid_to, 'infinity') >= today)
      order by valid_from desc nulls last limit 1) and is_registered;
    if not found and is_registered then
      insert into registrations (vendor_id, is_main, kind, gstin, legal_name, valid_from)
      values (new.id, true, case when new.kind = 'unregistered' then new.kind else gstin_kind(new.gstin) end, new.gstin, new.legal_name,
        coalesce(starts, (select max(valid_to) + 1 from registrations where vendor_id = new.id and gstin is null and new.gstin is null)));
    end if;
  end if;
  update registrations
  set legal_name = new.legal_name, address = located, postal_code = new.postal_code, state_code = state,
    confirmed_at = new.identity_confirmed_at, updated_at = clock_timestamp()
  where vendor_id = new.id and is_main and (legal_name, address, postal_code, state_code, confirmed_at)
    is distinct from (new.legal_name, located, new.postal_code, state, new.identity_confirmed_at);
  return null;
end $$;
drop trigger vendors_registration on vendors;
create trigger vendors_registration after insert or update of kind, gstin, legal_name, address_line1, address_line2, city, postal_code,
  state, identity_confirmed_at on vendors for each row execute function follow_profile();
