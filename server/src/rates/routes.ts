import { codeLists, hsnList, ifscList, unitList } from '@aapurti/contract/rates/codeLists';
import { gstRates, messages } from '@aapurti/contract/rates/gstRates';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { serve } from '../http/serve.ts';
import { done, ok, saved } from '../ground/reply.ts';
import { sheetRoutes } from '../sheets/sheetRoutes.ts';
import { exportList, ifscRemark, listColumns, listStatus } from './codeLists.ts';
import { rememberUnit, unknownUnits } from './units.ts';
import { rateColumns } from './columns.ts';
import { ratesOfOrder } from './proposal.ts';
import { addRate, editRate, exportRates, getRate, listRates, removeRate } from './rates.ts';

export function rateRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, gstRates.list, async ({ ctx, query }) => listReply(await listRates(ctx, query)));
  serve(app, context, gstRates.get, async ({ ctx, params }) => ok([await getRate(ctx.db, params.id)]));
  serve(app, context, gstRates.create, ({ ctx, actor, body }) => saved(messages.created, addRate(ctx, actor, body)));
  serve(app, context, gstRates.edit, ({ ctx, actor, params, body }) => saved(messages.updated, editRate(ctx, actor, params.id, body)));
  serve(app, context, gstRates.remove, ({ ctx, actor, params }) => done(messages.deleted, removeRate(ctx, actor, params.id)));
  serve(app, context, gstRates.ofOrder, async ({ ctx, actor, query }) => ok(await ratesOfOrder(ctx, actor, query)));
  serve(app, context, gstRates.export, async ({ ctx, actor, query }) => ok(await exportRates(ctx, actor, query)));
  sheetRoutes(app, context, gstRates, {
    name: 'rates',
    fileName: 'sampleGstRateSheet.xlsx',
    sheet: 'GST rates',
    columns: rateColumns,
  });
  serve(app, context, codeLists.status, async ({ ctx }) => ok(await listStatus(ctx)));
  serve(app, context, codeLists.unknownUnits, async ({ ctx }) => ok(await unknownUnits(ctx)));
  serve(app, context, codeLists.rememberUnit, async ({ ctx, actor, body }) => ok(await rememberUnit(ctx, actor, body)));
  serve(app, context, codeLists.remark, async ({ ctx, query }) => ok({ remark: query.ifsc ? await ifscRemark(ctx, query.ifsc) : null }));
  for (const [list, calls] of [
    ['units', unitList],
    ['hsn', hsnList],
    ['ifsc', ifscList],
  ] as const) {
    serve(app, context, calls.export, async ({ ctx, actor }) => ok(await exportList(ctx, actor, list)));
    sheetRoutes(app, context, calls, {
      name: list,
      fileName: `sample-${list}.xlsx`,
      sheet: 'Codes',
      columns: listColumns[list],
    });
  }
}
