-- The consequences of each write of a record: the counts of each day and the feed of changes.

-- The number of records of each vendor and their sum by day, for the dashboard and the outstanding report, which would otherwise
-- read every invoice and payment.
create table daily_counts (
  list text not null,
  -- The day '-infinity' stands for all days.
  day date not null,
  vendor_id bigint not null references vendors,
  count bigint not null,
  amount numeric(20, 2) not null,
  primary key (list, day, vendor_id)
) with (fillfactor = 50);

-- Counts the rows that a statement changed. Arguments: the SQL of a row's list, day and amount. Rows are taken in the order of the key, so that
-- two statements cannot wait for each other in a circle.
create function count_days() returns trigger language plpgsql as $$
declare
  changed constant text := case tg_op
    when 'INSERT' then 'select 1 as sign, newer.* from newer'
    when 'DELETE' then 'select -1 as sign, older.* from older'
    else 'select 1 as sign, newer.* from newer union all select -1, older.* from older' end;
begin
  execute format($sql$
    insert into daily_counts as known (list, day, vendor_id, count, amount)
    select list, each_day, vendor_id, sum(sign), sum(sign * amount)
    from (select sign, vendor_id, %s as list, %s as day, %s as amount from (%s) changed) counted
      cross join lateral (values ('-infinity'::date), (day)) days (each_day)
    group by list, each_day, vendor_id having sum(sign) <> 0 or sum(sign * amount) <> 0
    order by list, each_day, vendor_id
    on conflict (list, day, vendor_id) do update set count = known.count + excluded.count, amount = known.amount + excluded.amount
  $sql$, tg_argv[0], tg_argv[1], tg_argv[2], changed);
  return null;
end $$;

-- The lists that are counted, once for the triggers and once, as a view, for verify-books.
do $do$
declare
  entered constant text := $$(created_at at time zone 'Asia/Kolkata')::date$$;
  counted record;
  recounts text[];
begin
  for counted in
    select * from (values
      ('products', $$'products'$$, entered, '0'),
      ('schemes', $$'schemes'$$, entered, '0'),
      ('invoices', $$'invoices'$$, entered, 'value'),
      ('payments', $$'payments'$$, 'paid_on', 'amount'),
      ('memos', $$kind || ' memos'$$, entered, '0'),
      ('purchase_orders', $$'orders'$$, 'ordered_on', '0'),
      ('dispatch_notes', $$'dispatch notes'$$, entered, '0')) counted (of_table, list, day, amount)
  loop
    execute format($sql$
      create trigger %1$s_counted after insert on %1$s referencing new table as newer
        for each statement execute function count_days(%2$L, %3$L, %4$L);
      create trigger %1$s_recounted after update on %1$s referencing old table as older new table as newer
        for each statement execute function count_days(%2$L, %3$L, %4$L);
      create trigger %1$s_uncounted after delete on %1$s referencing old table as older
        for each statement execute function count_days(%2$L, %3$L, %4$L)$sql$, counted.of_table, counted.list, counted.day, counted.amount);
    recounts := recounts || format('select %s as list, %s as day, vendor_id, %s::numeric as amount from %I',
      counted.list, counted.day, counted.amount, counted.of_table);
  end loop;
  execute 'create view counted_records as ' || array_to_string(recounts, ' union all ');
end $do$;

-- The sums that each vendor invoiced and was paid, payments on account included.
create view vendor_books as
  select vendor_id, coalesce(sum(amount) filter (where list = 'invoices'), 0) as invoice_total,
    coalesce(sum(amount) filter (where list = 'payments'), 0) as paid_total,
    sum(case list when 'invoices' then amount else -amount end) as balance
  from daily_counts where list in ('invoices', 'payments') and day = '-infinity'
  group by vendor_id having sum(count) > 0;

-- The tables whose writes are changes of records.
do $do$
declare
  own constant text := 'wrote.vendor_id';
  followed record;
begin
  for followed in
    select * from (values
      ('invoices', 'own', $$'invoice'$$, 'wrote.id', own, ''),
      ('payments', 'own', $$'payment'$$, 'wrote.id', own, ''),
      ('products', 'own', $$'product'$$, 'wrote.id', own, ''),
      ('memos', 'own', $$wrote.kind || 'Memo'$$, 'wrote.id', own, ''),
      ('purchase_orders', 'own', $$'order'$$, 'wrote.id', own, ''),
      ('dispatch_notes', 'own', $$'dispatchNote'$$, 'wrote.id', own, ''),
      ('receipts', 'own', $$'receipt'$$, 'wrote.id', own, ''),
      -- An order shows its lines and invoices, a dispatch note the state of its goods, and a product the decision about its price.
      ('purchase_order_lines', 'arrived', $$'order'$$, 'head.id', 'head.vendor_id', 'join purchase_orders head on head.id = wrote.order_id'),
      ('invoices', 'settled', $$'order'$$, 'head.id', 'head.vendor_id',
        'join purchase_orders head on head.vendor_id = wrote.vendor_id and code_key(head.number) = code_key(wrote.po_number)'),
      ('dispatch_goods', 'state', $$'dispatchNote'$$, 'head.id', 'head.vendor_id', 'join dispatch_notes head on head.id = wrote.note_id'),
      ('price_decisions', 'decided', $$'product'$$, 'head.id', 'head.vendor_id', 'join products head on head.id = wrote.product_id')
    ) followed (of_table, name, entity, record, vendor, joins)
  loop
    execute format($sql$
      create trigger %1$s_%2$s_new after insert on %1$s referencing new table as newer
        for each statement execute function record_changes(%3$L, %4$L, %5$L, %6$L);
      create trigger %1$s_%2$s_changed after update on %1$s referencing new table as newer
        for each statement execute function record_changes(%3$L, %4$L, %5$L, %6$L);
      create trigger %1$s_%2$s_gone after delete on %1$s referencing old table as older
        for each statement execute function record_changes(%3$L, %4$L, %5$L, %6$L)$sql$,
      followed.of_table, followed.name, followed.entity, followed.record, followed.vendor, followed.joins);
  end loop;
end $do$;

-- An order shows what its invoices are paid, so it changes, too, with an invoice that names another order from now on.
create function record_left_order() returns trigger language plpgsql as $$
begin
  insert into changes (entity, record_id, vendor_id)
  select 'order', id, vendor_id from purchase_orders where vendor_id = old.vendor_id and code_key(number) = code_key(old.po_number);
  return null;
end $$;
create trigger invoices_left after update of po_number on invoices for each row
  when (old.po_number is distinct from new.po_number) execute function record_left_order();
