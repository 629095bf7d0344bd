import { showDate } from '@aapurti/contract/ground/fields';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Answer, type Api, type Caller } from './api.ts';
import { acceptMemo, done, startBooks, today } from './books.ts';
import { keyOf, standInOf } from './onBehalf.ts';
import { workbookOf } from './workbook.ts';

// Tests that a refusal about a memo, a payment or an invoice names the document, with its figures.

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
  const accept = (by: Caller) => told(acceptMemo(api, by, 'debit', claim));
  const reverse = (by: Caller) => told(by.post(`/api/debitMemo/reverse/${claim._id}`, { reason: 'No' }));
  expect(await accept(accounts)).toBe(
    'Debit Memo D-7 (₹94.00): only the other party can decide on it. Ask that party to accept or reverse it.',
  );
  expect(await told(vendor.delete(`/api/debitMemo/removeUserDebitMemo/${claim._id}`))).toBe(
    'Debit Memo D-7 (₹94.00) was issued by the buyer: only buyer users can change it. Ask the buyer to do so.',
  );
  await done(admin.post(`/api/debitMemo/reverse/${claim._id}`, { reason: 'No' }));
  expect(await reverse(admin)).toBe('Debit Memo D-7 (₹94.00) has already been reversed. Enter a new memo if one is needed.');
  expect(await accept(vendor)).toBe('Debit Memo D-7 (₹94.00) is not waiting for a decision. Reload the page to see its status.');
  expect(await told(admin.delete(`/api/debitMemo/removeUserDebitMemo/${claim._id}`))).toBe(
    'Debit Memo D-7 (₹94.00) has already been reversed. Enter a new memo if one is needed.',
  );
  const raised = await memo('debit', {}, vendor);
  expect(await told(acceptMemo(api, vendor, 'debit', raised))).toBe(
    `Debit Memo of ${showDate(today())} (₹94.00): only the other party can decide on it. Ask that party to accept or reverse it.`,
  );
  const answer = { productName: 'Rice', amount: 1, vendorInvoiceRef: invoice.invoiceNumber };
  expect(await told(vendor.post('/api/creditMemo/AddUserCreditMemo', { ...answer, claimId: claim._id }))).toBe(
    `Claim ${claim._id} is not open for invoice ${invoice.invoiceNumber}. Enter an open claim of this invoice, or "none".`,
  );
  expect(await told(vendor.post('/api/creditMemo/AddUserCreditMemo', { ...answer, memoDate: '2099-01-01' }))).toBe(
    `The memo is dated 01-01-2099, which is after today (${showDate(today())}). Correct the date.`,
  );
});

test('of taxes of a commercial note: what they come to', async () => {
  const note = { productName: 'Rice', amount: 94, kind: 'commercial', CGST: 2, SGST: 2.5 };
  expect(await told(vendor.post('/api/creditMemo/AddUserCreditMemo', note))).toBe(
    'A commercial note has no taxes, but this one has ₹4.50. Remove them, or choose a GST note.',
  );
});

test('of a row of opening balances: its amount, its days and today', async () => {
  const HEAD = ['Vendor Code', 'Kind', 'Number', 'Amount', 'Date', 'Due Date', 'Cut-off Date'];
  const [{ vendor_Code }] = (await vendor.get('/api/auth/user')).body;
  const row = async (...cells: (string | number | null)[]) => {
    const content = await workbookOf([HEAD, [vendor_Code, ...cells]]);
    const upload = await admin.send('POST', '/api/buyerData/openings?dryRun=true', {}, { file: { name: 'openings.xlsx', content } });
    return upload.body.errors?.map(({ message }: { message: string }) => message) ?? upload.body;
  };
  expect(await row('Invoice', '1', -5, '20-11-2026', null, null)).toEqual([
    'The amount of an invoice must be above 0, but it is -₹5.00. Correct it, or choose another kind.',
  ]);
  expect(await row('Credit memo', '1', 5.5, '20-11-2026', null, null)).toEqual([
    'The amount of a credit memo or a payment must be below 0, but it is ₹5.50. Enter it with a minus sign, or choose another kind.',
  ]);
  expect(await row('Invoice', '1', 5, '20-11-2026', '19-11-2026', null)).toEqual([
    'The due date 19-11-2026 is before the date 20-11-2026. Correct one of them.',
  ]);
  expect(await row('Invoice', '1', 5, '20-11-2026', null, '01-01-2099')).toEqual([
    `The cut-off date 01-01-2099 is after today (${showDate(today())}). Correct the date.`,
  ]);
});

