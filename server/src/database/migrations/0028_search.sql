-- Search everywhere: an invoice by any part of its number, a payment by its reference or its invoice.
-- Orders, items, dispatch notes and memos have their trigram index already.
create index invoices_search on invoices using gin (lower(number) gin_trgm_ops);
create index payments_search on payments using gin (lower(remarks) gin_trgm_ops, lower(invoice_number) gin_trgm_ops);
-- A vendor's products of many items are looked up without reading other vendors' products of them.
create index products_item_vendor on products (item_id, vendor_id);
drop index products_item;
