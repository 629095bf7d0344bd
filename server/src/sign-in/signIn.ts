import { randomBytes } from 'node:crypto';

import { messages as accountMessages, type User } from '@aapurti/contract/vendors/accounts';
import type { Company } from '@aapurti/contract/people/companies';
import { messages } from '@aapurti/contract/people/members';
import { messages as providerMessages } from '@aapurti/contract/sign-in/providers';
import { CHALLENGE_MINUTES, securityMessages, type SignIn } from '@aapurti/contract/sign-in/security';
import sql from 'sql-template-tag';

import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { forbidden, notFound, notSignedIn, Refusal } from '../ground/refusal.ts';
import { queueMail } from '../mail/queue.ts';
import { companiesOfUser } from '../people/companies.ts';
import { verifyPassword } from './passwords.ts';
import { readProof, spendProof, wrongProof } from './secondFactor.ts';
import type { Actor } from '../ground/actor.ts';
import { endSession, hashToken, type Proved, startSession, waitForEnding } from './sessions.ts';
import { actingAs, findUser, toUser } from '../vendors/users.ts';

/** The user is not signed in yet: a code is needed, or the choice of one of several companies. */
export interface Waiting {
  message: string;
  challenge: string;
  companies?: Company[];
}

export interface From {
  address: string | null;
  userAgent: string | null;
}

/** The provider whose response proved the user's identity, instead of a password. */
export interface Via {
  idpId: string;
  name: string;
  /** The provider has asked for two-step verification, and the settings trust it: no code is requested, and none must be set up. */
  mfa: boolean;
}

export interface SignedIn {
  token: string;
  detail: User;
}

/** The number of wrong codes after which the password is needed again. */
const TRIES_MOST = 5;

/**
 * Signs in by e-mail and password, or returns a challenge if two-step verification is on. Refusals have the same message and timing for
 * unknown e-mails.
 */
export async function signIn(ctx: Context, given: { email: string; password: string }, from: From): Promise<SignedIn | Waiting> {
  const byEmail = sql`lower(email) = lower(${given.email.trim()})`;
  const known = await ctx.db.first<{ id: string; password_hash: string | null; asks_code: boolean }>(sql`
    select users.id::text, password_hash, on_since is not null as asks_code
    from users left join second_factors on user_id = users.id where ${byEmail}`);
  const right = await verifyPassword(known?.password_hash ?? null, given.password);
  if (known === undefined || !right) {
    // Also for unknown e-mails, which timing would reveal.
    await noteSignIn(ctx, ctx.db, known?.id ?? null, from, { result: 'wrong-password', secondFactor: null });
    throw new Refusal(401, accountMessages.badCredentials);
  }
  return ctx.db.transaction(async (tx) => {
    // Password or two-step verification may have changed during the hash.
    await waitForEnding(tx, known.id);
    const asBefore = await tx.first(sql`
      select from users left join second_factors on user_id = users.id
      where users.id = ${known.id} and password_hash = ${known.password_hash} and (on_since is not null) = ${known.asks_code}`);
    if (asBefore === undefined) throw new Refusal(401, accountMessages.badCredentials);
    const signInId = await noteSignIn(ctx, tx, known.id, from, {
      result: known.asks_code ? 'code-asked' : 'signed-in',
      secondFactor: null,
    });
    const tried = { userId: known.id, signInId, via: null };
    if (!known.asks_code) return begin(ctx, tx, tried, from, null);
    return { message: securityMessages.codeNeeded, challenge: await newChallenge(ctx, tx, tried, false) };
  });
}

/** Signs in the person whom a provider has named; the caller's transaction has locked the user against changes. */
export async function signInByProvider(ctx: Context, tx: Database, userId: string, via: Via, from: From): Promise<SignedIn | Waiting> {
  const factor = await tx.first(sql`select from second_factors where user_id = ${userId} and on_since is not null`);
  const asksCode = factor !== undefined && !via.mfa;
  const signInId = await noteSignIn(ctx, tx, userId, from, { result: asksCode ? 'code-asked' : 'signed-in', secondFactor: null });
  const tried = { userId, signInId, via };
  if (!asksCode) return begin(ctx, tx, tried, from, null);
  return { message: securityMessages.codeNeeded, challenge: await newChallenge(ctx, tx, tried, false) };
}

/**
 * A challenge is valid for one sign-in. Attempts are counted before they are checked, so that concurrent ones count too.
 * @throws Refusal 401 if the password is needed again, 422 for a wrong code.
 */
