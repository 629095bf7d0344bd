-- Payments, memos and returns.

-- Payments of invoices, and on account.
create table payments (
  id bigint generated always as identity primary key,
  -- The vendor of the invoice, repeated: a vendor's payments on account have no invoice.
  vendor_id bigint not null references vendors,
  -- It is null for a payment on account.
  invoice_id bigint,
  amount numeric(14, 2) not null check (amount > 0),
  mode text not null check (mode in ('online', 'cheque')),
  remarks text,
  paid_on date not null,
  -- The system that it comes from, the payment there and its version; the source is 'portal' where somebody typed it here.
  source text not null default 'portal',
  external_id text,
  version text,
  -- The payment over many bills that it is a part of: parts that are gone there are removed here.
  part_of text,
  raw jsonb,
  -- The number of the invoice, so that payments sort by it without their invoices.
  invoice_number text collate "C",
  -- True where the vendor itself entered it: it settles nothing between invoices.
  by_vendor boolean not null default false,
  created_at timestamptz not null default now(),
  constraint payments_invoice foreign key (invoice_id, invoice_number) references invoices (id, number) on update cascade,
  constraint payments_invoice_number check ((invoice_id is null) = (invoice_number is null))
);
create index payments_vendor on payments (vendor_id, id);
create index payments_vendor_day on payments (vendor_id, paid_on, id);
create index payments_day on payments (paid_on, id);
create index payments_invoice on payments (invoice_id);
create unique index payments_source on payments (source, external_id) where external_id is not null;
create index payments_part_of on payments (source, part_of) where part_of is not null;
create index payments_on_account on payments (vendor_id, paid_on) include (amount) where invoice_id is null;
-- Each sort of the list has an index, as of products.
create index payments_by_invoice on payments (number_order(invoice_number), id) include (vendor_id, invoice_number);
create index payments_by_amount on payments (amount, id) include (vendor_id);
create index payments_search on payments using gin (code_key(remarks) gin_trgm_ops, code_key(invoice_number) gin_trgm_ops);

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

-- Debit and credit memos, which differ in sign and in the credit memo's price difference.
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
  -- It may be below zero.
  price_difference numeric(14, 2) check (kind = 'credit' or price_difference is null),
  tax_rate numeric(6, 3),
  cgst numeric(14, 2),
  sgst numeric(14, 2),
  igst numeric(14, 2),
  amount numeric(14, 2),
  vendor_registration_id bigint references registrations,
  buyer_registration_id bigint references registrations,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index memos_kind on memos (kind, id);
create index memos_vendor on memos (kind, vendor_id, id);
create index memos_created on memos (kind, created_at, id);
create index memos_search on memos using gin (code_key(vendor_invoice_ref) gin_trgm_ops);

-- Lines of goods that the buyer sent back. The buyer's system writes them; the portal shows them.
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
