import { type CountedView, VIEWS } from '@aapurti/contract/settings/queues';
import { AGEING } from '@aapurti/contract/payments/payments';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';
import { verifyBooks } from '../payments/verify.ts';
import { ACCOUNT_ORDER, CHAIN_ORDER } from './orders.ts';
import { loadDemo } from './demo.ts';
import { DEMO_BOOKKEEPER, DEMO_SIGN_INS } from './signIns.ts';
import { orderAt } from './vendors.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ demo: true });
  await loadDemo(api.ctx);
});
afterAll(() => api.close());

test('every user of the demo can sign in: five active vendors, two waiting ones, and two buyer users', async () => {
  const people = await Promise.all(DEMO_SIGN_INS.map(({ email, password }) => api.signIn({ id: '', email, password })));
  const statuses = await Promise.all(people.map(async (person) => (await person.get('/api/product/get', { page: 1 })).status));
  expect(statuses).toEqual([200, 200, 200, 403, 403, 200, 200, 200, 200, 200]);
});

test('the demo fills every list, and the administrator has something to approve', async () => {
  const admin = await api.signIn({ id: '', ...DEMO_SIGN_INS[0] });
  const total = async (path: string, query = {}) => Number((await admin.get(path, { page: 1, ...query })).headers['x-total-count']);
  expect(await total('/api/product/get')).toBe(90);
  expect(await total('/api/product/get', { priceApproval: 'false' })).toBe(43);
  expect(await total('/api/schema/get')).toBe(19);
  expect(await total('/api/debitMemo/getAllUserDebitMemo')).toBe(20);
  expect(await total('/api/creditMemo/getAllUserCreditMemo')).toBe(12);
  expect(await total('/api/desPatchNote/get')).toBe(48);
  expect(await total('/api/auth/user')).toBe(8);
  expect(await total('/api/auth/user', { synced: 'false' })).toBe(7);
  expect(await total('/api/buyerData/items')).toBeGreaterThanOrEqual(290);
  expect(await total('/api/invoice/get')).toBe(46);
  expect(await total('/api/receipts/get')).toBe(20);
  const outstanding = (await admin.post('/api/purChaseOrder/purchase_payment?ageing=true', { status: 'OS' })).body.result;
  expect(outstanding.length).toBe(5);
  const old = outstanding.filter(({ vendorName }: { vendorName: string }) => /^(Annapurna|Sahyadri)/.test(vendorName));
  expect(old.length).toBe(2);
  for (const row of old) for (const age of AGEING) expect(row[age]).toBeGreaterThan(0);
  expect((await admin.post('/api/purChaseOrder/purchase_payment')).headers['x-total-count']).toBe('33');
  expect(await total('/api/purChaseOrder/purchase_return')).toBe(19);
  const orders: Record<string, string>[] = (await admin.get('/api/purChaseOrder/get')).body;
  expect(orders.length).toBe(68);
  const states = (name: string) => new Set(orders.map((order) => order[name]));
  expect(states('status')).toEqual(new Set(['Acknowledged', 'Cancelled', 'Closed', 'Open']));
  expect(states('deliveryStatus')).toEqual(new Set(['Delivered', 'Partial', 'Pending']));
  expect(states('paymentStatus')).toEqual(new Set(['Paid', 'Partial', 'Unpaid']));
  expect(JSON.stringify(orders)).toContain('आम');
  const days = orders.map(({ poDate = '' }) => poDate);
  expect(days).toEqual([...days].sort((one, other) => other.localeCompare(one)));
  const counts = Object.assign({}, ...(await admin.get('/api/auth/getCountDetail')).body.countList);
  expect(counts.last10DayProductDetail).toBeLessThan(counts.totalProduct);
  expect(counts.last10DayProductDetail).toBeGreaterThan(0);
  expect(counts).toMatchObject({ totalInvoice: 46, last10DayInvoice: 10, totalDespatch: 48, last10DayDespatch: 10 });
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});

