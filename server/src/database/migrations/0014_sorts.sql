-- An index for each sort of the longest lists. Without one, a page in the middle of a million rows sorts all of them.
-- The indexes have what a page's statement reads beside the sort: the vendor, and the columns of an expression.

create index products_by_ean on products (ean, id) include (vendor_id);
create index products_by_available on products (available_on, id) include (vendor_id);
create index products_by_margin on products (margin, id) include (vendor_id);
create index products_by_net_ptr on products (net_ptr, id) include (vendor_id);
create index products_by_mrp on products (mrp, id) include (vendor_id);
-- An entry of an index holds 2,704 bytes: not a name of 500 letters twice.
create index products_by_name on products (lower(left(name, 100)), id) include (vendor_id, name);

create index invoices_by_order on invoices (number_order(number), id) include (vendor_id, number);
create index invoices_by_po_number on invoices (number_order(po_number), id) include (vendor_id, po_number);
create index invoices_by_po_date on invoices (po_date, id) include (vendor_id);
create index invoices_by_value on invoices (value, id) include (vendor_id);
create index invoices_by_cgst on invoices (cgst, id) include (vendor_id);
create index invoices_by_sgst on invoices (sgst, id) include (vendor_id);
create index invoices_by_igst on invoices (igst, id) include (vendor_id);
create index invoices_by_paid on invoices (paid, id) include (vendor_id);

-- A payment has its invoice's number, so that payments sort by it without their invoices.
alter table invoices add constraint invoices_id_number unique (id, number);
alter table payments add column invoice_number text collate "C";
-- Not what its triggers add up.
alter table payments disable trigger user;
update payments set invoice_number = invoices.number from invoices where invoices.id = payments.invoice_id;
alter table payments enable trigger user;
alter table payments
  drop constraint payments_invoice_id_fkey,
  add constraint payments_invoice foreign key (invoice_id, invoice_number) references invoices (id, number) on update cascade,
  add constraint payments_invoice_number check ((invoice_id is null) = (invoice_number is null));
create index payments_by_invoice on payments (number_order(invoice_number), id) include (vendor_id, invoice_number);
create index payments_by_amount on payments (amount, id) include (vendor_id);
