-- Invoices, payments, memos and what the buyer sent back.

create table invoices (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors,
  po_number text check (po_number ~ '^\d+$'),
  po_date date,
  -- Digits with their leading zeros; "C" makes a prefix a range of the index.
  number text collate "C" not null check (number ~ '^\d+$'),
  invoice_date date not null,
  value numeric(14, 2) not null check (value > 0),
  cgst numeric(14, 2) check (cgst >= 0),
  sgst numeric(14, 2) check (sgst >= 0),
  igst numeric(14, 2) check (igst >= 0),
  -- The sum and number of its payments, maintained by maintain_paid().
  paid numeric(14, 2) not null default 0,
  payment_count integer not null default 0,
  -- A column of its own, so that a payment that leaves a balance touches no index.
  is_open boolean not null generated always as (paid < value) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint invoices_number unique (vendor_id, number),
  constraint invoices_paid check (paid between 0 and value)
) with (fillfactor = 85);
create index invoices_vendor on invoices (vendor_id, id);
create index invoices_vendor_date on invoices (vendor_id, invoice_date, id);
create index invoices_date on invoices (invoice_date, id);
create index invoices_by_number on invoices (number, id);
create index invoices_open on invoices (vendor_id, id) where is_open;
create index invoices_order on invoices (vendor_id, po_number) where po_number is not null;

create table payments (
  id bigint generated always as identity primary key,
  -- Of the invoice, repeated: a vendor's payments on account have no invoice.
  vendor_id bigint not null references vendors,
  -- Null: on account.
  invoice_id bigint references invoices,
  amount numeric(14, 2) not null check (amount > 0),
  mode text not null check (mode in ('online', 'cheque')),
  remarks text,
  paid_on date not null,
  -- The system that it comes from, the payment there and which version of it; 'portal' where somebody typed it here.
  source text not null default 'portal',
  external_id text,
  version text,
  -- The payment over many bills that it is a part of: parts that are gone there are removed here.
  part_of text,
  raw jsonb,
  created_at timestamptz not null default now()
);
create index payments_vendor on payments (vendor_id, id);
create index payments_vendor_day on payments (vendor_id, paid_on, id);
create index payments_day on payments (paid_on, id);
create index payments_invoice on payments (invoice_id);
create unique index payments_source on payments (source, external_id) where external_id is not null;
create index payments_part_of on payments (source, part_of) where part_of is not null;

-- The books' invariant: invoices.paid is the sum of the invoice's payments, whichever statement writes them.
create function maintain_paid() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update invoices set paid = paid - gone.amount, payment_count = payment_count - gone.count
    from (select invoice_id, sum(amount) as amount, count(*) as count from older group by invoice_id) gone
    where invoices.id = gone.invoice_id;
  end if;
  if tg_op <> 'DELETE' then
    update invoices set paid = paid + added.amount, payment_count = payment_count + added.count
    from (select invoice_id, sum(amount) as amount, count(*) as count from newer group by invoice_id) added
    where invoices.id = added.invoice_id;
  end if;
  return null;
end $$;
create trigger payments_added after insert on payments referencing new table as newer
  for each statement execute function maintain_paid();
create trigger payments_changed after update on payments referencing old table as older new table as newer
  for each statement execute function maintain_paid();
create trigger payments_removed after delete on payments referencing old table as older
  for each statement execute function maintain_paid();

create index payments_on_account on payments (vendor_id, paid_on) include (amount) where invoice_id is null;

-- Debit and credit memos differ in sign and in the credit memo's price difference.
create table memos (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('debit', 'credit')),
  vendor_id bigint not null references vendors,
  product_name text,
  vendor_invoice_ref text,
  vendor_invoice_date date,
  buyer_po_ref text,
  buyer_po_date date,
  description text,
  item_quantity numeric(12, 3),
  hsn_code text,
  unit_price numeric(14, 2),
  -- May be below zero.
  price_difference numeric(14, 2) check (kind = 'credit' or price_difference is null),
  tax_rate numeric(6, 3),
  cgst numeric(14, 2),
  sgst numeric(14, 2),
  igst numeric(14, 2),
  amount numeric(14, 2),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index memos_kind on memos (kind, id);
create index memos_vendor on memos (kind, vendor_id, id);
create index memos_created on memos (kind, created_at, id);
create index memos_search on memos using gin (lower(vendor_invoice_ref) gin_trgm_ops);

-- What the buyer sent back. The buyer's system writes it; the portal shows it.
create table purchase_returns (
  id bigint generated always as identity primary key,
  source text not null default 'embedded',
  -- The return's line in the system that it comes from.
  external_id text not null,
  version text,
  vendor_id bigint not null references vendors,
  po_number text,
  po_date date,
  invoice_number text,
  invoice_date date,
  item_name text not null,
  received_quantity numeric(12, 3) not null check (received_quantity >= 0),
  returned_quantity numeric(12, 3) not null check (returned_quantity >= 0),
  remarks text,
  raw jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (source, external_id)
);
create index purchase_returns_vendor on purchase_returns (vendor_id, id);
create index purchase_returns_date on purchase_returns (invoice_date, id);
