/**
 * What is measured: calls of the portal, each with the plain SQL that the floor answers the same with. Plain SQL is what one writes
 * first, on the same tables and indexes: count(*) over (), offset, like '%…%', group by; save where a name says "same statement": that
 * is the portal's own, word by word.
 */
import { listProducts } from '../server/src/products/products.ts';
import { listInvoices } from '../server/src/invoices/invoices.ts';
import { listOrders } from '../server/src/purchase-orders/orders.ts';
import type { Facts } from './facts.ts';
import { GROWTH, pick, type Scenario } from './scenario.ts';
import {
  debitMemos,
  details,
  dispatchNotes,
  invoices,
  items,
  type List,
  log,
  orders,
  PAGE_SIZE,
  payments,
  products,
  returns,
  sameStatement,
  schemes,
  TITLES,
  view,
  type View,
  type Who,
} from './views.ts';
import { BRANDS, GOODS } from './words.ts';
import { writes } from './writes.ts';

/** In the middle of a list as long as the table. */
const DEEP_GROWTH = 5;

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
  const own = who === 'vendor' ? 'vendor_id = $1' : 'true';
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
          from invoices i join vendors u on u.id = i.vendor_id ${who === 'vendor' ? 'where u.id = $1' : ''}
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
      where: 't.vendor_id = ? and t.number = ?',
      same: 'whole',
    }),
  ),
  ...([orders, payments, returns, debitMemos, dispatchNotes, schemes] as const).flatMap((list) =>
    BOTH.map((who) => view(list, who, { how: 'newest page', goal: who === 'vendor' ? 'read' : 'scan' })),
  ),
  view(items, 'admin', { how: 'newest page', goal: 'scan' }),
  view(log, 'admin', { how: 'newest page', goal: 'scan' }),
  view(log, 'admin', { how: 'newest page of one vendor', query: ({ vendor }) => ({ userID: vendor.id }), where: 't.vendor_id = ?' }),
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
