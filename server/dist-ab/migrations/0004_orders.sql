-- What the buyer ordered, and the pulling of it from the buyer's system.

create table purchase_orders (
  id bigint generated always as identity primary key,
  -- The system that it comes from, the order there, and which version of it: an amended order keeps its external id.
  source text not null default 'embedded',
  external_id text not null,
  version text not null,
  owner_id bigint not null references users,
  -- As the buyer writes it: it may hold letters, slashes and blanks.
  number text not null,
  ordered_on date not null,
  deliver_by date,
  -- 'Acknowledged' is an open order that its vendor has acknowledged; delivery and payment state follow from receipts and payments.
  status text not null check (status in ('Open', 'Closed', 'Cancelled')),
  acknowledged_on date,
  acknowledgement_reference text,
  -- Null while the buyer's system has still to be told of an acknowledgement made here.
  acknowledgement_told_at timestamptz,
  -- What the buyer's system says is paid of it, where it says so.
  paid numeric(14, 2) not null default 0 check (paid >= 0),
  delivery_location text,
  vendor_address text,
  document_url text,
  -- Of the lines, kept by whoever stores them, so that lists can sort by them.
  line_count integer not null,
  value numeric(14, 2) not null,
  -- What the buyer's system sent.
  raw jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint purchase_orders_source unique (source, external_id),
  -- By the number first: administrators ask for one of whatever vendor.
  constraint purchase_orders_number unique (number, owner_id)
) with (fillfactor = 90);
create index purchase_orders_owner on purchase_orders (owner_id, id desc);
create index purchase_orders_owner_day on purchase_orders (owner_id, ordered_on);
create index purchase_orders_day on purchase_orders (ordered_on);
-- A vendor's orders by a part of their number, however many the others have.
create extension if not exists btree_gin;
create index purchase_orders_search on purchase_orders using gin (owner_id, number gin_trgm_ops);
create index purchase_orders_untold on purchase_orders (id) where acknowledged_on is not null and acknowledgement_told_at is null;

create table purchase_order_lines (
  order_id bigint not null references purchase_orders on delete cascade,
  -- From 1, in the order of the buyer's system.
  line integer not null,
  -- The line there, where it has an id: receipts and returns name it.
  external_id text,
  item_code text not null,
  item_name text not null,
  ean text,
  -- Another barcode of the same item: its carton's, or an older one.
  second_ean text,
  hsn_code text,
  sku_code text,
  uom text,
  -- In the unit of purchase; zero price is a free quantity.
  quantity numeric(12, 3) not null check (quantity > 0),
  -- Pieces in one carton, where known.
  case_quantity numeric(12, 3) check (case_quantity > 0),
  received_quantity numeric(12, 3) not null default 0 check (received_quantity >= 0),
  mrp numeric(14, 2),
  unit_price numeric(14, 4) not null check (unit_price >= 0),
  discount_rate numeric(6, 3) not null default 0,
  discount numeric(14, 2) not null default 0,
  taxable numeric(14, 2) not null,
  -- Null where the order states no rate: labels then offer one.
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

-- What is paid of an order is what is paid of its invoices.
create index invoices_order on invoices (owner_id, po_number) where po_number is not null;

-- How many orders a vendor has, so that lists need not count them. Over a few slots, like the books.
create table order_counts (
  owner_id bigint not null references users,
  slot smallint not null,
  order_count bigint not null,
  primary key (owner_id, slot)
) with (fillfactor = 50);

create function keep_order_counts() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into order_counts as kept (owner_id, slot, order_count)
      select owner_id, pg_backend_pid() % 4, count(*) from newer group by owner_id order by owner_id
      on conflict (owner_id, slot) do update set order_count = kept.order_count + excluded.order_count;
    when 'DELETE' then
      insert into order_counts as kept (owner_id, slot, order_count)
      select owner_id, pg_backend_pid() % 4, -count(*) from older group by owner_id order by owner_id
      on conflict (owner_id, slot) do update set order_count = kept.order_count + excluded.order_count;
    else
      -- An order seldom comes to another vendor.
      insert into order_counts as kept (owner_id, slot, order_count)
      select owner_id, pg_backend_pid() % 4, sum(sign)
      from (select owner_id, 1 as sign from newer union all select owner_id, -1 from older) each
      group by owner_id having sum(sign) <> 0 order by owner_id
      on conflict (owner_id, slot) do update set order_count = kept.order_count + excluded.order_count;
  end case;
  return null;
end $$;
create trigger purchase_orders_added after insert on purchase_orders referencing new table as newer
  for each statement execute function keep_order_counts();
create trigger purchase_orders_changed after update on purchase_orders referencing old table as older new table as newer
  for each statement execute function keep_order_counts();
create trigger purchase_orders_removed after delete on purchase_orders referencing old table as older
  for each statement execute function keep_order_counts();

-- What arrived at the buyer's, where its system reports receipts apart from orders.
create table goods_receipts (
  id bigint generated always as identity primary key,
  source text not null default 'embedded',
  external_id text not null,
  owner_id bigint not null references users,
  order_id bigint not null references purchase_orders on delete cascade,
  line integer not null,
  -- As the buyer numbers it.
  number text not null default '',
  received_on date not null,
  quantity numeric(12, 3) not null check (quantity >= 0),
  created_at timestamptz not null default now(),
  constraint goods_receipts_source unique (source, external_id)
);
create index goods_receipts_line on goods_receipts (order_id, line);

-- How far each kind of record has been pulled from the buyer's system, and how the last run went.
create table buyer_pulls (
  source text not null,
  -- The last is what the portal tells the system.
  kind text not null check (kind in ('suppliers', 'items', 'orders', 'returns', 'payments', 'acknowledgements')),
  -- The system's own mark: ask for what changed at it or later. Null: from the start.
  cursor text,
  started_at timestamptz,
  ended_at timestamptz,
  -- Of the last run.
  rows_read integer not null default 0,
  rows_stored integer not null default 0,
  error text,
  primary key (source, kind)
);

-- One process pulls at a time: it holds the lease and renews it; one that died loses it by the clock.
create table leases (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null
);

-- Records that could not be taken over, by name, until they can: each run tries them again.
create table buyer_faults (
  source text not null,
  kind text not null,
  external_id text not null,
  problem text not null,
  record jsonb not null,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  primary key (source, kind, external_id)
);
