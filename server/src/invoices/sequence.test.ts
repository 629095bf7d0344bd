import { indianDay } from '@aapurti/contract/ground/fields';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import sql from 'sql-template-tag';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';
import { verifyBooks } from '../payments/verify.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';
import { storePayments } from '../payments/store.ts';

let api: Api;
let admin: Caller;
let accounts: Caller;
let vendor: Caller;
let orderId: string;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
  accounts = await newMember(api, admin, 'accounts');
});
beforeEach(async () => {
  vendor = await api.newVendor();
  // An order of 100 at 100.00 with 5%, all received.
  orderId = await makeOrder(api.ctx, vendor.user.id, 'PO/1', {
    lines: [orderLineOf({ externalId: 'rice', quantity: '100', receivedQuantity: '100' })],
  });
});
afterAll(() => api.close());

interface Made {
  _id: string;
  invoiceNumber: string;
}

const sumsOf = async (quantity: number) => {
  const lines = [{ orderId, line: 1, quantity }];
  return { lines, ...(await vendor.post('/api/invoice/check', { lines })).body.sums };
};
const bill = async (quantity: number): Promise<Made> =>
  (await vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...(await sumsOf(quantity)) })).body.data;
const edit = async ({ _id }: Made, quantity: number) =>
  expect((await vendor.put(`/api/invoice/edit/${_id}`, await sumsOf(quantity))).status).toBe(200);
const remark = async ({ _id }: Made) => expect((await vendor.put(`/api/invoice/edit/${_id}`, { remarks: 'By lorry' })).status).toBe(200);
const approve = async ({ _id }: Made) => expect((await accounts.post('/api/invoice/approve', { invoiceIdList: [_id] })).status).toBe(200);
const decide = async (kind: 'release' | 'return', { _id }: Made) =>
  expect((await accounts.post(`/api/invoice/${kind}/${_id}`, { reason: 'Agreed' })).status).toBe(200);
const pay = async ({ invoiceNumber }: Made, amount = 10, caller = accounts) =>
  expect(
    (
      await caller.post('/api/vendorPaymentReport/create', {
        ...(caller === vendor ? {} : { userID: vendor.user.id }),
        invoiceNumber,
        amount,
        paymentMode: 'online',
      })
    ).status,
  ).toBe(200);
const states = async (...invoices: Made[]) =>
  Promise.all(invoices.map(async ({ _id }) => (await vendor.get(`/api/invoice/get/${_id}`)).body[0].matchState));

const settlings: [string, (invoice: Made) => Promise<void>, string][] = [
  ['nothing', () => Promise.resolve(), 'matched'],
  ['an approval', approve, 'approved'],
  ['a payment', pay, 'matched'],
  ['approval and payment', async (invoice) => (await approve(invoice), pay(invoice, 10_395)), 'approved'],
  ['a payment of its own', (invoice) => pay(invoice, 10, vendor), 'matched'],
];

test.each(settlings)('an older invoice that grows does not push out one that was counted before: %s', async (_what, settle, state) => {
  const first = await bill(1);
  const second = await bill(99);
  await settle(second);
  expect(await states(first, second)).toEqual(['matched', state]);
  await edit(first, 100);
  expect(await states(first, second)).toEqual(['exception', state]);
  // A receipt, which matches all invoices again, does not change it either.
  await makeOrder(api.ctx, vendor.user.id, 'PO/1', {
    version: '2',
    lines: [orderLineOf({ externalId: 'rice', quantity: '100', receivedQuantity: '99' })],
  });
  expect(await states(first, second)).toEqual(['exception', state]);
});

test('a sent-back invoice counts after those invoiced in the meantime, whatever is edited in it', async () => {
  const first = await bill(60);
  await decide('return', first);
  const second = await bill(60);
  expect(await states(first, second)).toEqual(['returned', 'matched']);
  await remark(first);
  expect(await states(first, second)).toEqual(['exception', 'matched']);
});

test('an invoice keeps its place if irrelevant fields change, and cannot gain a better one', async () => {
  const [first, second, third] = [await bill(60), await bill(40), await bill(10)];
  await remark(first);
  expect(await states(first, second, third)).toEqual(['matched', 'matched', 'exception']);
  // The third invoice matches once the first leaves room, and stays matched when the first grows again.
  await edit(first, 50);
  expect(await states(first, second, third)).toEqual(['matched', 'matched', 'matched']);
  await edit(first, 60);
  expect(await states(first, second, third)).toEqual(['exception', 'matched', 'matched']);
});

