-- Approved invoices: what agrees with its order, or is released, is approved before it is paid.

alter table invoices
  drop constraint invoices_match_state_check,
  add constraint invoices_match_state_check
    check (match_state in ('unmatched', 'matched', 'exception', 'released', 'returned', 'approved'));

alter table match_decisions
  drop constraint match_decisions_kind_check,
  add constraint match_decisions_kind_check check (kind in ('release', 'return', 'approve')),
  -- An approval needs none.
  alter column reason drop not null,
  add constraint match_decisions_reason check (kind = 'approve' or reason is not null);

alter table portal_settings
  -- Whether a payment that is typed here may be of an invoice with lines that is not approved.
  add column pay_only_approved boolean not null default false;
