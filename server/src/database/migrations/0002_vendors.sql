-- Vendors and their papers.

-- The days of credit that payment terms name: the number after "net", else the largest number of days. The result is null where they name none.
create function credit_days(terms text) returns integer language sql immutable as $$
  select coalesce(
    (regexp_match(terms, '\mnet\s*(\d{1,3})\M', 'i'))[1]::integer,
    (select max(found[1]::integer) from regexp_matches(terms, '\m(\d{1,3})\s*-?\s*days?\M', 'gi') found),
    case when terms ~* '\m(advance|immediate|immediately|cash on delivery|cod)\M' then 0 end)
$$;

-- A company and its first user have the same id, the only one that the API knows.
create sequence account_ids;

-- A company that owns records. The buyer's people have one each too, for what they enter without naming a vendor.
create table vendors (
  id bigint primary key default nextval('account_ids'),
  code integer not null constraint vendors_code unique,
  legal_name text not null,
  type text,
  address_code text,
  address_line1 text not null,
  address_line2 text not null,
  postal_code text not null,
  country_id text not null,
  state text not null,
  city text not null,
  pan text,
  gstin text,
  bank_name text,
  account_number text,
  ifsc_code text,
  payment_terms text,
  credit_days integer generated always as (credit_days(payment_terms)) stored,
  shipping_terms text,
  -- The time since which an administrator stands for GST number, PAN and bank details. While it is null, the vendor may change them itself.
  identity_confirmed_at timestamptz,
  -- Its id in the buyer's system, which belongs to one vendor.
  supplier_id text,
  -- When and why an administrator sent the registration back; null once the vendor submits again or is made active.
  sent_back_at timestamptz,
  sent_back_reason text,
  -- The day from which the vendor makes e-invoices; null where nobody has said.
  einvoice_since date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint vendors_sent_back check ((sent_back_at is null) = (sent_back_reason is null))
);
create unique index vendors_supplier on vendors (supplier_id) where supplier_id is not null;
create index vendors_gstin on vendors (gstin) where gstin is not null;

-- Uploaded papers and pictures. The content lies in the file store under the id.
create table files (
  id uuid primary key,
  vendor_id bigint references vendors,
  kind text not null check (kind in ('avatar', 'pan', 'gst', 'cheque', 'incorporation', 'receipt', 'challan')),
  media_type text not null,
  original_name text not null,
  bytes integer not null check (bytes > 0),
  -- The time when another took its place; housekeeping removes it later, unless an approval rests on it.
  replaced_at timestamptz,
  created_at timestamptz not null default now()
);
create index files_vendor on files (vendor_id);
create index files_replaced on files (replaced_at) where replaced_at is not null;

-- Files name their vendor, so a vendor can name its files only now.
alter table vendors
  add column pan_document uuid references files,
  add column gst_document uuid references files,
  add column cancelled_cheque uuid references files,
  add column incorporation_certificate uuid references files;
