// Why so long: one table of cases for every place that shows a balance.
/**
 * Case-by-case tests, over HTTP, of the payable and the owed amounts. Memos, claims, payments and every screen with a balance share the
 * cases.
 */
import { showDate } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { makeOrder, orderLineOf } from '../src/demo/factories.ts';
import { storePayments, storeReturns } from '../src/payments/store.ts';
import type { Answer, Api, Caller } from './api.ts';
import { acceptMemo, checkBooks, codeOf, done, startBooks, today } from './books.ts';
import { workbookOf } from './workbook.ts';

let api: Api;
let admin: Caller;
let accounts: Caller;
let other: Caller;
let vendor: Caller;
beforeAll(async () => {
  ({ api, admin, accounts, other } = await startBooks());
});
beforeEach(async () => {
  vendor = await api.newVendor();
  await admin.put('/api/settings', { payOnlyMatched: false, payOnlyApproved: false });
});
afterEach(() => checkBooks(api));
afterAll(() => api.close());

const strict = () => done(admin.put('/api/settings', { payOnlyApproved: true }));

interface Made {
  _id: string;
  invoiceNumber: string;
  matchState: string;
}
/** An invoice without lines. */
const plain = (invoiceValue: number, more: object = {}): Promise<Made> =>
  done(vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue, ...more }));
/** An order of 100 pieces at ₹100 with 5%, all accepted, unless `more` differs. */
const ordered = (more: object = {}) =>
  makeOrder(api.ctx, vendor.user.id, `PO/${api.serial()}`, {
    lines: [orderLineOf({ externalId: 'rice', quantity: '100', receivedQuantity: '100', hsnCode: null, ...more })],
  });
async function bill(orderId: string, quantity: number): Promise<Made> {
  const lines = [{ orderId, line: 1, quantity }];
  const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
  return done(vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...sums, lines }));
}
const credit = (invoice: { _id: string }, amount: number, more: object = {}, caller = vendor) =>
  caller.post('/api/creditMemo/AddUserCreditMemo', { productName: 'Basmati Rice 1 kg', invoiceId: invoice._id, amount, ...more });
const claim = (invoice: { _id: string }, amount: number, more: object = {}) =>
  accounts.post('/api/debitMemo/AddUserDebitMemo', {
    userID: vendor.user.id,
    productName: 'Basmati Rice 1 kg',
    invoiceId: invoice._id,
    amount,
    ...more,
  });
const pay = (invoice: Made, amount: number, more: object = {}, caller = accounts) =>
  caller.post('/api/vendorPaymentReport/create', {
    userID: vendor.user.id,
    invoiceNumber: invoice.invoiceNumber,
    invoiceId: invoice._id,
    amount,
    paymentMode: 'online',
    ...more,
  });
const transfer = (parts: readonly (readonly [Made, number])[], more: object = {}, caller = accounts) =>
  caller.post('/api/vendorPaymentReport/transfer', {
    userID: vendor.user.id,
    invoices: parts.map(([{ _id }, amount]) => ({ invoiceId: _id, amount })),
    paymentMode: 'online',
    ...more,
  });
const balanceOf = async (invoice: Made) =>
  (await vendor.get(`/api/invoice/getInvoiceValue/${invoice.invoiceNumber}`, { invoiceId: invoice._id })).body;
const outstanding = async () => (await vendor.post('/api/purChaseOrder/purchase_payment?ageing=true', { status: 'OS' })).body.result[0];
const approve = (invoice: Made) => done(accounts.post('/api/invoice/approve', { invoiceIdList: [invoice._id] }));

describe('case 7: goods taken back by a credit memo', () => {
  test('can be invoiced once more, and the account nets to one invoice', async () => {
    const orderId = await ordered();
    const first = await bill(orderId, 100);
    const note = await done(credit(first, 10_500, { itemQuantity: 100 }));
    expect(note.lines).toMatchObject([{ no: 1, quantity: 100, taxable: 10_000 }]);
    expect((await bill(orderId, 100)).matchState).toBe('matched');
    expect((await outstanding()).balance).toBe(10_500);
  });

  test.each([0.01, 10_498.99])('do not count at ₹%d: the second invoice is an exception', async (amount) => {
    const orderId = await ordered();
    const note = await done(credit(await bill(orderId, 100), amount, { itemQuantity: 100 }));
    expect(note.lines).toMatchObject([{ no: 1, quantity: null }]);
    expect((await bill(orderId, 100)).matchState).toBe('exception');
  });

  test('are rejected by line below the cost of the goods, and above what the line has left', async () => {
    const first = await bill(await ordered(), 100);
    const lines = [{ no: 1, quantity: 60 }];
    expect(await codeOf(credit(first, 6_000, { lines }))).toEqual([422, 'note_below_goods']);
    expect(await codeOf(credit(first, 6_300, { lines: [{ no: 2, quantity: 1 }] }))).toEqual([422, 'note_above_line']);
    await done(credit(first, 6_300, { lines }));
    expect(await codeOf(credit(first, 4_305, { lines: [{ no: 1, quantity: 41 }] }))).toEqual([422, 'note_above_invoice']);
  });

  test('do not count if several memos are a rupee short of the cost together', async () => {
    const first = await bill(await ordered(), 100);
    await done(credit(first, 1_049.4, { lines: [{ no: 1, quantity: 10 }] }));
    expect(await codeOf(credit(first, 1_049.4, { lines: [{ no: 1, quantity: 10 }] }))).toEqual([422, 'note_below_goods']);
  });
});

