/** Tests of claims that payments take, over HTTP: by the form, and by the reports of the buyer's system. */
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { storePayments, storeReturns } from '../src/payments/store.ts';
import type { Api, Caller } from './api.ts';
import { acceptMemo, checkBooks, codeOf, done, startBooks, today } from './books.ts';

let api: Api;
let accounts: Caller;
let other: Caller;
let vendor: Caller;
beforeAll(async () => {
  ({ api, accounts, other } = await startBooks());
});
beforeEach(async () => {
  vendor = await api.newVendor();
});
afterEach(() => checkBooks(api));
afterAll(() => api.close());

interface Made {
  _id: string;
  invoiceNumber: string;
}
const plain = (invoiceValue: number): Promise<Made> =>
  done(vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue }));
const claim = (invoice: Made, amount: number) =>
  done(
    accounts.post('/api/debitMemo/AddUserDebitMemo', {
      userID: vendor.user.id,
      productName: 'Basmati Rice 1 kg',
      invoiceId: invoice._id,
      amount,
    }),
  );
const pay = (invoice: Made, amount: number, caller = accounts) =>
  caller.post('/api/vendorPaymentReport/create', {
    userID: vendor.user.id,
    invoiceNumber: invoice.invoiceNumber,
    invoiceId: invoice._id,
    amount,
    paymentMode: 'online',
  });
const reverse = (paymentId: string) =>
  done(accounts.post(`/api/vendorPaymentReport/reverse/${paymentId}`, { reason: 'Returned by the bank' }));
const answer = (invoice: Made, amount: number, claimId?: string) =>
  vendor.post('/api/creditMemo/AddUserCreditMemo', { productName: 'Basmati Rice 1 kg', invoiceId: invoice._id, amount, claimId });
const accept = (memo: { _id: string }) => acceptMemo(api, vendor, 'debit', memo);
const balanceOf = async (invoice: Made) =>
  (await vendor.get(`/api/invoice/getInvoiceValue/${invoice.invoiceNumber}`, { invoiceId: invoice._id })).body;
const memos = async (): Promise<{ _id: string; status: string; paymentId: string | null }[]> =>
  (await vendor.get('/api/debitMemo/getAllUserDebitMemo')).body.toSorted(
    (one: { _id: string }, another: { _id: string }) => Number(one._id) - Number(another._id),
  );
const entries = async () =>
  api.ctx.db.rows<{ kind: string; amount: string }>(sql`
    select kind, amount::text from account_entries where vendor_id = ${vendor.user.id} order by day, source, id`);

test('a payment of the whole payable amount deducts the claim, and a smaller one leaves it open', async () => {
  const invoice = await plain(1_000);
  const claimed = await claim(invoice, 100);
  await done(pay(invoice, 400));
  expect(await memos()).toMatchObject([{ _id: claimed._id, status: 'open', paymentId: null }]);
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 600, held: 100, payable: 500 });
  const paid = await done(pay(invoice, 500));
  expect(await memos()).toMatchObject([{ _id: claimed._id, status: 'accepted', paymentId: paid._id }]);
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 0, held: 0, paid: 900, deductions: 100, payable: 0 });
  expect((await entries()).map(({ amount }) => Number(amount)).toSorted((one, two) => one - two)).toEqual([-500, -400, -100, 1_000]);
  // No one can accept the deduction any more; another buyer user can reverse it.
  expect(await codeOf(accept(claimed))).toEqual([409, 'memo_not_open']);
  const takeBack = (caller: Caller) => caller.post(`/api/debitMemo/reverse/${claimed._id}`, { reason: 'Found again' });
  expect(await codeOf(takeBack(accounts))).toEqual([403, 'own_entry']);
  await done(takeBack(other));
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 100, held: 0, payable: 100 });
});

