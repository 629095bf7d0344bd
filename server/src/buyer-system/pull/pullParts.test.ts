import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../../test/api.ts';
import { FakeBuyerSystem, pulledPayment } from '../../../test/buyerSystem.ts';
import { verifyBooks } from '../../payments/verify.ts';
import { makeOrder, orderLineOf } from '../../demo/factories.ts';
import { partsOf } from '../../erp/erp.ts';
import type { PulledPayment } from '../../erp/records.ts';

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

/** Pulls a version of payment P with these parts: amounts by invoice, with '' for the amount on account. */
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

test('an amount on account that is settled against a bill is paid only once', async () => {
  await pull('1', { '': '100' });
  expect(await outstanding()).toEqual({ amount: 100, balance: 100 });
  await pull('2', { 1: '60', '': '40' });
  expect([await paid('1'), await outstanding()]).toEqual([60, { amount: 100, balance: 100 }]);
  await pull('3', { 1: '60', 2: '40' });
  expect([await paid('1'), await paid('2'), await outstanding()]).toEqual([60, 40, { amount: 100, balance: 100 }]);
  await pull('4', { 2: '100' });
  expect([await paid('1'), await paid('2'), await outstanding()]).toEqual([0, 100, { amount: 100, balance: 100 }]);
});

const paymentsOf = async () => (await vendor.post('/api/purChaseOrder/purchase_payment', {})).body.result;

/** Pulls documents of the system, each of them a separate payment there. */
async function pullDocuments(...documents: (Partial<PulledPayment> & { amount: string })[]) {
  const rows = documents.map((document, place) =>
    pulledPayment({ supplier: `SUP-${serial}`, externalId: `D${place}`, version: '1', mode: 'NEFT', ...document }),
  );
  system.records.payments.splice(0, Infinity, ...rows);
  await api.ctx.pulling.run({ fromStart: true });
}

test('a cancelled payment is reversed with all its parts, whichever of them still arrives, and can come again', async () => {
  await pull('1', { 1: '60', 2: '40' });
  await pull('2', { '': '100' }, true);
  expect([await paid('1'), await paid('2'), await outstanding()]).toEqual([0, 0, { amount: 0, balance: 200 }]);
  const [first, back] = (await paymentsOf()).toSorted((one: { amount: number }, other: { amount: number }) => other.amount - one.amount);
  expect([first, back]).toMatchObject([
    { amount: 100, paymentDate: '2026-11-10', isReversed: true },
    { amount: -100, reversalOf: first._id, reason: 'Cancelled in the buyer’s system' },
  ]);
  expect(back.paymentDate >= first.paymentDate).toBe(true);
  await pull('2', { '': '100' }, true);
  expect(await paymentsOf()).toHaveLength(2);
  await pull('3', { 1: '100' });
  expect([await paid('1'), (await paymentsOf()).length, await outstanding()]).toEqual([100, 3, { amount: 100, balance: 100 }]);
});

test('the parts of a payment are one payment of several invoices, even after one of them increases', async () => {
  await pull('1', { 1: '60', 2: '40' });
  expect(await paymentsOf()).toMatchObject([{ amount: 100, invoice: '1, 2', onAccount: 0 }]);
  await pull('2', { 1: '60', 2: '150' });
  expect(await paymentsOf()).toMatchObject([{ amount: 210, invoice: '1, 2', onAccount: 50 }]);
  expect([await paid('1'), await paid('2'), await outstanding()]).toEqual([60, 100, { amount: 210, balance: -10 }]);
});

test('documents with one reference, day and account are one payment, and others are separate payments', async () => {
  const same = { reference: 'UTR 7', accountLast4: '0042' };
  await pullDocuments(
    { ...same, invoiceNumber: '1', amount: '60' },
    { ...same, reference: 'utr  7', invoiceNumber: '2', amount: '40' },
    { ...same, accountLast4: '0043', invoiceNumber: '2', amount: '1' },
    { ...same, paidOn: '2026-11-11', invoiceNumber: '2', amount: '2' },
    { reference: 'UTR 8', invoiceNumber: '2', amount: '3' },
  );
  const amounts = async () =>
    (await paymentsOf()).map(({ amount }: { amount: number }) => amount).toSorted((one: number, other: number) => one - other);
  expect([await amounts(), await paid('1'), await paid('2')]).toEqual([[1, 2, 3, 100], 60, 46]);
  // A document that arrives in a later run joins the payment, and a cancelled one leaves it.
  await pullDocuments(
    { ...same, invoiceNumber: '1', amount: '60' },
    { ...same, externalId: 'D1', version: '2', invoiceNumber: '2', amount: '40', cancelled: true },
    { ...same, externalId: 'D9', invoiceNumber: '2', amount: '20' },
  );
  expect([await amounts(), await paid('1'), await paid('2')]).toEqual([[1, 2, 3, 80], 60, 26]);
  expect((await outstanding()).amount).toBe(86);
});