export async function signInByCode(ctx: Context, given: { challenge: string; code: string }, from: From): Promise<SignedIn | Waiting> {
  const now = ctx.clock();
  const challenge = sql`token_hash = ${hashToken(given.challenge)} and expires_at > ${now} and not proved`;
  const tried = await ctx.db.first<{ user_id: string; sign_in_id: string; idp_id: string | null; idp_name: string | null }>(sql`
    update sign_in_challenges set tries = tries + 1 where ${challenge} and tries < ${TRIES_MOST}
    returning user_id::text, sign_in_id::text, idp_id::text, (select name from idps where id = idp_id) as idp_name`);
  if (tried === undefined) throw new Refusal(401, securityMessages.challengeDead);
  const proof = await readProof(ctx, tried.user_id, given.code);
  const signedIn = await ctx.db.transaction(async (tx) => {
    await waitForEnding(tx, tried.user_id);
    if (proof === null || !(await spendProof(tx, tried.user_id, proof, now))) return null;
    const ended = await tx.execute(sql`delete from sign_in_challenges where ${challenge}`);
    if (ended === 0) throw new Refusal(401, securityMessages.challengeDead);
    await tx.execute(sql`
      update sign_ins set result = 'signed-in', second_factor = ${proof.kind}, at = ${now}, address = ${from.address}, user_agent = ${from.userAgent}
      where id = ${tried.sign_in_id}`);
    if (proof.kind === 'recovery code') await tellOfRecovery({ ...ctx, db: tx }, tried.user_id);
    const via = tried.idp_id === null ? null : { idpId: tried.idp_id, name: tried.idp_name ?? '', mfa: false };
    return begin(ctx, tx, { userId: tried.user_id, signInId: tried.sign_in_id, via }, from, proof.kind);
  });
  if (signedIn === null) {
    await ctx.db.execute(sql`update sign_ins set result = 'wrong-code' where id = ${tried.sign_in_id} and result = 'code-asked'`);
    throw wrongProof(given.code);
  }
  return signedIn;
}

/** The e-mail address for counting attempts. */
export async function challengedEmail(ctx: Context, challenge: string): Promise<string | undefined> {
  const row = await ctx.db.first<{ email: string }>(sql`
    select email from sign_in_challenges join users on users.id = user_id where token_hash = ${hashToken(challenge)}`);
  return row?.email;
}

/**
 * The last step if there are several companies.
 * @throws Refusal 401 if the password has to be entered again, 404 for a company that is not the user's.
 */
export async function signInToCompany(ctx: Context, given: { challenge: string; company: string }, from: From): Promise<SignedIn> {
  return ctx.db.transaction(async (tx) => {
    const token = sql`token_hash = ${hashToken(given.challenge)}`;
    const asked = await tx.first<{ userId: string }>(sql`select user_id::text as "userId" from sign_in_challenges where ${token}`);
    if (asked !== undefined) await waitForEnding(tx, asked.userId);
    // Only a sign-in by password chooses among companies.
    const waiting = await tx.first<{ userId: string; secondFactor: SignIn['secondFactor'] }>(sql`
      delete from sign_in_challenges using sign_ins
      where ${token} and expires_at > ${ctx.clock()} and proved and idp_id is null
        and sign_ins.id = sign_in_id
      returning sign_in_challenges.user_id::text as "userId", second_factor as "secondFactor"`);
    if (waiting === undefined) throw new Refusal(401, securityMessages.challengeDead);
    // A password change meanwhile ends pending challenges; see endSessions.
    return enter(ctx, tx, waiting.userId, given.company, from, { at: ctx.clock(), secondFactor: waiting.secondFactor, via: null });
  });
}

/**
 * Ends the caller's session and starts one in another of its companies, which keeps the method and time of the sign-in.
 * @throws Refusal 403 for a session of a provider: one company's provider must not give access to another company.
 */
export async function changeCompany(ctx: Context, actor: Actor, companyId: string, from: From): Promise<SignedIn> {
  const signedIn = await ctx.db.transaction(async (tx) => {
    await waitForEnding(tx, actor.id);
    const began = await tx.first<{
      at: Date;
      secondFactor: SignIn['secondFactor'];
      idpId: string | null;
      mfa: boolean;
      name: string | null;
    }>(sql`
      select proved_at as at, second_factor as "secondFactor", idp_id::text as "idpId", idp_mfa as mfa,
             (select name from idps where idps.id = idp_id) as name
      from sessions where id = ${actor.sessionId} and user_id = ${actor.id} for update`);
    if (began === undefined || !(await endSession(tx, actor.id, actor.sessionId))) throw notSignedIn();
    const { at, secondFactor, idpId, mfa, name } = began;
    return enter(ctx, tx, actor.id, companyId, from, { at, secondFactor, via: idpId === null ? null : { idpId, mfa, name: name ?? '' } });
  });
  ctx.sessions.forget(actor.id);
  return signedIn;
}

interface Tried {
  userId: string;
  signInId: string;
  via: Via | null;
}

