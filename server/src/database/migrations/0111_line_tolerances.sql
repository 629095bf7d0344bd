-- The tolerance in percent by which a line of an invoice was compared last, so that the books can be checked by what held then.

alter table invoice_lines add column quantity_tolerance numeric(6, 3) not null default 0;

-- What was compared before by the tolerance that holds now: its own for the category, its own, the category's, else the usual one.
update invoice_lines set quantity_tolerance = coalesce((
    select own.quantity from match_tolerances own
    where (own.vendor_id is null or own.vendor_id = invoices.vendor_id) and (own.category is null or lower(own.category) = (
      select lower(category_name) from items where items.item_code = invoice_lines.item_code and category_name is not null order by id limit 1))
    order by own.vendor_id is null, own.category is null limit 1),
    (select quantity_tolerance from portal_settings))
from invoices where invoices.id = invoice_id
  and ((select quantity_tolerance from portal_settings) > 0 or exists (select from match_tolerances where quantity > 0));
