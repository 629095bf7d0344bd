-- What keeps lists as quick at a million rows as at ten thousand: how many rows there are is kept, and every order has its index.

-- How many rows each list has, by vendor and by the day that its date filter goes by. A vendor's are spread over a few slots, like the
-- books; those of owner 0, all vendors', are folded from what has changed.
create table row_counts (
  list text not null,
  owner_id bigint not null,
  -- '-infinity': of all days.
  day date not null,
  slot smallint not null,
  row_count bigint not null,
  amount numeric(20, 2) not null,
  -- Of all days: grows whenever something changes that a filter could find. What was counted before is still so while this is the same.
  changes bigint not null,
  primary key (list, owner_id, day, slot)
) with (fillfactor = 50);

-- All vendors' lists by blocks of ids: how many rows a deep page lies behind.
create table row_blocks (
  list text not null,
  -- Of 1,024 ids.
  block bigint not null,
  row_count bigint not null,
  primary key (list, block)
) with (fillfactor = 50);

-- What has changed in all vendors' lists since they were folded. Whoever writes adds a row and so waits for nobody, also not for an
-- upload that is stored in one long transaction; readers add what is in here.
create table row_deltas (
  id bigint generated always as identity,
  list text not null,
  day date,
  block bigint not null,
  row_count bigint not null,
  amount numeric(20, 2) not null
);
create index row_deltas_list on row_deltas (list, day);

-- Several at once would count double: one does it, the others need not.
create function fold_row_deltas() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(4170512) then return; end if;
  with taken as materialized (delete from row_deltas returning *),
    counted as (
      insert into row_counts as kept (list, owner_id, day, slot, row_count, amount, changes)
      select list, 0, of_day, 0, sum(row_count), sum(amount), count(*)
      from taken cross join lateral (values ('-infinity'::date), (day)) days (of_day)
      where of_day is not null group by list, of_day
      on conflict (list, owner_id, day, slot) do update set row_count = kept.row_count + excluded.row_count,
        amount = kept.amount + excluded.amount, changes = kept.changes + excluded.changes)
  insert into row_blocks as kept (list, block, row_count)
  select list, block, sum(row_count) from taken group by list, block having sum(row_count) <> 0
  on conflict (list, block) do update set row_count = kept.row_count + excluded.row_count;
end $$;

-- Rows as they count in a list; with minus one, as they counted before. No day where the list has no date filter.
create type row_entry as (list text, owner_id bigint, day date, block bigint, row_count bigint, amount numeric);

create function keep_rows(entries row_entry[]) returns void language plpgsql as $$
declare
  my_slot constant smallint := pg_backend_pid() % 4;
  is_due boolean;
begin
  insert into row_counts as kept (list, owner_id, day, slot, row_count, amount, changes)
  select list, owner_id, of_day, my_slot, sum(row_count), sum(amount), 1
  from unnest(entries) cross join lateral (values ('-infinity'::date), (day)) days (of_day)
  where of_day is not null and owner_id is not null
  group by list, owner_id, of_day having of_day = '-infinity' or sum(row_count) <> 0 or sum(amount) <> 0
  order by list, owner_id, of_day
  on conflict (list, owner_id, day, slot) do update set row_count = kept.row_count + excluded.row_count,
    amount = kept.amount + excluded.amount, changes = kept.changes + excluded.changes;

  with added as (
    insert into row_deltas (list, day, block, row_count, amount)
    select list, day, block, sum(row_count), sum(amount) from unnest(entries) group by list, day, block
    returning id
  )
  select count(*) > 100 or bool_or(id % 256 = 0) into is_due from added;
  if is_due then perform fold_row_deltas(); end if;
end $$;

-- A table's lists: `name` of the list, its `day`, an `amount` that is added up, and `sought`, what filters look at besides.
create function count_rows_of(of_table text, owner text, lists text) returns void language plpgsql as $body$
declare
  -- A row as it counts, of a row source called r.
  each_row constant text := format($$select %%s as sign, kept.list, %s as owner_id, kept.day, r.id / 1024 as block, kept.amount, kept.sought
    from %%I r cross join lateral (values %s) as kept (list, day, amount, sought) where kept.list is not null$$, owner, lists);
  summed constant text := 'array(select (list, owner_id, day, block, sum(sign), sum(sign * amount))::row_entry from (%s) each group by list, owner_id, day, block%s)';
