-- What the match of invoices stands on: the unit of the order, the day of saving, and stable codes of findings.

-- The quantity of a line in the unit of its order's line, as the match converts it.
alter table invoice_lines add column ordered_quantity numeric;
update invoice_lines set ordered_quantity = quantity;
alter table invoice_lines alter column ordered_quantity set not null;

-- The time at which an invoice began to count: when it was saved, or changed in what counts. Null is its time of entry.
alter table invoices add column counts_since timestamptz;

-- What was found, for programs, and what the buyer does about it where that is something else than what the vendor does.
alter table match_results add column code text;
alter table match_results add column buyer_way_out text;
