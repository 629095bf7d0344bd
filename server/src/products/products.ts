import { type products, messages, type Product } from '@aapurti/contract/products';
import type { BodyOf, QueryOf } from '@aapurti/contract/operation';
import { priceOf } from '@aapurti/contract/pricing';
import { showMoney } from '@aapurti/contract/fields';
import { decodeNames } from '@aapurti/contract/wire';
import sql, { join } from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import { recordAudits, recordChange } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { betweenDays, contains, findRow, idOf, type ListResult, listRows, type ListSpec, pageOf } from '../database/list.ts';
import { refuseOwnEntry, samePersons } from '../fourEyes.ts';
import { conflict, forbidden, invalid, notFound } from '../refusal.ts';
import { TOLD_MOST } from '../mail/messages.ts';
import { byOwner, queueMails } from '../mail/queue.ts';
import { ownedBy, ownerFor } from '../owner.ts';
import { usableScheme } from '../schemes/schemes.ts';
import { productTable } from './columns.ts';
import { storeProduct } from './store.ts';

const wireColumns = sql`
  products.id::text as _id, products.vendor_id::text as "userID", ${productTable.selected},
  case when schemes.id is not null then json_build_object('_id', schemes.id::text, 'schemaName', schemes.name) end as schemes,
  products.created_at as "createdAt", products.updated_at as "updatedAt"`;

const list = {
  select: wireColumns,
  from: sql`products`,
  join: sql`left join schemes on schemes.id = products.scheme_id`,
  key: sql`products.id`,
  sorts: {
    EANCode: sql`products.ean`,
    dateOfAvailability: { absentLast: sql`products.available_on` },
    margin: sql`products.margin`,
    netPTR: sql`products.net_ptr`,
    createdAt: sql`products.created_at`,
    MRP: sql`products.mrp`,
    // As in its index.
    productName: sql`lower(left(products.name, 100))`,
  },
  days: {
    first: sql`(min(products.created_at) at time zone 'Asia/Kolkata')::date`,
    last: sql`(max(products.created_at) at time zone 'Asia/Kolkata')::date`,
  },
};

/** A page of products; a vendor's own, or an administrator's choice of vendor. */
export async function listProducts(ctx: Context, actor: Actor, query: QueryOf<typeof products.list>): Promise<ListResult> {
  return listRows(ctx.db, listOf(actor, query));
}

export function listOf(actor: Actor, query: QueryOf<typeof products.list>): ListSpec {
  const { priceApproval } = query;
  const owner = ownedBy(sql`products.vendor_id`, actor, query.userID);
  return {
    ...list,
    scope: [owner],
    where: [
      priceApproval === undefined ? null : priceApproval === 'true' ? sql`products.price_approved` : sql`not products.price_approved`,
      ...betweenDays(sql`products.created_at`, query),
      ...(owner === null ? textsOfItems(query) : ownTexts(query)),
    ],
    page: pageOf(query, { day: 'createdAt' }),
  };
}

type Texts = Pick<QueryOf<typeof products.list>, 'productName' | 'EANCode' | 'SKUCode'>;

/** One vendor's products are few enough to compare each. */
function ownTexts({ productName, EANCode, SKUCode }: Texts) {
  return [
    contains(sql`lower(products.name)`, productName),
    contains(sql`products.ean`, EANCode),
    contains(sql`lower(products.sku_code)`, SKUCode),
  ];
}

/** Many vendors offer the same item, so the trigram index is on the buyer's items: it costs nothing when products are saved. */
function textsOfItems({ productName, EANCode, SKUCode }: Texts) {
  const found = [
    contains(sql`lower(item_name)`, productName),
    contains(sql`ean`, EANCode),
    contains(sql`lower(coalesce(sku_code, item_code))`, SKUCode),
  ].filter((condition) => condition !== null);
  return found.length === 0 ? [] : [sql`products.item_id in (select id from items where ${join(found, ' and ')})`];
}

/**
 * Adds the vendor's product with this EAN or updates it: one product per vendor and EAN, also when two saves race.
 * The figures stored are the server's own arithmetic; those sent may differ by a paisa at most.
 */
export async function saveProduct(ctx: Context, actor: Actor, body: BodyOf<typeof products.save>): Promise<Product> {
  const found = priceOf({ ...body, mrp: body.MRP });
  if ('errors' in found) throw invalid({ ...found.errors });

  const owner = await ownerFor(ctx.db, actor, body.userID);
  const ean = body.EANCode;
  const scheme = body.scheme === null ? null : usableScheme(ctx, { owner, ean, id: body.scheme }, sql`select scheme_id from old`);
  const product = { ...body, ...found.price };
  const saved = await storeProduct(ctx.db, actor, { owner, ean, product, scheme }, { wire: list.select, join: list.join });
  if (saved.items !== 1) throw invalid({ EANCode: saved.items === 0 ? messages.noMatch : messages.noExactMatch });
  if (saved.schemes === 0) throw invalid({ scheme: messages.notOffered });
  return decodeNames(saved.wire) as Product;
}

/**
 * Approves or disapproves a selection. An id that does not exist changes none.
 * @param versions the `updatedAt` of each product as the caller saw it: what has changed since is left as it is.
 * @throws Refusal 409 with the products left out, once the others are stored.
 */
