import type { QueryOf } from '@aapurti/contract/ground/operation';
import type { PriceFacts, priceReview } from '@aapurti/contract/products/priceReview';
import sql, { join, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { contains, containsEan, idOf, type ListResult, listRows, type ListSpec, pageOf } from '../database/list.ts';
import { ownedBy } from '../access/owner.ts';
import { notFound } from '../ground/refusal.ts';

/** The increase over the last approved price in percent; null if none was approved. */
const change = sql`round((transfer_price - approved_price) * 100 / nullif(approved_price, 0), 2)`;

/** The price of a line after its discounts. `line` is the alias of the table. */
const PAID = sql`round(line.taxable / line.quantity, 2)`;

const YEAR_AGO = sql`(now() at time zone 'Asia/Kolkata')::date - interval '1 year'`;

/** The orders of the product's vendor that contain its EAN; cancelled orders do not count. */
const purchases = sql`
  purchase_order_lines line join purchase_orders head on head.id = line.order_id
  where gtin_key(line.ean) = gtin_key(products.ean) and line.ean is not null and head.vendor_id = products.vendor_id and head.status <> 'Cancelled'`;

const lastPurchase = sql`(
  select json_build_object('price', ${PAID}, 'orderedOn', head.ordered_on) from ${purchases}
  order by head.ordered_on desc, head.id desc, line.line limit 1)`;

/**
 * Products of other vendors with the same EAN, if only one item has it. For the buyer only: a vendor must not learn another vendor's price
 * or name.
 */
const others = sql`
  products other join vendors rival on rival.id = other.vendor_id
  where other.item_id = products.item_id and other.vendor_id <> products.vendor_id`;

const otherRefused = sql`exists (
  select from price_decisions refused where refused.product_id = other.id and refused.refused_version = other.updated_at)`;

/** A price that the buyer disapproved is not an offer. */
const lowestOther = sql`(
  select json_build_object('price', other.transfer_price, 'vendorName', rival.legal_name) from ${others}
    and (other.price_approved or not ${otherRefused})
  order by other.transfer_price, other.id limit 1)`;

const CHANGES = {
  new: sql`approved_price is null`,
  rise: sql`transfer_price > approved_price`,
  fall: sql`transfer_price < approved_price`,
  same: sql`transfer_price = approved_price`,
};

const JOINED = sql`left join price_decisions on product_id = products.id join vendors on vendors.id = products.vendor_id`;

const list = {
  select: sql`
    products.id::text as _id, products.vendor_id::text as "userID", vendors.legal_name as "vendorName", products.name as "productName",
    products.ean as "EANCode", products.mrp as "MRP", items.mrp as item_mrp, transfer_price as "sellingPrice", approved_price as "approvedPrice",
    ${change} as change, round(products.percentage, 2) as percentage,
    round(approved_margin * 100 / nullif(approved_mrp, 0), 2) as "approvedPercentage", ${lastPurchase} as "lastPurchase",
    ${lowestOther} as "lowestOther", schemes.name as "schemaName", products.remarks,
    products.updated_at as "updatedAt"`,
  from: sql`products ${JOINED}`,
  join: sql`left join items on items.id = products.item_id left join schemes on schemes.id = products.scheme_id`,
  key: sql`products.id`,
  sorts: {
    updatedAt: sql`products.updated_at`,
    vendorName: sql`lower(vendors.legal_name)`,
    productName: sql`lower(products.name)`,
    MRP: sql`products.mrp`,
    transferPrice: sql`products.transfer_price`,
    change: { absentLast: change },
    percentage: sql`products.percentage`,
  },
};

const WAITING = sql`not products.price_approved`;

/** Prices that await approval and are not disapproved, the last changed first. */
export async function listReview(ctx: Context, actor: Actor, query: QueryOf<typeof priceReview.list>): Promise<ListResult> {
  return listRows(ctx.db, reviewOf(actor, query));
}

export function reviewOf(actor: Actor, query: QueryOf<typeof priceReview.list>): ListSpec {
  const page = pageOf(query);
  const texts = [contains(sql`lower(products.name)`, query.productName), containsEan(sql`products.ean`, query.EANCode)].filter(
    (condition) => condition !== null,
  );
  return {
    ...list,
    ...(texts.length > 0 && namedSo(texts)),
    scope: [ownedBy(sql`products.vendor_id`, actor, query.userID)],
    where: [
      texts.length > 0 ? null : WAITING,
      sql`refused_version is distinct from products.updated_at`,
      query.change === undefined ? null : CHANGES[query.change],
    ],
    page: page.sortBy === undefined ? { ...page, sortBy: 'updatedAt', descending: query.sortOrder !== 'asc' } : page,
  };
}

/** They are found once, before the sort; otherwise the planner reads an index of the sort, including all approved products, to its end. */
function namedSo(texts: readonly Sql[]): Pick<ListSpec, 'with' | 'filtered'> {
  return {
    with: sql`
      waiting as (
        select id, vendor_id, name, mrp, transfer_price, percentage, updated_at from products where ${join([WAITING, ...texts], ' and ')})`,
    filtered: sql`waiting products ${JOINED}`,
  };
}

/** The most rows of each kind that are listed with a price. */
const FACTS_MOST = 20;

/** The facts for judging a price: the prices of others, and past purchases. @throws Refusal 404 */
export async function priceFacts(ctx: Context, id: string): Promise<PriceFacts> {
  const found = await ctx.db.first<PriceFacts & Record<string, unknown>>(sql`
    select (
      select coalesce(json_agg(offer order by offer.price, offer."userID"::bigint), '[]') from (
        select other.vendor_id::text as "userID", rival.legal_name as "vendorName", other.transfer_price as price,
          case when other.price_approved then 'approved' when ${otherRefused} then 'disapproved' else 'waiting' end as "priceState"
        from ${others} order by other.transfer_price, other.id limit ${FACTS_MOST}) offer) as others, (
      select coalesce(json_agg(bought), '[]') from (
        select head.number as "PONumber", head.ordered_on as "orderedOn", line.quantity, ${PAID} as price
        from ${purchases} and head.ordered_on > ${YEAR_AGO}
        order by head.ordered_on desc, head.id desc, line.line limit ${FACTS_MOST}) bought) as purchases,
      year.quantity::float8 as "yearQuantity",
      round((products.transfer_price - (${lastPurchase} ->> 'price')::numeric) * year.quantity, 2)::float8 as "yearEffect"
    from products, lateral (select coalesce(sum(line.quantity), 0) as quantity from ${purchases} and head.ordered_on > ${YEAR_AGO}) year
    where products.id = ${idOf(id)}`);
  if (found === undefined) throw notFound();
  return found;
}
