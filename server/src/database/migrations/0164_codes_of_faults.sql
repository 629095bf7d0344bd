-- The name of the rule by which a record of the buyer's system was refused, for programs. Earlier rows have none until the record comes again.
alter table buyer_faults add column code text;
