-- An order shows what its invoices are paid, so it changes, too, with an invoice that names another order from now on.
create function record_left_order() returns trigger language plpgsql as $$
begin
  insert into changes (entity, record_id, vendor_id)
  select 'order', id, vendor_id from purchase_orders where vendor_id = old.vendor_id and number = old.po_number;
  return null;
end $$;
create trigger invoices_left after update of po_number on invoices for each row
  when (old.po_number is distinct from new.po_number) execute function record_left_order();
