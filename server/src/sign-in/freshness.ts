import { isBlank } from '@aapurti/contract/ground/fields';
import { FRESH_MINUTES, PASSWORD_REQUIRED } from '@aapurti/contract/ground/operation';
import { securityMessages as messages } from '@aapurti/contract/sign-in/security';
import sql from 'sql-template-tag';

import type { Actor, Fresh } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { countAttempts, forgiveAttempts, limits } from '../http/rateLimits.ts';
import { invalid, Refusal } from '../ground/refusal.ts';
import { verifyPassword } from './passwords.ts';
import { confirmedUntil, lockForSignIns } from './sessions.ts';

/**
 * The proof that `refuseStaleProof` demands: the password in the call, or else the session's sign-in within the last minutes or a
 * confirmation at its SSO provider. A session keeps its sign-in time when it changes the company. A provider vouches only for its own
 * company, so its word does not change the account of a user with other companies: a password set that way would open those too.
 * @throws Refusal 422 at the field for a wrong password, 429
 */
export async function freshnessOf(ctx: Context, actor: Actor, typed: string | undefined, address: string): Promise<Fresh> {
  if (actor.key !== undefined) return { account: false, company: false };
  if (typed !== undefined && !isBlank(typed)) {
    const caller = { account: actor.id, address };
    await countAttempts(ctx, limits.confirm, caller);
    const stored = await ctx.db.first<{ hash: string | null }>(sql`select password_hash as hash from users where id = ${actor.id}`);
    if (!(await verifyPassword(stored?.hash ?? null, typed))) throw invalid({ currentPassWord: messages.wrongPassword });
    await forgiveAttempts(ctx, limits.confirm, caller);
    return { account: true, company: true };
  }
  const now = ctx.clock();
  const session = await ctx.db.first<{ fresh: boolean; whole: boolean; byProvider: boolean }>(sql`
    select proved_at + make_interval(mins => ${FRESH_MINUTES}) > ${now} or coalesce(${confirmedUntil} > ${now}, false) as fresh,
           ${vouchesForAll} as whole, idp_id is not null as "byProvider"
    from sessions where id = ${actor.sessionId} and user_id = ${actor.id}`);
  const company = session?.fresh ?? false;
  return { account: company && (session?.whole ?? false), company, byProvider: session?.byProvider ?? false };
}

/** The condition that the session's sign-in may change the account: a password, or the provider of the user's only company. */
export const vouchesForAll = sql`(sessions.idp_id is null or not exists (
  select from memberships join idps on idps.id = sessions.idp_id
  where memberships.user_id = sessions.user_id and memberships.vendor_id is distinct from idps.vendor_id))`;

export type Reach = 'account' | 'company';

/**
 * True if the caller's change of its account is based only on a provider's word: that of its session, or the one that set its password.
 * Such a change is marked, and gives no access to companies that the user joins later (`forget_provider_word`). Call it in the transaction
 * of the change: a concurrent joining waits for it, or has come first and causes a refusal.
 * @throws Refusal 403 if the user has joined another company meanwhile.
 */
export async function isProviderWord(tx: Database, actor: Actor, byProvider: boolean): Promise<boolean> {
  await lockForSignIns(tx, actor.id);
  const caller = await tx.one<{ marked: boolean; whole: boolean }>(sql`
    select password_by_provider as marked, ${vouchesForAll} as whole
    from sessions join users on users.id = user_id where sessions.id = ${actor.sessionId} and user_id = ${actor.id}`);
  if (byProvider && !caller.whole) throw new Refusal(403, messages.otherCompanies, { extra: { code: PASSWORD_REQUIRED } });
  return byProvider || caller.marked;
}

/**
 * Rejects a stale proof for actions that would turn a stolen token into an account, or into lasting access to the company.
 * @throws Refusal 403 `password_required` without a fresh proof.
 */
export function refuseStaleProof({ fresh }: Actor, reach: Reach): void {
  if (fresh?.[reach] === true) return;
  const message = fresh?.company === true ? messages.otherCompanies : messages.passwordRequired;
  throw new Refusal(403, message, { extra: { code: PASSWORD_REQUIRED } });
}