test('case 8: a credit memo of ₹944 on ₹11,800 leaves 10,856 everywhere', async () => {
  const invoice = await plain(11_800);
  await done(credit(invoice, 944));
  expect(await balanceOf(invoice)).toEqual({
    invoiceValue: 10_856,
    invoiceTotal: 11_800,
    notes: 944,
    paid: 0,
    deductions: 0,
    held: 0,
    payable: 10_856,
    reason: null,
    vendorPayable: null,
  });
  const [listed] = (await vendor.get('/api/invoice/get')).body;
  expect(listed).toMatchObject({ invoiceValue: 11_800, notes: 944, paymentReceived: 0, balance: 10_856 });
  expect(await outstanding()).toMatchObject({ invoice: 11_800, notes: 944, amount: 0, balance: 10_856, owed: 10_856, days0to30: 10_856 });
  const home = (await vendor.get('/api/dashboard/overview')).body;
  expect([home.owed, home.dueThisWeek.amount + home.dueNextWeek.amount + home.dueLater.amount + home.overdue.amount]).toEqual([
    10_856, 10_856,
  ]);
  const [entry] = await api.ctx.db.rows(sql`select sum(amount) as owed from account_entries where vendor_id = ${vendor.user.id}`);
  expect(entry).toEqual({ owed: '10856.00' });
  const refused = await pay(invoice, 10_856.01);
  expect([refused.status, refused.body.message, refused.body.code]).toEqual([
    422,
    'Payment value should not be more then 10856.00',
    'payment_above_payable',
  ]);
  expect(refused.body.data).toMatchObject({ payable: 10_856, notes: 944 });
  await done(pay(invoice, 10_856));
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 0, paid: 10_856, payable: 0 });
  expect((await vendor.get('/api/invoice/get', { state: 'paid' })).body).toMatchObject([{ _id: invoice._id }]);
});

describe('case 15: a reversed payment', () => {
  test('makes its invoices open again, on the date of the reversal', async () => {
    const [one, two] = [await plain(100), await plain(200)];
    const paid = await done(
      transfer(
        [
          [one, 100],
          [two, 50],
        ],
        { reference: 'UTR 1', onlineKind: 'neft', accountLast4: '4321', paymentDate: '2026-10-05' },
      ),
    );
    expect(paid).toMatchObject({
      amount: 150,
      reference: 'UTR 1',
      onlineKind: 'neft',
      accountLast4: '4321',
      paymentDate: '2026-10-05',
      onAccount: 0,
    });
    expect(paid.invoice.split(', ').sort()).toEqual([one.invoiceNumber, two.invoiceNumber].sort());
    const reversal = await done(accounts.post(`/api/vendorPaymentReport/reverse/${paid._id}`, { reason: 'Wrong account' }));
    expect(reversal).toMatchObject({ amount: -150, reversalOf: paid._id, reason: 'Wrong account', paymentDate: today(), onAccount: 0 });
    expect([await balanceOf(one), await balanceOf(two)]).toMatchObject([
      { invoiceValue: 100, paid: 0, payable: 100 },
      { invoiceValue: 200, paid: 0 },
    ]);
    expect(await outstanding()).toMatchObject({ amount: 0, balance: 300 });
    expect(
      await api.ctx.db.rows(sql`
      select day, kind, amount from account_entries where vendor_id = ${vendor.user.id} and kind <> 'invoice' order by day`),
    ).toEqual([
      { day: '2026-10-05', kind: 'payment', amount: '-150.00' },
      { day: today(), kind: 'reversal', amount: '150.00' },
    ]);
    // The reference of a reversed payment can be used again.
    await done(transfer([[one, 100]], { reference: 'UTR 1' }));
  });

  test('is reversed once, by the buyer, and not if it comes from the ERP', async () => {
    const invoice = await plain(100);
    const paid = await done(pay(invoice, 100));
    const reverse = (id: string, caller = accounts, body: object = { reason: 'Returned' }) =>
      caller.post(`/api/vendorPaymentReport/reverse/${id}`, body);
    expect((await reverse(paid._id, vendor)).status).toBe(403);
    expect((await reverse(paid._id, accounts, { reason: ' ' })).status).toBe(422);
    expect((await reverse(paid._id, accounts, { reason: 'x', paymentDate: '2020-01-01' })).status).toBe(422);
    const answers = await Promise.all([reverse(paid._id), reverse(paid._id, other), reverse(paid._id)]);
    expect(answers.map(({ status }) => status).toSorted((first, second) => first - second)).toEqual([200, 409, 409]);
    const back = answers.find(({ status }) => status === 200)?.body.data;
    expect(await codeOf(reverse(back._id))).toEqual([409, 'payment_is_reversed']);
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 100 });
    await erpPays(invoice, '40');
    const { id } = await api.ctx.db.one<{ id: string }>(
      sql`select id::text from payments where source = 'erp' and vendor_id = ${vendor.user.id}`,
    );
    expect(await codeOf(reverse(id))).toEqual([409, 'payment_of_system']);
  });
});

