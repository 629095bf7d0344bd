-- What was decided on a product's price, apart from the product, so that sheets of products do not write it.
create table price_decisions (
  product_id bigint primary key references products on delete cascade,
  -- The last approved price; null where none was.
  approved_mrp numeric(14, 2),
  approved_margin numeric(14, 2),
  approved_price numeric(14, 2),
  -- A refusal is of this version of the product: it no longer holds once the vendor changes the product.
  refused_version timestamptz,
  refused_reason text,
  refused_at timestamptz
);
insert into price_decisions (product_id, approved_mrp, approved_margin, approved_price)
select id, mrp, margin, transfer_price from products where price_approved;
