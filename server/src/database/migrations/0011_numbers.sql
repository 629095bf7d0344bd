-- What administrators decide for the whole portal: one row.
create table portal_settings (
  is_only boolean primary key default true check (is_only),
  buyer_name text,
  invoice_numbers text not null default 'digits' check (invoice_numbers in ('digits', 'rule46')),
  updated_at timestamptz not null default now()
);
insert into portal_settings default values;

-- Numbers of documents: digits, or as Rule 46(b) of the CGST Rules has them; unique in a financial year.

-- The year in which the financial year of a day starts, on 1 April: 2025 for 31 March 2026.
create function financial_year(day date) returns integer language sql immutable parallel safe
  return extract(year from day)::integer - (extract(month from day) < 4)::integer;

-- What numbers sort by: 9 before 10, and INV/9 before INV/10.
create function number_order(number text) returns text language sql immutable parallel safe
  return lpad(length(ltrim(number, '0'))::text, 2, '0') || ltrim(number, '0');

-- What numbers are compared by to find those that people take for the same: INV/0012, inv-12 and INV12.
create function number_key(number text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(upper(number), '(^|[^0-9])0+(?=[0-9])', '\1', 'g'), '[/-]', '', 'g');

alter table invoices
  drop constraint invoices_number,
  drop constraint invoices_number_check,
  drop constraint invoices_po_number_check,
  add constraint invoices_number_check check (number ~ '^(\d{1,64}|[A-Za-z0-9][A-Za-z0-9/-]{0,15})$'),
  add constraint invoices_po_number_check check (length(po_number) between 1 and 64);
-- A series may start again each April. Numbers that differ only in case are the same (Rule 46: upper case since 1 June 2025).
create unique index invoices_number on invoices (vendor_id, upper(number), financial_year(invoice_date));
drop index invoices_by_number;
create index invoices_by_number on invoices (upper(number), id);

-- By vendor: a vendor's products that wait for approval were found among everybody's.
drop index products_waiting;
create index products_waiting on products (vendor_id, id) where not price_approved;
