import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, statusesOf } from '../../test/api.ts';
import { acceptMemo, checkBooks, done, startBooks } from '../../test/books.ts';
import { newMember } from '../../test/members.ts';
import { workbookOf } from '../../test/workbook.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

// Tests of the approval of invoices without lines: no more of an order is approved than was accepted, however it is split.

let api: Api;
let admin: Caller;
let accounts: Caller;
let approver: Caller;
let vendor: Caller;
let orderId: string;
beforeAll(async () => {
  ({ api, admin, accounts } = await startBooks());
  approver = await newMember(api, admin, 'approver');
  await api.ctx.db.execute(sql`update portal_settings set pay_only_matched = true, invoice_numbers = 'rule46'`);
});
beforeEach(async () => {
  vendor = await api.newVendor();
  orderId = await ordered('100');
});
afterEach(() => checkBooks(api));
afterAll(() => api.close());

/** An order of 100 pieces at ₹100 and 5%, with some of them accepted. */
const ordered = (receivedQuantity: string, number = 'PO/07', version = '1') =>
  makeOrder(api.ctx, vendor.user.id, number, {
    version,
    lines: [orderLineOf({ externalId: 'rice', quantity: '100', receivedQuantity })],
  });

interface Made {
  _id: string;
  invoiceNumber: string;
}
const bare = (invoiceValue: number, PONumber: string | null = 'PO/07'): Promise<Made> =>
  done(vendor.post('/api/invoice/create', { invoiceNumber: `B${api.serial()}`, invoiceValue, PONumber }));
const lined = async (quantity: number): Promise<Made> => {
  const lines = [{ orderId, line: 1, quantity }];
  const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
  return done(vendor.post('/api/invoice/create', { invoiceNumber: `L${api.serial()}`, ...sums, lines }));
};
const approve = (invoices: Made[], caller = accounts) =>
  caller.post('/api/invoice/approve', { invoiceIdList: invoices.map(({ _id }) => _id) });
const leftOf = ({ status, body }: Answer) => [status, body.data.left.map(({ code }: { code: string }) => code)];

test('invoices without lines are approved up to the accepted quantity, also in parts, and those without an order as their approver decides', async () => {
  const [first, second, other] = [await bare(5_000), await bare(5_500), await bare(90_000, null)];
  expect(leftOf(await approve([first, second, other]))).toEqual([200, []]);
});

test('invoices without lines are not approved twice over one order, one after the other or together', async () => {
  const [first, second] = [await bare(10_500), await bare(10_500, 'po/07')];
  expect(leftOf(await approve([first, second]))).toEqual([200, ['order_value_exceeded']]);
  const again = await approve([second]);
  expect([again.status, again.body.code, again.body.message]).toEqual([
    409,
    'order_value_exceeded',
    `With invoice ${second.invoiceNumber}, the invoices of order PO/07 total ₹21,000.00, but only ₹10,500.00 was accepted. Ask the vendor for its lines, or enter the goods receipt.`,
  ]);
  const paid = { userID: vendor.user.id, invoiceNumber: second.invoiceNumber, amount: 1, paymentMode: 'online' };
  expect((await accounts.post('/api/vendorPaymentReport/create', paid)).body.code).toBe('invoice_not_payable');
});

test('invoices without lines are not approved next to an invoice with lines for the same goods, which stays matched', async () => {
  const goods = await lined(100);
  expect(leftOf(await approve([await bare(10_500)]))).toEqual([409, ['order_value_exceeded']]);
  expect((await vendor.get(`/api/invoice/get/${goods._id}`)).body[0].matchState).toBe('matched');
});

test('invoices without lines are not approved before the goods arrive, nor two at a time by two users at the same moment', async () => {
  await ordered('0', 'PO/08');
  const early = await bare(10_500, 'PO/08');
  expect(leftOf(await approve([early]))).toEqual([409, ['order_value_exceeded']]);
  await ordered('100', 'PO/08', '2');
  expect(leftOf(await approve([early]))).toEqual([200, []]);
  const [one, other] = [await bare(6_000), await bare(6_000)];
  const answers = await Promise.all([approve([one]), approve([other], approver)]);
  expect(statusesOf(answers)).toEqual([200, 409]);
});

