-- Payments, returns and receipts that were loaded here are found again by their numbers, however a sheet writes them. Of several that are
-- one by now the first takes the id, and the others stay as they are.

alter table payments disable trigger user;
alter table purchase_returns disable trigger user;
alter table goods_receipts disable trigger user;

with named as (
  select id, external_id, vendor_id || '/' || code_key(raw ->> 'reference') || '/' || coalesce(code_key(invoice_number), '') as name
  from payments where source = 'embedded' and raw ? 'reference'
), first as (
  select distinct on (name) id, external_id, name from named order by name, external_id = name desc, id
)
update payments set external_id = first.name from first
where payments.id = first.id and first.external_id <> first.name
  and not exists (select from payments other where other.source = 'embedded' and other.external_id = first.name);

with named as (
  select id, external_id, vendor_id || '/' || code_key(raw ->> 'returnNumber') || '/' || substring(external_id from '[^/]*$') as name
  from purchase_returns where source = 'embedded' and raw ? 'returnNumber'
), first as (
  select distinct on (name) id, external_id, name from named order by name, external_id = name desc, id
)
update purchase_returns set external_id = first.name from first
where purchase_returns.id = first.id and first.external_id <> first.name
  and not exists (select from purchase_returns other where other.source = 'embedded' and other.external_id = first.name);

with named as (
  select id, external_id, '[' || to_json(order_id::text) || ',' || to_json(code_key(number)) || ',' || to_json(external_id::json ->> 2) || ']' as name
  from goods_receipts where source = 'embedded' and receipt_id is null and external_id like '["%]'
), first as (
  select distinct on (name) id, external_id, name from named order by name, external_id = name desc, id
)
update goods_receipts set external_id = first.name from first
where goods_receipts.id = first.id and first.external_id <> first.name
  and not exists (select from goods_receipts other where other.source = 'embedded' and other.external_id = first.name);

alter table payments enable trigger user;
alter table purchase_returns enable trigger user;
alter table goods_receipts enable trigger user;
