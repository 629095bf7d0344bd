-- The value of invoices by the day that they name, for what was billed by month: daily_counts has the day of entry alone, by which the
-- specification counts the last ten days. The sum of all days is kept by 'invoices' already, so a record of this list counts in it too.
create trigger invoices_billed_counted after insert on invoices referencing new table as newer
  for each statement execute function count_days($$'billed'$$, 'invoice_date', 'value');
create trigger invoices_billed_recounted after update on invoices referencing old table as older new table as newer
  for each statement execute function count_days($$'billed'$$, 'invoice_date', 'value');
create trigger invoices_billed_uncounted after delete on invoices referencing old table as older
  for each statement execute function count_days($$'billed'$$, 'invoice_date', 'value');

do $do$
begin
  execute 'create or replace view counted_records as ' || rtrim(pg_get_viewdef('counted_records'::regclass), '; ')
    || $$ union all select 'billed', invoice_date, vendor_id, value::numeric from invoices$$;
end $do$;

insert into daily_counts (list, day, vendor_id, count, amount)
select 'billed', each_day, vendor_id, count(*), sum(value)
from invoices cross join lateral (values ('-infinity'::date), (invoice_date)) days (each_day)
group by vendor_id, each_day;