test('a released invoice counts before one that only matches, and stays released', async () => {
  const [first, second] = [await bill(60), await bill(60)];
  expect(await states(first, second)).toEqual(['matched', 'exception']);
  await decide('release', second);
  expect(await states(first, second)).toEqual(['exception', 'released']);
  await remark(first);
  expect(await states(first, second)).toEqual(['exception', 'released']);
  // The approved invoice still covers the quantity for which it was released.
  await approve(second);
  expect(await states(first, second)).toEqual(['exception', 'approved']);
});

test.each([
  ['the form', (invoice: Made) => pay(invoice)],
  [
    'the buyer’s system',
    async ({ invoiceNumber }: Made) => {
      const payment = {
        externalId: 'P-1',
        version: '1',
        supplier: 'V',
        ownerId: vendor.user.id,
        invoiceNumber,
        amount: '10',
        mode: 'online',
      };
      const row = { ...payment, remarks: null, paidOn: '2026-11-10', raw: null };
      await api.ctx.db.transaction((tx) => storePayments(tx, 'own', [row]));
    },
  ],
])('an invoice that the buyer pays despite a fault counts first: paid by %s', async (_what, paid) => {
  const [first, second] = [await bill(60), await bill(60)];
  await paid(second);
  expect(await states(first, second)).toEqual(['exception', 'matched']);
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});

test('a vendor’s own payment does not count, and does not prevent sending the invoice back', async () => {
  const [first, second] = [await bill(60), await bill(60)];
  await pay(second, 1, vendor);
  expect(await states(first, second)).toEqual(['matched', 'exception']);
  await decide('return', second);
  expect(await states(first, second)).toEqual(['matched', 'returned']);
  // A payment by the buyer does prevent it.
  await pay(first, 1);
  expect((await accounts.post(`/api/invoice/return/${first._id}`, { reason: 'Wrong' })).status).toBe(409);
});

test('a payment that the ERP cancels gives up its place', async () => {
  const [first, second] = [await bill(60), await bill(60)];
  const payment = { externalId: 'P-1', supplier: 'V', ownerId: vendor.user.id, invoiceNumber: second.invoiceNumber, amount: '10' };
  const row = { ...payment, mode: 'online', remarks: null, paidOn: '2026-11-10', raw: null };
  await api.ctx.db.transaction((tx) => storePayments(tx, 'own', [{ ...row, version: '1' }]));
  await api.ctx.db.transaction((tx) => storePayments(tx, 'own', [{ ...row, version: '2', cancelled: true }]));
  expect(await states(first, second)).toEqual(['matched', 'exception']);
});

test('the check before saving returns the same result as saving: other lines count after all others', async () => {
  const [first] = [await bill(60), await bill(40)];
  const check = async (quantity: number) =>
    (await vendor.post('/api/invoice/check', { invoiceId: first._id, lines: (await sumsOf(quantity)).lines })).body.findings;
  expect(await check(61)).toMatchObject([{ rule: 'quantity', outcome: 'fault', found: '101' }]);
  const { lines } = (await vendor.get(`/api/invoice/match/${first._id}`)).body;
  const same = await vendor.post('/api/invoice/check', { invoiceId: first._id, lines });
  expect(same.body.findings.filter(({ outcome }: { outcome: string }) => outcome === 'fault')).toEqual([]);
});

test('an approved invoice shows the findings of its last match', async () => {
  await makeOrder(api.ctx, vendor.user.id, 'PO/1', {
    version: '2',
    lines: [orderLineOf({ externalId: 'rice', quantity: '100', receivedQuantity: '0' })],
  });
  const invoice = await bill(60);
  await decide('release', invoice);
  await approve(invoice);
  const findings = async () => (await vendor.get(`/api/invoice/match/${invoice._id}`)).body.findings;
  expect(await findings()).toMatchObject([{ rule: 'quantity', outcome: 'fault', expected: '0' }]);
  const line = { orderId, line: 1, quantity: 60, rejected: 0 };
  await api.ctx.db.execute(sql`update purchase_orders set source = 'embedded' where id = ${orderId}`);
  const entered = await admin.post('/api/receipts/create', { receiptNumber: 'GRN-1', receivedOn: indianDay(new Date()), lines: [line] });
  expect([entered.status, await states(invoice), await findings()]).toEqual([200, ['approved'], []]);
});

test('the books of all these invoices agree', async () => {
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});
