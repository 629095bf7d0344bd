import { queues } from '@aapurti/contract/settings/queues';

import type { Context } from '../context.ts';
import type { Serve } from '../http/serve.ts';
import { ok } from '../ground/reply.ts';
import { countViews, countWaiting } from './queues.ts';

export function queueRoutes(serve: Serve<Context>): void {
  serve(queues.views, async ({ ctx, actor, query }) => ok(await countViews(ctx, actor, query.list, query.filters)));
  serve(queues.waiting, async ({ ctx, actor }) => ok(await countWaiting(ctx, actor)));
}
