import { accountEntries, allocations, messages as accountMessages, openingBalances } from '@aapurti/contract/payments/account';
import { messages as sheetMessages, openingSheets } from '@aapurti/contract/payments/openingSheets';
import { payments } from '@aapurti/contract/payments/payments';
import { messages } from '@aapurti/contract/payments/paymentMessages';
import { vendorAccounts } from '@aapurti/contract/payments/vendorAccounts';
import { messages as reportMessages, reportedPayments } from '@aapurti/contract/payments/reported';

import type { Context } from '../context.ts';
import { listReply, resultReply } from '../database/list.ts';
import { done, ok, saved } from '../ground/reply.ts';
import type { Serve } from '../http/serve.ts';
import { allocate, listAllocations, listEntries } from './account.ts';
import { exportCarried, exportOutstanding, exportPayments } from './exports.ts';
import { approveSheet, listSheets, rejectSheet } from './openings/sheets.ts';
import { acceptOpening, addOpening, listOpenings, reverseOpening } from './openings/balances.ts';
import { addPayment, addTransfer, reversePayment } from './pay.ts';
import { balanceOf, listNumbers, listPayments, ownPayment, totalPayments } from './payments.ts';
import { confirmReport, enterAdvance, isReport, oneByOne, listOutside, listReported, rejectReport, reportPayment } from './reported.ts';
import { listOutstanding, listReturns, ownReturn, refuseOtherSort, totalOutstanding } from './reports.ts';
import { listVendors, totalVendors } from './vendorAccounts.ts';

export function paymentRoutes(serve: Serve<Context>): void {
  serve(payments.create, async ({ ctx, actor, body }) =>
    (await isReport(ctx.db, actor))
      ? ok({ message: reportMessages.reported, data: await reportPayment(ctx, actor, body) })
      : ok({ message: messages.added, data: await addPayment(ctx, actor, body) }),
  );
  serve(payments.transfer, async ({ ctx, actor, body }) => {
    if (await isReport(ctx.db, actor)) throw oneByOne();
    return ok({ message: messages.added, data: await addTransfer(ctx, actor, body) });
  });
  serve(payments.advance, async ({ ctx, actor, body }) => {
    const data = await enterAdvance(ctx, actor, body);
    return ok({ message: 'status' in data ? messages.advanceWaits : messages.added, data });
  });
  serve(payments.reverse, ({ ctx, actor, params, body }) => saved(messages.reversed, reversePayment(ctx, actor, params.id, body)));
  serve(reportedPayments.list, async ({ ctx, actor, query }) => ok(await listReported(ctx, actor, query)));
  serve(reportedPayments.confirm, ({ ctx, actor, params }) => done(reportMessages.confirmed, confirmReport(ctx, actor, params.id)));
  serve(reportedPayments.reject, ({ ctx, actor, params, body }) =>
    done(reportMessages.rejected, rejectReport(ctx, actor, params.id, body.reason)),
  );
  serve(reportedPayments.outside, async ({ ctx, actor, query }) => ok(await listOutside(ctx, actor, query)));
  serve(accountEntries.list, async ({ ctx, actor, query }) => listReply(await listEntries(ctx, actor, query)));
  serve(allocations.list, async ({ ctx, actor, query }) => listReply(await listAllocations(ctx, actor, query)));
  serve(allocations.create, ({ ctx, actor, body }) => saved(accountMessages.allocated, allocate(ctx, actor, body)));
  serve(openingBalances.list, async ({ ctx, actor, query }) => ok(await listOpenings(ctx, actor, query)));
  serve(openingBalances.create, async ({ ctx, actor, body }) => {
    const data = await addOpening(ctx, actor, body);
    return ok({ message: data.status === 'open' ? accountMessages.openingWaits : accountMessages.openingSaved, data });
  });
  serve(openingBalances.accept, ({ ctx, actor, params }) => saved(accountMessages.openingAccepted, acceptOpening(ctx, actor, params.id)));
  serve(openingBalances.reverse, ({ ctx, actor, params, body }) =>
    saved(accountMessages.openingReversed, reverseOpening(ctx, actor, params.id, body.reason)),
  );
  serve(openingSheets.list, async ({ ctx, actor }) => ok(await listSheets(ctx, actor)));
  serve(openingSheets.approve, ({ ctx, actor, params }) => saved(sheetMessages.approved, approveSheet(ctx, actor, params.id)));
  serve(openingSheets.reject, ({ ctx, actor, params, body }) => saved(sheetMessages.rejected, rejectSheet(ctx, actor, params.id, body)));
  serve(payments.numbers, async ({ ctx, actor, query }) => listReply(await listNumbers(ctx, actor, query)));
  serve(payments.balance, async ({ ctx, actor, params, query }) => ok(await balanceOf(ctx, actor, params.invoiceNumber, query)));
  serve(payments.get, async ({ ctx, actor, params }) => ok(await ownPayment(ctx.db, actor, params.id)));
  serve(payments.getReturn, async ({ ctx, actor, params }) => ok(await ownReturn(ctx.db, actor, params.id)));
  serve(payments.report, async ({ ctx, actor, query, body }) => {
    const isOutstanding = body.status === 'OS';
    const asked = { ...query, userID: body.userID ?? query.userID };
    refuseOtherSort(asked, isOutstanding);
    return resultReply(isOutstanding ? await listOutstanding(ctx, actor, asked) : await listPayments(ctx, actor, asked));
  });
  serve(payments.totals, async ({ ctx, actor, query }) => ok(await totalPayments(ctx, actor, query)));
  serve(payments.outstandingTotals, async ({ ctx, actor, query }) => ok(await totalOutstanding(ctx, actor, query)));
  serve(payments.exportPayments, async ({ ctx, actor, query }) => ok(await exportPayments(ctx, actor, query)));
  serve(payments.exportCarried, async ({ ctx, actor }) => ok(await exportCarried(ctx, actor)));
  serve(payments.exportOutstanding, async ({ ctx, actor, query }) => ok(await exportOutstanding(ctx, actor, query)));
  serve(vendorAccounts.list, async ({ ctx, actor, query }) => listReply(await listVendors(ctx, actor, query)));
  serve(vendorAccounts.totals, async ({ ctx, actor, query }) => ok(await totalVendors(ctx, actor, query)));
  serve(payments.returns, async ({ ctx, actor, query }) => resultReply(await listReturns(ctx, actor, query)));
}
