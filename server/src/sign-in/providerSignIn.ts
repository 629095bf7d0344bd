import { randomBytes } from 'node:crypto';

import {
  ATTEMPT_MINUTES,
  messages,
  PROOF_MINUTES,
  type ProviderLink,
  type providerSignIn as calls,
} from '@aapurti/contract/sign-in/providers';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import type { Role } from '@aapurti/contract/access/roles';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { queueMail } from '../mail/queue.ts';
import { conflict, invalid, notFound } from '../ground/refusal.ts';
import { findLive, inviteUnknown } from '../people/invitations.ts';
import { lockTop, refuseLastForEmergencies } from '../people/members.ts';
import { AnswerRefused, beginAt, finishAt, type Named, SKEW_SECONDS } from './openId.ts';
import { clientOf } from './providers.ts';
import { confirmedSelf } from './secondFactor.ts';
import { announceChange, hashToken, lockForSignIns } from './sessions.ts';
import { type From, signInByProvider, type SignedIn, type Waiting } from './signIn.ts';

type Returned = BodyOf<typeof calls.finish>;
type Purpose = 'sign-in' | 'link' | 'invitation' | 'confirm';

/** The values that the browser stores until the return. Each start has its own, so that two tabs do not interfere. */
interface Started {
  url: string;
  state: string;
  secret: string;
}

async function start(ctx: Context, idpId: string, purpose: Purpose, more: { userId?: string; email?: string } = {}): Promise<Started> {
  const { url, state, nonce, verifier } = await beginAt(ctx, await clientOf(ctx, idpId), {
    ...(more.email !== undefined && { email: more.email }),
    anew: purpose === 'confirm',
  });
  const secret = randomBytes(32).toString('base64url');
  await ctx.db.execute(sql`
    insert into idp_attempts (state_hash, secret_hash, idp_id, purpose, user_id, nonce, verifier, expires_at)
    values (${hashToken(state)}, ${hashToken(secret)}, ${idpId}, ${purpose}, ${more.userId ?? null}, ${nonce}, ${verifier},
            ${ctx.clock()}::timestamptz + make_interval(mins => ${ATTEMPT_MINUTES}))`);
  return { url, state, secret };
}

/**
 * Starts with a provider of the buyer by its id, or with any provider by the domain of an e-mail, whether there is an account or not.
 * @throws Refusal 404, 422 if no provider has the domain, 503 if the provider does not respond.
 */
export async function startSignIn(ctx: Context, { provider, email = '' }: BodyOf<typeof calls.start>): Promise<Started> {
  const domain = email.trim().toLowerCase().split('@').at(-1) ?? '';
  const found = await ctx.db.first<{ id: string }>(
    provider === undefined
      ? sql`select id::text from idps where ${domain} = any(domains)`
      : sql`select id::text from idps where id = ${idOf(provider)} and vendor_id is null`,
  );
  if (found !== undefined) return start(ctx, found.id, 'sign-in', email.includes('@') ? { email: email.trim() } : {});
  throw provider === undefined ? invalid({ email: messages.unknownCompany }) : notFound();
}

interface Proved {
  idpId: string;
  name: string;
  vendorId: string | null;
  issuer: string;
  named: Named;
  /** Seconds. */
  begunAt: number;
}

/**
 * Accepts the response of a provider, uses up the attempt, and runs the next step. A refusal is logged with its reason; the message
 * contains nothing of the response.
 */
