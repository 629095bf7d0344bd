-- Movements of goods other than deliveries: returns, own use, exhibitions, and goods that the buyer sends out for job work.

-- The side whose challan it is. The buyer's own challans have a series of their own, whichever vendor they go to.
alter table dispatch_notes add column issuer text not null default 'vendor' check (issuer in ('vendor', 'buyer'));
drop index dispatch_notes_number;
create unique index dispatch_notes_number on dispatch_notes (vendor_id, code_key(number), financial_year(challan_date), twin, issuer);
create unique index dispatch_notes_number_buyer on dispatch_notes (code_key(number), financial_year(challan_date), twin) where issuer = 'buyer';

-- The kinds are the rows of the table of movements.
alter table dispatch_goods drop constraint dispatch_goods_kind_check;
alter table dispatch_goods add constraint dispatch_goods_kind_check check (kind in ('invoice', 'challan', 'job_work', 'job_work_out',
  'approval', 'line_sale', 'other', 'return', 'return_memo', 'own_use', 'exhibition', 'exhibition_back'));
-- True for the kinds that use up orders, and can be received and invoiced.
alter table dispatch_goods add column delivers boolean not null generated always as (kind in ('invoice', 'challan', 'job_work',
  'approval', 'line_sale', 'other')) stored;

-- Goods of the issuer itself are of no order.
alter table dispatch_lines alter column order_id drop not null;
alter table dispatch_lines alter column line drop not null;
alter table dispatch_lines add constraint dispatch_lines_of_order check ((order_id is null) = (line is null));
