-- One number, one thing: how numbers and codes are compared, wherever they are. The contract has the same functions (codes.ts).

-- Without case, signs of no width, several blanks in a row, full-width forms and look-alike dashes. Most codes are plain, and take the short way.
create function code_key(code text) returns text language sql immutable parallel safe
  return case when code ~ '^[!-~]+( [!-~]+)*$'
    then translate(code, 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    else translate(
      btrim(regexp_replace(regexp_replace(regexp_replace(
        normalize(regexp_replace(code, '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'), NFKC),
        '[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2212\u23af\u2500\u2501\u2796\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u301c\u3030\u30a0\u30fc]', '-', 'g'),
        '[\u2044\u2215]', '/', 'g'),
        '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+', ' ', 'g'), ' '),
      'abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿαβγδεζηθικλμνξοπρςστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџ',
      'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŸΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏ') end;

-- A GTIN-8 to -14 has its key without leading zeros: one item has it in several lengths.
create function gtin_key(code text) returns text language sql immutable parallel safe
  return case when code ~ '^[0-9]{8,14}$' then coalesce(nullif(ltrim(code, '0'), ''), '0')
    when code_key(code) ~ '^[0-9]{8,14}$' then coalesce(nullif(ltrim(code_key(code), '0'), ''), '0')
    else code_key(code) end;

-- What people take for the same number: INV/0012, inv-12 and INV12.
create or replace function number_key(number text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(code_key(number), '(^|[^0-9])0+(?=[0-9])', '\1', 'g'), '[/-]', '', 'g');

-- Rows of before that are one number by now stay, each under a twin of its own: 0 for the first, as for all that come. A twin whose number
-- changes is as any other row.
alter table purchase_orders add column twin integer not null default 0;
alter table dispatch_notes add column twin integer not null default 0;
alter table receipts add column twin integer not null default 0;
alter table products add column twin integer not null default 0;
alter table items add column twin integer not null default 0;

-- Nothing that anybody is told of changes.
alter table purchase_orders disable trigger user;
alter table dispatch_notes disable trigger user;
alter table receipts disable trigger user;
alter table products disable trigger user;

update purchase_orders set twin = alike.twin from (
  select id, row_number() over (
    partition by vendor_id, code_key(number) order by external_id = vendor_id || '/' || code_key(number) desc, id) - 1 as twin from purchase_orders) alike
where alike.id = purchase_orders.id and alike.twin > 0;
update dispatch_notes set twin = alike.twin from (
  select id, row_number() over (partition by vendor_id, code_key(number) order by id) - 1 as twin from dispatch_notes) alike
where alike.id = dispatch_notes.id and alike.twin > 0;
update receipts set twin = alike.twin from (
  select id, row_number() over (partition by vendor_id, code_key(number) order by id) - 1 as twin from receipts where cancelled_at is null) alike
where alike.id = receipts.id and alike.twin > 0;
update products set twin = alike.twin from (
  select id, row_number() over (partition by vendor_id, gtin_key(ean) order by id) - 1 as twin from products) alike
where alike.id = products.id and alike.twin > 0;
update items set twin = alike.twin from (
  select id, row_number() over (partition by code_key(item_code) order by id) - 1 as twin from items where source = 'embedded') alike
where alike.id = items.id and alike.twin > 0;

-- The id of an order that was typed or loaded here follows from its number.
update purchase_orders set external_id = vendor_id || '/' || code_key(number)
where source = 'embedded' and twin = 0 and external_id <> vendor_id || '/' || code_key(number) and not exists (
  select from purchase_orders other where other.source = 'embedded' and other.external_id = purchase_orders.vendor_id || '/' || code_key(purchase_orders.number));

alter table purchase_orders enable trigger user;
alter table dispatch_notes enable trigger user;
alter table receipts enable trigger user;
alter table products enable trigger user;

create function untwin() returns trigger language plpgsql as $$
begin
  new.twin := 0;
  return new;
end $$;
create trigger purchase_orders_twin before update of number on purchase_orders for each row
  when (old.twin > 0 and code_key(old.number) is distinct from code_key(new.number)) execute function untwin();
create trigger dispatch_notes_twin before update of number on dispatch_notes for each row
  when (old.twin > 0 and code_key(old.number) is distinct from code_key(new.number)) execute function untwin();
create trigger products_twin before update of ean on products for each row
  when (old.twin > 0 and gtin_key(old.ean) is distinct from gtin_key(new.ean)) execute function untwin();

-- By the number first: administrators ask for one of any vendor.
alter table purchase_orders drop constraint purchase_orders_number;
create unique index purchase_orders_number on purchase_orders (code_key(number), vendor_id, twin);
drop index purchase_orders_search;
create index purchase_orders_search on purchase_orders using gin (code_key(number) gin_trgm_ops);

drop index dispatch_notes_number;
create unique index dispatch_notes_number on dispatch_notes (vendor_id, code_key(number), twin);
-- Receivers scan a number of any vendor.
create index dispatch_notes_by_number on dispatch_notes (code_key(number));
drop index dispatch_notes_order;
create index dispatch_notes_order on dispatch_notes (vendor_id, code_key(po_number)) where po_number is not null;
drop index dispatch_notes_search;
create index dispatch_notes_search on dispatch_notes using gin (code_key(number) gin_trgm_ops);

drop index receipts_number;
create unique index receipts_number on receipts (vendor_id, code_key(number), twin) where cancelled_at is null;
create index goods_receipts_number on goods_receipts (vendor_id, code_key(number));

-- Numbers of invoices have plain signs alone, so that no two of them are one by now.
drop index invoices_number;
create unique index invoices_number on invoices
  (vendor_id, code_key(number), financial_year(invoice_date), (coalesce(vendor_registration_id, 0)));
drop index invoices_by_number;
create index invoices_by_number on invoices (code_key(number), id);
drop index invoices_order;
create index invoices_order on invoices (vendor_id, code_key(po_number)) where po_number is not null;
drop index invoices_search;
create index invoices_search on invoices using gin (code_key(number) gin_trgm_ops);
drop index payments_search;
create index payments_search on payments using gin (code_key(remarks) gin_trgm_ops, code_key(invoice_number) gin_trgm_ops);
drop index memos_search;
create index memos_search on memos using gin (code_key(vendor_invoice_ref) gin_trgm_ops);

alter table products drop constraint products_ean;
create unique index products_ean on products (vendor_id, gtin_key(ean), twin);
drop index schemes_ean;
create index schemes_ean on schemes (vendor_id, gtin_key(ean));
create index items_gtin on items (gtin_key(ean) text_pattern_ops);
create index items_by_code on items (code_key(item_code));
create unique index items_code on items (code_key(item_code), twin) where source = 'embedded';
drop index items_search;
create index items_search on items using gin (
  lower(item_name) gin_trgm_ops, ean gin_trgm_ops, code_key(coalesce(sku_code, item_code)) gin_trgm_ops);

-- An order changes with its invoices, by whatever form of its number they name it.
drop trigger invoices_settled_new on invoices;
drop trigger invoices_settled_changed on invoices;
drop trigger invoices_settled_gone on invoices;
create trigger invoices_settled_new after insert on invoices referencing new table as newer for each statement execute function
  record_changes($$'order'$$, 'head.id', 'head.vendor_id',
    'join purchase_orders head on head.vendor_id = wrote.vendor_id and code_key(head.number) = code_key(wrote.po_number)');
create trigger invoices_settled_changed after update on invoices referencing new table as newer for each statement execute function
  record_changes($$'order'$$, 'head.id', 'head.vendor_id',
    'join purchase_orders head on head.vendor_id = wrote.vendor_id and code_key(head.number) = code_key(wrote.po_number)');
create trigger invoices_settled_gone after delete on invoices referencing old table as older for each statement execute function
  record_changes($$'order'$$, 'head.id', 'head.vendor_id',
    'join purchase_orders head on head.vendor_id = wrote.vendor_id and code_key(head.number) = code_key(wrote.po_number)');
create or replace function record_left_order() returns trigger language plpgsql as $$
begin
  insert into changes (entity, record_id, vendor_id)
  select 'order', id, vendor_id from purchase_orders where vendor_id = old.vendor_id and code_key(number) = code_key(old.po_number);
  return null;
end $$;
