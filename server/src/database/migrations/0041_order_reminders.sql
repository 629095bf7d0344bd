-- Vendors are reminded of orders that they have not answered, and then the buyer is told.
alter table portal_settings
  -- In working days since the order came; 0: never.
  add order_reminder_days integer not null default 1 check (order_reminder_days between 0 and 60),
  add order_escalation_days integer not null default 3 check (order_escalation_days between 0 and 60),
  -- Days that are no working days, besides Sundays: text with one day a line.
  add holidays text;

alter table purchase_orders
  add reminded_at timestamptz,
  add escalated_at timestamptz;
-- Nobody is reminded of what came before.
update purchase_orders set reminded_at = now(), escalated_at = now() where status = 'Open' and acknowledged_on is null;
