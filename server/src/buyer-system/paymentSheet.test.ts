import { readXlsx } from 'hucre/xlsx';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { meanwhile } from '../../test/overlap.ts';
import { type Cells, faultsIn, HEAD, loadPayments, NOTHING, paymentFile, paymentRow, recorded } from '../../test/paymentSheets.ts';
import { administrator, makeOrder, orderLineOf } from '../demo/factories.ts';
import { storePayments } from '../payments/store.ts';
import { verifyBooks } from '../payments/verify.ts';
import { takeSheet } from '../sheets/intake.ts';
import { paymentIntake } from './paymentSheet.ts';

let api: Api;
let admin: Caller;
let accounts: Caller;
let vendor: Caller;
let code: number;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
  accounts = await api.newAdmin({ roles: ['accounts'] });
});
afterAll(() => api.close());
beforeEach(async () => {
  code = 5000 + api.serial();
  vendor = await api.newVendor({ vendor_Code: code });
  for (const invoiceNumber of ['1', '2', '3']) await vendor.post('/api/invoice/create', { invoiceNumber, invoiceValue: 100 });
});

const row = (reference: string, amount: number, invoice: string | null, more?: Cells, day?: string) =>
  paymentRow(code, reference, amount, invoice, more, day);
const advance = (reference: string, amount: number, order: string) => row(reference, amount, null, ['advance', order]);
const reversal = (reference: string, amount: number, reason: string | null, day = '21-11-2026') =>
  row(reference, amount, null, ['reversal', null, reason], day);

const load = (...rows: Cells[]) => loadPayments(accounts, rows);

const faultsOf = async (...rows: Cells[]) => faultsIn(await load(...rows));

/** Another process uploads a file, and does not wait for this process. */
async function loadElsewhere(...rows: Cells[]) {
  return takeSheet(api.ctx.db, await paymentFile(rows), paymentIntake(api.ctx, administrator(admin.user.id)), { dryRun: false });
}
const paymentsOf = async (caller = vendor) => (await caller.post('/api/purChaseOrder/purchase_payment', {})).body.result;
const paidOf = async (invoice: string) => (await vendor.get(`/api/invoice/getInvoiceValue/${invoice}`)).body.paid;
const differences = async () => (await verifyBooks(api.ctx.db)).differences;

