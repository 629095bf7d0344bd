-- The message and values of the stored texts: a reader has them in another language. Earlier rows stay English.
alter table match_results add column texts jsonb;
alter table buyer_faults add column texts jsonb;
alter table buyer_pulls add column texts jsonb;
alter table idempotency_keys add column texts jsonb;
