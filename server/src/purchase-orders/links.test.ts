import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { actAs, makeDispatchNote, makeInvoice, makeOrder, makePayment, orderLineOf } from '../demo/factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-21T06:00:00Z'));
});
afterAll(() => api.close());

const path = (id: string) => `/api/purChaseOrder/links/${id}`;
const linked = async (by: Caller, documentId: string) =>
  (await by.get('/api/documents/linked', { documentKind: 'purchaseOrder', documentId })).body.linked;

test('an order shows its receipts and invoices, the value of each stage, and links to its dispatch notes and payments', async () => {
  const [vendor, other, admin] = [await api.newVendor(), await api.newVendor(), await api.newAdmin()];
  const lines = [orderLineOf({ quantity: '10', unitPrice: '100' }), orderLineOf({ itemCode: 'G-2', quantity: '4', unitPrice: '50' })];
  const id = await makeOrder(api.ctx, vendor.user.id, 'PO/7', { lines });
  await makeOrder(api.ctx, other.user.id, 'PO/7', { lines });
  const nothing = { receipts: [], invoices: [], differences: [] };
  const untouched = { promised: 0, sent: 0, received: 0, rejected: 0, short: 0, invoiced: 0, paid: 0 };
  expect((await vendor.get(path(id))).body).toEqual({
    ...nothing,
    lines: [
      expect.objectContaining({ line: 1, ordered: 10, ...untouched }),
      expect.objectContaining({ line: 2, ordered: 4, ...untouched }),
    ],
    totals: { ordered: 1260, received: 0, invoiced: 0, toInvoice: 0, paid: 0, differenceValue: 0 },
  });

  const [own, theirs] = [await actAs(api.ctx, vendor.user.id), await actAs(api.ctx, other.user.id)];
  for (const actor of [own, theirs]) {
    await makeDispatchNote(api.ctx, actor, 'DC/1', { PONumber: 'PO/7' });
    await makeInvoice(api.ctx, actor, '1', { PONumber: 'PO/7', invoiceValue: '1000.50', invoiceDate: '2026-11-20' });
    await makePayment(api.ctx, actor, '1', { amount: '400.25' });
  }
  await makeDispatchNote(api.ctx, own, 'DC/2', { PONumber: '7' });
  await makeInvoice(api.ctx, own, '2');
  await api.ctx.db.execute(sql`
    insert into receipt_lines (external_id, vendor_id, order_id, line, number, received_on, quantity)
    values ('L1', ${vendor.user.id}, ${id}, 1, 'GR-1', '2026-11-18', 4), ('L2', ${vendor.user.id}, ${id}, 2, 'GR-1', '2026-11-18', 5)`);
  await api.ctx.db.execute(sql`
    update purchase_order_lines set received_quantity = case line when 1 then 4 else 5 end where order_id = ${id}`);

  const { status, body } = await vendor.get(path(id));
  expect(status).toBe(200);
  expect(body).toEqual({
    receipts: [{ number: 'GR-1', receiptId: null, receivedOn: '2026-11-18', lines: 2, quantity: 9, toInvoice: false }],
    invoices: [
      {
        _id: expect.any(String),
        invoiceNumber: '1',
        matchState: 'unmatched',
        invoiceDate: '2026-11-20',
        invoiceValue: 1000.5,
        paymentReceived: 400.25,
        notes: 0,
        deductions: 0,
        balance: 600.25,
        dueDate: '2026-12-21',
      },
    ],
    differences: [],
    lines: [expect.objectContaining({ line: 1, received: 4, invoiced: 0 }), expect.objectContaining({ line: 2, received: 5 })],
    // The received value is four of ten at 105.00, and no more of the second line than was ordered. No received goods are invoiced by
    // lines: 4 at 105.00, and 4 of 5 at 52.50. The invoice without lines invoices all of them.
    totals: { ordered: 1260, received: 630, invoiced: 1000.5, toInvoice: 0, paid: 400.25, differenceValue: -630 },
  });
  // The receipt of the buyer's system has no page; DC/2 and invoice 2 do not belong to this order.
  expect(await linked(vendor, id)).toMatchObject([
    { documentKind: 'dispatchNote', number: 'DC/1' },
    { documentKind: 'invoice', number: '1' },
    { documentKind: 'payment', date: '2026-11-21', value: 400.25 },
  ]);
  expect((await admin.get(path(id))).body).toEqual(body);
  expect((await other.get(path(id))).status).toBe(404);
  expect((await admin.get(path('x'))).status).toBe(404);
});

