// Why so long: what each filter of the contract selects, and a comparison for every list.
/** Every list with every filter and sort order of the contract, compared with a result computed from its rows. */
import { indianDay } from '@aapurti/contract/ground/fields';
import type { Operation } from '@aapurti/contract/ground/operation';
import { operations } from '@aapurti/contract/operations';
import { isBuyersOnly } from '@aapurti/contract/access/roles';
import { OUTSTANDING_SORTS, PAYMENT_SORTS } from '@aapurti/contract/payments/payments';
import { STAGES } from '@aapurti/contract/purchase-orders/orders';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { PASSWORD, seed } from '../../bench/seed.ts';
import type { Database } from '../src/database/database.ts';
import { actAs, makeMemo } from '../src/demo/factories.ts';
import { type Api, type Caller, startApi } from './api.ts';
import { declaredFields, plain } from './contractValues.ts';

const SIZE = 300;
const PAGE = 7;

/** A row of a list; a row that is only a text is its own ID. */
type Row = Readonly<Record<string, unknown>>;

/** A filter: which rows match a value, and how a matching value is derived from a row. */
interface Filter {
  keeps(row: Row, value: string): boolean;
  /** The enumeration values to test, if not all. */
  words?: readonly string[];
  from?(row: Row): string;
}

const text = (row: Row, field: string) => (plain(row[field]) ?? '').toLowerCase();
const contains = (...fields: string[]): Filter => ({
  keeps: (row, value) => fields.some((field) => text(row, field).includes(value.toLowerCase())),
  from: (row) => text(row, fields[0] ?? '').slice(1, 6),
});
const startsWith = (field: string): Filter => ({
  keeps: (row, value) => text(row, field).startsWith(value.toLowerCase()),
  from: (row) => text(row, field).slice(0, 5),
});
const equals = (field: string): Filter => ({ keeps: (row, value) => String(row[field]) === value, from: (row) => String(row[field]) });
const everything: Filter = { keeps: () => true };