async function newChallenge(ctx: Context, tx: Database, { userId, signInId, via }: Tried, proved: boolean): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await tx.execute(sql`
    insert into sign_in_challenges (token_hash, user_id, sign_in_id, proved, idp_id, expires_at)
    values (${hashToken(challenge)}, ${userId}, ${signInId}, ${proved}, ${via?.idpId ?? null}, ${ctx.clock()}::timestamptz + make_interval(mins => ${CHALLENGE_MINUTES}))`);
  return challenge;
}

/**
 * Starts the session of an authenticated user, or asks for the company if there are several. A provider's session is only for its own
 * company, because its operator could name anybody.
 */
async function begin(
  ctx: Context,
  tx: Database,
  tried: Tried,
  from: From,
  secondFactor: SignIn['secondFactor'],
): Promise<SignedIn | Waiting> {
  const { userId, via } = tried;
  const proved = { at: ctx.clock(), secondFactor, via };
  if (via !== null) {
    const member = await tx.first<{ id: string }>(sql`
      select member.id::text from memberships member join idps on idps.vendor_id is not distinct from member.vendor_id
      where idps.id = ${via.idpId} and user_id = ${userId}`);
    if (member === undefined) throw forbidden(providerMessages.notMember);
    return enter(ctx, tx, userId, member.id, from, proved);
  }
  const companies = await companiesOfUser(tx, userId, null);
  const [only, ...others] = companies;
  if (only === undefined) throw forbidden(messages.noCompany);
  if (others.length === 0) return enter(ctx, tx, userId, only._id, from, proved);
  return { message: messages.choose, challenge: await newChallenge(ctx, tx, tried, true), companies };
}

/** @throws Refusal 404 for a company that is not the user's, 403 if a provider of another company has authenticated the user. */
async function enter(
  ctx: Context,
  tx: Database,
  userId: string,
  companyId: string,
  from: From,
  proved: Proved & { via: Via | null },
): Promise<SignedIn> {
  const companies = await companiesOfUser(tx, userId, idOf(companyId));
  const member = await tx.first<{ vendorId: string | null; siteIds: string[] | null }>(sql`
    select vendor_id::text as "vendorId", site_ids::text[] as "siteIds" from memberships where id = ${idOf(companyId)} and user_id = ${userId}`);
  const company = companies.find(({ current }) => current);
  if (member === undefined || company === undefined) throw notFound();
  const { vendorId, siteIds } = member;
  const { secondFactor, via } = proved;
  const isTrusted =
    via === null ||
    (await tx.first(sql`select from idps where id = ${via.idpId} and vendor_id is not distinct from ${vendorId}`)) !== undefined;
  if (!isTrusted) throw forbidden(providerMessages.otherCompany);
  const token = await startSession(tx, userId, { ...from, now: ctx.clock(), membershipId: company._id, proved });
  const after = { ...from, ...(secondFactor === null ? {} : { secondFactor }), ...(via === null ? {} : { provider: via.name }) };
  await recordAudit(tx, {
    actor: { id: userId },
    ownerId: vendorId ?? userId,
    action: 'session.start',
    entity: 'session',
    entityId: userId,
    after,
  });
  const user = await findUser(tx, sql`users.id = ${userId}`, vendorId);
  if (user === undefined) throw new Refusal(401, accountMessages.badCredentials);
  const sites = siteIds === null ? {} : { [company.role]: siteIds };
  const acting = { vendorId, roles: [company.role], sites, isAdmin: vendorId === null };
  return { token, detail: { ...toUser(ctx, user, user._id), ...actingAs(acting, company.company, companies.length, user.language) } };
}

async function noteSignIn(
  ctx: Context,
  db: Database,
  userId: string | null,
  from: From,
  { result, secondFactor }: Pick<SignIn, 'result' | 'secondFactor'>,
): Promise<string> {
  const noted = await db.one<{ id: string }>(sql`
    insert into sign_ins (user_id, at, address, user_agent, result, second_factor)
    values (${userId}, ${ctx.clock()}, ${from.address}, ${from.userAgent}, ${result}, ${secondFactor}) returning id::text`);
  return noted.id;
}

async function tellOfRecovery(ctx: Context, userId: string): Promise<void> {
  const counted = await ctx.db.first<{ name: string; left: number }>(sql`
    select first_name as name, (select count(*) from recovery_codes where user_id = users.id and used_at is null) as left
    from users where id = ${userId}`);
  if (counted !== undefined) await queueMail(ctx, { kind: 'recoveryCode', userId, content: counted });
}

export async function signOut(ctx: Context, actor: Actor): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await endSession(tx, actor.id, actor.sessionId);
    await recordAudit(tx, { actor, ownerId: actor.id, action: 'session.end', entity: 'session', entityId: actor.id });
  });
  ctx.sessions.forget(actor.id);
}
