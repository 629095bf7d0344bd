-- Settled answers are told to the buyer's ERP, as acknowledgements are.
alter table order_answers
  -- When the ERP was told; null where it was not, and of orders that are kept here.
  add column told_at timestamptz;
create index order_answers_untold on order_answers (order_id)
  where is_current and told_at is null and state in ('accepted', 'agreed', 'rejected');