begin
  execute format($$create function keep_rows_of_%1$s() returns trigger language plpgsql as $keep$
    declare
      entries row_entry[];
    begin
      case tg_op
        when 'INSERT' then entries := %2$s;
        when 'DELETE' then entries := %3$s;
        else entries := %4$s;
      end case;
      if cardinality(entries) > 0 then perform keep_rows(entries); end if;
      return null;
    end $keep$ $$, of_table, format(summed, format(each_row, 1, 'newer'), ''), format(summed, format(each_row, -1, 'older'), ''),
    format(summed, format(each_row, 1, 'newer') || ' union all ' || format(each_row, -1, 'older'), ', sought having sum(sign) <> 0 or sum(sign * amount) <> 0'));
  execute format($$
    create trigger %1$s_counted after insert on %1$s referencing new table as newer for each statement execute function keep_rows_of_%1$s();
    create trigger %1$s_recounted after update on %1$s referencing old table as older new table as newer
      for each statement execute function keep_rows_of_%1$s();
    create trigger %1$s_uncounted after delete on %1$s referencing old table as older for each statement execute function keep_rows_of_%1$s();
    create view rows_of_%1$s as select list, owner_id, day, block, amount from (%2$s) each$$, of_table, format(each_row, 1, of_table));
end $body$;

select count_rows_of('products', 'r.owner_id', $$
  ('products', (r.created_at at time zone 'Asia/Kolkata')::date, 0, concat_ws(' ', r.name, r.ean, r.sku_code, r.price_approved)),
  (case when r.price_approved then 'products approved' else 'products waiting' end, null::date, 0, '')$$);
select count_rows_of('schemes', 'r.owner_id', $$
  ('schemes', r.date, 0, ''), ('schemes entered', (r.created_at at time zone 'Asia/Kolkata')::date, 0, '')$$);
select count_rows_of('invoices', 'r.owner_id', $$
  ('invoices', r.invoice_date, 0, r.number), ('invoices entered', (r.created_at at time zone 'Asia/Kolkata')::date, r.value, ''),
  (case when r.is_open then 'invoices open' end, null::date, 0, r.number)$$);
select count_rows_of('payments', 'r.owner_id', $$('payments', r.paid_on, 0, '')$$);
select count_rows_of('purchase_returns', 'r.owner_id', $$('returns', r.invoice_date, 0, '')$$);
select count_rows_of('memos', 'r.owner_id', $$
  (r.kind || ' memos', (r.created_at at time zone 'Asia/Kolkata')::date, 0, coalesce(r.vendor_invoice_ref, ''))$$);
select count_rows_of('purchase_orders', 'r.owner_id', $$('orders', r.ordered_on, 0, r.number)$$);
select count_rows_of('dispatch_notes', 'r.owner_id', $$
  ('dispatch notes', r.challan_date, 0, r.number), ('dispatch notes entered', (r.created_at at time zone 'Asia/Kolkata')::date, 0, '')$$);
select count_rows_of('goods_receipts', 'r.owner_id', $$('receipts', null::date, 0, '')$$);
-- The buyer's items are no vendor's.
select count_rows_of('items', 'null::bigint', $$('items', null::date, 0, concat_ws(' ', r.item_name, r.ean))$$);
drop function count_rows_of;

create view counted_rows as
  select * from rows_of_products union all select * from rows_of_schemes union all select * from rows_of_invoices
  union all select * from rows_of_payments union all select * from rows_of_purchase_returns union all select * from rows_of_memos
  union all select * from rows_of_purchase_orders union all select * from rows_of_dispatch_notes union all select * from rows_of_goods_receipts
  union all select * from rows_of_items;

