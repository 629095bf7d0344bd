-- A search of all vendors' texts asks an index for three letters each, which of a million products' names thousands have: it goes through
-- all of these to find the sixteen that have the other letters too. What stands around a break, the end of one word and the beginning of
-- the next, is in few: "dal dar" in a hundredth of those that have "dar". Where what is searched for has such a break this is asked.
create function around_breaks(text text) returns text[] language sql immutable parallel safe
  return array(select substr(text, place, 7) from generate_series(1, length(text) - 6) place where substr(text, place + 3, 1) in (' ', '-'));

create index product_texts_breaks on product_texts using gin (around_breaks(name), around_breaks(sku_code)) with (gin_pending_list_limit = 256);
analyze product_texts;
