import { lists, messages } from '@aapurti/contract/settings/lists';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { done, ok, saved } from '../ground/reply.ts';
import { prefer, readPreferences, removeView, saveView } from './lists.ts';

export function listRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, lists.preferences, async ({ ctx, actor }) => ok(await readPreferences(ctx.db, actor)));
  serve(app, context, lists.prefer, async ({ ctx, actor, body }) => ok(await prefer(ctx.db, actor, body)));
  serve(app, context, lists.saveView, ({ ctx, actor, body }) => saved(messages.saved, saveView(ctx.db, actor, body)));
  serve(app, context, lists.removeView, ({ ctx, actor, params }) => done(messages.removed, removeView(ctx.db, actor, params.id)));
}
