-- A report of a payment names the payment that it became, in the place of one that says only that it was confirmed.
alter table reported_payments add column payment_id bigint references payments on delete set null;
create index reported_payments_payment on reported_payments (payment_id) where payment_id is not null;
