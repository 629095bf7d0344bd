-- Why the rest of an order is not expected any more, where the buyer has closed it here.
alter table purchase_orders add closed_reason text;