async function take<Result>(
  ctx: Context,
  { secret, ...returned }: Returned,
  { purpose, actor, from }: { purpose: Purpose; actor: Actor | null; from: From },
  next: (proved: Proved) => Promise<Result>,
): Promise<Result> {
  const byUser = purpose === 'link' || purpose === 'confirm';
  const attempt = await ctx.db.first<{ idpId: string; nonce: string; verifier: string; endsAt: number }>(sql`
    delete from idp_attempts
    where state_hash = ${hashToken(returned.state)} and secret_hash = ${hashToken(secret)} and purpose = ${purpose}
      and expires_at > ${ctx.clock()} and user_id is not distinct from ${byUser ? (actor?.id ?? null) : null}
    returning idp_id::text as "idpId", nonce, verifier, extract(epoch from expires_at)::float8 as "endsAt"`);
  if (attempt === undefined) throw conflict(messages.over);
  const client = await clientOf(ctx, attempt.idpId);
  const { name, vendorId, issuer } = client;
  try {
    const named = await finishAt(ctx, client, returned, attempt);
    return await next({ idpId: attempt.idpId, name, vendorId, issuer, named, begunAt: attempt.endsAt - ATTEMPT_MINUTES * 60 });
  } catch (error) {
    if (error instanceof AnswerRefused) {
      const { reason, subject } = error;
      await recordAudit(ctx.db, {
        actor,
        ownerId: vendorId,
        action: 'session.refuse',
        entity: 'provider',
        entityId: attempt.idpId,
        after: { provider: name, reason, ...(subject === undefined ? {} : { subject }), ...from },
      });
    }
    throw error;
  }
}

/**
 * Locks the provider in the version that has responded. Everything that depends on a provider ends with it, including changes about to be
 * stored.
 * @throws Refusal 409 if it was removed meanwhile, or has another issuer.
 */
async function lockProved(tx: Database, { idpId, issuer }: Proved): Promise<void> {
  const still = await tx.first(sql`select from idps where id = ${idpId} and issuer = ${issuer} for key share`);
  if (still === undefined) throw conflict(messages.over);
}

/** @throws Refusal 403 if nobody is linked. New people from the provider's domains get an invitation by e-mail, if the settings say so. */
export async function finishSignIn(ctx: Context, body: Returned, from: From): Promise<SignedIn | Waiting> {
  return take(ctx, body, { purpose: 'sign-in', actor: null, from }, async (proved) => {
    const { idpId, name, named } = proved;
    const { subject, mfa } = named;
    const signedIn = await ctx.db.transaction(async (tx) => {
      await lockProved(tx, proved);
      const found = await tx.first<{ userId: string; isMember: boolean; trusted: boolean }>(sql`
        select users.id::text as "userId", trust_mfa as trusted, exists (
          select from memberships where user_id = users.id and memberships.vendor_id is not distinct from idps.vendor_id) as "isMember"
        from identities join users on users.id = user_id join idps on idps.id = idp_id
        where idp_id = ${idpId} and subject = ${subject} for share of users`);
      if (found === undefined) return null;
      if (!found.isMember) throw new AnswerRefused('notMember', subject);
      return signInByProvider(ctx, tx, found.userId, { idpId, name, mfa: mfa && found.trusted }, from);
    });
    if (signedIn !== null) return signedIn;
    await inviteKnownDomain(ctx, idpId, named);
    throw new AnswerRefused('notLinked', subject);
  });
}

/** An e-mail never links an account: the invitation goes to the address, and only its link creates the account. */
async function inviteKnownDomain(ctx: Context, idpId: string, { email }: Named): Promise<void> {
  const idp = await ctx.db.first<{ vendorId: string | null; role: Role | null; domains: string[]; savedBy: string }>(sql`
    select vendor_id::text as "vendorId", default_role as role, domains, saved_by::text as "savedBy" from idps where id = ${idpId}`);
  if (email === null || idp === undefined || idp.role === null || !isOf(idp.domains, email)) return;
  await inviteUnknown(ctx, { ...idp, idpId, role: idp.role, email });
}

function isOf(domains: readonly string[], email: string | null): boolean {
  return domains.includes(email?.toLowerCase().split('@').at(-1) ?? '');
}

export async function listLinks(ctx: Context, actor: Actor): Promise<ProviderLink[]> {
  return ctx.db.rows<ProviderLink & Record<string, unknown>>(sql`
    select idps.id::text as _id, name, required,
           (select to_json(max(linked_at)) #>> '{}' from identities where user_id = ${actor.id} and identities.idp_id = idps.id) as "linkedAt"
    from idps where vendor_id is not distinct from ${actor.vendorId} order by idps.id`);
}

/** The provider, of the caller's company. @throws Refusal 404 */
async function ownProvider(db: Database, actor: Actor, id: string): Promise<{ id: string; required: boolean }> {
  const found = await db.first<{ id: string; required: boolean }>(sql`
    select id::text, required from idps where id = ${idOf(id)} and vendor_id is not distinct from ${actor.vendorId}`);
  if (found === undefined) throw notFound();
  return found;
}

