import { invoices, messages } from '@aapurti/contract/invoices';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { ok } from '../reply.ts';
import { serve } from '../http/serve.ts';
import { sheetRoutes } from '../sheetRoutes.ts';
import { exportInvoices } from './export.ts';
import { addInvoice, editInvoice, getInvoice, listInvoices, numberRemarkFor, removeInvoice } from './invoices.ts';
import { invoiceColumns } from './columns.ts';

export function invoiceRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, invoices.list, async ({ ctx, actor, query }) => listReply(await listInvoices(ctx, actor, query)));
  serve(app, context, invoices.get, async ({ ctx, actor, params }) => ok([await getInvoice(ctx, actor, params.id)]));
  serve(app, context, invoices.create, async ({ ctx, actor, body }) =>
    ok({ message: messages.created, data: await addInvoice(ctx, actor, body) }),
  );
  serve(app, context, invoices.edit, async ({ ctx, actor, params, body }) =>
    ok({ message: messages.updated, data: await editInvoice(ctx, actor, params.id, body) }),
  );
  serve(app, context, invoices.remove, async ({ ctx, actor, params }) => {
    await removeInvoice(ctx, actor, params.id);
    return ok({ message: messages.deleted });
  });
  serve(app, context, invoices.remark, async ({ ctx, actor, query }) => ok({ remark: await numberRemarkFor(ctx, actor, query) }));
  serve(app, context, invoices.export, async ({ ctx, actor, query }) => ok(await exportInvoices(ctx, actor, query)));
  sheetRoutes(app, context, invoices, {
    fileName: 'sampleInvoiceSheet.xlsx',
    sheet: 'Invoices',
    columns: invoiceColumns,
    name: 'invoices',
  });
}
