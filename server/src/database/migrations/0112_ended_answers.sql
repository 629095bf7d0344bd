-- When an amendment of the order ended an answer; null where that was before this was kept.

alter table order_answers add column ended_at timestamptz;
create index order_answers_ended on order_answers (order_id) where ended_at is not null;
