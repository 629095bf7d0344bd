-- The three-way match: invoices with lines against orders and receipts.

alter table portal_settings
  -- Whether a payment that is typed here may be of an invoice that differs and is not released.
  add column pay_only_matched boolean not null default false;

alter table invoice_lines
  -- Which tax was due when the line was entered; null where nobody could tell.
  add column due text check (due in ('igst', 'halves', 'none'));

-- In place of the usual tolerances, which are in the settings. Of several rows, vendor and category come first, then the vendor's.
create table match_tolerances (
  id bigint generated always as identity primary key,
  vendor_id bigint references vendors,
  -- Of the buyer's items.
  category text,
  -- Percent.
  quantity numeric(6, 3) not null check (quantity between 0 and 100),
  price numeric(6, 3) not null check (price between 0 and 100),
  -- Rupees of a line.
  price_amount numeric(14, 2) not null check (price_amount >= 0),
  check (num_nonnulls(vendor_id, category) > 0)
);
create unique index match_tolerances_for on match_tolerances (coalesce(vendor_id, 0), lower(coalesce(category, '')));

-- A comparison that gave another result than the one before.
create table match_runs (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoices on delete cascade,
  ran_at timestamptz not null default clock_timestamp(),
  state text not null
);
create index match_runs_invoice on match_runs (invoice_id, id);

create table match_results (
  run_id bigint not null references match_runs on delete cascade,
  no integer not null,
  rule text not null,
  -- Of the invoice; null where it is about the whole.
  line integer,
  outcome text not null check (outcome in ('fault', 'remark')),
  expected text not null,
  found text not null,
  tolerance text,
  document text,
  message text not null,
  way_out text,
  primary key (run_id, no)
);

create table match_decisions (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoices on delete cascade,
  run_id bigint references match_runs on delete set null,
  kind text not null check (kind in ('release', 'return')),
  decided_by bigint not null references users,
  decided_at timestamptz not null default clock_timestamp(),
  reason text not null,
  -- [{line, reason}]
  lines jsonb not null default '[]',
  -- What a release covers: keys of findings.
  faults jsonb not null default '[]'
);
create index match_decisions_invoice on match_decisions (invoice_id, id);
create index invoices_exceptions on invoices (id) where match_state = 'exception';

-- Accounts release invoices up to a limit.
alter table memberships
  drop constraint memberships_check1,
  add constraint memberships_limit check (limit_amount is null or role in ('approver', 'accounts'));
