import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi();
  vendor = await api.newVendor();
});
afterAll(() => api.close());

let last = 0;
const number = () => String(7000 + ++last);

async function send(lines: object[], invoiceNumber = number(), caller = vendor) {
  const checked = (await caller.post('/api/invoice/check', { lines, invoiceNumber })).body;
  const made = await caller.post('/api/invoice/create', { invoiceNumber, ...checked.sums, lines });
  expect([made.status, made.body.errors]).toEqual([200, undefined]);
  return { checked, made: made.body };
}

/** An order of 144 at 78.28 and of 20 at 10.00, with 5% tax; 140 and 20 have been received. */
const arrived = (poNumber: string, owner = vendor) =>
  makeOrder(api.ctx, owner.user.id, poNumber, {
    lines: [
      orderLineOf({ externalId: 'rice', itemName: 'Sona Masoori rice 1 kg', quantity: '144', unitPrice: '78.28', receivedQuantity: '140' }),
      orderLineOf({ externalId: 'dal', itemCode: 'D-1', quantity: '20', unitPrice: '10', receivedQuantity: '20' }),
    ],
  });

const figuresOf = async (orderId: string) => (await vendor.get(`/api/purChaseOrder/links/${orderId}`)).body;

test('invoice and order show the same quantities of each line, for all invoices that count, less memos', async () => {
  const orderId = await arrived('PO/figures');
  const { made: first } = await send([{ orderId, line: 1, quantity: 100 }], '5101');
  const { made: second } = await send([
    { orderId, line: 1, quantity: 44, unitPrice: 80 },
    { orderId, line: 2, quantity: 5 },
  ]);
  const rice = { ordered: 144, accepted: 140, invoiced: 144, credited: 0, difference: 4 };
  // The excess is (100 × 78.28 + 44 × 80.00 − 140 × 78.28) × 1.05.
  const [excess, left] = [408.24, -157.5];
  const expected = [
    // The price difference alone is 44 × 1.72 × 1.05.
    { line: 1, ...rice, differenceValue: excess, priceDifferenceValue: 79.46 },
    { line: 2, ordered: 20, accepted: 20, invoiced: 5, credited: 0, difference: -15, differenceValue: left, priceDifferenceValue: 0 },
  ];
  const links = await figuresOf(orderId);
  expect(links.lines).toMatchObject(expected);
  expect(links.totals).toMatchObject({ differenceValue: excess + left });
  const match = async (id: string) => (await vendor.get(`/api/invoice/match/${id}`)).body.orderLines;
  expect(await match(second.data._id)).toMatchObject(expected.map((line) => ({ orderId, poNumber: 'PO/figures', ...line })));
  // The first invoice bills one line of it.
  expect(await match(first.data._id)).toMatchObject([{ line: 1, ...rice }]);

  const memo = { vendorInvoiceRef: '5101', itemQuantity: 4, amount: '328.78', productName: 'Sona Masoori rice 1 kg' };
  const credited = await vendor.post('/api/creditMemo/AddUserCreditMemo', memo);
  expect([credited.status, credited.body.errors]).toEqual([200, undefined]);
  const [after] = await match(second.data._id);
  // The other 44 at 80.00 still exceed the price by 1.72 each.
  expect(after).toMatchObject({ ...rice, credited: 4, difference: 0, differenceValue: 79.46 });
  expect((await figuresOf(orderId)).lines[0]).toMatchObject({ credited: 4, difference: 0, differenceValue: 79.46 });

  // A returned invoice does not count.
  const admin = await api.newAdmin();
  const returned = await admin.post(`/api/invoice/return/${second.data._id}`, { reason: 'Wrong price', lines: [] });
  expect(returned.body.data.orderLines).toMatchObject([
    { invoiced: 100, credited: 4, difference: -44 },
    { invoiced: 0, difference: -20 },
  ]);
});

/** The terms of a line that already match. */
const asBilled = { taxRate: null, hsnCode: null, cessRate: null };

