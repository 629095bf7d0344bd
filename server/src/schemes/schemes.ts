import { messages as accountMessages } from '@aapurti/contract/vendors/accounts';
import { indianDay } from '@aapurti/contract/ground/fields';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import { messages, type Scheme, type SchemeForm, type schemes, validityProblem } from '@aapurti/contract/schemes/schemes';
import sql, { raw, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { isCurrentSession } from '../sign-in/sessions.ts';
import { recordAudit } from '../audit/audit.ts';
import { exactItem } from '../buyer-system/items.ts';
import type { Context } from '../context.ts';
import { columnMap } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { betweenDates, contains, idOf, type ListResult, listRows, pageOf } from '../database/list.ts';
import { invalid, Refusal } from '../ground/refusal.ts';
import { ownedBy, ownerFor, ownRow } from '../access/owner.ts';

/** The columns that a form fills. */
export const schemeTable = columnMap('schemes', {
  schemeName: ['name', 'text'],
  date: ['date', 'date'],
  EANCode: ['ean', 'text'],
  productName: ['product_name', 'text'],
  quantity: ['quantity', 'numeric'],
  freeQuantity: ['free_quantity', 'numeric'],
  netPTR: ['net_ptr', 'numeric'],
  UOM: ['uom', 'text'],
  discount: ['discount', 'numeric'],
  validity: ['validity', 'date'],
  narration: ['narration', 'text'],
  active: ['active', 'boolean'],
});

const list = {
  select: sql`
    schemes.id::text as _id, schemes.vendor_id::text as "userID", schemes.number as "schemaNumber", ${schemeTable.selected},
    schemes.created_at as "createdAt", schemes.updated_at as "updatedAt"`,
  from: sql`schemes`,
  key: sql`schemes.id`,
  sorts: {
    schemeNumber: sql`schemes.number`,
    date: sql`schemes.date`,
    quantity: { absentLast: sql`schemes.quantity` },
    freeQuantity: { absentLast: sql`schemes.free_quantity` },
    discount: { absentLast: sql`schemes.discount` },
    netPTR: { absentLast: sql`schemes.net_ptr` },
    validity: { absentLast: sql`schemes.validity` },
  },
  days: { first: sql`min(schemes.date)`, last: sql`max(schemes.date)` },
};

/** A page of schemes: the vendor's own, or those of the vendor that an administrator chooses. */
export async function listSchemes(ctx: Context, actor: Actor, query: QueryOf<typeof schemes.list>): Promise<ListResult> {
  return listRows(ctx.db, {
    scope: [ownedBy(sql`schemes.vendor_id`, actor, query.userID)],
    where: [contains(sql`schemes.number::text`, query.schemeNumber), ...betweenDates(sql`schemes.date`, query)],
    page: pageOf(query, { day: 'date' }),
    ...list,
  });
}

/** A 404 if it is not the caller's. `lock` prevents changes, and use by further products, until the transaction ends. */
export function getScheme(db: Database, actor: Actor, id: string, lock: 'for update' | null = null): Promise<Scheme> {
  return ownRow(db, actor, id, list, raw(lock ?? ''));
}

/** Schemes that may be chosen for a product with this EAN: active, and within their validity. */
export async function schemesForEan(ctx: Context, actor: Actor, ean: string, userId: string | null): Promise<ListResult> {
  const owner = actor.vendorId ?? (userId ? idOf(userId) : actor.id);
  return listRows(ctx.db, {
    where: [sql`schemes.vendor_id = ${owner}`, sql`gtin_key(schemes.ean) = gtin_key(${ean}::text)`, stillOn(ctx)],
    page: pageOf({}),
    ...list,
  });
}

/** True for a scheme that is active and within its validity. */
export function stillOn(ctx: Pick<Context, 'clock'>): Sql {
  return sql`schemes.active and (schemes.validity is null or schemes.validity >= ${indianDay(ctx.clock())})`;
}

/**
 * Selects the scheme of this owner and EAN that a product may take, with the price that it sets. An expired scheme is allowed only if the
 * product already has it, as `current` selects. Locked against changes.
 */
export function usableScheme(ctx: Context, wanted: { owner: string; ean: string; id: string }, current: Sql): Sql {
  return sql`
    select schemes.id, schemes.net_ptr from (select (${current}) as id) held, schemes
    where schemes.id = ${idOf(wanted.id)} and schemes.vendor_id = ${wanted.owner} and gtin_key(schemes.ean) = gtin_key(${wanted.ean}::text)
      and (schemes.id = held.id or (${stillOn(ctx)}))
    for share of schemes`;
}

/** A 412 on all but the user's newest session, which is section 6's check; the form makes it too. */
export async function refuseOtherDevice(ctx: Context, actor: Actor): Promise<void> {
  if (!(await isCurrentSession(ctx, actor))) throw new Refusal(412, accountMessages.otherDevice);
}

export interface NamedScheme extends Record<string, unknown> {
  id: string;
  number: string;
  name: string;
  netPtr: string | null;
  /** Active, and within its validity. */
  isOffered: boolean;
}

const OFFERED_MOST = 1000;

/** The newest of the owner's schemes that products may take, each with its EAN. */
export async function offeredSchemes(ctx: Context, owner: string): Promise<(NamedScheme & { ean: string })[]> {
  return ctx.db.rows(sql`
    select ean, id::text, number::text, name, net_ptr as "netPtr", true as "isOffered" from schemes
    where vendor_id = ${owner} and ${stillOn(ctx)} order by schemes.id desc limit ${OFFERED_MOST}`);
}

/** Adds a scheme under the next number. It must be the user's newest session: 412 on another device's. */
export async function addScheme(
  ctx: Context,
  actor: Actor,
  body: BodyOf<typeof schemes.create>,
): Promise<{ scheme: Scheme } | { problem: string }> {
  await refuseOtherDevice(ctx, actor);
  const late = validityProblem(body.validity, ctx.clock());
  if (late !== null) throw invalid({ validity: late });
  return ctx.db.transaction(async (tx) => {
    const owner = await ownerFor(tx, actor, body.userID);
    const item = await exactItem(tx, body.EANCode);
    if ('problem' in item) return { problem: messages.badEan };
    const id = await insertScheme(ctx, tx, owner, body, item);
    const scheme = await getScheme(tx, actor, id);
    await recordAudit(tx, { actor, ownerId: owner, action: 'scheme.create', entity: 'scheme', entityId: id, after: { ...scheme } });
    return { scheme };
  });
}

/** The values in the order of the table's names. Fields that the form leaves blank follow from the item; `date` is the default date. */
export function schemeValues(form: SchemeForm, item: { name: string; uom: string | null } | null, date: string): Sql {
  return schemeTable.values({
    ...form,
    date: form.date ?? date,
    productName: form.productName ?? item?.name,
    UOM: form.UOM ?? item?.uom,
  });
}

/** The counter's row stays locked until the transaction ends, so that numbers are consecutive, without gaps or duplicates. */
async function insertScheme(
  ctx: Context,
  tx: Database,
  owner: string,
  form: SchemeForm,
  item: { name: string; uom: string | null },
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    with taken as (update counters set value = value + 1 where name = 'scheme' returning value)
    insert into schemes (vendor_id, number, ${schemeTable.names})
    select ${owner}, taken.value, ${schemeValues(form, item, indianDay(ctx.clock()))}
    from taken returning id::text`);
  return id;
}

/** The highest scheme number assigned so far, initially 0. */
export async function maxSchemeNumber(db: Database): Promise<number> {
  const { value } = await db.one<{ value: string }>(sql`select value::text from counters where name = 'scheme'`);
  return Number(value);
}
