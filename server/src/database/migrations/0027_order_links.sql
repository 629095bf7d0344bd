-- The dispatch notes of an order, by the number that they state.
create index dispatch_notes_order on dispatch_notes (vendor_id, po_number) where po_number is not null;
