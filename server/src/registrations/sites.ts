import type { BodyOf } from '@aapurti/contract/ground/operation';
import {
  type BuyerSite,
  type buyerSites,
  messages,
  registrationCodes,
  type SiteForm,
  siteForm,
} from '@aapurti/contract/registrations/registrations';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit, recordChange } from '../audit/audit.ts';
import { changedForm } from '../ground/changes.ts';
import type { Context } from '../context.ts';
import { columnMap } from '../database/columns.ts';
import { type Database, isUniqueViolation } from '../database/database.ts';
import { findRow, findRows, idOf } from '../database/list.ts';
import { coded, conflict, notFound, refuseStale } from '../ground/refusal.ts';

const table = columnMap('buyer_sites', {
  name: ['name', 'text'],
  address: ['address', 'text'],
  postalCode: ['postal_code', 'text'],
  registrationId: ['registration_id', 'bigint'],
});

const list = {
  select: sql`
    buyer_sites.id::text as _id, buyer_sites.name, buyer_sites.address, buyer_sites.postal_code as "postalCode",
    buyer_sites.registration_id::text as "registrationId",
    (select code from registrations where id = buyer_sites.registration_id) as "registrationGSTIN", buyer_sites.updated_at as "updatedAt"`,
  from: sql`buyer_sites`,
};

export function listSites({ db }: Context): Promise<BuyerSite[]> {
  return findRows(db, list, sql`true order by lower(name)`);
}

async function findSite(db: Database, id: string, lock: Sql = sql``): Promise<BuyerSite> {
  const found = await findRow<BuyerSite>(db, list, sql`buyer_sites.id = ${idOf(id)} ${lock}`);
  if (found === undefined) throw notFound();
  return found;
}

/** @throws Refusal 422 for a registration that is not the buyer's, and for a name that is already in use. */
async function save<T>(tx: Database, form: SiteForm, write: (values: Sql) => Promise<T>): Promise<T> {
  if (form.registrationId !== null) {
    const found = await tx.first(sql`select from registrations where id = ${idOf(form.registrationId)} and vendor_id is null`);
    if (found === undefined)
      throw coded(422, messages.siteRegistration, { field: 'registrationId', code: registrationCodes.siteRegistration });
  }
  try {
    return await write(table.values(form));
  } catch (error) {
    throw isUniqueViolation(error, 'buyer_sites_name')
      ? coded(422, messages.siteNameTaken, { field: 'name', code: registrationCodes.siteName })
      : error;
  }
}

export async function addSite(ctx: Context, actor: Actor, body: BodyOf<typeof buyerSites.create>): Promise<BuyerSite> {
  return ctx.db.transaction(async (tx) => {
    const { id } = await save(tx, body, (values) =>
      tx.one<{ id: string }>(sql`insert into buyer_sites (${table.names}) values (${values}) returning id::text`),
    );
    const added = await findSite(tx, id);
    const orders = await takeOrders(tx, added._id);
    await recordAudit(tx, { ...entryOf(actor, added), action: 'buyerSite.create', after: { ...added, orders } });
    return added;
  });
}

export async function editSite(ctx: Context, actor: Actor, id: string, body: BodyOf<typeof buyerSites.edit>): Promise<BuyerSite> {
  return ctx.db.transaction(async (tx) => {
    const before = await findSite(tx, id, sql`for update of buyer_sites`);
    const { updatedAt, ...sent } = body;
    refuseStale(before, updatedAt);
    await save(tx, changedForm(siteForm, before, sent), (values) =>
      tx.execute(sql`
        update buyer_sites set (${table.names}, updated_at) = (${values}, clock_timestamp()) where id = ${before._id}`),
    );
    const after = await findSite(tx, id);
    const orders = await takeOrders(tx, after._id);
    await recordChange(tx, { ...entryOf(actor, after), action: 'buyerSite.edit' }, { ...before, orders: 0 }, { ...after, orders });
    return after;
  });
}

/** Assigns the site to the orders without one whose delivery location names it. @returns the number of orders */
function takeOrders(tx: Database, id: string): Promise<number> {
  return tx.execute(sql`
    update purchase_orders set site_id = ${id}
    where site_id is null and place_key(delivery_location) = any((select places from buyer_sites where id = ${id})::text[])
      and site_at(delivery_location) = ${id}::bigint`);
}

/**
 * Orders keep their delivery location.
 * @throws Refusal 409 that names the users limited to this site: without it some would act for all sites.
 */
export async function removeSite(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const before = await findSite(tx, id, sql`for update of buyer_sites`);
    const bound = await tx.rows<{ name: string }>(sql`
      select trim(first_name || ' ' || last_name) as name from memberships join users on users.id = user_id where ${before._id}::bigint = any(site_ids)
      union all select email from invitations where ${before._id}::bigint = any(site_ids) order by name`);
    if (bound.length > 0) throw conflict(siteOfPeople(bound.map(({ name }) => name)), { code: registrationCodes.siteBinds });
    await tx.execute(sql`delete from buyer_sites where id = ${before._id}`);
    await recordAudit(tx, { ...entryOf(actor, before), action: 'buyerSite.delete', before: { ...before } });
  });
}

function entryOf(actor: Actor, { _id }: BuyerSite) {
  return { actor, ownerId: null, entity: 'buyerSite', entityId: _id } as const;
}

/** The most users that the message names. */
const NAMED_MAX = 5;

const siteOfPeople = (names: readonly string[]) => messages.siteOfPeople(names.slice(0, NAMED_MAX), Math.max(0, names.length - NAMED_MAX));
