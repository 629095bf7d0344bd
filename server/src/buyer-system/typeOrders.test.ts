import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { meanwhile } from '../../test/overlap.ts';
import { orderOf } from '../demo/factories.ts';
import { lockOrders, storeOrders } from '../purchase-orders/store.ts';
import { checkRecords, takeRecords } from './pull/take.ts';

const RICE = '8901030516320';

let api: Api;
let admin: Caller;
let vendor: Caller;
beforeAll(async () => {
  // The demo's buyer has a state without a setting: the stored taxes must match those on the screens.
  api = await startApi({ demo: true });
  admin = await api.newAdmin();
  await addItem(api.ctx, { ean: RICE, code: 'RICE-1', name: 'Basmati Rice 1 kg', mrp: '120.00' });
});
const ended = (number: string, state: string) =>
  `Order ${number} is ${state} (last changed on ${showDate(indianDay(new Date()))}) and can no longer be changed. Enter a new order for goods that are still needed.`;
afterAll(() => api.close());
beforeEach(async () => {
  vendor = await api.newVendor();
});

const line = (more: Record<string, unknown> = {}) => ({ EANCode: RICE, quantity: 10, price: '100.5', taxRate: 5, ...more });
const form = (more: Record<string, unknown> = {}) => ({ poNumber: 'PO/1 B', poDate: '2026-11-02', lines: [line()], ...more });
const type = (more: Record<string, unknown> = {}) => admin.post('/api/buyerData/orders/create', { userID: vendor.user.id, ...form(more) });

test('a typed order belongs to the vendor, with the facts of its item and its taxes', async () => {
  const { status, body } = await type({ deliverBy: '2026-11-20', deliveryLocation: 'Pune DC', lines: [line(), line({ price: 0 })] });
  expect([status, body.message]).toEqual([200, 'Purchase order added.']);
  expect(body.data).toMatchObject({
    poNumber: 'PO/1 B',
    status: 'Open',
    totalPurchaseItems: 2,
    value: 1055.26,
    ItemName: 'Basmati Rice 1 kg',
  });
  const [seen] = (await vendor.get('/api/purChaseOrder/get', { poNumber: 'PO/1 B' })).body;
  expect(seen).toEqual(body.data);
  const log = (await admin.get('/api/audit/get', { entity: 'purchaseOrder', entityId: body.data._id, page: 1 })).body;
  expect(log).toEqual([expect.objectContaining({ action: 'order.create' })]);
});

test('an order to a vendor in another state has IGST', async () => {
  await api.ctx.db.execute(sql`update vendors set gstin = '29' || substr(gstin, 3) where id = ${vendor.user.id}`);
  expect((await type()).body.data).toMatchObject({ IGSTAmt: 50.25, CGSTAmt: 0, SGSTAmt: 0, value: 1055.25 });
});

test('a repeated request with one key adds one order', async () => {
  const send = () =>
    admin.post('/api/buyerData/orders/create', { userID: vendor.user.id, ...form() }, { 'idempotency-key': vendor.user.id });
  expect((await send()).body).toEqual((await send()).body);
  expect((await vendor.get('/api/purChaseOrder/get')).body).toHaveLength(1);
});

test('a change of an order waits for the orders of its system before it locks the order', async () => {
  const { _id, updatedAt } = (await type()).body.data;
  const free = sql`select from purchase_orders where id = ${_id} for no key update skip locked`;
  const [answer] = await meanwhile(
    api,
    (tx) => lockOrders(tx, 'embedded'),
    [() => admin.put(`/api/buyerData/orders/edit/${_id}`, form({ updatedAt }))],
    async () => expect(await api.ctx.db.rows(free)).toHaveLength(1),
  );
  expect(answer?.status).toBe(200);
});

test('the second of two orders with one number at once is rejected, and the first stays unchanged', async () => {
  const replies = await Promise.all([1, 2, 3].map((quantity) => type({ lines: [line({ quantity })] })));
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422, 422]);
  const stored = (await vendor.get('/api/purChaseOrder/get')).body;
  expect(stored).toEqual([replies.find(({ status }) => status === 200)?.body.data]);
});

