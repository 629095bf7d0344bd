-- More of what administrators decide for the whole portal.
alter table portal_settings
  add column buyer_address text,
  -- By how much an invoice may exceed its order or receipt, before somebody has to look at it: percent, and of a price also rupees.
  add column quantity_tolerance numeric(6, 3) not null default 0 check (quantity_tolerance between 0 and 100),
  add column price_tolerance numeric(6, 3) not null default 0 check (price_tolerance between 0 and 100),
  add column price_tolerance_amount numeric(14, 2) not null default 1 check (price_tolerance_amount >= 0),
  -- Shown on the sign-in page and on the dashboard, on these days.
  add column sign_in_notice text,
  add column sign_in_notice_from date,
  add column sign_in_notice_to date,
  add column dashboard_notice text,
  add column dashboard_notice_from date,
  add column dashboard_notice_to date,
  -- Which of the buyer's people get mails about new bank and tax details.
  add column identity_mail_to text not null default 'everybody' check (identity_mail_to in ('everybody', 'administrators', 'deciders')),
  add column logo bytea,
  add column logo_saved_at timestamptz,
  add check ((logo is null) = (logo_saved_at is null));