-- Counts everything anew: for rows that came while the triggers rested.
create function recount_rows() returns void language sql as $$
  truncate row_counts, row_blocks, row_deltas;
  insert into row_counts (list, owner_id, day, slot, row_count, amount, changes)
  -- What anybody has counted before is older than this.
  select list, of_owner, of_day, 0, sum(row_count), sum(amount), (extract(epoch from clock_timestamp()) * 1000)::bigint
  from (select list, owner_id, day, count(*) as row_count, sum(amount) as amount from counted_rows group by list, owner_id, day) counted
  cross join lateral (values (owner_id), (0)) owners (of_owner) cross join lateral (values ('-infinity'::date), (day)) days (of_day)
  where of_day is not null and of_owner is not null group by list, of_owner, of_day;
  insert into row_blocks (list, block, row_count) select list, block, count(*) from counted_rows group by list, block;
$$;

-- What counted some of it before.
drop trigger purchase_orders_added on purchase_orders;
drop trigger purchase_orders_changed on purchase_orders;
drop trigger purchase_orders_removed on purchase_orders;
drop function keep_order_counts;
drop table order_counts;

create or replace function keep_books(entries book_entry[]) returns void language plpgsql as $$
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

  insert into due_days as kept (owner_id, day, slot, balance)
  select owner_id, dated, my_slot, sum(sign * (value - paid))
  from unnest(entries) group by owner_id, dated having sum(sign * (value - paid)) <> 0
  order by owner_id, dated
  on conflict (owner_id, day, slot) do update set balance = kept.balance + excluded.balance;
end $$;
drop table invoice_days;

-- A list's order by a column is an index of its vendor, that column and the id: a page is read from it as it stands, for all vendors
-- together by merging the first of each. Dates lead their own for the filter over all vendors.

drop index products_owner_created, products_created, products_name, products_sku, products_ean;
create index products_owner_created on products (owner_id, created_at, id);
create index products_created on products (created_at, id);
create index products_own_waiting on products (owner_id, id) where not price_approved;
create index products_available on products (owner_id, available_on, id);
create index products_margin on products (owner_id, margin, id);
create index products_net_ptr on products (owner_id, net_ptr, id);
create index products_mrp on products (owner_id, mrp, id);
-- A vendor's names and codes side by side: its search reads them all, ten times as fast as it could put together what trees of parts
-- of all vendors' names hold of them. What it compares has to be stored in small letters, and the columns themselves beside it.
create index products_by_name on products (owner_id, lower(name), id, lower(sku_code)) include (name, sku_code);
-- Parts of all vendors' names and codes; see 0007_products.sql for what is pending.
create index products_search on products using gin (lower(name) gin_trgm_ops, lower(sku_code) gin_trgm_ops, ean gin_trgm_ops)
  with (gin_pending_list_limit = 32768);
alter table products drop constraint products_owner_id_ean_key, add constraint products_owner_id_ean_key unique (owner_id, ean) include (id);

drop index invoices_owner_date, invoices_date, invoices_by_number;
create index invoices_owner_date on invoices (owner_id, invoice_date, id);
create index invoices_date on invoices (invoice_date, id);
create index invoices_po_number on invoices (owner_id, (po_number::numeric), id);
create index invoices_po_date on invoices (owner_id, po_date, id);
create index invoices_by_digits on invoices (owner_id, (number::numeric), id);
create index invoices_value on invoices (owner_id, value, id);
create index invoices_cgst on invoices (owner_id, cgst, id);
create index invoices_sgst on invoices (owner_id, sgst, id);
create index invoices_igst on invoices (owner_id, igst, id);
create index invoices_paid_sum on invoices (owner_id, paid, id);
create index invoices_open_digits on invoices (owner_id, (number::numeric), id) where is_open;
create index invoices_by_number on invoices (number, id);
alter table invoices drop constraint invoices_number, add constraint invoices_number unique (owner_id, number) include (id);

drop index payments_owner_day, payments_day;
create index payments_owner_day on payments (owner_id, paid_on, id);
create index payments_day on payments (paid_on, id);
create index payments_amount on payments (owner_id, amount, id);

