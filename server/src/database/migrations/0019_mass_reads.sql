-- Rows of a list that a person has read for a company on a day in India, with all keys and in all processes. Unlogged: nothing is lost that
-- the audit log needs, as the entries are there already.
create unlogged table mass_reads (
  user_id bigint not null references users on delete cascade,
  -- Null: the buyer.
  vendor_id bigint references vendors on delete cascade,
  list text not null,
  day date not null,
  rows bigint not null,
  unique nulls not distinct (user_id, vendor_id, list)
) with (fillfactor = 70);
