import { createHash } from 'node:crypto';

import type { Operation } from '@aapurti/contract/operation';
import { operations } from '@aapurti/contract/operations';
import { wireName } from '@aapurti/contract/wire';
import sql, { raw, type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';

import { PASSWORD, seed } from '../../bench/seed.ts';
import { type Api, type Caller, startApi } from './api.ts';

const SIZE = 100_000;
const VENDORS = 200;

let api: Api;
let callers: Readonly<Record<'vendor' | 'administrator', Caller>>;
const sent: Sql[] = [];

beforeAll(async () => {
  api = await startApi({ captcha: false });
  await seed(api.ctx.db as Parameters<typeof seed>[0], SIZE);
  const signIn = (email: string) => api.signIn({ id: '', email, password: PASSWORD });
  callers = { vendor: await signIn('v100@example.com'), administrator: await signIn('admin@example.com') };
  // Reports ask by a door of their own.
  for (const db of [api.ctx.db, api.ctx.reports]) {
    for (const how of ['rows', 'first'] as const) {
      const run = db[how].bind(db) as (query: Sql) => Promise<never>;
      vi.spyOn(db, how).mockImplementation((query) => {
        sent.push(query);
        return run(query);
      });
    }
  }
});
afterAll(() => api.close());

/** A value of each filter, that finds few. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  productName: ['Kolhapur Gul Poha 2 kg', 'no such name'],
  EANCode: ['00485000', '5097', '8901000485000'],
  SKUCode: ['-4711', 'no such code'],
  priceApproval: ['true', 'false'],
  startDate: ['2026-03-01'],
  endDate: ['2026-03-31'],
  invoiceNumber: ['10000', '9'],
  schemeNumber: ['123'],
  vendorInvoiceRef: ['10002'],
  DCNumber: ['C/9999', 'c/9'],
  poNumber: ['4500000100', '1'],
  itemName: ['Kolhapur Gul Poha 2 kg'],
  status: ['active'],
  synced: ['true'],
  search: ['10000'],
  all: ['true'],
  ageing: ['true'],
  kind: ['orders'],
  entity: ['product'],
  entityId: ['1'],
  action: ['product.create'],
  actorID: ['100'],
  sensitive: ['true'],
  state: ['waiting'],
  to: ['v100@example.com'],
  userID: ['100'],
};

interface Query {
  properties?: Record<string, { enum?: string[] }>;
}

const LISTS = operations.filter(({ id, path, query }) => 'sortBy' in fieldsOf(query) && !/export/i.test(id) && !path.includes('{'));
/** What is asked for in the body: here each of the two reports, a search by a part of the number. */
const BODIES: Readonly<Record<string, readonly object[]>> = {
  'payment.report': [{}, { status: 'OS' }],
  'order.search': [{}, { code: '00000777' }],
};
/** Under these filters the log is counted: totals of its own for each would cost every write of the portal, whose entries come with it. */
const COUNTED: Readonly<Record<string, readonly string[]>> = {
  'audit.list': ['actorID', 'entity', 'entityId', 'action', 'sensitive', 'startDate', 'endDate'],
};
const OTHERS = ['auth.getCountDetail', 'auth.getAllUser', 'scheme.maxNumber'];

function fieldsOf(query: z.ZodType): NonNullable<Query['properties']> {
  return (z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as Query).properties ?? {};
}

/** The first page plain, under each filter and in each order; one far down. */
function queriesOf({ id, query: asked }: Operation, who: keyof typeof SORTED_MAX): Record<string, string>[] {
  const fields = fieldsOf(asked);
  if (!('sortBy' in fields)) return [{}];
  const orders = (fields['sortBy']?.enum ?? []).flatMap((sortBy) => ['asc', 'desc'].map((sortOrder) => ({ sortBy, sortOrder })));
  const filters = Object.keys(fields)
    .filter((name) => !['page', 'pageSize', 'sortBy', 'sortOrder', ...(COUNTED[id] ?? [])].includes(name))
    .flatMap((name) => {
      const values = FILTERS[wireName(name)] ?? FILTERS[name];
      if (values === undefined) throw new Error(`the filter ${name} needs a value here that finds few`);
      return values.map((value) => ({ [wireName(name)]: value }));
    });
  const dates = 'startDate' in fields && !COUNTED[id]?.includes('startDate') ? [{ startDate: '2025-06-01', endDate: '2026-03-31' }] : [];
  const far = [{ page: who === 'vendor' ? '10' : '300' }, ...('priceApproval' in fields ? [{ page: '60', priceApproval: 'false' }] : [])];
  return [{}, ...orders, ...filters, ...dates, ...far].map((query) => ({ page: '1', pageSize: '7', ...query }));
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** Rows that one step of a statement may read; the first few of each vendor, merged, are 1,400. */
const READ_MAX = 5_000;
/** Rows that may be put in order at once: of one vendor, of all. It has 500 of the large lists. */
const SORTED_MAX = { vendor: 300, administrator: 1_500 };
/** So large that a scan of it is no answer, however few rows there are in the others. */
const LARGE = ['products', 'product_texts', 'invoices', 'payments', 'purchase_order_lines', 'row_counts', 'audit_log'];

function faultsOf(plan: Plan, who: keyof typeof SORTED_MAX): string[] {
  const below = (plan.Plans ?? []).flatMap((each) => faultsOf(each, who));
  if (plan['Actual Loops'] === 0) return below;
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const read = (plan['Actual Rows'] + removed) * plan['Actual Loops'];
  const where = `${plan['Node Type']} of ${plan['Relation Name'] ?? plan['Index Name'] ?? 'what is below'}`;
  if (plan['Node Type'] === 'Seq Scan' && LARGE.includes(plan['Relation Name'] ?? '')) below.push(`${where} as a whole`);
  if (read > READ_MAX) below.push(`${where} reads ${Math.round(read)} rows`);
  const input = plan.Plans?.[0];
  const sorted = plan['Node Type'] === 'Sort' && input !== undefined ? input['Actual Rows'] * input['Actual Loops'] : 0;
  if (sorted > SORTED_MAX[who]) below.push(`${where} sorts ${Math.round(sorted)} rows`);
  return below;
}

/** What brings a vendor's texts into memory reads all of his rows, once in a version of them. */
const FOR_MEMORY = /^\s*select .* as version, ids, columns\b/;

/** What is wrong with the plans of the statements that a call sends. A call that is refused sends none. */
async function faultsOfCall(
  operation: Operation,
  who: keyof typeof SORTED_MAX,
  query: Record<string, string>,
  payload?: object,
): Promise<string[]> {
  sent.length = 0;
  const { status, body } = await callers[who].ask(operation.method, operation.path, {
    query,
    ...(payload === undefined ? {} : { payload }),
  });
  if (status > 201 && status !== 422)
    throw new Error(`${operation.id} ${JSON.stringify(query)} answered ${status} ${JSON.stringify(body)}`);
  const statements = [...sent];
  const faults: string[] = [];
  for (const { text, values } of statements) {
    if (!/^\s*(with|select)\b/i.test(text) || FOR_MEMORY.test(text)) continue;
    const { rows } = await api.ctx.db.withClient((client) =>
      client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (analyze, timing off, format json) ${text}`, [...values]),
    );
    faults.push(...rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => faultsOf(plan, who))));
  }
  return faults.map((fault) => `${who}, ${operation.method} ${operation.path}?${new URLSearchParams(query).toString()}: ${fault}`);
}

const asked = operations.filter((operation) => LISTS.includes(operation) || OTHERS.includes(operation.id));

test.each(asked.map((operation) => [operation.id, operation] as const))(
  '%s reads no more of a large table than it shows',
  async (_, operation) => {
    const faults: string[] = [];
    for (const who of ['vendor', 'administrator'] as const) {
      if (who === 'vendor' && operation.access === 'admin') continue;
      for (const query of queriesOf(operation, who)) {
        for (const payload of BODIES[operation.id] ?? [undefined]) faults.push(...(await faultsOfCall(operation, who, query, payload)));
      }
    }
    expect(faults).toEqual([]);
  },
);

/** As often as a connection plans a statement for the values that come, before it looks whether one plan does for all. */
const PLANNED_FIRST = 5;

test.each(LISTS.map((operation) => [operation.id, operation] as const))(
  '%s plans pages once, of any number and length',
  async (id, operation) => {
    for (const who of ['vendor', 'administrator'] as const) {
      if (who === 'vendor' && operation.access === 'admin') continue;
      for (const query of [
        { page: '2', pageSize: '7' },
        { page: '1', pageSize: '25' },
      ]) {
        sent.length = 0;
        const payload = BODIES[id]?.[0];
        const { status } = await callers[who].ask(operation.method, operation.path, {
          query,
          ...(payload === undefined ? {} : { payload }),
        });
        expect(status).toBeLessThan(202);
        for (const { text, values } of sent) {
          const name = createHash('md5').update(text).digest('hex');
          const planned = await api.ctx.db.withClient(async (client) => {
            for (let time = 0; time <= PLANNED_FIRST; time += 1) await client.query({ name, text, values: [...values] });
            return client.query<{ once: boolean }>('select generic_plans > 0 as once from pg_prepared_statements where name = $1', [name]);
          });
          expect({ who, query, text, once: planned.rows[0]?.once }).toEqual({ who, query, text, once: true });
        }
      }
    }
  },
);

test('the lists are there, and as long as they should be', async () => {
  expect(LISTS.length).toBeGreaterThanOrEqual(12);
  const products = (await callers.administrator.get('/api/product/get', { page: 1 })).headers;
  expect(Number(products['x-total-count'])).toBe(SIZE);
  expect(Number((await callers.vendor.get('/api/product/get', { page: 1 })).headers['x-total-count'])).toBe(SIZE / VENDORS);
});

test.each([
  ['products_margin', 'product.list', { sortBy: 'margin' }, 'administrator'],
  ['products_margin', 'product.list', { sortBy: 'margin', sortOrder: 'desc' }, 'vendor'],
  ['products_texts', 'product.list', { productName: 'Kolhapur Gul Poha 2 kg' }, 'administrator'],
  ['product_texts_breaks', 'product.list', { productName: 'Kolhapur Gul Poha 2 kg' }, 'administrator'],
  ['product_texts_breaks', 'product.list', { SKUCode: 'POFLRI-2KG-4711' }, 'administrator'],
  ['payments_by_invoice', 'payment.report', { sortBy: 'invoice' }, 'vendor'],
  ['payments_by_invoice', 'payment.report', { sortBy: 'invoice' }, 'administrator'],
  ['invoices_date', 'invoice.list', { startDate: '2025-06-01', endDate: '2026-03-31' }, 'administrator'],
] as const)('without %s %s %j is found to read too much', async (index, id, query, who) => {
  const operation = operations.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`there is no ${id}`);
  const ask = () => faultsOfCall(operation, who, { page: '1', pageSize: '7', ...query }, BODIES[id]?.[0]);
  const made = await api.ctx.db.first<{ made: string }>(sql`select pg_get_indexdef(${index}::regclass) as made`);
  await api.ctx.db.execute(sql`${raw(`drop index ${index}`)}`);
  expect(await ask()).not.toEqual([]);
  await api.ctx.db.execute(sql`${raw(made?.made ?? '')}`);
  expect(await ask()).toEqual([]);
});
