-- The payment that took a claim of the buyer: it left exactly what the claims on the invoice hold. The claim is a deduction then.
alter table memos add column taken_by bigint references payments on delete set null;
create index memos_taken on memos (taken_by) where taken_by is not null;