describe('rows of one reference', () => {
  test('are the payment of several invoices that the form would create', async () => {
    expect(
      await load(row('UTR 1', 100, '1', [null, null, null, '0042']), row('UTR 1', 40.5, '2', [null, null, null, '0042'])),
    ).toMatchObject({
      created: 1,
    });
    const [bySheet] = await paymentsOf();
    const other = await api.newVendor();
    const invoices = [];
    for (const [invoiceNumber, amount] of [
      ['1', 100],
      ['2', 40.5],
    ] as const)
      invoices.push({
        invoiceId: (await other.post('/api/invoice/create', { invoiceNumber, invoiceValue: 100 })).body.data._id,
        amount,
      });
    const form = { invoices, paymentMode: 'online', paymentDate: '2026-11-20', reference: 'UTR 1', accountLast4: '0042' };
    expect((await accounts.post('/api/vendorPaymentReport/transfer', { userID: other.user.id, ...form })).status).toBe(200);
    const [byForm] = await paymentsOf(other);
    const own = ['_id', 'vendorId', 'vendorCode', 'vendorName', 'gst'];
    const shared = (payment: object) => Object.fromEntries(Object.entries(payment).filter(([name]) => !own.includes(name)));
    expect(shared(bySheet)).toEqual(shared(byForm));
    expect([await paidOf('1'), await paidOf('2')]).toEqual([100, 40.5]);
    expect(await differences()).toEqual([]);
  });

  test('are recognised as a recorded payment when they come again, even in another order or after its reversal', async () => {
    const rows = [row('UTR 1', 60, '1'), row('UTR 1', 40, '2'), row('UTR 2', 10, '3')];
    expect(await load(...rows)).toMatchObject({ created: 2 });
    expect(await load(...rows.toReversed())).toMatchObject(NOTHING);
    const { body: content } = await admin.get('/api/buyerData/payments/export', { userID: vendor.user.id });
    expect((await readXlsx(content as Buffer)).sheets[0]?.rows).toHaveLength(4);
    const again = await accounts.send('POST', '/api/buyerData/payments', {}, { file: { name: 'a.xlsx', content: content as Buffer } });
    expect(again.body).toMatchObject(NOTHING);
    const { _id } = (await paymentsOf()).find(({ reference }: { reference: string }) => reference === 'UTR 1');
    expect((await accounts.post(`/api/vendorPaymentReport/reverse/${_id}`, { reason: 'Wrong account' })).status).toBe(200);
    expect(await load(...rows)).toMatchObject(NOTHING);
    expect([await paidOf('1'), await paidOf('2'), await paidOf('3')]).toEqual([0, 0, 10]);
    // A cheque that is presented again has another date.
    expect(await load(row('UTR 1', 60, '1', [], '22-11-2026'))).toMatchObject({ created: 1 });
    expect(await paidOf('1')).toBe(60);
  });

  test('are rejected if they differ from the recorded payment in amount, invoice, day or number, even in a second file', async () => {
    await load(row('UTR 1', 60, '1'));
    for (const rows of [
      [row('UTR 1', 61, '1')],
      [row('UTR 1', 60, '2')],
      [row('UTR 1', 60, '1', [], '21-11-2026')],
      [row('UTR 1', 60, '1', [null, null, null, '0042'])],
      [row('utr  1', 40, '2')],
      [row('UTR 1', 60, '1'), row('UTR 1', 40, '2')],
    ])
      expect(await faultsOf(...rows)).toEqual([[2, 'Payment Reference', recorded(String(rows[0]?.[1]), '₹60.00')]]);
    expect([(await paymentsOf()).length, await paidOf('1'), await paidOf('2')]).toEqual([1, 60, 0]);
  });

  test('cannot pay an invoice of another vendor, and each wrong row is named', async () => {
    const other = await api.newVendor({ vendor_Code: 5000 + api.serial() });
    await other.post('/api/invoice/create', { invoiceNumber: '77', invoiceValue: 100 });
    expect(await faultsOf(row('UTR 1', 50, '1'), row('UTR 1', 50, '77'), row('UTR 1', 100.01, '2'), row('UTR 2', 50.01, '1'))).toEqual([
      [3, 'Invoice Number', 'This payment of ₹50.00: the vendor has no invoice 77 in the portal.'],
      [4, 'Amount', 'Payment value should not be more then 100.00'],
      [5, 'Amount', 'Payment value should not be more then 50.00'],
    ]);
    expect(await paymentsOf()).toEqual([]);
  });

  test('pay at most the amount payable to the vendor if the controls say so', async () => {
    await api.ctx.db.execute(sql`update portal_settings set pay_only_approved = true`);
    try {
      await api.ctx.db.execute(sql`update invoices set match_state = 'approved' where vendor_id = ${vendor.user.id}`);
      // A credit of 250 on account leaves 50 of the three invoices.
      expect((await vendor.post('/api/creditMemo/AddUserCreditMemo', { productName: 'Rice', amount: 250 })).status).toBe(200);
      const rows = [row('UTR 1', 30, '1'), row('UTR 1', 30, '2')];
      const { body } = await vendor.get('/api/invoice/getInvoiceValue/2');
      const fault = await faultsOf(...rows);
      expect([body.vendorPayable, fault]).toEqual([50, [[3, 'Amount', 'Payment value should not be more then 20.00']]]);
    } finally {
      await api.ctx.db.execute(sql`update portal_settings set pay_only_approved = false`);
    }
  });

  test('need the same kind, day and account', async () => {
    const found = await faultsOf(row('UTR 1', 1, '1'), row('UTR 1', 1, '2', [], '19-11-2026'), row('UTR 1', 1, null, ['advance', 'PO/1']));
    expect(found?.map(([at, column]) => [at, column])).toEqual([
      [3, 'Payment Date'],
      [4, 'Kind'],
      [4, 'PO Number'],
    ]);
  });

  test('are paid once if two uploads of the file come at the same time', async () => {
    const rows = [row('UTR 1', 60, '1'), row('UTR 1', 40, '2'), row('UTR 2', 10, '3')];
    const hold = (tx: typeof api.ctx.db) => tx.execute(sql`select from invoices where vendor_id = ${vendor.user.id} for no key update`);
    const both = await meanwhile(api, hold, [() => loadElsewhere(...rows), () => loadElsewhere(...rows)]);
    const created = both.map((each) => ('created' in each ? each.created : -1));
    expect(created.toSorted((one, other) => one - other)).toEqual([0, 2]);
    expect([await paidOf('1'), await paidOf('2'), await paidOf('3')]).toEqual([60, 40, 10]);
    expect(await differences()).toEqual([]);
  });
});

