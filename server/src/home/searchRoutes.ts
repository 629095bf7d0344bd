import { search } from '@aapurti/contract/home/search';

import type { Context } from '../context.ts';
import type { Serve } from '../http/serve.ts';
import { ok } from '../ground/reply.ts';
import { searchEverywhere } from './search.ts';

export function searchRoutes(serve: Serve<Context>): void {
  serve(search.everywhere, async ({ ctx, actor, query }) => ok(await searchEverywhere(ctx.db, actor, query.q)));
}
