-- A vendor's invoices have CGST and SGST, or IGST. Along a tax of all vendors a scan would pass every invoice with the other one first.
create index invoices_vendor_cgst on invoices (vendor_id, cgst, id);
create index invoices_vendor_sgst on invoices (vendor_id, sgst, id);
create index invoices_vendor_igst on invoices (vendor_id, igst, id);
