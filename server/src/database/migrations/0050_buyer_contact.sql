-- Whom vendors ask, shown to those whose account waits for activation.
alter table portal_settings add column buyer_contact text;
