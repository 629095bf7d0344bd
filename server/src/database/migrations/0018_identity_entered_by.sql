-- Everybody whose values a request carries: it takes over what waited before, and none of them may approve it.
alter table identity_requests add column entered_by bigint[];
update identity_requests set entered_by = array[requested_by];
alter table identity_requests alter column entered_by set not null;
