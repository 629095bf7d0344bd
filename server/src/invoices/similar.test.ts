import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
let accounts: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
  accounts = await newMember(api, admin, 'accounts');
});
beforeEach(async () => {
  vendor = await api.newVendor();
});
afterAll(() => api.close());

interface Made {
  _id: string;
  invoiceNumber: string;
}

async function plain(value: number, { caller = vendor, ...more }: { caller?: Caller; PONumber?: string } = {}): Promise<Made> {
  const body = { invoiceNumber: String(api.serial()), invoiceValue: value, ...more };
  const made = await caller.post('/api/invoice/create', body);
  expect(made.status).toBe(200);
  return made.body.data;
}

/** An order of 100 pieces at this price with 5% tax. */
const order = (number: string, unitPrice: string, caller = vendor) =>
  makeOrder(api.ctx, caller.user.id, number, { lines: [orderLineOf({ quantity: '100', receivedQuantity: '100', unitPrice })] });

const seenBy = async (caller: Caller, { _id }: { _id: string }) => (await caller.get(`/api/invoice/match/${_id}`)).body;

test('the approver of an invoice without lines sees invoices within a rupee of its value, and orders, same value first', async () => {
  await order('770011', '70');
  await order('PO/same', '100');
  await order('PO/other', '50');
  const within = [await plain(10_499), await plain(10_501)];
  await plain(10_498.99);
  await plain(10_501.01);
  const asked = await plain(10_500, { PONumber: '770011' });
  const { similar, matchState } = await seenBy(accounts, asked);
  expect(matchState).toBe('unmatched');
  expect(similar.invoices.map((each: Made) => each._id)).toEqual(within.map(({ _id }) => _id).toReversed());
  expect(similar.invoices[0]).toMatchObject({ invoiceValue: 10_501, matchState: 'unmatched', balance: 10_501 });
  expect(similar.orders).toMatchObject([
    { poNumber: 'PO/same', value: 10_500, isSameValue: true, isNamed: false, status: 'Open' },
    { poNumber: '770011', value: 7350, isSameValue: false, isNamed: true },
    { poNumber: 'PO/other', value: 5250, isSameValue: false, isNamed: false },
  ]);
});

test('the approver sees no documents of another vendor, whatever the invoice refers to', async () => {
  const other = await api.newVendor();
  await order('770012', '100', other);
  await plain(10_500, { caller: other });
  const asked = await plain(10_500, { PONumber: '770012' });
  expect((await seenBy(accounts, asked)).similar).toEqual({ invoices: [], orders: [] });
});

test('vendors, and buyer users who cannot approve, do not see the list', async () => {
  await order('770013', '100');
  await plain(10_500);
  const asked = await plain(10_500, { PONumber: '770013' });
  const hidden = { similar: null };
  expect(await seenBy(vendor, asked)).toMatchObject(hidden);
  for (const role of ['buyer', 'receiver', 'auditor'] as const) {
    expect(await seenBy(await newMember(api, admin, role), asked)).toMatchObject(hidden);
  }
  expect((await (await api.newVendor()).get(`/api/invoice/match/${asked._id}`)).status).toBe(404);
  expect((await seenBy(await newMember(api, admin, 'approver'), asked)).similar.invoices).toHaveLength(1);
});

test('an invoice with lines has no such list, and a vendor cannot make the list long', async () => {
  const orderId = await order('PO/lines', '100');
  const { body } = await vendor.post('/api/invoice/create', {
    invoiceNumber: String(api.serial()),
    invoiceValue: 1050,
    CGSTValue: 25,
    SGSTValue: 25,
    lines: [{ orderId, line: 1, quantity: 10 }],
  });
  expect((await seenBy(accounts, body.data)).similar).toBeNull();
  const asked = await plain(500);
  for (let place = 0; place < 22; place += 1) await plain(500);
  for (let place = 0; place < 12; place += 1) await order(`PO/new${place}`, '9');
  const { similar } = await seenBy(accounts, asked);
  expect([similar.invoices.length, similar.orders.length]).toEqual([20, 5]);
});

test('a vendor cannot hide invoices by a credit of a rupee or its own payment; invoices that the buyer paid are hidden', async () => {
  const asked = await plain(1180);
  const seen = async () => (await seenBy(accounts, asked)).similar;
  const about = { productName: 'Rice', vendorInvoiceRef: asked.invoiceNumber, amount: 1 };
  expect((await vendor.post('/api/creditMemo/AddUserCreditMemo', about)).status).toBe(200);
  const payment = { invoiceNumber: asked.invoiceNumber, paymentMode: 'online', amount: 1 };
  expect((await vendor.post('/api/vendorPaymentReport/create', payment)).status).toBe(200);
  expect(await seen()).toEqual({ invoices: [], orders: [] });
  expect((await accounts.post('/api/vendorPaymentReport/create', { ...payment, userID: vendor.user.id })).status).toBe(200);
  expect(await seen()).toBeNull();
  await api.ctx.db.execute(sql`update portal_settings set pay_only_approved = true`);
  try {
    expect(await seen()).toEqual({ invoices: [], orders: [] });
  } finally {
    await api.ctx.db.execute(sql`update portal_settings set pay_only_approved = false`);
  }
});

test('such an invoice can be approved only if the controls require approval', async () => {
  const asked = await plain(118);
  const approvable = async () => (await seenBy(accounts, asked)).isApprovable;
  expect(await approvable()).toBe(false);
  await api.ctx.db.execute(sql`update portal_settings set pay_only_approved = true`);
  try {
    expect(await approvable()).toBe(true);
    expect((await accounts.post('/api/invoice/approve', { invoiceIdList: [asked._id] })).status).toBe(200);
    expect(await approvable()).toBe(false);
    expect((await seenBy(accounts, asked)).similar).toEqual({ invoices: [], orders: [] });
  } finally {
    await api.ctx.db.execute(sql`update portal_settings set pay_only_approved = false`);
  }
});