test('of a claim that a credit memo has settled: the one to reverse', async () => {
  const claim = await memo('debit', { userID: vendor.user.id, issuer: 'buyer', memoNumber: 'D-8' }, admin);
  await memo('credit', { claimId: claim._id }, vendor);
  const text = 'Debit Memo D-8 (₹94.00) was settled by a credit memo of the vendor. Reverse that credit memo instead.';
  expect(await told(admin.post(`/api/debitMemo/reverse/${claim._id}`, { reason: 'No' }))).toBe(text);
  expect(await told(admin.delete(`/api/debitMemo/removeUserDebitMemo/${claim._id}`))).toBe(text);
});

describe('of a credit memo that may settle a claim: the invoice and what is open of its claims', () => {
  const claimed = (more: object, of = { vendor, invoice }) =>
    memo('debit', { userID: of.vendor.user.id, issuer: 'buyer', vendorInvoiceRef: of.invoice.invoiceNumber, ...more }, admin);
  const credit = (by = vendor) =>
    told(by.post('/api/creditMemo/AddUserCreditMemo', { productName: 'Rice', amount: 1, vendorInvoiceRef: invoice.invoiceNumber }));
  const asked = (...claims: string[]) =>
    `The buyer has an open claim on invoice ${invoice.invoiceNumber} (${claims.join(' and ')}). Enter the claim that this memo settles, or "none".`;

  test('by number, else by day', async () => {
    await claimed({ memoNumber: 'D-9' });
    await claimed({ amount: 6 });
    expect(await credit()).toBe(asked('D-9, ₹94.00', `₹6.00 of ${showDate(today())}`));
  });

  test('without the part that another memo has settled, and what was reversed', async () => {
    const [part, gone] = [await claimed({ memoNumber: 'D-1' }), await claimed({ memoNumber: 'D-2' })];
    await memo('credit', { amount: 34, claimId: part._id }, vendor);
    await done(admin.post(`/api/debitMemo/reverse/${gone._id}`, { reason: 'No' }));
    expect(await credit()).toBe(asked('D-1, ₹60.00'));
  });

  test('without a claim on the invoice of the same number of another vendor', async () => {
    const stranger = await api.newVendor();
    const { invoiceNumber } = invoice;
    const theirs = await done(stranger.post('/api/invoice/create', { invoiceNumber, invoiceValue: 1_000 }));
    await claimed({ memoNumber: 'D-3', amount: 5 }, { vendor: stranger, invoice: theirs });
    expect(await credit()).toBe('Credit Memo created successfully.');
    await claimed({ memoNumber: 'D-4' });
    expect(await credit()).toBe(asked('D-4, ₹94.00'));
    expect(await credit(stranger)).toBe(asked('D-3, ₹5.00'));
  });

  test('with a number as it was written, though it looks like a place for another value', async () => {
    await claimed({ memoNumber: '{value}', amount: 7 });
    expect(await credit()).toBe(asked('{value}, ₹7.00'));
  });
});

