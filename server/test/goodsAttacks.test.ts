/** Attacks on claims, memos and returns of the same goods, over HTTP: no deduction is evaded, and no event is deducted twice. */
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { makeOrder, orderLineOf } from '../src/demo/factories.ts';
import type { Database } from '../src/database/database.ts';
import { storeReturns } from '../src/payments/store.ts';
import { lockNumbers } from '../src/purchase-orders/lock.ts';
import type { Answer, Api, Caller } from './api.ts';
import { addItem } from './items.ts';
import { meanwhile } from './overlap.ts';
import { acceptMemo, checkBooks, codeOf, done, startBooks } from './books.ts';

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
  await admin.put('/api/settings', { payOnlyMatched: true, payOnlyApproved: false });
});
afterEach(() => checkBooks(api));
afterAll(() => api.close());

interface Made {
  _id: string;
  invoiceNumber: string;
  matchState: string;
}
const ordered = (lines: object[] = [{}]) =>
  makeOrder(api.ctx, vendor.user.id, `PO/${api.serial()}`, {
    lines: lines.map((more) => orderLineOf({ externalId: 'rice', quantity: '100', receivedQuantity: '100', hsnCode: null, ...more })),
  });
const numberOf = async (orderId: string) =>
  (await api.ctx.db.one<{ number: string }>(sql`select number from purchase_orders where id = ${orderId}`)).number;
async function billLines(lines: object[]): Promise<Made> {
  const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
  return done(vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...sums, lines }));
}
const bill = (orderId: string, quantity: number) => billLines([{ orderId, line: 1, quantity }]);
const credit = (invoice: Made, amount: number, more: object = {}, caller = vendor) =>
  caller.post('/api/creditMemo/AddUserCreditMemo', { invoiceId: invoice._id, amount, productName: 'x', ...more });
const claim = (invoice: Made, amount: number, more: object = {}, caller = accounts) =>
  caller.post('/api/debitMemo/AddUserDebitMemo', { userID: vendor.user.id, invoiceId: invoice._id, amount, productName: 'x', ...more });
const pay = (invoice: Made, amount: number, caller = accounts) =>
  caller.post('/api/vendorPaymentReport/create', {
    userID: vendor.user.id,
    invoiceNumber: invoice.invoiceNumber,
    invoiceId: invoice._id,
    amount,
    paymentMode: 'online',
  });
const balanceOf = async (invoice: Made) =>
  (await vendor.get(`/api/invoice/getInvoiceValue/${invoice.invoiceNumber}`, { invoiceId: invoice._id })).body;
const stateOf = async (invoice: Made) =>
  (await api.ctx.db.one<{ state: string }>(sql`select match_state as state from invoices where id = ${invoice._id}`)).state;
