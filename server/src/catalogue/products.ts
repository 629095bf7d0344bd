import { type catalogue, messages, type Product } from '@aapurti/contract/catalogue';
import type { Decimal } from '@aapurti/contract/numbers';
import type { BodyOf, QueryOf } from '@aapurti/contract/operation';
import { priceFrom, priceProblems } from '@aapurti/contract/pricing';
import sql from 'sql-template-tag';

import type { Actor } from '../accounts/sessions.ts';
import { changedFields, recordAudit, recordAudits } from '../audit/audit.ts';
import { exactItem } from '../buyer-system/items.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { betweenDays, contains, findRow, idOf, type ListResult, listRows, pageOf } from '../database/list.ts';
import { invalid, notFound } from '../http/errors.ts';
import { ownedBy, ownerFor } from '../owner.ts';
import { usableScheme } from '../schemes/schemes.ts';

/** Under the wire's names, for the database makes the JSON of lists itself. */
const wireColumns = sql`
  products.id::text as _id, products.owner_id::text as "userID", products.ean as "EANCode", products.hsn_code as "HSNCode",
  products.brand_name as "brandName", products.category as "productCategory", products.name as "productName",
  products.sku_code as "SKUCode", products.uom as "UOM", products.uom_conversion as "UOMConversation", products.quantity,
  products.shelf_life_days as "shelfLifeDays", products.available_on as "dateOfAvailability", products.mrp as "MRP",
  products.percentage, products.margin, products.net_ptr as "netPTR", products.transfer_price as "sellingPrice",
  products.price_approved as "priceApproval",
  case when schemes.id is not null then json_build_object('_id', schemes.id::text, 'schemaName', schemes.name) end as schemes,
  products.remarks, products.created_at as "createdAt", products.updated_at as "updatedAt"`;

const columns = {
  owner: sql`products.owner_id`,
  name: sql`products.name`,
  ean: sql`products.ean`,
  sku: sql`products.sku_code`,
  createdAt: sql`products.created_at`,
};
const isApproved = sql`products.price_approved`;
const isWaiting = sql`not products.price_approved`;

const list = {
  select: wireColumns,
  from: sql`products`,
  join: sql`left join schemes on schemes.id = products.scheme_id`,
  key: sql`products.id`,
  sorts: {
    EANCode: sql`products.ean`,
    dateOfAvailability: sql`products.available_on`,
    margin: sql`products.margin`,
    netPTR: sql`products.net_ptr`,
    createdAt: sql`products.created_at`,
    MRP: sql`products.mrp`,
    productName: sql`products.name`,
  },
  days: {
    first: sql`(min(products.created_at) at time zone 'Asia/Kolkata')::date`,
    last: sql`(max(products.created_at) at time zone 'Asia/Kolkata')::date`,
  },
};

/** A page of products; a vendor's own, or an administrator's choice of vendor. */
export async function listProducts(ctx: Context, actor: Actor, query: QueryOf<typeof catalogue.list>): Promise<ListResult> {
  return listRows(ctx.db, {
    ...list,
    scope: [ownedBy(columns.owner, actor, query.userID)],
    where: [
      contains(columns.name, query.productName),
      contains(columns.ean, query.EANCode),
      contains(columns.sku, query.SKUCode),
      ...betweenDays(columns.createdAt, query.startDate, query.endDate),
      query.priceApproval === undefined ? null : query.priceApproval === 'true' ? isApproved : isWaiting,
    ],
    page: pageOf(query),
  });
}

/** What an approval was given for; when any of it changes, the approval is void. */
const PRICED = ['MRP', 'margin', 'transferPrice', 'scheme'] as const;

/**
 * Adds the vendor's product with this EAN or updates it: one product per vendor and EAN, also when two saves race.
 * The figures stored are the server's own arithmetic; those sent may differ by a paisa at most.
 */
