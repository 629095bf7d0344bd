-- A challan marks a quantity as provisional where the exact one is not known (rule 55(1)(v) of the CGST Rules).
alter table dispatch_lines add quantity_basis text check (quantity_basis in ('exact', 'provisional'));

-- The parties of notes that have left get the shape of today's papers with the next paper; the printed ones stay.
update dispatch_goods set parties = null where parties is not null;