test('a credit that is set off deducts no claim: it stays held until the vendor responds, even if nothing else is open', async () => {
  const invoice = await plain(1_000);
  const claimed = await claim(invoice, 100);
  const advance = { userID: vendor.user.id, amount: 1_000, paymentMode: 'online', paymentDate: today() };
  const { _id: paymentId } = await done(accounts.post('/api/vendorPaymentReport/advance', advance));
  const setOff = (amount: number) => accounts.post('/api/account/allocations/create', { invoiceId: invoice._id, paymentId, amount });
  expect(await codeOf(setOff(901))).toEqual([422, 'allocation_above_invoice']);
  await done(setOff(900));
  expect(await memos()).toMatchObject([{ _id: claimed._id, status: 'open', paymentId: null }]);
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 100, held: 100, deductions: 0, payable: 0 });
  expect((await pay(invoice, 1)).status).toBe(422);
  await done(accept(claimed));
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 0, held: 0, deductions: 100, payable: 0 });
});

test('a claim on a paid invoice is held until the vendor responds, even when the next invoice is paid', async () => {
  const paid = await plain(1_000);
  await done(pay(paid, 1_000));
  const claimed = await claim(paid, 100);
  const next = await plain(500);
  await done(pay(next, 400));
  expect(await memos()).toMatchObject([{ _id: claimed._id, status: 'open', paymentId: null }]);
  expect(await balanceOf(next)).toMatchObject({ invoiceValue: 100 });
  await done(accept(claimed));
  expect(await memos()).toMatchObject([{ _id: claimed._id, status: 'accepted', paymentId: null }]);
  // The part above the balance of the paid invoice stays on account.
  const allocated = await api.ctx.db.one<{ amount: string }>(sql`
    select coalesce(sum(amount), 0)::text as amount from allocations where vendor_id = ${vendor.user.id} and invoice_id is null`);
  expect(Number(allocated.amount)).toBe(100);
});

test('two payments at the same time deduct a claim once', async () => {
  const invoice = await plain(1_000);
  await claim(invoice, 100);
  const answers = await Promise.all([pay(invoice, 900), pay(invoice, 900), pay(invoice, 900, other)]);
  expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 422, 422]);
  expect(await memos()).toMatchObject([{ status: 'accepted' }]);
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 0, held: 0, paid: 900, deductions: 100 });
});

test('a reversed payment leaves the claim open and held, and the days before unchanged', async () => {
  const invoice = await plain(1_000);
  const claimed = await claim(invoice, 100);
  const paid = await done(pay(invoice, 900));
  await reverse(paid._id);
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 1_000, held: 100, paid: 0, deductions: 0, payable: 900 });
  const [deduction, anew] = await memos();
  expect([deduction, anew]).toMatchObject([
    { _id: claimed._id, status: 'reversed', paymentId: paid._id },
    { status: 'open', paymentId: null, amount: 100, memoDate: today() },
  ]);
  // The deduction stays in the account, next to its reversal.
  expect((await entries()).map(({ amount }) => Number(amount)).toSorted((one, two) => one - two)).toEqual([-900, -100, 100, 900, 1_000]);
  // A payment takes it again, and the user who entered it still cannot reverse it alone.
  await done(pay(invoice, 900));
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 0, held: 0, deductions: 100 });
  expect(await codeOf(accounts.post(`/api/debitMemo/reverse/${anew?._id}`, { reason: 'Mine' }))).toEqual([403, 'own_entry']);
});

test.each(['accepts', 'answers'])('a vendor that %s the claim at the time of the payment loses it once', async (what) => {
  const invoice = await plain(1_000);
  const claimed = await claim(invoice, 100);
  const act = () => (what === 'accepts' ? accept(claimed) : answer(invoice, 100, claimed._id));
  const [paid] = await Promise.all([pay(invoice, 900), act(), act()]);
  expect(paid.status).toBe(200);
  const { notes, deductions, ...rest } = await balanceOf(invoice);
  expect(rest).toMatchObject({ invoiceValue: 0, held: 0, paid: 900, payable: 0 });
  expect(notes + deductions).toBe(100);
});

