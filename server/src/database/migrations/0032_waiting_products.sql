-- Waiting prices are counted, filtered and sorted by what the index has, without the products' pages.
drop index products_waiting;
create index products_waiting on products (vendor_id, id) include (updated_at, ean, name, mrp, transfer_price, percentage)
  where not price_approved;