const stateOf = async ({ _id }: Made) => (await vendor.get(`/api/invoice/get/${_id}`)).body[0].matchState;
const payments = ({ invoiceNumber }: Made, amount: number) =>
  accounts.post('/api/vendorPaymentReport/create', { userID: vendor.user.id, invoiceNumber, amount, paymentMode: 'online' });
/** A file reports that this many of PO/07 were returned. */
const takenBack = async (quantity: number) => {
  const { code } = await api.ctx.db.one<{ code: string }>(sql`select code from vendors where id = ${vendor.user.id}`);
  const content = await workbookOf([
    ['Vendor Code', 'Return Number', 'PO Number', 'Product Name', 'Quantity Purchased', 'Quantity Returned'],
    [Number(code), `RT/${api.serial()}`, 'PO/07', 'Basmati Rice 1 kg', 100, quantity],
  ]);
  const { status, body } = await admin.send('POST', '/api/buyerData/returns', {}, { file: { name: 'returns.xlsx', content } });
  expect([status, body.errors]).toEqual([200, undefined]);
};

test('invoices without lines stay approved if the remaining goods suffice after a return, and if they are paid in full', async () => {
  const [small, other] = [await bare(4_000), await bare(90_000, null)];
  await approve([small, other]);
  await takenBack(50);
  expect([await stateOf(small), await stateOf(other)]).toEqual(['approved', 'approved']);
  await done(payments(small, 4_000));
  await takenBack(50);
  expect(await stateOf(small)).toBe('approved');
});

test('invoices without lines lose their approval when goods go back, the latest ones first, and are approved again with the goods', async () => {
  const [first, second, third] = [await bare(5_000), await bare(5_000), await bare(400)];
  expect(leftOf(await approve([first, second, third]))).toEqual([200, []]);
  await takenBack(10);
  expect([await stateOf(first), await stateOf(second), await stateOf(third)]).toEqual(['approved', 'unmatched', 'approved']);
  expect((await payments(second, 1)).body.code).toBe('invoice_not_payable');
  expect(leftOf(await approve([second]))).toEqual([409, ['order_value_exceeded']]);
  await ordered('110', 'PO/07', '2');
  expect(leftOf(await approve([second], approver))).toEqual([200, []]);
});

test('invoices without lines lose their approval if the ERP lowers or cancels the accepted quantity, even if partly paid', async () => {
  const invoice = await bare(10_500);
  await approve([invoice]);
  await done(payments(invoice, 500));
  await ordered('94', 'PO/07', '2');
  expect(await stateOf(invoice)).toBe('unmatched');
  expect((await payments(invoice, 1)).body.code).toBe('invoice_not_payable');
  const { state } = await api.ctx.db.one<{ state: string }>(sql`
    select after ->> 'matchState' as state from audit_log where action = 'invoice.match' and entity_id = ${invoice._id} order by id desc limit 1`);
  expect(state).toBe('unmatched');
});

test('invoices without lines lose their approval when a full payment is reversed after their goods went back', async () => {
  const invoice = await bare(10_500);
  await approve([invoice]);
  const { _id } = await done(payments(invoice, 10_500));
  await takenBack(10);
  expect(await stateOf(invoice)).toBe('approved');
  await done(accounts.post(`/api/vendorPaymentReport/reverse/${_id}`, { reason: 'Returned cheque' }));
  expect(await stateOf(invoice)).toBe('unmatched');
  expect((await payments(invoice, 1)).body.code).toBe('invoice_not_payable');
});

test('invoices without lines that split one order into many lose only as many approvals as exceed it', async () => {
  const parts: Made[] = [];
  for (let part = 0; part < 30; part += 1) parts.push(await bare(350));
  expect(leftOf(await approve(parts))).toEqual([200, []]);
  await takenBack(50);
  const states = await Promise.all(parts.map(stateOf));
  expect(states).toEqual(parts.map((_, place) => (place < 15 ? 'approved' : 'unmatched')));
});

test('invoices without lines that are paid while their goods go back leave at most one of both, in either sequence', async () => {
  const invoice = await bare(10_500);
  await approve([invoice]);
  const [payment] = await Promise.all([payments(invoice, 10_500), takenBack(10)]);
  expect([payment.status, await stateOf(invoice)]).toEqual(payment.status === 200 ? [200, 'approved'] : [expect.any(Number), 'unmatched']);
});

