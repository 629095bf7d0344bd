-- A decision on a price: what it was refused for, and what undoes it.

alter table price_decisions
  -- A stock reason, which each reader sees in its language.
  add column refused_cause text check (refused_cause in ('margin', 'lower', 'mrp', 'notice', 'other')),
  -- The price that the buyer would approve.
  add column acceptable_price numeric(14, 2) check (acceptable_price >= 0),
  -- The last decision: the call that it was part of, who made it, and the product's version after it.
  add column decision uuid,
  add column decided_by bigint references users,
  add column decided_at timestamptz,
  add column decided_version timestamptz,
  -- The approval and the columns above as they were before it; null once it is undone.
  add column before jsonb;

-- The decisions that stand of a call.
create index price_decisions_decision on price_decisions (decision) where decision is not null;

-- The purchases of an EAN.
create index purchase_order_lines_gtin on purchase_order_lines (gtin_key(ean), order_id) where ean is not null;
