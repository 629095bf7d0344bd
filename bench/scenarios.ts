/**
 * What is measured: calls of the portal, each with the plain SQL that the floor answers the same with. Plain SQL is what one writes
 * first, on the same tables and indexes: count(*) over (), offset, like '%…%', group by; save where a name says "same statement": that
 * is the portal's own, word by word. Why so long: it is one list, in the order of the tables.
 */
import type { Actor } from '../server/src/accounts/sessions.ts';
import { listProducts } from '../server/src/catalogue/products.ts';
import type { Context } from '../server/src/context.ts';
import type { Database } from '../server/src/database/database.ts';
import { listInvoices } from '../server/src/invoices/invoices.ts';
import { listOrders } from '../server/src/purchase-orders/orders.ts';
import type { Sql } from 'sql-template-tag';
import type { Facts } from './facts.ts';
import { DETAILS_COLUMNS, DETAILS_FROM } from './orderDetails.ts';
import { GROWTH, pick, type Scenario } from './scenario.ts';
import { BRANDS, GOODS } from './words.ts';
import { writes } from './writes.ts';

/** In the middle of a list as long as the table. */
const DEEP_GROWTH = 5;

type Who = 'vendor' | 'admin';
type Given = Partial<Pick<Scenario, 'goal' | 'growth' | 'same'>>;