test('only one of a typed order and an order of the ERP with the same number is stored, with the rest of the page', async () => {
  const { id } = vendor.user;
  const pulled = `pulled ${id}`;
  const known = (number: string) => orderOf(api.ctx, id, number);
  let coming: Promise<unknown> = Promise.resolve();
  await api.ctx.db.transaction(async (tx) => {
    await storeOrders(tx, 'embedded', [known('2')]);
    const page = await checkRecords(
      'orders',
      ['1', '2', '3'].map((number) => ({ ...known(number), supplier: `of ${id}` })),
    );
    await api.ctx.db.execute(sql`update vendors set supplier_id = ${`of ${id}`} where id = ${id}`);
    coming = api.ctx.db.transaction((other) => takeRecords(other, pulled, 'orders', page));
    await expect.poll(waitingForLocks).toBe(1);
  });
  expect(await coming).toMatchObject({
    stored: 2,
    faults: new Map([[`${id}/2`, expect.objectContaining({ problem: 'Order 2: another order of this vendor has the same number.' })]]),
  });
  const stored = await api.ctx.db.rows(sql`
    select source, number, line_count as lines, (select count(*)::int from audit_log where entity = 'purchaseOrder' and entity_id = orders.id::text) as logged
    from purchase_orders orders where vendor_id = ${id} order by number`);
  expect(stored).toEqual([
    { source: pulled, number: '1', lines: 1, logged: 1 },
    { source: 'embedded', number: '2', lines: 1, logged: 1 },
    { source: pulled, number: '3', lines: 1, logged: 1 },
  ]);
});

async function waitingForLocks(): Promise<number> {
  const row = await api.ctx.db.first<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return row?.count ?? 0;
}

describe('a typed order is rejected with', () => {
  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['no number', { poNumber: ' ' }, { poNumber: 'PO Number is required.' }],
    ['no day', { poDate: '' }, { poDate: 'PO Date is required.' }],
    ['no lines', { lines: [] }, { lines: 'Add at least one line.' }],
    ['a wrong day', { poDate: '2026-02-30' }, { poDate: 'Invalid date. Enter an existing date.' }],
    [
      'a number with a line break',
      { poNumber: 'PO\n1' },
      { poNumber: 'A PO Number cannot contain line breaks, tabs or invisible characters.' },
    ],
    ['an EAN that is none', { lines: [line({ EANCode: 'rice' })] }, { lines: 'Line 1: An EAN code has digits only.' }],
    [
      'an HSN code that is none',
      { lines: [line({ hsnCode: '123' })] },
      { lines: 'Line 1: An HSN code has 4, 6 or 8 digits; this one has 3.' },
    ],
    ['nobody', { userID: '' }, { userID: 'Choose the vendor.' }],
    ['somebody unknown', { userID: '999999' }, { userID: 'This vendor does not exist.' }],
    [
      'a quantity of nothing',
      { lines: [line(), line({ quantity: 0 })] },
      { lines: 'Line 2: Quantity should be a number above 0, at most three decimals.' },
    ],
    [
      'an unknown item',
      { lines: [line({ EANCode: '8901719110634' })] },
      { lines: 'Line 1: No item has the EAN 8901719110634. Upload the item first, or enter its Item Name.' },
    ],
    [
      'more than an amount can be',
      { lines: [line({ quantity: '999999999.999', price: '9999999999' })] },
      {
        lines:
          'Order PO/1 B: its value of ₹1,04,99,99,99,98,93,95,00,000.00 exceeds ₹9,99,99,99,99,999.99. Lower the quantities or prices, or split the order.',
      },
    ],
  ])('%s', async (_, more, errors) => {
    const { status, body } = await type(more);
    expect([status, body.errors]).toEqual([422, errors]);
    expect((await vendor.get('/api/purChaseOrder/get')).body).toEqual([]);
  });

  test('a number that another order gets at the same moment', async () => {
    const others = await Promise.all(['PO/2', 'PO/3'].map((poNumber) => type({ poNumber })));
    const changed = await Promise.all(
      others.map(({ body: { data } }) =>
        admin.put(`/api/buyerData/orders/edit/${data._id}`, form({ poNumber: 'PO/4', updatedAt: data.updatedAt })),
      ),
    );
    expect(statusesOf(changed)).toEqual([200, 422]);
  });

  test('a number that the vendor has, but not that of another vendor', async () => {
    await type();
    const again = await type();
    expect([again.status, again.body.errors]).toEqual([
      422,
      { poNumber: 'This vendor already has order PO/1 B of 02-11-2026 for ₹1,055.26. Enter another number, or change that order.' },
    ]);
    vendor = await api.newVendor();
    expect((await type()).status).toBe(200);
  });
});

