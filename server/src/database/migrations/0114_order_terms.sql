-- The payment terms of an order, as the buyer agreed to them. An order that states none has those that its vendor had when it came.
alter table purchase_orders add column payment_terms text check (length(payment_terms) between 1 and 500);
-- A new column changes no record: the feed of changes and the log say nothing of it.
alter table purchase_orders disable trigger user;
update purchase_orders set payment_terms = left(vendors.payment_terms, 500) from vendors where vendors.id = vendor_id and vendors.payment_terms <> '';
alter table purchase_orders enable trigger user;
-- Terms that name no days are those of an invoice without terms: CREDIT_DAYS of the contract.
alter table purchase_orders add column credit_days integer
  generated always as (case when payment_terms is not null then coalesce(credit_days(payment_terms), 30) end) stored;

-- The day on which an invoice falls due by its orders, the last one of several; null where no order says.
alter table invoices add column agreed_due date;

-- An invoice without lines is of the order that it names. Its terms do not begin before the order.
create function agreed_due(invoice bigint, owner bigint, po text, lines integer, day date) returns date language sql stable as $$
  select max(greatest(day, ordered_on) + credit_days) from purchase_orders
  where id = any (array(
    select order_id from invoice_lines where invoice_id = invoice and order_id is not null
    union all
    select named.id from purchase_orders named where lines = 0 and code_key(named.number) = code_key(po) and named.vendor_id = owner));
$$;

create function keep_agreed_due() returns trigger language plpgsql as $$
begin
  new.agreed_due := agreed_due(new.id, new.vendor_id, new.po_number, new.line_count, new.invoice_date);
  return new;
end $$;
create trigger invoices_agreed_due before insert or update of vendor_id, po_number, line_count, invoice_date on invoices
  for each row execute function keep_agreed_due();

-- Locks in the sequence of ids what it changes.
create function renew_agreed_due(ids bigint[]) returns void language plpgsql as $$
declare changed bigint[];
begin
  changed := array(
    select id from invoices where id = any (ids)
      and agreed_due is distinct from agreed_due(id, vendor_id, po_number, line_count, invoice_date)
    order by id for no key update);
  update invoices set agreed_due = agreed_due(id, vendor_id, po_number, line_count, invoice_date) where id = any (changed);
end $$;

create function lines_agreed_due() returns trigger language plpgsql as $$
begin
  perform renew_agreed_due(array(select distinct invoice_id from changed));
  return null;
end $$;
create trigger invoice_lines_agreed_due_in after insert on invoice_lines
  referencing new table as changed for each statement execute function lines_agreed_due();
create trigger invoice_lines_agreed_due_out after delete on invoice_lines
  referencing old table as changed for each statement execute function lines_agreed_due();
create trigger invoice_lines_agreed_due_on after update on invoice_lines
  referencing new table as changed for each statement execute function lines_agreed_due();

create function orders_agreed_due() returns trigger language plpgsql as $$
declare moved bigint[];
begin
  if tg_op = 'INSERT' then
    moved := array(select id from changed where credit_days is not null);
  else
    moved := array(
      select changed.id from changed join known on known.id = changed.id
      where (changed.credit_days, changed.ordered_on, changed.number, changed.vendor_id)
        is distinct from (known.credit_days, known.ordered_on, known.number, known.vendor_id));
  end if;
  if cardinality(moved) > 0 then
    perform renew_agreed_due(array(
      select invoice_id from invoice_lines where order_id = any (moved)
      union
      select invoices.id from purchase_orders named join invoices on invoices.vendor_id = named.vendor_id and code_key(po_number) = code_key(named.number)
      where named.id = any (moved) and po_number is not null and invoices.line_count = 0));
  end if;
  return null;
end $$;
create trigger purchase_orders_agreed_due_in after insert on purchase_orders
  referencing new table as changed for each statement execute function orders_agreed_due();
create trigger purchase_orders_agreed_due_on after update on purchase_orders
  referencing new table as changed old table as known for each statement execute function orders_agreed_due();

alter table invoices disable trigger user;
update invoices set agreed_due = agreed_due(id, vendor_id, po_number, line_count, invoice_date)
  where agreed_due is distinct from agreed_due(id, vendor_id, po_number, line_count, invoice_date);
alter table invoices enable trigger user;
