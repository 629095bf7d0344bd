-- The numbers of challans are unique in a financial year: a series may begin anew each April (rule 55(1) of the CGST Rules).
drop index dispatch_notes_number;
create unique index dispatch_notes_number on dispatch_notes (vendor_id, code_key(number), financial_year(challan_date), twin);
