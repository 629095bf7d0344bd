-- The old ledger of a vendor who joins after the cut-off day was closed comes in a file of its own, which is late: of the same day, for vendors
-- without an entry. The first file alone closes the day.
alter table opening_sheets add column late boolean not null default false;
drop index opening_sheets_one;
create unique index opening_sheets_one on opening_sheets (status) where status = 'accepted' and not late;