test('a claim that is open again has all its earlier editors, including those who only changed it', async () => {
  const invoice = await plain(1_000);
  const claimed = await claim(invoice, 100);
  await done(
    other.put(`/api/debitMemo/ChangeUserDebitMemo/${claimed._id}`, { productName: 'Basmati Rice', invoiceId: invoice._id, amount: 90 }),
  );
  const paid = await done(pay(invoice, 910));
  await reverse(paid._id);
  const [, anew] = await memos();
  expect(anew).toMatchObject({ status: 'open', paymentId: null });
  // A second payment takes it; reversing that deduction would raise the payable amount.
  await done(pay(invoice, 910));
  for (const caller of [accounts, other])
    expect(await codeOf(caller.post(`/api/debitMemo/reverse/${anew?._id}`, { reason: 'Found again' }))).toEqual([403, 'own_entry']);
});

test('the vendor’s memo after the payment replaces the deduction', async () => {
  const invoice = await plain(1_000);
  const claimed = await claim(invoice, 100);
  await done(pay(invoice, 900));
  expect(await codeOf(answer(invoice, 100))).toEqual([409, 'claim_to_answer']);
  await done(answer(invoice, 60, claimed._id));
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 40, held: 40, notes: 60, deductions: 0, payable: 0 });
  const [, anew] = await memos();
  await done(answer(invoice, 40, anew?._id));
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 0, held: 0, notes: 100, deductions: 0, payable: 0 });
});

test('a payment that the vendor enters deducts nothing', async () => {
  const invoice = await plain(1_000);
  await claim(invoice, 100);
  await done(pay(invoice, 900, vendor));
  expect(await memos()).toMatchObject([{ status: 'open', paymentId: null }]);
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 100, held: 100, payable: 0 });
});

test('a payment of the ERP deducts the claim, and its change or cancellation restores it', async () => {
  const invoice = await plain(1_000);
  await claim(invoice, 100);
  const store = (amount: string, more: object = {}) =>
    api.ctx.db.transaction((tx) =>
      storePayments(tx, 'own', [
        {
          externalId: `P-${vendor.user.id}`,
          version: `${amount}${JSON.stringify(more)}`,
          supplier: 'V',
          ownerId: vendor.user.id,
          invoiceNumber: invoice.invoiceNumber,
          amount,
          mode: 'NEFT',
          paidOn: today(),
          remarks: null,
          raw: null,
          ...more,
        },
      ]),
    );
  await store('900');
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 0, held: 0, paid: 900, deductions: 100 });
  await store('900', { remarks: 'Checked' });
  expect((await memos()).map(({ status }) => status)).toEqual(['accepted']);
  await store('800');
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 200, held: 100, paid: 800, deductions: 0 });
  // The payment covers the whole invoice, so it does not take the claim.
  await store('1000');
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 0, held: 100, paid: 1_000, deductions: 0 });
  await store('900');
  await store('900', { cancelled: true });
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 1_000, held: 100, paid: 0, deductions: 0, payable: 900 });
});

test('a cancelled return ends the deduction, and a return of more goods becomes a new claim', async () => {
  const { makeOrder, orderLineOf } = await import('../src/demo/factories.ts');
  const orderId = await makeOrder(api.ctx, vendor.user.id, `PO/${api.serial()}`, {
    lines: [orderLineOf({ externalId: 'rice', quantity: '100', receivedQuantity: '100', hsnCode: null })],
  });
  const lines = [{ orderId, line: 1, quantity: 100 }];
  const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
  const invoice: Made = await done(vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...sums, lines }));
  const send = (version: string, more: object = {}) =>
    api.ctx.db.transaction((tx) =>
      storeReturns(tx, 'own', [
        {
          externalId: `R-${vendor.user.id}`,
          version,
          supplier: 'V',
          ownerId: vendor.user.id,
          poNumber: null,
          poDate: null,
          invoiceNumber: invoice.invoiceNumber,
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
  await send('1');
  await done(pay(invoice, 9_660));
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 0, held: 0, deductions: 840 });
  await send('2', { remarks: 'The same goods' });
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 0, held: 0, deductions: 840 });
  await send('3', { returnedQuantity: '10' });
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 840, held: 1_050, deductions: 0, payable: 0 });
  await send('4', { returnedQuantity: '8' });
  await send('5', { cancelled: true });
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 840, held: 0, deductions: 0, payable: 840 });
});
