import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { PullKind } from '../src/erp/port.ts';
import { type Api, type Caller, startApi } from './api.ts';
import { decideLines } from './books.ts';
import { clerk, type RealTryton, startTryton } from './realTryton.ts';

// A purchase created in Tryton appears in the portal: the adapter, the job and the API together, with a real server.

let tryton: RealTryton;
let api: Api;
let admin: Caller;
let vendor: Caller;
let buyer: ReturnType<typeof clerk>;
beforeAll(async () => {
  tryton = await startTryton();
  buyer = clerk(tryton.admin, tryton.bought);
  const { url, database, user, password } = tryton;
  api = await startApi({
    erp: { system: 'tryton', url, database, user, secret: password, company: String(tryton.bought.company), priceList: undefined },
  });
  admin = await api.newAdmin();
  vendor = await api.newVendor({ email: 'orders@annapurna.example' });
});
afterAll(async () => {
  await api?.close();
  await tryton?.stop();
});

async function pull() {
  await api.ctx.pulling.run();
  const errors = await api.ctx.db.rows<{ kind: PullKind; error: string }>(sql`select kind, error from buyer_pulls where error is not null`);
  const faults = await api.ctx.db.rows<{ problem: string }>(sql`select problem from buyer_faults`);
  return [...errors.map(({ kind, error }) => `${kind}: ${error}`), ...faults.map(({ problem }) => problem)];
}

async function ordersOf(caller: Caller) {
  return (await caller.post('/api/purChaseOrder/serviceOrder')).body.result as Record<string, unknown>[];
}

const order = async (id: number) => {
  const [row] = await api.ctx.db.rows<{ number: string }>(sql`select number from purchase_orders where external_id = ${String(id)}`);
  return (await ordersOf(vendor)).find(({ poNumber }) => poNumber === row?.number);
};

test('the party with the vendor’s e-mail is linked by an administrator, and items are imported with their EANs', async () => {
  expect(await pull()).toEqual([]);
  const { matches } = (await admin.get('/api/identity/matches')).body as {
    matches: { supplier: { source: string; externalId: string }; vendor: { _id: string; updatedAt: string } }[];
  };
  const match = matches.find(({ vendor: { _id } }) => _id === vendor.user.id);
  const linked = await admin.post('/api/identity/matches', {
    ...match?.supplier,
    vendorId: vendor.user.id,
    link: true,
    updatedAt: match?.vendor.updatedAt,
  });
  expect(linked.status).toBe(200);
  const [row] = await api.ctx.db.rows<{ id: string }>(sql`select supplier_id as id from vendors where id = ${vendor.user.id}`);
  expect(row?.id).toBe(String(tryton.bought.supplier));
  const found = await vendor.get('/api/product/getProductByEANCode/8901030865435');
  expect(JSON.stringify(found.body)).toContain('चाय 250 g');
});

let salt: number;
test('a draft is not imported; once in process it is, for its vendor only, to the paisa', async () => {
  const { bought } = tryton;
  salt = await buyer.draft([
    { product: bought.salt, quantity: 24, unit: bought.unit, price: '20.5050' },
    { product: bought.tea, quantity: 2, unit: bought.dozen, price: '1100.00' },
    { product: bought.tea, quantity: 1, unit: bought.unit, price: '0', taxed: false },
  ]);
  expect(await pull()).toEqual([]);
  expect(await ordersOf(vendor)).toEqual([]);
  await buyer.process(salt);
  expect(await pull()).toEqual([]);
  const [head] = await tryton.admin.read('purchase.purchase', [salt], ['number', 'total_amount']);
  expect(await ordersOf(vendor)).toEqual([
    expect.objectContaining({
      poNumber: head?.['number'],
      poDate: '2026-11-20',
      status: 'Open',
      deliveryStatus: 'Pending',
      paymentStatus: 'Unpaid',
      value: Number((head?.['total_amount'] as { decimal: string } | undefined)?.decimal),
      totalPurchaseItems: 3,
      vendorAddress: expect.stringContaining('12 Mill Road'),
      listOfItems: [
        expect.objectContaining({
          itemCode: 'SALT-1',
          EANCode: '8901058000290',
          itemQuantityInCart: 24,
          itemPrice: 20.505,
          CGSTInPer: 2.5,
        }),
        expect.objectContaining({ itemCode: 'TEA-250', itemName: 'चाय 250 g', uom: 'Dozen', itemQuantityInCart: 2, totalCost: 2310 }),
        expect.objectContaining({ itemCode: 'TEA-250', uom: 'Unit', itemPrice: 0, totalCost: 0 }),
      ],
    }),
  ]);
  expect(await ordersOf(await api.newVendor())).toEqual([]);
});

