-- Payments that vendors report where the controls let accounts confirm them. They settle nothing and hold nothing.
create table reported_payments (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors on delete cascade,
  invoice_id bigint not null references invoices on delete cascade,
  amount numeric(14, 2) not null check (amount > 0),
  mode text not null check (mode in ('online', 'cheque')),
  remarks text,
  reported_by bigint not null references users,
  status text not null default 'reported' check (status in ('reported', 'confirmed', 'rejected')),
  decided_by bigint references users,
  decided_at timestamptz,
  reason text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((status = 'reported') = (decided_at is null))
);
create index reported_payments_vendor on reported_payments (vendor_id, id);
create index reported_payments_invoice on reported_payments (invoice_id);
create index reported_payments_open on reported_payments (id) where status = 'reported';
