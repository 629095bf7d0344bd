/** The challan, the e-way bill and the invoice of the same goods have the same figures, to the paisa. */
import { showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { hasScanner, textOf } from '../../test/scanner.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let vendor: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false }, () => new Date('2026-11-23T06:00:00Z'));
  vendor = await api.newVendor();
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const PLACE = { shipToAddress: 'Gate 3, Bhiwandi', shipToPlace: 'Bhiwandi', shipToPin: '421302', shipToState: '27', distance: 180 };

interface Sent {
  orderId: string;
  line: number;
  quantity: number | string;
  batch?: string;
}

async function noteOf(DCNumber: string, lines: readonly Sent[], more: object = {}): Promise<string> {
  const note = (await vendor.post('/api/desPatchNote/create', { DCNumber, VehicleNumber: 'MH12AB1234' })).body.data._id as string;
  const saved = await vendor.put(`/api/dispatchGoods/save/${note}`, { kind: 'challan', mode: 'road', ...PLACE, lines, ...more });
  expect(saved.status).toBe(200);
  expect((await vendor.post(`/api/dispatchGoods/move/${note}`, { move: 'ready' })).status).toBe(200);
  return note;
}

/** The bill of a note; its printed document has the same figures. */
async function billOf(note: string) {
  const { status, body } = await vendor.post('/api/ewayBill/file', { noteIds: [note] });
  expect(status).toBe(200);
  const [bill] = (JSON.parse(String(body)) as { billLists: Record<string, number>[] }).billLists;
  const { totalValue = 0, cgstValue = 0, sgstValue = 0, igstValue = 0, cessValue = 0, OthValue = 0, totInvValue = 0 } = bill ?? {};
  const { body: pdf } = await vendor.get(`/api/paper/${note}`, { kind: 'dispatch-note' });
  const text = hasScanner ? textOf(pdf as Buffer) : null;
  for (const amount of [totalValue, cgstValue, new Decimal(totInvValue).minus(OthValue).toNumber()])
    if (text !== null) expect(text).toContain(showMoney(amount));
  return { totalValue, cgstValue, sgstValue, igstValue, cessValue, OthValue, totInvValue };
}

/** The invoice that the portal proposes for a note. */
async function proposed(note: string) {
  const { body } = await vendor.get('/api/invoice/proposal', { noteId: note });
  const lines = body.lines as { taxable: number; cess: number }[];
  const sum = (of: (line: (typeof lines)[number]) => number) => Decimal.sum(0, ...lines.map(of)).toNumber();
  const { CGSTValue, SGSTValue, IGSTValue, invoiceValue } = body.sums as Record<string, number>;
  return {
    lines: body.lines as object[],
    figures: {
      totalValue: sum(({ taxable }) => taxable),
      cgstValue: CGSTValue,
      sgstValue: SGSTValue,
      igstValue: IGSTValue,
      cessValue: sum(({ cess }) => cess),
      OthValue: 0,
      totInvValue: invoiceValue,
    },
  };
}

test('documents of 300 lines, each of which would be rounded up alone, state the same taxes', async () => {
  // 355.70 at 2.5% is 8.8925 per line; 300 lines are 2,667.75, and 300 rounded ones 2,667.00.
  const lines = Array.from({ length: 300 }, (_, index) =>
    orderLineOf({ itemCode: `L-${index}`, itemName: `Item ${index}`, quantity: '10', unitPrice: '35.57', rate: '5' }),
  );
  const order = await makeOrder(api.ctx, vendor.user.id, 'ONE/300', { lines });
  const note = await noteOf(
    'ONE/300',
    lines.map((_, index) => ({ orderId: order, line: index + 1, quantity: 10 })),
  );
  const bill = await billOf(note);
  expect(bill).toMatchObject({ totalValue: 106710, cgstValue: 2667.75, sgstValue: 2667.75, OthValue: 0, totInvValue: 112045.5 });
  const { figures, lines: billed } = await proposed(note);
  expect(figures).toEqual(bill);

  // The invoice, rounded to the rupee, accompanies the same goods: only the rounding is "other value".
  const { CGSTValue, SGSTValue } = { CGSTValue: bill.cgstValue, SGSTValue: bill.sgstValue };
  const form = { invoiceNumber: '300', invoiceDate: '2026-11-23', invoiceValue: 112046, CGSTValue, SGSTValue, lines: billed };
  const invoice = await vendor.post('/api/invoice/create', form);
  expect(invoice.status).toBe(200);
  await vendor.post(`/api/dispatchGoods/move/${note}`, { move: 'draft' });
  const sent = lines.map((_, index) => ({ orderId: order, line: index + 1, quantity: 10 }));
  const goods = { kind: 'invoice', invoiceId: invoice.body.data._id, mode: 'road', ...PLACE, lines: sent };
  expect((await vendor.put(`/api/dispatchGoods/save/${note}`, goods)).status).toBe(200);
  await vendor.post(`/api/dispatchGoods/move/${note}`, { move: 'ready' });
  expect(await billOf(note)).toEqual({ ...bill, OthValue: 0.5, totInvValue: 112046 });
});

test('documents with batches, parts, discounts, prices of four decimals and cess state the same taxes', async () => {
  const lines = [
    orderLineOf({ itemCode: 'A', itemName: 'A', quantity: '700', unitPrice: '88.8333', discount: '123.45', rate: '5' }),
    orderLineOf({ itemCode: 'B', itemName: 'B', quantity: '301', unitPrice: '17.77', rate: '40', hsnCode: '12345678' }),
  ].map((line) => (line.itemCode === 'B' ? { ...line, cessRate: '7' } : line));
  const order = await makeOrder(api.ctx, vendor.user.id, 'ONE/2', { lines });
  // Three batches of a third each would be rounded three times.
  const batches = ['233.333', '233.333', '133.331'].map((quantity, index) => ({ orderId: order, line: 1, quantity, batch: `B-${index}` }));
  const note = await noteOf('ONE/2', [...batches, { orderId: order, line: 2, quantity: '149.997' }]);
  const bill = await billOf(note);
  expect(bill.cessValue).toBeGreaterThan(0);
  expect((await proposed(note)).figures).toEqual(bill);
});

test('an invoice of other goods cannot be the document of a dispatch note', async () => {
  const order = await makeOrder(api.ctx, vendor.user.id, 'ONE/3', { lines: [orderLineOf({ quantity: '2000', unitPrice: '50' })] });
  const form = { invoiceNumber: '303', invoiceDate: '2026-11-23', invoiceValue: 99000, PONumber: 'ONE/3' };
  const invoiceId = (await vendor.post('/api/invoice/create', form)).body.data._id as string;
  const note = await noteOf('ONE/3', [{ orderId: order, line: 1, quantity: 2000 }], { kind: 'invoice', invoiceId });
  const { body } = await vendor.post('/api/ewayBill/check', { noteIds: [note] });
  expect(body[0]).toMatchObject({ included: false });
  expect(body[0].words[0]).toContain('Document 303 states ₹6,000.00 less than its lines.');
  expect((await vendor.post('/api/ewayBill/file', { noteIds: [note] })).status).toBe(422);
});

describe('order, challan, e-way bill and invoice share one rule for cess and rate', () => {
  const RATES = [
    // The rate table has a rate for the HSN code, and the order states another; all documents use the order's.
    {
      name: 'as the order states it',
      hsn: '24011010',
      table: { rate: 40, cessRate: 12 },
      order: { rate: '40', cessRate: '7' },
      due: [40, 7],
    },
    {
      name: 'of the table where the order states none',
      hsn: '24021010',
      table: { rate: 40, cessRate: 12 },
      order: { rate: '40' },
      due: [40, 12],
    },
    {
      name: 'none where the order says so',
      hsn: '24031110',
      table: { rate: 40, cessRate: 12 },
      order: { rate: '40', cessRate: '0' },
      due: [40, 0],
    },
    { name: 'of the order without a row of the table', hsn: '88887766', table: null, order: { rate: '40', cessRate: '5' }, due: [40, 5] },
    { name: 'none where neither states any', hsn: '88887755', table: null, order: { rate: '18' }, due: [18, 0] },
    {
      name: 'the rate of the day’s table before that of the order',
      hsn: '33051090',
      table: { rate: 5, cessRate: 0 },
      order: { rate: '18' },
      due: [5, 0],
    },
    {
      name: 'the rate of the table where the order states none',
      hsn: '33061020',
      table: { rate: 18, cessRate: 1 },
      order: { rate: null },
      due: [18, 1],
    },
  ] as const;

  test.each(RATES)('which applies $name', async ({ hsn, table, order: { rate, ...stated }, due: [taxRate, cessRate] }) => {
    if (table !== null)
      await admin.post('/api/buyerData/gstRates/create', {
        hsnPrefix: hsn,
        condition: 'any',
        ...table,
        validFrom: '2026-04-01',
        notification: '9/2025',
      });
    const lines = [1, 2].map((each) => ({
      ...orderLineOf({ itemCode: `${hsn}/${each}`, itemName: `${each}`, quantity: '33', unitPrice: '1777.77', rate, hsnCode: hsn }),
      ...stated,
    }));
    const order = await makeOrder(api.ctx, vendor.user.id, `CESS/${hsn}`, { lines });
    const note = await noteOf(`CESS/${hsn}`, [
      { orderId: order, line: 1, quantity: '20.5' },
      { orderId: order, line: 2, quantity: 33 },
    ]);
    const bill = await billOf(note);
    const { figures, lines: billed } = await proposed(note);
    expect(figures).toEqual(bill);
    expect(billed).toMatchObject([{ taxRate, cessRate: expect.toSatisfy((found) => Number(found ?? 0) === cessRate) }, { taxRate }]);
    const { body } = await vendor.get(`/api/dispatchGoods/get/${note}`);
    expect(body.lines[0]).toMatchObject({ CGSTRate: taxRate / 2, SGSTRate: taxRate / 2, IGSTRate: 0 });
    expect(Number(body.lines[0].cessRate ?? 0)).toBe(cessRate);
  });
});

test('order, challan, e-way bill and invoice of 300 lines with cess state the same amount of each tax', async () => {
  const line = {
    EANCode: '8901030516320',
    itemName: 'Pan masala',
    hsnCode: '21069020',
    quantity: 10,
    price: '35.57',
    taxRate: 40,
    cessRate: 12.5,
  };
  const lines = Array.from({ length: 300 }, (_, index) => ({ ...line, itemName: `Pan masala ${index}` }));
  const typed = { userID: vendor.user.id, poNumber: 'ONE/CESS', poDate: '2026-11-20', lines };
  const { status, body } = await admin.post('/api/buyerData/orders/create', typed);
  expect(status).toBe(200);
  const order = body.data as { _id: string; value: number; listOfItems: { salesOrderTaxModel: Record<string, number> }[] };
  const sent = lines.map((_, index) => ({ orderId: order._id, line: index + 1, quantity: 10 }));
  const bill = await billOf(await noteOf('ONE/CESS', sent));
  const sum = (tax: string) => Decimal.sum(...order.listOfItems.map(({ salesOrderTaxModel: of }) => of[tax] ?? 0)).toNumber();
  // 355.70 at 12.5% is 44.4625 per line; 300 lines are 13,338.75.
  expect(bill).toMatchObject({ cessValue: 13338.75, OthValue: 0 });
  expect({
    totalValue: sum('taxableAmount'),
    cgstValue: sum('cgstTaxAmt'),
    sgstValue: sum('sgstTaxAmt'),
    igstValue: sum('igstTaxAmt'),
    cessValue: sum('gstCessAmount'),
    OthValue: 0,
    totInvValue: order.value,
  }).toEqual(bill);
  const note = (await vendor.get('/api/desPatchNote/get', { DCNumber: 'ONE/CESS' })).body[0]._id as string;
  expect((await proposed(note)).figures).toEqual(bill);
});
