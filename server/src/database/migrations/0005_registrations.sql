-- Changes of identity, GST registrations, and the buyer's sites.

-- Changes of identity that a confirmed vendor asks for. Both values are stored under the contract's field names.
create table identity_requests (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors on delete cascade,
  changes jsonb not null,
  previous jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'refused', 'withdrawn', 'superseded')),
  requested_by bigint not null references users,
  requested_at timestamptz not null default clock_timestamp(),
  decided_by bigint references users,
  decided_at timestamptz,
  reason text,
  -- All people whose values the request carries, since it takes over what waited before. None of them may approve it.
  entered_by bigint[] not null,
  updated_at timestamptz not null default clock_timestamp(),
  check ((state = 'pending') = (decided_at is null))
);
create unique index identity_requests_pending on identity_requests (vendor_id) where state = 'pending';

create table registrations (
  id bigint generated always as identity primary key,
  -- The company; null is the buyer.
  vendor_id bigint references vendors on delete cascade,
  -- True for the registration of the vendor's profile, which follow_profile() maintains.
  is_main boolean not null default false,
  kind text not null check (kind in ('regular', 'composition', 'sez', 'isd', 'unregistered', 'unBody', 'nonResident')),
  gstin text,
  -- The code by which documents name the registration. URP is an unregistered person.
  code text not null generated always as (coalesce(gstin, 'URP')) stored,
  legal_name text not null,
  trade_name text,
  address text,
  postal_code text,
  -- The GST code of the state: 27 for Maharashtra.
  state_code text,
  -- Days of India's calendar, both included; null is open.
  valid_from date,
  valid_to date check (valid_to >= valid_from),
  -- It is null where a vendor entered it and nobody at the buyer has confirmed it: no document may name it then.
  confirmed_at timestamptz,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((gstin is null) = (kind = 'unregistered')),
  constraint registrations_overlap exclude using gist
    ((coalesce(vendor_id, 0)) with =, code with =, daterange(valid_from, valid_to, '[]') with &&)
);
create unique index registrations_main on registrations (vendor_id) where is_main;
create index registrations_party on registrations ((coalesce(vendor_id, 0)));
create index registrations_gstin on registrations (gstin) where gstin is not null;
create index registrations_waiting on registrations (id) where confirmed_at is null and not is_main;

-- The kind that a GST number shows. It does not show SEZ, composition or ISD, so people are asked for those.
create function gstin_kind(gstin text) returns text language sql immutable parallel safe as $$
  select case when gstin ~ '^\d{4}[A-Z]{3}\d{5}[UO]N.$' then 'unBody' when gstin ~ '^\d{4}[A-Z]{3}\d{5}NR.$' then 'nonResident' else 'regular' end
$$;

-- The registration of a party (0: the buyer) that a document of a day names: the one that is asked for by its number or URP, else the
-- only one. The result is null where the party has none, and 0 where one has to be chosen or the one asked for does not hold. An ISD's is
-- named only where it is asked for, since it receives no goods.
create function registration_for(party bigint, day date, asked text) returns bigint language sql stable parallel safe as $$
  select case
    when asked is not null then coalesce(min(id) filter (where code = upper(asked)), 0)
    when count(*) filter (where kind <> 'isd') > 1 then 0
    else min(id) filter (where kind <> 'isd') end
  from registrations
  where coalesce(vendor_id, 0) = party and (is_main or confirmed_at is not null)
    and coalesce(valid_from, '-infinity') <= day and coalesce(valid_to, 'infinity') >= day
$$;

-- A vendor's main registration follows its profile. The foreign keys tell whether documents name a registration: a new table that names
-- registrations changes nothing here.
create function follow_profile() returns trigger language plpgsql as $$
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
      -- A registration that documents name ends the day before.
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
create trigger vendors_registration after insert or update of gstin, legal_name, address_line1, address_line2, city, postal_code,
  identity_confirmed_at on vendors for each row execute function follow_profile();

-- Places where the buyer takes deliveries.
create table buyer_sites (
  id bigint generated always as identity primary key,
  name text not null,
  address text not null,
  postal_code text not null,
  -- The registration of the buyer under which goods arrive there.
  registration_id bigint references registrations,
  -- All that a delivery location may call the site: the name, alone or with the address; then the address, with and without PIN.
  places text[] generated always as (array[
  place_key(name), place_key(name || address || postal_code), place_key(address), place_key(address || postal_code)]) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index buyer_sites_name on buyer_sites (lower(name));

-- The site that a delivery location names, else the only one with this address; null where there is none.
create function site_at(place text) returns bigint language sql stable parallel safe as $$
  select case when count(*) filter (where is_name) = 1 then min(id) filter (where is_name) when count(*) = 1 then min(id) end
  from (
    select id, place_key(place) = any(places[1:2]) as is_name from buyer_sites where place_key(place) = any(places)) found
$$;
