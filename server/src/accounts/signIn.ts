import { randomBytes } from 'node:crypto';

import { messages, type User } from '@aapurti/contract/accounts';
import { CHALLENGE_MINUTES, securityMessages, type SignIn } from '@aapurti/contract/security';
import sql from 'sql-template-tag';

import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { Refusal } from '../refusal.ts';
import { queueMail } from '../mail/queue.ts';
import { verifyPassword } from './passwords.ts';
import { readProof, spendProof, wrongProof } from './secondFactor.ts';
import type { Actor } from '../actor.ts';
import { endSession, hashToken, startSession } from './sessions.ts';
import { findUser, toUser } from './users.ts';

export interface From {
  address: string | null;
  userAgent: string | null;
}

export interface SignedIn {
  token: string;
  detail: User;
}

/** Wrong codes after which the password is needed again. */
const TRIES_MOST = 5;

/**
 * Signs in by e-mail and password, or answers a challenge if a second factor is on. Refusals are the same in words and time for unknown
 * e-mails.
 */
export async function signIn(
  ctx: Context,
  given: { email: string; password: string },
  from: From,
): Promise<SignedIn | { challenge: string }> {
  const byEmail = sql`lower(email) = lower(${given.email.trim()})`;
  const known = await ctx.db.first<{ id: string; password_hash: string | null; asks_code: boolean }>(sql`
    select users.id::text, password_hash, on_since is not null as asks_code
    from users left join second_factors on user_id = users.id where ${byEmail}`);
  const right = await verifyPassword(known?.password_hash ?? null, given.password);
  if (known === undefined || !right) {
    // Also for unknown e-mails, which timing would reveal.
    await noteSignIn(ctx, ctx.db, known?.id ?? null, from, { result: 'wrong-password', secondFactor: null });
    throw new Refusal(401, messages.badCredentials);
  }
  return ctx.db.transaction(async (tx) => {
    // Password or second factor may have changed during the hash.
    await tx.execute(sql`select from users where id = ${known.id} for share`);
    const asBefore = await tx.first(sql`
      select from users left join second_factors on user_id = users.id
      where users.id = ${known.id} and password_hash = ${known.password_hash} and (on_since is not null) = ${known.asks_code}`);
    if (asBefore === undefined) throw new Refusal(401, messages.badCredentials);
    const signInId = await noteSignIn(ctx, tx, known.id, from, {
      result: known.asks_code ? 'code-asked' : 'signed-in',
      secondFactor: null,
    });
    if (known.asks_code) return { challenge: await newChallenge(ctx, tx, known.id, signInId) };
    return begin(ctx, tx, known.id, from, null);
  });
}

/**
 * A challenge is good for one sign-in. Attempts are counted before they are judged, so that concurrent ones count too.
 * @throws Refusal 401 if the password is needed again, 422 for a wrong code.
 */
export async function signInByCode(ctx: Context, given: { challenge: string; code: string }, from: From): Promise<SignedIn> {
  const now = ctx.clock();
  const challenge = sql`token_hash = ${hashToken(given.challenge)} and expires_at > ${now}`;
  const tried = await ctx.db.first<{ user_id: string; sign_in_id: string }>(sql`
    update sign_in_challenges set tries = tries + 1 where ${challenge} and tries < ${TRIES_MOST} returning user_id::text, sign_in_id::text`);
  if (tried === undefined) throw new Refusal(401, securityMessages.challengeDead);
  const proof = await readProof(ctx, tried.user_id, given.code);
  const signedIn = await ctx.db.transaction(async (tx) => {
    if (proof === null || !(await spendProof(tx, tried.user_id, proof, now))) return null;
    const ended = await tx.execute(sql`delete from sign_in_challenges where ${challenge}`);
    if (ended === 0) throw new Refusal(401, securityMessages.challengeDead);
    await tx.execute(sql`
      update sign_ins set result = 'signed-in', second_factor = ${proof.kind}, at = ${now}, address = ${from.address}, user_agent = ${from.userAgent}
      where id = ${tried.sign_in_id}`);
    const begun = await begin(ctx, tx, tried.user_id, from, proof.kind);
    if (proof.kind === 'recovery code') await tellOfRecovery({ ...ctx, db: tx }, begun.detail);
    return begun;
  });
  if (signedIn === null) {
    await ctx.db.execute(sql`update sign_ins set result = 'wrong-code' where id = ${tried.sign_in_id} and result = 'code-asked'`);
    throw wrongProof(given.code);
  }
  return signedIn;
}

/** For counting attempts. */
export async function challengedEmail(ctx: Context, challenge: string): Promise<string | undefined> {
  const row = await ctx.db.first<{ email: string }>(sql`
    select email from sign_in_challenges join users on users.id = user_id where token_hash = ${hashToken(challenge)}`);
  return row?.email;
}

async function newChallenge(ctx: Context, tx: Database, userId: string, signInId: string): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await tx.execute(sql`
    insert into sign_in_challenges (token_hash, user_id, sign_in_id, expires_at)
    values (${hashToken(challenge)}, ${userId}, ${signInId}, ${ctx.clock()}::timestamptz + make_interval(mins => ${CHALLENGE_MINUTES}))`);
  return challenge;
}

async function begin(ctx: Context, tx: Database, userId: string, from: From, secondFactor: SignIn['secondFactor']): Promise<SignedIn> {
  const token = await startSession(tx, userId, { ...from, now: ctx.clock() });
  const after = { ...from, ...(secondFactor === null ? {} : { secondFactor }) };
  await recordAudit(tx, { actor: { id: userId }, ownerId: userId, action: 'session.start', entity: 'session', entityId: userId, after });
  const user = await findUser(tx, sql`users.id = ${userId}`);
  if (user === undefined) throw new Refusal(401, messages.badCredentials);
  return { token, detail: toUser(ctx, user, user._id) };
}

async function noteSignIn(
  ctx: Context,
  db: Database,
  userId: string | null,
  from: From,
  { result, secondFactor }: Pick<SignIn, 'result' | 'secondFactor'>,
): Promise<string> {
  const noted = await db.first<{ id: string }>(sql`
    insert into sign_ins (user_id, at, address, user_agent, result, second_factor)
    values (${userId}, ${ctx.clock()}, ${from.address}, ${from.userAgent}, ${result}, ${secondFactor}) returning id::text`);
  if (noted === undefined) throw new Error('the try was not noted');
  return noted.id;
}

async function tellOfRecovery(ctx: Context, { _id: userId, firstName: name }: User): Promise<void> {
  const counted = await ctx.db.first<{ left: number }>(sql`
    select count(*) as left from recovery_codes where user_id = ${userId} and used_at is null`);
  await queueMail(ctx, { kind: 'recoveryCode', userId, content: { name, left: counted?.left ?? 0 } });
}

export async function signOut(ctx: Context, actor: Actor): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await endSession(tx, actor.id, actor.sessionId);
    await recordAudit(tx, { actor, ownerId: actor.id, action: 'session.end', entity: 'session', entityId: actor.id });
  });
  ctx.sessions.forget(actor.id);
}
