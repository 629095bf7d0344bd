import { messages as providerMessages } from '@aapurti/contract/sign-in/providers';
import { type Security, securityMessages as messages } from '@aapurti/contract/sign-in/security';
import sql from 'sql-template-tag';

import { type AuditEntry, recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { conflict, invalid, notFound, type Refusal } from '../ground/refusal.ts';
import { queueMail } from '../mail/queue.ts';
import { refuseLasting } from '../people/members.ts';
import { verifyPassword } from './passwords.ts';
import { newRecoveryCodes, plainRecoveryCode, recoveryHash, storeRecoveryCodes, spendRecoveryCode } from './recoveryCodes.ts';
import type { Actor } from '../ground/actor.ts';
import { isProviderWord, type Reach, refuseStaleProof, vouchesForAll } from './freshness.ts';
import { announceChange, confirmedUntil, endSessions, liveAt, lockForSignIns } from './sessions.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';
import { findUser, type UserRow, visibleUser } from '../vendors/users.ts';

const SET_UP_MINUTES = 30;

/** A code read outside transactions; `spendProof` decides whether it counts. */
export type Proof = { kind: 'code'; step: number; secret: Buffer; onSince: Date } | { kind: 'recovery code'; hash: Buffer };

function isRequired(ctx: Context, user: Pick<UserRow, 'isAdmin'>): boolean {
  return ctx.settings.adminSecondFactor && user.isAdmin;
}

/** The security data of the caller, or of any user for an administrator. */
export async function getSecurity(ctx: Context, actor: Actor, id: string): Promise<Security> {
  const user = await visibleUser(ctx, actor, id);
  const ownSession = sql`from sessions where sessions.id = ${actor.sessionId} and user_id = ${user._id}`;
  const found = await ctx.db.one<{
    on_since: Date | null;
    codes: number;
    sessions: number;
    linked: boolean;
    confirm_at: string | null;
    confirmed_until: Date | null;
  }>(sql`
    select (select on_since from second_factors where user_id = ${user._id}) as on_since,
           (select count(*) from recovery_codes where user_id = ${user._id} and used_at is null) as codes,
           (select count(*) from sessions where user_id = ${user._id} and ${liveAt(ctx.clock())}) as sessions,
           exists (select from identities where user_id = ${user._id}) as linked,
           (select (select name from idps where idps.id = idp_id) ${ownSession}
              and exists (select from users where users.id = user_id and password_hash is null)) as confirm_at,
           (select ${confirmedUntil} ${ownSession} and ${confirmedUntil} > ${ctx.clock()}) as confirmed_until`);
  return {
    onSince: found.on_since?.toISOString() ?? null,
    codesLeft: found.codes,
    required: isRequired(ctx, user),
    sessions: found.sessions,
    linked: found.linked,
    confirmAt: found.confirm_at,
    confirmedUntil: found.confirmed_until?.toISOString() ?? null,
  };
}

/**
 * Reads an app's code or a recovery code without using it up; null if it is neither. Recovery codes hash slowly: no transaction is open.
 */
export async function readProof(ctx: Context, userId: string, typed: string): Promise<Proof | null> {
  const recovery = plainRecoveryCode(typed);
  if (recovery !== null) {
    const hash = await recoveryHash(ctx.db, userId, recovery);
    return hash === null ? null : { kind: 'recovery code', hash };
  }
  const factor = await ctx.db.first<{ secret: Buffer | null; on_since: Date }>(sql`
    select secret, on_since from second_factors where user_id = ${userId}`);
  if (!factor?.secret) return null;
  const secret = ctx.box.open(factor.secret, userId);
  const step = totpStep(secret, digits(typed), ctx.clock());
  return step === null ? null : { kind: 'code', step, secret: ctx.box.seal(secret, userId), onSince: factor.on_since };
}

/**
 * Uses the code up in one statement; false if it was already used. An app's code voids earlier steps, and reseals the secret, so that keys
 * can rotate.
 */
export async function spendProof(tx: Database, userId: string, proof: Proof, now: Date): Promise<boolean> {
  if (proof.kind === 'recovery code') return spendRecoveryCode(tx, userId, proof.hash, now);
  const { step, secret, onSince } = proof;
  const used = await tx.execute(sql`
    update second_factors set last_step = ${step}, secret = ${secret}
    where user_id = ${userId} and on_since = ${onSince} and last_step < ${step}`);
  return used === 1;
}

/** The message fits the kind of code: users wait for the next code of an app, but not for a recovery code, which has letters. */
export function wrongProof(typed: string): Refusal {
  const isRecovery = plainRecoveryCode(typed) !== null || /\p{L}/u.test(typed);
  return invalid({ code: isRecovery ? messages.wrongRecoveryCode : messages.wrongCode });
}

function digits(typed: string): string {
  return typed.replaceAll(/[\s\p{Pd}]/gu, '');
}

/** Begins a set-up, or a move to another device. Nothing changes until its first code. */
export async function startSetUp(ctx: Context, actor: Actor, given: { password: string; code?: string | undefined }) {
  const user = await confirmedSelf(ctx, actor, given.password, 'account');
  const isOn = (await getSecurity(ctx, actor, actor.id)).onSince !== null;
  if (isOn && given.code === undefined) throw conflict(messages.alreadyOn);
  const proof = isOn ? await readProof(ctx, actor.id, given.code ?? '') : null;
  const secret = newTotpSecret();
  const now = ctx.clock();
  await ctx.db.transaction(async (tx) => {
    const byProvider = await isProviderWord(tx, actor, given.password === '');
    if (isOn) await demandProof(tx, actor.id, given.code ?? '', proof, now);
    const pending = ctx.box.seal(secret, actor.id);
    const begun = await tx.execute(sql`
      insert into second_factors (user_id, pending_secret, pending_since, by_provider) values (${actor.id}, ${pending}, ${now}, ${byProvider})
      on conflict (user_id) do update set pending_secret = excluded.pending_secret, pending_since = excluded.pending_since,
        by_provider = case when ${isOn} then second_factors.by_provider else excluded.by_provider end
      where ${isOn} or second_factors.on_since is null`);
    // Another set-up was confirmed meanwhile.
    if (begun === 0) throw conflict(messages.alreadyOn);
  });
  return { secret, uri: totpUri(secret, { email: user.email, publicUrl: ctx.settings.publicUrl }) };
}

/**
 * Turns it on by a code of the new device. Other sessions end, because a password alone may have started them.
 * @returns the recovery codes, which are never shown again.
 */
export async function confirmSetUp(ctx: Context, actor: Actor, typed: string): Promise<string[]> {
  const now = ctx.clock();
  const factor = await ctx.db.first<{ pending_secret: Buffer | null; over: boolean; was_on: boolean }>(sql`
    select pending_secret, pending_since < ${now}::timestamptz - make_interval(mins => ${SET_UP_MINUTES}) as over, on_since is not null as was_on
    from second_factors where user_id = ${actor.id}`);
  if (!factor?.pending_secret || factor.over) throw conflict(messages.setUpOver);
  const pending = factor.pending_secret;
  const step = totpStep(ctx.box.open(pending, actor.id), digits(typed), now);
  if (step === null) throw invalid({ code: messages.wrongCode });
  const recovery = await newRecoveryCodes();
  await ctx.db.transaction(async (tx) => {
    await lockForSignIns(tx, actor.id);
    const on = await tx.execute(sql`
      update second_factors set secret = pending_secret, on_since = ${now}, last_step = ${step}, pending_secret = null, pending_since = null
      where user_id = ${actor.id} and pending_secret = ${pending}`);
    if (on === 0) throw conflict(messages.setUpOver);
    await storeRecoveryCodes(tx, actor.id, recovery);
    await endSessions(tx, actor.id, actor.sessionId);
    await record(tx, actor, actor.id, factor.was_on ? 'secondFactor.move' : 'secondFactor.on');
    await tell(ctx, tx, actor.id, 'secondFactorOn');
  });
  ctx.sessions.forget(actor.id);
  return recovery.codes;
}

export async function replaceRecoveryCodes(ctx: Context, actor: Actor, given: { password: string; code: string }): Promise<string[]> {
  const recovery = await newRecoveryCodes();
  await withProof(ctx, actor, given, async (tx) => {
    await storeRecoveryCodes(tx, actor.id, recovery);
    await record(tx, actor, actor.id, 'secondFactor.codes');
  });
  return recovery.codes;
}

/** @throws Refusal 409 if an administrator needs it. */
export async function switchOff(ctx: Context, actor: Actor, given: { password: string; code: string }): Promise<void> {
  if (isRequired(ctx, actor)) throw conflict(messages.required);
  await withProof(ctx, actor, given, async (tx) => {
    await remove(tx, actor.id);
    await announceChange(tx, actor.id);
    await record(tx, actor, actor.id, 'secondFactor.off');
    await tell(ctx, tx, actor.id, 'secondFactorOff');
  });
  ctx.sessions.forget(actor.id);
}

/** Resets after the loss of a device: removes two-step verification and ends all sessions. */
export async function resetSecondFactor(ctx: Context, actor: Actor, id: string): Promise<void> {
  const user = await visibleUser(ctx, actor, id);
  if (user._id === actor.id) throw conflict(messages.notOneself);
  refuseLasting(actor);
  refuseStaleProof(actor, 'company');
  await ctx.db.transaction(async (tx) => {
    await lockForSignIns(tx, user._id);
    if (!(await remove(tx, user._id))) throw conflict(messages.notOn);
    await endSessions(tx, user._id, null);
    await record(tx, actor, user._id, 'secondFactor.reset');
    await tell(ctx, tx, user._id, 'secondFactorReset');
  });
  ctx.sessions.forget(user._id);
}

/** @returns whether it was on. */
async function remove(tx: Database, userId: string): Promise<boolean> {
  const removed = await tx.first<{ was_on: boolean }>(sql`
    delete from second_factors where user_id = ${idOf(userId)} returning on_since is not null as was_on`);
  return removed?.was_on ?? false;
}

/**
 * The caller's record after a check of the password, which may be empty if the provider has confirmed the caller's identity; for a change
 * of the account, only if the user works for no other company (freshness.ts).
 * @throws Refusal 422 on the password.
 */
export async function confirmedSelf(ctx: Context, actor: Actor, password: string, reach: Reach): Promise<UserRow> {
  const stored = await ctx.db.first<{ hash: string | null; confirmed: boolean; whole: boolean }>(sql`
    select password_hash as hash, coalesce(${confirmedUntil} > ${ctx.clock()}, false) as confirmed, coalesce(${vouchesForAll}, false) as whole
    from users left join sessions on sessions.id = ${actor.sessionId} and sessions.user_id = users.id where users.id = ${actor.id}`);
  const [hash, confirmed] = [stored?.hash ?? null, stored?.confirmed ?? false];
  if (password === '' && confirmed && reach === 'account' && stored?.whole !== true) throw invalid({ password: messages.otherCompanies });
  if (password === '' && !confirmed) throw invalid({ password: hash === null ? providerMessages.confirmFirst : messages.noPassword });
  if (password !== '' && !(await verifyPassword(hash, password))) throw invalid({ password: messages.wrongPassword });
  const user = await findUser(ctx.db, sql`users.id = ${actor.id}`);
  if (user === undefined) throw notFound();
  return user;
}

/** Runs a change after password and code; the code is used up only with the change. */
async function withProof(
  ctx: Context,
  actor: Actor,
  given: { password: string; code: string },
  change: (tx: Database) => Promise<void>,
): Promise<void> {
  if ((await getSecurity(ctx, actor, actor.id)).onSince === null) throw conflict(messages.notOn);
  await confirmedSelf(ctx, actor, given.password, 'account');
  const proof = await readProof(ctx, actor.id, given.code);
  await ctx.db.transaction(async (tx) => {
    await demandProof(tx, actor.id, given.code, proof, ctx.clock());
    await change(tx);
  });
}

async function demandProof(tx: Database, userId: string, typed: string, proof: Proof | null, now: Date): Promise<void> {
  if (proof === null || !(await spendProof(tx, userId, proof, now))) throw wrongProof(typed);
}

async function record(tx: Database, actor: Actor, userId: string, action: AuditEntry['action']): Promise<void> {
  await recordAudit(tx, { actor, ownerId: userId, action, entity: 'user', entityId: userId });
}

type Told = 'secondFactorOn' | 'secondFactorOff' | 'secondFactorReset';

async function tell(ctx: Context, tx: Database, userId: string, kind: Told): Promise<void> {
  const user = await findUser(tx, sql`users.id = ${userId}`);
  if (user !== undefined) await queueMail({ ...ctx, db: tx }, { kind, userId, content: { name: user.firstName } });
}