test('the demo has keys, a webhook that calls no one, leave, a shelf life and a user of two companies', async () => {
  const admin = await api.signIn({ id: '', ...DEMO_SIGN_INS[0] });
  expect((await admin.get('/api/keys')).body).toMatchObject([{ name: 'ERP of the warehouses', state: 'active' }]);
  const [webhook] = (await admin.get('/api/webhooks')).body;
  expect(webhook).toMatchObject({ state: 'off', deliveredAt: expect.any(String) });
  const log: { state: string }[] = (await admin.get(`/api/webhooks/${webhook._id}/deliveries`)).body;
  expect(log.map(({ state }) => state)).toEqual(['failed', 'failed', ...Array.from({ length: 10 }, () => 'delivered')]);
  expect((await admin.get('/api/shelfLife/get')).body).toMatchObject([{ category: 'Tea & Coffee', days: 120 }]);
  expect(await api.ctx.db.rows(sql`select from delegations`)).toHaveLength(1);
  const several = await api.ctx.db.rows(sql`
    select email from memberships join users on users.id = user_id group by email having count(*) > 1`);
  expect(several).toEqual([{ email: DEMO_BOOKKEEPER.email }]);
  const { email, password } = DEMO_BOOKKEEPER;
  expect((await api.visitor.post('/api/auth/login', { email, passWord: password })).status).toBe(202);
});

test('the demo has a grower without registration, with one self-invoice issued and one due', async () => {
  const admin = await api.signIn({ id: '', ...DEMO_SIGN_INS[0] });
  const issued = (await admin.get('/api/selfInvoice/get')).body.selfInvoices;
  expect(issued).toMatchObject([
    {
      vendorName: 'Konkan Cashew Growers',
      receiptNumber: 'GRN-0869',
      taxable: 29_500,
      IGSTValue: 1475,
      isCancelled: false,
      overdue: false,
    },
  ]);
  expect((await admin.get('/api/selfInvoice/due')).body.due).toMatchObject([{ receiptNumber: 'GRN-0879', overdue: false }]);
});

test('the demo has a proposed item, and no vendor has documents from before its registration', async () => {
  const admin = await api.signIn({ id: '', ...DEMO_SIGN_INS[0] });
  expect((await admin.get('/api/itemProposals/get', { state: 'waiting' })).body).toMatchObject([{ HSNCode: '09109100', state: 'waiting' }]);
  const early = await api.ctx.db.rows(sql`
    select number from invoices join users on users.id = invoices.vendor_id where invoice_date < (users.created_at at time zone 'Asia/Kolkata')::date
    union all
    select number from purchase_orders orders join users on users.id = orders.vendor_id where ordered_on < (users.created_at at time zone 'Asia/Kolkata')::date`);
  expect(early).toEqual([]);
});

const OLD = [
  ['mill', DEMO_SIGN_INS[1]],
  ['foods', DEMO_SIGN_INS[2]],
] as const;

