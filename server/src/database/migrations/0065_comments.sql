-- Comments on documents. Each names its document by a reference of its own, so that it goes with it; a comment on a vendor names none.
create table comments (
  -- Random, since numbers in a row would tell a vendor how many it is not shown.
  id uuid primary key default gen_random_uuid(),
  -- The order of entry, which no answer has, for the same reason.
  place bigint generated always as identity unique,
  vendor_id bigint not null references vendors on delete cascade,
  kind text not null,
  purchase_order_id bigint references purchase_orders on delete cascade,
  dispatch_note_id bigint references dispatch_notes on delete cascade,
  receipt_id bigint references receipts on delete cascade,
  invoice_id bigint references invoices on delete cascade,
  purchase_return_id bigint references purchase_returns on delete cascade,
  memo_id bigint references memos on delete cascade,
  payment_id bigint references payments on delete cascade,
  product_id bigint references products on delete cascade,
  by_buyer boolean not null,
  -- Only the buyer's users see it.
  internal boolean not null,
  author_id bigint not null references users,
  -- The membership in which the author wrote it: who has written hears of what follows.
  member_id bigint references memberships on delete set null,
  -- The names are those of the time of writing.
  company text not null,
  mentioned text[] not null default '{}',
  body text not null,
  deleted_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (by_buyer or not internal),
  check (deleted_at is null or body = ''),
  check (num_nonnulls(purchase_order_id, dispatch_note_id, receipt_id, invoice_id, purchase_return_id, memo_id, payment_id, product_id)
    = case kind when 'vendor' then 0 else 1 end),
  check (case kind
    when 'purchaseOrder' then purchase_order_id is not null
    when 'dispatchNote' then dispatch_note_id is not null
    when 'receipt' then receipt_id is not null
    when 'invoice' then invoice_id is not null
    when 'purchaseReturn' then purchase_return_id is not null
    when 'debitMemo' then memo_id is not null
    when 'creditMemo' then memo_id is not null
    when 'payment' then payment_id is not null
    when 'product' then product_id is not null
    else kind = 'vendor' end)
);
create index comments_vendor on comments (vendor_id, place);
create index comments_purchase_order on comments (purchase_order_id, place) where purchase_order_id is not null;
create index comments_dispatch_note on comments (dispatch_note_id, place) where dispatch_note_id is not null;
create index comments_receipt on comments (receipt_id, place) where receipt_id is not null;
create index comments_invoice on comments (invoice_id, place) where invoice_id is not null;
create index comments_purchase_return on comments (purchase_return_id, place) where purchase_return_id is not null;
create index comments_memo on comments (memo_id, place) where memo_id is not null;
create index comments_payment on comments (payment_id, place) where payment_id is not null;
create index comments_product on comments (product_id, place) where product_id is not null;
create index comments_member on comments (member_id);

-- An attachment is a file of its comment, and goes with it.
alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check
  check (kind in ('avatar', 'pan', 'gst', 'cheque', 'incorporation', 'receipt', 'challan', 'comment'));
alter table files add column comment_id uuid references comments on delete cascade;
create index files_comment on files (comment_id) where comment_id is not null;

-- Whose document it is hears of the other side's comments; those who are mentioned, or have written before, hear of them anyway.
insert into event_receivers (side, kind, mail_roles, notice_roles) values
  ('vendor', 'comments', '{owner}', '{owner,orders,dispatch,billing}'),
  ('buyer', 'comments', '{administrator,buyer}', '{administrator,buyer,accounts}');