const noted = (kind: 'credit' | 'debit', { invoiceNumber }: Made, amount: number, by: Caller, more = {}): Promise<Made> =>
  done(
    by.post(`/api/${kind}Memo/AddUser${kind === 'debit' ? 'Debit' : 'Credit'}Memo`, {
      userID: vendor.user.id,
      productName: 'Rice',
      vendorInvoiceRef: invoiceNumber,
      amount,
      ...more,
    }),
  );
const reversed = (kind: 'credit' | 'debit', { _id }: Made, by: Caller) =>
  by.post(`/api/${kind}Memo/reverse/${_id}`, { reason: 'Entered by mistake' });

test('invoices without lines are open and approved again after a memo that settled them is reversed and their goods are still accepted', async () => {
  const invoice = await bare(10_500);
  await approve([invoice]);
  const note = await noted('credit', invoice, 10_500, vendor);
  expect((await payments(invoice, 1)).status).toBe(422);
  await done(reversed('credit', note, accounts));
  expect(await stateOf(invoice)).toBe('approved');
  await done(payments(invoice, 10_500));
});

test('invoices without lines are not paid after a credit memo that settled them is reversed and their goods went back', async () => {
  const invoice = await bare(10_500);
  await approve([invoice]);
  const note = await noted('credit', invoice, 10_500, vendor);
  await takenBack(10);
  const answer = await reversed('credit', note, accounts);
  expect([answer.status, await stateOf(invoice)]).toEqual([200, 'unmatched']);
  expect((await payments(invoice, 1)).body.code).toBe('invoice_not_payable');
  expect(leftOf(await approve([invoice]))).toEqual([409, ['order_value_exceeded']]);
});

test('invoices without lines are not paid after a deduction that settled them is reversed and their goods went back', async () => {
  const invoice = await bare(10_500);
  await approve([invoice]);
  const claim = await noted('debit', invoice, 10_500, admin, { issuer: 'buyer' });
  await done(acceptMemo(api, vendor, 'debit', claim));
  await takenBack(100);
  expect((await reversed('debit', claim, accounts)).status).toBe(200);
  expect(await stateOf(invoice)).toBe('unmatched');
  expect((await payments(invoice, 1)).body.code).toBe('invoice_not_payable');
});

test('invoices without lines are not paid in halves: memos settle both, half of the goods goes back, and both memos are reversed', async () => {
  const both = [await bare(5_250), await bare(5_250)];
  await approve(both);
  const notes = [];
  for (const invoice of both) notes.push(await noted('credit', invoice, 5_250, vendor));
  await takenBack(50);
  for (const note of notes) expect((await reversed('credit', note, accounts)).status).toBe(200);
  const states = await Promise.all(both.map(stateOf));
  expect(states).toEqual(['approved', 'unmatched']);
  expect((await payments(both[1] as Made, 1)).body.code).toBe('invoice_not_payable');
});

test('invoices without lines say why their approval ended, in the reader’s language, until they are approved again', async () => {
  const invoice = await bare(10_500);
  await approve([invoice]);
  const told = async (by: Caller) =>
    (await by.get(`/api/invoice/match/${invoice._id}`)).body.findings.map(
      ({ code, message, wayOut }: { code: string; message: string; wayOut: string }) => [code, message, wayOut],
    );
  expect([await told(vendor), await told(accounts)]).toEqual([[], []]);
  await takenBack(10);
  const text = `The approval of invoice ${invoice.invoiceNumber} has ended: the invoices of order PO/07 total ₹10,500.00, but only ₹9,450.00 is accepted now.`;
  expect(await told(vendor)).toEqual([
    ['order_value_exceeded', text, 'Enter the lines of the invoice, or correct its value. The buyer can then approve it again.'],
  ]);
  expect(await told(accounts)).toEqual([
    ['order_value_exceeded', text, 'Ask the vendor for its lines, or enter the goods receipt. Then approve it again.'],
  ]);
  const never = await bare(10_500);
  expect((await vendor.get(`/api/invoice/match/${never._id}`)).body.findings).toEqual([]);
  await ordered('110', 'PO/07', '2');
  expect(await told(vendor)).toEqual([]);
});
