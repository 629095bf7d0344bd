-- The balance of each vendor as it was calculated before memos counted, and as it is since: written once, when data is carried over.
create table carried_balances (
  vendor_id bigint primary key references vendors on delete cascade,
  -- Invoices less payments.
  before numeric(20, 2) not null,
  after numeric(20, 2) not null,
  -- The parts of the difference: credits that count now, raised amounts, deductions, and an opening balance.
  credits numeric(20, 2) not null,
  raised numeric(20, 2) not null,
  deductions numeric(20, 2) not null,
  opening numeric(20, 2) not null,
  -- Shown beside the balance and no part of it: what open claims hold.
  held numeric(20, 2) not null,
  carried_at timestamptz not null default clock_timestamp(),
  check (after = before - credits + raised - deductions + opening)
);
insert into carried_balances (vendor_id, before, after, credits, raised, deductions, opening, held)
select vendor_id, invoice_total - paid_total, balance, notes + raised, raised, deductions, opening, held from vendor_books;
