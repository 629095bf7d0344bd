-- What an invoice is over, line by line. Invoices without lines stay as they are.

alter table portal_settings
  -- Whether an invoice over more than what was accepted is refused when it is saved; else it is stored, with what is wrong about it.
  add column invoice_only_accepted boolean not null default false;

alter table invoices
  -- Who entered or last changed it, if it has lines: nobody releases an own entry.
  add column entered_by bigint references users,
  add column line_count integer not null default 0,
  -- Of an invoice without lines always 'unmatched'.
  add column match_state text not null default 'unmatched'
    check (match_state in ('unmatched', 'matched', 'exception', 'released', 'returned'));

create table invoice_lines (
  invoice_id bigint not null references invoices on delete cascade,
  -- From 1, in the order of the invoice.
  no integer not null check (no > 0),
  -- The order's line as it is now: lines are replaced when an order is amended, so the line is no reference. 0 where it is gone.
  order_id bigint references purchase_orders on delete set null,
  line integer,
  receipt_id bigint,
  item_code text,
  item_name text not null,
  hsn_code text,
  uom text,
  quantity numeric(12, 3) not null check (quantity > 0),
  -- Of one unit, before discount and tax; zero is a free quantity.
  unit_price numeric(14, 4) not null check (unit_price >= 0),
  discount numeric(14, 2) not null default 0 check (discount >= 0),
  taxable numeric(14, 2) not null check (taxable >= 0),
  -- CGST, SGST and IGST together; null where it is not known.
  tax_rate numeric(6, 3),
  cess_rate numeric(6, 3),
  cgst numeric(14, 2) not null default 0,
  sgst numeric(14, 2) not null default 0,
  igst numeric(14, 2) not null default 0,
  cess numeric(14, 2) not null default 0,
  primary key (invoice_id, no)
);
create index invoice_lines_order on invoice_lines (order_id, line) where order_id is not null;
