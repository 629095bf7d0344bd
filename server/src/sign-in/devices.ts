import { type ActiveSession, securityMessages, type SignIn, SIGN_INS_SHOWN } from '@aapurti/contract/sign-in/security';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { idOf } from '../database/list.ts';
import { notFound } from '../ground/refusal.ts';
import type { Actor } from '../ground/actor.ts';
import { endSession, endSessions, liveAt } from './sessions.ts';
import { visibleUser } from '../vendors/users.ts';

/** The user's last sign-in attempts, failed ones included. */
export async function listSignIns(ctx: Context, actor: Actor): Promise<SignIn[]> {
  return ctx.db.rows<SignIn>(sql`
    select id::text as _id, to_json(at) #>> '{}' as at, address, user_agent as "userAgent", result, second_factor as "secondFactor"
    from sign_ins where user_id = ${actor.id} order by sign_ins.id desc limit ${SIGN_INS_SHOWN}`);
}

export async function listSessions(ctx: Context, actor: Actor): Promise<ActiveSession[]> {
  return ctx.db.rows<ActiveSession>(sql`
    select id::text as _id, to_json(created_at) #>> '{}' as "createdAt", to_json(last_seen_at) #>> '{}' as "lastSeenAt", address,
           user_agent as "userAgent", id = ${actor.sessionId} as current
    from sessions where user_id = ${actor.id} and ${liveAt(ctx.clock())}
    order by id = ${actor.sessionId} desc, last_seen_at desc, sessions.id desc`);
}

/** Ends one of the caller's own sessions; another user's session gives the response for a missing one. */
export async function endOneSession(ctx: Context, actor: Actor, id: string): Promise<string> {
  await ctx.db.transaction(async (tx) => {
    if (!(await endSession(tx, actor.id, idOf(id)))) throw notFound();
    await recordAudit(tx, { actor, ownerId: actor.id, action: 'session.end', entity: 'session', entityId: actor.id });
  });
  ctx.sessions.forget(actor.id);
  return securityMessages.sessionEnded;
}

/** Signs the caller out on all or all other devices, or for an administrator any user; effective immediately in all processes. */
export async function endAllSessions(ctx: Context, actor: Actor, { id = actor.id, all }: { id?: string; all: boolean }): Promise<string> {
  const user = await visibleUser(ctx, actor, id);
  const count = await ctx.db.transaction(async (tx) => {
    const ended = await endSessions(tx, user._id, all ? null : actor.sessionId);
    await recordAudit(tx, {
      actor,
      ownerId: user._id,
      action: 'session.endAll',
      entity: 'user',
      entityId: user._id,
      after: { sessions: ended },
    });
    return ended;
  });
  ctx.sessions.forget(user._id);
  if (count === 0) return all ? 'No device was signed in.' : 'No other device was signed in.';
  return say('{count, plural, one {One device is} other {{count} devices are}} signed out.', { count });
}
