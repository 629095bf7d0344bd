-- Answers of vendors to order lines, and the buyer's decisions about them.

create table order_answers (
  id bigint generated always as identity primary key,
  order_id bigint not null references purchase_orders on delete cascade,
  -- Of the order as it is now. Lines are replaced when an order is amended, so this is no reference.
  line integer not null,
  -- The latest answer to its line. Earlier ones stay as history.
  is_current boolean not null default true,
  decision text not null check (decision in ('accept', 'change', 'reject')),
  state text not null check (
    state in ('accepted', 'rejected', 'proposed', 'countered', 'agreed', 'declined', 'withdrawn', 'replaced', 'outdated')),
  -- [{quantity, date}], in the unit of purchase.
  promises jsonb not null,
  rejected numeric(12, 3) not null default 0 check (rejected >= 0),
  -- Null: as ordered.
  unit_price numeric(14, 4) check (unit_price >= 0),
  substitute_ean text,
  reason text,
  remark text,
  -- The buyer's offer in its place: {price, promises}.
  counter jsonb,
  buyer_remark text,
  -- The line as it was answered: an amendment that leaves this as it is keeps the answer.
  terms jsonb not null,
  item_name text not null,
  entered_by bigint references users,
  sent_at timestamptz not null default clock_timestamp(),
  decided_by bigint references users,
  decided_at timestamptz
);
create index order_answers_order on order_answers (order_id, line);
create index order_answers_waiting on order_answers (order_id) where is_current and state = 'proposed';

-- What a vendor may change without asking. The row without a vendor is the default.
create table answer_tolerances (
  vendor_id bigint unique nulls not distinct references vendors,
  days_late integer not null check (days_late between 0 and 365),
  quantity_less numeric(6, 3) not null check (quantity_less between 0 and 100),
  quantity_more numeric(6, 3) not null check (quantity_more between 0 and 100),
  price_more numeric(6, 3) not null check (price_more between 0 and 100)
);
insert into answer_tolerances values (null, 0, 0, 0, 0);
