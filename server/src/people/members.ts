import { type Member, type members as calls, messages } from '@aapurti/contract/people/members';
import { type BodyOf, commonCodes } from '@aapurti/contract/ground/operation';
import { messages as providerMessages } from '@aapurti/contract/sign-in/providers';
import { type Role, roleRefusal, SITE_ROLES, VENDOR_ROLES } from '@aapurti/contract/access/roles';
import sql, { type Sql } from 'sql-template-tag';

import { type Actor, isAdministrator } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { coded, conflict, forbidden, invalid, notFound, refuseStale } from '../ground/refusal.ts';
import { alertOwners } from './alerts.ts';
import { companyName } from './companies.ts';
import { refuseStaleProof } from '../sign-in/freshness.ts';
import { announceChange } from '../sign-in/sessions.ts';

/**
 * Selects the members that an owner may see (its own company's), or an administrator (anybody's); `column` is a company's id, null for the
 * buyer's.
 */
export function companiesOf(column: Sql, actor: Actor): Sql {
  return actor.vendorId === null ? sql`true` : sql`${column} = ${actor.vendorId}`;
}

/** The company of a call: an owner's own; for an administrator the vendor that it names, or else the buyer, which is null. */
export async function companyFor(db: Database, actor: Actor, asked: string | null): Promise<string | null> {
  if (actor.vendorId !== null || asked === null) return actor.vendorId;
  const vendor = await db.first<{ vendorId: string | null }>(
    sql`select vendor_id::text as "vendorId" from users where id = ${idOf(asked)}`,
  );
  if (vendor === undefined) throw coded(422, 'This user does not exist.', { field: 'userID', code: commonCodes.unknownVendor });
  return vendor.vendorId;
}

/** A company's name; the buyer's name as `companyName` gives it for the user. */
export async function nameOf(db: Database, vendorId: string | null, userId: string): Promise<string> {
  const found = await db.first<{ name: string | null }>(
    sql`select ${companyName(sql`${vendorId}::bigint`, sql`${userId}::bigint`)} as name`,
  );
  return found?.name ?? '';
}

/** The role and limit to store. @throws Refusal 422 for a role of the other party. */
export function checkedRole(vendorId: string | null, given: { role: Role; limitAmount: { toFixed(places: number): string } | null }) {
  const isVendorRole = (VENDOR_ROLES as readonly Role[]).includes(given.role);
  if (isVendorRole !== (vendorId !== null)) throw invalid({ role: messages.role });
  return {
    role: given.role,
    limit: given.role === 'approver' || given.role === 'accounts' ? (given.limitAmount?.toFixed(2) ?? null) : null,
  };
}

/**
 * The sites that a member acts for, to be stored; null for all. They stay locked until the transaction ends.
 * @throws Refusal 422 for a role that always acts for all sites, and for an unknown site.
 */
export async function checkedSites(
  tx: Database,
  role: Role,
  given: readonly string[],
): Promise<{ siteIds: string[] | null; sites: string }> {
  if (given.length === 0) return { siteIds: null, sites: '' };
  if (!SITE_ROLES.includes(role)) throw invalid({ siteIds: messages.sitesOfRole });
  const asked = new Set(given.map(idOf));
  const found = await tx.rows<{ id: string; name: string }>(sql`
    select id::text, name from buyer_sites where id = any(${[...asked]}::bigint[]) order by lower(name) for key share`);
  if (found.length < asked.size) throw invalid({ siteIds: messages.sites });
  return { siteIds: found.map(({ id }) => id), sites: found.map(({ name }) => name).join(', ') };
}

/** The names of a member's or invitation's sites for the audit log. */
export const siteNames = sql`
  coalesce((select string_agg(name, ', ' order by lower(name)) from buyer_sites where buyer_sites.id = any(site_ids)), '')`;

