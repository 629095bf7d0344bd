-- What counts first of the invoices that bill an order: a number that is drawn, while the orders are locked, when an invoice begins to count.

create sequence invoice_counts;
alter table invoices add column counts_no bigint not null default nextval('invoice_counts');
alter table invoices disable trigger user;
update invoices set counts_no = placed.no from (select id, row_number() over (order by id) as no from invoices) placed where placed.id = invoices.id;
alter table invoices enable trigger user;

alter table payments
  -- Entered by the vendor itself: it settles nothing between invoices.
  add column by_vendor boolean not null default false;
alter table payments disable trigger user;
update payments set by_vendor = true from audit_log logged
where logged.entity = 'payment' and logged.action = 'payment.create' and logged.entity_id = payments.id::text
  and exists (select from memberships where user_id = logged.actor_id and memberships.vendor_id = payments.vendor_id)
  and not exists (select from memberships where user_id = logged.actor_id and memberships.vendor_id is null);
alter table payments enable trigger user;