/** Requires the password, because a device left unlocked must not get a sign-in of its own. @throws Refusal 404, 422, 503 */
export async function startLink(ctx: Context, actor: Actor, id: string, password: string): Promise<Started> {
  const provider = await ownProvider(ctx.db, actor, id);
  await confirmedSelf(ctx, actor, password, 'company');
  return start(ctx, provider.id, 'link', { userId: actor.id });
}

/** Links the caller, whose session then counts as begun by the provider. @throws Refusal 403, 409 */
export async function finishLink(ctx: Context, actor: Actor, body: Returned, from: From): Promise<void> {
  await take(ctx, body, { purpose: 'link', actor, from }, async (proved) => {
    if (proved.vendorId !== actor.vendorId) throw new AnswerRefused('notMember', proved.named.subject);
    await ctx.db.transaction(async (tx) => {
      await link(tx, proved, actor.id);
      const user = await tx.first<{ name: string }>(sql`select first_name as name from users where id = ${actor.id}`);
      const content = { name: user?.name ?? '', provider: proved.name };
      await queueMail({ ...ctx, db: tx }, { kind: 'providerLinked', userId: actor.id, content });
      await tx.execute(sql`
        update sessions set idp_id = ${proved.idpId}, idp_mfa = ${proved.named.mfa} and (select trust_mfa from idps where id = ${proved.idpId})
        where id = ${actor.sessionId}`);
      await announceChange(tx, actor.id);
    });
    ctx.sessions.forget(actor.id);
  });
}

/**
 * @throws AnswerRefused 409 if it belongs to another user, 403 outside the domains; Refusal 409 for the last administrator for emergencies.
 */
async function link(tx: Database, proved: Proved, userId: string): Promise<void> {
  const { idpId, name, vendorId, issuer, named } = proved;
  const { subject, email } = named;
  if (vendorId === null) await lockTop(tx, null);
  await lockProved(tx, proved);
  const { domains } = await tx.one<{ domains: string[] }>(sql`select domains from idps where id = ${idpId}`);
  const made = await tx.execute(sql`
    insert into identities (idp_id, subject, user_id) values (${idpId}, ${subject}, ${userId}) on conflict do nothing`);
  if (made === 0) {
    const own = await tx.first(sql`select from identities where idp_id = ${idpId} and subject = ${subject} and user_id = ${userId}`);
    if (own === undefined) throw new AnswerRefused('otherAccount', subject);
    return;
  }
  if (domains.length > 0 && !isOf(domains, email)) throw new AnswerRefused('domainRefused', subject);
  if (vendorId === null) await refuseLastForEmergencies(tx, userId);
  await recordAudit(tx, {
    actor: { id: userId },
    ownerId: vendorId ?? userId,
    action: 'user.link',
    entity: 'user',
    entityId: userId,
    after: { provider: name, issuer, subject },
  });
}

/** @throws Refusal 404 if there is no link, 409 if the provider is required. */
export async function unlink(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockForSignIns(tx, actor.id);
    const provider = await ownProvider(tx, actor, id);
    if (provider.required) throw conflict(messages.required);
    await endLinks(tx, actor, actor.id, provider.id);
  });
  ctx.sessions.forget(actor.id);
}

/** Removes all links of a user, for an administrator. @throws Refusal 404 if there is none. */
export async function unlinkUser(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockForSignIns(tx, idOf(id));
    await endLinks(tx, actor, idOf(id), null);
  });
  ctx.sessions.forget(id);
}