export async function listMembers(ctx: Context, actor: Actor, vendorId: string | null): Promise<Member[]> {
  return ctx.db.rows<Member & Record<string, unknown>>(sql`
    select member.id::text as _id, users.id::text as "userId", trim(first_name || ' ' || last_name) as name, email, role,
           limit_amount::float8 as "limitAmount", coalesce(site_ids, '{}')::text[] as "siteIds", is_active as "isActive", users.id = ${actor.id} as self,
           to_json(member.updated_at) #>> '{}' as "updatedAt"
    from memberships member join users on users.id = member.user_id
    where member.vendor_id is not distinct from ${vendorId}
    order by role in ('owner', 'administrator') desc, lower(first_name || ' ' || last_name), member.id`);
}

const isTop = sql`role in ('owner', 'administrator')`;

/**
 * Locks the memberships of a company's owners, or of the administrators, in one order, so that two users who remove each other's role do so
 * one after the other.
 */
export async function lockTop(tx: Database, vendorId: string | null): Promise<void> {
  await tx.execute(sql`
    select from memberships where vendor_id is not distinct from ${vendorId} and ${isTop} order by id for update`);
}

/** @throws Refusal 409 if the company has no other active owner, or administrator, than this user. The caller has locked them. */
export async function refuseLast(
  tx: Database,
  vendorId: string | null,
  userId: string,
  message: string = vendorId === null ? messages.lastAdministrator : messages.lastOwner,
): Promise<void> {
  const another = await tx.first(sql`
    select from memberships member join users on users.id = user_id
    where member.vendor_id is not distinct from ${vendorId} and ${isTop} and is_active and user_id <> ${userId}`);
  if (another === undefined) throw conflict(message);
  if (vendorId === null) await refuseLastForEmergencies(tx, userId);
}

/**
 * An active administrator who can sign in by a password and is not linked to this provider (null for a new one). If a provider of the buyer
 * is required, one such administrator must remain for emergencies.
 */
export function forEmergencies(idpId: Sql): Sql {
  return sql`
    select from memberships member join users on users.id = member.user_id
    where member.vendor_id is null and member.role = 'administrator' and is_active and password_hash is not null
      and not exists (select from identities where identities.user_id = users.id and identities.idp_id = ${idpId})`;
}

/** @throws Refusal 409 if this user is the last of them. The caller has locked the administrators. */
export async function refuseLastForEmergencies(tx: Database, userId: string): Promise<void> {
  const alone = await tx.first(sql`
    select from idps where vendor_id is null and required and not exists (${forEmergencies(sql`idps.id`)} and users.id <> ${userId})`);
  if (alone !== undefined) throw conflict(providerMessages.lastEmergency);
}

export const isTopRole = (role: Role | undefined) => role === 'owner' || role === 'administrator';

/**
 * Prevents a delegate with temporary full rights from making them permanent.
 * @param roles the granted or removed roles.
 * @throws Refusal 403 if the caller is an owner or administrator only by delegation, and one of the roles is such a role.
 */
export function refuseStandIn({ roles: [own] }: Actor, ...roles: readonly Role[]): void {
  if (!isTopRole(own) && roles.some(isTopRole)) throw forbidden(messages.standIn);
}

/**
 * Guards actions reserved for owners and administrators whose effect is permanent: a key, a webhook, another user's account or role. The
 * receiver of a role may be the delegate under another address.
 * @throws Refusal 403 if the caller has neither role personally.
 */
export function refuseLasting({ roles: [own] }: Actor): void {
  if (!isTopRole(own)) throw forbidden(messages.lasting);
}

interface Locked extends Record<string, unknown> {
  _id: string;
  userId: string;
  vendorId: string | null;
  role: Role;
  limitAmount: string | null;
  siteIds: string[];
  sites: string;
  updatedAt: string;
}

