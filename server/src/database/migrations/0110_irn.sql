-- Invoice reference numbers of e-invoices, and from which day a vendor makes e-invoices; null: nobody has said.

alter table vendors add column einvoice_since date;
alter table invoices add column irn text check (irn ~ '^[0-9a-fA-F]{64}$');
