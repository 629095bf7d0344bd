-- Most products are approved: their count, and a page in the middle of them. New products are not, so that sheets do not write it.
create index products_approved on products (id) include (vendor_id) where price_approved;
