-- Which records changed, in an order in which followers miss none: docs/integrating.md.
create table changes (
  -- Of two transactions that write at once, the one with the smaller id may commit later. Changes are read up to the oldest transaction that
  -- still runs, in this order, so that none appears before one that was read.
  transaction_id xid8 not null default pg_current_xact_id(),
  id bigint not null generated always as identity,
  at timestamptz not null default now(),
  entity text not null,
  record_id bigint not null,
  vendor_id bigint not null,
  primary key (transaction_id, id)
);
create index changes_vendor on changes (vendor_id, transaction_id, id);
create index changes_at on changes using brin (at) with (autosummarize = on);

-- Logs the records that a statement wrote. Arguments: the SQL of the entity, of the record's id and of the vendor's id of a row `wrote`, and
-- joins.
create function record_changes() returns trigger language plpgsql as $$
begin
  execute format('insert into changes (entity, record_id, vendor_id) select distinct %s, %s, %s from %I wrote %s order by 1, 2',
    tg_argv[0], tg_argv[1], tg_argv[2], case tg_op when 'DELETE' then 'older' else 'newer' end, tg_argv[3]);
  return null;
end $$;

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
      -- What an order shows of its lines and invoices, and a product of the decision about its price.
      ('purchase_order_lines', 'arrived', $$'order'$$, 'head.id', 'head.vendor_id', 'join purchase_orders head on head.id = wrote.order_id'),
      ('invoices', 'settled', $$'order'$$, 'head.id', 'head.vendor_id',
        'join purchase_orders head on head.vendor_id = wrote.vendor_id and head.number = wrote.po_number'),
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
