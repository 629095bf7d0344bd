-- A payment over many bills comes as many: which of them are parts of one payment in the buyer's system, so that what has
-- become of it since, as when something on account is settled against a bill, takes the place of what was stored.
alter table payments add column part_of text;
create index payments_part_of on payments (source, part_of) where part_of is not null;