/** Removes links, and ends the sessions that the providers began, except the caller's own. */
async function endLinks(tx: Database, actor: Actor, userId: string, idpId: string | null): Promise<void> {
  const ended = await tx.rows<{ idpId: string; issuer: string; subject: string }>(sql`
    delete from identities using idps
    where user_id = ${userId} and idps.id = idp_id and idp_id = coalesce(${idpId}::bigint, idp_id)
    returning idp_id::text as "idpId", issuer, subject`);
  if (ended.length === 0) throw notFound();
  await tx.execute(sql`
    delete from sessions
    where user_id = ${userId} and id <> ${actor.sessionId} and idp_id = any(${ended.map((each) => each.idpId)}::bigint[])`);
  await announceChange(tx, userId);
  await recordAudit(tx, {
    actor,
    ownerId: userId,
    action: 'user.unlink',
    entity: 'user',
    entityId: userId,
    before: { identities: ended.map((each) => `${each.issuer} ${each.subject}`).join(', ') },
  });
}

/** Asks the session's provider to authenticate the user again. @throws Refusal 409, 503 */
export async function startConfirm(ctx: Context, actor: Actor): Promise<Started> {
  const began = await ctx.db.first<{ id: string }>(sql`
    select idp_id::text as id from sessions where id = ${actor.sessionId} and idp_id is not null`);
  if (began === undefined) throw conflict(messages.byPassword);
  return start(ctx, began.id, 'confirm', { userId: actor.id });
}

/**
 * The session then needs no password for some minutes (`confirmedSelf`). The provider must have asked since the start, because one that
 * signs in every user it knows would prove nothing on a device left unlocked.
 * @throws Refusal 403, 409
 */
export async function finishConfirm(ctx: Context, actor: Actor, body: Returned, from: From): Promise<void> {
  await take(ctx, body, { purpose: 'confirm', actor, from }, async ({ idpId, name, begunAt, named: { subject, askedAt } }) => {
    const own = await ctx.db.first(sql`
      select from identities where idp_id = ${idpId} and subject = ${subject} and user_id = ${actor.id}`);
    if (own === undefined) throw new AnswerRefused('notYou', subject);
    if (askedAt === null || askedAt < begunAt - SKEW_SECONDS) throw new AnswerRefused('notAsked', subject);
    await ctx.db.transaction(async (tx) => {
      const confirmed = await tx.execute(sql`
        update sessions set confirmed_at = ${ctx.clock()} where id = ${actor.sessionId} and idp_id = ${idpId}`);
      if (confirmed === 0) throw conflict(messages.byPassword);
      const after = { provider: name, ...from };
      await recordAudit(tx, {
        actor,
        ownerId: actor.vendorId ?? actor.id,
        action: 'session.confirm',
        entity: 'session',
        entityId: actor.id,
        after,
      });
    });
  });
}

/** @throws Refusal 409 for an invalid invitation, 404 for a provider of another company. */
export async function startInvitation(ctx: Context, body: BodyOf<typeof calls.startInvitation>): Promise<Started> {
  const { vendorId, email } = await findLive(ctx, body.invitation, false);
  const found = await ctx.db.first<{ id: string }>(sql`
    select id::text from idps where id = ${idOf(body.provider)} and vendor_id is not distinct from ${vendorId}`);
  if (found === undefined) throw notFound();
  return start(ctx, found.id, 'invitation', { email });
}

/** Stores the person whom the provider has named until the acceptance, which asks for the other data. @throws Refusal 403, 409 */
export async function finishInvitation(ctx: Context, body: Returned, from: From) {
  return take(ctx, body, { purpose: 'invitation', actor: null, from }, async (proved) => {
    const { idpId, named } = proved;
    const proof = randomBytes(32).toString('base64url');
    await ctx.db.transaction(async (tx) => {
      await lockProved(tx, proved);
      const taken = await tx.first(sql`select from identities where idp_id = ${idpId} and subject = ${named.subject}`);
      if (taken !== undefined) throw new AnswerRefused('otherAccount', named.subject);
      const { domains } = await tx.one<{ domains: string[] }>(sql`select domains from idps where id = ${idpId}`);
      if (domains.length > 0 && !isOf(domains, named.email)) throw new AnswerRefused('domainRefused', named.subject);
      await tx.execute(sql`
        insert into idp_proofs (secret_hash, idp_id, subject, expires_at)
        values (${hashToken(proof)}, ${idpId}, ${named.subject}, ${ctx.clock()}::timestamptz + make_interval(mins => ${PROOF_MINUTES}))`);
    });
    return { proof, firstName: named.firstName, lastName: named.lastName };
  });
}
