import { changeFeed } from '@aapurti/contract/integration/changeFeed';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { ok } from '../ground/reply.ts';
import { readChanges } from './changes.ts';

export function changeFeedRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, changeFeed.list, async ({ ctx, actor, query }) => ok(await readChanges(ctx, actor, query)));
}