const erpPays = (invoice: Made, amount: string) =>
  api.ctx.db.transaction((tx) =>
    storePayments(tx, 'erp', [
      {
        externalId: `P-${api.serial()}`,
        version: '1',
        supplier: 'V',
        ownerId: vendor.user.id,
        invoiceNumber: invoice.invoiceNumber,
        amount,
        mode: 'online',
        remarks: null,
        paidOn: today(),
        raw: null,
      },
    ]),
  );

test('a payment of the ERP has its reference, its mode and its account', async () => {
  const invoice = await bill(await ordered(), 1);
  const payment = {
    externalId: `K-${vendor.user.id}`,
    version: '1',
    raw: null,
    supplier: 'V',
    ownerId: vendor.user.id,
    paidOn: '2026-11-10',
  };
  const paid = (more: object) =>
    api.ctx.db.transaction((tx) =>
      storePayments(tx, 'own', [
        { ...payment, mode: 'Bank NEFT', amount: '10', remarks: null, invoiceNumber: invoice.invoiceNumber, ...more },
      ]),
    );
  const read = async () => (await vendor.post('/api/purChaseOrder/purchase_payment', {})).body.result[0];
  await paid({ reference: 'UTR77', accountLast4: '4321' });
  expect(await read()).toMatchObject({ tenderType: 'online', onlineKind: 'neft', reference: 'UTR77', accountLast4: '4321' });
  await paid({ version: '2', mode: 'Cheque', onlineKind: 'upi', reference: '000123' });
  expect(await read()).toMatchObject({ tenderType: 'cheque', onlineKind: null, reference: '000123', accountLast4: null });
});

test('a payment of the ERP settles up to the balance, and the rest is on account without a limit', async () => {
  const invoice = await plain(100);
  await done(claim(invoice, 30));
  expect((await erpPays(invoice, '120')).refused.size).toBe(0);
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 0, paid: 100, held: 30, payable: 0 });
  expect(await outstanding()).toMatchObject({ amount: 120, balance: -20, onAccount: 20 });
  // The next payment sets off the credit.
  const [next, another] = [await plain(50), await plain(60)];
  await done(pay(another, 60));
  expect(await balanceOf(next)).toMatchObject({ paid: 20, invoiceValue: 30 });
  expect(await outstanding()).toMatchObject({ onAccount: 0, balance: 30 });
});

describe('case 18: credits on account', () => {
  test('leave nothing payable, whatever else was entered', async () => {
    await strict();
    const orderId = await ordered();
    const old = await bill(orderId, 100);
    await approve(old);
    await done(pay(old, 10_500));
    // A credit on a paid invoice stays on account.
    await done(credit(old, 10_500, { itemQuantity: 100 }));
    const junk = await bill(await ordered({ receivedQuantity: '0' }), 100);
    const agreed = await bill(orderId, 100);
    await approve(agreed);
    expect([junk.matchState, await balanceOf(junk), await balanceOf(agreed)]).toMatchObject([
      'exception',
      { payable: 0 },
      { invoiceValue: 10_500, payable: 0 },
    ]);
    expect(await outstanding()).toMatchObject({ owed: 0, notAgreed: 10_500, balance: 10_500, onAccount: 10_500 });
    expect(await codeOf(pay(agreed, 1))).toEqual([422, 'nothing_payable']);
    expect(await codeOf(pay(junk, 1))).toEqual([422, 'invoice_not_payable']);
    expect(await codeOf(transfer([[agreed, 1]]))).toEqual([422, 'nothing_payable']);
  });

  test('are shown and block nothing under As entered', async () => {
    const old = await plain(100);
    await done(pay(old, 100));
    await done(credit(old, 100));
    const next = await plain(100);
    expect(await balanceOf(next)).toMatchObject({ invoiceValue: 100, payable: 100 });
    expect(await outstanding()).toMatchObject({ owed: 0, onAccount: 100 });
  });
});

