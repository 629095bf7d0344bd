import { accountEntries, allocations, messages as accountMessages, openingBalances } from '@aapurti/contract/payments/account';
import { payments } from '@aapurti/contract/payments/payments';
import { messages } from '@aapurti/contract/payments/paymentMessages';
import { vendorAccounts } from '@aapurti/contract/payments/vendorAccounts';
import { messages as reportMessages, reportedPayments } from '@aapurti/contract/payments/reported';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { listReply, resultReply } from '../database/list.ts';
import { done, ok, saved } from '../ground/reply.ts';
import { serve } from '../http/serve.ts';
import { allocate, listAllocations, listEntries } from './account.ts';
import { exportCarried, exportOutstanding, exportPayments } from './exports.ts';
import { acceptOpening, addOpening, listOpenings, reverseOpening } from './openings.ts';
import { addPayment, addTransfer, reversePayment } from './pay.ts';
import { balanceOf, listNumbers, listPayments, ownPayment, totalPayments } from './payments.ts';
import { confirmReport, enterAdvance, isReport, oneByOne, listOutside, listReported, rejectReport, reportPayment } from './reported.ts';
import { listOutstanding, listReturns, ownReturn, refuseOtherSort, totalOutstanding } from './reports.ts';
import { listVendors, totalVendors } from './vendorAccounts.ts';

export function paymentRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, payments.create, async ({ ctx, actor, body }) =>
    (await isReport(ctx.db, actor))
      ? ok({ message: reportMessages.reported, data: await reportPayment(ctx, actor, body) })
      : ok({ message: messages.added, data: await addPayment(ctx, actor, body) }),
  );
  serve(app, context, payments.transfer, async ({ ctx, actor, body }) => {
    if (await isReport(ctx.db, actor)) throw oneByOne();
    return ok({ message: messages.added, data: await addTransfer(ctx, actor, body) });
  });
  serve(app, context, payments.advance, async ({ ctx, actor, body }) => {
    const data = await enterAdvance(ctx, actor, body);
    return ok({ message: 'status' in data ? messages.advanceWaits : messages.added, data });
  });
  serve(app, context, payments.reverse, ({ ctx, actor, params, body }) =>
    saved(messages.reversed, reversePayment(ctx, actor, params.id, body)),
  );
  serve(app, context, reportedPayments.list, async ({ ctx, actor, query }) => ok(await listReported(ctx, actor, query)));
  serve(app, context, reportedPayments.confirm, ({ ctx, actor, params }) =>
    done(reportMessages.confirmed, confirmReport(ctx, actor, params.id)),
  );
  serve(app, context, reportedPayments.reject, ({ ctx, actor, params, body }) =>
    done(reportMessages.rejected, rejectReport(ctx, actor, params.id, body.reason)),
  );
  serve(app, context, reportedPayments.outside, async ({ ctx, actor, query }) => ok(await listOutside(ctx, actor, query)));
  serve(app, context, accountEntries.list, async ({ ctx, actor, query }) => listReply(await listEntries(ctx, actor, query)));
  serve(app, context, allocations.list, async ({ ctx, actor, query }) => listReply(await listAllocations(ctx, actor, query)));
  serve(app, context, allocations.create, ({ ctx, actor, body }) => saved(accountMessages.allocated, allocate(ctx, actor, body)));
  serve(app, context, openingBalances.list, async ({ ctx, actor, query }) => ok(await listOpenings(ctx, actor, query)));
  serve(app, context, openingBalances.create, async ({ ctx, actor, body }) => {
    const data = await addOpening(ctx, actor, body);
    return ok({ message: data.status === 'open' ? accountMessages.openingWaits : accountMessages.openingSaved, data });
  });
  serve(app, context, openingBalances.accept, ({ ctx, actor, params }) =>
    saved(accountMessages.openingAccepted, acceptOpening(ctx, actor, params.id)),
  );
  serve(app, context, openingBalances.reverse, ({ ctx, actor, params, body }) =>
    saved(accountMessages.openingReversed, reverseOpening(ctx, actor, params.id, body.reason)),
  );
  serve(app, context, payments.numbers, async ({ ctx, actor, query }) => listReply(await listNumbers(ctx, actor, query)));
  serve(app, context, payments.balance, async ({ ctx, actor, params, query }) =>
    ok(await balanceOf(ctx, actor, params.invoiceNumber, query)),
  );
  serve(app, context, payments.get, async ({ ctx, actor, params }) => ok(await ownPayment(ctx.db, actor, params.id)));
  serve(app, context, payments.getReturn, async ({ ctx, actor, params }) => ok(await ownReturn(ctx.db, actor, params.id)));
  serve(app, context, payments.report, async ({ ctx, actor, query, body }) => {
    const isOutstanding = body.status === 'OS';
    const asked = { ...query, userID: body.userID ?? query.userID };
    refuseOtherSort(asked, isOutstanding);
    return resultReply(isOutstanding ? await listOutstanding(ctx, actor, asked) : await listPayments(ctx, actor, asked));
  });
  serve(app, context, payments.totals, async ({ ctx, actor, query }) => ok(await totalPayments(ctx, actor, query)));
  serve(app, context, payments.outstandingTotals, async ({ ctx, actor, query }) => ok(await totalOutstanding(ctx, actor, query)));
  serve(app, context, payments.exportPayments, async ({ ctx, actor, query }) => ok(await exportPayments(ctx, actor, query)));
  serve(app, context, payments.exportCarried, async ({ ctx, actor }) => ok(await exportCarried(ctx, actor)));
  serve(app, context, payments.exportOutstanding, async ({ ctx, actor, query }) => ok(await exportOutstanding(ctx, actor, query)));
  serve(app, context, vendorAccounts.list, async ({ ctx, actor, query }) => listReply(await listVendors(ctx, actor, query)));
  serve(app, context, vendorAccounts.totals, async ({ ctx, actor, query }) => ok(await totalVendors(ctx, actor, query)));
  serve(app, context, payments.returns, async ({ ctx, actor, query }) => resultReply(await listReturns(ctx, actor, query)));
}
