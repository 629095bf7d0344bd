-- The feed has self-invoices, when they are issued and when they are cancelled. Their lines never change.
create trigger self_invoices_own_new after insert on self_invoices referencing new table as newer
  for each statement execute function record_changes('''selfInvoice''', 'wrote.id', 'wrote.vendor_id', '');
create trigger self_invoices_own_changed after update on self_invoices referencing new table as newer
  for each statement execute function record_changes('''selfInvoice''', 'wrote.id', 'wrote.vendor_id', '');
create trigger self_invoices_own_gone after delete on self_invoices referencing old table as older
  for each statement execute function record_changes('''selfInvoice''', 'wrote.id', 'wrote.vendor_id', '');
