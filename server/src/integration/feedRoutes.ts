import { changeFeed } from '@aapurti/contract/integration/changeFeed';

import type { Context } from '../context.ts';
import type { Serve } from '../http/serve.ts';
import { ok } from '../ground/reply.ts';
import { readChanges } from './changes.ts';

export function changeFeedRoutes(serve: Serve<Context>): void {
  serve(changeFeed.list, async ({ ctx, actor, query }) => ok(await readChanges(ctx, actor, query)));
}