/** The filters by name in the API, or for one list by its ID and name. The contract supplies the values of an enumeration. */
const FILTERS: Readonly<Record<string, Filter>> = {
  productName: contains('productName'),
  EANCode: contains('EANCode'),
  SKUCode: contains('SKUCode'),
  DCNumber: contains('DCNumber'),
  itemName: contains('item_name'),
  poNumber: equals('poNumber'),
  'receipt.list poNumber': {
    keeps: ({ poNumbers }, value) => (poNumbers as string[]).some((each) => each.includes(value)),
    from: ({ poNumbers }) => String((poNumbers as string[])[0]).slice(1, 6),
  },
  receiptNumber: contains('receiptNumber'),
  'receipt.list site': { keeps: ({ site }, value) => value === siteId && site === 'Depot', from: () => siteId },
  'order.search site': { keeps: ({ siteId: at }, value) => at === value && value === siteId, from: () => siteId },
  'dispatchNote.list issuer': equals('issuer'),
  'dispatchNote.list site': {
    keeps: ({ PONumber, userID }, value) => value === siteId && PONumber === orderAtSite && userID === vendor.user.id,
    from: () => siteId,
  },
  'buyerReceipt.list poNumber': contains('poNumber'),
  code: contains('poNumber'),
  awaits: equals('awaits'),
  to: contains('to'),
  schemaNumber: startsWith('schemaNumber'),
  invoiceNumber: startsWith('invoiceNumber'),
  vendorInvoiceRef: contains('vendorInvoiceRef'),
  'auth.user.list search': contains('vendor_name', 'email', 'firstName', 'lastName', 'mobileNumber', 'vendor_Code'),
  'invoice.numbers search': startsWith('_id'),
  'invoice.numbers all': { ...everything, words: ['false'] },
  'audit.list userID': { keeps: (row, value) => row['ownerId'] === value, from: () => vendor.user.id },
  // Receipts name their vendor by its code.
  'buyerReceipt.list userID': {
    keeps: (row, value) => value === vendor.user.id && row['vendorCode'] === vendorCode,
    from: () => vendor.user.id,
  },
  // Pending prices belong to many vendors.
  'product.review userID': equals('userID'),
  'product.review change': {
    keeps: ({ change }, value) => value === (change === null ? 'new' : Number(change) > 0 ? 'rise' : Number(change) < 0 ? 'fall' : 'same'),
  },
  'itemProposal.list userID': equals('userID'),
  'itemProposal.list state': equals('state'),
  match: equals('matchState'),
  'invoice.list waits': {
    keeps: ({ matchState }, value) =>
      (value === 'buyer' ? ['exception', 'matched'] : ['returned', 'exception']).includes(String(matchState)),
  },
  stage: {
    // The orders to invoice: purchase-orders/toInvoice.test.ts.
    words: STAGES.filter((stage) => stage !== 'toInvoice'),
    keeps: ({ status, deliverBy, deliveryStatus, awaits }, value) => {
      const [isOpen, isSeen] = [status === 'Open' || status === 'Acknowledged', status === 'Acknowledged'];
      if (value === 'unconfirmed') return isOpen && !isSeen;
      if (value === 'toConfirm') return isOpen && (!isSeen || awaits === 'vendor');
      const days = (Date.parse(String(deliverBy)) - Date.parse(indianDay(api.ctx.clock()))) / 86_400_000;
      return isOpen && deliveryStatus !== 'Delivered' && (value === 'late' ? days < 0 : days >= 0 && days <= 6);
    },
  },
  'product.list price': {
    keeps: ({ priceApproval, refusal }, value) =>
      value === (priceApproval === true ? 'approved' : refusal === null ? 'waiting' : 'disapproved'),
  },
  'invoice.list state': {
    keeps: ({ dueDate, balance }, value) => {
      const isOpen = Number(balance) > 0;
      const days = (Date.parse(String(dueDate)) - Date.parse(indianDay(api.ctx.clock()))) / 86_400_000;
      if (value === 'paid' || value === 'open') return isOpen === (value === 'open');
      return isOpen && (value === 'overdue' ? days < 0 : days >= 0 && days <= 6);
    },
  },
  // Only the invoice's number is in the report: see payments.test.ts. Outstanding rows have no reference.
  'payment.report invoiceId': { keeps: ({ tenderType }) => tenderType === undefined, words: ['999999999'] },
  'payment.report reference': { keeps: ({ tenderType }) => tenderType === undefined, words: ['999999999'] },
  'payment.report ageing': everything,
  'payment.report status': everything,
  'payment.report state': {
    keeps: ({ tenderType, onAccount, isReversed, reversalOf }, value) =>
      tenderType === undefined || (value === 'onAccount' ? Number(onAccount) !== 0 : isReversed === true || reversalOf !== null),
  },
  'debitMemo.list status': equals('status'),
  'creditMemo.list status': equals('status'),
  'debitMemo.list waits': { keeps: ({ status, issuer }, value) => status === 'open' && issuer !== value },
  'creditMemo.list waits': { keeps: ({ status, issuer }, value) => status === 'open' && issuer === 'buyer' && value === 'buyer' },
  'receipt.list state': {
    keeps: ({ isCancelled, rejected }, value) =>
      value === (isCancelled === true ? 'cancelled' : Number(rejected) > 0 ? 'rejected' : 'accepted'),
  },
  'vendor.list search': contains('vendorName', 'vendorCode', 'city'),
  'vendor.list status': { keeps: (row, value) => row['isActive'] === (value === 'active') },
  'auth.user.list status': { keeps: (row, value) => row['isActive'] === (value === 'active') },
  synced: { keeps: (row, value) => row['isAdmin'] === false && (value === 'true') === (row['system_Vendor_id'] !== null) },
  priceApproval: equals('priceApproval'),
  sensitive: equals('sensitive'),
  entity: equals('entity'),
  entityId: equals('entityId'),
  action: equals('action'),
  actorID: { keeps: (row, value) => value === clerk.user.id && String(row['actor']).startsWith('Meera'), from: () => clerk.user.id },
  // A rate applies to the longer codes that begin with its own.
  hsnCode: {
    keeps: (row, value) => String(row['hsnPrefix']).startsWith(value) || value.startsWith(String(row['hsnPrefix'])),
    from: (row) => `${String(row['hsnPrefix'])}00`,
  },
  day: {
    keeps: (row, value) => String(row['validFrom']) <= value && value <= (plain(row['validTo']) ?? '9'),
    words: ['2025-09-21', '2025-09-22', '2026-02-01'],
  },
  state: equals('state'),
  kind: equals('kind'),
};