test('two vendors of the demo have the whole chain, from confirmed orders to invoices that are matched, exceptions and released', async () => {
  for (const [who, { email, password }] of OLD) {
    const vendor = await api.signIn({ id: '', email, password });
    const all = async (path: string) => (await vendor.get(path, { page: 1, pageSize: 100 })).body;
    const orderOf = async (number: string) =>
      (await vendor.get('/api/purChaseOrder/get', { poNumber: orderAt(who, number) })).body[0]._id as string;
    const answered = (await vendor.get(`/api/orderAnswer/get/${await orderOf(CHAIN_ORDER)}`)).body;
    expect(answered.lines.map(({ answer }: { answer: object }) => answer)).toMatchObject([
      { decision: 'change', state: 'accepted' },
      ...Array.from({ length: 3 }, () => ({ decision: 'accept', state: 'accepted' })),
    ]);
    const waiting = (await vendor.get(`/api/orderAnswer/get/${await orderOf('PO/2026-27/0124')}`)).body;
    expect(waiting.lines.map(({ answer }: { answer: { state: string } | null }) => answer?.state)).toContain('proposed');

    const notes: { _id: string; state: string | null }[] = await all('/api/desPatchNote/get');
    expect(notes.flatMap(({ state }) => state ?? [])).toEqual(['draft', 'left', 'arrived', 'arrived']);
    const [, left, arrived] = notes.filter(({ state }) => state !== null);
    const goods = async (id: string | undefined) => (await vendor.get(`/api/dispatchGoods/get/${id}`)).body;
    expect((await goods(left?._id)).papers).toHaveLength(2);
    expect(await goods(arrived?._id)).toMatchObject({
      packages: [{ kind: 'pallet' }, { kind: 'carton', parent: 1 }, { kind: 'carton', parent: 1 }],
      vehicles: [{}, {}],
      lines: [{ batch: 'B-1107' }, { batch: 'B-1112' }, {}, {}, {}],
    });

    const billed: { _id: string; matchState: string }[] = await all('/api/invoice/get');
    expect(billed.map(({ matchState }) => matchState).filter((state) => state !== 'unmatched')).toEqual([
      'released',
      'exception',
      'matched',
      'matched',
    ]);
    const differs = billed.find(({ matchState }) => matchState === 'exception');
    expect((await vendor.get(`/api/invoice/match/${differs?._id}`)).body.findings).toMatchObject([
      {
        message: 'Line 1: invoiced 100, accepted 92, 8 rejected on GRN-0881 (damaged).',
        wayOut: 'Reduce the quantity to 92 or add a credit memo for 8.',
      },
    ]);
    const { lines } = (await vendor.get(`/api/purChaseOrder/links/${await orderOf(CHAIN_ORDER)}`)).body;
    expect(lines[0]).toMatchObject({ ordered: 100, promised: 100, sent: 100, received: 100, rejected: 8, invoiced: 100 });
    expect((await vendor.get('/api/orderAnswer/kept')).body).toMatchObject({ promises: 3, onTime: 3, inFull: 3 });
  }
});

test('two vendors of the demo have an account with every case: each memo names its invoice, and each event has the same text everywhere', async () => {
  const admin = await api.signIn({ id: '', ...DEMO_SIGN_INS[0] });
  for (const [who, { email, password }] of OLD) {
    const vendor = await api.signIn({ id: '', email, password });
    const all = async (path: string, query = {}) => (await vendor.get(path, { page: 1, pageSize: 100, ...query })).body;
    const memos: Record<string, string | null>[] = [
      ...(await all('/api/debitMemo/getAllUserDebitMemo')),
      ...(await all('/api/creditMemo/getAllUserCreditMemo')),
    ];
    expect(memos.filter(({ invoiceId }) => invoiceId === null)).toEqual([]);
    expect(new Set(memos.map(({ issuer, status }) => `${issuer} ${status}`))).toEqual(
      new Set(['buyer open', 'buyer accepted', 'buyer reversed', 'buyer answered', 'vendor open', 'vendor accepted']),
    );
    const claim = memos.find(({ status }) => status === 'answered');
    expect(memos.find(({ claimId }) => claimId === claim?.['_id'])).toMatchObject({
      issuer: 'vendor',
      amount: claim?.['amount'],
      invoiceId: claim?.['invoiceId'],
    });

    const paid = (await vendor.post('/api/purChaseOrder/purchase_payment?page=1&pageSize=100', {})).body.result;
    const advance = paid.find(({ poNumber }: { poNumber: string | null }) => poNumber === orderAt(who, ACCOUNT_ORDER));
    expect(advance).toMatchObject({ onAccount: 0, onlineKind: 'neft' });
    const cheque = paid.find(({ reversalOf }: { reversalOf: string | null }) => reversalOf !== null);
    expect(paid.find(({ _id }: { _id: string }) => _id === cheque.reversalOf)).toMatchObject({
      amount: -cheque.amount,
      tenderType: 'cheque',
    });
    // The credit on a paid invoice was on account until a payment set it off.
    const credits = (await all('/api/account/allocations')).filter(({ kind }: { kind: string }) => kind === 'credit');
    expect(credits.filter(({ invoiceId }: { invoiceId: string | null }) => invoiceId === null)).toHaveLength(2);
    const [outstanding] = (await vendor.post('/api/purChaseOrder/purchase_payment', { status: 'OS' })).body.result;
    expect([outstanding.onAccount, outstanding.held > 0]).toEqual([0, true]);

    const [receipt] = (await all('/api/receipts/get')).filter(
      ({ receiptNumber }: { receiptNumber: string }) => receiptNumber === 'GRN-0867',
    );
    const about = { documentKind: 'receipt', documentId: receipt._id };
    expect((await vendor.get('/api/comments/get', about)).body.comments).toMatchObject([
      { byBuyer: false, attachments: [{ name: 'Weighbridge slip.pdf' }] },
      { byBuyer: true },
    ]);
    expect((await admin.get('/api/comments/get', about)).body.total).toBe(2);
  }
});

