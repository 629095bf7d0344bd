-- A dispatch note shows the state of its goods, so it changes with them.
create trigger dispatch_goods_state_new after insert on dispatch_goods referencing new table as newer
  for each statement execute function record_changes($$'dispatchNote'$$, 'head.id', 'head.vendor_id', 'join dispatch_notes head on head.id = wrote.note_id');
create trigger dispatch_goods_state_changed after update on dispatch_goods referencing new table as newer
  for each statement execute function record_changes($$'dispatchNote'$$, 'head.id', 'head.vendor_id', 'join dispatch_notes head on head.id = wrote.note_id');
create trigger dispatch_goods_state_gone after delete on dispatch_goods referencing old table as older
  for each statement execute function record_changes($$'dispatchNote'$$, 'head.id', 'head.vendor_id', 'join dispatch_notes head on head.id = wrote.note_id');

-- A table's own rows are distinct and need no sort, which large uploads would wait for.
create or replace function record_changes() returns trigger language plpgsql as $$
declare
  several constant boolean := tg_argv[3] <> '';
begin
  execute format('insert into changes (entity, record_id, vendor_id) select %s %s, %s, %s from %I wrote %s %s',
    case when several then 'distinct' end, tg_argv[0], tg_argv[1], tg_argv[2], case tg_op when 'DELETE' then 'older' else 'newer' end, tg_argv[3],
    case when several then 'order by 1, 2' end);
  return null;
end $$;