/** A list of the portal, and how plain SQL reads it. The table is `t`. */
interface List {
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

const PAGE_SIZE = 7;

const products: List = {
  what: 'products',
  path: '/api/product/get',
  from: 'products t left join schemes s on s.id = t.scheme_id',
  columns: 't.*, s.name as scheme_name',
  day: 'created_at',
};
const invoices: List = { what: 'invoices', path: '/api/invoice/get', from: 'invoices t', day: 'invoice_date' };
const payments: List = {
  what: 'payment report',
  path: '/api/purChaseOrder/purchase_payment',
  from: 'payments t join users u on u.id = t.owner_id left join invoices i on i.id = t.invoice_id',
  columns: 't.*, u.vendor_code, u.vendor_name, u.gstin, i.number as invoice',
  day: 'paid_on',
  method: 'POST',
};
const orders: List = {
  what: 'orders with lines',
  path: '/api/purChaseOrder/get',
  from: 'purchase_orders t join users u on u.id = t.owner_id',
  columns: `t.*, u.vendor_name,
    (select json_agg(l order by l.line) from purchase_order_lines l where l.order_id = t.id) as lines,
    (select sum(i.paid) from invoices i where i.owner_id = t.owner_id and i.po_number = t.number) as settled`,
  pageSize: 5,
};
const details: List = { ...orders, from: DETAILS_FROM, columns: DETAILS_COLUMNS };
const returns: List = {
  what: 'returns report',
  path: '/api/purChaseOrder/purchase_return',
  from: 'purchase_returns t',
  day: 'invoice_date',
};
const debitMemos: List = {
  what: 'debit memos',
  path: '/api/debitMemo/getAllUserDebitMemo',
  from: 'memos t',
  day: 'created_at',
  where: `t.kind = 'debit'`,
};
const dispatchNotes: List = { what: 'dispatch notes', path: '/api/desPatchNote/get', from: 'dispatch_notes t', day: 'challan_date' };
const schemes: List = { what: 'schemes', path: '/api/schema/get', from: 'schemes t', day: 'date' };
const log: List = {
  what: 'log',
  path: '/api/audit/get',
  from: 'audit_log t left join users a on a.id = t.actor_id left join users o on o.id = t.owner_id',
  columns: 't.*, a.first_name, a.last_name, o.vendor_name',
};
const items: List = { what: "buyer's items", path: '/api/buyerData/items', from: 'items t' };

const TITLES = { vendor: 'a vendor', admin: 'an administrator' };

interface View extends Given {
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
function view(list: List, who: Who, given: View): Scenario {
  const { how, query = () => ({}), where, order = 't.id desc', offset, goal = 'read', growth = GROWTH, same = 'records' } = given;
  const { pageSize = PAGE_SIZE } = list;
  const own = (facts: Facts): unknown[] => (who === 'vendor' ? [facts.vendor.id] : []);
  const scope = [who === 'vendor' ? 'owner_id = $1' : '', list.where ?? ''].filter(Boolean);
  let place = who === 'vendor' ? 1 : 0;
  const next = () => `$${(place += 1)}`;
  const all = [...scope.map((each) => (each.startsWith('owner_id') ? `t.${each}` : each)), ...(where ? [where.replaceAll('?', next)] : [])];
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
function sameStatement(
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

const BOTH = ['vendor', 'admin'] as const;

/** So many that most calls ask for something that was not asked before. */
const WORDS = GOODS.flatMap(([good]) => [good, good.slice(1, 7), good.slice(-6)].map((word) => word.toLowerCase()));
const LONGER = Array.from({ length: 500 }, (_, n) => `${pick(BRANDS, n)} ${pick(GOODS, n * 7)[0]}`.toLowerCase());

/** A month of a year ago. */
function month(): { startDate: string; endDate: string } {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return { startDate: day(400), endDate: day(370) };
}

const between = (column: string, zone = '') => `${column} >= ?::date${zone} and ${column} < (?::date + 1)${zone}`;
const IN_INDIA = `::timestamp at time zone 'Asia/Kolkata'`;

const named = (words: (facts: Facts) => readonly string[]): Pick<View, 'query' | 'where' | 'values' | 'goal'> => ({
  query: (facts, n) => ({ productName: pick(words(facts), n) }),
  values: (facts, n) => [`%${pick(words(facts), n)}%`],
  where: 't.name ilike ?',
  goal: 'scan',
});

const searches = BOTH.flatMap((who) => [
  // Of what an administrator looks for a million have 320, of whom seven are shown, and 10,000 mostly none: that is not one question.
  view(products, who, {
    how: 'by part of a name',
    ...named(() => (who === 'vendor' ? WORDS : LONGER)),
    growth: who === 'vendor' ? GROWTH : null,
  }),
  ...(who === 'vendor' ? [] : [view(products, who, { how: 'by the name of an item', ...named(({ names }) => names) })]),
  view(products, who, {
    how: 'by a month of entry',
    query: month,
    where: between('t.created_at', IN_INDIA),
    order: 't.created_at desc, t.id desc',
  }),
  view(products, who, {
    how: 'by EAN',
    query: (facts, n) => ({ EANCode: pick(facts.eans, n) }),
    values: (facts, n) => [`%${pick(facts.eans, n)}%`],
    where: 't.ean ilike ?',
    goal: 'scan',
  }),
  view(products, who, {
    how: 'by SKU',
    query: (facts, n) => ({ SKUCode: pick(facts.skus, n) }),
    values: (facts, n) => [`%${pick(facts.skus, n)}%`],
    where: 't.sku_code ilike ?',
    goal: 'scan',
  }),
  view(invoices, who, {
    how: 'by number',
    query: (facts, n) => ({ invoiceNumber: pick(facts.invoices, n) }),
    values: (facts, n) => [`${pick(facts.invoices, n)}%`],
    where: 't.number like ?',
  }),
  view(invoices, who, { how: 'by a month', query: month, where: between('t.invoice_date'), order: 't.invoice_date desc, t.id desc' }),
]);

/** Of all vendors together, at the start, in the middle and at the end. */
const deep = ([products, invoices] as const).flatMap((list) => {
  const total = (facts: Facts) => (list === products ? facts.totals.products : facts.totals.invoices);
  const rows = (facts: Facts, share: number) => Math.floor((total(facts) * share) / PAGE_SIZE - share) * PAGE_SIZE;
  return [
    view(list, 'admin', { how: 'newest page', goal: 'scan' }),
    view(list, 'admin', { how: 'middle page', offset: (facts) => rows(facts, 0.5), goal: 'scan', growth: DEEP_GROWTH }),
    view(list, 'admin', { how: 'last page', offset: (facts) => rows(facts, 1), goal: 'scan' }),
  ];
});

/** What an administrator decides on: of the seeded products a tenth, which are those of twenty vendors, and all that is uploaded. */
const waiting = [0, 0.5].map((share) =>
  view(products, 'admin', {
    how: `${share === 0 ? 'newest' : 'middle'} page of what waits for approval`,
    query: () => ({ priceApproval: 'false' }),
    where: 'not t.price_approved',
    values: () => [],
    offset: ({ totals }) => Math.floor((totals.waiting * share) / PAGE_SIZE) * PAGE_SIZE,
    goal: 'scan',
    ...(share > 0 && { growth: DEEP_GROWTH }),
  }),
);

/**
 * What the portal sorts by for a time of entry, and so the floor too: of rows that were written at once the times and the ids may be in
 * different orders, and then the two would show different rows.
 */
const ENTRY = 't.id';

/** As the screens sort: a vendor up, an administrator down. */
const sorted = (list: List, sorts: Record<string, string>) =>
  BOTH.flatMap((who) =>
    Object.entries(sorts).map(([sortBy, column]) => {
      const sortOrder = who === 'vendor' ? 'asc' : 'desc';
      return view(list, who, {
        how: `sorted by ${sortBy}`,
        query: () => ({ sortBy, sortOrder }),
        order: column === ENTRY ? `${ENTRY} ${sortOrder}` : `${column} ${sortOrder} nulls last, t.id ${sortOrder}`,
        goal: who === 'vendor' ? 'read' : 'scan',
      });
    }),
  );

const sorts = [
  ...sorted(products, {
    EANCode: 't.ean',
    dateOfAvailability: 't.available_on',
    margin: 't.margin',
    netPTR: 't.net_ptr',
    createdAt: ENTRY,
    MRP: 't.mrp',
    productName: 't.name',
  }),
  ...sorted(invoices, {
    PONumber: 't.po_number::numeric',
    PODate: 't.po_date',
    invoiceNumber: 't.number::numeric',
    invoiceDate: 't.invoice_date',
    invoiceValue: 't.value',
    CGSTValue: 't.cgst',
    SGSTValue: 't.sgst',
    IGSTValue: 't.igst',
    paymentReceived: 't.paid',
    createdAt: ENTRY,
  }),
  ...sorted(payments, { paymentDate: 't.paid_on', amount: 't.amount', invoice: 'i.number::numeric' }),
  ...sorted(orders, { poNumber: 't.number', poDate: 't.ordered_on', totalPurchaseItems: 't.line_count', value: 't.value' }),
];

const TODAY = `(now() at time zone 'Asia/Kolkata')::date`;

const counted = (who: Who) => {
  const own = who === 'vendor' ? 'owner_id = $1' : 'true';
  const recent = `created_at >= (${TODAY} - 9)::timestamp at time zone 'Asia/Kolkata'`;
  const count = (table: string, during = 'true') => `(select count(*) from ${table} where ${own} and ${during})`;
  return `select ${count('products')} as "totalProduct", ${count('products', recent)} as "last10DayProductDetail",
    ${count('schemes')} as "totalSchema", ${count('schemes', recent)} as "last10DaySchemaDetail",
    ${count('purchase_orders')} as "totalPurchaseOrder",
    ${count('purchase_orders', `ordered_on between ${TODAY} - 9 and ${TODAY}`)} as "last10DayPurchaseOrder",
    all_invoices.count as "totalInvoice", all_invoices.value as "sumOfTotalInvoice",
    recent.count as "last10DayInvoice", recent.value as "sumOfDaysInvoice",
    ${count('memos', `kind = 'debit'`)} as "totalDebit", ${count('memos', `kind = 'debit' and ${recent}`)} as "last10DayDebitDetail",
    ${count('memos', `kind = 'credit'`)} as "totalCredit", ${count('memos', `kind = 'credit' and ${recent}`)} as "last10DayCreditDetail",
    ${count('dispatch_notes')} as "totalDespatch", ${count('dispatch_notes', recent)} as "last10DayDespatch"
    ${who === 'admin' ? `, (select count(*) from users) as "totalUser", (select count(*) from users where is_active) as "activeUser", (select count(*) from users where not is_active) as "inActiveUser"` : ''}
    from (select count(*) as count, coalesce(sum(value), 0) as value from invoices where ${own}) all_invoices,
      (select count(*) as count, coalesce(sum(value), 0) as value from invoices where ${own} and ${recent}) recent`;
};

const dashboards = BOTH.map((who): Scenario => ({
  name: `dashboard, ${TITLES[who]}`,
  ask: (facts) => ({ method: 'GET', path: '/api/auth/getCountDetail', token: facts[who].token }),
  floor: { kind: 'rows', text: counted(who) },
  values: (facts) => (who === 'vendor' ? [facts.vendor.id] : []),
  goal: who === 'vendor' ? 'read' : 'scan',
  growth: GROWTH,
  same: 'figures',
}));

/** What is outstanding by vendor, the largest balance first; of a vendor its own line. */
const outstanding = ([false, true] as const).flatMap((isAged) =>
  BOTH.map((who): Scenario => {
    const aged = (least: number, most: number) =>
      `, sum(i.value - i.paid) filter (where i.invoice_date between ${TODAY} - ${most} and ${TODAY} - ${least}) as days${least}`;
    return {
      name: `outstanding by vendor${isAged ? ' and age' : ''}, ${TITLES[who]}`,
      ask: (facts) => ({
        method: 'POST',
        path: `/api/purChaseOrder/purchase_payment?page=1&pageSize=7${isAged ? '&ageing=true' : ''}`,
        body: { status: 'OS' },
        token: facts[who].token,
      }),
      floor: {
        kind: 'rows',
        text: `select u.id::text as "vendorId", u.vendor_code, u.vendor_name, sum(i.value) as invoice, sum(i.paid) as amount,
          sum(i.value - i.paid) as balance ${isAged ? aged(0, 30) + aged(31, 60) + aged(61, 90) + aged(91, 100_000) : ''}, count(*) over () as total
          from invoices i join users u on u.id = i.owner_id ${who === 'vendor' ? 'where u.id = $1' : ''}
          group by u.id order by balance desc, u.id desc limit 7`,
      },
      values: (facts) => (who === 'vendor' ? [facts.vendor.id] : []),
      goal: who === 'vendor' ? 'read' : 'scan',
      growth: GROWTH,
      same: 'records',
    };
  }),
);

const reads: Scenario[] = [
  sameStatement(
    'products, newest page',
    () => '/api/product/get?page=1&pageSize=7',
    (ctx, actor) => listProducts(ctx, actor, { page: 1, pageSize: 7, userID: null }),
  ),
  sameStatement(
    'invoices, newest page',
    () => '/api/invoice/get?page=1&pageSize=7',
    (ctx, actor) => listInvoices(ctx, actor, { page: 1, pageSize: 7, userID: null }),
  ),
  sameStatement(
    'details of an order',
    (facts, n) => `/api/purChaseOrder/get?poNumber=${pick(facts.orders, n)}&page=1&pageSize=7`,
    (ctx, actor, facts, n) => listOrders(ctx, actor, { page: 1, pageSize: 7, userID: null, poNumber: pick(facts.orders, n) }),
  ),
  view(products, 'vendor', { how: 'newest page' }),
  view(invoices, 'vendor', { how: 'newest page' }),
  ...BOTH.map((who) => view(products, who, { how: 'second page', offset: () => PAGE_SIZE, goal: who === 'vendor' ? 'read' : 'scan' })),
  ...BOTH.map((who) =>
    view(details, who, {
      how: 'details of one',
      query: (facts, n) => ({ poNumber: pick(facts.orders, n), ...(who === 'admin' ? { userID: facts.vendor.id } : {}) }),
      values: (facts, n) => [facts.vendor.id, pick(facts.orders, n)],
      where: 't.owner_id = ? and t.number = ?',
      same: 'whole',
    }),
  ),
  ...([orders, payments, returns, debitMemos, dispatchNotes, schemes] as const).flatMap((list) =>
    BOTH.map((who) => view(list, who, { how: 'newest page', goal: who === 'vendor' ? 'read' : 'scan' })),
  ),
  view(items, 'admin', { how: 'newest page', goal: 'scan' }),
  view(log, 'admin', { how: 'newest page', goal: 'scan' }),
  view(log, 'admin', { how: 'newest page of one vendor', query: ({ vendor }) => ({ userID: vendor.id }), where: 't.owner_id = ?' }),
];

export const scenarios: readonly Scenario[] = [
  ...reads,
  ...searches,
  ...deep,
  ...waiting,
  ...dashboards,
  ...outstanding,
  ...sorts,
  ...writes,
];
