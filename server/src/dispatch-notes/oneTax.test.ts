/** The challan, the e-way bill and the invoice of the same goods state the same figures, to the paisa. */
import { showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { hasScanner, textOf } from '../../test/scanner.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false }, () => new Date('2026-11-23T06:00:00Z'));
  vendor = await api.newVendor();
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

/** The bill of a note, with its figures, which are also on its printed paper. */
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

/** The invoice of a note as the portal proposes it. */
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

test('of 300 lines, of which each alone would be rounded up', async () => {
  // 355.70 at 2.5 % is 8.8925 a line; 300 of them are 2,667.75, and 300 rounded ones 2,667.00.
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

  // The invoice, rounded to the rupee, travels with the same goods: the rounding alone is other value.
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

test('of batches, parts, discounts, prices of four decimals and cess', async () => {
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

test('an invoice of other goods than the note’s is no document for it', async () => {
  const order = await makeOrder(api.ctx, vendor.user.id, 'ONE/3', { lines: [orderLineOf({ quantity: '2000', unitPrice: '50' })] });
  const form = { invoiceNumber: '303', invoiceDate: '2026-11-23', invoiceValue: 99000, PONumber: 'ONE/3' };
  const invoiceId = (await vendor.post('/api/invoice/create', form)).body.data._id as string;
  const note = await noteOf('ONE/3', [{ orderId: order, line: 1, quantity: 2000 }], { kind: 'invoice', invoiceId });
  const { body } = await vendor.post('/api/ewayBill/check', { noteIds: [note] });
  expect(body[0]).toMatchObject({ included: false });
  expect(body[0].words[0]).toContain('Document 303 states ₹6,000.00 less than its lines.');
  expect((await vendor.post('/api/ewayBill/file', { noteIds: [note] })).status).toBe(422);
});