test('an open order can be changed and cancelled, but not afterwards', async () => {
  const { data } = (await type()).body;
  const edit = (more: Record<string, unknown>) => admin.put(`/api/buyerData/orders/edit/${data._id}`, form(more));
  const changed = await edit({ poNumber: 'PO/2', lines: [line({ quantity: 1 })], updatedAt: data.updatedAt });
  expect([changed.status, changed.body.data]).toMatchObject([200, { _id: data._id, poNumber: 'PO/2', value: 105.52 }]);
  const stale = await edit({ updatedAt: data.updatedAt });
  expect([stale.status, stale.body.data.poNumber]).toEqual([409, 'PO/2']);
  const cancelled = await admin.post(`/api/buyerData/orders/cancel/${data._id}`);
  expect([cancelled.status, cancelled.body.data.status]).toEqual([200, 'Cancelled']);
  expect((await edit({})).status).toBe(409);
  expect((await admin.post(`/api/buyerData/orders/cancel/${data._id}`)).body.message).toBe(ended('PO/2', 'cancelled'));
});

test('an order of an ERP can be changed only there', async () => {
  const { data } = (await type()).body;
  const isKeptHere = async () => {
    const { result } = (await admin.post('/api/purChaseOrder/serviceOrder', { code: data.poNumber })).body as { result: PurchaseOrder[] };
    return result.find(({ _id }) => _id === data._id)?.keptHere;
  };
  expect(await isKeptHere()).toBe(true);
  await api.ctx.db.execute(sql`update purchase_orders set source = 'tryton' where id = ${data._id}`);
  expect(await isKeptHere()).toBe(false);
  const { status, body } = await admin.put(`/api/buyerData/orders/edit/${data._id}`, form());
  expect([status, body.message]).toEqual([409, `Order ${data.poNumber} comes from tryton. Change it there.`]);
});

test('an open order can be closed with a reason, which its vendor receives by e-mail', async () => {
  const { data } = (await type()).body;
  const close = (body: object) => admin.post(`/api/buyerData/orders/close/${data._id}`, body);
  expect((await close({ reason: ' ' })).body.errors).toEqual({ reason: 'Enter the reason for closing the order short.' });
  expect((await close({ reason: 'x', updatedAt: '2026-01-01T00:00:00.000Z' })).status).toBe(409);
  const { status, body } = await close({ reason: '8 of 100 were damaged', updatedAt: data.updatedAt });
  expect([status, body.message, body.data.status, body.data.closedReason]).toEqual([
    200,
    'Purchase order closed.',
    'Closed',
    '8 of 100 were damaged',
  ]);
  expect((await close({ reason: 'again' })).body.message).toBe(ended(data.poNumber, 'closed'));
  const mails = await api.ctx.db.rows(sql`
    select from mails where kind = 'amendments' and user_id = ${vendor.user.id} and content->'orders'->0->>'closed' = '8 of 100 were damaged'`);
  expect(mails).toHaveLength(1);
});

