import {
  checkedProvider,
  domainsOf,
  messages,
  type Provider,
  type ProviderChoice,
  type providers as calls,
} from '@aapurti/contract/sign-in/providers';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import { BUYER_ROLES, type Role, VENDOR_ROLES } from '@aapurti/contract/access/roles';
import sql, { type Sql } from 'sql-template-tag';
import type * as z from 'zod';

import type { Actor } from '../ground/actor.ts';
import { recordAudit, recordChange } from '../audit/audit.ts';
import { changedForm } from '../ground/changes.ts';
import type { Context } from '../context.ts';
import { type Database, isUniqueViolation } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { invalid, notFound, refuseStale } from '../ground/refusal.ts';
import { alertOwners } from '../people/alerts.ts';
import { refuseStaleProof } from './freshness.ts';
import { companyFor, forEmergencies, lockTop, refuseLasting } from '../people/members.ts';
import { AnswerRefused, checkIssuer, type Client } from './openId.ts';
import { announceChange } from './sessions.ts';

/** The buyer's providers first, then by company. */
export async function listProviders(db: Database, where: Sql = sql`true`): Promise<Provider[]> {
  return db.rows<Provider & Record<string, unknown>>(sql`
    select idps.id::text as _id, name, issuer, client_id as "clientId", client_secret is not null as "hasSecret",
           nullif(array_to_string(domains, ', '), '') as domains, required, default_role as "defaultRole", trust_mfa as "trustMfa",
           vendor_id::text as "userID", legal_name as company, linked, all_members - linked as unlinked,
           to_json(idps.updated_at) #>> '{}' as "updatedAt"
    from idps left join vendors on vendors.id = vendor_id cross join lateral (
      select count(*)::int as all_members,
             (count(*) filter (where exists (
               select from identities where identities.user_id = memberships.user_id and identities.idp_id = idps.id)))::int as linked
      from memberships where memberships.vendor_id is not distinct from idps.vendor_id) members
    where ${where} order by vendor_id is not null, lower(legal_name), idps.id`);
}

/** The providers for the sign-in page, which names no vendor. */
export async function providersForVisitors(db: Database): Promise<{ providers: ProviderChoice[]; vendorProviders: boolean }> {
  const found = await db.rows<ProviderChoice & { isBuyers: boolean }>(sql`
    select id::text as _id, name, vendor_id is null as "isBuyers" from idps order by id`);
  const [buyers, vendors] = [found.filter(({ isBuyers }) => isBuyers), found.filter(({ isBuyers }) => !isBuyers)];
  return { providers: buyers.map(({ _id, name }) => ({ _id, name })), vendorProviders: vendors.length > 0 };
}

/** Secrets are bound to their provider, so that one row's secret does not open in another row. */
const ownerOf = (id: string) => `idp ${id}`;

/** The stored provider in the library's form. @throws Refusal 404 */
export async function clientOf(ctx: Context, id: string): Promise<Client & { name: string; vendorId: string | null }> {
  const found = await ctx.db.first<{ issuer: string; clientId: string; secret: Buffer | null; name: string; vendorId: string | null }>(sql`
    select issuer, client_id as "clientId", client_secret as secret, name, vendor_id::text as "vendorId" from idps where id = ${idOf(id)}`);
  if (found === undefined) throw notFound();
  return { ...found, secret: found.secret === null ? null : ctx.box.open(found.secret, ownerOf(id)) };
}

type Checked = z.output<typeof checkedProvider>;

/** @throws Refusal 422 for errors of the provider as a whole. The caller has locked the administrators. */
async function refuseWrong(ctx: Context, form: Checked, vendorId: string | null, id: string | null): Promise<string[]> {
  const { issuer, defaultRole, required } = form;
  if (ctx.settings.production && !issuer.startsWith('https:')) throw invalid({ issuer: messages.issuer });
  const roles: readonly Role[] = vendorId === null ? BUYER_ROLES : VENDOR_ROLES;
  if (defaultRole !== null && !roles.includes(defaultRole)) throw invalid({ defaultRole: messages.role });
  const { domains } = domainsOf(form.domains ?? '');
  if (defaultRole !== null && domains.length === 0) throw invalid({ domains: messages.domainsFirst });
  const other = await ctx.db.first<{ domain: string }>(sql`
    select domain from idps, unnest(domains) as domain where id is distinct from ${id} and domain = any(${domains}::text[])`);
  if (other !== undefined) throw invalid({ domains: messages.domainTaken(other.domain) });
  if (required && vendorId === null && (await ctx.db.first(forEmergencies(sql`${id}::bigint`))) === undefined)
    throw invalid({ required: messages.emergency });
  return domains;
}

const entryOf = (actor: Actor, ownerId: string | null, id: string) => ({ actor, ownerId, entity: 'provider', entityId: id }) as const;

/** Sessions of the company may gain or lose rights from now on. */
async function announceToMembers(tx: Database, vendorId: string | null): Promise<string[]> {
  const members = await tx.rows<{ id: string }>(sql`
    select user_id::text as id from memberships where vendor_id is not distinct from ${vendorId}`);
  for (const { id } of members) await announceChange(tx, id);
  return members.map(({ id }) => id);
}