describe('case 19: a claim and its note', () => {
  test('are deducted once, and the rest stays payable', async () => {
    const invoice = await plain(11_800);
    const claimed = await done(claim(invoice, 944, { memoNumber: 'DN/7' }));
    expect(claimed).toMatchObject({ issuer: 'buyer', status: 'open', memoNumber: 'DN/7', memoDate: today() });
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 11_800, held: 944, payable: 10_856 });
    const asked = await credit(invoice, 944);
    expect([asked.status, asked.body.code, asked.body.data]).toEqual([
      409,
      'claim_to_answer',
      [{ _id: claimed._id, memoNumber: 'DN/7', memoDate: today(), amount: 944 }],
    ]);
    const note = await done(credit(invoice, 944, { claimId: claimed._id }));
    expect(note).toMatchObject({ status: 'accepted', claimId: claimed._id });
    expect((await vendor.get(`/api/debitMemo/getAllUserDebitMemo/${claimed._id}`)).body).toMatchObject([
      { status: 'answered', answered: 944 },
    ]);
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 10_856, held: 0, notes: 944, payable: 10_856 });
    // The claim remains after the credit memo is deleted.
    await done(vendor.delete(`/api/creditMemo/removeUserCreditMemo/${note._id}`));
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 11_800, held: 944, payable: 10_856 });
  });

  test('allow a memo for part of the claim, and the vendor accepts the rest', async () => {
    const invoice = await plain(1000);
    const claimed = await done(claim(invoice, 300));
    await done(credit(invoice, 100, { claimId: claimed._id }));
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 900, held: 200, payable: 700 });
    await done(acceptMemo(api, vendor, 'debit', claimed));
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 700, held: 0, notes: 100, deductions: 200, payable: 700 });
    expect(await codeOf(acceptMemo(api, vendor, 'debit', claimed))).toEqual([409, 'memo_not_open']);
    // A buyer user other than the one who entered the deduction can reverse it; the vendor never can.
    const reverse = (caller: Caller) => caller.post(`/api/debitMemo/reverse/${claimed._id}`, { reason: 'Found again' });
    expect(await codeOf(reverse(vendor))).toEqual([409, 'memo_of_other_side']);
    expect(await codeOf(reverse(accounts))).toEqual([403, 'own_entry']);
    await done(reverse(other));
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 900, deductions: 0, payable: 900 });
  });

  test('allow a memo for one claim, and never for another vendor’s', async () => {
    const invoice = await plain(1000);
    const claimed = await done(claim(invoice, 300));
    const stranger = await api.newVendor();
    const theirs = await done(stranger.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 500 }));
    expect(await codeOf(credit(theirs, 100, { claimId: claimed._id }, stranger))).toEqual([409, 'claim_not_open']);
    expect((await credit(invoice, 100, {}, stranger)).status).toBe(404);
    expect(await codeOf(acceptMemo(api, stranger, 'debit', claimed))).toEqual([404, 'not_found']);
    expect((await credit(invoice, 300)).body.message).toBe(
      `The buyer has an open claim on invoice ${invoice.invoiceNumber} (₹300.00 of ${showDate(today())}). Enter the claim that this memo settles, or "none".`,
    );
    await done(credit(invoice, 300, { claimId: 'none' }));
    expect(await balanceOf(invoice)).toMatchObject({ held: 300, notes: 300, payable: 400 });
    expect(await codeOf(credit(invoice, 500, { claimId: 'none' }))).toEqual([422, 'note_above_invoice']);
  });

  test('on a paid invoice reduce what can be paid on the next ones', async () => {
    await strict();
    const orderId = await ordered();
    const first = await bill(orderId, 40);
    await approve(first);
    await done(pay(first, 4_200));
    await done(claim(first, 1_000));
    const second = await bill(orderId, 60);
    await approve(second);
    expect(await balanceOf(second)).toMatchObject({ invoiceValue: 6_300, held: 0, payable: 5_300 });
    expect(await codeOf(pay(second, 5_300.01))).toEqual([422, 'payment_above_payable']);
    await done(pay(second, 5_300));
  });
});

