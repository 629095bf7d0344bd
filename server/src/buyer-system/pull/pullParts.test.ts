import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../../test/api.ts';
import { FakeBuyerSystem, pulledPayment } from '../../../test/buyerSystem.ts';
import { verifyBooks } from '../../payments/verify.ts';
import { partsOf } from '../../erp/erp.ts';

let api: Api;
let vendor: Caller;
let system: FakeBuyerSystem;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

let serial = 0;
beforeEach(async () => {
  serial += 1;
  system = new FakeBuyerSystem(`fake${serial}`);
  api.ctx.buyerSystem = system;
  vendor = await api.newVendor({ system_Vendor_id: `SUP-${serial}` });
  for (const invoiceNumber of ['1', '2']) await vendor.post('/api/invoice/create', { invoiceNumber, invoiceValue: 100 });
});

/** The payment P as a version of it has its parts: amounts by invoice, '' for what is on account. */
async function pull(version: string, parts: Record<string, string>, cancelled = false) {
  const rows = Object.entries(parts).map(([invoice, amount]) =>
    pulledPayment({
      supplier: `SUP-${serial}`,
      externalId: `P/${invoice}`,
      version,
      amount,
      invoiceNumber: invoice || null,
      ...(cancelled && { cancelled }),
    }),
  );
  system.records.payments.splice(0, Infinity, ...partsOf('P', rows));
  await api.ctx.pulling.run({ fromStart: true });
}

async function outstanding() {
  const { body } = await vendor.post('/api/purChaseOrder/purchase_payment', { status: 'OS' });
  const { amount, balance } = body.result[0];
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
  return { amount, balance };
}

const paid = async (number: string) => (await vendor.get(`/api/invoice/getInvoiceValue/${number}`)).body.paid;

test('what was on account and is settled against a bill is paid once', async () => {
  await pull('1', { '': '100' });
  expect(await outstanding()).toEqual({ amount: 100, balance: 100 });
  await pull('2', { 1: '60', '': '40' });
  expect([await paid('1'), await outstanding()]).toEqual([60, { amount: 100, balance: 100 }]);
  await pull('3', { 1: '60', 2: '40' });
  expect([await paid('1'), await paid('2'), await outstanding()]).toEqual([60, 40, { amount: 100, balance: 100 }]);
  await pull('4', { 2: '100' });
  expect([await paid('1'), await paid('2'), await outstanding()]).toEqual([0, 100, { amount: 100, balance: 100 }]);
});

test('a payment that was cancelled goes with all its parts, whichever of them still comes', async () => {
  await pull('1', { 1: '60', 2: '40' });
  await pull('2', { '': '100' }, true);
  expect([await paid('1'), await paid('2'), await outstanding()]).toEqual([0, 0, { amount: 0, balance: 200 }]);
});

test('a part that waits takes nothing away when it is tried again, and waits no more when it is none', async () => {
  await pull('1', { 1: '60', 9: '40' });
  const waiting = () => api.ctx.db.rows(sql`select external_id as id from buyer_faults where source = ${system.source}`);
  expect(await waiting()).toEqual([{ id: 'P/9' }]);
  await api.ctx.pulling.run();
  expect(await outstanding()).toEqual({ amount: 60, balance: 140 });
  await pull('2', { 1: '60', 2: '40' });
  expect([await waiting(), await outstanding()]).toEqual([[], { amount: 100, balance: 100 }]);
});
