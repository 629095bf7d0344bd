import { type Delegation, leaveCodes, type members as calls, messages, type OwnLeave } from '@aapurti/contract/people/members';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import { indianDay } from '@aapurti/contract/ground/fields';
import type { Role } from '@aapurti/contract/access/roles';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { idOf } from '../database/list.ts';
import { invalid, notFound } from '../ground/refusal.ts';
import { refuseStaleProof } from '../sign-in/freshness.ts';
import { alertOwners } from './alerts.ts';
import { companiesOf, isTopRole, refuseLasting, refuseStandIn } from './members.ts';
import { announceChange } from '../sign-in/sessions.ts';

/** The current and future delegations of a company, the next one first; for one membership, those from it and to it. */
export async function listDelegations(ctx: Context, vendorId: string | null, membershipId: string | null = null): Promise<Delegation[]> {
  return ctx.db.rows<Delegation & Record<string, unknown>>(sql`
    select delegations.id::text as _id, from_membership::text as "from", to_membership::text as "to",
           from_day::text as "fromDay", to_day::text as "toDay"
    from delegations join memberships member on member.id = from_membership
    where member.vendor_id is not distinct from ${vendorId} and to_day >= ${indianDay(ctx.clock())}
      and (${membershipId}::bigint is null or ${membershipId}::bigint in (from_membership, to_membership)) order by from_day, delegations.id`);
}

/** The caller's colleagues and delegations, for the caller's own leave. */
export async function ownLeave(ctx: Context, actor: Actor): Promise<OwnLeave> {
  const colleagues = await ctx.db.rows<OwnLeave['colleagues'][number] & Record<string, unknown>>(sql`
    select member.id::text as _id, trim(first_name || ' ' || last_name) as name, role
    from memberships member join users on users.id = user_id
    where member.vendor_id is not distinct from ${actor.vendorId} and member.id <> ${actor.membershipId} and is_active
    order by lower(first_name || ' ' || last_name), member.id`);
  return { own: actor.membershipId, colleagues, delegations: await listDelegations(ctx, actor.vendorId, actor.membershipId) };
}

interface Party extends Record<string, unknown> {
  id: string;
  userId: string;
  vendorId: string | null;
  role: Role;
}

export async function delegate(ctx: Context, actor: Actor, body: BodyOf<typeof calls.delegate>): Promise<void> {
  const { from, to, fromDay, toDay } = body;
  if (fromDay > toDay || toDay < indianDay(ctx.clock())) throw invalid({ toDay: messages.days }, 422, leaveCodes.days);
  const userId = await ctx.db.transaction(async (tx) => {
    const parties = await tx.rows<Party>(sql`
      select id::text, user_id::text as "userId", vendor_id::text as "vendorId", role from memberships
      where id in (${idOf(from)}, ${idOf(to)}) and ${companiesOf(sql`vendor_id`, actor)} for share`);
    const [giver, taker] = [from, to].map((id) => parties.find((party) => party.id === id));
    if (giver === undefined || taker === undefined) throw notFound();
    refuseStandIn(actor, giver.role);
    if (giver === taker || giver.vendorId !== taker.vendorId) throw invalid({ to: messages.colleague }, 422, leaveCodes.colleague);
    if (giver.userId !== actor.id) refuseLasting(actor);
    if (isTopRole(giver.role)) refuseStaleProof(actor, 'company');
    const made = await tx.one<{ id: string }>(sql`
      insert into delegations (from_membership, to_membership, from_day, to_day)
      values (${giver.id}, ${taker.id}, ${fromDay}, ${toDay}) returning id::text`);
    await announceChange(tx, taker.userId);
    const after = { from: giver.userId, to: taker.userId, role: giver.role, fromDay, toDay };
    await recordAudit(tx, { actor, ownerId: giver.vendorId, action: 'member.delegate', entity: 'member', entityId: made.id, after });
    if (isTopRole(giver.role) && !isTopRole(taker.role))
      await alertOwners({ ...ctx, db: tx }, { kind: 'newOwner', vendorId: giver.vendorId, by: actor.id, what: taker.userId });
    return taker.userId;
  });
  ctx.sessions.forget(userId);
}

/** @param membershipId only a delegation of this membership's role. */
export async function endDelegation(ctx: Context, actor: Actor, id: string, membershipId: string | null = null): Promise<void> {
  const userId = await ctx.db.transaction(async (tx) => {
    const ended = await tx.first<Party>(sql`
      delete from delegations using memberships taker
      where delegations.id = ${idOf(id)} and taker.id = to_membership and ${companiesOf(sql`taker.vendor_id`, actor)}
        and (${membershipId}::bigint is null or from_membership = ${membershipId}::bigint)
      returning delegations.id::text, taker.user_id::text as "userId", taker.vendor_id::text as "vendorId", taker.role`);
    if (ended === undefined) throw notFound();
    await announceChange(tx, ended.userId);
    const { vendorId } = ended;
    await recordAudit(tx, { actor, ownerId: vendorId, action: 'member.endDelegation', entity: 'member', entityId: ended.id });
    return ended.userId;
  });
  ctx.sessions.forget(userId);
}
