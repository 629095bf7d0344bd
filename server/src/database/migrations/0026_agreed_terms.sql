-- Agreed terms of order lines, how a line is accepted, and what the settings allow beyond an order.

alter table purchase_order_lines
  -- The price that the buyer stated, where a confirmation has agreed to another one since; unit_price is the agreed one then.
  add column stated_price numeric(14, 4) check (stated_price >= 0),
  -- A list [{until, unitPrice, discount}]: the pieces up to so many that were accepted before another price was agreed keep theirs. The rest is at unit_price.
  add column earlier_prices jsonb not null default '[]',
  -- By a receipt, by what the buyer confirms as done (services), or by the buyer's report of sales (consignment), which is entered as a receipt.
  add column acceptance text not null default 'receipt' check (acceptance in ('receipt', 'order', 'sale')),
  -- The quantity that the buyer confirmed: what is done of a line that is accepted by order, else what may be received beyond the order.
  add column confirmed_quantity numeric(12, 3) check (confirmed_quantity >= 0);

alter table portal_settings
  -- The percentage by which a delivery may be more than was ordered.
  add column over_delivery numeric(6, 3) not null default 0 check (over_delivery between 0 and 100),
  -- The charges that invoices may have without an order line: a kind a line, with the most rupees of it an order may have.
  add column allowed_charges text;