test('a document that changes its amount, invoice or reference, or disappears, leaves the rest of its payment unchanged', async () => {
  const [one, two] = [
    { reference: 'UTR 7', invoiceNumber: '1', amount: '60' },
    { reference: 'UTR 7', invoiceNumber: '2', amount: '40' },
  ];
  const read = async () => {
    const payments: { amount: number; reference: string; invoice: string }[] = (await paymentsOf()).toSorted(
      (first: { amount: number }, second: { amount: number }) => first.amount - second.amount,
    );
    const { amount } = await outstanding();
    return [payments.map((each) => [each.amount, each.reference, each.invoice]), await paid('1'), await paid('2'), amount];
  };
  await pullDocuments(one, two);
  expect(await read()).toEqual([[[100, 'UTR 7', '1, 2']], 60, 40, 100]);
  await pullDocuments({ ...one, version: '2', amount: '50' }, two);
  expect(await read()).toEqual([[[90, 'UTR 7', '1, 2']], 50, 40, 90]);
  await pullDocuments({ ...one, version: '3', invoiceNumber: '2' }, two);
  expect(await read()).toEqual([[[100, 'UTR 7', '2']], 0, 100, 100]);
  // Only one document has the corrected reference; the other one remains under the earlier reference.
  await pullDocuments({ ...one, version: '4', reference: 'UTR 8' }, two);
  expect(await read()).toEqual([
    [
      [40, 'UTR 7', '2'],
      [60, 'UTR 8', '1'],
    ],
    60,
    40,
    100,
  ]);
  // The document returns together with a change of the other one, and one run applies both.
  await pullDocuments({ ...one, version: '5' }, { ...two, version: '5', amount: '30' });
  expect((await read()).slice(1)).toEqual([60, 30, 90]);
  await pullDocuments({ ...one, version: '6', reference: 'UTR 9' }, { ...two, version: '6', reference: 'UTR 9', amount: '30' });
  expect((await read()).slice(1)).toEqual([60, 30, 90]);
  await pullDocuments(
    { ...one, version: '7', reference: 'UTR 9', cancelled: true },
    { ...two, version: '6', reference: 'UTR 9', amount: '30' },
  );
  expect((await read()).slice(1)).toEqual([0, 30, 30]);
});

test('a payment whose parts get a reference in one sync, or in two, stays one payment', async () => {
  const part = (id: string, invoiceNumber: string, amount: string, more: object = {}) =>
    pulledPayment({ supplier: `SUP-${serial}`, externalId: `P/${id}`, version: '1', invoiceNumber, amount, ...more });
  const come = async (...parts: PulledPayment[]) => {
    const whole = partsOf('P', [part('a', '1', '60'), part('b', '2', '40')])[0]?.whole;
    if (whole === undefined) throw new Error('a part has its whole');
    system.records.payments.splice(0, Infinity, ...parts.map((each) => ({ ...each, whole })));
    await api.ctx.pulling.run({ fromStart: true });
  };
  const read = async () =>
    (await paymentsOf()).map(({ amount, reference }: { amount: number; reference: string | null }) => [amount, reference]);
  await come(part('a', '1', '60'), part('b', '2', '40'));
  const stated = { version: '2', reference: 'UTR 7' };
  await come(part('a', '1', '60', stated));
  expect(await read()).toEqual(
    expect.arrayContaining([
      [60, 'UTR 7'],
      [40, null],
    ]),
  );
  await come(part('b', '2', '40', stated));
  expect([await read(), await paid('1'), await paid('2'), (await outstanding()).amount]).toEqual([[[100, 'UTR 7']], 60, 40, 100]);
  const changed = { version: '3', reference: 'UTR 8' };
  await come(part('a', '1', '60', changed), part('b', '2', '40', changed));
  expect([await read(), await paid('1'), await paid('2'), (await outstanding()).amount]).toEqual([[[100, 'UTR 8']], 60, 40, 100]);
});

