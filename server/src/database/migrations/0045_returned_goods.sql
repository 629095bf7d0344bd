-- Returns of an order, which lower what may be billed of its lines.
create index purchase_returns_order on purchase_returns (vendor_id, code_key(po_number)) where po_number is not null;