/** The pairs of a list and a built-in view in which a demo user sees rows. */
async function viewsWithRows(person: (typeof DEMO_SIGN_INS)[number]): Promise<string[]> {
  const caller = await api.signIn({ id: '', ...person });
  const seen: string[] = [];
  for (const list of Object.keys(VIEWS)) {
    const views: CountedView[] = (await caller.get('/api/dashboard/views', { list })).body;
    seen.push(...views.filter(({ count }) => count > 0).map(({ name }) => `${list} ${name}`));
  }
  return seen;
}

test('each built-in view of a list has rows for some user', async () => {
  const seen = new Set<string>();
  for (const person of DEMO_SIGN_INS.filter((_, place) => ![3, 4].includes(place)))
    for (const view of await viewsWithRows(person)) seen.add(view);
  const all = Object.entries(VIEWS).flatMap(([list, views]) => views.map(({ name }) => `${list} ${name}`));
  expect(all.filter((view) => !seen.has(view))).toEqual([]);
});

test('five vendors have six months of orders for two sites, each number once, and invoices with their outcome', async () => {
  const admin = await api.signIn({ id: '', ...DEMO_SIGN_INS[0] });
  const { numbers, sites, months, vendors } = await api.ctx.db.one<Record<'numbers' | 'sites' | 'months' | 'vendors', number>>(sql`
    select (select max(times) from (select count(*)::int as times from purchase_orders group by code_key(number)) each) as numbers,
      (select count(distinct site_id)::int from receipts) as sites,
      (select count(distinct to_char(ordered_on, 'YYYY-MM'))::int from purchase_orders) as months,
      (select count(distinct vendor_id)::int from invoices) as vendors`);
  expect({ numbers, sites, months, vendors }).toEqual({ numbers: 1, sites: 2, months: expect.any(Number), vendors: 5 });
  expect(months).toBeGreaterThanOrEqual(6);
  const review = (await admin.get('/api/product/review', { page: 1, pageSize: 100 })).body;
  const dearer = review.filter(({ lowestOther, sellingPrice }: { lowestOther: { price: number } | null; sellingPrice: number }) => {
    return lowestOther !== null && lowestOther.price < sellingPrice;
  });
  const changed = review.filter(({ change }: { change: number | null }) => (change ?? 0) !== 0);
  expect([dearer.length > 5, changed.length]).toEqual([true, 4]);
  expect(changed.filter(({ lastPurchase }: { lastPurchase: object | null }) => lastPurchase === null)).toEqual([]);
});

test('the documents of the demo can be read by their links', async () => {
  const mill = await api.signIn({ id: '', ...DEMO_SIGN_INS[1] });
  const id = (await mill.get('/api/auth/user')).body[0]._id;
  const [{ panDocument }] = (await mill.get(`/api/auth/user/${id}`)).body;
  expect((await api.visitor.get(panDocument)).headers['content-type']).toBe('application/pdf');
});

test('the demo sends no e-mail', async () => {
  expect((await api.visitor.get('/api/outbox')).body).toEqual([]);
});
