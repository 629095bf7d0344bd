import { messages, webhooks } from '@aapurti/contract/integration/webhooks';
import type { FastifyInstance } from 'fastify';

import { companyFor } from '../people/members.ts';
import type { Context } from '../context.ts';
import { countAttempts, limits } from '../http/rateLimits.ts';
import type { Serve } from '../http/serve.ts';
import { done, ok } from '../ground/reply.ts';
import { createWebhook, editWebhook, listDeliveries, listWebhooks, removeWebhook, replay, rotateSecret, testWebhook } from './endpoints.ts';
import { openPoster } from './post.ts';

export function webhookRoutes(serve: Serve<Context>, app: FastifyInstance, context: Context): void {
  const poster = openPoster(context);
  app.addHook('onClose', async () => poster.close());
  serve(webhooks.list, async ({ ctx, actor, query }) =>
    ok(await listWebhooks(ctx.db, actor, await companyFor(ctx.db, actor, query.userID))),
  );
  serve(webhooks.create, async ({ ctx, actor, body }) => ok({ message: messages.created, ...(await createWebhook(ctx, actor, body)) }));
  serve(webhooks.edit, ({ ctx, actor, params, body }) => done(messages.saved, editWebhook(ctx, actor, params.id, body)));
  serve(webhooks.rotate, async ({ ctx, actor, params }) =>
    ok({ message: messages.rotated, ...(await rotateSecret(ctx, actor, params.id)) }),
  );
  serve(webhooks.remove, ({ ctx, actor, params }) => done(messages.removed, removeWebhook(ctx, actor, params.id)));
  serve(webhooks.test, async ({ ctx, actor, params }) => ok(await testWebhook(ctx, actor, params.id, poster)), {
    prepare: ({ ctx, actor, address }) => countAttempts(ctx, limits.webhookTest, { account: actor.id, address }),
  });
  serve(webhooks.deliveries, async ({ ctx, actor, params, query }) => ok(await listDeliveries(ctx.db, actor, params.id, query)));
  serve(webhooks.replay, async ({ ctx, actor, params, body }) => {
    const count = await replay(ctx, actor, params.id, body.delivery);
    return ok({ message: messages.replayed(count), count });
  });
}