test('the confirmed quantities of an order are those of its line confirmations', async () => {
  const vendor = await api.newVendor();
  const lines = ['100', '50', '20'].map((quantity, place) => orderLineOf({ itemCode: `P-${place}`, quantity, unitPrice: '10' }));
  // An "accept" states no date if the order has none.
  const id = await makeOrder(api.ctx, vendor.user.id, 'PO/promised', { lines });
  const promised = async () => (await vendor.get(path(id))).body.lines.map((line: { promised: number }) => line.promised);
  const send = (answers: object[]) => vendor.post(`/api/orderAnswer/send/${id}`, { lines: answers });
  expect((await send([{ line: 1, decision: 'accept' }])).status).toBe(200);
  expect(await promised()).toEqual([100, 0, 0]);
  const rejected = { line: 2, decision: 'reject', reason: 'unavailable' };
  expect((await send([rejected, { line: 3, decision: 'accept' }])).status).toBe(200);
  // All lines are settled, so the order counts as acknowledged; a rejected line has no confirmed quantity.
  expect((await vendor.get('/api/purChaseOrder/get')).body[0].status).toBe('Acknowledged');
  expect(await promised()).toEqual([100, 0, 20]);
});

test('each line shows the quantities confirmed, dispatched, received, rejected, invoiced and paid', async () => {
  const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
  const lines = [orderLineOf({ quantity: '100', unitPrice: '10' }), orderLineOf({ itemCode: 'G-2', quantity: '50', unitPrice: '10' })];
  const id = await makeOrder(api.ctx, vendor.user.id, 'PO/stages', { lines, deliverBy: '2026-12-01', orderedOn: '2026-11-01' });
  const figures = async () => (await vendor.get(path(id))).body.lines;

  await vendor.post(`/api/purChaseOrder/acknowledge/${id}`, {});
  expect(await figures()).toMatchObject([{ promised: 100 }, { promised: 50 }]);

  const note = (await vendor.post('/api/desPatchNote/create', { DCNumber: 'ST/1', DateOfDeliverChallan: '2026-11-21' })).body.data._id;
  await vendor.put(`/api/dispatchGoods/save/${note}`, { kind: 'challan', lines: [{ orderId: id, line: 1, quantity: 60 }] });
  expect(await figures()).toMatchObject([{ sent: 0 }, { sent: 0 }]);
  await api.ctx.db.execute(sql`update dispatch_goods set state = 'left' where note_id = ${note}`);
  const receipt = { receiptNumber: 'ST-1', receivedOn: '2026-11-21', noteId: note };
  const received = { orderId: id, line: 1, quantity: 60, rejected: 5, reason: 'damaged' };
  expect((await admin.post('/api/receipts/create', { ...receipt, lines: [received] })).status).toBe(200);
  expect(await figures()).toMatchObject([
    { ordered: 100, promised: 100, sent: 60, received: 60, rejected: 5, invoiced: 0, paid: 0 },
    { ordered: 50, sent: 0, received: 0 },
  ]);

  const receipts = async () => (await vendor.get(path(id))).body.receipts;
  expect(await receipts()).toMatchObject([{ number: 'ST-1', receiptId: expect.any(String), toInvoice: true }]);
  const proposal = (await vendor.get('/api/invoice/proposal', { orderId: id })).body;
  const invoice = { invoiceNumber: '77', invoiceDate: '2026-11-21', ...proposal.sums };
  const made = await vendor.post('/api/invoice/create', { ...invoice, lines: proposal.lines });
  expect([made.status, made.body.errors]).toEqual([200, undefined]);
  await api.ctx.db.execute(sql`update invoices set paid = round(value / 2, 2) where id = ${made.body.data._id}`);
  expect(await figures()).toMatchObject([
    { invoiced: 55, paid: expect.closeTo(27.5, 1) },
    { invoiced: 0, paid: 0 },
  ]);
  expect(await receipts()).toMatchObject([{ number: 'ST-1', toInvoice: false }]);
  // Both documents name the order only in their lines.
  expect((await vendor.get(path(id))).body).toMatchObject({ invoices: [{ invoiceNumber: '77' }] });
  expect(await linked(vendor, id)).toMatchObject([
    { number: 'ST/1' },
    { number: 'ST-1' },
    { number: '77' },
    { documentKind: 'purchaseReturn' },
  ]);
});

