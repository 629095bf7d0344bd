-- Documents of a system with one reference, day and account are one payment of several invoices: its documents, each with the invoice and the amount.
alter table payments add column parts jsonb;
create index payments_parts on payments using gin (parts jsonb_path_ops) where parts is not null;

-- A payment that the system cancelled is reversed, and may come again.
drop index payments_source;
create unique index payments_source on payments (source, external_id) where external_id is not null and not is_reversed;
