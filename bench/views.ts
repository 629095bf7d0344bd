/**
 * The portal's lists, and how plain SQL reads a page of each: as one writes it first, on the same tables and indexes (count(*) over (),
 * offset, order by), or by the portal's own statement, word by word.
 */
import type { Sql } from 'sql-template-tag';

import type { Actor } from '../server/src/actor.ts';
import type { Context } from '../server/src/context.ts';
import type { Database } from '../server/src/database/database.ts';
import type { Facts } from './facts.ts';
import { DETAILS_COLUMNS, DETAILS_FROM } from './orderDetails.ts';
import { GROWTH, type Scenario } from './scenario.ts';

export type Who = 'vendor' | 'admin';
type Given = Partial<Pick<Scenario, 'goal' | 'growth' | 'same'>>;

/** A list of the portal, and how plain SQL reads it. The table is `t`. */
export interface List {
  what: string;
  path: string;
  from: string;
  columns?: string;
  /** What the portal gives the first and last day of, of all that one may see. */
  day?: string;
  id?: string;
  method?: 'POST';
  where?: string;
  /** Where at 10,000 a vendor has fewer than seven. */
  pageSize?: number;
}

export const PAGE_SIZE = 7;

export const products: List = {
  what: 'products',
  path: '/api/product/get',
  from: 'products t left join schemes s on s.id = t.scheme_id',
  columns: 't.*, s.name as scheme_name',
  day: 'created_at',
};
export const invoices: List = { what: 'invoices', path: '/api/invoice/get', from: 'invoices t', day: 'invoice_date' };
export const payments: List = {
  what: 'payment report',
  path: '/api/purChaseOrder/purchase_payment',
  from: 'payments t join vendors u on u.id = t.vendor_id left join invoices i on i.id = t.invoice_id',
  columns: 't.*, u.vendor_code, u.vendor_name, u.gstin, i.number as invoice',
  day: 'paid_on',
  method: 'POST',
};
export const orders: List = {
  what: 'orders with lines',
  path: '/api/purChaseOrder/get',
  from: 'purchase_orders t join vendors u on u.id = t.vendor_id',
  columns: `t.*, u.vendor_name,
    (select json_agg(l order by l.line) from purchase_order_lines l where l.order_id = t.id) as lines,
    (select sum(i.paid) from invoices i where i.vendor_id = t.vendor_id and i.po_number = t.number) as settled`,
  pageSize: 5,
};
export const details: List = { ...orders, from: DETAILS_FROM, columns: DETAILS_COLUMNS };
export const returns: List = {
  what: 'returns report',
  path: '/api/purChaseOrder/purchase_return',
  from: 'purchase_returns t',
  day: 'invoice_date',
};
export const debitMemos: List = {
  what: 'debit memos',
  path: '/api/debitMemo/getAllUserDebitMemo',
  from: 'memos t',
  day: 'created_at',
  where: `t.kind = 'debit'`,
};
export const dispatchNotes: List = { what: 'dispatch notes', path: '/api/desPatchNote/get', from: 'dispatch_notes t', day: 'challan_date' };
export const schemes: List = { what: 'schemes', path: '/api/schema/get', from: 'schemes t', day: 'date' };
export const log: List = {
  what: 'log',
  path: '/api/audit/get',
  from: 'audit_log t left join users a on a.id = t.actor_id left join users o on o.id = t.vendor_id',
  columns: 't.*, a.first_name, a.last_name, o.vendor_name',
};
export const items: List = { what: "buyer's items", path: '/api/buyerData/items', from: 'items t' };

export const TITLES = { vendor: 'a vendor', admin: 'an administrator' };

export interface View extends Given {
  /** In words, after the list's name. */
  how: string;
  /** Of the portal's query. */
  query?: (facts: Facts, n: number) => Record<string, string | number>;
  /** Of plain SQL; `?` stands for a value each. */
  where?: string;
  /** By default from `query`, in its order. */
  values?: (facts: Facts, n: number) => unknown[];
  order?: string;
  offset?: (facts: Facts) => number;
}