test('the match states the quantity and price at which a line agrees, and the line then agrees', async () => {
  const orderId = await arrived('PO/agreed');
  const { checked, made } = await send([{ orderId, line: 1, quantity: 144, unitPrice: 80 }]);
  expect(checked.agreed).toEqual([{ line: 1, quantity: 140, unitPrice: 78.28, discount: 0, ...asBilled }]);
  const { line: _no, ...terms } = checked.agreed[0];
  const corrected = { lines: [{ orderId, line: 1, ...terms }], invoiceId: made.data._id };
  expect((await vendor.post('/api/invoice/check', corrected)).body).toMatchObject({ findings: [], agreed: [] });
  // Only faulty terms are filled in, and the vendor's lower price stays.
  const lower = await vendor.post('/api/invoice/check', {
    invoiceId: made.data._id,
    lines: [{ orderId, line: 1, quantity: 144, unitPrice: 70 }],
  });
  expect(lower.body.agreed).toEqual([{ line: 1, quantity: 140, unitPrice: 70, discount: 0, ...asBilled }]);
});

describe('the values that the match proposes for a line with a wrong code or rate', () => {
  const WRONG = { quantity: 140, hsnCode: '2202', taxRate: 40, cessRate: 12 };
  const KEPT = { quantity: 140, unitPrice: 78.28, discount: 0 };
  const DUE = { hsnCode: '10063020', taxRate: 5, cessRate: 0 };
  /** Fills in the agreed terms of the lines; an invoice with them matches or has no line left. */
  async function filledIn(lines: object[], owner = vendor) {
    const { agreed } = (await owner.post('/api/invoice/check', { lines })).body;
    const filled = lines
      .map((line, place) => {
        const { line: no, ...terms } = agreed.find((each: { line: number }) => each.line === place + 1) ?? {};
        const known = Object.entries(no === undefined ? {} : terms).filter(([, term]) => term !== null);
        return { ...line, ...Object.fromEntries(known) };
      })
      .filter((line) => !('quantity' in line) || line.quantity !== 0);
    const { findings } = (await owner.post('/api/invoice/check', { lines: filled })).body;
    const faults = findings.filter(({ outcome }: { outcome: string }) => outcome === 'fault').map(({ code }: { code: string }) => code);
    return { agreed, faults };
  }

  test('are the code and rates of the order, and the invoice then matches', async () => {
    const orderId = await arrived('PO/codes');
    const { agreed, faults } = await filledIn([{ orderId, line: 1, ...WRONG }]);
    expect([agreed, faults]).toEqual([[{ line: 1, ...KEPT, ...DUE }], []]);
  });

  test('leave out an ended order, whatever else is wrong in the line', async () => {
    const orderId = await arrived('PO/ended');
    await makeOrder(api.ctx, vendor.user.id, 'PO/ended', {
      version: '2',
      status: 'Cancelled',
      lines: [orderLineOf({ externalId: 'rice', quantity: '144', unitPrice: '78.28', receivedQuantity: '140' })],
    });
    const { agreed } = await filledIn([{ orderId, line: 1, ...WRONG, unitPrice: 80 }]);
    expect(agreed).toEqual([{ line: 1, quantity: 0, unitPrice: 80, discount: 0, ...asBilled }]);
  });

  test('never raise the price or quantity above the vendor’s', async () => {
    const orderId = await arrived('PO/lower');
    const { agreed } = await filledIn([{ orderId, line: 1, ...WRONG, quantity: 100, unitPrice: 70, discount: 20 }]);
    expect(agreed).toEqual([{ line: 1, quantity: 100, unitPrice: 70, discount: 20, ...DUE }]);
  });

  test('have no rate for a line without tax, which stays an exception', async () => {
    const orderId = await arrived('PO/untaxed');
    const { agreed, faults } = await filledIn([{ orderId, line: 1, quantity: 140, taxRate: 0, hsnCode: '2202' }]);
    expect(agreed).toEqual([{ line: 1, ...KEPT, ...asBilled, hsnCode: DUE.hsnCode }]);
    expect(faults).toEqual(['tax_rate_differs']);
  });

  test('never exceed the accepted quantity together, if several lines with a wrong code ask for all of it', async () => {
    const orderId = await arrived('PO/several');
    const asked = [WRONG, WRONG, { ...WRONG, quantity: 0.001 }].map((line) => ({ orderId, line: 1, ...line }));
    const { agreed, faults } = await filledIn(asked);
    expect(agreed.map(({ quantity }: { quantity: number }) => quantity)).toEqual([140, 0, 0]);
    expect(faults).toEqual([]);
  });
});

