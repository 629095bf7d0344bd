import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Api, Caller } from '../../test/api.ts';
import { checkBooks, done, startBooks } from '../../test/books.ts';
import { hasScanner, textOf } from '../../test/scanner.ts';
import { type GatheredContents, gatheredMail } from '../mail/gathered.ts';
import { paidInvoices } from './advice.ts';

// Tests over HTTP that a payment advice, as PDF and as e-mail, lists the paid amounts by invoice.

let api: Api;
let admin: Caller;
let accounts: Caller;
let vendor: Caller;
beforeAll(async () => {
  ({ api, admin, accounts } = await startBooks());
});
afterAll(() => api.close());
beforeEach(async () => {
  vendor = await api.newVendor();
});
afterEach(() => checkBooks(api));

const bill = async (invoiceNumber: string, invoiceValue: number, invoiceDate = '2026-11-02') =>
  (await done(vendor.post('/api/invoice/create', { invoiceNumber, invoiceValue, invoiceDate })))._id as string;
const memo = (by: Caller, kind: 'debit' | 'credit', vendorInvoiceRef: string, amount: number) => {
  const path = kind === 'debit' ? '/api/debitMemo/AddUserDebitMemo' : '/api/creditMemo/AddUserCreditMemo';
  return done(
    by.post(path, { userID: vendor.user.id, productName: 'Rice', vendorInvoiceRef, vendorInvoiceRef_Date: '2026-11-02', amount }),
  );
};
const transfer = (invoices: object[], reference: string | null = 'UTR 77') =>
  done(
    accounts.post('/api/vendorPaymentReport/transfer', {
      userID: vendor.user.id,
      invoices,
      paymentMode: 'online',
      paymentDate: '2026-11-20',
      reference,
    }),
  );
const amountsOf = async (number: string) => (await vendor.get(`/api/invoice/getInvoiceValue/${number}`)).body;
const listed = async (id: string) => (await paidInvoices(api.ctx.db, [id])).get(id);

/** The text of the PDF and of the e-mail about the last payment. */
async function wordsOf(id: string): Promise<{ paper: string; mail: string }> {
  const { status, body } = await vendor.get(`/api/paper/${id}`, { kind: 'payment' });
  expect(status).toBe(200);
  const { content } = await api.ctx.db.one<{ content: GatheredContents['payments'] }>(sql`
    select content from notices where kind = 'payments' and member_id in (select id from memberships where user_id = ${vendor.user.id})
    order by id desc limit 1`);
  const { text } = gatheredMail('payments', [content], { name: 'Asha', publicUrl: 'https://portal.example.in' });
  return { paper: hasScanner ? textOf(body as Buffer).replaceAll(/\s+/g, ' ') : '', mail: text };
}

test('the advice of a payment for two invoices lists both, with the note of one and the deducted claim of the other', async () => {
  const [one, other] = [await bill('101', 11_800), await bill('102', 5000)];
  await memo(vendor, 'credit', '101', 944);
  await memo(admin, 'debit', '102', 500);
  const { _id } = await transfer([
    { invoiceId: one, amount: 10_856 },
    { invoiceId: other, amount: 4500 },
  ]);
  const rows = [
    { number: '101', day: '2026-11-02', value: '11800.00', taken: '944.00', paid: '10856.00' },
    { number: '102', day: '2026-11-02', value: '5000.00', taken: '500.00', paid: '4500.00' },
  ];
  expect(await listed(_id)).toEqual(rows);
  for (const { number, taken } of rows) {
    const { notes, deductions, invoiceValue } = await amountsOf(number);
    expect([number, notes + deductions, invoiceValue]).toEqual([number, Number(taken), 0]);
  }
  const { paper, mail } = await wordsOf(_id);
  expect(mail).toContain(
    '- 101; 02-11-2026; Invoice Value: ₹11,800.00; Notes and deductions: ₹944.00; Paid: ₹10,856.00; Online; Reference UTR 77',
  );
  expect(mail).toContain(
    '- 102; 02-11-2026; Invoice Value: ₹5,000.00; Notes and deductions: ₹500.00; Paid: ₹4,500.00; Online; Reference UTR 77',
  );
  expect(mail).not.toContain('On account');
  if (hasScanner)
    for (const words of ['UTR 77', '101 02-11-2026 11,800.00 944.00 10,856.00', '102 02-11-2026 5,000.00 500.00 4,500.00', '₹15,356.00'])
      expect(paper).toContain(words);
});

test('a claim that is only held on a partly paid invoice is not deducted', async () => {
  const one = await bill('101', 1000);
  await memo(admin, 'debit', '101', 300);
  const { _id } = await transfer([{ invoiceId: one, amount: 600 }]);
  expect(await listed(_id)).toEqual([{ number: '101', day: '2026-11-02', value: '1000.00', taken: '0.00', paid: '600.00' }]);
  expect(await amountsOf('101')).toMatchObject({ held: 300, payable: 100 });
});

test('an advance is on account, and lists its invoice once it is set off', async () => {
  const advance = { userID: vendor.user.id, amount: 700, paymentMode: 'cheque', paymentDate: '2026-11-20', reference: '000123' };
  const { _id } = await done(accounts.post('/api/vendorPaymentReport/advance', advance));
  expect(await listed(_id)).toBeUndefined();
  const { mail } = await wordsOf(_id);
  expect(mail).toContain('- On account; 20-11-2026; Paid: ₹700.00; Cheque; Reference 000123');
  const invoiceId = await bill('101', 1000);
  await done(accounts.post('/api/account/allocations/create', { invoiceId, paymentId: _id, amount: 250 }));
  expect(await listed(_id)).toEqual([{ number: '101', day: '2026-11-02', value: '1000.00', taken: '0.00', paid: '250.00' }]);
  if (hasScanner) expect((await wordsOf(_id)).paper).toContain('On account 450.00');
});

test('a reversed payment and its reversal keep their rows, and other vendors cannot read them', async () => {
  const one = await bill('101', 1000);
  const { _id } = await transfer([{ invoiceId: one, amount: 400 }]);
  const back = await done(accounts.post(`/api/vendorPaymentReport/reverse/${_id}`, { reason: 'Returned cheque' }));
  expect(await listed(_id)).toMatchObject([{ number: '101', paid: '400.00' }]);
  expect(await listed(back._id)).toMatchObject([{ number: '101', paid: '-400.00' }]);
  const other = await api.newVendor();
  for (const id of [_id, back._id]) expect((await other.get(`/api/paper/${id}`, { kind: 'payment' })).status).toBe(404);
});

test('an e-mail about 30 invoices lists the first ten and counts the others', async () => {
  const invoices = [];
  for (let place = 0; place < 30; place += 1) invoices.push({ invoiceId: await bill(String(500 + place), 10), amount: 10 });
  const { _id } = await transfer(invoices);
  expect(await listed(_id)).toHaveLength(30);
  const { mail } = await wordsOf(_id);
  expect([mail.match(/^- 5\d\d;/gm)?.length, mail.includes('And 20 more')]).toEqual([10, true]);
});
