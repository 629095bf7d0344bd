import { dashboard } from '@aapurti/contract/home/dashboard';

import type { Context } from '../context.ts';
import type { Serve } from '../http/serve.ts';
import { ok } from '../ground/reply.ts';
import { overview } from './overview.ts';

export function dashboardRoutes(serve: Serve<Context>): void {
  serve(dashboard.overview, async ({ ctx, actor, query }) => ok(await overview(ctx, actor, query.userID)));
}
