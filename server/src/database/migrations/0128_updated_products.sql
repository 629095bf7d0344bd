-- An administrator's products by their last change. Of a million, a page in the middle sorted half of them.
create index products_by_updated on products (updated_at, id) include (vendor_id);