describe('the terms of a line', () => {
  const typedLineOf = async (answer: { body: { data: PurchaseOrder } }) => answer.body.data.listOfItems[0];

  test('add cess to the value of line and order', async () => {
    const made = await type({ lines: [line({ cessRate: 12 })] });
    expect(made.status).toBe(200);
    expect(await typedLineOf(made)).toMatchObject({
      totalCost: 1175.86,
      taxAMT: 170.86,
      salesOrderTaxModel: { taxableAmount: 1005, taxAmount: 50.26, gstCess: 12, gstCessAmount: 120.6 },
    });
    expect(made.body.data.value).toBe(1175.86);
  });

  test('exclude cess if the vendor charges no GST', async () => {
    await api.ctx.db.execute(sql`update registrations set kind = 'composition' where vendor_id = ${vendor.user.id}`);
    expect(await typedLineOf(await type({ lines: [line({ cessRate: 12 })] }))).toMatchObject({ totalCost: 1005, taxAMT: 0 });
  });

  test.each([
    [{ cessRate: -1 }, 'Line 1: Cess rate should be a percentage from 0 to 100.'],
    [{ cessRate: 100.5 }, 'Line 1: Cess rate should be a percentage from 0 to 100.'],
    [{ cessRate: 'NaN' }, 'Line 1: Cess rate should be a percentage from 0 to 100.'],
    [{ cessRate: { toString: '5' } }, 'Line 1: Cess rate should be a percentage from 0 to 100.'],
    [{ acceptance: 'nobody' }, 'Line 1: Accepted by must be receipt, order or sale.'],
    [{ acceptance: ['order'] }, 'Line 1: Accepted by must be receipt, order or sale.'],
    [{ acceptance: '__proto__' }, 'Line 1: Accepted by must be receipt, order or sale.'],
    [{ fromFirstPiece: 'perhaps' }, expect.stringMatching(/^Line 1: /)],
  ])('are rejected, and nothing is stored: %j', async (hostile, problem) => {
    const { status, body } = await type({ lines: [line(hostile)] });
    expect([status, body.errors]).toEqual([422, { lines: problem }]);
    expect((await vendor.get('/api/purChaseOrder/get')).body).toEqual([]);
  });

  test('keep the way of acceptance until an edit names another', async () => {
    const { body } = await type({ lines: [line({ acceptance: 'sale' })] });
    const edit = (more: Record<string, unknown>, updatedAt: string) =>
      admin.put(`/api/buyerData/orders/edit/${body.data._id}`, { ...form(), lines: [line(more)], updatedAt });
    const kept = await edit({ quantity: 12 }, body.data.updatedAt);
    expect(await typedLineOf(kept)).toMatchObject({ acceptance: 'sale', itemQuantityInCart: 12 });
    expect(await typedLineOf(await edit({ acceptance: 'receipt' }, kept.body.data.updatedAt))).toMatchObject({ acceptance: 'receipt' });
  });

  test('apply a new price to later goods, or from the first piece if the buyer says so', async () => {
    const { body } = await type();
    const { _id } = body.data;
    const received = { receiptNumber: 'GRN-1', receivedOn: '2026-11-03', lines: [{ orderId: _id, line: 1, quantity: 4 }] };
    expect((await admin.post('/api/receipts/create', received)).status).toBe(200);
    const edit = async (more: Record<string, unknown>) => {
      const [{ updatedAt }] = (await admin.get(`/api/buyerData/orders/get/${_id}`)).body;
      return typedLineOf(await admin.put(`/api/buyerData/orders/edit/${_id}`, { ...form(), lines: [line(more)], updatedAt }));
    };
    expect(await edit({ price: 90 })).toMatchObject({ itemPrice: 90, earlierPrices: [{ until: 4, unitPrice: 100.5 }] });
    expect(await edit({ price: 90, fromFirstPiece: true })).toMatchObject({ itemPrice: 90, earlierPrices: [] });
  });
});
