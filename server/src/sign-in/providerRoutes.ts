import { messages, providers, providerSignIn } from '@aapurti/contract/sign-in/providers';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { countAttempts, forgiveAttempts, limits } from '../http/rateLimits.ts';
import { serve } from '../http/serve.ts';
import { ok } from '../ground/reply.ts';
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
export function providerRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, providers.list, async ({ ctx }) => ok(await listProviders(ctx.db)));
  serve(app, context, providers.create, async ({ ctx, actor, body }) =>
    ok({ message: messages.saved, data: await createProvider(ctx, actor, body) }),
  );
  serve(app, context, providers.edit, async ({ ctx, actor, params, body }) =>
    ok({ message: messages.saved, data: await editProvider(ctx, actor, params.id, body) }),
  );
  serve(app, context, providers.remove, async ({ ctx, actor, params }) =>
    ok({ message: messages.removed, data: await removeProvider(ctx, actor, params.id) }),
  );
  serve(app, context, providers.check, async ({ ctx, params }) => {
    await checkProvider(ctx, params.id);
    return ok({ message: messages.answers });
  });

  const counted = { prepare: ({ ctx, address }: { ctx: Context; address: string }) => countAttempts(ctx, limits.provider, { address }) };
  serve(app, context, providerSignIn.start, async ({ ctx, body }) => ok(await startSignIn(ctx, body)), counted);
  serve(
    app,
    context,
    providerSignIn.finish,
    async ({ ctx, body, address, userAgent }) => {
      const signedIn = await finishSignIn(ctx, body, { address, userAgent });
      await forgiveAttempts(ctx, limits.provider, { address });
      return 'token' in signedIn ? ok(signedIn) : { status: 202 as const, body: signedIn };
    },
    counted,
  );
  serve(app, context, providerSignIn.links, async ({ ctx, actor }) => ok(await listLinks(ctx, actor)));
  serve(
    app,
    context,
    providerSignIn.startLink,
    async ({ ctx, actor, params, body, address }) => {
      const started = await startLink(ctx, actor, params.id, body.password);
      await forgiveAttempts(ctx, limits.confirm, { account: actor.id, address });
      return ok(started);
    },
    { prepare: ({ ctx, actor, address }) => countAttempts(ctx, limits.confirm, { account: actor.id, address }) },
  );
  serve(app, context, providerSignIn.finishLink, async ({ ctx, actor, body, address, userAgent }) => {
    await finishLink(ctx, actor, body, { address, userAgent });
    return ok({ message: messages.linked });
  });
  serve(app, context, providerSignIn.unlink, async ({ ctx, actor, params }) => {
    await unlink(ctx, actor, params.id);
    return ok({ message: messages.unlinked });
  });
  serve(app, context, providerSignIn.unlinkUser, async ({ ctx, actor, params }) => {
    await unlinkUser(ctx, actor, params.id);
    return ok({ message: messages.unlinked });
  });
  serve(app, context, providerSignIn.startConfirm, async ({ ctx, actor }) => ok(await startConfirm(ctx, actor)), counted);
  serve(app, context, providerSignIn.finishConfirm, async ({ ctx, actor, body, address, userAgent }) => {
    await finishConfirm(ctx, actor, body, { address, userAgent });
    await forgiveAttempts(ctx, limits.provider, { address });
    return ok({ message: messages.confirmed });
  });
  serve(app, context, providerSignIn.startInvitation, async ({ ctx, body }) => ok(await startInvitation(ctx, body)), counted);
  serve(
    app,
    context,
    providerSignIn.finishInvitation,
    async ({ ctx, body, address, userAgent }) => ok(await finishInvitation(ctx, body, { address, userAgent })),
    counted,
  );
}
