-- Reverse charge on goods of vendors without registration: the buyer's self-invoices (CGST Act, section 31(3)(f); Rule 47A).

-- HSN codes or their beginnings, one a line, whose tax the buyer owes (section 9(3) and 9(4)).
alter table portal_settings add column reverse_charge text;

create table self_invoices (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors,
  number text not null,
  invoice_date date not null,
  vendor_registration_id bigint references registrations,
  buyer_registration_id bigint references registrations,
  order_id bigint not null references purchase_orders,
  receipt_number text not null,
  received_on date not null,
  -- The buyer owes these taxes. No account of the vendor has them.
  taxable numeric(14,2) not null,
  cgst numeric(14,2) not null,
  sgst numeric(14,2) not null,
  igst numeric(14,2) not null,
  cess numeric(14,2) not null,
  created_by bigint references users,
  created_at timestamptz not null default clock_timestamp(),
  check (invoice_date >= received_on)
);
create unique index self_invoices_number on self_invoices (coalesce(buyer_registration_id, 0), code_key(number), financial_year(invoice_date));
create index self_invoices_vendor on self_invoices (vendor_id, id);

create table self_invoice_lines (
  self_invoice_id bigint not null references self_invoices on delete cascade,
  no integer not null,
  order_id bigint not null,
  line integer not null,
  receipt_number text not null,
  item_name text not null,
  hsn_code text,
  uom text,
  quantity numeric(12,3) not null check (quantity > 0),
  unit_price numeric(16,4) not null,
  taxable numeric(14,2) not null,
  tax_rate numeric(6,3) not null,
  cess_rate numeric(6,3) not null,
  cgst numeric(14,2) not null,
  sgst numeric(14,2) not null,
  igst numeric(14,2) not null,
  cess numeric(14,2) not null,
  primary key (self_invoice_id, no),
  -- What arrived is on one self-invoice, however many are written at once.
  constraint self_invoice_lines_goods unique (order_id, line, receipt_number)
);
