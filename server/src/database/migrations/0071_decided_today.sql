-- Accepted opening balances and memos count in the limits of a day, as approvals do.
drop index audit_log_decided;
create index audit_log_decided on audit_log (at)
  where action in ('invoice.approve', 'invoice.release', 'payment.create', 'payment.change', 'openingBalance.accept', 'openingBalance.reverse',
    'debitMemo.accept', 'debitMemo.reverse', 'creditMemo.accept', 'creditMemo.reverse');
