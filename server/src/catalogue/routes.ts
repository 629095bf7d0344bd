import { catalogue, messages } from '@aapurti/contract/catalogue';
import { messages as sheetMessages } from '@aapurti/contract/sheets';
import type { FastifyInstance } from 'fastify';

import { lookUpItems } from '../buyer-system/items.ts';
import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { no, ok, Workbook } from '../http/reply.ts';
import { serve } from '../http/serve.ts';
import { ownerFor } from '../owner.ts';
import { markSheet, takeSheet } from '../spreadsheets/upload.ts';
import { exportProducts, productTemplate } from './export.ts';
import { changePriceApproval, listProducts, saveProduct } from './products.ts';
import { productIntake } from './upload.ts';

export function catalogueRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, catalogue.list, async ({ ctx, actor, query }) => listReply(await listProducts(ctx, actor, query)));
  serve(app, context, catalogue.lookUp, async ({ ctx, params }) => {
    const items = await lookUpItems(ctx.db, params.ean);
    return items.length === 0 ? no(items) : ok(items);
  });
  serve(app, context, catalogue.save, async ({ ctx, actor, body }) =>
    ok({ message: messages.saved, data: await saveProduct(ctx, actor, body) }),
  );
  serve(app, context, catalogue.approve, async ({ ctx, actor, body }) =>
    ok({ message: await changePriceApproval(ctx, actor, body.productIdList, body.priceApproval) }),
  );
  serve(app, context, catalogue.template, async () => ok(await productTemplate()));
  serve(app, context, catalogue.export, async ({ ctx, actor, query }) => ok(await exportProducts(ctx, actor, query)));
  serve(app, context, catalogue.upload, async ({ ctx, actor, body, files, query }) => {
    const file = files.get('file');
    const intake = productIntake(ctx, actor, await ownerFor(ctx.db, actor, body.userID), file?.name ?? '');
    const taken = await takeSheet(ctx.db, file, intake, { dryRun: query.dryRun === 'true', done: sheetMessages.uploaded });
    return 'errors' in taken ? no(taken) : ok(taken);
  });
  serve(app, context, catalogue.mark, async ({ ctx, actor, body, files }) => {
    const file = files.get('file');
    const intake = productIntake(ctx, actor, await ownerFor(ctx.db, actor, body.userID), file?.name ?? '');
    const marked = await markSheet(ctx.db, file, intake);
    return Buffer.isBuffer(marked) ? ok(new Workbook('faults.xlsx', marked)) : no(marked);
  });
}
