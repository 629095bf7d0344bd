import { lists, messages } from '@aapurti/contract/settings/lists';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { ok } from '../ground/reply.ts';
import { prefer, readPreferences, removeView, saveView } from './lists.ts';

export function listRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, lists.preferences, async ({ ctx, actor }) => ok(await readPreferences(ctx.db, actor)));
  serve(app, context, lists.prefer, async ({ ctx, actor, body }) => ok(await prefer(ctx.db, actor, body)));
  serve(app, context, lists.saveView, async ({ ctx, actor, body }) =>
    ok({ message: messages.saved, data: await saveView(ctx.db, actor, body) }),
  );
  serve(app, context, lists.removeView, async ({ ctx, actor, params }) => {
    await removeView(ctx.db, actor, params.id);
    return ok({ message: messages.removed });
  });
}
