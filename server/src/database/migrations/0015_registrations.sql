-- GST registrations of the buyer and of vendors, and the buyer's sites.

create table registrations (
  id bigint generated always as identity primary key,
  -- Null: the buyer's.
  vendor_id bigint references vendors on delete cascade,
  -- True for the registration of the vendor's profile, which follow_profile() maintains.
  is_main boolean not null default false,
  kind text not null check (kind in ('regular', 'composition', 'sez', 'isd', 'unregistered', 'unBody', 'nonResident')),
  gstin text,
  -- What documents name it by. URP: unregistered person.
  code text not null generated always as (coalesce(gstin, 'URP')) stored,
  legal_name text not null,
  trade_name text,
  address text,
  postal_code text,
  -- The GST code: 27 for Maharashtra.
  state_code text,
  -- Days of India's calendar, both included; null: open.
  valid_from date,
  valid_to date check (valid_to >= valid_from),
  -- Null: a vendor entered it, and nobody at the buyer has confirmed it. No document may name it then.
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

-- The kind that a number shows. It does not show SEZ, composition or ISD: those are asked for.
create function gstin_kind(gstin text) returns text language sql immutable parallel safe as $$
  select case when gstin ~ '^\d{4}[A-Z]{3}\d{5}[UO]N.$' then 'unBody' when gstin ~ '^\d{4}[A-Z]{3}\d{5}NR.$' then 'nonResident' else 'regular' end
$$;

-- A vendor's main registration is that of its profile.
create function follow_profile() returns trigger language plpgsql as $$
declare
  main registrations;
begin
  select * into main from registrations where vendor_id = new.id and is_main for update;
  if main.gstin is distinct from new.gstin then
    delete from registrations where id = main.id;
    update registrations set is_main = true, valid_to = null, confirmed_at = coalesce(confirmed_at, new.identity_confirmed_at)
    where id = (select id from registrations where vendor_id = new.id and gstin = new.gstin order by valid_from desc nulls last limit 1)
    returning * into main;
    if not found and new.gstin is not null then
      insert into registrations (vendor_id, is_main, kind, gstin, legal_name) values (new.id, true, gstin_kind(new.gstin), new.gstin, new.legal_name);
    end if;
  end if;
  update registrations
  set legal_name = new.legal_name, address = concat_ws(', ', new.address_line1, new.address_line2, new.city), postal_code = new.postal_code,
    state_code = substring(new.gstin from '^\d{2}'), confirmed_at = new.identity_confirmed_at, updated_at = clock_timestamp()
  where vendor_id = new.id and is_main and (legal_name, address, postal_code, state_code, confirmed_at) is distinct from (new.legal_name,
    concat_ws(', ', new.address_line1, new.address_line2, new.city), new.postal_code, substring(new.gstin from '^\d{2}'), new.identity_confirmed_at);
  return null;
end $$;

-- Before the trigger, which does the same one by one.
insert into registrations (vendor_id, is_main, kind, gstin, legal_name, address, postal_code, state_code, confirmed_at)
select id, true, gstin_kind(gstin), gstin, legal_name, concat_ws(', ', address_line1, address_line2, city), postal_code,
  substring(gstin from '^\d{2}'), identity_confirmed_at
from vendors where gstin is not null order by id;

create trigger vendors_registration after insert or update of gstin, legal_name, address_line1, address_line2, city, postal_code,
  identity_confirmed_at on vendors for each row execute function follow_profile();

-- Where the buyer takes deliveries.
create table buyer_sites (
  id bigint generated always as identity primary key,
  name text not null,
  address text not null,
  postal_code text not null,
  -- Under which of the buyer's registrations goods arrive there.
  registration_id bigint references registrations,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index buyer_sites_name on buyer_sites (lower(name));