/** The field that a list's date filters use; `createdAt` by default. */
const DATES: Readonly<Record<string, string>> = {
  'invoice.list': 'invoiceDate',
  'payment.report': 'paymentDate',
  'purchaseReturn.list': 'docDate',
  'dispatchNote.list': 'DateOfDeliverChallan',
  'audit.list': 'at',
  'receipt.list': 'receivedOn',
};

/** The sort order of a list that sorts by a field other than its name suggests, or by several. */
const SORTS: Readonly<Record<string, string | ((row: Row) => string)>> = {
  at: '_id',
  // Codes sort as text: 0405 comes before 10, and 10 before 1006.
  hsnPrefix: ({ hsnPrefix, condition, validFrom }) => `HSN ${String(hsnPrefix)} ${String(condition)} ${String(validFrom)}`,
};

/** Sort orders for which all rows here have the same value, with the reason. */
const FLAT: Readonly<Record<string, string>> = {
  'payment.report deductions': 'the seed has none: accountCases.test.ts',
  'vendor.list exceptions': 'the seed has none: vendorAccounts.test.ts',
  'vendor.list waitingSince': 'the seed activates all: vendorAccounts.test.ts',
  'gstRate.list createdAt': 'the rates came with a migration',
  'buyerSystem.items updatedAt': 'the items were added by one statement',
};

/**
 * Fields that the seed fills alike in each row get different values here, and some stay empty; otherwise a list sorted by another column
 * would pass.
 */
const VARIED: Readonly<Record<string, Readonly<Record<string, 'number' | 'always' | 'date'>>>> = {
  memos: {
    vendor_invoice_date: 'date',
    buyer_po_date: 'date',
    item_quantity: 'number',
    unit_price: 'number',
    tax_rate: 'number',
    cgst: 'number',
    sgst: 'number',
    igst: 'number',
    amount: 'number',
  },
  dispatch_notes: { po_date: 'date', net_weight: 'number', gross_weight: 'number' },
  gst_rates: { cess_rate: 'always', valid_to: 'date' },
  purchase_orders: { line_count: 'always' },
  purchase_returns: { received_quantity: 'always', returned_quantity: 'always' },
  schemes: { quantity: 'number', free_quantity: 'number', discount: 'number', net_ptr: 'number' },
};

async function vary(db: Database): Promise<void> {
  for (const [table, columns] of Object.entries(VARIED)) {
    const values = Object.entries(columns).map(([column, kind], index) => {
      const some = `(id * ${index + 2} % 11)::int`;
      const value = kind === 'date' ? `date '2027-01-01' + ${some}` : `1 + ${some}`;
      return `${column} = ${kind === 'always' ? value : `case when ${some} > 2 then ${value} end`}`;
    });
    await db.execute(sql`update ${raw(table)} set ${raw(values.join(', '))}`);
  }
  await db.execute(sql`update memos set price_difference = id * 5 % 11 - 3 where kind = 'credit'`);
  await db.execute(sql`
    insert into price_decisions (product_id, approved_mrp, approved_margin, approved_price)
    select id, mrp, margin, transfer_price + id % 3 - 1 from products where id % 4 > 0
    on conflict (product_id) do update set approved_price = excluded.approved_price`);
}

