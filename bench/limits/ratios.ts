/**
 * The calls that are compared with the floor: the portal's own statements in a bare handler, and reporting SQL as one writes it first
 * (count(*) over (), offset, group by) on the same tables and indexes.
 */
import type { Sql } from 'sql-template-tag';

import type { Actor } from '../../server/src/ground/actor.ts';
import { listProducts } from '../../server/src/products/products.ts';
import type { Context } from '../../server/src/context.ts';
import { addInvoice, listInvoices } from '../../server/src/invoices/invoices.ts';
import { invoices } from '@aapurti/contract/invoices/invoices';

import type { Asked } from '../load.ts';
import { type Facts, pick } from './facts.ts';
import { PAGE_SIZE, PAGED_ROWS } from './lists.ts';
import { invoiceBody } from './saves.ts';
import { ownerOf } from '../../server/src/demo/factories.ts';

export interface Ratio {
  name: string;
  /** The row of the results table that this ratio belongs to. */
  row: 'page' | 'create' | 'scan';
  ask: (facts: Facts, n: number) => Asked;
  floor: string;
  /** The values of the floor's nth request. */
  values: (facts: Facts, n: number) => Promise<unknown[]> | unknown[];
  /** The parts of both responses that must be equal. */
  same: 'all' | 'records' | 'figures' | 'fields';
  /** The connections of the portal and the floor, if not the usual number. */
  connections?: number;
}

/** The server gives an expensive call a weight of four, and rejects a caller at a weight of 16 concurrent calls. */
const OF_EXPENSIVE = 8;

/** The statement that a verb would run for a vendor, without running it. */
async function statementOf(verb: (ctx: Context, actor: Actor) => Promise<unknown>, id: string): Promise<Sql> {
  let seen: Sql | undefined;
  const first = (query: Sql) => {
    seen = query;
    return Promise.resolve({ total: 0, count: 0, body: '[]', wire: {} });
  };
  const db = { first, one: first, rows: () => Promise.resolve([]), transaction: (run: (tx: unknown) => unknown) => run(db) };
  const ctx = { db, reports: db, clock: () => new Date() } as unknown as Context;
  await verb(ctx, ownerOf(id));
  if (seen === undefined) throw new Error('the verb ran no statement');
  return seen;
}

const page = { page: 1, pageSize: PAGE_SIZE, userID: null };

async function newestPage(name: string, path: string, verb: (ctx: Context, actor: Actor) => Promise<unknown>): Promise<Ratio> {
  return {
    name: `${name}, newest page, a vendor`,
    row: 'page',
    ask: (facts, n) => ({ method: 'GET', path: `${path}?page=1&pageSize=${PAGE_SIZE}`, token: pick(facts.writers, n).token }),
    floor: (await statementOf(verb, '1')).text,
    values: async (facts, n) => (await statementOf(verb, pick(facts.writers, n).id)).values,
    same: 'all',
  };
}

function adding(): (ctx: Context, actor: Actor) => Promise<unknown> {
  const body = invoices.create.body.parse(invoiceBody());
  return (ctx, actor) => addInvoice(ctx, actor, body);
}

const create = async (): Promise<Ratio> => ({
  name: 'create invoice, a vendor',
  row: 'create',
  ask: (facts, n) => ({ method: 'POST', path: invoices.create.path, body: invoiceBody(), token: pick(facts.writers, n).token }),
  floor: (await statementOf(adding(), '1')).text,
  values: async (facts, n) => (await statementOf(adding(), pick(facts.writers, n).id)).values,
  same: 'fields',
});

function middlePage({
  list,
  path,
  from,
  columns,
  day,
}: {
  list: 'products' | 'invoices';
  path: string;
  from: string;
  columns: string;
  day: string;
}): Ratio {
  const offset = (facts: Facts) => Math.floor(Math.min(facts.totals[list], PAGED_ROWS) / 2 / PAGE_SIZE) * PAGE_SIZE;
  return {
    name: `${list}, middle page, an administrator`,
    row: 'scan',
    ask: (facts) => ({
      method: 'GET',
      path: `${path}?page=${offset(facts) / PAGE_SIZE + 1}&pageSize=${PAGE_SIZE}`,
      token: facts.admin.token,
    }),
    floor: `
      select t.id::text as _id, ${columns}, count(*) over () as total, (select min(${day}) from ${list}) as first,
        (select max(${day}) from ${list}) as last
      from ${from} order by t.id desc limit ${PAGE_SIZE} offset $1`,
    values: (facts) => [offset(facts)],
    same: 'records',
  };
}

const TODAY = `(now() at time zone 'Asia/Kolkata')::date`;
const RECENT = `created_at >= (${TODAY} - 9)::timestamp at time zone 'Asia/Kolkata'`;
const count = (table: string, condition = 'true') => `(select count(*) from ${table} where ${condition})`;

