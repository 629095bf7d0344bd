import { AGEING } from '@aapurti/contract/payments/payments';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';
import { verifyBooks } from '../payments/verify.ts';
import { ACCOUNT_ORDER, CHAIN_ORDER } from './orders.ts';
import { loadDemo } from './demo.ts';
import { DEMO_SIGN_INS } from './signIns.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ demo: true });
  await loadDemo(api.ctx);
});
afterAll(() => api.close());

test('everybody of the demo can sign in, two vendors work, two wait', async () => {
  const people = await Promise.all(DEMO_SIGN_INS.map(({ email, password }) => api.signIn({ id: '', email, password })));
  const statuses = await Promise.all(people.map(async (person) => (await person.get('/api/product/get', { page: 1 })).status));
  expect(statuses).toEqual([200, 200, 200, 403, 403]);
});

test('it fills every list that exists, and the administrator has something to approve', async () => {
  const admin = await api.signIn({ id: '', ...DEMO_SIGN_INS[0] });
  const total = async (path: string, query = {}) => Number((await admin.get(path, { page: 1, ...query })).headers['x-total-count']);
  expect(await total('/api/product/get')).toBe(60);
  expect(await total('/api/product/get', { priceApproval: 'false' })).toBe(20);
  expect(await total('/api/schema/get')).toBe(12);
  expect(await total('/api/debitMemo/getAllUserDebitMemo')).toBe(20);
  expect(await total('/api/creditMemo/getAllUserCreditMemo')).toBe(10);
  expect(await total('/api/desPatchNote/get')).toBe(33);
  expect(await total('/api/auth/user')).toBe(5);
  expect(await total('/api/auth/user', { synced: 'false' })).toBe(4);
  expect(await total('/api/buyerData/items')).toBeGreaterThanOrEqual(290);
  expect(await total('/api/invoice/get')).toBe(33);
  expect(await total('/api/receipts/get')).toBe(4);
  const outstanding = (await admin.post('/api/purChaseOrder/purchase_payment?ageing=true', { status: 'OS' })).body.result;
  expect(outstanding.length).toBe(2);
  for (const row of outstanding) for (const age of AGEING) expect(row[age]).toBeGreaterThan(0);
  expect((await admin.post('/api/purChaseOrder/purchase_payment')).headers['x-total-count']).toBe('23');
  expect(await total('/api/purChaseOrder/purchase_return')).toBe(18);
  const orders: Record<string, string>[] = (await admin.get('/api/purChaseOrder/get')).body;
  expect(orders.length).toBe(47);
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
  expect(counts).toMatchObject({ totalInvoice: 33, last10DayInvoice: 8, totalDespatch: 33, last10DayDespatch: 6 });
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});

test('a vendor proposes an item, and nobody has documents from before the registration', async () => {
  const admin = await api.signIn({ id: '', ...DEMO_SIGN_INS[0] });
  expect((await admin.get('/api/itemProposals/get', { state: 'waiting' })).body).toMatchObject([{ HSNCode: '09109100', state: 'waiting' }]);
  const early = await api.ctx.db.rows(sql`
    select number from invoices join users on users.id = invoices.vendor_id where invoice_date < (users.created_at at time zone 'Asia/Kolkata')::date
    union all
    select number from purchase_orders orders join users on users.id = orders.vendor_id where ordered_on < (users.created_at at time zone 'Asia/Kolkata')::date`);
  expect(early).toEqual([]);
});

test('both vendors have the whole chain, from an order that is answered by line to invoices that are matched, differ and are released', async () => {
  for (const { email, password } of DEMO_SIGN_INS.slice(1, 3)) {
    const vendor = await api.signIn({ id: '', email, password });
    const all = async (path: string) => (await vendor.get(path, { page: 1, pageSize: 100 })).body;
    const orderOf = async (number: string) => (await vendor.get('/api/purChaseOrder/get', { poNumber: number })).body[0]._id as string;
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

test('both vendors have an account with every case: each memo names its invoice, and what is told of one event is told everywhere', async () => {
  const admin = await api.signIn({ id: '', ...DEMO_SIGN_INS[0] });
  for (const { email, password } of DEMO_SIGN_INS.slice(1, 3)) {
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
    const advance = paid.find(({ poNumber }: { poNumber: string | null }) => poNumber === ACCOUNT_ORDER);
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

test('its papers can be read by their links', async () => {
  const mill = await api.signIn({ id: '', ...DEMO_SIGN_INS[1] });
  const id = (await mill.get('/api/auth/user')).body[0]._id;
  const [{ panDocument }] = (await mill.get(`/api/auth/user/${id}`)).body;
  expect((await api.visitor.get(panDocument)).headers['content-type']).toBe('application/pdf');
});

test('no mail went out for it', async () => {
  expect((await api.visitor.get('/api/outbox')).body).toEqual([]);
});