describe('of the one invoice that could not be approved: its number', () => {
  const approve = (by: Caller, ...invoices: { _id: string }[]) =>
    told(by.post('/api/invoice/approve', { invoiceIdList: invoices.map(({ _id }) => _id) }));
  const PLAIN = 'It has no lines to match. It can be paid without approval.';

  test('and none if there are several', async () => {
    const second = await done(vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 5 }));
    expect(await approve(accounts, invoice)).toBe(`Invoice ${invoice.invoiceNumber}: ${PLAIN}`);
    expect(await approve(accounts, invoice, second)).toBe('None of these invoices can be approved.');
  });

  test('named twice in one request, by key and by a stand-in', async () => {
    for (const by of [accounts, await keyOf(api, admin), await standInOf(api, admin, 'auditor')])
      expect(await approve(by, invoice, invoice)).toBe(`Invoice ${invoice.invoiceNumber}: ${PLAIN}`);
  });
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
  expect(await told(reverse(paid._id))).toBe(
    `The payment of ${day} for ₹60.00 has already been reversed. Enter a new payment if it was paid again.`,
  );
  expect(await told(reverse(back._id))).toMatch(/^The entry of \S+ for .*60\.00 reverses a payment, so it cannot be reversed\./);
});

test('of a date after today: that date and today', async () => {
  const [day, now] = ['01-01-2099', showDate(today())];
  const dated = { invoiceNumber: String(api.serial()), invoiceValue: 1, invoiceDate: '2099-01-01' };
  expect(await told(vendor.post('/api/invoice/create', dated))).toBe(
    `The invoice is dated ${day}, which is after today (${now}). Correct the date.`,
  );
  const opening = { userID: vendor.user.id, amount: 5, day: '2099-01-01', reason: 'Old ledger' };
  expect(await told(admin.post('/api/account/openingBalances/create', opening))).toBe(
    `The opening balance is dated ${day}, which is after today (${now}). Correct the date.`,
  );
});

test('of an invoice that others rest on: its memos or payments, with their figures', async () => {
  const edit = (by: Caller, more = {}) => told(by.put(`/api/invoice/edit/${invoice._id}`, { invoiceValue: 900, ...more }));
  const { invoiceNumber: number } = invoice;
  await memo('credit', { memoNumber: 'C-1', amount: 10 }, vendor);
  expect(await edit(vendor)).toBe(
    `Invoice ${number} is named in Credit Memo C-1 (₹10.00), so its value and lines can no longer be changed. Delete or reverse each memo first.`,
  );
  await memo('credit', { amount: 20 }, vendor);
  const now = showDate(today());
  expect(await edit(admin)).toBe(
    `Invoice ${number} is named in Credit Memo C-1 (₹10.00) and Credit Memo of ${now} (₹20.00). Enter the reason for changing it.`,
  );
  expect(await edit(vendor)).toBe(
    `Invoice ${number} is named in Credit Memo C-1 (₹10.00) and Credit Memo of ${now} (₹20.00), so its value and lines can no longer be changed. Delete or reverse each memo first.`,
  );
  for (const amount of [30, 40]) await memo('credit', { amount }, vendor);
  expect(await edit(vendor)).toMatch(
    /named in Credit Memo C-1 \(₹10\.00\), .* \(₹20\.00\), .* \(₹30\.00\) and 1 more, so its value and lines /,
  );
  for (const [amount, reference] of [
    [60, undefined],
    [40, 'UTR 7'],
    [5, undefined],
    [4, undefined],
  ] as const) {
    const form = { userID: vendor.user.id, invoiceNumber: number, amount, paymentMode: 'online', reference };
    await done(accounts.post('/api/vendorPaymentReport/create', form));
  }
  expect(await edit(vendor)).toBe(
    `Invoice ${number} has payments (₹4.00 of ${now}, ₹5.00 of ${now}, ₹40.00 of ${now}, reference UTR 7 and 1 more), so its number, date, PO, value, taxes and IRN can no longer be changed. Ask the buyer to correct it, or to reverse the payment.`,
  );
  expect(await edit(admin)).toBe(
    `Invoice ${number} has payments (₹4.00 of ${now}, ₹5.00 of ${now}, ₹40.00 of ${now}, reference UTR 7 and 1 more). Enter the reason for changing it.`,
  );
});

