-- Numbers the messages about records in the order in which the feed gives their changes, which the ids of changes do not follow where
-- transactions overlap. It starts above every version that was sent before.
create sequence webhook_versions;
select setval('webhook_versions', greatest((select max(id) from changes), (select max(version) from webhook_deliveries), 1));