/** A list with a required parameter, or with two kinds of rows. */
interface Variant {
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, string>>;
  /** The sort orders of this variant; all others are rejected. */
  sorts?: readonly string[];
  /** A vendor may not request this variant. */
  byAdmin?: true;
  /** The variant has its own order instead of newest first, so a cursor is rejected. */
  byPageAlone?: true;
}
const VARIANTS: Readonly<Record<string, readonly Variant[]>> = {
  'payment.report': [
    { body: {}, sorts: PAYMENT_SORTS },
    { body: { status: 'OS' }, sorts: OUTSTANDING_SORTS, byPageAlone: true },
  ],
  'product.review': [{ byPageAlone: true }],
  'buyerSystem.faults': [{ byPageAlone: true }],
  'audit.history': [{ query: { entity: 'user' }, byAdmin: true }],
  'invoice.numbers': [{}, { query: { all: 'true' } }],
};
/** The lists that have no rows here, with the test that covers them. */
const EMPTY: Readonly<Record<string, string>> = { 'buyerSystem.faults': 'pull.test.ts', 'itemProposal.list': 'itemProposals.test.ts' };

const LISTS = operations.filter(({ id, query }) => declaredFields(query).has('sortBy') && !/export/i.test(id));
const PAGING = ['page', 'pageSize', 'startAfter', 'sortBy', 'sortOrder'];

let api: Api;
let admin: Caller;
let vendor: Caller;
let vendorCode: number;
let siteId: string;
let orderAtSite: string;
/** Another administrator, who has entries in the log too. */
let clerk: Caller;

beforeAll(async () => {
  api = await startApi({ captcha: false });
  const { vendors } = await seed(api.ctx.db as Parameters<typeof seed>[0], SIZE);
  const acting = await actAs(api.ctx, vendors[6] ?? '');
  for (let made = 0; made < 3; made += 1) await makeMemo(api.ctx, acting, 'credit');
  await vary(api.ctx.db);
  const signIn = (email: string) => api.signIn({ id: '', email, password: PASSWORD });
  for (const email of ['v7@example.com', 'v8@example.com']) await api.visitor.post('/api/auth/forgetPassword', { email });
  [admin, vendor] = [await signIn('admin@example.com'), await signIn('v7@example.com')];
  vendor = Object.assign(vendor, { user: { ...vendor.user, id: vendors[6] ?? '' } });
  const [order] = (await vendor.get('/api/purChaseOrder/get')).body;
  const [{ vendor_Code: code }] = (await vendor.get('/api/auth/user')).body;
  vendorCode = code;
  const headings = 'Vendor Code,PO Number,EAN Code,Receipt Number,Receipt Date,Quantity';
  const receipts = [1, 2, 3].map((n) => `${code},${order.poNumber},${order.EANCode},GRN-${n},0${n}-11-2026,${n}`);
  const file = { name: 'receipts.csv', content: Buffer.from([headings, ...receipts].join('\n')) };
  clerk = await api.newAdmin({ firstName: 'Meera', mobileNumber: '9876543210' });
  for (const city of ['Nashik', 'Satara']) await clerk.send('PUT', '/api/auth/edit/1', { city });
  await clerk.send('POST', '/api/buyerData/receipts', {}, { file });
  const lines = [{ orderId: order._id, line: 1, quantity: 1 }];
  for (const day of ['01', '02', '03']) {
    const { _id: noteId } = (await vendor.post('/api/desPatchNote/create', { DCNumber: `ARRIVED/${day}` })).body.data;
    await clerk.post('/api/receipts/create', { receiptNumber: `TYPED-${day}`, receivedOn: `2026-11-${day}`, lines, noteId });
    // The first receipt has no site, and the others have the site of the order.
    if (day === '01') {
      siteId = (await admin.post('/api/buyerSites', { name: 'Depot', address: 'Plot 4', postalCode: '411037' })).body.data._id;
      await api.ctx.db.execute(sql`update purchase_orders set site_id = ${siteId} where id = ${order._id}`);
      orderAtSite = order.poNumber;
      await vendor.post('/api/desPatchNote/create', { DCNumber: 'AT/DEPOT', PONumber: orderAtSite });
    }
  }
});
afterAll(() => api.close());

