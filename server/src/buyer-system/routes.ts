import { buyerData } from '@aapurti/contract/buyer-data';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { no, ok } from '../http/reply.ts';
import { serve } from '../http/serve.ts';
import { importItems } from './importItems.ts';
import { listItems } from './items.ts';

export function buyerDataRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, buyerData.items, async ({ ctx, query }) => listReply(await listItems(ctx, query)));
  serve(app, context, buyerData.importItems, async ({ ctx, actor, query, files }) => {
    const done = await importItems(ctx, actor, files.get('file'), query.dryRun === 'true');
    return 'errors' in done ? no(done) : ok(done);
  });
}
