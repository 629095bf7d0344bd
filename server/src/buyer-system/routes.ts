import { buyerSystem } from '@aapurti/contract/buyer-system/buyerSystem';
import { buyerConnection } from '@aapurti/contract/buyer-system/buyerSystemConnection';
import {
  buyerOpenings,
  buyerOrders,
  buyerPayments,
  buyerReceipts,
  buyerReturns,
  messages,
} from '@aapurti/contract/buyer-system/buyerSystemSheets';
import type { QueryOf } from '@aapurti/contract/ground/operation';

import type { Context } from '../context.ts';
import { listReply, allRows } from '../database/list.ts';
import { ok, saved, type Workbook } from '../ground/reply.ts';
import type { Serve } from '../http/serve.ts';
import { ownOrder } from '../purchase-orders/orders.ts';
import type { Columns } from '../sheets/columns.ts';
import { sheetRoutes } from '../sheets/sheetRoutes.ts';
import { connectionOf, listFaults, pullNow } from './connection.ts';
import { listItems, itemList, itemTable } from './items.ts';
import { exportOpenings, openingColumns } from './openingSheet.ts';
import { exportOrders, orderColumns } from './orderSheet.ts';
import { exportLoadedPayments, paymentColumns } from './paymentSheet.ts';
import { exportReceipts, listReceipts } from './receipts.ts';
import { receiptColumns } from './receiptSheet.ts';
import { exportLoadedReturns, returnColumns } from './returnSheet.ts';
import { itemColumns } from './sheet.ts';
import { cancelOrder, closeOrder, confirmQuantity, editOrder, typeOrder } from './typeOrders.ts';
import type { Actor } from '../ground/actor.ts';
import { exportRows } from '../sheets/download.ts';

export function buyerSystemRoutes(serve: Serve<Context>): void {
  serve(buyerSystem.items, async ({ ctx, query }) => listReply(await listItems(ctx, query)));
  serve(buyerSystem.exportItems, async ({ ctx, actor, query }) => ok(await exportItems(ctx, actor, query)));

  const { itemTemplate: template, importItems: upload, markItems: mark } = buyerSystem;
  const sheets = [
    { name: 'items', calls: { template, upload, mark }, fileName: 'sampleItemSheet.xlsx', sheet: 'Items', columns: itemColumns },
    { name: 'orders', calls: buyerOrders, fileName: 'sampleOrderSheet.xlsx', sheet: 'Purchase orders', columns: orderColumns },
    { name: 'receipts', calls: buyerReceipts, fileName: 'sampleReceiptSheet.xlsx', sheet: 'Goods receipts', columns: receiptColumns },
    { name: 'returns', calls: buyerReturns, fileName: 'sampleReturnSheet.xlsx', sheet: 'Purchase returns', columns: returnColumns },
    { name: 'payments', calls: buyerPayments, fileName: 'samplePaymentSheet.xlsx', sheet: 'Payments', columns: paymentColumns },
    { name: 'openings', calls: buyerOpenings, fileName: 'sampleOpeningSheet.xlsx', sheet: 'Opening balances', columns: openingColumns },
  ] as const;
  for (const { calls, ...sheet } of sheets) sheetRoutes<Columns>(serve, calls, sheet);

  serve(buyerOrders.export, async ({ ctx, actor, query }) => ok(await exportOrders(ctx, actor, query.userID)));
  serve(buyerReceipts.list, async ({ ctx, actor, query }) => listReply(await listReceipts(ctx, actor, query)));
  serve(buyerReceipts.export, async ({ ctx, actor, query }) => ok(await exportReceipts(ctx, actor, query)));
  serve(buyerReturns.export, async ({ ctx, actor, query }) => ok(await exportLoadedReturns(ctx, actor, query.userID)));
  serve(buyerPayments.export, async ({ ctx, actor, query }) => ok(await exportLoadedPayments(ctx, actor, query.userID)));

  serve(buyerOpenings.export, async ({ ctx, actor, query }) => ok(await exportOpenings(ctx, actor, query.userID)));

  serve(buyerOrders.get, async ({ ctx, actor, params }) => ok([await ownOrder(ctx.db, actor, params.id)]));
  serve(buyerOrders.create, ({ ctx, actor, body }) => saved(messages.created, typeOrder(ctx, actor, body)));
  serve(buyerOrders.edit, ({ ctx, actor, params, body }) => saved(messages.updated, editOrder(ctx, actor, params.id, body)));
  serve(buyerOrders.close, ({ ctx, actor, params, body }) => saved(messages.closed, closeOrder(ctx, actor, params.id, body)));
  serve(buyerOrders.confirm, ({ ctx, actor, params, body }) => saved(messages.confirmed, confirmQuantity(ctx, actor, params.id, body)));
  serve(buyerOrders.cancel, ({ ctx, actor, params }) => saved(messages.cancelled, cancelOrder(ctx, actor, params.id)));

  serve(buyerConnection.status, async ({ ctx }) => ok(await connectionOf(ctx)));
  serve(buyerConnection.faults, async ({ ctx, query }) => listReply(await listFaults(ctx, query)));
  serve(buyerConnection.pull, async ({ ctx, actor, body }) => ok(await pullNow(ctx, actor, body.fromStart ?? false)));
}

/** Exports the filtered list in the columns of the upload. */
function exportItems(ctx: Context, actor: Actor, query: QueryOf<typeof buyerSystem.exportItems>): Promise<Workbook> {
  const selected = allRows({ ...itemList(query), select: itemTable.exported });
  return exportRows(ctx, actor, { name: 'items.xlsx', sheet: 'Items', columns: itemColumns }, selected);
}