async function ask(who: Caller, { id, method, path }: Operation, variant: Variant, given: Record<string, string>, status = [200, 201]) {
  const inBody = Object.keys(given).filter((name) => isInBody(id, name));
  const pick = (chosen: boolean) => Object.fromEntries(Object.entries(given).filter(([name]) => inBody.includes(name) === chosen));
  const answer = await who.ask(method, path.replace(/\{\w+\}/, '1'), {
    query: { ...variant.query, ...pick(false) },
    ...(method === 'POST' ? { payload: { ...variant.body, ...pick(true) } } : {}),
  });
  expect([id, given, answer.status, status.includes(answer.status) ? '' : answer.body]).toEqual([id, given, expect.toBeOneOf(status), '']);
  const { body, headers } = answer;
  const rows = (Array.isArray(body) ? body : Object.values(body as object)[0]) as (Row | string)[];
  return {
    rows: status.includes(422) ? [] : rows.map((row) => (typeof row === 'string' ? { _id: row, invoiceNumber: row } : row)),
    total: Number(headers['x-total-count']),
    next: queryOf(/<([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1]),
  };
}

const queryOf = (path: string | undefined) =>
  path === undefined ? null : Object.fromEntries(new URL(path, 'http://portal.example').searchParams);

function isInBody(id: string, name: string): boolean {
  const operation = operations.find((each) => each.id === id);
  return operation !== undefined && !declaredFields(operation.query).has(name) && declaredFields(operation.body).has(name);
}

const idOf = (row: Row) => String(row['_id'] ?? row['vendorId']);
const idsOf = (rows: readonly Row[]) => rows.map(idOf);

/** Numbers sort by value, even if stored as text; other text ignores case; missing values come last in both directions. */
function compare(one: unknown, other: unknown, sign: 1 | -1): number {
  const absent = [one, other].map((value) => value === null || value === undefined);
  if (absent[0] === true || absent[1] === true) return Number(absent[0]) - Number(absent[1]);
  const [first, second] = [one, other].map((value) =>
    /^-?\d+(\.\d+)?$/.test(String(value)) ? Number(value) : String(value).toLowerCase(),
  );
  if (first === second || first === undefined || second === undefined) return 0;
  return first < second ? -sign : sign;
}

function sorted(rows: readonly Row[], by: string | ((row: Row) => string), sign: 1 | -1): Row[] {
  const valueOf = typeof by === 'string' ? (row: Row) => row[by] : by;
  return rows.toSorted((one, other) => compare(valueOf(one), valueOf(other), sign) || compare(idOf(one), idOf(other), sign));
}

describe.each(LISTS.flatMap((each) => (VARIANTS[each.id] ?? [{}]).map((variant) => [each.id, each, variant] as const)))(
  '%s',
  (id, operation, variant) => {
    const { access, query, body } = operation;
    const declared = declaredFields(query);
    const callers = () => (isBuyersOnly(access) || variant.byAdmin ? [admin] : [admin, vendor]);

    test('has all rows on its pages, in each sort order', async () => {
      for (const who of callers()) {
        const all = await ask(who, operation, variant, {});
        if (who === admin && EMPTY[id] === undefined) expect(all.rows).not.toEqual([]);
        expect(all.total).toBe(all.rows.length);
        for (const sortBy of declared.get('sortBy')?.enum ?? []) {
          const by = SORTS[sortBy] ?? sortBy;
          const isOther = variant.sorts?.includes(sortBy) === false;
          if (who === admin && !isOther && EMPTY[id] === undefined) {
            const values = new Set(all.rows.map((row) => (typeof by === 'string' ? row[by] : by(row))));
            expect([sortBy, values.size > 1]).toEqual([sortBy, FLAT[`${id} ${sortBy}`] === undefined]);
          }
          for (const sortOrder of ['asc', 'desc'] as const) {
            const order = { sortBy, sortOrder };
            if (isOther) {
              await ask(who, operation, variant, order, [422]);
              continue;
            }
            const expected = idsOf(sorted(all.rows, by, sortOrder === 'asc' ? 1 : -1));
            expect([order, idsOf((await ask(who, operation, variant, order)).rows)]).toEqual([order, expected]);
            const last = Math.max(1, Math.ceil(expected.length / PAGE));
            for (const page of new Set([1, Math.min(2, last), last])) {
              const found = await ask(who, operation, variant, { ...order, page: String(page), pageSize: String(PAGE) });
              expect([order, page, idsOf(found.rows), found.total]).toEqual([
                order,
                page,
                expected.slice((page - 1) * PAGE, page * PAGE),
                expected.length,
              ]);
            }
          }
        }
      }
    });

    test('can be read to its end by its cursor', async () => {
      for (const who of callers()) {
        const all = await ask(who, operation, variant, {});
        const read: Row[] = [];
        for (let rest: Record<string, string> | null = { pageSize: String(PAGE), startAfter: '9'.repeat(18) }; rest !== null;) {
          const found = await ask(who, operation, variant, rest, variant.byPageAlone ? [422] : [200, 201]);
          read.push(...found.rows);
          rest = found.next;
        }
        // The audit log records mass reads, including these.
        const newest = Math.max(...idsOf(all.rows).map(Number));
        const newestFirst = all.rows.toSorted((one, other) => Number(idOf(other)) - Number(idOf(one)));
        expect(idsOf(read).filter((each) => Number(each) <= newest)).toEqual(variant.byPageAlone ? [] : idsOf(newestFirst));
      }
    });

    const filters = [...declared, ...declaredFields(operation.method === 'POST' ? body : operation.params)].filter(
      ([name]) => !PAGING.includes(name) && name !== 'id' && variant.query?.[name] === undefined && variant.body?.[name] === undefined,
    );
    test.each(filters)('filtered by %s has the right rows and the right total', async (name, field) => {
      for (const who of callers()) {
        const all = await ask(who, operation, variant, {});
        const own =
          name === 'userID' ? new Set(idsOf((await ask(isBuyersOnly(access) ? admin : vendor, operation, variant, {})).rows)) : null;
        for (const [value, keeps] of filterOf(id, name, field.enum, all.rows, own)) {
          const found = await ask(who, operation, variant, { [name]: value, page: '1', pageSize: '100' });
          const expected = all.rows.filter((row) => keeps(row, value));
          expect([name, value, found.total, idsOf(found.rows)]).toEqual([name, value, expected.length, idsOf(expected.slice(0, 100))]);
        }
      }
    });
  },
);

/** The values of a filter, with the rows that each one keeps. */
function filterOf(
  id: string,
  name: string,
  words: readonly string[] | undefined,
  rows: readonly Row[],
  own: ReadonlySet<string> | null,
): [string, Filter['keeps']][] {
  const filter = FILTERS[`${id} ${name}`] ?? FILTERS[name];
  if (own !== null && filter === undefined) return [[vendor.user.id, (row) => own.has(idOf(row))]];
  const middle = rows[Math.floor(rows.length / 2)] ?? {};
  if (name === 'startDate' || name === 'endDate') {
    const date = DATES[id] ?? 'createdAt';
    const dayOf = (row: Row) => (String(row[date]).length > 10 ? indianDay(new Date(String(row[date]))) : String(row[date]));
    const isKept = (row: Row, day: string) => row[date] !== null && (name === 'startDate' ? dayOf(row) >= day : dayOf(row) <= day);
    return rows.length === 0 || middle[date] === undefined ? [] : [[dayOf(middle), isKept]];
  }
  if (filter === undefined) throw new Error(`Say in FILTERS what the filter ${name} of ${id} keeps.`);
  const values = filter.words ?? words ?? [filter.from?.(middle) ?? 'true', 'No such thing'];
  return values.map((value) => [value, filter.keeps.bind(filter)]);
}
