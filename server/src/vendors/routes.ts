import { accounts, messages } from '@aapurti/contract/vendors/accounts';
import { identity, messages as identityMessages } from '@aapurti/contract/vendors/identity';
import { isBlank } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import { isAdministrator } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { countDetail } from '../home/counts.ts';
import { listReply } from '../database/list.ts';
import { notSignedIn, Refusal } from '../ground/refusal.ts';
import { countAttempts, counting, forgiveAttempts, limits } from '../http/rateLimits.ts';
import { done, no, ok, saved } from '../ground/reply.ts';
import type { Call, Serve } from '../http/serve.ts';
import { createAccount } from './create.ts';
import { editAccount } from './edit.ts';
import { countries, states } from './geography.ts';
import { decide, listRequests, withdraw } from './identity.ts';
import { countWaiting, decideMatch, listMatches } from './matches.ts';
import { memberRoutes } from '../people/memberRoutes.ts';
import { type CheckedDocuments, checkDocuments } from './documents.ts';
import { confirmEmail, keepEmail } from '../sign-in/emailChanges.ts';
import { resetPassword, sendResetLink } from '../sign-in/resets.ts';
import { sendBack } from './sentBack.ts';
import { signInRoutes } from '../sign-in/routes.ts';
import { signIn, signOut } from '../sign-in/signIn.ts';
import { createOrMatchSupplier, syncMessage, syncVendors } from './sync.ts';
import { getUser, listNames, listUsers } from './users.ts';

export function accountRoutes(serve: Serve<Context>): void {
  signInRoutes(serve);
  memberRoutes(serve);
  serve(
    accounts.login,
    async ({ ctx, body, address, userAgent }) => {
      const signedIn = await signIn(ctx, body, { address, userAgent });
      await forgiveAttempts(ctx, limits.signIn, { account: body.email, address });
      return 'token' in signedIn ? ok(signedIn) : { status: 202 as const, body: signedIn };
    },
    counting(limits.signIn, ({ body }) => body.email),
  );
  serve(accounts.logout, ({ ctx, actor }) => done(messages.loggedOut, signOut(ctx, actor)));
  serve(
    accounts.create,
    async ({ ctx, actor, body }, documents: CheckedDocuments) => {
      // An administrator's rights are checked here, because a visitor may register by the same call.
      if (actor !== null && !isAdministrator(actor)) throw new Refusal(403, 'Only administrators can add users.');
      const created = await createAccount(ctx, actor, body, documents);
      if ('duplicate' in created) return no({ status: 201 as const, message: created.duplicate });
      const { id, vendorCode, message } = created;
      return ok({ status: 200 as const, message, data: { _id: id, vendor_Code: vendorCode } });
    },
    {
      async admit({ ctx, actor, address }) {
        if (actor === null) await countAttempts(ctx, limits.register, { address });
      },
      async prepare({ ctx, actor, body, files, address }) {
        const account = typeof body['email'] === 'string' ? { account: body['email'] } : {};
        if (actor === null) await countAttempts(ctx, limits.registerEmail, { ...account, address });
        return checkDocuments(files);
      },
    },
  );
  serve(accounts.sendBack, ({ ctx, actor, params, body }) => done(messages.sentBack, sendBack(ctx, actor, params.id, body.reason)));
  serve(
    accounts.edit,
    async ({ ctx, actor, params, body, files, address }) => {
      if (actor === null) {
        if (body.password === undefined) throw notSignedIn();
        const account = await resetPassword(ctx, params.id, body.password);
        await forgiveAttempts(ctx, limits.signIn, { account, address });
        return ok({ message: messages.passwordChanged, data: null });
      }
      const edited = await editAccount(ctx, actor, params.id, body, files);
      return 'duplicate' in edited
        ? no({ status: 201 as const, message: edited.duplicate })
        : ok({ message: edited.message, data: edited.user });
    },
    {
      async admit({ ctx, actor, address }) {
        if (actor === null) await countAttempts(ctx, limits.reset, { address });
      },
      prepare: limitOwnEdits,
    },
  );
  serve(
    accounts.forgetPassword,
    ({ ctx, body }) =>
      done(say('An e-mail with a link was sent to {email}.', { email: body.email.trim() }), sendResetLink(ctx, body.email)),
    counting(limits.forgetPassword, ({ body }) => body.email),
  );
  serve(identity.requests, async ({ ctx, actor }) => ok(await listRequests(ctx, actor)));
  serve(identity.decide, async ({ ctx, actor, params, body }) => ok({ message: await decide(ctx, actor, params.id, body) }));
  serve(identity.withdraw, ({ ctx, actor, params }) => done(identityMessages.withdrawn, withdraw(ctx, actor, params.id)));
  serve(
    identity.confirmEmail,
    ({ ctx, body }) => done(identityMessages.emailChanged, confirmEmail(ctx, body.secret)),
    counting(limits.reset),
  );
  serve(identity.keepEmail, ({ ctx, actor }) => done(identityMessages.emailKept, keepEmail(ctx, actor)));
  serve(identity.matches, async ({ ctx }) => ok(await listMatches(ctx)));
  serve(identity.decideMatch, ({ ctx, actor, body }) =>
    done(body.link ? identityMessages.linked : identityMessages.notSame, decideMatch(ctx, actor, body)),
  );
  serve(identity.waiting, async ({ ctx }) => ok(await countWaiting(ctx)));
  serve(accounts.createUser, ({ ctx, actor, body }) =>
    saved("The vendor is in the buyer's system.", createOrMatchSupplier(ctx, actor, body)),
  );
  serve(accounts.sync, async ({ ctx, actor }) => {
    const synced = await syncVendors(ctx, actor);
    return ok({ message: syncMessage(synced), synced: synced.synced, failed: synced.failures.length + synced.left });
  });
  serve(accounts.list, async ({ ctx, actor, query }) => listReply(await listUsers(ctx, actor, query)));
  serve(accounts.names, async ({ ctx, actor }) => ok({ userList: await listNames(ctx, actor) }));
  serve(accounts.get, async ({ ctx, actor, params, token }) => ok([await getUser(ctx, actor, params.id, token)]));
  serve(accounts.countries, async () => ok([...countries()]));
  serve(accounts.states, async ({ params }) => ok([...states(params.countryId)]));
  serve(accounts.counts, async ({ ctx, actor }) => ok({ countList: await countDetail(ctx, actor) }));
  serve(accounts.captcha, async ({ ctx }) => ok(await ctx.captcha.challenge()));
}

/** Limits edits of a user's own record; an administrator who helps others is not limited. */
async function limitOwnEdits({ ctx, actor, params, body, files, address }: Call<typeof accounts.edit, Context>): Promise<void> {
  if (actor === null || actor.id !== params.id) return;
  const caller = { account: `user ${actor.id}`, address };
  const sentEmail = typeof body['email'] === 'string' ? body['email'].trim() : '';
  const isOther = async () =>
    (await ctx.db.first(sql`select from users where id = ${actor.id} and lower(email) <> lower(${sentEmail})`)) !== undefined;
  if (!isBlank(body.password) || (sentEmail !== '' && (await isOther()))) await countAttempts(ctx, limits.credentials, caller);
  for (const _document of files.keys()) await countAttempts(ctx, limits.papers, caller);
}
