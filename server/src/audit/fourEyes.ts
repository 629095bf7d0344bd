import { mayCall, ROLES, type RoleSet } from '@aapurti/contract/access/roles';
import type { RefusalCode } from '@aapurti/contract/settings/controls';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import { giversNow } from './audit.ts';
import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { Refusal } from '../ground/refusal.ts';

/**
 * The members on leave whose role, and not the caller's own, gives the caller this right.
 * @param amount in rupees: above the caller's own limit, only delegated rights count; null where the decision has no amount.
 */
export function absentOf(actor: Actor, access: RoleSet, amount: string | null): readonly string[] {
  const isWithin = amount === null || actor.ownLimit === null || Number(amount) <= Number(actor.ownLimit);
  return isWithin && mayCall(access, actor.roles.slice(0, 1)) ? [] : actor.standsInFor;
}

/**
 * Finds who counts as the caller: the caller, others who can sign in as the caller now, and the members on leave whose right it uses. The
 * caller may not approve entries of any of them.
 * @returns their ids, by the right and the amount in rupees of a decision (null if it has none).
 */
export async function samePersons(db: Database, actor: Actor): Promise<(access: RoleSet, amount?: string | null) => readonly string[]> {
  const givers = await giversNow(db, actor.id);
  return (access, amount = null) => [actor.id, ...givers, ...absentOf(actor, access, amount)];
}

/** The code of a refusal because the caller made the entry. */
const OWN: RefusalCode = 'you_entered';

/** Throws a 403 for an entry that the caller made. */
export async function refuseOwnEntry(...entry: Parameters<typeof ownEntryText>): Promise<never> {
  throw new Refusal(403, await ownEntryText(...entry), { extra: { code: OWN } });
}

/**
 * The message about an entry that the caller made. If nobody else could approve it, the message says what to do about that.
 * @param amount in rupees, for an approver's limit; null where the decision has no amount.
 */
export async function ownEntryText(
  tx: Database,
  actor: Actor,
  access: RoleSet,
  message: string,
  amount: string | null = null,
): Promise<string> {
  const same = (await samePersons(tx, actor))(access, amount);
  const another = await tx.first(sql`
    select from memberships join users on users.id = user_id
    where memberships.vendor_id is null and is_active and role = any(${[...ROLES[access]]}::text[]) and user_id <> all(${same}::bigint[])
      and (limit_amount is null or ${amount}::numeric is null or limit_amount >= ${amount}::numeric) limit 1`);
  return another === undefined
    ? say('{message} No one else can do this yet: invite a second administrator or an approver under People.', { message })
    : message;
}
