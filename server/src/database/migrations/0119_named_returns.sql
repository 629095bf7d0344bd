-- Each line of an order asks for the returns that name its order, which are few: a receipt that rejects makes the others.
create index purchase_returns_named on purchase_returns (vendor_id, code_key(po_number)) where source <> 'receipt';