test('of an opening balance: its vendor, its amount and what is settled of it', async () => {
  const opening = { userID: vendor.user.id, amount: -1_250.5, day: today(), reason: 'Old ledger' };
  const made = await done(admin.post('/api/account/openingBalances/create', opening));
  const { vendorName } = made;
  expect(await told(admin.post('/api/account/openingBalances/create', opening))).toBe(
    `${vendorName} already has an opening balance of -₹1,250.50, dated ${showDate(today())}. Reverse it before you enter another one.`,
  );
  const ALREADY = `The opening balance of ${vendorName} (-₹1,250.50) has already been`;
  const accept = () => told(accounts.put(`/api/account/openingBalances/${made._id}/accept`, {}));
  expect(await accept()).toBe(`${ALREADY} accepted. Reload the page to see its status.`);
  const setOff = { openingId: made._id, invoiceId: invoice._id, amount: 100 };
  await done(accounts.post('/api/account/allocations/create', setOff));
  const reverse = () => told(accounts.put(`/api/account/openingBalances/${made._id}/reverse`, { reason: 'Wrong' }));
  expect(await reverse()).toBe(
    `Payments, memos or holds of ₹100.00 depend on the opening balance of ${vendorName} (-₹1,250.50), so it cannot be reversed. Enter a memo instead.`,
  );
});

test('of a change of bank details: whose, of what and since when', async () => {
  const change = (accountNumber: string) => done(vendor.put(`/api/auth/edit/${vendor.user.id}`, { accountNumber }));
  await change('4711');
  const requests = async () =>
    (await admin.get('/api/identity/requests')).body.requests.find(
      (each: { vendor: { _id: string } }) => each.vendor._id === vendor.user.id,
    );
  const first = await requests();
  const { vendor_name: name } = first.vendor;
  const decide = (approve: boolean, updatedAt = first.updatedAt) =>
    told(admin.put(`/api/identity/requests/${first._id}`, { approve, updatedAt, reason: 'No' }));
  const TIME = String.raw`\d\d-\d\d-\d{4}, \d\d:\d\d`;
  expect(await decide(true, '2026-01-01')).toMatch(
    new RegExp(
      `^The request of ${name} to change its details \\(Account number\\) was last changed on ${TIME}, after you opened it\\. Review the latest version\\.$`,
      'i',
    ),
  );
  await change('4712');
  expect(await decide(true)).toBe(
    `The request of ${name} to change its details (Account number) was replaced by another on ${showDate(today())}. Reload the page to see whether another is pending.`,
  );
});

test('of a memo that raised a paid invoice, and of a credit without a number: the memo, and the day of the credit', async () => {
  const raised = await memo('debit', { memoNumber: 'DM/3' }, vendor);
  await done(acceptMemo(api, accounts, 'debit', raised));
  const form = { userID: vendor.user.id, invoiceNumber: invoice.invoiceNumber, amount: 1_050, paymentMode: 'online' };
  await done(accounts.post('/api/vendorPaymentReport/create', form));
  expect(await told(vendor.post(`/api/debitMemo/reverse/${raised._id}`, { reason: 'Wrong' }))).toBe(
    `Debit Memo DM/3 (₹94.00) raised invoice ${invoice.invoiceNumber} by ₹94.00, but only ₹44.00 is still unpaid. Reverse the payment first.`,
  );
  const advance = await done(
    accounts.post('/api/vendorPaymentReport/advance', { userID: vendor.user.id, amount: 40, paymentMode: 'online', paymentDate: today() }),
  );
  expect(await told(accounts.post('/api/account/allocations/create', { invoiceId: invoice._id, paymentId: advance._id, amount: 41 }))).toBe(
    `₹41.00 exceeds the ₹40.00 of the credit of ${showDate(today())} that is still on account. Lower the amount.`,
  );
});
