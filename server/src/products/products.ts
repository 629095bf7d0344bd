import { type PRICE_STATES, type products, messages, type Product } from '@aapurti/contract/products/products';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import { priceOf } from '@aapurti/contract/products/pricing';
import { decodeNames } from '@aapurti/contract/ground/wire';
import sql, { join, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordChange } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import {
  betweenDays,
  contains,
  containsCode,
  containsEan,
  findRow,
  type ListResult,
  listRows,
  type ListSpec,
  pageOf,
} from '../database/list.ts';
import { productsOf } from './itemTexts.ts';
import { invalid } from '../ground/refusal.ts';
import { ownedBy, ownerFor, ownRow } from '../access/owner.ts';
import { usableScheme } from '../schemes/schemes.ts';
import { productTable } from './columns.ts';
import { storeProduct } from './store.ts';

const wireColumns = sql`
  products.id::text as _id, products.vendor_id::text as "userID", ${productTable.selected},
  case when schemes.id is not null then json_build_object('_id', schemes.id::text, 'schemaName', schemes.name) end as schemes,
  case when refused_version = products.updated_at then json_build_object(
    'cause', refused_cause, 'reason', refused_reason, 'acceptablePrice', acceptable_price, 'refusedAt', refused_at) end as refusal,
  approved_price as "approvedPrice",
  products.created_at as "createdAt", products.updated_at as "updatedAt"`;

export const productList = {
  select: wireColumns,
  from: sql`products`,
  join: sql`left join schemes on schemes.id = products.scheme_id left join price_decisions on product_id = products.id`,
  key: sql`products.id`,
  sorts: {
    EANCode: sql`products.ean`,
    dateOfAvailability: { absentLast: sql`products.available_on` },
    margin: sql`products.margin`,
    netPTR: sql`products.net_ptr`,
    createdAt: sql`products.created_at`,
    updatedAt: sql`products.updated_at`,
    MRP: sql`products.mrp`,
    // The expression is that of its index.
    productName: sql`lower(left(products.name, 100))`,
  },
  days: {
    first: sql`(min(products.created_at) at time zone 'Asia/Kolkata')::date`,
    last: sql`(max(products.created_at) at time zone 'Asia/Kolkata')::date`,
  },
};

/** A page of products: the vendor's own, or those of the vendor that an administrator chooses. */
export async function listProducts(ctx: Context, actor: Actor, query: QueryOf<typeof products.list>): Promise<ListResult> {
  return listRows(ctx.db, await listOf(ctx.db, actor, query));
}

/** One product. @throws Refusal 404 if it is not the caller's. */
export function ownProduct(db: Database, actor: Actor, id: string): Promise<Product> {
  return ownRow(db, actor, id, productList);
}

const isRefused = sql`exists (select from price_decisions where product_id = products.id and refused_version = products.updated_at)`;

const PRICE_STATE: Readonly<Record<(typeof PRICE_STATES)[number], Sql>> = {
  approved: sql`products.price_approved`,
  disapproved: sql`not products.price_approved and ${isRefused}`,
  waiting: sql`not products.price_approved and not ${isRefused}`,
};

export async function listOf(db: Database, actor: Actor, query: QueryOf<typeof products.list>): Promise<ListSpec> {
  const { priceApproval } = query;
  const owner = ownedBy(sql`products.vendor_id`, actor, query.userID);
  return {
    ...productList,
    scope: [owner],
    where: [
      priceApproval === undefined ? null : priceApproval === 'true' ? sql`products.price_approved` : sql`not products.price_approved`,
      query.price === undefined ? null : PRICE_STATE[query.price],
      ...betweenDays(sql`products.created_at`, query),
      ...(owner === null ? await textsOfItems(db, query) : ownTexts(query)),
    ],
    page: pageOf(query, { day: 'createdAt' }),
  };
}

type Texts = Pick<QueryOf<typeof products.list>, 'productName' | 'EANCode' | 'SKUCode'>;

/** One vendor's products are few enough to compare each one; with many items, nearly all are found. */
function ownTexts({ productName, EANCode, SKUCode }: Texts) {
  return [
    contains(sql`lower(products.name)`, productName),
    containsEan(sql`products.ean`, EANCode),
    containsCode(sql`products.sku_code`, SKUCode),
  ];
}

async function textsOfItems(db: Database, query: Texts) {
  const { productName, EANCode, SKUCode } = query;
  const found = [
    contains(sql`lower(item_name)`, productName),
    containsEan(sql`ean`, EANCode),
    containsCode(sql`coalesce(sku_code, item_code)`, SKUCode),
  ].filter((condition) => condition !== null);
  if (found.length === 0) return [];
  const items = sql`select id from items where ${join(found, ' and ')}`;
  const many = ownTexts(query).filter((condition) => condition !== null);
  return [await productsOf(db, items, join(many, ' and '))];
}

/**
 * Adds the vendor's product with this EAN or updates it. There is one product per vendor and EAN, even if two saves race. The server
 * computes the stored figures; submitted ones may differ by at most one paisa.
 */
export async function saveProduct(ctx: Context, actor: Actor, body: BodyOf<typeof products.save>): Promise<Product> {
  const found = priceOf({ ...body, mrp: body.MRP });
  if ('errors' in found) throw invalid({ ...found.errors });

  const owner = await ownerFor(ctx.db, actor, body.userID);
  const ean = body.EANCode;
  const scheme = body.scheme === null ? null : usableScheme(ctx, { owner, ean, id: body.scheme }, sql`select scheme_id from old`);
  const product = { ...body, ...found.price };
  const saved = await storeProduct(ctx.db, actor, { owner, ean, product, scheme }, { wire: productList.select, join: productList.join });
  if (saved.items !== 1) throw invalid({ EANCode: saved.items === 0 ? messages.noMatch : messages.noExactMatch });
  if (saved.schemes === 0) throw invalid({ scheme: messages.notOffered });
  return decodeNames(saved.wire) as Product;
}

/** Locks the products with a scheme, in the order in which approvals lock them. @returns their ids. */
export async function lockProductsOf(tx: Database, schemeId: string): Promise<string[]> {
  const found = await tx.rows<{ id: string }>(
    sql`select id::text from products where scheme_id = ${schemeId} order by products.id for update`,
  );
  return found.map(({ id }) => id);
}

/** Applies changed terms of a scheme: its Net PTR, or the transfer price if it has none. The products' approval was for another price. */
export async function repriceProducts(tx: Database, actor: Actor, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const before = await findRow<Product>(tx, productList, sql`products.id = ${id}`);
    await tx.execute(sql`
      update products set net_ptr = coalesce(schemes.net_ptr, transfer_price), price_approved = false, updated_at = clock_timestamp()
      from schemes where products.id = ${id} and schemes.id = scheme_id`);
    const after = await findRow<Product>(tx, productList, sql`products.id = ${id}`);
    if (before === undefined || after === undefined) continue;
    const entry = { actor, ownerId: after.userID, action: 'product.edit', entity: 'product', entityId: id } as const;
    await recordChange(tx, entry, before, after);
  }
}