async function changing(ctx: Context, actor: Actor, change: (inside: Context) => Promise<string[]>): Promise<Provider[]> {
  refuseLasting(actor);
  try {
    const changed = await ctx.db.transaction(async (tx) => change({ ...ctx, db: tx }));
    for (const id of changed) ctx.sessions.forget(id);
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid({ clientId: messages.taken });
    throw error;
  }
  return listProviders(ctx.db);
}

export async function createProvider(ctx: Context, actor: Actor, { userID, ...form }: BodyOf<typeof calls.create>): Promise<Provider[]> {
  return changing(ctx, actor, async (inside) => {
    refuseStaleProof(actor, 'company');
    const { db } = inside;
    const vendorId = await companyFor(db, actor, userID);
    await lockTop(db, null);
    const domains = await refuseWrong(inside, form, vendorId, null);
    const made = await db.one<{ id: string }>(sql`
      insert into idps (vendor_id, name, issuer, client_id, domains, required, default_role, trust_mfa, saved_by)
      values (${vendorId}, ${form.name}, ${form.issuer}, ${form.clientId}, ${domains}::text[], ${form.required}, ${form.defaultRole},
              ${form.trustMfa}, ${actor.id})
      returning id::text`);
    await storeSecret(inside, made.id, form.clientSecret);
    const [after] = await listProviders(db, sql`idps.id = ${made.id}`);
    await recordAudit(db, { ...entryOf(actor, vendorId, made.id), action: 'provider.create', after: { ...after } });
    await alertOwners(inside, { kind: 'newProvider', vendorId, by: actor.id, what: form.name });
    return announceToMembers(db, vendorId);
  });
}

/** @throws Refusal 404, 409 when stale, 422 */
export async function editProvider(ctx: Context, actor: Actor, id: string, body: BodyOf<typeof calls.edit>): Promise<Provider[]> {
  return changing(ctx, actor, async (inside) => {
    refuseStaleProof(actor, 'company');
    const { db } = inside;
    await lockTop(db, null);
    await db.execute(sql`select from idps where id = ${idOf(id)} for update`);
    const [before] = await listProviders(db, sql`idps.id = ${idOf(id)}`);
    if (before === undefined) throw notFound();
    const { updatedAt, currentPassWord: _, ...sent } = body;
    refuseStale(before, updatedAt);
    const form = changedForm(checkedProvider, before, sent);
    const domains = await refuseWrong(inside, form, before.userID, id);
    await db.execute(sql`
      update idps set name = ${form.name}, issuer = ${form.issuer}, client_id = ${form.clientId}, domains = ${domains}::text[],
        required = ${form.required}, default_role = ${form.defaultRole}, trust_mfa = ${form.trustMfa}, saved_by = ${actor.id},
        updated_at = clock_timestamp()
      where id = ${id}`);
    // Another issuer must not receive this one's secret, nor does it vouch for the people that this one has named.
    const signedOut = form.issuer === before.issuer ? [] : await endSignIns(db, id);
    if (form.issuer !== before.issuer) await db.execute(sql`update idps set client_secret = null where id = ${id}`);
    await storeSecret(inside, id, form.clientSecret);
    const [after] = await listProviders(db, sql`idps.id = ${id}`);
    await recordChange(db, { ...entryOf(actor, before.userID, id), action: 'provider.edit' }, before, { ...after });
    if (form.issuer !== before.issuer || form.clientId !== before.clientId)
      await alertOwners(inside, { kind: 'newProvider', vendorId: before.userID, by: actor.id, what: form.name });
    return [...(await announceToMembers(db, before.userID)), ...signedOut];
  });
}

async function storeSecret(ctx: Context, id: string, secret: string | null): Promise<void> {
  if (secret !== null) await ctx.db.execute(sql`update idps set client_secret = ${ctx.box.seal(secret, ownerOf(id))} where id = ${id}`);
}

/** Ends everything that depends on the provider's word: links, sessions and pending changes. @returns the users whose sessions ended. */
async function endSignIns(tx: Database, id: string): Promise<string[]> {
  const ended = await tx.rows<{ id: string }>(sql`delete from sessions where idp_id = ${id} returning user_id::text as id`);
  for (const table of [sql`identities`, sql`sign_in_challenges`, sql`idp_attempts`, sql`idp_proofs`, sql`invitations`])
    await tx.execute(sql`delete from ${table} where idp_id = ${id}`);
  for (const each of ended) await announceChange(tx, each.id);
  return ended.map((each) => each.id);
}

/** Ends its links and the sessions begun with it, including the caller's. @throws Refusal 404 */
export async function removeProvider(ctx: Context, actor: Actor, id: string): Promise<Provider[]> {
  return changing(ctx, actor, async ({ db }) => {
    const [before] = await listProviders(db, sql`idps.id = ${idOf(id)}`);
    if (before === undefined) throw notFound();
    const signedOut = await endSignIns(db, id);
    await db.execute(sql`delete from idps where id = ${id}`);
    await recordAudit(db, { ...entryOf(actor, before.userID, id), action: 'provider.remove', before: { ...before } });
    return [...(await announceToMembers(db, before.userID)), ...signedOut];
  });
}

/** @throws Refusal 404, or 422 with the error at the issuer. */
export async function checkProvider(ctx: Context, id: string): Promise<void> {
  try {
    await checkIssuer(ctx, await clientOf(ctx, id));
  } catch (error) {
    if (error instanceof AnswerRefused) throw invalid({ issuer: error.reason === 'tenant' ? messages.otherIssuer : messages.noAnswer });
    throw error;
  }
}