drop index purchase_orders_owner_day, purchase_orders_day, purchase_orders_search;
create index purchase_orders_search on purchase_orders using gin (lower(number) gin_trgm_ops);
create index purchase_orders_by_number on purchase_orders (owner_id, lower(number), id) include (number);
create index purchase_orders_owner_day on purchase_orders (owner_id, ordered_on, id);
create index purchase_orders_lines on purchase_orders (owner_id, line_count, id);
create index purchase_orders_value on purchase_orders (owner_id, value, id);

drop index schemes_owner_date, schemes_date, schemes_owner_created, schemes_created;
create index schemes_owner_date on schemes (owner_id, date, id);
create index schemes_date on schemes (date, id);
create index schemes_by_number on schemes (owner_id, number, id);
create index schemes_quantity on schemes (owner_id, quantity, id);
create index schemes_free on schemes (owner_id, free_quantity, id);
create index schemes_discount on schemes (owner_id, discount, id);
create index schemes_net_ptr on schemes (owner_id, net_ptr, id);
create index schemes_validity on schemes (owner_id, validity, id);
create index schemes_search on schemes using gin ((number::text) gin_trgm_ops);

drop index dispatch_notes_owner_day, dispatch_notes_day, dispatch_notes_owner_created, dispatch_notes_created, dispatch_notes_search;
create index dispatch_notes_owner_day on dispatch_notes (owner_id, challan_date, id);
create index dispatch_notes_day on dispatch_notes (challan_date, id);
create index dispatch_notes_by_number on dispatch_notes (owner_id, lower(number), id) include (number);
create index dispatch_notes_po_number on dispatch_notes (owner_id, po_number, id);
create index dispatch_notes_po_date on dispatch_notes (owner_id, po_date, id);
create index dispatch_notes_cartons on dispatch_notes (owner_id, cartons, id);
create index dispatch_notes_packages on dispatch_notes (owner_id, packages, id);
create index dispatch_notes_net on dispatch_notes (owner_id, net_weight, id);
create index dispatch_notes_gross on dispatch_notes (owner_id, gross_weight, id);
create index dispatch_notes_search on dispatch_notes using gin (lower(number) gin_trgm_ops);

drop index purchase_returns_owner_date, purchase_returns_date;
create index purchase_returns_owner_date on purchase_returns (owner_id, invoice_date, id);
create index purchase_returns_date on purchase_returns (invoice_date, id);
create index purchase_returns_po_date on purchase_returns (owner_id, po_date, id);
create index purchase_returns_received on purchase_returns (owner_id, received_quantity, id);
create index purchase_returns_returned on purchase_returns (owner_id, returned_quantity, id);

create index goods_receipts_received on goods_receipts (owner_id, received_on, id);
create index goods_receipts_quantity on goods_receipts (owner_id, quantity, id);

drop index memos_created, memos_owner_created, memos_invoice;
create index memos_owner_created on memos (kind, owner_id, created_at, id);
create index memos_created on memos (kind, created_at, id);
create index memos_invoice_date on memos (kind, owner_id, vendor_invoice_date, id);
create index memos_po_date on memos (kind, owner_id, buyer_po_date, id);
create index memos_quantity on memos (kind, owner_id, item_quantity, id);
create index memos_unit_price on memos (kind, owner_id, unit_price, id);
create index memos_difference on memos (kind, owner_id, price_difference, id);
create index memos_tax_rate on memos (kind, owner_id, tax_rate, id);
create index memos_cgst on memos (kind, owner_id, cgst, id);
create index memos_sgst on memos (kind, owner_id, sgst, id);
create index memos_igst on memos (kind, owner_id, igst, id);
create index memos_amount on memos (kind, owner_id, amount, id);
create index memos_search on memos using gin (lower(vendor_invoice_ref) gin_trgm_ops);

create index items_by_ean on items (ean, id);
create index items_by_name on items (lower(item_name), id);
create index items_mrp on items (mrp, id);
create index items_updated on items (updated_at, id);
create index items_search on items using gin (lower(item_name) gin_trgm_ops, ean gin_trgm_ops);

select recount_rows();
analyze row_counts;
