import { codeLists, hsnList, ifscList, unitList } from '@aapurti/contract/rates/codeLists';
import { gstRates, messages } from '@aapurti/contract/rates/gstRates';

import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import type { Serve } from '../http/serve.ts';
import { done, ok, saved } from '../ground/reply.ts';
import { sheetRoutes } from '../sheets/sheetRoutes.ts';
import { exportList, ifscRemark, listColumns, listStatus } from './codeLists.ts';
import { rememberUnit, unknownUnits } from './units.ts';
import { rateColumns } from './columns.ts';
import { ratesOfOrder } from './proposal.ts';
import { addRate, editRate, exportRates, getRate, listRates, removeRate } from './rates.ts';

export function rateRoutes(serve: Serve<Context>): void {
  serve(gstRates.list, async ({ ctx, query }) => listReply(await listRates(ctx, query)));
  serve(gstRates.get, async ({ ctx, params }) => ok([await getRate(ctx.db, params.id)]));
  serve(gstRates.create, ({ ctx, actor, body }) => saved(messages.created, addRate(ctx, actor, body)));
  serve(gstRates.edit, ({ ctx, actor, params, body }) => saved(messages.updated, editRate(ctx, actor, params.id, body)));
  serve(gstRates.remove, ({ ctx, actor, params }) => done(messages.deleted, removeRate(ctx, actor, params.id)));
  serve(gstRates.ofOrder, async ({ ctx, actor, query }) => ok(await ratesOfOrder(ctx, actor, query)));
  serve(gstRates.export, async ({ ctx, actor, query }) => ok(await exportRates(ctx, actor, query)));
  sheetRoutes(serve, gstRates, {
    name: 'rates',
    fileName: 'sampleGstRateSheet.xlsx',
    sheet: 'GST rates',
    columns: rateColumns,
  });
  serve(codeLists.status, async ({ ctx }) => ok(await listStatus(ctx)));
  serve(codeLists.unknownUnits, async ({ ctx }) => ok(await unknownUnits(ctx)));
  serve(codeLists.rememberUnit, async ({ ctx, actor, body }) => ok(await rememberUnit(ctx, actor, body)));
  serve(codeLists.remark, async ({ ctx, query }) => ok({ remark: query.ifsc ? await ifscRemark(ctx, query.ifsc) : null }));
  for (const [list, calls] of [
    ['units', unitList],
    ['hsn', hsnList],
    ['ifsc', ifscList],
  ] as const) {
    serve(calls.export, async ({ ctx, actor }) => ok(await exportList(ctx, actor, list)));
    sheetRoutes(serve, calls, {
      name: list,
      fileName: `sample-${list}.xlsx`,
      sheet: 'Codes',
      columns: listColumns[list],
    });
  }
}