test('a second sync of the same data writes nothing', async () => {
  const rows = () =>
    api.ctx.db.rows<Record<string, unknown>>(sql`
    select 'order' as what, id::text, xmin::text from purchase_orders union all select 'item', id::text, xmin::text from items order by 1, 2`);
  const before = await rows();
  expect(await pull()).toEqual([]);
  expect(await rows()).toEqual(before);
});

test('received goods are in the unit of the line, and make the order partial, then delivered', async () => {
  const { bought } = tryton;
  await buyer.receive(salt, bought.salt, 10);
  expect(await pull()).toEqual([]);
  expect(await order(salt)).toMatchObject({
    deliveryStatus: 'Partial',
    listOfItems: [expect.objectContaining({ receivedQuantity: 10 }), expect.anything(), expect.anything()],
  });
  await buyer.receive(salt, bought.salt, 14);
  await buyer.receive(salt, bought.tea, 2);
  await buyer.receive(salt, bought.tea, 1);
  expect(await pull()).toEqual([]);
  expect(await order(salt)).toMatchObject({ deliveryStatus: 'Delivered' });
});

test('goods sent back are a return with a positive quantity, and nothing of their order is left to deliver', async () => {
  const { bought } = tryton;
  const before = (await ordersOf(vendor)).length;
  const id = await buyer.draft([{ product: bought.salt, quantity: -3, unit: bought.unit, price: '20' }]);
  await buyer.process(id);
  expect(await pull()).toEqual([]);
  expect((await vendor.get('/api/purChaseOrder/purchase_return')).body.result).toEqual([]);
  await buyer.sendBack(id);
  expect(await pull()).toEqual([]);
  expect(await ordersOf(vendor)).toHaveLength(before);
  const [head] = await tryton.admin.read('purchase.purchase', [id], ['number']);
  expect((await vendor.get('/api/purChaseOrder/purchase_return')).body.result).toEqual([
    expect.objectContaining({ itemName: 'Tata Salt 1 kg', prQty: 3, poDate: '2026-11-20', gstGrRef: head?.['number'] }),
  ]);
});

test('an amendment replaces the lines of the same order', async () => {
  const { bought } = tryton;
  const id = await buyer.draft([{ product: bought.salt, quantity: 12, unit: bought.unit, price: '20' }]);
  await buyer.process(id);
  expect(await pull()).toEqual([]);
  const before = await order(id);
  await buyer.amend(id, bought.salt, 6, '19.50');
  expect(await pull()).toEqual([]);
  expect(await order(id)).toMatchObject({
    _id: before?.['_id'],
    poNumber: before?.['poNumber'],
    listOfItems: [expect.objectContaining({ itemQuantityInCart: 6, itemPrice: 19.5 })],
  });
});

test('an order cancelled in Tryton is cancelled in the portal', async () => {
  const { bought } = tryton;
  const id = await buyer.draft([{ product: bought.salt, quantity: 12, unit: bought.unit, price: '20' }]);
  await buyer.process(id);
  expect(await pull()).toEqual([]);
  expect(await order(id)).toMatchObject({ status: 'Open' });
  await buyer.callOff(id);
  expect(await pull()).toEqual([]);
  expect(await order(id)).toMatchObject({ status: 'Cancelled' });
});

test('the vendor acknowledges with a reference, which Tryton gets once', async () => {
  const { bought } = tryton;
  const id = await buyer.draft([{ product: bought.salt, quantity: 1, unit: bought.unit, price: '20' }]);
  await buyer.process(id);
  expect(await pull()).toEqual([]);
  const { _id } = (await order(id)) as { _id: string };
  expect((await vendor.post(`/api/purChaseOrder/acknowledge/${_id}`, { reference: 'OA-7' })).status).toBe(200);
  expect(await pull()).toEqual([]);
  expect((await tryton.admin.read('purchase.purchase', [id], ['reference']))[0]).toMatchObject({ reference: 'OA-7' });
  expect(await pull()).toEqual([]);
  expect(await order(id)).toMatchObject({ status: 'Acknowledged', acknowledgementReference: 'OA-7' });
});

