import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, statusesOf } from '../../test/api.ts';
import { checkBooks, done, startBooks } from '../../test/books.ts';
import { newMember } from '../../test/members.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

// Tests of the approval of invoices without lines: of an order no more is approved than was accepted, however it is split.

let api: Api;
let accounts: Caller;
let approver: Caller;
let vendor: Caller;
let orderId: string;
beforeAll(async () => {
  let admin: Caller;
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

/** An order of 100 pieces at ₹100 and 5 %, of which some were accepted. */
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

test('are approved up to what was accepted, in parts too, and those of no order as their approver decides', async () => {
  const [first, second, other] = [await bare(5_000), await bare(5_500), await bare(90_000, null)];
  expect(leftOf(await approve([first, second, other]))).toEqual([200, []]);
});

test('are not approved twice over one order, one after the other or together', async () => {
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

test('are not approved beside an invoice with lines that bills the same goods, which stays matched', async () => {
  const goods = await lined(100);
  expect(leftOf(await approve([await bare(10_500)]))).toEqual([409, ['order_value_exceeded']]);
  expect((await vendor.get(`/api/invoice/get/${goods._id}`)).body[0].matchState).toBe('matched');
});

test('are not approved before the goods arrive, nor two by two people at the same moment', async () => {
  await ordered('0', 'PO/08');
  const early = await bare(10_500, 'PO/08');
  expect(leftOf(await approve([early]))).toEqual([409, ['order_value_exceeded']]);
  await ordered('100', 'PO/08', '2');
  expect(leftOf(await approve([early]))).toEqual([200, []]);
  const [one, other] = [await bare(6_000), await bare(6_000)];
  const answers = await Promise.all([approve([one]), approve([other], approver)]);
  expect(statusesOf(answers)).toEqual([200, 409]);
});
