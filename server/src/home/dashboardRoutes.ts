import { dashboard } from '@aapurti/contract/home/dashboard';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { ok } from '../ground/reply.ts';
import { overview } from './overview.ts';

export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, dashboard.overview, async ({ ctx, actor, query }) => ok(await overview(ctx, actor, query.userID)));
}
