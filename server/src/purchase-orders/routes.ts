import { orderPrints } from '@aapurti/contract/orderPrints';
import { messages, orders } from '@aapurti/contract/orders';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { listReply, resultReply } from '../database/list.ts';
import { ok } from '../reply.ts';
import { serve } from '../http/serve.ts';
import { exportOrders } from './export.ts';
import { acknowledgeOrder, listOrders } from './orders.ts';
import { packageSheetPdf, packingLabelsPdf } from './prints.ts';

export function orderRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, orders.search, async ({ ctx, actor, query, body }) =>
    resultReply(await listOrders(ctx, actor, { ...query, ...body })),
  );
  serve(app, context, orders.list, async ({ ctx, actor, query }) => listReply(await listOrders(ctx, actor, query)));
  serve(app, context, orders.export, async ({ ctx, actor, query }) => ok(await exportOrders(ctx, actor, query)));
  serve(app, context, orders.acknowledge, async ({ ctx, actor, params, body }) =>
    ok({ message: messages.acknowledged, data: await acknowledgeOrder(ctx, actor, params.id, body) }),
  );
  serve(app, context, orderPrints.labels, async ({ ctx, actor, params, query }) =>
    ok(await packingLabelsPdf(ctx, actor, params.id, query.cartons)),
  );
  serve(app, context, orderPrints.sheet, async ({ ctx, actor, params, query }) =>
    ok(await packageSheetPdf(ctx, actor, params.id, query.cartons)),
  );
}
