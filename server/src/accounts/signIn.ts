import { messages, type User } from '@aapurti/contract/accounts';
import sql from 'sql-template-tag';

import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../http/errors.ts';
import { verifyPassword } from './passwords.ts';
import { type Actor, endSession, startSession } from './sessions.ts';
import { findUser, toUser } from './users.ts';

/** Signs in by e-mail and password. The refusal is the same in words and time whether or not the e-mail exists. */
export async function signIn(
  ctx: Context,
  given: { email: string; password: string },
  from: { address: string | null; userAgent: string | null },
): Promise<{ token: string; detail: User }> {
  const byEmail = sql`lower(email) = lower(${given.email.trim()})`;
  const known = await ctx.db.first<{ id: string; password_hash: string | null }>(sql`
    select id::text, password_hash from users where ${byEmail}`);
  const right = await verifyPassword(known?.password_hash ?? null, given.password);
  if (known === undefined || !right) throw new Refusal(401, messages.badCredentials);
  return ctx.db.transaction(async (tx) => {
    const token = await startSession(tx, known.id, { ...from, now: ctx.clock() });
    await recordAudit(tx, { actor: known, ownerId: known.id, action: 'session.start', entity: 'session', entityId: known.id, after: from });
    const user = await findUser(tx, sql`id = ${known.id}`);
    if (user === undefined) throw new Refusal(401, messages.badCredentials);
    return { token, detail: toUser(ctx, user) };
  });
}

export async function signOut(ctx: Context, actor: Actor): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await endSession(tx, actor.sessionId);
    await recordAudit(tx, { actor, ownerId: actor.id, action: 'session.end', entity: 'session', entityId: actor.id });
  });
  await ctx.sessions.forget(actor.id);
}
