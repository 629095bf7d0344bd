import { buyerData } from '@aapurti/contract/buyer-data';
import { buyerConnection } from '@aapurti/contract/buyer-connection';
import { type BuyerSheet, buyerOrders, buyerPayments, buyerReceipts, buyerReturns, messages } from '@aapurti/contract/buyer-sheets';
import type { FastifyInstance } from 'fastify';

import type { Actor } from '../accounts/sessions.ts';
import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { no, ok, Workbook } from '../http/reply.ts';
import { serve } from '../http/serve.ts';
import { ownOrder } from '../purchase-orders/orders.ts';
import { handOut } from '../spreadsheets/download.ts';
import type { Columns } from '../spreadsheets/columns.ts';
import { templateOf } from '../spreadsheets/template.ts';
import { type Intake, markSheet, takeSheet } from '../spreadsheets/upload.ts';
import { connectionOf, listFaults, pullNow } from './connection.ts';
import { exportItems } from './exportItems.ts';
import { importItems, markItems } from './importItems.ts';
import { listItems } from './items.ts';
import { exportOrders, orderColumns, orderIntake } from './orderSheet.ts';
import { exportLoadedPayments, paymentColumns, paymentIntake } from './paymentSheet.ts';
import { exportReceipts, listReceipts } from './receipts.ts';
import { receiptColumns, receiptIntake } from './receiptSheet.ts';
import { exportLoadedReturns, returnColumns, returnIntake } from './returnSheet.ts';
import { itemColumns } from './sheet.ts';
import { cancelOrder, editOrder, typeOrder } from './typeOrders.ts';

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

  const sheet = sheetServer(app, context);
  sheet(buyerOrders, { fileName: 'sampleOrderSheet.xlsx', sheet: 'Purchase orders', columns: orderColumns, intake: orderIntake });
  sheet(buyerReceipts, { fileName: 'sampleReceiptSheet.xlsx', sheet: 'Goods receipts', columns: receiptColumns, intake: receiptIntake });
  sheet(buyerReturns, { fileName: 'sampleReturnSheet.xlsx', sheet: 'Purchase returns', columns: returnColumns, intake: returnIntake });
  sheet(buyerPayments, { fileName: 'samplePaymentSheet.xlsx', sheet: 'Payments', columns: paymentColumns, intake: paymentIntake });
  serve(app, context, buyerOrders.export, async ({ ctx, actor, query }) => ok(await exportOrders(ctx, actor, query.userID)));
  serve(app, context, buyerReceipts.list, async ({ ctx, actor, query }) => listReply(await listReceipts(ctx, actor, query)));
  serve(app, context, buyerReceipts.export, async ({ ctx, actor, query }) => ok(await exportReceipts(ctx, actor, query)));
  serve(app, context, buyerReturns.export, async ({ ctx, actor, query }) => ok(await exportLoadedReturns(ctx, actor, query.userID)));
  serve(app, context, buyerPayments.export, async ({ ctx, actor, query }) => ok(await exportLoadedPayments(ctx, actor, query.userID)));

  serve(app, context, buyerOrders.get, async ({ ctx, actor, params }) => ok([await ownOrder(ctx.db, actor, params.id)]));
  serve(app, context, buyerOrders.create, async ({ ctx, actor, body }) =>
    ok({ message: messages.created, data: await typeOrder(ctx, actor, body) }),
  );
  serve(app, context, buyerOrders.edit, async ({ ctx, actor, params, body }) =>
    ok({ message: messages.updated, data: await editOrder(ctx, actor, params.id, body) }),
  );
  serve(app, context, buyerOrders.cancel, async ({ ctx, actor, params }) =>
    ok({ message: messages.cancelled, data: await cancelOrder(ctx, actor, params.id) }),
  );

  serve(app, context, buyerConnection.status, async ({ ctx }) => ok(await connectionOf(ctx)));
  serve(app, context, buyerConnection.faults, async ({ ctx, query }) => listReply(await listFaults(ctx, query)));
  serve(app, context, buyerConnection.pull, async ({ ctx, actor, body }) => ok(await pullNow(ctx, actor, body.fromStart ?? false)));
}

/** Serves template, upload and marking of one sheet of the buyer's. */
function sheetServer(app: FastifyInstance, context: Context) {
  return <C extends Columns, Kept>(
    calls: Pick<BuyerSheet, 'template' | 'upload' | 'mark'>,
    sheet: {
      /** Of the template. */
      fileName: string;
      /** Of the sheet in it. */
      sheet: string;
      columns: C;
      intake: (ctx: Context, actor: Actor, fileName: string) => Intake<C, Kept>;
    },
  ) => {
    serve(app, context, calls.template, async () =>
      ok(new Workbook(sheet.fileName, await templateOf(sheet.columns, { sheet: sheet.sheet }))),
    );
    serve(app, context, calls.upload, async ({ ctx, actor, query, files, signal }) => {
      const file = files.get('file');
      const intake = sheet.intake(ctx, actor, file?.name ?? '');
      const taken = await takeSheet(ctx.db, file, intake, { dryRun: query.dryRun === 'true', csvAllowed: true, who: actor.id, signal });
      return 'errors' in taken ? no(taken) : ok(taken);
    });
    serve(app, context, calls.mark, async ({ ctx, actor, files, signal }) => {
      const file = files.get('file');
      const intake = sheet.intake(ctx, actor, file?.name ?? '');
      const marked = await markSheet(ctx.db, file, intake, { csvAllowed: true, who: actor.id, signal });
      return Buffer.isBuffer(marked) ? ok(handOut('faults.xlsx', marked)) : no(marked);
    });
  };
}