export async function changePriceApproval(
  ctx: Context,
  actor: Actor,
  { productIdList, priceApproval: approved, versions }: BodyOf<typeof products.approve>,
): Promise<string> {
  const wanted = [...new Set(productIdList)];
  const undecided = await ctx.db.transaction(async (tx) => {
    const found = await tx.rows<Decided>(sql`
      select id::text, vendor_id::text as "ownerId", price_approved as "isApproved", name, ean, transfer_price as price,
        to_json(updated_at) #>> '{}' as version
      from products where id = any(${wanted.map(idOf)}::bigint[]) order by id for update`);
    if (found.length !== wanted.length) throw notFound();
    const asked = found.filter((product) => product.isApproved !== approved);
    const changing = asked.filter(({ id, version }) => versions === undefined || versions[id] === version);
    if (approved) await refuseOwnPrices(tx, actor, changing);
    await tx.execute(sql`
      update products set price_approved = ${approved}, updated_at = clock_timestamp() where id = any(${changing.map((row) => row.id)}::bigint[])`);
    await recordAudits(
      tx,
      changing.map((product) => ({
        actor,
        ownerId: product.ownerId,
        action: approved ? 'product.approve' : 'product.disapprove',
        entity: 'product',
        entityId: product.id,
        before: { priceApproval: !approved },
        after: { priceApproval: approved },
      })),
    );
    await tellOwners(tx, actor, changing, approved);
    const changed: Product[] = [];
    for (const { id } of asked.filter((product) => !changing.includes(product))) {
      const newer = await findRow<Product>(tx, list, sql`products.id = ${id}`);
      if (newer !== undefined) changed.push(newer);
    }
    return { changed, done: found.length - changed.length };
  });
  if (undecided.changed.length > 0) throw conflict(messages.changedSinceSeen, { data: undecided });
  return approved ? messages.approved : messages.disapproved;
}

/** What of an entry of the log is a price. */
const PRICES = ['MRP', 'percentage', 'margin', 'transferPrice', 'netPTR', 'scheme', 'priceApproval'];

/**
 * Four eyes: @throws Refusal 403 on prices that the caller entered since they were last approved, also by a change of their scheme, or
 * that are above its limit.
 */
async function refuseOwnPrices(tx: Database, actor: Actor, products: readonly Decided[]): Promise<void> {
  const entered = await tx.rows<{ id: string; by: string }>(sql`
    with entries as (
      select entity_id, actor_id, id, action from audit_log
      where entity = 'product' and entity_id = any(${products.map(({ id }) => id)}::text[])
        and (action in ('product.create', 'product.approve') or (action = 'product.edit' and after ?| ${PRICES}::text[]))
    ), since as (
      select entity_id, least(max(id) filter (where action <> 'product.approve'), coalesce(max(id) filter (where action = 'product.approve'), 0)) as first_id
      from entries group by entity_id
    )
    select distinct entity_id as id, actor_id::text as by from entries join since using (entity_id)
    where action <> 'product.approve' and id >= first_id`);
  const own = samePersons(actor, 'priceApproval');
  const byThem = products.find((product) => entered.some(({ id, by }) => id === product.id && own.includes(by)));
  if (byThem !== undefined) await refuseOwnEntry(tx, actor, 'priceApproval', messages.ownPrice(byThem.name), byThem.price);
  if (actor.limitAmount === null || actor.roles.some((role) => role === 'administrator' || role === 'buyer')) return;
  const above = products.find(({ price }) => Number(price) > Number(actor.limitAmount));
  if (above !== undefined) throw forbidden(messages.aboveLimit(above.name, showMoney(actor.limitAmount)));
}

interface Decided extends Record<string, unknown> {
  id: string;
  ownerId: string;
  isApproved: boolean;
  name: string;
  ean: string;
  price: string;
  version: string;
}

/** Mails each vendor about its own products, except to the actor. */
async function tellOwners(tx: Database, actor: Actor, products: readonly Decided[], approved: boolean): Promise<void> {
  await queueMails(
    tx,
    [...byOwner(products.filter(({ ownerId }) => ownerId !== actor.id))].map(([userId, own]) => ({
      kind: 'prices',
      userId,
      content: { approved, count: own.length, products: own.slice(0, TOLD_MOST).map(({ name, ean, price }) => ({ name, ean, price })) },
    })),
  );
}

/** Locks the products that have a scheme, in the order in which approvals lock them. Returns their ids. */
export async function lockProductsOf(tx: Database, schemeId: string): Promise<string[]> {
  const found = await tx.rows<{ id: string }>(sql`select id::text from products where scheme_id = ${schemeId} order by id for update`);
  return found.map(({ id }) => id);
}

/** Applies changed terms of a scheme: its Net PTR, or the transfer price where it has none. Their approval was of another price. */
export async function repriceProducts(tx: Database, actor: Actor, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const before = await findRow<Product>(tx, list, sql`products.id = ${id}`);
    await tx.execute(sql`
      update products set net_ptr = coalesce(schemes.net_ptr, transfer_price), price_approved = false, updated_at = clock_timestamp()
      from schemes where products.id = ${id} and schemes.id = scheme_id`);
    const after = await findRow<Product>(tx, list, sql`products.id = ${id}`);
    if (before === undefined || after === undefined) continue;
    const entry = { actor, ownerId: after.userID, action: 'product.edit', entity: 'product', entityId: id } as const;
    await recordChange(tx, entry, before, after);
  }
}