/** A page of a list. */
export function view(list: List, who: Who, given: View): Scenario {
  const { how, query = () => ({}), where, order = 't.id desc', offset, goal = 'read', growth = GROWTH, same = 'records' } = given;
  const { pageSize = PAGE_SIZE } = list;
  const own = (facts: Facts): unknown[] => (who === 'vendor' ? [facts.vendor.id] : []);
  const scope = [who === 'vendor' ? 'vendor_id = $1' : '', list.where ?? ''].filter(Boolean);
  let place = who === 'vendor' ? 1 : 0;
  const next = () => `$${(place += 1)}`;
  const all = [
    ...scope.map((each) => (each.startsWith('vendor_id') ? `t.${each}` : each)),
    ...(where ? [where.replaceAll('?', next)] : []),
  ];
  const limits = (list.day === undefined ? [] : ['min', 'max']).map(
    (limit) => `, (select ${limit}(t.${list.day}) from ${list.from.split(' ')[0]} t ${whereOf(scope)}) as date_${limit}`,
  );
  const text = `select t.id::text as _id, ${list.columns ?? 't.*'}, count(*) over () as total${limits.join('')}
    from ${list.from} ${whereOf(all)} order by ${order} limit ${pageSize} ${offset === undefined ? '' : `offset ${next()}`}`;
  return {
    name: `${list.what}, ${how}, ${TITLES[who]}`,
    ask: (facts, n) => {
      const asked = { page: offset === undefined ? 1 : Math.floor(offset(facts) / pageSize) + 1, pageSize, ...query(facts, n) };
      const path = `${list.path}?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)])).toString()}`;
      return { method: list.method ?? 'GET', path, token: facts[who].token, ...(list.method === 'POST' ? { body: {} } : {}) };
    },
    floor: { kind: 'rows', text },
    values: (facts, n) => [
      ...own(facts),
      ...(where === undefined ? [] : (given.values?.(facts, n) ?? Object.values(query(facts, n)))),
      ...(offset === undefined ? [] : [offset(facts)]),
    ],
    goal,
    growth,
    same,
  };
}

function whereOf(all: readonly string[]): string {
  return all.length === 0 ? '' : `where ${all.join(' and ')}`;
}

/** The statement that a verb of the portal runs, without running it. */
function statementOf(verb: (ctx: Context, actor: Actor) => Promise<unknown>, { id }: { id: string }): Sql {
  let seen: Sql | undefined;
  const first = (query: Sql) => {
    seen = query;
    return Promise.resolve({ total: 0, count: 0, body: '[]' });
  };
  const db = { first } as unknown as Database;
  void verb({ db, reports: db } as Context, { id, isAdmin: false, isActive: true, sessionId: '0' });
  if (seen === undefined) throw new Error('a list runs one statement');
  return seen;
}

/** A call of a vendor against the portal's own statement. */
export function sameStatement(
  name: string,
  path: (facts: Facts, n: number) => string,
  verb: (ctx: Context, actor: Actor, facts: Facts, n: number) => Promise<unknown>,
): Scenario {
  const statement = (facts: Facts, n: number, vendor: { id: string }) => statementOf((ctx, actor) => verb(ctx, actor, facts, n), vendor);
  const any = { orders: ['1'], vendor: { id: '1' } } as unknown as Facts;
  return {
    name: `${name}, a vendor, same statement`,
    ask: (facts, n) => ({ method: 'GET', path: path(facts, n), token: facts.vendor.token }),
    floor: { kind: 'body', text: statement(any, 0, { id: '1' }).text },
    values: (facts, n) => statement(facts, n, facts.vendor).values,
    goal: 'read',
    growth: GROWTH,
    same: 'records',
  };
}
