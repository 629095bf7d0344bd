import { commonCodes } from '@aapurti/contract/ground/operation';
import { mayCall, type RoleSet, siteRefusal } from '@aapurti/contract/access/roles';
import sql, { type Sql } from 'sql-template-tag';

import { said } from '../database/said.ts';
import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { forbidden } from '../ground/refusal.ts';

/** Ids of the sites whose orders the caller may change by the roles that allow `access`; null if no site limits the caller. */
export function sitesFor({ roles, sites }: Pick<Actor, 'roles' | 'sites'>, access: RoleSet): readonly string[] | null {
  const bound = roles.filter((role) => mayCall(access, [role])).map((role) => sites[role] ?? null);
  return bound.includes(null) ? null : [...new Set(bound.flatMap((ids) => ids ?? []))];
}

/** Ids of all sites that limit one of the roles. */
export function boundTo(sites: Actor['sites']): string[] {
  return [...new Set(Object.values(sites).flat())];
}

const siteName = (site: Sql) => sql`(select name from buyer_sites where id = ${site})`;
const namesOf = (sites: readonly string[]) =>
  sql`(select string_agg(name, ', ' order by lower(name)) from buyer_sites where id = any(${sites}::bigint[]))`;
const isOther = (sites: readonly string[], site: Sql) => sql`(${site} = any(${sites}::bigint[])) is not true`;

/**
 * Rejects orders of sites that the caller is not limited to. It queries the database only for callers with such a limit.
 * @param field the form field that names the site
 * @throws Refusal 403 if an order is delivered to another site. Lock the orders first.
 */
export async function refuseOtherSites(
  db: Database,
  actor: Actor,
  access: RoleSet,
  orderIds: readonly string[],
  field?: string,
): Promise<void> {
  const sites = sitesFor(actor, access);
  if (sites === null) return;
  const other = await db.first<{ number: string; site: string | null; own: string | null }>(sql`
    select number, ${siteName(sql`site_id`)} as site, ${namesOf(sites)} as own from purchase_orders
    where id = any(${orderIds.map(idOf)}::bigint[]) and ${isOther(sites, sql`site_id`)} order by id limit 1`);
  if (other !== undefined) throw forbidden(siteRefusal(other.number, other.site, other.own ?? ''), field);
}

/** The same rule in SQL, for the rows of an upload: the error for an order with this number and site; null if the caller may change it. */
export function otherSiteWords(actor: Actor, access: RoleSet, number: Sql, site: Sql): Sql {
  const sites = sitesFor(actor, access);
  if (sites === null) return sql`null::text`;
  const values = { order: number, own: namesOf(sites) };
  const atNone = said(siteRefusal('{order}', null, '{own}'), values, commonCodes.notAllowed);
  const atOther = said(siteRefusal('{order}', '{site}', '{own}'), { ...values, site: siteName(site) }, commonCodes.notAllowed);
  return sql`case when ${isOther(sites, site)} then case when ${site} is null then ${atNone} else ${atOther} end end`;
}

/** The condition of a list filter: a site's id, or `own` for the sites that limit the caller (all sites if none does). */
export function atSite(column: Sql, actor: Actor, asked: string | undefined): Sql | null {
  if (asked === undefined || asked === '') return null;
  if (asked !== 'own') return sql`${column} = ${idOf(asked)}`;
  const own = boundTo(actor.sites);
  return own.length === 0 ? null : sql`${column} = any(${own}::bigint[])`;
}