describe('an advance', () => {
  const order = (number: string) =>
    makeOrder(api.ctx, vendor.user.id, number, { lines: [orderLineOf({ quantity: '10', unitPrice: '10' })] });
  const settle = (changes: ReturnType<typeof sql>) => api.ctx.db.execute(sql`update portal_settings set ${changes}`);

  test('is on account for its order, up to the limit of the form, and is stored once', async () => {
    await order('PO/1');
    await settle(sql`advance_percent = 50`);
    try {
      expect(await faultsOf(advance('UTR 1', 52.51, 'PO/1'))).toEqual([
        [2, 'Amount', '₹52.51 exceeds the ₹52.50 that can be paid in advance for order PO/1. Lower the amount.'],
      ]);
      expect(await load(advance('UTR 1', 52.5, 'po/1'))).toMatchObject({ created: 1 });
      expect(await load(advance('UTR 1', 52.5, 'PO/1'))).toMatchObject(NOTHING);
      expect(await paymentsOf()).toMatchObject([{ amount: 52.5, onAccount: 52.5, poNumber: 'PO/1', reference: 'UTR 1' }]);
      expect(await faultsOf(advance('UTR 2', 1, 'PO/1'))).toEqual([
        [2, 'Amount', '₹1.00 exceeds the ₹0.00 that can be paid in advance for order PO/1. Lower the amount.'],
      ]);
      const { body: content } = await admin.get('/api/buyerData/payments/export', { userID: vendor.user.id });
      const again = await accounts.send('POST', '/api/buyerData/payments', {}, { file: { name: 'a.xlsx', content: content as Buffer } });
      expect(again.body).toMatchObject(NOTHING);
    } finally {
      await settle(sql`advance_percent = null`);
    }
  });

  test('waits for another user while duties are separated, and is requested once', async () => {
    await order('PO/1');
    await settle(sql`advance_percent = 50, duties = true`);
    try {
      expect(await load(advance('UTR 1', 50, 'PO/1'))).toMatchObject({ created: 1 });
      expect(await load(advance('UTR 1', 50, 'PO/1'))).toMatchObject(NOTHING);
      expect(await faultsOf(advance('UTR 1', 40, 'PO/1'))).toEqual([[2, 'Payment Reference', recorded('UTR 1', '₹50.00')]]);
      const waits = async () =>
        (await admin.get('/api/vendorPaymentReport/reported', { userID: vendor.user.id })).body.payments as { _id: string }[];
      expect([await paymentsOf(), (await waits()).length]).toEqual([[], 1]);
      const id = (await waits())[0]?._id ?? '';
      expect((await accounts.put(`/api/vendorPaymentReport/reported/${id}/confirm`)).status).toBe(403);
      expect((await admin.put(`/api/vendorPaymentReport/reported/${id}/confirm`)).status).toBe(200);
      expect(await load(advance('UTR 1', 50, 'PO/1'))).toMatchObject(NOTHING);
      expect(await paymentsOf()).toMatchObject([{ amount: 50, onAccount: 50 }]);
    } finally {
      await settle(sql`advance_percent = null, duties = false`);
    }
  });

  test('names an order of the vendor and no invoice', async () => {
    const other = await api.newVendor();
    await makeOrder(api.ctx, other.user.id, 'PO/2');
    expect(
      await faultsOf(
        advance('UTR 1', 1, 'PO/2'),
        row('UTR 2', 1, null, ['advance']),
        row('UTR 3', 1, '1', ['advance', 'PO/2']),
        row('UTR 4', 1, '1', [null, 'PO/2']),
      ),
    ).toEqual([
      [2, 'PO Number', 'The vendor has no purchase order PO/2.'],
      [3, 'PO Number', 'Enter the purchase order that the advance is for.'],
      [4, 'Invoice Number', 'An advance is for a purchase order. Leave the invoice blank.'],
      [5, 'PO Number', 'Enter a purchase order only for an advance.'],
    ]);
  });

  test('with a number that several orders share belongs to the order written exactly so, and is otherwise rejected', async () => {
    await order('PO/1');
    await order('PO/1b');
    await api.ctx.db.execute(sql`
      update purchase_orders set number = 'po/1', twin = 1, ordered_on = '2026-11-03' where vendor_id = ${vendor.user.id} and number = 'PO/1b'`);
    await api.ctx.db.execute(sql`
      update purchase_orders set ordered_on = '2026-11-01' where vendor_id = ${vendor.user.id} and number = 'PO/1'`);
    const text =
      'The vendor has several purchase orders with the number Po/1: PO/1 of 01-11-2026 and po/1 of 03-11-2026. Enter the number exactly as on that order.';
    expect(await faultsOf(advance('UTR 1', 10, 'Po/1'))).toEqual([[2, 'PO Number', text]]);
    expect(await paymentsOf()).toEqual([]);
    expect(await load(advance('UTR 1', 10, 'po/1'), advance('UTR 2', 20, 'PO/1'))).toMatchObject({ created: 2 });
    const read = async () =>
      (await paymentsOf()).map(({ reference, poNumber }: { reference: string; poNumber: string }) => `${reference} ${poNumber}`).sort();
    expect(await read()).toEqual(['UTR 1 po/1', 'UTR 2 PO/1']);
    // Another spelling of a recorded number is ambiguous, so it is not taken for either.
    expect(await faultsOf(advance('UTR 1', 10, 'pO/1'))).toHaveLength(1);
  });

  test('belongs to one order: rows of two orders under one reference are rejected, even if a date distinguishes them', async () => {
    await makeOrder(api.ctx, vendor.user.id, 'PO/A');
    await makeOrder(api.ctx, vendor.user.id, 'PO/B');
    const dated = (cells: Cells, day: string): Cells => [...cells, ...Array(HEAD.length - cells.length - 1).fill(null), day];
    expect(await faultsOf([...advance('UTR 1', 1, 'PO/A')], dated(advance('UTR 1', 2, 'PO/B'), '01-11-2026'))).toEqual(
      expect.arrayContaining([
        [3, 'PO Number', 'PO Number must be the same in all rows of UTR 1: in row 2 it is PO/A.'],
        [3, 'Invoice Date', 'Enter the number of the invoice that has this date.'],
      ]),
    );
    expect(await paymentsOf()).toEqual([]);
  });

  test('and the payments next to it stay below the largest amount in total', async () => {
    expect(await faultsOf(row('UTR 1', 999999999999.99, null), row('UTR 1', 1, '1'))).toEqual([
      [2, 'Amount', 'Please enter payment amount'],
    ]);
  });
});

