-- Orders of the buyer, and the answers of vendors.

-- Orders, as the buyer's system or a sheet states them.
create table purchase_orders (
  id bigint generated always as identity primary key,
  -- The system that it comes from, the order there, and its version: an amended order keeps its external id.
  source text not null default 'embedded',
  external_id text not null,
  version text not null,
  vendor_id bigint not null references vendors,
  -- The number as the buyer writes it: it may hold letters, slashes and blanks.
  number text not null,
  ordered_on date not null,
  deliver_by date,
  -- 'Acknowledged' is an open order that its vendor has acknowledged; delivery and payment state follow from receipts and payments.
  status text not null check (status in ('Open', 'Closed', 'Cancelled')),
  acknowledged_on date,
  acknowledgement_reference text,
  -- It is null until the buyer's system has been told of an acknowledgement made here.
  acknowledgement_told_at timestamptz,
  -- The amount that is paid of it, where the buyer's system says so.
  paid numeric(14, 2) not null default 0 check (paid >= 0),
  delivery_location text,
  vendor_address text,
  document_url text,
  -- The number and the value of the lines, stored with them, so that lists can sort by them.
  line_count integer not null,
  value numeric(14, 2) not null,
  -- The order as the buyer's system sent it.
  raw jsonb,
  -- The GST registration of each side; null where the order names none, and there was not exactly one on its day.
  vendor_registration_id bigint references registrations,
  buyer_registration_id bigint references registrations,
  -- The GST code of a state; null is the state of the buyer's registration.
  place_of_supply text check (place_of_supply ~ '^\d{2}$'),
  -- The times when the vendor was reminded of the order without an answer, and when the buyer was told.
  reminded_at timestamptz,
  escalated_at timestamptz,
  -- The reason why the rest of an order is not expected any more, where the buyer has closed it here.
  closed_reason text,
  site_id bigint references buyer_sites on delete set null,
  -- untwin() tells what twins are.
  twin integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint purchase_orders_source unique (source, external_id)
) with (fillfactor = 90);
create index purchase_orders_vendor on purchase_orders (vendor_id, id);
create index purchase_orders_vendor_day on purchase_orders (vendor_id, ordered_on, id);
create index purchase_orders_day on purchase_orders (ordered_on, id);
create index purchase_orders_untold on purchase_orders (id) where acknowledged_on is not null and acknowledgement_told_at is null;
create index purchase_orders_open on purchase_orders (vendor_id, deliver_by) where status = 'Open';
create index purchase_orders_site on purchase_orders (site_id) where site_id is not null;
-- The number comes first: administrators ask for one of any vendor.
create unique index purchase_orders_number on purchase_orders (code_key(number), vendor_id, twin);
create index purchase_orders_search on purchase_orders using gin (code_key(number) gin_trgm_ops);
create trigger purchase_orders_twin before update of number on purchase_orders for each row
  when (old.twin > 0 and code_key(old.number) is distinct from code_key(new.number)) execute function untwin();

-- The lines of orders. An amendment of the order replaces them.
create table purchase_order_lines (
  order_id bigint not null references purchase_orders on delete cascade,
  -- Lines count from 1, in the order of the buyer's system.
  line integer not null,
  -- The line's id in the buyer's system, where it has one: receipts and returns name it.
  external_id text,
  item_code text not null,
  item_name text not null,
  ean text,
  -- Another barcode of the same item: its carton's, or an older one.
  second_ean text,
  hsn_code text,
  sku_code text,
  uom text,
  -- The quantity in the unit of purchase; price zero is a free quantity.
  quantity numeric(12, 3) not null check (quantity > 0),
  -- Pieces in one carton, where known.
  case_quantity numeric(12, 3) check (case_quantity > 0),
  received_quantity numeric(12, 3) not null default 0 check (received_quantity >= 0),
  -- The part of received_quantity that was rejected.
  rejected_quantity numeric(12, 3) not null default 0,
  mrp numeric(14, 2),
  unit_price numeric(14, 4) not null check (unit_price >= 0),
  discount_rate numeric(6, 3) not null default 0,
  discount numeric(14, 2) not null default 0,
  taxable numeric(14, 2) not null,
  -- Rates are null where the order states none.
  cgst_rate numeric(6, 3),
  sgst_rate numeric(6, 3),
  igst_rate numeric(6, 3),
  cess_rate numeric(6, 3),
  cgst numeric(14, 2) not null default 0,
  sgst numeric(14, 2) not null default 0,
  igst numeric(14, 2) not null default 0,
  cess numeric(14, 2) not null default 0,
  total numeric(14, 2) not null,
  primary key (order_id, line)
);

-- Acknowledgements of terms that the buyer has changed since.
create table withdrawn_acknowledgements (
  order_id bigint not null references purchase_orders on delete cascade,
  withdrawn_at timestamptz not null default clock_timestamp(),
  acknowledged_on date not null,
  reference text,
  -- Dates and lines as they were acknowledged.
  terms jsonb not null,
  primary key (order_id, withdrawn_at)
);

-- Answers of vendors to order lines, and the buyer's decisions about them.
create table order_answers (
  id bigint generated always as identity primary key,
  order_id bigint not null references purchase_orders on delete cascade,
  -- The line of the order as it is now. Lines are replaced when an order is amended, so this is no reference.
  line integer not null,
  -- True for the latest answer to its line. Earlier ones stay as history.
  is_current boolean not null default true,
  decision text not null check (decision in ('accept', 'change', 'reject')),
  state text not null check (
    state in ('accepted', 'rejected', 'proposed', 'countered', 'agreed', 'declined', 'withdrawn', 'replaced', 'outdated')),
  -- A list [{quantity, date}] in the unit of purchase.
  promises jsonb not null,
  rejected numeric(12, 3) not null default 0 check (rejected >= 0),
  -- It is null where the price is as ordered.
  unit_price numeric(14, 4) check (unit_price >= 0),
  substitute_ean text,
  reason text,
  remark text,
  -- The buyer's offer in its place: {price, promises}.
  counter jsonb,
  buyer_remark text,
  -- The line as it was answered: an amendment that leaves this as it is keeps the answer.
  terms jsonb not null,
  item_name text not null,
  entered_by bigint references users,
  sent_at timestamptz not null default clock_timestamp(),
  decided_by bigint references users,
  decided_at timestamptz,
  -- The time when the ERP was told; null where it was not, and for orders that are kept here.
  told_at timestamptz,
  -- The time when an amendment of the order ended the answer; null for answers that ended before this was kept.
  ended_at timestamptz
);
create index order_answers_order on order_answers (order_id, line);
create index order_answers_waiting on order_answers (order_id) where is_current and state = 'proposed';
create index order_answers_untold on order_answers (order_id)
  where is_current and told_at is null and state in ('accepted', 'agreed', 'rejected');
create index order_answers_ended on order_answers (order_id) where ended_at is not null;

-- The changes that a vendor may make without asking. The row without a vendor is the default.
create table answer_tolerances (
  vendor_id bigint unique nulls not distinct references vendors,
  days_late integer not null check (days_late between 0 and 365),
  quantity_less numeric(6, 3) not null check (quantity_less between 0 and 100),
  quantity_more numeric(6, 3) not null check (quantity_more between 0 and 100),
  price_more numeric(6, 3) not null check (price_more between 0 and 100)
);
insert into answer_tolerances values (null, 0, 0, 0, 0);
