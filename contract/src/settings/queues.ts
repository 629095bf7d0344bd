import * as z from 'zod';

import { named } from '../ground/fields.ts';
import type { RoleSet } from '../access/roles.ts';
import { oneOf, operationsOf } from '../ground/operation.ts';

/** A built-in view of a list, with the filters that it sets. */
export interface View {
  name: string;
  label: string;
  query: Readonly<Record<string, string>>;
  /** The party that has the view; both if absent. */
  for?: 'buyer' | 'vendor';
  /** The roles that must act on the records of the view; the menu shows their count. */
  waits?: RoleSet;
}

/** The views of each list, after "All". Lists are named by the calls that read them. */
export const VIEWS = {
  'invoice.list': [
    { name: 'buyer', label: 'For me', query: { waits: 'buyer' }, for: 'buyer', waits: 'invoiceRelease' },
    { name: 'vendor', label: 'For me', query: { waits: 'vendor' }, for: 'vendor', waits: 'invoices' },
    { name: 'exceptions', label: 'Exceptions', query: { match: 'exception' } },
    { name: 'toApprove', label: 'To approve', query: { match: 'matched' }, for: 'buyer' },
    { name: 'matched', label: 'Matched', query: { match: 'matched' }, for: 'vendor' },
    { name: 'dueThisWeek', label: 'Due this week', query: { state: 'dueSoon' } },
    { name: 'overdue', label: 'Overdue', query: { state: 'overdue' } },
  ],
  'order.search': [
    { name: 'buyer', label: 'For me', query: { awaits: 'buyer', site: 'own' }, for: 'buyer', waits: 'orderAnswers' },
    { name: 'vendor', label: 'For me', query: { stage: 'toConfirm' }, for: 'vendor', waits: 'catalogue' },
    { name: 'unconfirmed', label: 'Waiting for confirmation', query: { stage: 'unconfirmed' } },
    { name: 'dueThisWeek', label: 'Delivery due this week', query: { stage: 'dueThisWeek' } },
    { name: 'late', label: 'Late', query: { stage: 'late' } },
    { name: 'toInvoice', label: 'To invoice', query: { stage: 'toInvoice' }, for: 'vendor' },
  ],
  'product.list': [
    { name: 'disapproved', label: 'Disapproved', query: { price: 'disapproved' }, waits: 'catalogue', for: 'vendor' },
    { name: 'refused', label: 'Disapproved', query: { price: 'disapproved' }, for: 'buyer' },
    { name: 'waiting', label: 'Waiting', query: { price: 'waiting' } },
    { name: 'approved', label: 'Approved', query: { price: 'approved' } },
  ],
  // All of these prices wait for the buyer.
  'product.review': [
    { name: 'waiting', label: 'For me', query: {}, for: 'buyer', waits: 'priceApproval' },
    { name: 'rise', label: 'Price increase', query: { change: 'rise' }, for: 'buyer' },
    { name: 'fall', label: 'Price decrease', query: { change: 'fall' }, for: 'buyer' },
    { name: 'new', label: 'First price', query: { change: 'new' }, for: 'buyer' },
  ],
  'dispatchNote.list': [
    { name: 'buyer', label: 'For me', query: { state: 'left', site: 'own' }, for: 'buyer', waits: 'receiving' },
    { name: 'vendor', label: 'For me', query: { state: 'draft' }, for: 'vendor', waits: 'dispatch' },
    { name: 'ready', label: 'Ready', query: { state: 'ready' } },
    { name: 'left', label: 'In transit', query: { state: 'left' } },
  ],
  'vendor.list': [
    { name: 'active', label: 'Active', query: { status: 'active' }, for: 'buyer' },
    { name: 'waiting', label: 'Waiting for activation', query: { status: 'waiting' }, for: 'buyer', waits: 'administrators' },
  ],
  'debitMemo.list': [
    { name: 'buyer', label: 'For me', query: { waits: 'buyer' }, for: 'buyer', waits: 'memos' },
    { name: 'vendor', label: 'For me', query: { waits: 'vendor' }, for: 'vendor', waits: 'memos' },
    { name: 'open', label: 'Waiting', query: { status: 'open' } },
    { name: 'accepted', label: 'Accepted', query: { status: 'accepted' } },
    { name: 'reversed', label: 'Reversed', query: { status: 'reversed' } },
  ],
  'creditMemo.list': [
    { name: 'buyer', label: 'For me', query: { waits: 'buyer' }, for: 'buyer', waits: 'memos' },
    { name: 'open', label: 'Waiting', query: { status: 'open' } },
    { name: 'accepted', label: 'Accepted', query: { status: 'accepted' } },
    { name: 'reversed', label: 'Reversed', query: { status: 'reversed' } },
  ],
  'receipt.list': [
    { name: 'accepted', label: 'Accepted', query: { state: 'accepted' } },
    { name: 'rejected', label: 'Partly rejected', query: { state: 'rejected' } },
    { name: 'cancelled', label: 'Cancelled', query: { state: 'cancelled' } },
  ],
  'payment.report': [
    { name: 'onAccount', label: 'On account', query: { state: 'onAccount' } },
    { name: 'reversed', label: 'Reversed', query: { state: 'reversed' } },
  ],
  'payment.reported': [
    { name: 'waiting', label: 'For me', query: { status: 'reported' }, for: 'buyer', waits: 'accounting' },
    { name: 'reported', label: 'Waiting', query: { status: 'reported' }, for: 'vendor' },
    { name: 'confirmed', label: 'Confirmed', query: { status: 'confirmed' } },
    { name: 'rejected', label: 'Rejected', query: { status: 'rejected' } },
  ],
} as const satisfies Readonly<Record<string, readonly View[]>>;

export type ViewedList = keyof typeof VIEWS;
/** The lists whose views also have a total. */
export const VALUED: readonly ViewedList[] = [
  'invoice.list',
  'order.search',
  'vendor.list',
  'debitMemo.list',
  'creditMemo.list',
  'receipt.list',
  'payment.report',
  'payment.reported',
];
const LISTS = Object.keys(VIEWS) as [ViewedList, ...ViewedList[]];

/** The views of a list for a party. */
export function viewsOf(list: ViewedList, isAdmin: boolean): readonly View[] {
  return (VIEWS[list] as readonly View[]).filter((view) => view.for === undefined || (view.for === 'buyer') === isAdmin);
}

/** The query of a view for a user; only users limited to sites get a filter on their own sites. */
export function viewQuery({ query }: Pick<View, 'query'>, isBound: boolean): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(query).filter(([name, value]) => isBound || name !== 'site' || value !== 'own'));
}

/** The size of a view: `value` is null for lists without an amount. */
const counted = named('CountedView', { name: z.string(), count: z.number(), value: z.number().nullable() });
export type CountedView = z.infer<typeof counted>;

export const queues = operationsOf('dashboard', 'members', {
  views: {
    summary:
      'Count the rows of each built-in view of a list, by the conditions of the list and further filters; the first view is the whole list',
    route: 'GET /api/dashboard/views',
    query: z.object({
      list: oneOf(LISTS),
      /** Filters of the list, as in the query of its address. A view's own filters replace those with the same name. */
      filters: z.string().max(2000).optional(),
    }),
    replies: { 200: z.array(counted) },
  },
  waiting: {
    summary: "Count the rows of each list that wait for the caller, by the caller's roles and sites",
    route: 'GET /api/dashboard/waiting',
    replies: { 200: z.array(z.object({ list: z.enum(LISTS), count: z.number() })) },
  },
});
