import { search } from '@aapurti/contract/home/search';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { ok } from '../ground/reply.ts';
import { searchEverywhere } from './search.ts';

export function searchRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, search.everywhere, async ({ ctx, actor, query }) => ok(await searchEverywhere(ctx.db, actor, query.q)));
}
