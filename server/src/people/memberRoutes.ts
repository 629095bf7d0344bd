import { companies } from '@aapurti/contract/people/companies';
import { members, messages } from '@aapurti/contract/people/members';

import type { Context } from '../context.ts';
import type { Actor } from '../ground/actor.ts';
import { counting, forgiveAttempts, limits } from '../http/rateLimits.ts';
import type { Serve } from '../http/serve.ts';
import { done, ok } from '../ground/reply.ts';
import { companiesOfUser } from './companies.ts';
import { delegate, endDelegation, listDelegations, ownLeave } from './delegations.ts';
import { accept, invite, listInvitations, lookAt, resend, withdrawInvitation } from './invitations.ts';
import { companyFor, editMember, listMembers, nameOf, removeMember } from './members.ts';
import { challengedEmail, changeCompany, signInToCompany } from '../sign-in/signIn.ts';

/** The routes for a company's users, their invitations, and the choice of the company to act for. */
export function memberRoutes(serve: Serve<Context>): void {
  serve(members.list, async ({ ctx, actor, query }) => {
    const vendorId = await companyFor(ctx.db, actor, query.userID);
    const company = await nameOf(ctx.db, vendorId, actor.id);
    const [people, invitations] = [await listMembers(ctx, actor, vendorId), await listInvitations(ctx, vendorId)];
    return ok({ company, members: people, invitations, delegations: await listDelegations(ctx, vendorId) });
  });
  serve(members.edit, ({ ctx, actor, params, body }) => done(messages.updated, editMember(ctx, actor, params.id, body)));
  serve(members.remove, ({ ctx, actor, params }) => done(messages.removed, removeMember(ctx, actor, params.id)));
  const ofUser = counting(limits.invite, ({ actor }: { ctx: Context; actor: Actor; address: string }) => `user ${actor.id}`);
  serve(
    members.invite,
    async ({ ctx, actor, body }) => done(messages.invited, invite(ctx, actor, await companyFor(ctx.db, actor, body.userID), body)),
    ofUser,
  );
  serve(members.resend, ({ ctx, actor, params }) => done(messages.resent, resend(ctx, actor, params.id)), ofUser);
  serve(members.withdraw, ({ ctx, actor, params }) => done(messages.withdrawn, withdrawInvitation(ctx, actor, params.id)));
  serve(members.delegate, ({ ctx, actor, body }) => done(messages.delegated, delegate(ctx, actor, body)));
  serve(members.endDelegation, ({ ctx, actor, params }) => done(messages.delegationEnded, endDelegation(ctx, actor, params.id)));
  serve(members.leave, async ({ ctx, actor }) => ok(await ownLeave(ctx, actor)));
  serve(members.enterLeave, ({ ctx, actor, body }) =>
    done(messages.leaveEntered, delegate(ctx, actor, { ...body, from: actor.membershipId })),
  );
  serve(members.endLeave, ({ ctx, actor, params }) =>
    done(messages.delegationEnded, endDelegation(ctx, actor, params.id, actor.membershipId)),
  );
  serve(members.look, async ({ ctx, body }) => ok(await lookAt(ctx, body.secret)), counting(limits.reset));
  serve(members.accept, async ({ ctx, actor, body }) => ok({ message: await accept(ctx, actor, body) }), counting(limits.reset));
  serve(companies.list, async ({ ctx, actor }) => ok(await companiesOfUser(ctx.db, actor.id, actor.membershipId)));
  serve(companies.enter, async ({ ctx, actor, params, address, userAgent }) =>
    ok(await changeCompany(ctx, actor, params.id, { address, userAgent })),
  );
  serve(
    companies.login,
    async ({ ctx, body, address, userAgent }) => {
      const signedIn = await signInToCompany(ctx, body, { address, userAgent });
      await forgiveAttempts(ctx, limits.code, { account: signedIn.detail.email, address });
      return ok(signedIn);
    },
    counting(limits.code, ({ ctx, body }) => challengedEmail(ctx, body.challenge)),
  );
}
