import { messages, providers, providerSignIn } from '@aapurti/contract/sign-in/providers';

import type { Context } from '../context.ts';
import { countAttempts, forgiveAttempts, limits } from '../http/rateLimits.ts';
import type { Serve } from '../http/serve.ts';
import { done, ok, saved } from '../ground/reply.ts';
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

/** Companies' identity providers: set up by administrators, used by whoever signs in. */
export function providerRoutes(serve: Serve<Context>): void {
  serve(providers.list, async ({ ctx }) => ok(await listProviders(ctx.db)));
  serve(providers.create, ({ ctx, actor, body }) => saved(messages.saved, createProvider(ctx, actor, body)));
  serve(providers.edit, ({ ctx, actor, params, body }) => saved(messages.saved, editProvider(ctx, actor, params.id, body)));
  serve(providers.remove, ({ ctx, actor, params }) => saved(messages.removed, removeProvider(ctx, actor, params.id)));
  serve(providers.check, ({ ctx, params }) => done(messages.answers, checkProvider(ctx, params.id)));

  const counted = { prepare: ({ ctx, address }: { ctx: Context; address: string }) => countAttempts(ctx, limits.provider, { address }) };
  serve(providerSignIn.start, async ({ ctx, body }) => ok(await startSignIn(ctx, body)), counted);
  serve(
    providerSignIn.finish,
    async ({ ctx, body, address, userAgent }) => {
      const signedIn = await finishSignIn(ctx, body, { address, userAgent });
      await forgiveAttempts(ctx, limits.provider, { address });
      return 'token' in signedIn ? ok(signedIn) : { status: 202 as const, body: signedIn };
    },
    counted,
  );
  serve(providerSignIn.links, async ({ ctx, actor }) => ok(await listLinks(ctx, actor)));
  serve(
    providerSignIn.startLink,
    async ({ ctx, actor, params, body, address }) => {
      const started = await startLink(ctx, actor, params.id, body.password);
      await forgiveAttempts(ctx, limits.confirm, { account: actor.id, address });
      return ok(started);
    },
    { prepare: ({ ctx, actor, address }) => countAttempts(ctx, limits.confirm, { account: actor.id, address }) },
  );
  serve(providerSignIn.finishLink, ({ ctx, actor, body, address, userAgent }) =>
    done(messages.linked, finishLink(ctx, actor, body, { address, userAgent })),
  );
  serve(providerSignIn.unlink, ({ ctx, actor, params }) => done(messages.unlinked, unlink(ctx, actor, params.id)));
  serve(providerSignIn.unlinkUser, ({ ctx, actor, params }) => done(messages.unlinked, unlinkUser(ctx, actor, params.id)));
  serve(providerSignIn.startConfirm, async ({ ctx, actor }) => ok(await startConfirm(ctx, actor)), counted);
  serve(providerSignIn.finishConfirm, async ({ ctx, actor, body, address, userAgent }) => {
    await finishConfirm(ctx, actor, body, { address, userAgent });
    await forgiveAttempts(ctx, limits.provider, { address });
    return ok({ message: messages.confirmed });
  });
  serve(providerSignIn.startInvitation, async ({ ctx, body }) => ok(await startInvitation(ctx, body)), counted);
  serve(
    providerSignIn.finishInvitation,
    async ({ ctx, body, address, userAgent }) => ok(await finishInvitation(ctx, body, { address, userAgent })),
    counted,
  );
}
