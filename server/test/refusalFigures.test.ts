import { showDate } from '@aapurti/contract/ground/fields';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Answer, type Api, type Caller } from './api.ts';
import { done, startBooks, today } from './books.ts';

// Tests that a refusal about a memo, a payment or an invoice names it, with its figures.

let api: Api;
let admin: Caller;
let accounts: Caller;
let vendor: Caller;
let invoice: { _id: string; invoiceNumber: string };
beforeAll(async () => {
  ({ api, admin, accounts } = await startBooks());
});
beforeEach(async () => {
  vendor = await api.newVendor();
  invoice = await done(vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 1_000 }));
});
afterAll(() => api.close());

const told = async (answer: Promise<Answer>) => (await answer).body.message;
const memo = (kind: 'debit' | 'credit', more: object, by: Caller) =>
  done(
    by.post(`/api/${kind}Memo/AddUser${kind === 'debit' ? 'Debit' : 'Credit'}Memo`, {
      productName: 'Rice',
      amount: 94,
      vendorInvoiceRef: invoice.invoiceNumber,
      ...more,
    }),
  );

test('of a memo: its number or day, and its amount', async () => {
  const claim = await memo('debit', { userID: vendor.user.id, issuer: 'buyer', memoNumber: 'D-7' }, admin);
  const accept = (by: Caller) => told(by.post(`/api/debitMemo/accept/${claim._id}`, {}));
  const reverse = (by: Caller) => told(by.post(`/api/debitMemo/reverse/${claim._id}`, { reason: 'No' }));
  expect(await accept(accounts)).toBe('Debit Memo D-7 (₹94.00): only the other party can decide on it.');
  expect(await told(vendor.delete(`/api/debitMemo/removeUserDebitMemo/${claim._id}`))).toBe(
    'Debit Memo D-7 (₹94.00) was issued by the buyer: only buyer users can change it.',
  );
  await done(admin.post(`/api/debitMemo/reverse/${claim._id}`, { reason: 'No' }));
  expect(await reverse(admin)).toBe('Debit Memo D-7 (₹94.00) has already been reversed.');
  expect(await accept(vendor)).toBe('Debit Memo D-7 (₹94.00) is not waiting for a decision. Reload the page to see its status.');
  expect(await told(admin.delete(`/api/debitMemo/removeUserDebitMemo/${claim._id}`))).toBe(
    'Debit Memo D-7 (₹94.00) has already been reversed.',
  );
  const raised = await memo('debit', {}, vendor);
  expect(await told(vendor.post(`/api/debitMemo/accept/${raised._id}`, {}))).toBe(
    `Debit Memo of ${showDate(today())} (₹94.00): only the other party can decide on it.`,
  );
  const answer = { productName: 'Rice', amount: 1, vendorInvoiceRef: invoice.invoiceNumber };
  expect(await told(vendor.post('/api/creditMemo/AddUserCreditMemo', { ...answer, claimId: claim._id }))).toBe(
    `Claim ${claim._id} is not open for invoice ${invoice.invoiceNumber}. Enter an open claim of this invoice, or "none".`,
  );
  expect(await told(vendor.post('/api/creditMemo/AddUserCreditMemo', { ...answer, memoDate: '2099-01-01' }))).toBe(
    `The memo is dated 01-01-2099, which is after today (${showDate(today())}). Correct the date.`,
  );
});

test('of a claim that a credit memo has settled: the one to reverse', async () => {
  const claim = await memo('debit', { userID: vendor.user.id, issuer: 'buyer', memoNumber: 'D-8' }, admin);
  await memo('credit', { claimId: claim._id }, vendor);
  const text = 'Debit Memo D-8 (₹94.00) was settled by a credit memo of the vendor. Reverse that credit memo instead.';
  expect(await told(admin.post(`/api/debitMemo/reverse/${claim._id}`, { reason: 'No' }))).toBe(text);
  expect(await told(admin.delete(`/api/debitMemo/removeUserDebitMemo/${claim._id}`))).toBe(text);
});

test('of a payment: its day and amount; of an invoice: its number and what is settled of it', async () => {
  const form = { userID: vendor.user.id, invoiceNumber: invoice.invoiceNumber, amount: 60, paymentMode: 'online' };
  const [paid] = [await done(accounts.post('/api/vendorPaymentReport/create', form))].flat();
  const { invoiceNumber: number } = invoice;
  expect(await told(vendor.delete(`/api/invoice/delete/${invoice._id}`))).toBe(
    `₹60.00 of invoice ${number} is settled, so it cannot be deleted. Reverse its payments first.`,
  );
  expect(await told(accounts.post(`/api/invoice/release/${invoice._id}`, { reason: 'x' }))).toBe(
    `Invoice ${number} cannot be released, because it has no unreleased exceptions. Reload the page to see its status.`,
  );
  expect(await told(accounts.post(`/api/invoice/return/${invoice._id}`, { reason: 'x' }))).toBe(
    `Invoice ${number} cannot be sent back. Only an unpaid invoice with lines can: reverse its payments first.`,
  );
  const reverse = (id: string) => accounts.post(`/api/vendorPaymentReport/reverse/${id}`, { reason: 'Returned' });
  const back = await done(reverse(paid._id));
  const day = showDate(today());
  expect(await told(reverse(paid._id))).toBe(`The payment of ${day} for ₹60.00 has already been reversed.`);
  expect(await told(reverse(back._id))).toMatch(/^The entry of \S+ for .*60\.00 reverses a payment, so it cannot be reversed\./);
});
