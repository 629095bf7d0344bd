import { mayCall } from '@aapurti/contract/access/roles';
import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { type CountedView, VIEWS, type ViewedList, viewQuery, viewsOf } from '@aapurti/contract/settings/queues';
import { invoices } from '@aapurti/contract/invoices/invoices';
import { priceReview } from '@aapurti/contract/products/priceReview';
import { decodeNames } from '@aapurti/contract/ground/wire';
import type { MemoKind } from '@aapurti/contract/memos/memoMessages';
import { memos } from '@aapurti/contract/memos/memos';
import { payments } from '@aapurti/contract/payments/payments';
import { reportedPayments } from '@aapurti/contract/payments/reported';
import { products } from '@aapurti/contract/products/products';
import { vendorAccounts } from '@aapurti/contract/payments/vendorAccounts';
import { orders } from '@aapurti/contract/purchase-orders/orders';
import { receipts } from '@aapurti/contract/receipts/receipts';
import sql, { join, type Sql } from 'sql-template-tag';
import { ZodError } from 'zod';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { invalidFields } from '../ground/refusal.ts';
import { refuseUnstorable } from '../http/serve.ts';
import { totalsOf } from '../database/list.ts';
import { listOf as notesOf } from '../dispatch-notes/dispatchNotes.ts';
import { invoiceSums, listOf as invoicesOf } from '../invoices/invoices.ts';
import { filteredMemos, memoSums } from '../memos/memos.ts';
import { paymentList, paymentSums } from '../payments/payments.ts';
import { filteredReports } from '../payments/reported.ts';
import { vendorList, vendorSums } from '../payments/vendorAccounts.ts';
import { listOf as productsOf } from '../products/products.ts';
import { reviewOf } from '../products/review.ts';
import { listOf as ordersOf, orderSums } from '../purchase-orders/orders.ts';
import { valueToInvoice } from '../purchase-orders/lines.ts';
import { filteredReceipts, receiptSums } from '../receipts/list.ts';

type Reading = Pick<Context, 'reports' | 'clock'>;
type Query = Readonly<Record<string, string>>;

/** A list without its page. */
type Rows = Parameters<typeof totalsOf>[0];

interface Counted {
  /** The list as its operation reads it, so that a view counts exactly the rows it lists. */
  spec: (ctx: Reading, actor: Actor, query: Query) => Rows | Promise<Rows>;
  /** The amount of a row, under the filters of a view. */
  value?: (query: Query) => Sql;
}

const memosOf = (kind: MemoKind): Counted => ({
  spec: (_, actor, query) => filteredMemos(actor, kind, memos[kind].totals.query.parse(query)),
  value: () => memoSums.amount,
});

const COUNTED: Readonly<Record<ViewedList, Counted>> = {
  'invoice.list': {
    spec: (ctx, actor, query) => invoicesOf(ctx, actor, invoices.list.query.parse(query)),
    // The balance of an invoice is due, as on the dashboard.
    value: ({ state }) => (state === 'overdue' || state === 'dueSoon' ? invoiceSums.balance : invoiceSums.invoiceValue),
  },
  'order.search': {
    spec: (ctx, actor, query) => ordersOf(ctx, actor, orders.export.query.parse(query)),
    // The accepted goods that are not invoiced count, as on the dashboard.
    value: ({ stage }) => (stage === 'toInvoice' ? valueToInvoice('purchase_orders') : orderSums.value),
  },
  'product.list': { spec: (ctx, actor, query) => productsOf(ctx.reports, actor, products.list.query.parse(query)) },
  'product.review': { spec: (_, actor, query) => reviewOf(actor, priceReview.list.query.parse(query)) },
  'dispatchNote.list': { spec: (_, actor, query) => notesOf(actor, dispatchNotes.list.query.parse(query)) },
  'vendor.list': {
    spec: (ctx, actor, query) => vendorList(ctx, actor, vendorAccounts.list.query.parse(query)),
    value: () => vendorSums.owed,
  },
  'debitMemo.list': memosOf('debit'),
  'creditMemo.list': memosOf('credit'),
  'receipt.list': {
    spec: (_, actor, query) => filteredReceipts(actor, receipts.totals.query.parse(query)),
    value: () => receiptSums.value,
  },
  'payment.report': {
    spec: (_, actor, query) => paymentList(actor, payments.exportPayments.query.parse(query)),
    value: () => paymentSums.amount,
  },
  'payment.reported': {
    spec: (_, actor, query) => filteredReports(actor, reportedPayments.list.query.parse(query)),
    value: () => sql`reported.amount`,
  },
};

interface Total {
  count: number;
  value?: number;
}

async function count(ctx: Reading, actor: Actor, list: ViewedList, query: Query): Promise<Sql> {
  const { spec, value } = COUNTED[list];
  try {
    return totalsOf(await spec(ctx, actor, query), value === undefined ? {} : { value: value(query) });
  } catch (error) {
    // The list's own schema reads the filters and words the errors.
    throw error instanceof ZodError ? invalidFields(error.issues) : error;
  }
}

/** The sites that limit a role of the caller. */
const isBound = ({ sites }: Actor) => Object.values(sites).some((ids) => ids.length > 0);

/** The filters in the query of an address, by their names in the code. */
function filtersOf(text: string): Query {
  const filters = decodeNames(Object.fromEntries(new URLSearchParams(text))) as Query;
  refuseUnstorable(filters);
  return filters;
}

async function totals(ctx: Reading, statements: readonly Sql[]): Promise<Total[]> {
  if (statements.length === 0) return [];
  const { found } = await ctx.reports.one<{ found: Total[] }>(sql`select json_build_array(${join(statements)}) as found`);
  return found;
}

/**
 * The number of rows in each view of a list under further filters, in one statement; the first is the whole list.
 * @throws Refusal 400 or 422 for filters that the list rejects
 */
export async function countViews(ctx: Reading, actor: Actor, list: ViewedList, filters = ''): Promise<CountedView[]> {
  const views = [{ name: 'all', query: {} }, ...viewsOf(list, actor.isAdmin)];
  const given = filtersOf(filters);
  const bound = isBound(actor);
  const found = await totals(ctx, await Promise.all(views.map((view) => count(ctx, actor, list, { ...given, ...viewQuery(view, bound) }))));
  return views.map(({ name }, index) => ({ name, count: found[index]?.count ?? 0, value: found[index]?.value ?? null }));
}

/**
 * The number of records of each list that await the caller's action, in one statement. Only lists that the caller's roles can act on count.
 */
export async function countWaiting(ctx: Reading, actor: Actor): Promise<{ list: ViewedList; count: number }[]> {
  const mine = (Object.keys(VIEWS) as ViewedList[]).flatMap((list) => {
    const view = viewsOf(list, actor.isAdmin).find(({ waits }) => waits !== undefined && mayCall(waits, actor.roles));
    return view === undefined ? [] : [{ list, query: view.query }];
  });
  const found = await totals(ctx, await Promise.all(mine.map(({ list, query }) => count(ctx, actor, list, query))));
  return mine.map(({ list }, index) => ({ list, count: found[index]?.count ?? 0 }));
}