const dashboard: Ratio = {
  name: 'dashboard, an administrator',
  row: 'scan',
  ask: (facts) => ({ method: 'GET', path: '/api/auth/getCountDetail', token: facts.admin.token }),
  floor: `
    select ${count('products')} as "totalProduct", ${count('products', RECENT)} as "last10DayProductDetail",
      ${count('schemes')} as "totalSchema", ${count('schemes', RECENT)} as "last10DaySchemaDetail",
      ${count('purchase_orders')} as "totalPurchaseOrder",
      ${count('purchase_orders', `ordered_on between ${TODAY} - 9 and ${TODAY}`)} as "last10DayPurchaseOrder",
      every.count as "totalInvoice", every.value as "sumOfTotalInvoice", recent.count as "last10DayInvoice", recent.value as "sumOfDaysInvoice",
      ${count('memos', `kind = 'debit'`)} as "totalDebit", ${count('memos', `kind = 'debit' and ${RECENT}`)} as "last10DayDebitDetail",
      ${count('memos', `kind = 'credit'`)} as "totalCredit", ${count('memos', `kind = 'credit' and ${RECENT}`)} as "last10DayCreditDetail",
      ${count('dispatch_notes')} as "totalDespatch", ${count('dispatch_notes', RECENT)} as "last10DayDespatch",
      ${count('users')} as "totalUser", ${count('users', 'is_active')} as "activeUser", ${count('users', 'not is_active')} as "inActiveUser"
    from (select count(*) as count, coalesce(sum(value), 0) as value from invoices) every,
      (select count(*) as count, coalesce(sum(value), 0) as value from invoices where ${RECENT}) recent`,
  values: () => [],
  same: 'figures',
};

const aged = (least: number, most: number) =>
  `, sum(i.value - i.paid) filter (where i.invoice_date between ${TODAY} - ${most} and ${TODAY} - ${least}) as days${least}`;

const outstanding = (isAged: boolean): Ratio => ({
  name: `outstanding${isAged ? ' by age' : ''}, an administrator`,
  row: 'scan',
  ask: (facts) => ({
    method: 'POST',
    path: `/api/purChaseOrder/purchase_payment?page=1&pageSize=${PAGE_SIZE}${isAged ? '&ageing=true' : ''}`,
    body: { status: 'OS' },
    token: facts.admin.token,
  }),
  floor: `
    select u.id::text as "vendorId", u.code, u.legal_name, sum(i.value) as invoice, sum(i.paid) as amount,
      sum(i.value - i.paid) as balance ${isAged ? aged(0, 30) + aged(31, 60) + aged(61, 90) + aged(91, 100_000) : ''}, count(*) over () as total
    from invoices i join vendors u on u.id = i.vendor_id group by u.id order by balance desc, u.id desc limit ${PAGE_SIZE}`,
  values: () => [],
  same: 'records',
  connections: OF_EXPENSIVE,
});

export async function ratios(): Promise<Ratio[]> {
  return [
    await newestPage('products', '/api/product/get', (ctx, actor) => listProducts(ctx, actor, page)),
    await newestPage('invoices', '/api/invoice/get', (ctx, actor) => listInvoices(ctx, actor, page)),
    await create(),
    middlePage({
      list: 'products',
      path: '/api/product/get',
      from: 'products t left join schemes s on s.id = t.scheme_id',
      columns: 't.*, s.name as scheme_name',
      day: 'created_at',
    }),
    middlePage({ list: 'invoices', path: '/api/invoice/get', from: 'invoices t', columns: 't.*', day: 'invoice_date' }),
    dashboard,
    outstanding(false),
    outstanding(true),
  ];
}

/** Compares the two responses, because a ratio means nothing if they differ. @returns '' or the difference. */
export async function differenceOf(
  { name, same, ask, values }: Ratio,
  facts: Facts,
  urls: { portal: string; floor: string },
): Promise<string> {
  const { method, path, body, token = '' } = ask(facts, 0);
  const mine = await answerOf(`${urls.portal}${path}`, method, body, token);
  const bare = await answerOf(urls.floor, 'POST', await values(facts, 0), '');
  const [a, b] = [essenceOf(same, mine), essenceOf(same, bare)];
  return a === b ? '' : `${name}: portal and floor answer differently: ${a.slice(0, 400)} ${b.slice(0, 400)}`;
}

interface Answer {
  total: string | null;
  body: unknown;
}

async function answerOf(url: string, method: string, body: unknown, token: string): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { ...(token === '' ? {} : { authorization: token }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 500)}`);
  return { total: answer.headers.get('x-total-count'), body: JSON.parse(text) };
}

function essenceOf(same: Ratio['same'], { total, body }: Answer): string {
  if (same === 'all') return JSON.stringify([Number(total), body]);
  // A list is the response itself or the only property of an object.
  const list = (Array.isArray(body) ? body : Object.values(body as object)[0]) as Record<string, unknown>[];
  if (same === 'records') return JSON.stringify([Number(total), list.map((row) => row['_id'] ?? row['vendorId'])]);
  if (same === 'fields') {
    const { data, wire } = (Array.isArray(body) ? list[0] : body) as { data?: object; wire?: object };
    return Object.keys(data ?? wire ?? {}).join();
  }
  const figures = Object.entries(Object.assign({}, ...list) as Record<string, number>);
  return JSON.stringify(figures.filter(([name]) => name !== 'total').sort(([a], [b]) => (a < b ? -1 : 1)));
}