describe('case 19: a return of invoiced goods', () => {
  const returns = (more: object) =>
    api.ctx.db.transaction((tx) =>
      storeReturns(tx, 'own', [
        {
          externalId: `R-${vendor.user.id}`,
          version: '1',
          supplier: 'V',
          ownerId: vendor.user.id,
          poNumber: null,
          poDate: null,
          invoiceNumber: null,
          invoiceDate: null,
          itemName: 'Basmati Rice 1 kg',
          receivedQuantity: '100',
          returnedQuantity: '8',
          remarks: null,
          raw: null,
          ...more,
        },
      ]),
    );
  const claims = async () => (await vendor.get('/api/debitMemo/getAllUserDebitMemo')).body;

  test('becomes a claim of their cost; the vendor’s memo replaces it, and one return is deducted once', async () => {
    const invoice = await bill(await ordered(), 100);
    await returns({ invoiceNumber: invoice.invoiceNumber });
    expect(await claims()).toMatchObject([
      { issuer: 'buyer', status: 'open', amount: 840, invoiceId: invoice._id, lines: [{ no: 1, quantity: 8 }] },
    ]);
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 10_500, held: 840, payable: 9_660 });
    // The same return reported again is the same claim; another quantity changes it.
    await returns({ invoiceNumber: invoice.invoiceNumber });
    await returns({ invoiceNumber: invoice.invoiceNumber, version: '2', returnedQuantity: '10' });
    const [claimed] = await claims();
    expect([claimed.amount, (await claims()).length]).toEqual([1_050, 1]);
    await done(pay(invoice, 9_450));
    await done(credit(invoice, 1_050, { itemQuantity: 10, claimId: claimed._id }));
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 0, held: 0, notes: 1_050, paid: 9_450 });
    // The buyer's system reports it again, but the claim is already settled.
    await returns({ invoiceNumber: invoice.invoiceNumber, version: '3', returnedQuantity: '10' });
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 0, held: 0 });
  });

  test('ends the claim when it is cancelled; a return without an invoice or with another item makes no claim', async () => {
    const invoice = await bill(await ordered(), 100);
    await returns({ invoiceNumber: invoice.invoiceNumber, itemName: 'Salt' });
    expect(await claims()).toEqual([]);
    await returns({ version: '2' });
    expect(await claims()).toEqual([]);
    await returns({ invoiceNumber: invoice.invoiceNumber, version: '3', returnedQuantity: '1000' });
    expect(await balanceOf(invoice)).toMatchObject({ held: 10_500, payable: 0 });
    const [claimed] = await claims();
    expect(await codeOf(accounts.delete(`/api/debitMemo/removeUserDebitMemo/${claimed._id}`))).toEqual([409, 'memo_rests']);
    await returns({ version: '4', cancelled: true });
    expect([await claims(), await balanceOf(invoice)]).toMatchObject([[{ status: 'reversed' }], { held: 0, payable: 10_500 }]);
  });

  const received = (orderId: string, quantity: number) =>
    api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = ${quantity} where order_id = ${orderId}`);
  const stateOf = async (invoice: Made) =>
    (await api.ctx.db.one<{ state: string }>(sql`select match_state as state from invoices where id = ${invoice._id}`)).state;

  test('cannot be invoiced again, by one invoice or many, even after the vendor has responded to the claim', async () => {
    const orderId = await ordered();
    const invoice = await bill(orderId, 100);
    await returns({ invoiceNumber: invoice.invoiceNumber });
    expect(await stateOf(invoice)).toBe('matched');
    expect([(await bill(orderId, 1)).matchState, (await bill(orderId, 7)).matchState]).toEqual(['exception', 'exception']);
    const [claimed] = await claims();
    await done(credit(invoice, 840, { itemQuantity: 8, claimId: claimed._id }));
    expect([await stateOf(invoice), (await bill(orderId, 8)).matchState]).toEqual(['matched', 'exception']);
  });

  test('for goods that were replaced lets the replacement be invoiced once', async () => {
    const orderId = await ordered();
    const invoice = await bill(orderId, 100);
    await returns({ invoiceNumber: invoice.invoiceNumber });
    await received(orderId, 108);
    const { lines } = (await vendor.get(`/api/invoice/proposal?orderId=${orderId}`)).body;
    expect(lines).toMatchObject([{ line: 1, quantity: 8 }]);
    expect([(await bill(orderId, 8)).matchState, (await bill(orderId, 1)).matchState]).toEqual(['matched', 'exception']);
  });

  test('before the invoice reduces what can be invoiced, and ends when the return is cancelled', async () => {
    const orderId = await ordered();
    const { number } = await api.ctx.db.one<{ number: string }>(sql`select number from purchase_orders where id = ${orderId}`);
    await returns({ poNumber: number.toLowerCase(), returnedQuantity: '60' });
    expect((await vendor.get(`/api/invoice/proposal?orderId=${orderId}`)).body.lines).toMatchObject([{ line: 1, quantity: 40 }]);
    const invoice = await bill(orderId, 100);
    const { findings } = (await vendor.get(`/api/invoice/match/${invoice._id}`)).body;
    expect([invoice.matchState, findings[0].message]).toEqual(['exception', 'Line 1: invoiced 100, accepted 100, returned 60.']);
    // A return that moves from the order to no order, and back, moves its invoices with it.
    await returns({ version: '2', returnedQuantity: '60' });
    expect(await stateOf(invoice)).toBe('matched');
    await returns({ poNumber: number.toLowerCase(), itemName: 'Basmati Rice 1 kg ', version: '3' });
    expect((await balanceOf(invoice)).held).toBe(840);
    await returns({ poNumber: number, version: '4', cancelled: true });
    expect(await stateOf(invoice)).toBe('matched');
  });
});

describe('a return and the vendor’s own texts', () => {
  /** The claimed amount and quantity after a file has reported this returned quantity of the order. */
  const returned = async (orderId: string, quantity: number, itemName = 'Basmati Rice 1 kg') => {
    const { number } = await api.ctx.db.one<{ number: string }>(sql`select number from purchase_orders where id = ${orderId}`);
    const { code } = await api.ctx.db.one<{ code: string }>(sql`select code from vendors where id = ${vendor.user.id}`);
    const content = await workbookOf([
      ['Vendor Code', 'Return Number', 'PO Number', 'Product Name', 'Quantity Purchased', 'Quantity Returned'],
      [Number(code), `RT/${api.serial()}`, number, itemName, 100, quantity],
    ]);
    const { status, body } = await admin.send('POST', '/api/buyerData/returns', {}, { file: { name: 'returns.xlsx', content } });
    expect([status, body.errors]).toEqual([200, undefined]);
    const [claimed] = (await vendor.get('/api/debitMemo/getAllUserDebitMemo')).body;
    return claimed === undefined ? null : [claimed.amount, claimed.itemQuantity];
  };
  const billed = async (lines: object[]): Promise<Made> => {
    const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
    return done(vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...sums, lines }));
  };

  test('another item name on the invoice avoids no claim', async () => {
    const orderId = await ordered();
    const invoice = await billed([{ orderId, line: 1, quantity: 100, itemName: 'Rice, best quality' }]);
    expect(await returned(orderId, 8)).toEqual([840, 8]);
    expect(await balanceOf(invoice)).toMatchObject({ held: 840, payable: 9_660 });
  });

  test('lines of a tenth of a piece each are claimed together', async () => {
    const orderId = await ordered();
    const invoice = await billed(Array.from({ length: 100 }, () => ({ orderId, line: 1, quantity: 0.1 })));
    expect(await returned(orderId, 8)).toEqual([840, 8]);
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 1_050, held: 840, payable: 210 });
  });

  test('a small later invoice does not take the claim', async () => {
    const orderId = await ordered();
    const invoice = await bill(orderId, 99);
    await bill(orderId, 0.001);
    expect(await returned(orderId, 8)).toEqual([840, 8]);
    expect(await balanceOf(invoice)).toMatchObject({ held: 840 });
  });

  test('the claim is in the unit of the order, whatever the unit of the invoice', async () => {
    const cartons = await ordered({ uom: 'CTN', caseQuantity: '12', unitPrice: '1200' });
    const pieces = await billed([{ orderId: cartons, line: 1, quantity: 120, uom: 'PCS', unitPrice: 100 }]);
    expect([pieces.matchState, await returned(cartons, 1)]).toEqual(['matched', [1_260, 12]]);
    expect((await vendor.get(`/api/invoice/proposal?orderId=${cartons}`)).body.lines).toMatchObject([{ line: 1, quantity: 90 }]);
  });
});

describe('case 20: at the same time', () => {
  test('two payments and a credit on account never pay more than the payable amount', async () => {
    const old = await plain(5_000);
    await done(pay(old, 5_000));
    await done(credit(old, 5_000));
    const [one, two] = [await plain(10_000), await plain(10_000)];
    const answers = await Promise.all([pay(one, 10_000), pay(two, 10_000, {}, other)]);
    expect(answers.map(({ status }) => status).toSorted((first, second) => first - second)).toEqual([200, 422]);
    const left = answers[0]?.status === 200 ? two : one;
    expect(await balanceOf(left)).toMatchObject({ notes: 5_000, payable: 5_000 });
    await done(pay(left, 5_000));
    expect(await outstanding()).toMatchObject({ amount: 20_000, owed: 0, onAccount: 0 });
  });

  test.each<[string, (invoice: Made) => Promise<Answer>]>([
    ['a claim', (invoice) => claim(invoice, 400)],
    ['a note', (invoice) => credit(invoice, 400)],
  ])('%s against payments: never above payable', async (_what, lower) => {
    const invoice = await plain(1_000);
    const answers = await Promise.all([pay(invoice, 700), lower(invoice), pay(invoice, 600, {}, other), pay(invoice, 300)]);
    expect(answers.map(({ status }) => status)).not.toContain(500);
    const { invoiceValue, held, paid } = await balanceOf(invoice);
    expect(invoiceValue).toBeGreaterThanOrEqual(0);
    expect(paid).toBeLessThanOrEqual(1_000);
    const lowered = answers[1]?.status === 200;
    // The first call decides: a claim that comes after the payment does not change it.
    if (lowered && held === 0) expect(invoiceValue + paid).toBeLessThanOrEqual(1_000);
  });
});

describe('the users who can raise the payable amount', () => {
  test('a vendor’s debit memo must be accepted by a buyer user who did not enter it', async () => {
    const invoice = await plain(1_000);
    const body = { productName: 'Freight', invoiceId: invoice._id, amount: 50 };
    const own = await done(vendor.post('/api/debitMemo/AddUserDebitMemo', { ...body, issuer: 'buyer', status: 'accepted' }));
    expect(own).toMatchObject({ issuer: 'vendor', status: 'open' });
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 1_000, notes: 0 });
    expect(await codeOf(acceptMemo(api, vendor, 'debit', own))).toEqual([409, 'memo_of_other_side']);
    await done(acceptMemo(api, accounts, 'debit', own));
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 1_050, notes: -50, payable: 1_050 });
    const typed = await done(accounts.post('/api/debitMemo/AddUserDebitMemo', { ...body, userID: vendor.user.id, issuer: 'vendor' }));
    expect(await codeOf(acceptMemo(api, accounts, 'debit', typed))).toEqual([403, 'own_entry']);
    await done(acceptMemo(api, other, 'debit', typed));
    await done(pay(invoice, 1_100));
    expect(await codeOf(vendor.post(`/api/debitMemo/reverse/${own._id}`, { reason: 'Mine' }))).toEqual([409, 'invoice_is_settled']);
  });

  test('a concession of the buyer applies once another user has accepted it', async () => {
    const invoice = await plain(1_000);
    const made = await done(credit(invoice, 80, { userID: vendor.user.id }, accounts));
    expect(made).toMatchObject({ issuer: 'buyer', status: 'open' });
    expect(await codeOf(acceptMemo(api, vendor, 'credit', made))).toEqual([409, 'memo_of_other_side']);
    expect(await codeOf(acceptMemo(api, accounts, 'credit', made))).toEqual([403, 'own_entry']);
    await done(acceptMemo(api, other, 'credit', made));
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 1_080, payable: 1_080 });
  });

  test('a memo edited by another user cannot be accepted by that user either', async () => {
    const invoice = await plain(1_000);
    const made = await done(credit(invoice, 80, { userID: vendor.user.id }, accounts));
    await done(other.put(`/api/creditMemo/ChangeUserCreditMemo/${made._id}`, { amount: 90 }));
    expect(await codeOf(acceptMemo(api, other, 'credit', made))).toEqual([403, 'own_entry']);
    await done(acceptMemo(api, admin, 'credit', made));
  });

  test('neither the vendor nor the buyer can change or delete memos that the other issued', async () => {
    const invoice = await plain(1_000);
    const claimed = await done(claim(invoice, 100));
    expect(await codeOf(vendor.put(`/api/debitMemo/ChangeUserDebitMemo/${claimed._id}`, { amount: 1 }))).toEqual([
      409,
      'memo_of_other_side',
    ]);
    expect(await codeOf(vendor.delete(`/api/debitMemo/removeUserDebitMemo/${claimed._id}`))).toEqual([409, 'memo_of_other_side']);
    expect(await codeOf(vendor.post(`/api/debitMemo/reverse/${claimed._id}`, { reason: 'No' }))).toEqual([409, 'memo_of_other_side']);
    const note = await done(credit(invoice, 10, { claimId: 'none' }));
    expect(await codeOf(accounts.put(`/api/creditMemo/ChangeUserCreditMemo/${note._id}`, { amount: 900 }))).toEqual([
      409,
      'memo_of_other_side',
    ]);
    expect(await balanceOf(invoice)).toMatchObject({ held: 100, notes: 10 });
  });
});

describe('a memo', () => {
  test('that a payment depends on is reversed, not changed', async () => {
    const invoice = await plain(1_000);
    const note = await done(credit(invoice, 100));
    await done(pay(invoice, 900));
    expect(await codeOf(vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${note._id}`, { amount: 50 }))).toEqual([409, 'memo_rests']);
    expect(await codeOf(vendor.delete(`/api/creditMemo/removeUserCreditMemo/${note._id}`))).toEqual([409, 'memo_rests']);
    expect(await codeOf(vendor.post(`/api/creditMemo/reverse/${note._id}`, { reason: 'Mine' }))).toEqual([409, 'memo_of_other_side']);
    await done(accounts.post(`/api/creditMemo/reverse/${note._id}`, { reason: 'Entered twice' }));
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 100, notes: 0, paid: 900, payable: 100 });
    expect(await codeOf(accounts.post(`/api/creditMemo/reverse/${note._id}`, { reason: 'Again' }))).toEqual([409, 'memo_not_open']);
  });

  test('cannot be reversed if more than the accepted quantity would then be invoiced', async () => {
    const orderId = await ordered();
    const note = await done(credit(await bill(orderId, 100), 10_500, { itemQuantity: 100 }));
    const second = await bill(orderId, 100);
    await approve(second);
    expect(await codeOf(accounts.post(`/api/creditMemo/reverse/${note._id}`, { reason: 'No' }))).toEqual([409, 'memo_rests']);
  });

  test('as a GST note is possible until 30 November after the year, and as a commercial note at any time', async () => {
    const old = await plain(1_000, { invoiceDate: '2025-03-31' });
    const late = await credit(old, 100);
    expect([late.status, late.body.code, late.body.data]).toEqual([422, 'gst_note_too_late', { kind: 'commercial' }]);
    expect(await codeOf(credit(old, 100, { kind: 'commercial', CGST: 5 }))).toEqual([422, 'commercial_note_has_taxes']);
    expect(await done(credit(old, 100, { kind: 'commercial' }))).toMatchObject({ kind: 'commercial' });
  });

  describe('a GST note entered after its last day', () => {
    let old: Made;
    beforeEach(async () => {
      old = await plain(1_000, { invoiceDate: '2025-03-31' });
    });

    test('is dated as on the document if a buyer user enters it, and the last day itself is in time', async () => {
      const asBuyer = (memoDate: string) =>
        accounts.post('/api/creditMemo/AddUserCreditMemo', {
          userID: vendor.user.id,
          productName: 'Rice',
          vendorInvoiceRef: old.invoiceNumber,
          vendorInvoiceRef_Date: '2025-03-31',
          issuer: 'vendor',
          amount: 100,
          memoDate,
        });
      expect(await codeOf(asBuyer('2025-12-01'))).toEqual([422, 'gst_note_too_late']);
      expect(await done(asBuyer('2025-11-30'))).toMatchObject({ kind: 'gst', memoDate: '2025-11-30' });
    });

    test('is rejected if the vendor backdates it', async () => {
      expect(await codeOf(credit(old, 100, { memoDate: '2025-11-30' }))).toEqual([422, 'gst_note_too_late']);
    });

    test('is rejected as an edit of a backdated commercial note', async () => {
      const note = await done(credit(old, 100, { kind: 'commercial', memoDate: '2025-11-30' }));
      expect(await codeOf(vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${note._id}`, { kind: 'gst' }))).toEqual([
        422,
        'gst_note_too_late',
      ]);
    });

    test('cannot raise the amount or tax of one entered in time, but can reduce it', async () => {
      const note = await done(credit(old, 100, { kind: 'commercial' }));
      await api.ctx.db.execute(sql`
        update memos set gst_kind = 'gst', memo_date = '2025-11-20', counted_on = '2025-11-20', created_at = '2025-11-20' where id = ${note._id}`);
      const change = (body: object) => codeOf(vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${note._id}`, body));
      expect(await change({ amount: 101 })).toEqual([422, 'gst_note_too_late']);
      expect(await change({ amount: 100, IGST: 4.76 })).toEqual([422, 'gst_note_too_late']);
      expect(await change({ amount: 90 })).toEqual([200, undefined]);
    });
  });

  test('without an invoice is on account if it is the vendor’s credit, and changes nothing else', async () => {
    await plain(1_000);
    const memo = { productName: 'Rice', vendorInvoiceRef: 'NOWHERE/1', amount: 100 };
    expect(await done(vendor.post('/api/creditMemo/AddUserCreditMemo', memo))).toMatchObject({ invoiceId: null, status: 'accepted' });
    await done(accounts.post('/api/debitMemo/AddUserDebitMemo', { ...memo, userID: vendor.user.id }));
    expect(await outstanding()).toMatchObject({ balance: 900, onAccount: 100, held: 0, notes: 100 });
  });

  test('cannot exceed what the invoice has left, paid or not, and prevents deleting or reducing the invoice', async () => {
    const invoice = await plain(1_000);
    await done(pay(invoice, 1_000));
    await done(credit(invoice, 600));
    expect(await codeOf(credit(invoice, 401))).toEqual([422, 'note_above_invoice']);
    expect(await outstanding()).toMatchObject({ balance: -600, onAccount: 600 });
    const noted = await plain(1_000);
    await done(credit(noted, 600));
    expect((await vendor.delete(`/api/invoice/delete/${noted._id}`)).status).toBe(409);
    expect((await vendor.put(`/api/invoice/edit/${noted._id}`, { invoiceValue: 700 })).status).toBe(409);
  });
});

