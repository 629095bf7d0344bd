-- Orders name a GST registration of each side, and may state the place of supply.

alter table purchase_orders
  -- Null: the order names none, and there was not exactly one on its day.
  add column vendor_registration_id bigint references registrations,
  add column buyer_registration_id bigint references registrations,
  -- The GST code of a state; null: the state of the buyer's registration.
  add column place_of_supply text check (place_of_supply ~ '^\d{2}$');

-- As before, and what orders name is not deleted either.
create or replace function follow_profile() returns trigger language plpgsql as $$
declare
  main registrations;
  today constant date := (now() at time zone 'Asia/Kolkata')::date;
  starts date;
begin
  select * into main from registrations where vendor_id = new.id and is_main for update;
  if main.gstin is distinct from new.gstin then
    if exists (select from invoices where vendor_id = new.id and vendor_registration_id = main.id)
      or exists (select from memos where vendor_id = new.id and vendor_registration_id = main.id)
      or exists (select from dispatch_notes where vendor_id = new.id and vendor_registration_id = main.id)
      or exists (select from purchase_orders where vendor_id = new.id and vendor_registration_id = main.id) then
      update registrations set is_main = false, valid_to = greatest(valid_from, today - 1) where id = main.id;
      starts := today;
    else
      delete from registrations where id = main.id;
    end if;
    update registrations set is_main = true, valid_to = null, confirmed_at = coalesce(confirmed_at, new.identity_confirmed_at)
    where id = (select id from registrations where vendor_id = new.id and gstin = new.gstin order by valid_from desc nulls last limit 1)
    returning * into main;
    if not found and new.gstin is not null then
      insert into registrations (vendor_id, is_main, kind, gstin, legal_name, valid_from)
      values (new.id, true, gstin_kind(new.gstin), new.gstin, new.legal_name, starts);
    end if;
  end if;
  update registrations
  set legal_name = new.legal_name, address = concat_ws(', ', new.address_line1, new.address_line2, new.city), postal_code = new.postal_code,
    state_code = substring(new.gstin from '^\d{2}'), confirmed_at = new.identity_confirmed_at, updated_at = clock_timestamp()
  where vendor_id = new.id and is_main and (legal_name, address, postal_code, state_code, confirmed_at) is distinct from (new.legal_name,
    concat_ws(', ', new.address_line1, new.address_line2, new.city), new.postal_code, substring(new.gstin from '^\d{2}'), new.identity_confirmed_at);
  return null;
end $$;