test('an invoice saved as an exception lists the variances, each with what its reader can do', async () => {
  const orderId = await arrived('PO/saved');
  const { made } = await send([{ orderId, line: 1, quantity: 144, unitPrice: 80 }]);
  expect(made).toMatchObject({
    message: 'Invoice added successfully, with 2 problems. Correct it or ask the buyer.',
    data: { matchState: 'exception' },
    findings: [
      { code: 'quantity_above_accepted', line: 1, wayOut: 'Reduce the quantity to 140 or add a credit memo for 4.' },
      { code: 'price_above_order', line: 1 },
    ],
  });
  const path = `/api/invoice/edit/${made.data._id}`;
  const admin = await api.newAdmin();
  const seen = await admin.put(path, { remarks: 'By lorry' });
  expect(seen.body).toMatchObject({
    message: 'Invoice updated successfully, with 2 problems. Release it or send it back.',
    findings: [{ wayOut: 'Correct the goods receipt, send the invoice back, or release it.' }, {}],
  });
  const lines = [{ orderId, line: 1, quantity: 140 }];
  const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
  const corrected = await vendor.put(path, { ...sums, lines });
  expect(corrected.body).toMatchObject({ message: 'Invoice updated successfully', data: { matchState: 'matched' }, findings: [] });
  // An invoice without lines is not compared, and a released one is not an exception.
  const plain = await vendor.post('/api/invoice/create', { invoiceNumber: number(), invoiceValue: 118 });
  expect(plain.body).toMatchObject({ message: 'Invoice added successfully', findings: [] });
  expect(
    (
      await vendor.put(path, {
        ...(await vendor.post('/api/invoice/check', { lines: [{ orderId, line: 1, quantity: 141 }] })).body.sums,
        lines: [{ orderId, line: 1, quantity: 141 }],
      })
    ).body.message,
  ).toContain('with one problem.');
  expect((await admin.post(`/api/invoice/release/${made.data._id}`, { reason: 'Agreed' })).status).toBe(200);
  expect((await vendor.put(path, { IRN: '' })).body.message).toBe('Invoice updated successfully');
});

test('a vendor sees figures of its own orders only', async () => {
  const other = await api.newVendor();
  const orderId = await arrived('PO/other', other);
  const { made } = await send([{ orderId, line: 1, quantity: 140 }], number(), other);
  expect((await vendor.get(`/api/invoice/match/${made.data._id}`)).status).toBe(404);
  expect((await vendor.get(`/api/purChaseOrder/links/${orderId}`)).status).toBe(404);
  // A check reveals nothing of another vendor's order.
  const checked = await vendor.post('/api/invoice/check', { lines: [{ orderId, line: 1, quantity: 144 }] });
  expect(checked.status).toBe(422);
});

test('a line without a rate gets the rate of its HSN code on the date of the order', async () => {
  await api.ctx.db.execute(sql`
    insert into gst_rates (hsn_prefix, rate, valid_from, valid_to) values ('8499', 12, '2025-10-01', '2026-05-31'), ('8499', 18, '2026-06-01', null)`);
  const lines = [orderLineOf({ quantity: '10', receivedQuantity: '10', rate: null, hsnCode: '8499' })];
  const orderId = await makeOrder(api.ctx, vendor.user.id, 'PO/rate', { orderedOn: '2026-02-01', lines });
  expect((await figuresOf(orderId)).totals.differenceValue).toBe(-1120);
});
