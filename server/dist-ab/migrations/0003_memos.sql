-- Debit and credit memos differ in sign and in the credit's price difference, so one table holds both.
create table memos (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('debit', 'credit')),
  owner_id bigint not null references users,
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
create index memos_kind on memos (kind, id desc);
create index memos_owner on memos (kind, owner_id, id desc);
create index memos_created on memos (kind, created_at);
create index memos_owner_created on memos (kind, owner_id, created_at);
create index memos_invoice on memos using gin (vendor_invoice_ref gin_trgm_ops);
