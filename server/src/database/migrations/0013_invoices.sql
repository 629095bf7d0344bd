-- Invoices, line by line, and the match of them with orders and receipts.

-- The numbers of counts_no.
create sequence invoice_counts;

-- Invoices of vendors.
create table invoices (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors,
  po_number text check (length(po_number) between 1 and 64),
  po_date date,
  -- Digits with their leading zeros, or a number by Rule 46(b) of the CGST Rules, unique in a financial year. "C" makes a prefix a range of
  -- the index.
  number text collate "C" not null check (number ~ '^(\d{1,64}|[A-Za-z0-9][A-Za-z0-9/-]{0,15})$'),
  invoice_date date not null,
  value numeric(14, 2) not null check (value > 0),
  cgst numeric(14, 2) check (cgst >= 0),
  sgst numeric(14, 2) check (sgst >= 0),
  igst numeric(14, 2) check (igst >= 0),
  -- The sum and number of its payments, maintained by maintain_paid().
  paid numeric(14, 2) not null default 0,
  payment_count integer not null default 0,
  -- It is a column of its own, so that a payment that leaves a balance touches no index.
  is_open boolean not null generated always as (paid < value) stored,
  line_count integer not null default 0,
  -- An invoice without lines is always 'unmatched'. What agrees with its order, or is released, is approved before it is paid.
  match_state text not null default 'unmatched'
    check (match_state in ('unmatched', 'matched', 'exception', 'released', 'returned', 'approved')),
  remarks text check (length(remarks) <= 200),
  -- The GST registration that the invoice names of each side.
  vendor_registration_id bigint references registrations,
  buyer_registration_id bigint references registrations,
  -- The person who entered or last changed it, if it has lines: nobody releases an own entry.
  entered_by bigint references users,
  -- The invoice reference number of an e-invoice.
  irn text check (irn ~ '^[0-9a-fA-F]{64}$'),
  -- The number that tells which of the invoices that bill an order counts first: it is drawn, while the orders are locked, when an invoice
  -- begins to count.
  counts_no bigint not null default nextval('invoice_counts'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint invoices_paid check (paid between 0 and value),
  -- A payment has its invoice's number, so that payments sort by it without their invoices.
  constraint invoices_id_number unique (id, number)
) with (fillfactor = 85);
create index invoices_vendor on invoices (vendor_id, id);
create index invoices_vendor_date on invoices (vendor_id, invoice_date, id);
create index invoices_date on invoices (invoice_date, id);
create index invoices_open on invoices (vendor_id, id) where is_open;
-- Each sort of the list has an index, as of products.
create index invoices_by_order on invoices (number_order(number), id) include (vendor_id, number);
create index invoices_by_po_number on invoices (number_order(po_number), id) include (vendor_id, po_number);
create index invoices_by_po_date on invoices (po_date, id) include (vendor_id);
create index invoices_by_value on invoices (value, id) include (vendor_id);
create index invoices_by_cgst on invoices (cgst, id) include (vendor_id);
create index invoices_by_sgst on invoices (sgst, id) include (vendor_id);
create index invoices_by_igst on invoices (igst, id) include (vendor_id);
create index invoices_by_paid on invoices (paid, id) include (vendor_id);
create index invoices_exceptions on invoices (id) where match_state = 'exception';
-- A vendor's invoices have CGST and SGST, or IGST. Along a tax of all vendors a scan would pass every invoice with the other one first.
create index invoices_vendor_cgst on invoices (vendor_id, cgst, id);
create index invoices_vendor_sgst on invoices (vendor_id, sgst, id);
create index invoices_vendor_igst on invoices (vendor_id, igst, id);
-- A series may start again each April, and each registration of a vendor may number its own invoices.
create unique index invoices_number on invoices
  (vendor_id, code_key(number), financial_year(invoice_date), (coalesce(vendor_registration_id, 0)));
create index invoices_by_number on invoices (code_key(number), id);
create index invoices_order on invoices (vendor_id, code_key(po_number)) where po_number is not null;
create index invoices_search on invoices using gin (code_key(number) gin_trgm_ops);

-- Lines of invoices. Invoices without lines have none.
create table invoice_lines (
  invoice_id bigint not null references invoices on delete cascade,
  -- Lines count from 1, in the order of the invoice.
  no integer not null check (no > 0),
  -- The order's line as it is now: lines are replaced when an order is amended, so the line is no reference. It is 0 where it is gone.
  order_id bigint references purchase_orders on delete set null,
  line integer,
  receipt_id bigint,
  item_code text,
  item_name text not null,
  hsn_code text,
  uom text,
  quantity numeric(12, 3) not null check (quantity > 0),
  -- The price of one unit, before discount and tax; zero is a free quantity.
  unit_price numeric(14, 4) not null check (unit_price >= 0),
  discount numeric(14, 2) not null default 0 check (discount >= 0),
  taxable numeric(14, 2) not null check (taxable >= 0),
  -- The rate of CGST, SGST and IGST together; null where it is not known.
  tax_rate numeric(6, 3),
  cess_rate numeric(6, 3),
  cgst numeric(14, 2) not null default 0,
  sgst numeric(14, 2) not null default 0,
  igst numeric(14, 2) not null default 0,
  cess numeric(14, 2) not null default 0,
  -- The tax that was due when the line was entered; null where nobody could tell.
  due text check (due in ('igst', 'halves', 'none')),
  -- The tolerance in percent by which the line was compared last, so that the books can be checked by what held then.
  quantity_tolerance numeric(6, 3) not null default 0,
  primary key (invoice_id, no)
);
create index invoice_lines_order on invoice_lines (order_id, line) where order_id is not null;

-- Tolerances of the match. They hold from a day on: an invoice is judged by what was in force on its date. The usual ones are rows without
-- vendor and category; among several rows, the one with vendor and category comes first, then the vendor's.
create table match_tolerances (
  id bigint generated always as identity primary key,
  vendor_id bigint references vendors,
  -- The category of the buyer's items.
  category text,
  -- Percentages. All three values are null from a day on which the less special ones hold again.
  quantity numeric(6, 3) check (quantity between 0 and 100),
  price numeric(6, 3) check (price between 0 and 100),
  -- The amount in rupees of a line.
  price_amount numeric(14, 2) check (price_amount >= 0),
  -- The first day of invoices that they are for; null is the beginning.
  valid_from date,
  constraint match_tolerances_whole check (
    num_nulls(quantity, price, price_amount) = 0
    or num_nulls(quantity, price, price_amount) = 3 and valid_from is not null and num_nonnulls(vendor_id, category) > 0)
);
create unique index match_tolerances_for
  on match_tolerances (coalesce(vendor_id, 0), lower(coalesce(category, '')), coalesce(valid_from, '-infinity'));
insert into match_tolerances (quantity, price, price_amount) values (0, 0, 1);

-- Comparisons that gave another result than the one before.
create table match_runs (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoices on delete cascade,
  ran_at timestamptz not null default clock_timestamp(),
  state text not null
);
create index match_runs_invoice on match_runs (invoice_id, id);

-- The findings of a comparison.
create table match_results (
  run_id bigint not null references match_runs on delete cascade,
  no integer not null,
  rule text not null,
  -- The line of the invoice; null for a finding about the whole.
  line integer,
  outcome text not null check (outcome in ('fault', 'remark')),
  expected text not null,
  found text not null,
  tolerance text,
  document text,
  message text not null,
  way_out text,
  primary key (run_id, no)
);

-- Decisions of the buyer's people about invoices that were compared.
create table match_decisions (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoices on delete cascade,
  run_id bigint references match_runs on delete set null,
  kind text not null check (kind in ('release', 'return', 'approve')),
  decided_by bigint not null references users,
  decided_at timestamptz not null default clock_timestamp(),
  -- An approval needs none.
  reason text,
  -- A list [{line, reason}].
  lines jsonb not null default '[]',
  -- The keys of the findings that a release covers.
  faults jsonb not null default '[]',
  constraint match_decisions_reason check (kind = 'approve' or reason is not null)
);
create index match_decisions_invoice on match_decisions (invoice_id, id);
