-- Invoices, payments, what the buyer sent back, and the books: totals that the database keeps in the transaction of each change,
-- so that reports read a row a vendor and not a row an invoice.

create table invoices (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users,
  po_number text check (po_number ~ '^\d+$'),
  po_date date,
  -- Digits with their leading zeros; "C" makes prefixes a range of the index.
  number text collate "C" not null check (number ~ '^\d+$'),
  invoice_date date not null,
  value numeric(14, 2) not null check (value > 0),
  cgst numeric(14, 2) check (cgst >= 0),
  sgst numeric(14, 2) check (sgst >= 0),
  igst numeric(14, 2) check (igst >= 0),
  -- Kept from the payments by their trigger.
  paid numeric(14, 2) not null default 0,
  payment_count integer not null default 0,
  -- A column of its own, so that a payment that leaves a balance touches no index.
  is_open boolean not null generated always as (paid < value) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint invoices_number unique (owner_id, number),
  constraint invoices_paid check (paid between 0 and value)
) with (fillfactor = 85);
create index invoices_owner on invoices (owner_id, id desc);
create index invoices_owner_date on invoices (owner_id, invoice_date);
create index invoices_date on invoices (invoice_date);
create index invoices_by_number on invoices (number);
create index invoices_open on invoices (owner_id, id desc) where is_open;

create table payments (
  id bigint generated always as identity primary key,
  -- Of the invoice, once more: a vendor's newest payments are one range of one index.
  owner_id bigint not null references users,
  invoice_id bigint not null references invoices,
  amount numeric(14, 2) not null check (amount > 0),
  mode text not null check (mode in ('online', 'cheque')),
  remarks text,
  paid_on date not null,
  created_at timestamptz not null default now()
);
create index payments_owner on payments (owner_id, id desc);
create index payments_owner_day on payments (owner_id, paid_on);
create index payments_day on payments (paid_on);
create index payments_invoice on payments (invoice_id);

-- What the buyer sent back to a vendor. The buyer's system writes it; the portal shows it.
create table purchase_returns (
  id bigint generated always as identity primary key,
  source text not null default 'embedded',
  -- The return's line in the system that it comes from.
  external_id text not null,
  owner_id bigint not null references users,
  po_number text,
  po_date date,
  invoice_number text,
  invoice_date date,
  item_name text not null,
  received_quantity numeric(12, 3) not null check (received_quantity >= 0),
  returned_quantity numeric(12, 3) not null check (returned_quantity >= 0),
  remarks text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (source, external_id)
);
create index purchase_returns_owner on purchase_returns (owner_id, id desc);
create index purchase_returns_owner_date on purchase_returns (owner_id, invoice_date);
create index purchase_returns_date on purchase_returns (invoice_date);

-- The books. Each total is spread over a few slots, a writer takes that of its connection: those who write for one vendor at once
-- seldom wait for each other's commit. Readers add the slots up.

create table vendor_totals (
  owner_id bigint not null references users,
  slot smallint not null,
  invoice_count bigint not null,
  invoice_total numeric(20, 2) not null,
  payment_count bigint not null,
  paid_total numeric(20, 2) not null,
  primary key (owner_id, slot)
) with (fillfactor = 50);

-- By the day of entry in India: "last 10 days".
create table invoice_days (
  day date not null,
  owner_id bigint not null references users,
  slot smallint not null,
  invoice_count bigint not null,
  invoice_total numeric(20, 2) not null,
  primary key (day, owner_id, slot)
) with (fillfactor = 50);
create index invoice_days_owner on invoice_days (owner_id, day);

-- What is outstanding of the invoices of a day: the ageing.
create table due_days (
  owner_id bigint not null references users,
  day date not null,
  slot smallint not null,
  balance numeric(20, 2) not null,
  primary key (owner_id, day, slot)
) with (fillfactor = 50);

create view vendor_books as
  select owner_id, sum(invoice_count)::bigint as invoice_count, sum(invoice_total) as invoice_total,
    sum(payment_count)::bigint as payment_count, sum(paid_total) as paid_total, sum(invoice_total) - sum(paid_total) as balance
  from vendor_totals group by owner_id having sum(invoice_count) > 0;

