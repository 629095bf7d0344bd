import { changeFeed } from '@aapurti/contract/integration/changeFeed';
import { keys, messages as keyMessages } from '@aapurti/contract/integration/keys';
import { messages, webhooks } from '@aapurti/contract/integration/webhooks';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { done, ok } from '../ground/reply.ts';
import { guarded } from '../http/guarded.ts';
import { counting, limits } from '../http/rateLimits.ts';
import type { Serve } from '../http/serve.ts';
import { companyFor } from '../people/members.ts';
import { readChanges } from './changes.ts';
import { createWebhook, editWebhook, listDeliveries, listWebhooks, removeWebhook, replay, rotateSecret, testWebhook } from './endpoints.ts';
import { createKey, listKeys, replaceKey, revokeKey } from './keys.ts';
import { openPoster } from './post.ts';

export function integrationRoutes(serve: Serve<Context>, app: FastifyInstance, context: Context): void {
  // Creating an API key requires the password, with limited attempts.
  serve(keys.list, async ({ ctx, actor, query }) => ok(await listKeys(ctx, actor, await companyFor(ctx.db, actor, query.userID))));
  guarded(serve, keys.create, async ({ ctx, actor, body }) => ok({ message: keyMessages.created, ...(await createKey(ctx, actor, body)) }));
  guarded(serve, keys.replace, async ({ ctx, actor, params, body }) =>
    ok({ message: keyMessages.replaced, ...(await replaceKey(ctx, actor, params.id, body.password)) }),
  );
  serve(keys.revoke, ({ ctx, actor, params }) => done(keyMessages.revoked, revokeKey(ctx, actor, params.id)));
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
  serve(
    webhooks.test,
    async ({ ctx, actor, params }) => ok(await testWebhook(ctx, actor, params.id, poster)),
    counting(limits.webhookTest, ({ actor }) => actor.id),
  );
  serve(webhooks.deliveries, async ({ ctx, actor, params, query }) => ok(await listDeliveries(ctx.db, actor, params.id, query)));
  serve(webhooks.replay, async ({ ctx, actor, params, body }) => {
    const count = await replay(ctx, actor, params.id, body.delivery);
    return ok({ message: messages.replayed(count), count });
  });
  serve(changeFeed.list, async ({ ctx, actor, query }) => ok(await readChanges(ctx, actor, query)));
}