let version = 0;
const returns = (more: object) =>
  api.ctx.db.transaction((tx) =>
    storeReturns(tx, 'own', [
      {
        externalId: `R-${vendor.user.id}`,
        version: String((version += 1)),
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
describe('a memo that settles part of a claim whose rest the vendor accepted', () => {
  let invoice: Made;
  let claimed: { _id: string };
  let note: { _id: string };
  beforeEach(async () => {
    invoice = await bill(await ordered(), 100);
    claimed = await done(claim(invoice, 840, { memoNumber: 'DN/7' }));
    note = await done(credit(invoice, 400, { claimId: claimed._id }));
    await done(acceptMemo(api, vendor, 'debit', claimed));
  });
  test.each<[string, () => Promise<Answer>]>([
    ['deleted by the vendor', () => vendor.delete(`/api/creditMemo/removeUserCreditMemo/${note._id}`)],
    ['lowered by the vendor', () => vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${note._id}`, { amount: 1 })],
    [
      'joined to another invoice by the vendor',
      async () => vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${note._id}`, { invoiceId: (await bill(await ordered(), 1))._id }),
    ],
    ['reversed by the buyer', () => other.post(`/api/creditMemo/reverse/${note._id}`, { reason: 'Wrong' })],
  ])('cannot be %s', async (_what, change) => {
    expect(await codeOf(change())).toEqual([409, 'memo_rests']);
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 9_660, held: 0, notes: 400, deductions: 440, payable: 9_660 });
  });

  test('states the claim to reverse, and can be changed once the claim is reversed', async () => {
    const { body } = await vendor.delete(`/api/creditMemo/removeUserCreditMemo/${note._id}`);
    expect(body.message).toMatch(/^Credit Memo of .* settles part of Debit Memo DN\/7 \(₹840.00\), .* must reverse Debit Memo DN\/7/);
    await done(other.post(`/api/debitMemo/reverse/${claimed._id}`, { reason: 'Found again' }));
    await done(vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${note._id}`, { amount: 840 }));
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 9_660, notes: 840, deductions: 0 });
  });

  test('is deleted first or not at all if both happen at the same time', async () => {
    const next = await bill(await ordered(), 100);
    const open = await done(claim(next, 840));
    const part = await done(credit(next, 400, { claimId: open._id }));
    const remove = () => vendor.delete(`/api/creditMemo/removeUserCreditMemo/${part._id}`);
    await Promise.all([remove(), acceptMemo(api, vendor, 'debit', open), remove()]);
    const { invoiceValue, held } = await balanceOf(next);
    expect(invoiceValue - held).toBe(9_660);
  });

  test('cannot be reversed while a payment deducts the rest', async () => {
    const next = await bill(await ordered(), 100);
    const open = await done(claim(next, 840));
    const part = await done(credit(next, 400, { claimId: open._id }));
    await done(pay(next, 9_660));
    expect(await codeOf(vendor.delete(`/api/creditMemo/removeUserCreditMemo/${part._id}`))).toEqual([409, 'memo_rests']);
    expect(await codeOf(other.post(`/api/creditMemo/reverse/${part._id}`, { reason: 'Wrong' }))).toEqual([409, 'memo_rests']);
    expect(await balanceOf(next)).toMatchObject({ invoiceValue: 0, held: 0, notes: 400, deductions: 440 });
  });
});

test('a memo of a claim that ended with its return covers no more than the invoice has left', async () => {
  const orderId = await ordered();
  const invoice = await bill(orderId, 100);
  await returns({ poNumber: await numberOf(orderId), returnedQuantity: '50' });
  const [claimed] = await claims();
  const note = await done(credit(invoice, 400, { claimId: claimed._id }));
  await returns({ cancelled: true });
  const change = (amount: number) => vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${note._id}`, { amount });
  expect(await codeOf(change(10_500.01))).toEqual([422, 'note_above_invoice']);
  await done(change(10_500));
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 0, notes: 10_500, payable: 0 });
});

describe('a claim that the buyer entered', () => {
  const states = (invoices: readonly Made[]) => Promise.all(invoices.map(stateOf));

  test.each<[string, object]>([
    ['an amount', {}],
    ['goods by line', { lines: [{ no: 1, quantity: 8 }] }],
    ['goods by name and quantity', { productName: 'Basmati Rice 1 kg', itemQuantity: 8 }],
  ])('for %s frees no goods: neither open, nor accepted, nor settled by a memo of goods', async (_what, more) => {
    for (const settle of [
      () => Promise.resolve(),
      (_invoice: Made, claimed: { _id: string }) => done(acceptMemo(api, vendor, 'debit', claimed)),
      (invoice: Made, { _id: claimId }: { _id: string }) => done(credit(invoice, 840, { claimId, lines: [{ no: 1, quantity: 8 }] })),
    ]) {
      const orderId = await ordered();
      const invoice = await bill(orderId, 100);
      await settle(invoice, await done(claim(invoice, 840, { description: 'Damage', ...more })));
      const again = await bill(orderId, 8);
      expect(await states([invoice, again])).toEqual(['matched', 'exception']);
      expect((await vendor.get(`/api/invoice/proposal?orderId=${orderId}`)).body.lines).toEqual([]);
      const { payable, held, invoiceValue } = await balanceOf(invoice);
      expect([payable, invoiceValue - held]).toEqual([9_660, 9_660]);
    }
  });

  test('allows no higher price on the next invoice', async () => {
    const orderId = await ordered();
    const first = await bill(orderId, 50);
    await done(acceptMemo(api, vendor, 'debit', await done(claim(first, 420))));
    const next = await billLines([{ orderId, line: 1, quantity: 50, unitPrice: 108 }]);
    expect(await states([first, next])).toEqual(['matched', 'exception']);
    expect((await billLines([{ orderId: await ordered(), line: 1, quantity: 50 }])).matchState).toBe('matched');
  });

  test('for a price above the order’s corrects it, and the next invoice at the agreed price matches', async () => {
    const orderId = await ordered();
    const first = await billLines([{ orderId, line: 1, quantity: 50, unitPrice: 108 }]);
    await done(admin.post(`/api/invoice/release/${first._id}`, { reason: 'The claim follows' }));
    const claimed = await done(claim(first, 420));
    const next = await bill(orderId, 50);
    expect(await states([first, next])).toEqual(['released', 'exception']);
    await done(acceptMemo(api, vendor, 'debit', claimed));
    expect(await states([first, next])).toEqual(['released', 'matched']);
  });

  test('does not change the vendor’s own memo for goods: the credited goods can be invoiced once more', async () => {
    const orderId = await ordered();
    const invoice = await bill(orderId, 100);
    await done(claim(invoice, 840, { description: 'Damage' }));
    await done(credit(invoice, 840, { claimId: 'none', lines: [{ no: 1, quantity: 8 }] }));
    const again = await bill(orderId, 8);
    expect(await states([invoice, again])).toEqual(['matched', 'matched']);
    expect((await balanceOf(invoice)).payable + (await balanceOf(again)).payable).toBe(9_660);
  });
});

describe('goods that were returned before they were billed', () => {
  const system = (number: string, state: string, line: object = {}, more: object = {}) =>
    makeOrder(api.ctx, vendor.user.id, number, {
      version: state,
      lines: [orderLineOf({ externalId: 'rice', quantity: '100', receivedQuantity: '100', hsnCode: null, ...line })],
      ...more,
    });
  const externalIdOf = async (orderId: string) =>
    (await api.ctx.db.one<{ id: string }>(sql`select external_id as id from purchase_orders where id = ${orderId}`)).id;

  test.each<[string, (number: string, orderId: string) => Promise<unknown>]>([
    ['renames their item', (number) => system(number, '2', { itemName: 'Rice, Basmati' })],
    ['renames their order', async (number, orderId) => system(`${number}-A`, '2', {}, { externalId: await externalIdOf(orderId) })],
    [
      'renames both',
      async (number, orderId) => system(`${number}-A`, '2', { itemName: 'Rice' }, { externalId: await externalIdOf(orderId) }),
    ],
  ])('stay returned if the ERP %s', async (_what, rename) => {
    const number = `PO/${api.serial()}`;
    const orderId = await system(number, '1');
    await returns({ poNumber: number });
    await rename(number, orderId);
    expect((await vendor.get(`/api/invoice/proposal?orderId=${orderId}`)).body.lines).toMatchObject([{ quantity: 92 }]);
    expect((await bill(orderId, 93)).matchState).toBe('exception');
  });

  test('stay returned if an employee gives their order another number', async () => {
    await addItem(api.ctx, { ean: '8901030516320', code: 'RICE-1', name: 'Basmati Rice 1 kg', mrp: '120.00' });
    const form = { poDate: '2026-11-02', lines: [{ EANCode: '8901030516320', quantity: 100, price: 100, taxRate: 5 }] };
    const poNumber = `PO/${api.serial()}`;
    const { _id: orderId, updatedAt } = await done(
      admin.post('/api/buyerData/orders/create', { userID: vendor.user.id, ...form, poNumber }),
    );
    const received = { receiptNumber: `G${api.serial()}`, receivedOn: '2026-11-20', lines: [{ orderId, line: 1, quantity: 100 }] };
    await done(admin.post('/api/receipts/create', received));
    await returns({ poNumber });
    await done(admin.put(`/api/buyerData/orders/edit/${orderId}`, { ...form, poNumber: `${poNumber}-A`, updatedAt }));
    expect((await vendor.get(`/api/invoice/proposal?orderId=${orderId}`)).body.lines).toMatchObject([{ quantity: 92 }]);
    expect((await bill(orderId, 93)).matchState).toBe('exception');
  });
});

describe('goods that the vendor credited before their return was reported', () => {
  let orderId: string;
  let poNumber: string;
  let invoice: Made;
  beforeEach(async () => {
    orderId = await ordered();
    poNumber = await numberOf(orderId);
    invoice = await bill(orderId, 100);
  });
  const goods = (quantity: number) => credit(invoice, quantity * 105, { lines: [{ no: 1, quantity }] });
  const owed = async () => {
    const { invoiceValue, held } = await balanceOf(invoice);
    return [invoiceValue - held, await stateOf(invoice)];
  };

  test.each([true, false])('are deducted once, and billed no more (the return names the order: %s)', async (isNamed) => {
    await done(goods(8));
    await returns(isNamed ? { poNumber } : { invoiceNumber: invoice.invoiceNumber });
    expect([await claims(), await owed()]).toEqual([[], [9_660, 'matched']]);
    await returns({ ...(isNamed ? { poNumber } : { invoiceNumber: invoice.invoiceNumber }), remarks: 'The same goods' });
    expect([await claims(), await owed()]).toEqual([[], [9_660, 'matched']]);
    expect((await bill(orderId, 1)).matchState).toBe('exception');
  });

  test('in part are claimed for the rest', async () => {
    await done(goods(5));
    await returns({ poNumber });
    await returns({ poNumber, remarks: 'The same goods' });
    expect(await claims()).toMatchObject([{ status: 'open', amount: 315, itemQuantity: 3 }]);
    expect(await owed()).toEqual([9_660, 'matched']);
  });

  test('and billed once more before it are claimed', async () => {
    await done(goods(8));
    const again = await bill(orderId, 8);
    await returns({ poNumber });
    const { held } = await api.ctx.db.one<{ held: string }>(sql`select held from vendor_books where vendor_id = ${vendor.user.id}`);
    expect([Number(held), await stateOf(invoice), await stateOf(again)]).toEqual([840, 'matched', 'matched']);
  });

  test('are claimed once the memo is deleted or lowered', async () => {
    const note = await done(goods(8));
    await returns({ poNumber });
    await done(vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${note._id}`, { amount: 315, lines: [{ no: 1, quantity: 3 }] }));
    expect(await owed()).toEqual([9_660, 'matched']);
    const other8 = await bill(await ordered(), 100);
    const second = await done(credit(other8, 840, { lines: [{ no: 1, quantity: 8 }] }));
    await returns({ invoiceNumber: other8.invoiceNumber, externalId: `S-${vendor.user.id}` });
    await done(vendor.delete(`/api/creditMemo/removeUserCreditMemo/${second._id}`));
    expect(await balanceOf(other8)).toMatchObject({ invoiceValue: 10_500, held: 840, payable: 9_660 });
  });

  test('are deducted once if the return is cancelled after the vendor accepted its claim, and reported again', async () => {
    await returns({ poNumber });
    const [claimed] = await claims();
    await done(acceptMemo(api, vendor, 'debit', claimed));
    await returns({ cancelled: true });
    await returns({ poNumber });
    expect([await claims(), await owed()]).toMatchObject([[{ status: 'accepted' }], [9_660, 'matched']]);
    expect((await bill(orderId, 1)).matchState).toBe('exception');
  });

  test('are deducted once if memo and return come at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const next = await ordered();
      const one = await bill(next, 100);
      const note = () => credit(one, 840, { lines: [{ no: 1, quantity: 8 }] });
      const [answer] = await Promise.all([note(), returns({ poNumber: await numberOf(next), externalId: `A${api.serial()}` })]);
      // The memo that comes second has to say whether it settles the claim.
      expect([200, 409]).toContain(answer?.status);
      const { invoiceValue, held } = await balanceOf(one);
      expect(invoiceValue - held).toBe(9_660);
    }
  });
});

describe('goods whose return names an invoice that comes later', () => {
  const numbered = async (orderId: string, quantity: number, invoiceNumber: string): Promise<Made> => {
    const lines = [{ orderId, line: 1, quantity }];
    const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
    return done(vendor.post('/api/invoice/create', { invoiceNumber, ...sums, lines }));
  };

  test('are not billed by it, by an edit that gives it the number, nor by another one', async () => {
    const [orderId, next] = [await ordered(), await ordered()];
    const [invoiceNumber, second] = [String(api.serial()), String(api.serial())];
    await returns({ invoiceNumber });
    await returns({ invoiceNumber: second, externalId: `S-${vendor.user.id}` });
    expect((await numbered(orderId, 100, invoiceNumber)).matchState).toBe('exception');
    const invoice = await bill(next, 100);
    expect(invoice.matchState).toBe('matched');
    await done(vendor.put(`/api/invoice/edit/${invoice._id}`, { invoiceNumber: second }));
    expect(await stateOf(invoice)).toBe('exception');
    expect((await bill(next, 1)).matchState).toBe('exception');
  });

  test('leave the accepted goods to it, without a claim', async () => {
    const orderId = await ordered();
    const invoiceNumber = String(api.serial());
    await returns({ invoiceNumber });
    const invoice = await numbered(orderId, 92, invoiceNumber);
    expect([invoice.matchState, await claims(), (await balanceOf(invoice)).payable]).toEqual(['matched', [], 9_660]);
  });

  test('of another item or another vendor change nothing', async () => {
    const invoiceNumber = String(api.serial());
    await returns({ invoiceNumber, itemName: 'Salt' });
    const stranger = await api.newVendor();
    await returns({ invoiceNumber, ownerId: stranger.user.id, externalId: `S-${stranger.user.id}` });
    expect((await numbered(await ordered(), 100, invoiceNumber)).matchState).toBe('matched');
  });

  test('are claimed if an invoice gets the number in the meantime', async () => {
    const invoice = await bill(await ordered(), 100);
    const number = String(api.serial());
    const hold = async (tx: Database) => {
      await lockNumbers(tx, vendor.user.id, [number]);
      await tx.execute(sql`update invoices set number = ${number} where id = ${invoice._id}`);
    };
    await meanwhile(api, hold, [() => returns({ invoiceNumber: number })]);
    expect(await claims()).toMatchObject([{ amount: 840, invoiceId: invoice._id }]);
  });

  test('are not billed if both come at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const orderId = await ordered();
      const invoiceNumber = String(api.serial());
      const [invoice] = await Promise.all([
        numbered(orderId, 100, invoiceNumber),
        returns({ invoiceNumber, externalId: `A${api.serial()}` }),
      ]);
      const { payable } = await balanceOf(invoice);
      expect([0, 9_660]).toContain(payable);
    }
  });
});
