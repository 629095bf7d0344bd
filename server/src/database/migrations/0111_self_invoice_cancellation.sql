-- A self-invoice can be cancelled with a reason. Its number stays used, and its goods are due again.
alter table self_invoices add column cancelled_at timestamptz;
alter table self_invoices add column cancel_reason text;
alter table self_invoices add constraint self_invoices_cancelled check ((cancelled_at is null) = (cancel_reason is null));
