import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';
import { actAs, makeDispatchNote, makeInvoice, makeOrder, makePayment, orderLineOf } from '../demo/factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-21T06:00:00Z'));
});
afterAll(() => api.close());

const path = (id: string) => `/api/purChaseOrder/links/${id}`;

test('an order leads to its dispatch notes, receipts, invoices and payments, with the value of each stage', async () => {
  const [vendor, other, admin] = [await api.newVendor(), await api.newVendor(), await api.newAdmin()];
  const lines = [orderLineOf({ quantity: '10', unitPrice: '100' }), orderLineOf({ itemCode: 'G-2', quantity: '4', unitPrice: '50' })];
  const id = await makeOrder(api.ctx, vendor.user.id, 'PO/7', { lines });
  await makeOrder(api.ctx, other.user.id, 'PO/7', { lines });
  const nothing = { dispatchNotes: [], receipts: [], invoices: [], payments: [] };
  expect((await vendor.get(path(id))).body).toEqual({ ...nothing, totals: { ordered: 1260, received: 0, invoiced: 0, paid: 0 } });

  const [own, theirs] = [await actAs(api.ctx, vendor.user.id), await actAs(api.ctx, other.user.id)];
  for (const actor of [own, theirs]) {
    await makeDispatchNote(api.ctx, actor, 'DC/1', { PONumber: 'PO/7' });
    await makeInvoice(api.ctx, actor, '1', { PONumber: 'PO/7', invoiceValue: '1000.50', invoiceDate: '2026-11-20' });
    await makePayment(api.ctx, actor, '1', { amount: '400.25' });
  }
  await makeDispatchNote(api.ctx, own, 'DC/2', { PONumber: '7' });
  await makeInvoice(api.ctx, own, '2');
  await api.ctx.db.execute(sql`
    insert into goods_receipts (external_id, vendor_id, order_id, line, number, received_on, quantity)
    values ('L1', ${vendor.user.id}, ${id}, 1, 'GR-1', '2026-11-18', 4), ('L2', ${vendor.user.id}, ${id}, 2, 'GR-1', '2026-11-18', 5)`);
  await api.ctx.db.execute(sql`
    update purchase_order_lines set received_quantity = case line when 1 then 4 else 5 end where order_id = ${id}`);

  const { status, body } = await vendor.get(path(id));
  expect(status).toBe(200);
  expect(body).toEqual({
    dispatchNotes: [expect.objectContaining({ DCNumber: 'DC/1', NumberOfCarton: 24 })],
    receipts: [{ number: 'GR-1', receivedOn: '2026-11-18', lines: 2, quantity: 9 }],
    invoices: [
      {
        _id: expect.any(String),
        invoiceNumber: '1',
        invoiceDate: '2026-11-20',
        invoiceValue: 1000.5,
        paymentReceived: 400.25,
        dueDate: '2026-12-20',
      },
    ],
    payments: [{ _id: expect.any(String), paymentDate: '2026-11-21', invoiceNumber: '1', tenderType: 'online', amount: 400.25 }],
    // Four of ten at 105.00, and no more of the second line than was ordered.
    totals: { ordered: 1260, received: 630, invoiced: 1000.5, paid: 400.25 },
  });
  expect((await admin.get(path(id))).body).toEqual(body);
  expect((await other.get(path(id))).status).toBe(404);
  expect((await admin.get(path('x'))).status).toBe(404);
});