test('one payment of several invoices is rejected as a whole if one part is too large, of another vendor, or repeated', async () => {
  const [one, two] = [await plain(100), await plain(200)];
  const stranger = await api.newVendor();
  const theirs = await done(stranger.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 500 }));
  expect(
    await codeOf(
      transfer([
        [one, 100],
        [two, 200.01],
      ]),
    ),
  ).toEqual([422, 'payment_above_payable']);
  expect(
    (
      await transfer([
        [one, 100],
        [theirs, 1],
      ])
    ).status,
  ).toBe(404);
  expect(
    (
      await transfer([
        [one, 50],
        [one, 50],
      ])
    ).status,
  ).toBe(422);
  expect((await transfer([])).status).toBe(422);
  expect((await transfer([[one, 1]], { paymentMode: 'cheque', onlineKind: 'upi' })).status).toBe(422);
  expect((await transfer([[one, 1]], { paymentDate: '2999-01-01' })).status).toBe(422);
  await done(
    transfer(
      [
        [one, 100],
        [two, 200],
      ],
      { reference: 'N426' },
    ),
  );
  expect(await codeOf(pay(await plain(10), 10, { reference: 'n426' }))).toEqual([409, 'reference_in_use']);
  expect(await outstanding()).toMatchObject({ amount: 300, balance: 10 });
});