describe('a reversal', () => {
  test('reverses a whole payment with its reason, once, and releases the reference', async () => {
    await load(row('UTR 1', 60, '1'), row('UTR 1', 40, '2'));
    expect(await faultsOf(reversal('UTR 1', 60, 'Returned'))).toEqual([[2, 'Amount', 'A payment is reversed as a whole: enter ₹100.00.']]);
    expect(await load(reversal('UTR 1', 100, 'Returned'))).toMatchObject({ created: 1 });
    expect(await load(reversal('utr 1', 100, 'Returned'))).toMatchObject(NOTHING);
    const back = (await paymentsOf()).find(({ reversalOf }: { reversalOf: string | null }) => reversalOf !== null);
    expect(back).toMatchObject({ amount: -100, paymentDate: '2026-11-21', reason: 'Returned' });
    expect([await paidOf('1'), await paidOf('2')]).toEqual([0, 0]);
    expect(await load(row('UTR 1', 10, '1', [], '22-11-2026'))).toMatchObject({ created: 1 });
    // The file of the first reversal reverses neither the first payment again nor the second.
    expect(await load(reversal('UTR 1', 100, 'Returned'))).toMatchObject(NOTHING);
    expect(await paidOf('1')).toBe(10);
    expect(await differences()).toEqual([]);
  });

  test('that may repeat an earlier one or mean a newer payment is rejected, and another reason resolves it', async () => {
    await load(row('UTR 1', 60, '1'));
    await load(reversal('UTR 1', 60, 'Returned'));
    await load(row('UTR 1', 60, '2'));
    expect(await faultsOf(reversal('UTR 1', 60, 'Returned'))).toEqual([
      [
        2,
        'Payment Reference',
        'Payment UTR 1 was reversed for this reason on 21-11-2026, and has been recorded again. Remove the row, or enter another reason to reverse it again.',
      ],
    ]);
    expect(await paidOf('2')).toBe(60);
    expect(await load(reversal('UTR 1', 60, 'Returned again'))).toMatchObject({ created: 1 });
    expect(await paidOf('2')).toBe(0);
  });

  test('can be of a typed payment, and can come with the payment that it reverses', async () => {
    const typed = { userID: vendor.user.id, invoiceNumber: '1', amount: 10, paymentMode: 'online', paymentDate: '2026-11-20' };
    await accounts.post('/api/vendorPaymentReport/create', { ...typed, reference: 'UTR 1' });
    expect(await load(reversal('UTR 1', 10, 'Wrong vendor'), row('UTR 2', 5, '2'), reversal('UTR 2', 5, 'Returned'))).toMatchObject({
      created: 3,
    });
    expect([await paidOf('1'), await paidOf('2')]).toEqual([0, 0]);
  });

  test('needs a payment, a reason, and a day that is not before the payment', async () => {
    await load(row('UTR 1', 60, '1'));
    expect(
      await faultsOf(
        reversal('UTR 1', 60, 'Returned', '19-11-2026'),
        reversal('UTR 2', 60, 'Returned'),
        reversal('UTR 3', 60, null),
        row('UTR 4', 1, '1', [null, null, 'Returned']),
      ),
    ).toEqual([
      [2, 'Payment Date', expect.stringMatching(/^The payment is dated \d\d-11-2026, so it cannot be reversed on 19-11-2026\./)],
      [3, 'Payment Reference', 'No payment UTR 2 of this vendor is recorded. Check the reference.'],
      [4, 'Reason for Reversal', 'Enter the reason for reversing the payment.'],
      [5, 'Reason for Reversal', 'Enter a reason only for a reversal.'],
    ]);
    expect(await paidOf('1')).toBe(60);
  });

  test('of a payment of the ERP, or of another vendor, is rejected', async () => {
    const of = { externalId: `P-${vendor.user.id}`, version: '1', supplier: 'V', ownerId: vendor.user.id, invoiceNumber: '1' };
    const rest = { mode: 'online', remarks: null, paidOn: '2026-11-10', raw: null, reference: 'UTR 1', amount: '10' };
    await api.ctx.db.transaction((tx) => storePayments(tx, 'own', [{ ...of, ...rest }]));
    expect(await faultsOf(reversal('UTR 1', 10, 'Returned'))).toEqual([
      [2, 'Amount', 'The payment of 10-11-2026 for ₹10.00 comes from the buyer’s system: cancel it there.'],
    ]);
    const [mine, other] = [code, 5000 + api.serial()];
    await api.newVendor({ vendor_Code: other });
    code = other;
    expect((await faultsOf(reversal('UTR 1', 10, 'Returned')))?.[0]?.[1]).toBe('Payment Reference');
    code = mine;
    expect(await paidOf('1')).toBe(10);
  });

  test('of a payment that is reversed by hand in the meantime is rejected', async () => {
    await load(row('UTR 1', 60, '1'));
    const [{ _id }] = await paymentsOf();
    const hold = (tx: typeof api.ctx.db) =>
      tx.execute(sql`select from vendor_accounts where vendor_id = ${vendor.user.id} for no key update`);
    const byHand = () => accounts.post(`/api/vendorPaymentReport/reverse/${_id}`, { reason: 'Returned' });
    const bySheet = () => loadElsewhere(reversal('UTR 1', 60, 'Wrong account'));
    const [first, second] = await meanwhile<object>(api, hold, [byHand, bySheet]);
    const fault = {
      row: 2,
      column: 'Payment Reference',
      message: expect.stringMatching(
        /^The payment of \S+ for ₹60\.00 has already been reversed\. Enter a new payment if it was paid again\.$/,
      ),
    };
    expect([first, second]).toMatchObject([{ status: 200 }, { errors: [fault] }]);
    expect(await paidOf('1')).toBe(0);
  });
});
