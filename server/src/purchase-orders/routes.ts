import { orderPrints } from '@aapurti/contract/purchase-orders/orderPrints';
import { answerSheet } from '@aapurti/contract/purchase-orders/answerSheet';
import { answerTolerances, messages as toleranceMessages } from '@aapurti/contract/settings/answerTolerances';
import { links } from '@aapurti/contract/purchase-orders/orderLinks';
import { answers, messages as answerMessages } from '@aapurti/contract/purchase-orders/orderAnswers';
import { messages, orders } from '@aapurti/contract/purchase-orders/orders';

import type { Context } from '../context.ts';
import { listReply, resultReply } from '../database/list.ts';
import { ok, saved } from '../ground/reply.ts';
import type { Serve } from '../http/serve.ts';
import { sheetRoutes } from '../sheets/sheetRoutes.ts';
import { answerColumns, exportOpenLines } from './answerSheet.ts';
import { decideAnswers } from './answerDecisions.ts';
import { answersOf, sendAnswers, withdrawAnswers } from './answers.ts';
import { keptPromises } from './keptPromises.ts';
import { linksOf } from './links.ts';
import { exportOrders } from './export.ts';
import { acknowledgeOrder, listOrders, totalOrders } from './orders.ts';
import { removeTolerances, saveTolerances, tolerancesFor } from './tolerances.ts';
import { packageSheetPdf, packingLabelsPdf } from './prints.ts';

export function orderRoutes(serve: Serve<Context>): void {
  serve(orders.search, async ({ ctx, actor, query, body }) => resultReply(await listOrders(ctx, actor, { ...query, ...body })));
  serve(orders.totals, async ({ ctx, actor, query }) => ok(await totalOrders(ctx, actor, query)));
  serve(orders.list, async ({ ctx, actor, query }) => listReply(await listOrders(ctx, actor, query)));
  serve(orders.export, async ({ ctx, actor, query }) => ok(await exportOrders(ctx, actor, query)));
  serve(orders.acknowledge, ({ ctx, actor, params, body }) => saved(messages.acknowledged, acknowledgeOrder(ctx, actor, params.id, body)));
  serve(links.get, async ({ ctx, actor, params }) => ok(await linksOf(ctx, actor, params.id)));
  serve(answers.get, async ({ ctx, actor, params }) => ok(await answersOf(ctx.db, actor, params.id)));
  serve(answers.kept, async ({ ctx, actor, query }) => ok(await keptPromises(ctx, actor, query.userID)));
  serve(answers.send, ({ ctx, actor, params, body }) => saved(answerMessages.sent, sendAnswers(ctx, actor, params.id, body)));
  serve(answerSheet.export, async ({ ctx, actor, query }) => ok(await exportOpenLines(ctx, actor, query)));
  sheetRoutes(serve, answerSheet, {
    name: 'answers',
    fileName: 'sampleAnswerSheet.xlsx',
    sheet: 'Confirmations',
    columns: answerColumns,
  });
  serve(answers.withdraw, ({ ctx, actor, params, body }) => saved(answerMessages.withdrawn, withdrawAnswers(ctx, actor, params.id, body)));
  serve(answers.decide, ({ ctx, actor, params, body }) => saved(answerMessages.decided, decideAnswers(ctx, actor, params.id, body)));
  serve(answerTolerances.get, async ({ ctx, query }) => ok(await tolerancesFor(ctx.db, query.userID)));
  serve(answerTolerances.save, ({ ctx, actor, body }) => saved(toleranceMessages.saved, saveTolerances(ctx, actor, body)));
  serve(answerTolerances.remove, ({ ctx, actor, params }) => saved(toleranceMessages.removed, removeTolerances(ctx, actor, params.id)));
  serve(orderPrints.labels, async ({ ctx, actor, params, query }) => ok(await packingLabelsPdf(ctx, actor, params.id, query.cartons)));
  serve(orderPrints.sheet, async ({ ctx, actor, params, query }) => ok(await packageSheetPdf(ctx, actor, params.id, query.cartons)));
}
