-- The FSSAI licence of a vendor of food, with the last day on which it is valid, and what its owners were reminded of.
alter table vendors
  add column fssai_number text,
  add column fssai_valid_until date,
  -- The days that were left at the last reminder, and the end that it named.
  add column fssai_reminded_days integer,
  add column fssai_reminded_of date,
  add constraint vendors_fssai check ((fssai_number is null) = (fssai_valid_until is null));
create index vendors_fssai_ends on vendors (fssai_valid_until) where fssai_valid_until is not null;
