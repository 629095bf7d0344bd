import { messages, providers, providerSignIn } from '@aapurti/contract/sign-in/providers';
import { secondFactor, securityMessages, sessions } from '@aapurti/contract/sign-in/security';

import type { Context } from '../context.ts';
import { guarded } from '../http/guarded.ts';
import { counting, forgiveAttempts, limits } from '../http/rateLimits.ts';
import type { Serve } from '../http/serve.ts';
import { done, ok, saved } from '../ground/reply.ts';
import { endAllSessions, endOneSession, listSessions, listSignIns } from './devices.ts';
import { checkProvider, createProvider, editProvider, listProviders, removeProvider } from './providers.ts';
import {
  finishConfirm,
  finishInvitation,
  finishLink,
  finishSignIn,
  listLinks,
  startConfirm,
  startInvitation,
  startLink,
  startSignIn,
  unlink,
  unlinkUser,
} from './providerSignIn.ts';
import { confirmSetUp, getSecurity, replaceRecoveryCodes, resetSecondFactor, startSetUp, switchOff } from './secondFactor.ts';
import { challengedEmail, signInByCode } from './signIn.ts';

/** The routes for two-step verification, sessions, and companies' SSO providers, which administrators set up and users sign in with. */
export function signInRoutes(serve: Serve<Context>): void {
  serve(
    secondFactor.login,
    async ({ ctx, body, address, userAgent }) => {
      const signedIn = await signInByCode(ctx, body, { address, userAgent });
      if (!('token' in signedIn)) return { status: 202 as const, body: signedIn };
      await forgiveAttempts(ctx, limits.code, { account: signedIn.detail.email, address });
      return ok(signedIn);
    },
    counting(limits.code, ({ ctx, body }) => challengedEmail(ctx, body.challenge)),
  );
  serve(secondFactor.get, async ({ ctx, actor, params }) => ok(await getSecurity(ctx, actor, params.id)));

  guarded(serve, secondFactor.start, async ({ ctx, actor, body }) => ok(await startSetUp(ctx, actor, body)));
  guarded(serve, secondFactor.confirm, async ({ ctx, actor, body }) =>
    ok({ message: securityMessages.on, codes: await confirmSetUp(ctx, actor, body.code) }),
  );
  guarded(serve, secondFactor.newCodes, async ({ ctx, actor, body }) =>
    ok({ message: securityMessages.newCodes, codes: await replaceRecoveryCodes(ctx, actor, body) }),
  );
  guarded(serve, secondFactor.off, ({ ctx, actor, body }) => done(securityMessages.off, switchOff(ctx, actor, body)));
  serve(secondFactor.reset, ({ ctx, actor, params }) => done(securityMessages.reset, resetSecondFactor(ctx, actor, params.id)));

  serve(sessions.signIns, async ({ ctx, actor }) => ok(await listSignIns(ctx, actor)));
  serve(sessions.list, async ({ ctx, actor }) => ok(await listSessions(ctx, actor)));
  serve(sessions.end, async ({ ctx, actor, params }) => ok({ message: await endOneSession(ctx, actor, params.id) }));
  serve(sessions.endAll, async ({ ctx, actor, body }) => ok({ message: await endAllSessions(ctx, actor, { all: body.all ?? false }) }));
  serve(sessions.endOf, async ({ ctx, actor, params }) => ok({ message: await endAllSessions(ctx, actor, { id: params.id, all: true }) }));

  serve(providers.list, async ({ ctx }) => ok(await listProviders(ctx.db)));
  serve(providers.create, ({ ctx, actor, body }) => saved(messages.saved, createProvider(ctx, actor, body)));
  serve(providers.edit, ({ ctx, actor, params, body }) => saved(messages.saved, editProvider(ctx, actor, params.id, body)));
  serve(providers.remove, ({ ctx, actor, params }) => saved(messages.removed, removeProvider(ctx, actor, params.id)));
  serve(providers.check, ({ ctx, params }) => done(messages.answers, checkProvider(ctx, params.id)));

  const byAddress = counting(limits.provider);
  serve(providerSignIn.start, async ({ ctx, body }) => ok(await startSignIn(ctx, body)), byAddress);
  serve(
    providerSignIn.finish,
    async ({ ctx, body, address, userAgent }) => {
      const signedIn = await finishSignIn(ctx, body, { address, userAgent });
      await forgiveAttempts(ctx, limits.provider, { address });
      return 'token' in signedIn ? ok(signedIn) : { status: 202 as const, body: signedIn };
    },
    byAddress,
  );
  serve(providerSignIn.links, async ({ ctx, actor }) => ok(await listLinks(ctx, actor)));
  guarded(serve, providerSignIn.startLink, async ({ ctx, actor, params, body }) =>
    ok(await startLink(ctx, actor, params.id, body.password)),
  );
  serve(providerSignIn.finishLink, ({ ctx, actor, body, address, userAgent }) =>
    done(messages.linked, finishLink(ctx, actor, body, { address, userAgent })),
  );
  serve(providerSignIn.unlink, ({ ctx, actor, params }) => done(messages.unlinked, unlink(ctx, actor, params.id)));
  serve(providerSignIn.unlinkUser, ({ ctx, actor, params }) => done(messages.unlinked, unlinkUser(ctx, actor, params.id)));
  serve(providerSignIn.startConfirm, async ({ ctx, actor }) => ok(await startConfirm(ctx, actor)), byAddress);
  serve(providerSignIn.finishConfirm, async ({ ctx, actor, body, address, userAgent }) => {
    await finishConfirm(ctx, actor, body, { address, userAgent });
    await forgiveAttempts(ctx, limits.provider, { address });
    return ok({ message: messages.confirmed });
  });
  serve(providerSignIn.startInvitation, async ({ ctx, body }) => ok(await startInvitation(ctx, body)), byAddress);
  serve(
    providerSignIn.finishInvitation,
    async ({ ctx, body, address, userAgent }) => ok(await finishInvitation(ctx, body, { address, userAgent })),
    byAddress,
  );
}
