import type { QueryOf } from '@aapurti/contract/ground/operation';
import type { priceReview } from '@aapurti/contract/products/priceReview';
import sql, { join, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { contains, containsEan, type ListResult, listRows, type ListSpec, pageOf } from '../database/list.ts';
import { ownedBy } from '../access/owner.ts';

/** Rise over the last approved price in percent; null where none was approved. */
const change = sql`round((transfer_price - approved_price) * 100 / nullif(approved_price, 0), 2)`;

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
    round(approved_margin * 100 / nullif(approved_mrp, 0), 2) as "approvedPercentage", schemes.name as "schemaName", products.remarks,
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

/** Prices that wait and are not refused as they are, those changed last first. */
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

/** They are found once, before the sort: else the planner reads an index of the sort, with all approved products, to its end for them. */
function namedSo(texts: readonly Sql[]): Pick<ListSpec, 'with' | 'filtered'> {
  return {
    with: sql`
      waiting as (
        select id, vendor_id, name, mrp, transfer_price, percentage, updated_at from products where ${join([WAITING, ...texts], ' and ')})`,
    filtered: sql`waiting products ${JOINED}`,
  };
}
