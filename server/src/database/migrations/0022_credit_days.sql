-- When invoices fall due, and which orders are open: for the dashboard.

-- The days of credit that payment terms name: the number after "net", else the largest number of days. Null where they name none.
create function credit_days(terms text) returns integer language sql immutable as $$
  select coalesce(
    (regexp_match(terms, '\mnet\s*(\d{1,3})\M', 'i'))[1]::integer,
    (select max(found[1]::integer) from regexp_matches(terms, '\m(\d{1,3})\s*-?\s*days?\M', 'gi') found),
    case when terms ~* '\m(advance|immediate|immediately|cash on delivery|cod)\M' then 0 end)
$$;
alter table vendors add column credit_days integer generated always as (credit_days(payment_terms)) stored;

create index purchase_orders_open on purchase_orders (vendor_id, deliver_by) where status = 'Open';
