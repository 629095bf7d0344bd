/** Every list with an amount of money has totals, and they equal the sums of its rows under each filter. */
import { isBuyersOnly } from '@aapurti/contract/access/roles';
import { operations } from '@aapurti/contract/operations';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { PASSWORD, seed } from '../../bench/seed.ts';
import { actAs, makeMemo } from '../src/demo/factories.ts';
import { openApi } from '../src/http/openapi/openapi.ts';
import { type Api, type Caller, startApi } from './api.ts';
import { declaredFields, operationOf, plain } from './contractValues.ts';

interface Listed {
  totals: string;
  body?: Readonly<Record<string, string>>;
  /** Amounts of the rows that no column of the list shows. */
  unseen?: readonly string[];
}

/** Lists with amounts, with the call for their totals. */
const TOTALLED: Readonly<Record<string, readonly Listed[]>> = {
  'invoice.list': [{ totals: 'invoice.totals', unseen: ['deductions', 'held', 'notes', 'paymentReceived'] }],
  'order.search': [{ totals: 'order.totals' }],
  'debitMemo.list': [{ totals: 'debitMemo.totals', unseen: ['answered'] }],
  'creditMemo.list': [{ totals: 'creditMemo.totals', unseen: ['answered'] }],
  'vendor.list': [{ totals: 'vendor.totals' }],
  'receipt.list': [{ totals: 'receipt.totals' }],
  'payment.report': [
    { totals: 'payment.totals', unseen: ['onAccount'] },
    { totals: 'outstanding.totals', body: { status: 'OS' } },
  ],
};

/** Lists whose amounts have no total, with the reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  'order.list': 'no screen shows it: the list of orders is order.search',
  'product.list': 'prices of one unit',
  'product.review': 'prices of one unit',
  'scheme.list': 'the price of one unit',
  'buyerSystem.items': 'the price of one unit',
  'itemProposal.list': 'the price of one unit',
};

/** Unit prices, which have no meaningful sum. */
const OF_ONE = new Set(['unitPrice', 'priceDifference', 'MRP', 'billingPrice', 'buyerMarginAmt']);
/** Amounts of an order line. */
const OF_LINES = new Set(['CGSTAmt', 'IGSTAmt', 'SGSTAmt', 'totalPrice', 'withdrawn']);

interface Schema {
  $ref?: string;
  description?: string;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}
const described = openApi() as unknown as {
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>
  >;
  components: { schemas: Record<string, Schema> };
};
const resolved = (schema: Schema = {}): Schema =>
  schema.$ref === undefined ? schema : resolved(described.components.schemas[schema.$ref.split('/').at(-1) ?? '']);

/** The fields of a list's rows that the API page describes as rupees. */
function amountsOf(id: string): string[] {
  const call = Object.values(described.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id);
  const answer = resolved(call?.responses['200']?.content?.['application/json']?.schema);
  const list = answer.properties === undefined ? answer : resolved(Object.values(answer.properties)[0]);
  const rows = (list.anyOf ?? [list]).map((each) => resolved(resolved(each).items));
  return rows.flatMap(({ properties = {} }) =>
    Object.keys(properties).filter(
      (name) => /rupees/.test(JSON.stringify(properties[name])) && resolved(properties[name]).items === undefined,
    ),
  );
}

const LISTS = operations.filter(({ id, query }) => declaredFields(query).has('sortBy') && !/export/i.test(id));

let api: Api;
let admin: Caller;
let vendor: Caller;

beforeAll(async () => {
  api = await startApi({ captcha: false });
  const { vendors } = await seed(api.ctx.db as Parameters<typeof seed>[0], 300);
  const acting = await actAs(api.ctx, vendors[6] ?? '');
  for (const kind of ['debit', 'credit', 'credit'] as const) await makeMemo(api.ctx, acting, kind);
  await api.ctx.db.execute(sql`
    update memos set cgst = 1 + id % 7, sgst = case when id % 3 > 0 then id % 5 end, igst = id % 4, amount = 100 + id % 11`);
  const signIn = (email: string) => api.signIn({ id: '', email, password: PASSWORD });
  [admin, vendor] = [await signIn('admin@example.com'), await signIn('v7@example.com')];
  vendor = Object.assign(vendor, { user: { ...vendor.user, id: vendors[6] ?? '' } });
});
afterAll(() => api.close());

test('a list with an amount has a total, or a reason for having none', () => {
  const lists = LISTS.filter(({ id }) => amountsOf(id).length > 0).map(({ id }) => id);
  expect(lists.toSorted()).toEqual([...Object.keys(TOTALLED), ...Object.keys(WITHOUT)].toSorted());
  for (const [id, listed] of Object.entries(TOTALLED)) {
    const summed = new Set(listed.flatMap(({ totals, unseen = [] }) => [...Object.keys(sumsOf(totals)), ...unseen]));
    expect([id, amountsOf(id).filter((name) => !summed.has(name) && !OF_ONE.has(name) && !OF_LINES.has(name))]).toEqual([id, []]);
  }
});

const sumsOf = (id: string) => {
  const { shape } = operationOf(id).replies[200] as unknown as { shape: Record<string, unknown> };
  return Object.fromEntries(Object.entries(shape).filter(([name]) => name !== 'count'));
};

type Row = Readonly<Record<string, unknown>>;

async function rowsOf(who: Caller, id: string, query: Record<string, string>, body: object = {}): Promise<Row[]> {
  const { method, path } = operationOf(id);
  const inBody = id === 'order.search';
  const answer = await who.ask(method, path, {
    query: inBody ? {} : query,
    ...(method === 'POST' ? { payload: { ...body, ...(inBody ? query : {}) } } : {}),
  });
  return (Array.isArray(answer.body) ? answer.body : Object.values(answer.body as object)[0]) as Row[];
}

test.each(Object.entries(TOTALLED).flatMap(([id, listed]) => listed.map((each) => [each.totals, id, each] as const)))(
  '%s adds up the rows of %s under each filter',
  async (totals, id, { body }) => {
    const { method, path, query } = operationOf(totals);
    const filters = [...declaredFields(query)].map(([name, { enum: words }]) => [name, words] as const);
    for (const who of isBuyersOnly(operationOf(id).access) ? [admin] : [admin, vendor]) {
      const all = await rowsOf(who, id, {}, body);
      const middle = all[Math.floor(all.length / 2)] ?? {};
      const asked = filters.flatMap(([name, words]): Record<string, string>[] => {
        // Orders to invoice are those of one vendor.
        if (words !== undefined)
          return words.map((word) => ({ [name]: word, ...(word === 'toInvoice' && who === admin ? { userID: vendor.user.id } : {}) }));
        if (name === 'userID') return [{ userID: vendor.user.id }];
        if (name.endsWith('Date')) return [{ [name]: '2026-06-01' }];
        return [{ [name]: plain(middle[name]) ?? '1' }];
      });
      for (const given of [{}, ...asked]) {
        const rows = await rowsOf(who, id, given, body);
        const sums = (await who.ask(method, path, { query: given })).body as Record<string, number>;
        const paise = (name: string) => rows.reduce((sum, row) => sum + Math.round(Number(row[name] ?? 0) * 100), 0);
        expect([given, Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Math.round(sum * 100)]))]).toEqual([
          given,
          Object.fromEntries(Object.keys(sums).map((name) => [name, name === 'count' ? rows.length * 100 : paise(name)])),
        ]);
        if (Object.keys(given).length === 0) expect(rows.length).toBeGreaterThan(0);
      }
    }
  },
);
