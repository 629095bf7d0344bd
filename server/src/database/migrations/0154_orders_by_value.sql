-- Who approves an invoice without lines sees the vendor's orders of its value.
create index purchase_orders_vendor_value on purchase_orders (vendor_id, value);
