-- The rows of one reference in a sheet are one payment, as typed ones are. Rows that were loaded earlier are one payment each, and have an id of
-- their own.
drop index payments_reference;
create unique index payments_reference on payments (vendor_id, code_key(reference))
  where reference is not null and reversal_of is null and not is_reversed and external_id is null and source in ('portal', 'embedded');