export async function saveProduct(ctx: Context, actor: Actor, body: BodyOf<typeof catalogue.save>): Promise<Product> {
  const mrp = body.MRP;
  const { margin, transferPrice } = priceFrom(mrp, body.percentage);
  const faults = priceProblems({ mrp, percentage: body.percentage, margin: body.margin, transferPrice: body.transferPrice });
  if (Object.keys(faults).length > 0) throw invalid({ ...faults });

  return ctx.db.transaction(async (tx) => {
    const owner = await ownerFor(tx, actor, body.userID);
    const item = await exactItem(tx, body.EANCode);
    if ('problem' in item) throw invalid({ EANCode: item.problem });
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`product:${owner}:${item.ean}`}, 0))`);
    // Locked, so that an approval given or withdrawn meanwhile is neither lost nor brought back.
    const before = await findRow<Product>(
      tx,
      list,
      sql`products.owner_id = ${owner} and products.ean = ${item.ean} for update of products`,
    );
    const scheme = await schemeOf(ctx, tx, owner, item.ean, body.scheme, before?.scheme?._id ?? null);
    const netPtr = scheme?.netPtr ?? transferPrice;
    const approved =
      before !== undefined && before.priceApproval && samePrice(before, { mrp, margin, transferPrice, schemeId: scheme?.id ?? null });

    const saved = await tx.first<{ id: string }>(sql`
      insert into products (owner_id, item_id, ean, hsn_code, brand_name, category, name, sku_code, uom, uom_conversion, quantity,
        shelf_life_days, available_on, mrp, percentage, margin, transfer_price, net_ptr, scheme_id, remarks, price_approved)
      values (${owner}, ${item.id}, ${item.ean}, ${item.hsnCode}, ${item.brandName}, ${item.category}, ${item.name}, ${item.skuCode},
        ${item.uom}, ${item.uomConversion}, ${body.quantity.toFixed()}, ${body.shelfLifeDays.toNumber()}, ${body.dateOfAvailability},
        ${mrp.toFixed(2)}, ${body.percentage.toFixed()}, ${margin.toFixed(2)}, ${transferPrice.toFixed(2)}, ${netPtr.toFixed(2)},
        ${scheme?.id ?? null}, ${body.remarks}, false)
      on conflict (owner_id, ean) do update set
        item_id = excluded.item_id, hsn_code = excluded.hsn_code, brand_name = excluded.brand_name, category = excluded.category,
        name = excluded.name, sku_code = excluded.sku_code, uom = excluded.uom, uom_conversion = excluded.uom_conversion,
        quantity = excluded.quantity, shelf_life_days = excluded.shelf_life_days, available_on = excluded.available_on,
        mrp = excluded.mrp, percentage = excluded.percentage, margin = excluded.margin, transfer_price = excluded.transfer_price,
        net_ptr = excluded.net_ptr, scheme_id = excluded.scheme_id, remarks = excluded.remarks, price_approved = ${approved},
        updated_at = clock_timestamp()
      returning id::text`);
    if (saved === undefined) throw new Error('an upsert gives its row');
    const after = await findRow<Product>(tx, list, sql`products.id = ${saved.id}`);
    if (after === undefined) throw new Error('a product just saved is there');
    await audit(tx, actor, before, after);
    return after;
  });
}

/** The scheme chosen: usable for a new choice; one that the product has already may have run out since. */
async function schemeOf(ctx: Context, tx: Database, owner: string, ean: string, chosen: string | null, current: string | null) {
  if (chosen === null) return null;
  const scheme = await usableScheme(ctx, tx, { owner, ean, id: chosen, evenIfOver: chosen === current });
  if (scheme === null) throw invalid({ scheme: 'This scheme is not offered for this product.' });
  return scheme;
}

function samePrice(before: Product, now: { mrp: Decimal; margin: Decimal; transferPrice: Decimal; schemeId: string | null }): boolean {
  const price: Record<(typeof PRICED)[number], boolean> = {
    MRP: now.mrp.eq(before.MRP),
    margin: now.margin.eq(before.margin),
    transferPrice: now.transferPrice.eq(before.transferPrice),
    scheme: now.schemeId === (before.scheme?._id ?? null),
  };
  return PRICED.every((field) => price[field]);
}

async function audit(tx: Database, actor: Actor, before: Product | undefined, after: Product): Promise<void> {
  const entry = { actor, ownerId: after.userID, entity: 'product', entityId: after._id } as const;
  const flat = (product: Product) => ({ ...product, updatedAt: undefined, scheme: product.scheme?._id ?? null });
  if (before === undefined) return recordAudit(tx, { ...entry, action: 'product.create', after: flat(after) });
  const changed = changedFields(flat(before), flat(after));
  if (changed.any) await recordAudit(tx, { ...entry, action: 'product.edit', before: changed.before, after: changed.after });
}

/** Approves or disapproves a selection, all or nothing: an id that does not exist changes none. */
export async function changePriceApproval(ctx: Context, actor: Actor, ids: readonly string[], approved: boolean): Promise<string> {
  const wanted = [...new Set(ids)];
  await ctx.db.transaction(async (tx) => {
    const found = await tx.rows<{ id: string; owner_id: string; price_approved: boolean }>(sql`
      select id::text, owner_id::text, price_approved from products where id = any(${wanted.map(idOf)}::bigint[]) order by id for update`);
    if (found.length !== wanted.length) throw notFound();
    const changing = found.filter((product) => product.price_approved !== approved);
    await tx.execute(sql`
      update products set price_approved = ${approved}, updated_at = clock_timestamp() where id = any(${changing.map((row) => row.id)}::bigint[])`);
    await recordAudits(
      tx,
      changing.map((product) => ({
        actor,
        ownerId: product.owner_id,
        action: approved ? 'product.approve' : 'product.disapprove',
        entity: 'product',
        entityId: product.id,
        before: { priceApproval: !approved },
        after: { priceApproval: approved },
      })),
    );
  });
  return approved ? messages.approved : messages.disapproved;
}

/** Locks the products that have a scheme, in the order in which approvals lock them. Returns their ids. */
export async function lockProductsOf(tx: Database, schemeId: string): Promise<string[]> {
  const found = await tx.rows<{ id: string }>(sql`select id::text from products where scheme_id = ${schemeId} order by id for update`);
  return found.map(({ id }) => id);
}

/**
 * The terms of their scheme are others now: the products take over its Net PTR, or their transfer price where it has none, and what
 * was approved was another price.
 */
export async function repriceProducts(tx: Database, actor: Actor, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const before = await findRow<Product>(tx, list, sql`products.id = ${id}`);
    await tx.execute(sql`
      update products set net_ptr = coalesce(schemes.net_ptr, transfer_price), price_approved = false, updated_at = clock_timestamp()
      from schemes where products.id = ${id} and schemes.id = scheme_id`);
    const after = await findRow<Product>(tx, list, sql`products.id = ${id}`);
    if (after !== undefined) await audit(tx, actor, before, after);
  }
}
