-- New bank details of a vendor apply some time after they were approved: until then the old account is paid.
alter table identity_requests
  add column approved_by bigint references users,
  add column approved_at timestamptz,
  add column applies_at timestamptz,
  add check (num_nulls(approved_by, approved_at, applies_at) in (0, 3));
create index identity_requests_applies on identity_requests (applies_at) where state = 'pending' and applies_at is not null;
