alter table invoices add column remarks text check (length(remarks) <= 200);