test('an advance for a number that several orders share belongs to the order written exactly so, and is otherwise rejected', async () => {
  const lines = [orderLineOf({ quantity: '10', unitPrice: '10' })];
  await makeOrder(api.ctx, vendor.user.id, 'PO/1', { lines });
  await makeOrder(api.ctx, vendor.user.id, 'PO/1b', { lines });
  await api.ctx.db.execute(
    sql`update purchase_orders set number = 'po/1', twin = 1 where vendor_id = ${vendor.user.id} and number = 'PO/1b'`,
  );
  await pullDocuments({ amount: '40', poNumber: 'po/1' }, { amount: '5', poNumber: 'Po/1' });
  expect(await paymentsOf()).toMatchObject([{ amount: 40, poNumber: 'po/1' }]);
  const [fault] = await api.ctx.db.rows<{ id: string; message: string }>(sql`
    select external_id as id, problem as message from buyer_faults where source = ${system.source}`);
  expect([fault?.id, fault?.message.replaceAll(/\d\d-\d\d-\d{4}/g, 'its day')]).toEqual([
    'D1',
    'Payment D1 of ₹5.00: the vendor has several orders with the number Po/1: PO/1 of its day and po/1 of its day. Record the payment in the portal.',
  ]);
  // The document stays with its order when it arrives again, even if the order number is spelled differently.
  await pullDocuments({ amount: '30', version: '2', poNumber: 'Po/1' });
  expect(await paymentsOf()).toMatchObject([{ amount: 30, poNumber: 'po/1' }]);
});

test('another vendor’s document with the same reference is that vendor’s payment and pays nothing of this one', async () => {
  const other = await api.newVendor({ system_Vendor_id: `SUP-other-${serial}` });
  await other.post('/api/invoice/create', { invoiceNumber: '1', invoiceValue: 100 });
  const same = { reference: 'UTR 7', invoiceNumber: '1' };
  await pullDocuments({ ...same, amount: '60' }, { ...same, supplier: `SUP-other-${serial}`, amount: '40' });
  expect([await paid('1'), (await other.get('/api/invoice/getInvoiceValue/1')).body.paid]).toEqual([60, 40]);
});

test('an advance is a payment of its own for its order, and becomes a payment of an invoice', async () => {
  await makeOrder(api.ctx, vendor.user.id, 'PO/1', { lines: [orderLineOf({ quantity: '10', unitPrice: '10' })] });
  const same = { reference: 'UTR 7' };
  await pullDocuments(
    { ...same, amount: '60', invoiceNumber: '1' },
    { ...same, amount: '40', poNumber: 'po/1' },
    { ...same, amount: '5', poNumber: 'PO/2' },
  );
  const found = async () =>
    (await paymentsOf())
      .map(({ amount, onAccount, poNumber }: { amount: number; onAccount: number; poNumber: string | null }) => [
        amount,
        onAccount,
        poNumber,
      ])
      .toSorted(([one]: [number], [other]: [number]) => one - other);
  expect(await found()).toEqual([
    [40, 40, 'PO/1'],
    [65, 5, null],
  ]);
  await pullDocuments({ ...same, amount: '60', invoiceNumber: '1' }, { ...same, version: '2', amount: '40', invoiceNumber: '2' });
  expect([await found(), await paid('2'), (await outstanding()).amount]).toEqual([
    [
      [40, 0, null],
      [65, 5, null],
    ],
    40,
    105,
  ]);
});

test('a waiting part removes nothing when it is tried again, and no longer waits once it is not a payment', async () => {
  await pull('1', { 1: '60', 9: '40' });
  const waiting = () => api.ctx.db.rows(sql`select external_id as id from buyer_faults where source = ${system.source}`);
  expect(await waiting()).toEqual([{ id: 'P/9' }]);
  await api.ctx.pulling.run();
  expect(await outstanding()).toEqual({ amount: 60, balance: 140 });
  await pull('2', { 1: '60', 2: '40' });
  expect([await waiting(), await outstanding()]).toEqual([[], { amount: 100, balance: 100 }]);
});
