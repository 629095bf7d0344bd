import { buyerData } from '@aapurti/contract/buyer-data';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { no, ok, Workbook } from '../http/reply.ts';
import { serve } from '../http/serve.ts';
import { handOut } from '../spreadsheets/download.ts';
import { templateOf } from '../spreadsheets/template.ts';
import { exportItems } from './exportItems.ts';
import { importItems, markItems } from './importItems.ts';
import { listItems } from './items.ts';
import { itemColumns } from './sheet.ts';

export function buyerDataRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, buyerData.items, async ({ ctx, query }) => listReply(await listItems(ctx, query)));
  serve(app, context, buyerData.importItems, async ({ ctx, actor, query, files, signal }) => {
    const done = await importItems(ctx, actor, files.get('file'), { dryRun: query.dryRun === 'true', signal });
    return 'errors' in done ? no(done) : ok(done);
  });
  serve(app, context, buyerData.itemTemplate, async () =>
    ok(new Workbook('sampleItemSheet.xlsx', await templateOf(itemColumns, { sheet: 'Items' }))),
  );
  serve(app, context, buyerData.exportItems, async ({ ctx, actor, query }) => ok(await exportItems(ctx, actor, query)));
  serve(app, context, buyerData.markItems, async ({ ctx, actor, files, signal }) => {
    const marked = await markItems(ctx, actor, files.get('file'), signal);
    return Buffer.isBuffer(marked) ? ok(handOut('faults.xlsx', marked)) : no(marked);
  });
}
