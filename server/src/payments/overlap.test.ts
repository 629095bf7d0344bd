import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { meanwhile } from '../../test/overlap.ts';
import type { Database } from '../database/database.ts';
import { orderLineOf, orderOf } from '../demo/factories.ts';
import { storeOrders } from '../purchase-orders/store.ts';
import { storePayments, storeReturns } from './store.ts';
import { verifyBooks } from './verify.ts';

// Tests of one record that the buyer's system sends in two concurrent runs: the second one uses the data that the first has stored.

let api: Api;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  vendor = await api.newVendor();
});

test('a payment is checked against the current amount', async () => {
  const { data } = (await vendor.post('/api/invoice/create', { invoiceNumber: '7', invoiceValue: 100 })).body;
  const of = { externalId: `P-${data._id}`, supplier: 'V', ownerId: vendor.user.id, invoiceNumber: '7' };
  const paying = (version: string, amount: string) => (tx: Database) =>
    storePayments(tx, 'own', [{ ...of, version, amount, mode: 'online', remarks: null, paidOn: '2026-11-10', raw: null }]);
  await api.ctx.db.transaction(paying('1', '90'));
  const [stored] = await meanwhile(api, paying('2', '10'), [() => api.ctx.db.transaction(paying('3', '150'))]);
  // The excess over the invoice is on account.
  expect(stored?.updated).toBe(1);
  const { body } = await vendor.get('/api/invoice/getInvoiceValue/7');
  const [account] = (await vendor.post('/api/purChaseOrder/purchase_payment', { status: 'OS' })).body.result;
  expect([body.paid, account.onAccount, account.balance]).toEqual([100, 50, -50]);
});

test('a payment waits for the transaction that holds it before it locks the vendor’s account', async () => {
  const of = { externalId: `P-${vendor.user.id}`, supplier: 'V', ownerId: vendor.user.id, invoiceNumber: null };
  const paying = (version: string, amount: string) => (tx: Database) =>
    storePayments(tx, 'own', [{ ...of, version, amount, mode: 'online', remarks: null, paidOn: '2026-11-10', raw: null }]);
  await api.ctx.db.transaction(paying('1', '90'));
  const reading = sql`select from payments where vendor_id = ${vendor.user.id} for no key update`;
  // A reversal locks its payment and then the account.
  const [stored] = await meanwhile(
    api,
    (tx) => tx.rows(reading),
    [() => api.ctx.db.transaction(paying('2', '10'))],
    async () => {
      const free = await api.ctx.db.rows(sql`
        select from vendor_accounts where vendor_id = ${vendor.user.id} for no key update skip locked`);
      expect(free).toHaveLength(1);
    },
  );
  expect(stored?.updated).toBe(1);
});

test('a payment waits for the invoice that its amount on account was set off against', async () => {
  const accounts = await api.newAdmin({ roles: ['accounts'] });
  const bill = async (invoiceNumber: string, invoiceValue: number) =>
    (await vendor.post('/api/invoice/create', { invoiceNumber, invoiceValue })).body.data._id;
  const of = { externalId: `P-${vendor.user.id}`, supplier: 'V', ownerId: vendor.user.id, invoiceNumber: null };
  const paying = (version: string, amount: string) => (tx: Database) =>
    storePayments(tx, 'own', [{ ...of, version, amount, mode: 'online', remarks: null, paidOn: '2026-11-10', raw: null }]);
  await api.ctx.db.transaction(paying('1', '90'));
  const settled = await bill('7', 100);
  const other = await bill('8', 10);
  const form = { userID: vendor.user.id, invoices: [{ invoiceId: other, amount: 10 }], paymentMode: 'online' };
  expect((await accounts.post('/api/vendorPaymentReport/transfer', form)).status).toBe(200);
  const paid = async () => (await vendor.get('/api/invoice/getInvoiceValue/7')).body.paid;
  expect(await paid()).toBe(90);
  await meanwhile(
    api,
    (tx) => tx.rows(sql`select from invoices where id = ${settled} for no key update`),
    [() => api.ctx.db.transaction(paying('2', '20'))],
    async () => {
      const free = await api.ctx.db.rows(sql`
        select from vendor_accounts where vendor_id = ${vendor.user.id} for no key update skip locked`);
      expect(free).toHaveLength(1);
    },
  );
  expect(await paid()).toBe(0);
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});

test('the log of an amended order has the values from before the amendment', async () => {
  const amending = (version: string, quantity: string) => (tx: Database) =>
    storeOrders(tx, 'own', [orderOf(api.ctx, vendor.user.id, 'PO/7', { version, lines: [orderLineOf({ quantity, unitPrice: '10' })] })]);
  await api.ctx.db.transaction(amending('1', '1'));
  await meanwhile(api, amending('2', '2'), [() => api.ctx.db.transaction(amending('3', '3'))]);
  const log = await api.ctx.db.rows<{ was: string; is: string }>(sql`
    select before ->> 'value' as was, after ->> 'value' as is from audit_log
    where vendor_id = ${vendor.user.id} and action = 'order.amend' order by id`);
  expect(log.map(({ was, is }) => [Number(was), Number(is)])).toEqual([
    [10.5, 21],
    [21, 31.5],
  ]);
});

test('a return that has moved to another vendor stays with that vendor', async () => {
  const other = await api.newVendor();
  const returned = (ownerId: string) => (tx: Database) => {
    const of = { externalId: `R-${vendor.user.id}`, version: ownerId, supplier: 'V', ownerId, poNumber: 'PO/7', poDate: null };
    const goods = { itemName: 'Rice', receivedQuantity: '9', returnedQuantity: '1', remarks: null, raw: null };
    return storeReturns(tx, 'own', [{ ...of, ...goods, invoiceNumber: null, invoiceDate: null }]);
  };
  const [stored] = await meanwhile(api, returned(vendor.user.id), [() => api.ctx.db.transaction(returned(other.user.id))]);
  expect(stored?.refused.size).toBe(1);
});