/** A member that the caller may change, with the company's owners locked; the caller must still be one of them. */
async function lockMember(tx: Database, actor: Actor, id: string): Promise<Locked> {
  const found = await tx.first<{ vendorId: string | null }>(sql`
    select vendor_id::text as "vendorId" from memberships where id = ${idOf(id)} and ${companiesOf(sql`vendor_id`, actor)}`);
  if (found === undefined) throw notFound();
  await lockTop(tx, found.vendorId);
  const stillThere = await tx.first(sql`
    select from memberships where id = ${actor.membershipId} and (${isTop} or ${actor.roles.length > 1})`);
  if (stillThere === undefined) throw forbidden(roleRefusal('people', actor.isAdmin));
  const member = await tx.first<Locked>(sql`
    select id::text as _id, user_id::text as "userId", vendor_id::text as "vendorId", role, limit_amount::text as "limitAmount",
           coalesce(site_ids, '{}')::text[] as "siteIds", ${siteNames} as sites, to_json(updated_at) #>> '{}' as "updatedAt"
    from memberships where id = ${idOf(id)} for update`);
  if (member === undefined) throw notFound();
  return member;
}

/**
 * Announces a coming change to the users who have the member's role by delegation.
 * @returns their ids, for `sessions.forget`.
 */
async function announceToDelegates(tx: Database, membershipId: string): Promise<string[]> {
  const delegates = await tx.rows<{ userId: string }>(sql`
    select distinct user_id::text as "userId" from delegations join memberships on memberships.id = to_membership
    where from_membership = ${membershipId}`);
  for (const { userId } of delegates) await announceChange(tx, userId);
  return delegates.map(({ userId }) => userId);
}

const entryOf = (actor: Actor, { _id, vendorId }: Locked) => ({ actor, ownerId: vendorId, entity: 'member', entityId: _id }) as const;

export async function editMember(ctx: Context, actor: Actor, id: string, body: BodyOf<typeof calls.edit>): Promise<void> {
  const changed = await ctx.db.transaction(async (tx) => {
    const before = await lockMember(tx, actor, id);
    refuseStale(before, body.updatedAt);
    const { role, limit } = checkedRole(before.vendorId, body);
    refuseStandIn(actor, before.role, role, ...(before.userId === actor.id ? (['owner'] as const) : []));
    refuseLasting(actor);
    if (isTopRole(role) && !isTopRole(before.role)) refuseStaleProof(actor, 'company');
    if (before.role !== role && ['owner', 'administrator'].includes(before.role)) await refuseLast(tx, before.vendorId, before.userId);
    const kept = SITE_ROLES.includes(role) ? before.siteIds : [];
    const { siteIds, sites } = await checkedSites(tx, role, body.siteIds ?? kept);
    await tx.execute(sql`
      update memberships set role = ${role}, limit_amount = ${limit}, site_ids = ${siteIds}::bigint[], updated_at = clock_timestamp() where id = ${before._id}`);
    await announceChange(tx, before.userId);
    const delegates = await announceToDelegates(tx, before._id);
    await recordAudit(tx, {
      ...entryOf(actor, before),
      action: 'member.edit',
      before: { role: before.role, limitAmount: before.limitAmount, sites: before.sites },
      after: { role, limitAmount: limit, sites },
    });
    if (isTopRole(role) && !isTopRole(before.role))
      await alertOwners({ ...ctx, db: tx }, { kind: 'newOwner', vendorId: before.vendorId, by: actor.id, what: before.userId });
    return [before.userId, ...delegates];
  });
  for (const each of changed) ctx.sessions.forget(each);
}

/** Ends the user's sessions in the company with the membership. The user's entries and their log stay. */
export async function removeMember(ctx: Context, actor: Actor, id: string): Promise<void> {
  const changed = await ctx.db.transaction(async (tx) => {
    const before = await lockMember(tx, actor, id);
    refuseStandIn(actor, before.role);
    if (['owner', 'administrator'].includes(before.role)) await refuseLast(tx, before.vendorId, before.userId);
    const delegates = await announceToDelegates(tx, before._id);
    await tx.execute(sql`delete from memberships where id = ${before._id}`);
    await announceChange(tx, before.userId);
    await recordAudit(tx, { ...entryOf(actor, before), action: 'member.remove', before: { user: before.userId, role: before.role } });
    return [before.userId, ...delegates];
  });
  for (const each of changed) ctx.sessions.forget(each);
}

/** True if the caller has all rights in its company, personally or for a member on leave. */
export function ownsCompany(actor: Actor): boolean {
  return isAdministrator(actor) || actor.roles.includes('owner');
}
