-- A self-invoice knows its receipt: a number that is used again after a cancellation is another one. More goods of a receipt can have another
-- self-invoice, and the lock of the order takes care that goods have one.
alter table self_invoices add column receipt_id bigint references receipts;
update self_invoices set receipt_id = (
  select max(receipt_id) from receipt_lines
  where receipt_lines.order_id = self_invoices.order_id and number = receipt_number and created_at <= self_invoices.created_at);
create index self_invoices_receipt on self_invoices (receipt_id) where receipt_id is not null;

alter table self_invoice_lines drop constraint self_invoice_lines_goods;
create index self_invoice_lines_goods on self_invoice_lines (order_id, line);
