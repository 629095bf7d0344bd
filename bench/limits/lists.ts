/** Every list of the API as requests, with every sort and filter that the contract declares. */
import { type Operation, workbook } from '@aapurti/contract/ground/operation';
import { operations } from '@aapurti/contract/operations';
import { isBuyersOnly } from '@aapurti/contract/access/roles';
import { OUTSTANDING_SORTS, PAYMENT_SORTS } from '@aapurti/contract/payments/payments';
import { wireName } from '@aapurti/contract/ground/wire';
import * as z from 'zod';

import type { Asked } from '../load.ts';
import { type Facts, pick, type Who } from './facts.ts';

export const PAGE_SIZE = 7;
/** Pages beyond this row have no speed limit: a cursor reads a list to its end. */
export const PAGED_ROWS = 10_000;

/** The kinds that have separate limits; `both` is a filter combined with a sort. */
type Kind = 'plain' | 'sort' | 'filter' | 'search' | 'both';

export interface ListView {
  /** The name of the list. */
  list: string;
  /** A description of the sort or filter. */
  how: string;
  kind: Kind;
  who: Who;
  /** The nth request for a page. On page 1, a search uses another text each time; on all other pages it uses the same one. */
  ask: (page: number, n: number) => Asked;
}

/** A list that an operation returns. */
interface List {
  name: string;
  operation: Operation;
  sorts: readonly string[];
  filters: readonly [string, Field][];
  /** Filters in the request body. */
  inBody: readonly string[];
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, string>>;
  id?: (facts: Facts) => string;
  /** True if the buyer names the vendor. */
  isOfVendor?: true;
}

interface Field {
  type?: string | string[];
  enum?: string[];
}

function fieldsOf(schema: z.ZodType): Map<string, Field> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, Field> };
  return new Map(Object.entries(properties).map(([name, field]) => [wireName(name), field]));
}

const OF_PAGE = new Set(['page', 'pageSize', 'startAfter', 'sortBy', 'sortOrder']);

function listsOf(operation: Operation): List[] {
  const fields = fieldsOf(operation.query);
  if (!fields.has('page') || operation.replies[200] === workbook) return [];
  const { id } = operation;
  const all = [...fields].filter(([name]) => !OF_PAGE.has(name));
  const only = (...names: string[]) => all.filter(([name]) => names.includes(name));
  const list: List = { name: id, operation, sorts: fields.get('sortBy')?.enum ?? [], filters: all, inBody: [] };
  // This operation returns two lists, each with its own sorts and filters.
  if (id === 'payment.report') {
    return [
      { ...list, name: 'payment report', sorts: PAYMENT_SORTS, filters: only('startDate', 'endDate', 'userID'), body: {} },
      { ...list, name: 'outstanding', sorts: OUTSTANDING_SORTS, filters: only('userID', 'ageing'), body: { status: 'OS' } },
    ];
  }
  if (id === 'audit.history') return [{ ...list, filters: [], query: { entity: 'invoice' }, id: ({ invoice }) => invoice }];
  if (id === 'accountEntry.list' || id === 'allocation.list')
    return [{ ...list, isOfVendor: true, filters: all.filter(([name]) => name !== 'userID') }];
  if (operation.method === 'GET') return [list];
  const inBody = [...fieldsOf(operation.body)];
  return [{ ...list, filters: [...all, ...inBody], inBody: inBody.map(([name]) => name), body: {} }];
}

