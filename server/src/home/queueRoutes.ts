import { queues } from '@aapurti/contract/settings/queues';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { ok } from '../ground/reply.ts';
import { countViews, countWaiting } from './queues.ts';

export function queueRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, queues.views, async ({ ctx, actor, query }) => ok(await countViews(ctx, actor, query.list)));
  serve(app, context, queues.waiting, async ({ ctx, actor }) => ok(await countWaiting(ctx, actor)));
}