test('the dates and texts of a confirmation reach the order in process, once, and do not amend it', async () => {
  const { bought } = tryton;
  const id = await buyer.draft([
    { product: bought.salt, quantity: 10, unit: bought.unit, price: '20' },
    { product: bought.tea, quantity: 2, unit: bought.dozen, price: '1100' },
  ]);
  await buyer.process(id);
  expect(await pull()).toEqual([]);
  const before = (await order(id)) as { _id: string; deliverBy: string | null };
  const promises = [
    { quantity: 6, date: '2099-01-05' },
    { quantity: 4, date: '2099-01-12' },
  ];
  const lines = [
    { line: 1, decision: 'change', reason: 'late', promises },
    { line: 2, decision: 'reject', reason: 'other', remark: 'चाय नहीं' },
  ];
  expect((await vendor.post(`/api/orderAnswer/send/${before._id}`, { lines })).status).toBe(200);
  const agreed = await decideLines(api, admin, before._id, [{ line: 1, decision: 'agree' }]);
  expect([200, 409]).toContain(agreed.status);
  expect(await pull()).toEqual([]);
  expect(await pull()).toEqual([]);
  const rows = await tryton.admin.search('purchase.line', [['purchase', '=', id]], ['delivery_date']);
  const days = rows.map((row) => (row['delivery_date'] as { year: number; month: number; day: number } | null) ?? null);
  expect(days[0]).toMatchObject({ year: 2099, month: 1, day: 12 });
  const notes = await tryton.admin.search('ir.note', [['resource', '=', `purchase.purchase,${id}`]], ['message']);
  expect(notes).toHaveLength(1);
  expect(notes[0]?.['message']).toMatch(
    /: confirmed 6 on 05-01-2099 and 4 on 12-01-2099\. Reason: Later delivery\.\nLine 2, .*: rejected\. Reason: Other\. Remark: चाय नहीं$/,
  );
  expect(await order(id)).toMatchObject({ _id: before._id, status: 'Acknowledged', deliverBy: before.deliverBy });
});

test('a partly paid bill and a payment on account are imported as such', async () => {
  const { bought } = tryton;
  const id = await buyer.draft([{ product: bought.salt, quantity: 10, unit: bought.unit, price: '100', taxed: false }]);
  await buyer.process(id);
  const line = await buyer.bill(id, '7711');
  expect((await vendor.post('/api/invoice/create', { invoiceNumber: '7711', invoiceValue: 1000 })).status).toBe(200);
  await buyer.pay('400.25', line);
  await buyer.pay('50', null);
  expect(await pull()).toEqual([]);
  const { result } = (await vendor.post('/api/purChaseOrder/purchase_payment')).body;
  expect(result).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ invoice: '7711', amount: 400.25, paymentDate: '2026-11-21' }),
      expect.objectContaining({ invoice: null, amount: 50 }),
    ]),
  );
  expect((await vendor.get('/api/invoice/getInvoiceValue/7711')).body.paid).toBe(400.25);
});

test('a new vendor becomes a party, once however often it is requested, and its orders are imported', async () => {
  const other = await api.newVendor();
  expect((await admin.get('/api/auth/syncCall')).status).toBe(200);
  const [row] = await api.ctx.db.rows<{ id: string; code: number; name: string; email: string; gstin: string }>(sql`
    select supplier_id as id, code, legal_name as name, email, gstin from vendors join users using (id) where id = ${other.user.id}`);
  expect(row?.id).toMatch(/^\d+$/);
  const again = await api.ctx.buyerSystem.createSupplier({
    vendorCode: Number(row?.code),
    name: row?.name ?? '',
    email: row?.email ?? null,
    mobileNumber: null,
    pan: null,
    gstin: row?.gstin ?? null,
  });
  expect(again.externalId).toBe(row?.id);
  expect(await tryton.admin.search('party.party', [['name', '=', row?.name]], ['name'])).toHaveLength(1);
});

test('while Tryton is down the orders remain, and the error names it without the password', async () => {
  const count = (await ordersOf(vendor)).length;
  await tryton.down();
  expect((await pull()).filter((problem) => problem.startsWith('orders'))).toEqual([
    expect.stringMatching(/^orders: Tryton could not be reached for .*, or the connection was lost \(ECONN/),
  ]);
  expect((await pull()).join()).not.toContain(tryton.password);
  expect(await ordersOf(vendor)).toHaveLength(count);
});
