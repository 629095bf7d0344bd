-- Advances: payments that settle no invoice yet. They name an order, and stand on account until its invoices are due.
alter table payments
  add column order_id bigint references purchase_orders on delete set null,
  add constraint payments_advance check (order_id is null or invoice_id is null);
create index payments_order on payments (order_id) where order_id is not null;

-- The percent of an order's value that may be paid before it is invoiced; null is no limit, as in an installation that exists.
alter table portal_settings add column advance_percent numeric(6, 3) check (advance_percent between 0 and 100);

-- An advance that one user of the buyer entered waits for another one, as what vendors report does.
alter table reported_payments
  alter column invoice_id drop not null,
  add column order_id bigint references purchase_orders on delete cascade,
  add column paid_on date,
  add column online_kind text check (online_kind in ('neft', 'rtgs', 'imps', 'upi')),
  add column reference text check (length(reference) between 1 and 100),
  add column account_last4 text check (account_last4 ~ '^\d{4}$'),
  add constraint reported_payments_about check (num_nonnulls(invoice_id, order_id) = 1);
create index reported_payments_order on reported_payments (order_id) where order_id is not null;