/** The named variants of one filter; the requests take the values of a variant in turn. */
interface Filter {
  how: string;
  kind: 'filter' | 'search';
  values: readonly Readonly<Record<string, string>>[];
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** The variants of a filter. @throws Error for a filter without values in this bench, so that a new filter is not forgotten. */
function filtersOf(list: List, [name, field]: [string, Field], facts: Facts, who: Who): Filter[] {
  const one = (how: string, value: Record<string, string>): Filter => ({ how, kind: 'filter', values: [value] });
  // The orders to invoice are listed for one vendor at a time.
  const owner = (value: string) => (who === 'admin' && value === 'toInvoice' ? { userID: facts.vendor.id } : {});
  if (field.enum !== undefined) return field.enum.map((value) => one(`${name} = ${value}`, { [name]: value, ...owner(value) }));
  if (name === 'endDate') return [];
  if (name === 'startDate') {
    return [one('a month', { startDate: day(400), endDate: day(370) }), one('a year', { startDate: day(500), endDate: day(135) })];
  }
  if (name === 'userID') return who === 'admin' ? [one('one vendor', { userID: facts.vendor.id })] : [];
  const known: Readonly<Record<string, string>> = {
    'audit.list.actorID': facts.vendor.id,
    'allocation.list.invoiceId': facts.invoice,
    'allocation.list.paymentId': '1',
    'allocation.list.memoId': '1',
    'allocation.list.onAccount': 'true',
    'audit.list.entity': 'invoice',
    'audit.list.entityId': facts.invoice,
    'audit.list.action': 'invoice.create',
    'gstRate.list.day': day(100),
    'statement.list.month': day(100).slice(0, 7),
    'order.search.site': '1',
    'receipt.list.site': '1',
    'dispatchNote.list.issuer': 'buyer',
    'dispatchNote.list.site': '1',
  };
  const path = `${list.operation.id}.${name}`;
  if (known[path] !== undefined) return [one(name, { [name]: known[path] })];
  const byName: Readonly<Record<string, readonly string[]>> = facts.words;
  const words = byName[path] ?? byName[name];
  if (words === undefined || words.length === 0) throw new Error(`There is nothing to look for by ${path}: add it to facts.ts.`);
  const search = (how: string, texts: readonly string[]): Filter => ({
    how: `${name}, ${how}`,
    kind: 'search',
    values: texts.map((text) => ({ [name]: text })),
  });
  // A text is searched while the user types: after three characters, most rows may still match.
  return [search('in full', words), search('three characters', [...new Set(words.map((word) => word.slice(0, 3)))])];
}

/** Every list with its sorts and filters. Only administrators' lists, which are the longest, combine a filter with each sort. */
export function viewsOf(facts: Facts): ListView[] {
  return operations.flatMap(listsOf).flatMap((list) => (['vendor', 'admin'] as const).flatMap((who) => viewsFor(list, who, facts)));
}

function viewsFor(list: List, who: Who, facts: Facts): ListView[] {
  if (who === 'vendor' && isBuyersOnly(list.operation.access)) return [];
  const filters = list.filters.flatMap((filter) => filtersOf(list, filter, facts, who));
  const sorts = list.sorts.flatMap((sortBy) => ['asc', 'desc'].map((sortOrder) => ({ sortBy, sortOrder })));
  const view = (how: string, kind: Kind, values: Filter['values'], sort: Record<string, string> = {}): ListView => ({
    list: list.name,
    how,
    kind,
    who,
    ask: (page, n) => request(list, facts, { who, page, values: { ...pick(values, page === 1 ? n : 0), ...sort } }),
  });
  return [
    view('newest first', 'plain', [{}]),
    ...sorts.map((sort) => view(`sorted by ${sort.sortBy}`, 'sort', [{}], sort)),
    ...filters.map(({ how, kind, values }) => view(how, kind, values)),
    ...(who === 'vendor'
      ? []
      : filters.flatMap(({ how, values }) => sorts.map((sort) => view(`${how}, sorted by ${sort.sortBy}`, 'both', values, sort)))),
  ];
}

function request(
  { operation, inBody, query, body, id, isOfVendor }: List,
  facts: Facts,
  { who, page, values }: { who: Who; page: number; values: Readonly<Record<string, string>> },
): Asked {
  const entries = Object.entries(values);
  const asked = new URLSearchParams({
    ...query,
    ...(isOfVendor && { userID: facts.vendor.id }),
    page: String(page),
    pageSize: String(PAGE_SIZE),
    ...Object.fromEntries(entries.filter(([name]) => !inBody.includes(name))),
  });
  return {
    method: operation.method === 'POST' ? 'POST' : 'GET',
    path: `${operation.path.replace('{id}', id?.(facts) ?? '')}?${asked.toString()}`,
    token: facts[who].token,
    ...(body === undefined ? {} : { body: { ...body, ...Object.fromEntries(entries.filter(([name]) => inBody.includes(name))) } }),
  };
}
