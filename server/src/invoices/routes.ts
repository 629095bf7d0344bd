import { einvoices, messages as einvoiceMessages } from '@aapurti/contract/invoices/einvoices';
import { invoiceLineSheet } from '@aapurti/contract/invoices/invoiceLineSheet';
import { invoiceLines } from '@aapurti/contract/invoices/invoiceLines';
import { matching, matchTolerances, messages as matchMessages } from '@aapurti/contract/invoices/matching';
import { invoices, messages } from '@aapurti/contract/invoices/invoices';
import { messages as selfMessages, selfInvoices } from '@aapurti/contract/invoices/selfInvoices';

import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { done, ok, saved } from '../ground/reply.ts';
import type { Serve } from '../http/serve.ts';
import { sheetRoutes } from '../sheets/sheetRoutes.ts';
import { exportInvoices } from './export.ts';
import { addInvoice, editInvoice, ownInvoice, listInvoices, numberWords, removeInvoice, totalInvoices } from './invoices.ts';
import { invoiceColumns } from './columns.ts';
import { linesOf } from './changeLines.ts';
import { checkInvoice } from './check.ts';
import { einvoicesSince, saveEinvoices } from './einvoices/einvoices.ts';
import { exportLines, invoiceLineColumns } from './lineSheet.ts';
import { approveInvoices, matchOf, releaseInvoice, returnInvoice, savedFindings } from './decisions.ts';
import { listMatchTolerances, removeMatchTolerance, saveMatchTolerance } from './matchTolerances.ts';
import { numberRemarkFor, remarksOf } from './named.ts';
import { proposeInvoice } from './propose.ts';
import { cancelSelfInvoice, issueSelfInvoice, listDue, listSelfInvoices } from './reverse-charge/selfInvoices.ts';

export function invoiceRoutes(serve: Serve<Context>): void {
  serve(selfInvoices.due, async ({ ctx }) => ok(await listDue(ctx)));
  serve(selfInvoices.list, async ({ ctx }) => ok(await listSelfInvoices(ctx)));
  serve(selfInvoices.create, async ({ ctx, actor, body }) => {
    const data = await issueSelfInvoice(ctx, actor, body);
    return ok({ message: selfMessages.created(data.invoiceNumber), data });
  });
  serve(selfInvoices.cancel, async ({ ctx, actor, params, body }) => {
    const data = await cancelSelfInvoice(ctx, actor, params.id, body);
    return ok({ message: selfMessages.cancelled(data.invoiceNumber), data });
  });
  serve(invoices.list, async ({ ctx, actor, query }) => listReply(await listInvoices(ctx, actor, query)));
  serve(invoices.totals, async ({ ctx, actor, query }) => ok(await totalInvoices(ctx, actor, query)));
  serve(invoices.get, async ({ ctx, actor, params }) => ok([await ownInvoice(ctx.db, actor, params.id)]));
  serve(
    invoices.create,
    async ({ ctx, actor, body }) => {
      const data = await addInvoice(ctx, actor, body);
      const { findings, problems } = await savedFindings(ctx.db, actor, data);
      const message = problems === 0 ? messages.created : messages.createdException(problems, actor.isAdmin);
      return ok({ message, data, remarks: await remarksOf(ctx, actor, data), findings });
    },
    { reword: numberWords },
  );
  serve(
    invoices.edit,
    async ({ ctx, actor, params, body }) => {
      const data = await editInvoice(ctx, actor, params.id, body);
      const { findings, problems } = await savedFindings(ctx.db, actor, data);
      const message = problems === 0 ? messages.updated : messages.updatedException(problems, actor.isAdmin);
      return ok({ message, data, remarks: await remarksOf(ctx, actor, data), findings });
    },
    { reword: numberWords },
  );
  serve(invoices.remove, ({ ctx, actor, params }) => done(messages.deleted, removeInvoice(ctx, actor, params.id)));
  serve(invoices.remark, async ({ ctx, actor, query }) => ok({ remark: await numberRemarkFor(ctx, actor, query) }));
  serve(invoiceLines.propose, async ({ ctx, actor, query }) => ok(await proposeInvoice(ctx, actor, query)));
  serve(invoiceLines.get, async ({ ctx, actor, params }) => ok(await linesOf(ctx, actor, params.id)));
  serve(invoiceLineSheet.export, async ({ ctx, actor, query }) => ok(await exportLines(ctx, actor, query)));
  sheetRoutes(serve, invoiceLineSheet, {
    name: 'invoiceLines',
    fileName: 'sampleInvoiceLineSheet.xlsx',
    sheet: 'Lines',
    columns: invoiceLineColumns,
  });
  serve(einvoices.get, async ({ ctx, actor, query }) => ok(await einvoicesSince(ctx, actor, query.userID)));
  serve(einvoices.save, ({ ctx, actor, body }) => saved(einvoiceMessages.saved, saveEinvoices(ctx, actor, body)));
  serve(matching.get, async ({ ctx, actor, params }) => ok(await matchOf(ctx.db, actor, params.id)));
  serve(matching.check, async ({ ctx, actor, body }) => ok(await checkInvoice(ctx, actor, body)));
  serve(matching.release, ({ ctx, actor, params, body }) => saved(matchMessages.released, releaseInvoice(ctx, actor, params.id, body)));
  serve(matching.sendBack, ({ ctx, actor, params, body }) => saved(matchMessages.returned, returnInvoice(ctx, actor, params.id, body)));
  serve(matching.approve, async ({ ctx, actor, body }) => {
    const data = await approveInvoices(ctx, actor, body);
    return ok({ message: matchMessages.approved(data.approved), data });
  });
  serve(matchTolerances.list, async ({ ctx }) => ok(await listMatchTolerances(ctx)));
  serve(matchTolerances.save, async ({ ctx, actor, body }) => {
    const data = await saveMatchTolerance(ctx, actor, body);
    return ok({ message: matchMessages.toleranceSaved(data.validFrom ?? ''), data });
  });
  serve(matchTolerances.remove, async ({ ctx, actor, params }) => ok({ message: await removeMatchTolerance(ctx, actor, params.id) }));
  serve(invoices.export, async ({ ctx, actor, query }) => ok(await exportInvoices(ctx, actor, query)));
  sheetRoutes(serve, invoices, {
    fileName: 'sampleInvoiceSheet.xlsx',
    sheet: 'Invoices',
    columns: invoiceColumns,
    name: 'invoices',
  });
}
