-- Documents name a GST registration of each side.

alter table invoices
  add column vendor_registration_id bigint references registrations,
  add column buyer_registration_id bigint references registrations;
alter table memos
  add column vendor_registration_id bigint references registrations,
  add column buyer_registration_id bigint references registrations;
alter table dispatch_notes
  add column vendor_registration_id bigint references registrations,
  add column buyer_registration_id bigint references registrations;

-- No count changes, so the triggers that count would only take time.
alter table invoices disable trigger user;
alter table memos disable trigger user;
alter table dispatch_notes disable trigger user;
update invoices set vendor_registration_id = main.id from registrations main where is_main and main.vendor_id = invoices.vendor_id;
update memos set vendor_registration_id = main.id from registrations main where is_main and main.vendor_id = memos.vendor_id;
update dispatch_notes set vendor_registration_id = main.id from registrations main where is_main and main.vendor_id = dispatch_notes.vendor_id;
alter table invoices enable trigger user;
alter table memos enable trigger user;
alter table dispatch_notes enable trigger user;

-- Each registration of a vendor may number its own invoices.
drop index invoices_number;
create unique index invoices_number on invoices
  (vendor_id, upper(number), financial_year(invoice_date), (coalesce(vendor_registration_id, 0)));

-- The registration of a party (0: the buyer) that a document of a day names: the one that is asked for by its number or URP, else the
-- only one. Null: the party has none. 0: one has to be chosen, or the one asked for does not hold. An ISD's is named only where it is
-- asked for, since it receives no goods.
create function registration_for(party bigint, day date, asked text) returns bigint language sql stable parallel safe as $$
  select case
    when asked is not null then coalesce(min(id) filter (where code = upper(asked)), 0)
    when count(*) filter (where kind <> 'isd') > 1 then 0
    else min(id) filter (where kind <> 'isd') end
  from registrations
  where coalesce(vendor_id, 0) = party and (is_main or confirmed_at is not null)
    and coalesce(valid_from, '-infinity') <= day and coalesce(valid_to, 'infinity') >= day
$$;

-- As before, but a registration that documents name ends the day before instead of being deleted.
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
      or exists (select from dispatch_notes where vendor_id = new.id and vendor_registration_id = main.id) then
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