test('short and excess quantities are shown on the order by line, until their receipt is cancelled', async () => {
  const [vendor, other, admin] = [await api.newVendor(), await api.newVendor(), await api.newAdmin()];
  const lines = [orderLineOf({ quantity: '100' }), orderLineOf({ itemCode: 'G-2', quantity: '50' })];
  const [id, second] = [
    await makeOrder(api.ctx, vendor.user.id, 'PO/short', { lines, orderedOn: '2026-11-01' }),
    await makeOrder(api.ctx, vendor.user.id, 'PO/beside', { lines, orderedOn: '2026-11-01' }),
  ];
  const differences = async (order = id) => (await vendor.get(path(order))).body.differences;
  const short = async (order = id) => (await vendor.get(path(order))).body.lines.map((line: { short: number }) => line.short);
  const sent = async (DCNumber: string, goods: object[]) => {
    const note = (await vendor.post('/api/desPatchNote/create', { DCNumber, DateOfDeliverChallan: '2026-11-21' })).body.data._id as string;
    await vendor.put(`/api/dispatchGoods/save/${note}`, { kind: 'challan', lines: goods });
    await api.ctx.db.execute(sql`update dispatch_goods set state = 'left' where note_id = ${note}`);
    return note;
  };
  const enter = async (receiptNumber: string, noteId: string | null, received: object[]) => {
    const made = await admin.post('/api/receipts/create', { receiptNumber, receivedOn: '2026-11-21', noteId, lines: received });
    expect([made.status, made.body.errors]).toEqual([200, undefined]);
    return made.body.data as { _id: string; updatedAt: string };
  };

  // One lorry for two orders: one line is short in two batches, one did not arrive at all, and one was not on the note.
  const note = await sent('SO/1', [
    { orderId: id, line: 1, quantity: 20, batch: 'A' },
    { orderId: id, line: 1, quantity: 10, batch: 'B' },
    { orderId: id, line: 2, quantity: 5 },
    { orderId: second, line: 1, quantity: 8 },
  ]);
  expect(await differences()).toEqual([]);
  const receipt = await enter('SO-1', note, [
    { orderId: id, line: 1, quantity: 26, rejected: 2, reason: 'damaged' },
    { orderId: second, line: 1, quantity: 8 },
    { orderId: second, line: 2, quantity: 1 },
  ]);
  const named = { receiptId: receipt._id, receiptNumber: 'SO-1', DCNumber: 'SO/1' };
  const first = [
    { line: 1, ...named, sent: 30, received: 26 },
    { line: 2, ...named, sent: 5, received: 0 },
  ];
  expect(await differences()).toEqual(first);
  expect(await short()).toEqual([4, 5]);
  // A line with more received than dispatched is not short.
  expect(await short(second)).toEqual([0, 0]);
  expect(await differences(second)).toEqual([{ line: 2, ...named, sent: 0, received: 1 }]);
  expect((await admin.get(path(id))).body.differences).toEqual(first);
  expect((await other.get(path(id))).status).toBe(404);

  // Goods without a note are not compared, and a surplus of another note does not hide a shortage.
  await enter('SO-2', null, [{ orderId: id, line: 1, quantity: 1 }]);
  const more = await enter('SO-3', await sent('SO/2', [{ orderId: id, line: 1, quantity: 10 }]), [{ orderId: id, line: 1, quantity: 14 }]);
  const over = { line: 1, receiptId: more._id, receiptNumber: 'SO-3', DCNumber: 'SO/2', sent: 10, received: 14 };
  expect(await differences()).toEqual([over, ...first]);
  expect(await short()).toEqual([4, 5]);

  const { _id, updatedAt } = receipt;
  expect((await admin.post(`/api/receipts/cancel/${_id}`, { reason: 'Counted again', updatedAt })).status).toBe(200);
  expect(await differences()).toEqual([over]);
  expect(await short()).toEqual([0, 0]);
  expect(await differences(second)).toEqual([]);
  await enter('SO-4', note, [
    { orderId: id, line: 1, quantity: 30 },
    { orderId: id, line: 2, quantity: 5 },
    { orderId: second, line: 1, quantity: 8 },
  ]);
  expect(await differences()).toEqual([over]);
});