-- An invoice as it counts in the books; with -1, as it counted before.
create type book_entry as (sign integer, owner_id bigint, value numeric, paid numeric, payment_count integer, entered date, dated date);

create function book_of(sign integer, invoice invoices) returns book_entry language sql stable as $$
  select (sign, invoice.owner_id, invoice.value, invoice.paid, invoice.payment_count,
    (invoice.created_at at time zone 'Asia/Kolkata')::date, invoice.invoice_date)::book_entry
$$;

-- Each statement takes rows in this order, table by table and sorted within, so that no two can wait for each other in a circle. A
-- transaction of several, such as an upload, still can with another: the loser is run again.
create function keep_books(entries book_entry[]) returns void language plpgsql as $$
declare
  my_slot constant smallint := pg_backend_pid() % 4;
begin
  insert into vendor_totals as kept (owner_id, slot, invoice_count, invoice_total, payment_count, paid_total)
  select owner_id, my_slot, sum(sign), sum(sign * value), sum(sign * payment_count), sum(sign * paid)
  from unnest(entries) group by owner_id
  having sum(sign) <> 0 or sum(sign * value) <> 0 or sum(sign * payment_count) <> 0 or sum(sign * paid) <> 0
  order by owner_id
  on conflict (owner_id, slot) do update set
    invoice_count = kept.invoice_count + excluded.invoice_count, invoice_total = kept.invoice_total + excluded.invoice_total,
    payment_count = kept.payment_count + excluded.payment_count, paid_total = kept.paid_total + excluded.paid_total;

  insert into invoice_days as kept (day, owner_id, slot, invoice_count, invoice_total)
  select entered, owner_id, my_slot, sum(sign), sum(sign * value)
  from unnest(entries) group by entered, owner_id having sum(sign) <> 0 or sum(sign * value) <> 0
  order by entered, owner_id
  on conflict (day, owner_id, slot) do update set
    invoice_count = kept.invoice_count + excluded.invoice_count, invoice_total = kept.invoice_total + excluded.invoice_total;

  insert into due_days as kept (owner_id, day, slot, balance)
  select owner_id, dated, my_slot, sum(sign * (value - paid))
  from unnest(entries) group by owner_id, dated having sum(sign * (value - paid)) <> 0
  order by owner_id, dated
  on conflict (owner_id, day, slot) do update set balance = kept.balance + excluded.balance;
end $$;

create function keep_books_of_invoices() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then perform keep_books(array(select book_of(1, changed) from newer changed));
    when 'DELETE' then perform keep_books(array(select book_of(-1, changed) from older changed));
    else perform keep_books(array(select book_of(-1, changed) from older changed union all select book_of(1, changed) from newer changed));
  end case;
  return null;
end $$;
create trigger invoices_added after insert on invoices referencing new table as newer
  for each statement execute function keep_books_of_invoices();
create trigger invoices_changed after update on invoices referencing old table as older new table as newer
  for each statement execute function keep_books_of_invoices();
create trigger invoices_removed after delete on invoices referencing old table as older
  for each statement execute function keep_books_of_invoices();

create function keep_paid() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      update invoices set paid = paid + moved.amount, payment_count = payment_count + moved.count
      from (select invoice_id, sum(amount) as amount, count(*) as count from newer group by invoice_id) moved
      where invoices.id = moved.invoice_id;
    when 'DELETE' then
      update invoices set paid = paid - moved.amount, payment_count = payment_count - moved.count
      from (select invoice_id, sum(amount) as amount, count(*) as count from older group by invoice_id) moved
      where invoices.id = moved.invoice_id;
    else
      update invoices set paid = paid + moved.amount, payment_count = payment_count + moved.count
      from (
        select invoice_id, sum(amount) as amount, sum(count) as count
        from (select invoice_id, amount, 1 as count from newer union all select invoice_id, -amount, -1 from older) each
        group by invoice_id
      ) moved
      where invoices.id = moved.invoice_id;
  end case;
  return null;
end $$;
create trigger payments_added after insert on payments referencing new table as newer
  for each statement execute function keep_paid();
create trigger payments_changed after update on payments referencing old table as older new table as newer
  for each statement execute function keep_paid();
create trigger payments_removed after delete on payments referencing old table as older
  for each statement execute function keep_paid();
