-- Tolerances of the match hold from a day on: an invoice is judged by what was in force on its date. The usual ones, which were
-- settings, are rows without vendor and category.

alter table match_tolerances
  -- The first day of invoices that they are for; null: since the beginning.
  add column valid_from date,
  -- All three null: from this day on the less special ones hold again.
  alter column quantity drop not null,
  alter column price drop not null,
  alter column price_amount drop not null,
  drop constraint match_tolerances_check,
  add constraint match_tolerances_whole check (
    num_nulls(quantity, price, price_amount) = 0
    or num_nulls(quantity, price, price_amount) = 3 and valid_from is not null and num_nonnulls(vendor_id, category) > 0);

drop index match_tolerances_for;
create unique index match_tolerances_for
  on match_tolerances (coalesce(vendor_id, 0), lower(coalesce(category, '')), coalesce(valid_from, '-infinity'));

insert into match_tolerances (quantity, price, price_amount)
select quantity_tolerance, price_tolerance, price_tolerance_amount from portal_settings;

alter table portal_settings drop column quantity_tolerance, drop column price_tolerance, drop column price_tolerance_amount;
