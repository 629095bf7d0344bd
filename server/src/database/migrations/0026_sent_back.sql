-- Registrations that an administrator has sent back: why and when, until the vendor submits again or is made active.
alter table vendors
  add column sent_back_at timestamptz,
  add column sent_back_reason text,
  add constraint vendors_sent_back check ((sent_back_at is null) = (sent_back_reason is null));
