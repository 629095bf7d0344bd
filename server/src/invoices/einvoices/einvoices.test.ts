import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../../test/api.ts';
import { newMember } from '../../../test/members.ts';
import { makeOrder, orderLineOf } from '../../demo/factories.ts';
import { irnsOf } from './irn.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
let gstin: string;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
});
beforeEach(async () => {
  vendor = await api.newVendor();
  gstin = (await vendor.get(`/api/auth/user/${vendor.user.id}`)).body[0].GST;
});
afterAll(() => api.close());

const state = (since: string | null, caller = vendor) => caller.put('/api/einvoice/save', { since, userID: vendor.user.id });

test('a vendor can only move its e-invoicing date earlier; administrators change it freely, and both see it', async () => {
  expect((await vendor.get('/api/einvoice/get')).body).toEqual({ since: null });
  expect((await state('2023-13-01')).body.errors).toHaveProperty('since');
  expect((await state('2023-10-01')).body.data).toEqual({ since: '2023-10-01' });
  expect((await state('2023-08-01')).body.data).toEqual({ since: '2023-08-01' });
  expect((await state('2023-08-01')).status).toBe(200);
  for (const other of [null, '2027-01-01']) {
    expect(await state(other)).toMatchObject({
      status: 409,
      body: {
        message: 'E-invoices from 01-08-2023 are already recorded. Only the buyer can change this date or remove it.',
        data: { since: '2023-08-01' },
      },
    });
  }
  expect((await state('2024-04-01', admin)).status).toBe(200);
  expect((await admin.get('/api/einvoice/get', { userID: vendor.user.id })).body).toEqual({ since: '2024-04-01' });
  const billing = await newMember(api, vendor, 'billing');
  expect((await state(null, billing)).status).toBe(403);
  const { body: log } = await admin.get('/api/audit/get', { entity: 'user', entityId: vendor.user.id });
  expect(JSON.stringify(log)).toContain('2024-04-01');
});

test('an invoice with lines whose IRN is missing or wrong is an exception, reported even before saving', async () => {
  const order = { lines: [orderLineOf({ quantity: '100', receivedQuantity: '100' })], orderedOn: '2026-11-01' };
  const orderId = await makeOrder(api.ctx, vendor.user.id, 'PO/1', order);
  await state('2023-08-01');
  const lines = [{ orderId, line: 1, quantity: 10 }];
  const [irn = ''] = irnsOf({ gstin, date: '2026-11-20', number: '7001' });
  const head = { invoiceNumber: '7001', invoiceDate: '2026-11-20', lines };
  const findings = async (more: object) =>
    (await vendor.post('/api/invoice/check', { ...head, ...more })).body.findings.filter(({ rule }: { rule: string }) => rule === 'irn');
  expect(await findings({})).toMatchObject([{ rule: 'irn', outcome: 'fault', found: 'none' }]);
  expect(await findings({ IRN: 'f'.repeat(64) })).toMatchObject([{ rule: 'irn', outcome: 'fault', expected: irn }]);
  expect((await vendor.post('/api/invoice/check', { ...head, IRN: 'f'.repeat(63) })).body.errors).toEqual({
    IRN: 'An IRN has 64 characters: digits and the letters a to f.',
  });
  expect(await findings({ IRN: irn.toUpperCase() })).toEqual([]);
  // No IRN is needed before that date.
  expect(await findings({ invoiceDate: '2023-07-31' })).toEqual([]);

  const { sums } = (await vendor.post('/api/invoice/check', head)).body;
  const made = (await vendor.post('/api/invoice/create', { ...head, ...sums })).body.data;
  expect(made).toMatchObject({ matchState: 'exception', IRN: null });
  const edited = (await vendor.put(`/api/invoice/edit/${made._id}`, { IRN: irn })).body.data;
  expect(edited).toMatchObject({ matchState: 'matched', IRN: irn });
  // The IRN belongs to the earlier invoice number.
  const moved = (await vendor.put(`/api/invoice/edit/${made._id}`, { invoiceNumber: '7002' })).body.data;
  expect(moved.matchState).toBe('exception');
});

test('an invoice without lines never needs an IRN', async () => {
  await state('2023-08-01');
  const { body } = await vendor.post('/api/invoice/create', { invoiceNumber: '1', invoiceValue: 118 });
  expect(body.data.matchState).toBe('unmatched');
});

test('a changed date matches the open invoices without an IRN between the two dates again', async () => {
  const order = { lines: [orderLineOf({ quantity: '100', receivedQuantity: '100' })], orderedOn: '2026-10-01' };
  const orderId = await makeOrder(api.ctx, vendor.user.id, 'PO/1', order);
  const send = async (invoiceDate: string, more: object = {}) => {
    const head = { invoiceNumber: String(api.serial()), invoiceDate, lines: [{ orderId, line: 1, quantity: 10 }] };
    const { sums } = (await vendor.post('/api/invoice/check', head)).body;
    return (await vendor.post('/api/invoice/create', { ...head, ...sums, ...more })).body.data;
  };
  const october = await send('2026-10-31');
  const november = await send('2026-11-01');
  const number = String(api.serial());
  const withIrn = await send('2026-11-02', { invoiceNumber: number, IRN: irnsOf({ gstin, date: '2026-11-02', number })[0] });
  const paid = await send('2026-11-03');
  const accounts = await newMember(api, admin, 'accounts');
  const pay = { userID: vendor.user.id, invoiceNumber: paid.invoiceNumber, amount: paid.invoiceValue, paymentMode: 'online' };
  expect((await accounts.post('/api/vendorPaymentReport/create', pay)).status).toBe(200);
  const states = async () =>
    Promise.all(
      [october, november, withIrn, paid].map(async ({ _id }) => (await vendor.get(`/api/invoice/get/${_id}`)).body[0].matchState),
    );
  expect(await states()).toEqual(['matched', 'matched', 'matched', 'matched']);
  const { body } = await state('2026-11-01');
  expect(body.message).toBe('Saved. Unpaid invoices with lines are checked against this date too.');
  expect(await states()).toEqual(['matched', 'exception', 'matched', 'matched']);
  await state('2026-10-01');
  expect(await states()).toEqual(['exception', 'exception', 'matched', 'matched']);
  await state('2026-11-01', admin);
  expect(await states()).toEqual(['matched', 'exception', 'matched', 'matched']);
  await state(null, admin);
  expect(await states()).toEqual(['matched', 'matched', 'matched', 'matched']);
});
