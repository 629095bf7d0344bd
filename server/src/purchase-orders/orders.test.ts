// Why so long: one domain's verbs, over the same seeded orders.
import { uqcWords } from '@aapurti/contract/ground/units';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { verifyBooks } from '../payments/verify.ts';
import { actAs, makeInvoice, makeOrder, makePayment, orderLineOf, type OrderedItem } from '../demo/factories.ts';

let api: Api;
let today = '2026-11-21T06:00:00Z';
beforeAll(async () => {
  api = await startApi({}, () => new Date(today));
});
afterAll(() => api.close());

const search = async (caller: Caller, body: object = {}, query = '') => caller.post(`/api/purChaseOrder/serviceOrder${query}`, body);
const numbersOf = (rows: { poNumber: string }[]) => rows.map(({ poNumber }) => poNumber);
const order = async (caller: Caller, poNumber: string) => (await caller.get('/api/purChaseOrder/get', { poNumber })).body[0];
const acknowledge = (caller: Caller, id: string, body: object = {}) => caller.post(`/api/purChaseOrder/acknowledge/${id}`, body);
const make = (vendor: Caller, number: string, overrides: Parameters<typeof makeOrder>[3] = {}) =>
  makeOrder(api.ctx, vendor.user.id, number, overrides);

describe('an order as specified', () => {
  test('has the first line in its header and every line in listOfItems', async () => {
    const vendor = await api.newVendor({ vendor_name: 'Mill' });
    const lines = [
      orderLineOf({
        quantity: '12',
        unitPrice: '98.5',
        mrp: '120',
        discount: '12',
        discountRate: '1.015',
        secondEan: '18901030516327',
        skuCode: 'S1',
      }),
      orderLineOf({
        itemCode: 'G-2',
        itemName: 'आम पापड़ 🥭',
        ean: null,
        mrp: null,
        unitPrice: '0',
        quantity: '2.5',
        rate: null,
        hsnCode: null,
      }),
    ];
    const id = await make(vendor, 'PO/26-27/0042', {
      lines,
      orderedOn: '2026-11-03',
      deliverBy: '2026-11-30',
      deliveryLocation: 'Hoskote',
      vendorAddress: 'Karnal',
    });
    const { status, body, headers } = await vendor.get('/api/purChaseOrder/get');
    expect([status, headers['x-total-count']]).toEqual([200, '1']);
    expect(body).toEqual([
      {
        _id: id,
        userID: vendor.user.id,
        vendorName: 'Mill',
        poNumber: 'PO/26-27/0042',
        poDate: '2026-11-03',
        deliverBy: '2026-11-30',
        // The order states no terms, so the vendor's apply.
        paymentTerms: '30 days',
        totalPurchaseItems: 2,
        value: 1228.5,
        status: 'Open',
        paymentStatus: 'Unpaid',
        deliveryStatus: 'Pending',
        acknowledgedOn: null,
        acknowledgementReference: null,
        awaits: null,
        closedReason: null,
        withdrawn: null,
        EANCode: '8901030516320',
        HSNCode: '10063020',
        ItemName: 'Basmati Rice 1 kg',
        PrimaryBarCode: '8901030516320',
        SKUCode: 'S1',
        purchaseQty: 12,
        caseQuantity: 10,
        MRP: 120,
        BuyerMarginPer: 17.92,
        buyerMarginAmt: 21.5,
        billingPrice: 98.5,
        taxRate: 5,
        SGSTAmt: 29.25,
        CGSTAmt: 29.25,
        IGSTAmt: 0,
        totalPrice: 1228.5,
        secondaryBarcode: '18901030516327',
        packingLabel: `/api/purChaseOrder/packingLabel/${id}`,
        documentUpload: null,
        deliveryLocation: 'Hoskote',
        siteId: null,
        site: null,
        vendorAddress: 'Karnal',
        vendorGST: expect.any(String),
        buyerGST: null,
        placeOfSupply: null,
        keptHere: true,
        listOfItems: [
          {
            itemCode: 'R-1',
            itemName: 'Basmati Rice 1 kg',
            EANCode: '8901030516320',
            secondaryBarcode: '18901030516327',
            SKUCode: 'S1',
            hsnCode: '10063020',
            uom: 'BAG',
            UQC: 'BAG',
            itemQuantityInCart: 12,
            receivedQuantity: 0,
            acceptance: 'receipt',
            confirmedQuantity: null,
            agreedQuantity: 12,
            packed: [],
            caseQuantity: 10,
            itemSellingPrice: 120,
            itemPrice: 98.5,
            earlierPrices: [],
            totalCost: 1228.5,
            GSTCode: 'GST5',
            GSTInPer: 5,
            discInPer: 1.015,
            discAMt: 12,
            CGSTInPer: 2.5,
            taxAMT: 58.5,
            salesOrderTaxModel: {
              taxableAmount: 1170,
              taxAmount: 58.5,
              cgstTaxAmt: 29.25,
              sgstTaxAmt: 29.25,
              igstTaxAmt: 0,
              gstCess: null,
              gstCessAmount: 0,
              tax: { sgstPercent: 2.5, igstPercent: null },
            },
          },
          expect.objectContaining({ itemName: 'आम पापड़ 🥭', itemQuantityInCart: 2.5, GSTCode: null, GSTInPer: null, totalCost: 0 }),
        ],
        updatedAt: expect.any(String),
      },
    ]);
  });

  test.each([
    ['KGS', 'KGS', null],
    ['kg', 'KGS', 'UQC KGS'],
    ['Peti', 'BOX', 'UQC BOX'],
    ['k.g. ', 'KGS', 'UQC KGS'],
    ['बोरी', 'BAG', 'UQC BAG'],
    ['Khokha', 'OTH', 'UQC OTH: no code for Khokha'],
    ['OTH', 'OTH', null],
    [null, null, null],
  ])('the unit %j is %j on GST documents', async (uom, UQC, words) => {
    const vendor = await api.newVendor();
    await makeOrder(api.ctx, vendor.user.id, 'U/1', { lines: [{ ...orderLineOf({}), uom }] });
    const { listOfItems } = await order(vendor, 'U/1');
    expect(listOfItems).toMatchObject([{ uom, UQC }]);
    expect(uqcWords(listOfItems[0])).toBe(words);
  });

  test.each<[string, OrderedItem, { GSTCode: string | null; GSTInPer: number | null }]>([
    ['half each within a state', { rate: '18' }, { GSTCode: 'GST18', GSTInPer: 18 }],
    ['all of it between states', { rate: '18', interState: true }, { GSTCode: 'IGST18', GSTInPer: 18 }],
    ['a quarter of a percent', { rate: '0.25' }, { GSTCode: 'GST0.25', GSTInPer: 0.25 }],
    ['a stated nothing', { rate: '0' }, { GSTCode: 'GST0', GSTInPer: 0 }],
    ['nothing stated', { rate: null }, { GSTCode: null, GSTInPer: null }],
    ['with cess', { rate: '40', cessRate: '12', cess: '120' }, { GSTCode: 'GST40', GSTInPer: 40 }],
  ])('names the tax: %s', async (_, item, expected) => {
    const vendor = await api.newVendor();
    await make(vendor, '1', { lines: [orderLineOf(item)] });
    const { listOfItems, taxRate } = await order(vendor, '1');
    expect(listOfItems[0]).toMatchObject(expected);
    expect(taxRate).toBe(expected.GSTInPer);
    const [{ salesOrderTaxModel: tax, taxAMT, totalCost }] = listOfItems;
    expect(taxAMT).toBe(tax.taxAmount + tax.gstCessAmount);
    expect(totalCost).toBe(tax.taxableAmount + taxAMT);
  });

  test.each<[mrp: string | null, price: string, amount: number | null, percent: number | null]>([
    ['125.00', '100', 25, 20],
    ['99.99', '66.66', 33.33, 33.33],
    ['100.00', '110', -10, -10],
    ['0.00', '10', -10, null],
    [null, '10', null, null],
  ])('MRP %s at %s leaves the buyer %s, %s %%', async (mrp, unitPrice, amount, percent) => {
    const vendor = await api.newVendor();
    await make(vendor, '1', { lines: [orderLineOf({ mrp, unitPrice })] });
    expect(await order(vendor, '1')).toMatchObject({ buyerMarginAmt: amount, BuyerMarginPer: percent });
  });

  test('without lines is still an order', async () => {
    const vendor = await api.newVendor();
    await make(vendor, '1', { lines: [] });
    expect(await order(vendor, '1')).toMatchObject({ ItemName: null, totalPurchaseItems: 0, deliveryStatus: 'Pending', listOfItems: [] });
  });
});

describe('the statuses of an order', () => {
  test.each<[received: string[], state: string]>([
    [['0', '0'], 'Pending'],
    [['0.001', '0'], 'Partial'],
    [['10', '0'], 'Partial'],
    [['9.999', '10'], 'Partial'],
    [['10', '10'], 'Delivered'],
    [['12', '10'], 'Delivered'],
    // A surplus of one line does not replace another line.
    [['20', '0'], 'Partial'],
  ])('of two lines of 10 there came %j: %s', async (received, state) => {
    const vendor = await api.newVendor();
    await make(vendor, '1', { lines: received.map((receivedQuantity) => orderLineOf({ receivedQuantity })) });
    expect((await order(vendor, '1')).deliveryStatus).toBe(state);
  });

  test.each<[paid: string, payments: string[], state: string]>([
    ['0', [], 'Unpaid'],
    ['0', ['0.01'], 'Partial'],
    ['0', ['1000', '49.99'], 'Partial'],
    ['0', ['1000', '50'], 'Paid'],
    ['0.01', [], 'Partial'],
    ['1050', [], 'Paid'],
    // Both describe the same money, so the greater amount counts, not their sum.
    ['600', ['600'], 'Partial'],
    ['600', ['1050'], 'Paid'],
  ])('of 1050 the buyer says %s is paid, its invoices %j: %s', async (paid, payments, state) => {
    const vendor = await api.newVendor();
    const actor = await actAs(api.ctx, vendor.user.id);
    await make(vendor, '4500', { paid });
    for (const [place, amount] of payments.entries()) {
      await makeInvoice(api.ctx, actor, `1${place}`, { PONumber: '4500', invoiceValue: 2000 });
      await makePayment(api.ctx, actor, `1${place}`, { amount });
    }
    // An invoice of another order or vendor does not count.
    await makeInvoice(api.ctx, actor, '99', { PONumber: '450', invoiceValue: 2000 });
    await makePayment(api.ctx, actor, '99', { amount: 2000 });
    const other = await actAs(api.ctx, (await api.newVendor()).user.id);
    await makeInvoice(api.ctx, other, '99', { PONumber: '4500', invoiceValue: 2000 });
    await makePayment(api.ctx, other, '99', { amount: 2000 });
    expect((await order(vendor, '4500')).paymentStatus).toBe(state);
  });

  test('include acknowledged only for open orders, as long as the terms do not change', async () => {
    const vendor = await api.newVendor();
    const id = await make(vendor, '1');
    const { updatedAt } = await order(vendor, '1');
    const { status, body } = await acknowledge(vendor, id, { reference: ' SO 7 ', updatedAt });
    expect([status, body.message]).toEqual([200, 'Purchase order acknowledged.']);
    expect(body.data).toMatchObject({ status: 'Acknowledged', acknowledgedOn: '2026-11-21', acknowledgementReference: 'SO 7' });
    const waits = async () =>
      (await api.ctx.db.rows(sql`select id from purchase_orders where id = ${id} and acknowledgement_told_at is null`)).length;
    expect(await waits()).toBe(1);
    await make(vendor, '1', { version: '2', deliveryLocation: 'Hoskote', paid: '5', lines: [orderLineOf({ itemName: 'Rice, one kilo' })] });
    expect(await order(vendor, '1')).toMatchObject({ _id: id, status: 'Acknowledged', deliveryLocation: 'Hoskote', withdrawn: null });
    await make(vendor, '1', { version: '3', status: 'Closed' });
    expect(await order(vendor, '1')).toMatchObject({ status: 'Closed', acknowledgedOn: '2026-11-21', totalPurchaseItems: 1 });
  });
});

describe('an order amended after it was acknowledged', () => {
  const acknowledged = async (overrides: Parameters<typeof make>[2] = {}) => {
    const vendor = await api.newVendor();
    const id = await make(vendor, 'PO/1', overrides);
    const seen = await order(vendor, 'PO/1');
    await acknowledge(vendor, id, { reference: 'SO 7', updatedAt: seen.updatedAt });
    return { vendor, id, seen };
  };

  test.each([
    ['a quantity', { lines: [orderLineOf({ quantity: '20' })] }],
    ['a price', { lines: [orderLineOf({ unitPrice: '10500' })] }],
    ['a line more', { lines: [orderLineOf(), orderLineOf({ itemCode: 'G-2' })] }],
    ['the day of delivery', { deliverBy: '2026-12-05' }],
    ['the payment terms', { paymentTerms: '60 days' }],
    ['its own day', { orderedOn: '2026-11-20' }],
  ])('is open again after a change of %s, shows the acknowledged terms, and its vendor gets an e-mail', async (_what, change) => {
    const { vendor, id, seen } = await acknowledged();
    await make(vendor, 'PO/1', { version: '2', ...change });
    const amended = await order(vendor, 'PO/1');
    expect(amended).toMatchObject({ status: 'Open', acknowledgedOn: null, acknowledgementReference: null });
    expect(amended.withdrawn).toMatchObject({
      acknowledgedOn: '2026-11-21',
      reference: 'SO 7',
      terms: { poDate: seen.poDate, deliverBy: seen.deliverBy, lines: [{ quantity: seen.purchaseQty, price: seen.billingPrice }] },
    });
    const mails = await api.ctx.db.rows<{ content: { count: number } }>(sql`
      select content from mails where user_id = ${vendor.user.id} and kind = 'amendments'`);
    expect(mails).toMatchObject([{ content: { count: 1, orders: [{ number: 'PO/1', was: seen.value.toFixed(2) }] } }]);
    const admin = await api.newAdmin();
    const [entry] = (await admin.get('/api/audit/get', { entity: 'purchaseOrder', entityId: id })).body;
    expect(entry).toMatchObject({ action: 'order.amend', before: { acknowledgedOn: '2026-11-21' }, after: { acknowledgedOn: null } });

    // The terms seen before can no longer be acknowledged; the new terms can, and the buyer is notified.
    expect((await acknowledge(vendor, id, { updatedAt: seen.updatedAt })).status).toBe(409);
    expect((await acknowledge(vendor, id, { updatedAt: amended.updatedAt })).body.data).toMatchObject({
      status: 'Acknowledged',
      withdrawn: null,
    });
    expect(await api.ctx.db.first(sql`select acknowledgement_told_at as at from purchase_orders where id = ${id}`)).toEqual({ at: null });
  });

  test('keeps its status if it arrives in the same version', async () => {
    const { vendor } = await acknowledged();
    await make(vendor, 'PO/1', { lines: [orderLineOf({ quantity: '20' })] });
    expect(await order(vendor, 'PO/1')).toMatchObject({ status: 'Acknowledged', withdrawn: null });
  });

  test('stays open while the ERP still sends the old acknowledgement, and accepts a later one', async () => {
    const { vendor, id } = await acknowledged();
    const lines = [orderLineOf({ quantity: '20' })];
    const named = { acknowledgedOn: '2026-11-21', acknowledgementReference: 'SO 7' };
    await make(vendor, 'PO/1', { version: '2', lines, ...named });
    expect((await order(vendor, 'PO/1')).status).toBe('Open');
    await make(vendor, 'PO/1', { version: '3', lines, paid: '1', ...named });
    expect(await order(vendor, 'PO/1')).toMatchObject({ status: 'Open', acknowledgementReference: null });
    expect(await api.ctx.db.first(sql`select acknowledgement_told_at as at from purchase_orders where id = ${id}`)).toEqual({ at: null });
    await make(vendor, 'PO/1', { version: '4', lines, acknowledgedOn: '2026-11-22' });
    expect(await order(vendor, 'PO/1')).toMatchObject({ status: 'Acknowledged', acknowledgedOn: '2026-11-22', withdrawn: null });
  });
});

describe('an acknowledgement', () => {
  test('is rejected with the reason if the order is not open', async () => {
    const vendor = await api.newVendor();
    const closed = await make(vendor, 'c', { status: 'Closed' });
    const cancelled = await make(vendor, 'x', { status: 'Cancelled' });
    const open = await make(vendor, 'o');
    await acknowledge(vendor, open);
    const told = async (id: string) => {
      const { status, body } = await acknowledge(vendor, id);
      return [status, body.message];
    };
    expect(await told(closed)).toEqual([
      409,
      expect.stringMatching(/^Only an open purchase order can be acknowledged\. Order \S+ is closed\. Ask the buyer for a new order\.$/),
    ]);
    expect(await told(cancelled)).toEqual([
      409,
      expect.stringMatching(/^Only an open purchase order can be acknowledged\. Order \S+ is cancelled\. Ask the buyer for a new order\.$/),
    ]);
    expect(await told(open)).toEqual([409, expect.stringMatching(/^Order \S+ was already acknowledged on \d\d-\d\d-\d{4}\.$/)]);
  });

  test('of an order amended in the meantime is rejected with the newer order', async () => {
    const vendor = await api.newVendor();
    const id = await make(vendor, '1');
    const { updatedAt } = await order(vendor, '1');
    await make(vendor, '1', { version: '2', lines: [orderLineOf({ quantity: '99' })] });
    const { status, body } = await acknowledge(vendor, id, { updatedAt });
    expect([status, body.data.purchaseQty]).toEqual([409, 99]);
    expect((await acknowledge(vendor, id, { updatedAt: body.data.updatedAt })).status).toBe(200);
  });

  test('made twice at the same time counts once, and is logged once', async () => {
    const vendor = await api.newVendor();
    const id = await make(vendor, '1');
    const answers = await Promise.all([1, 2, 3].map((reference) => acknowledge(vendor, id, { reference })));
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
    const admin = await api.newAdmin();
    const log: { action: string }[] = (await admin.get('/api/audit/get', { entity: 'purchaseOrder', entityId: id })).body;
    expect(log.map(({ action }) => action)).toEqual(['order.acknowledge', 'order.create']);
    expect(log[0]).toMatchObject({ action: 'order.acknowledge', before: { status: 'Open' }, after: { status: 'Acknowledged' } });
  });

  test('is only for the vendor and administrators', async () => {
    const vendor = await api.newVendor();
    const id = await make(vendor, '1');
    expect((await acknowledge(await api.newVendor(), id)).status).toBe(404);
    expect((await acknowledge(vendor, 'x')).status).toBe(404);
    expect((await acknowledge(await api.newAdmin(), id)).status).toBe(200);
  });

  test('accepts a reference of 100 characters', async () => {
    const vendor = await api.newVendor();
    const id = await make(vendor, '1');
    const { status, body } = await acknowledge(vendor, id, { reference: 'x'.repeat(101) });
    expect([status, body.errors]).toEqual([422, { reference: 'At most 100 characters.' }]);
    expect((await acknowledge(vendor, id, { reference: 'x'.repeat(100) })).status).toBe(200);
  });
});

describe('the search for orders', () => {
  const NUMBERS = ['PO/26-27/0042', 'PO 7', 'क्रय-१२', `O'Neil "A"`, '100%', 'a_b', '..', 'x?y#z&w=1', '007', '0x1', 'PO\\1'];

  test('finds any number as written, by address and by search', async () => {
    const vendor = await api.newVendor();
    for (const number of NUMBERS) await make(vendor, number);
    for (const number of NUMBERS) {
      expect(numbersOf((await vendor.get('/api/purChaseOrder/get', { poNumber: number })).body)).toEqual([number]);
      expect(numbersOf((await search(vendor, { code: number }, '?pageSize=1')).body.result)).toEqual([number]);
    }
    expect((await search(vendor, { code: '%' })).body.result.length).toBe(1);
    expect((await search(vendor, { code: '_' })).body.result.length).toBe(1);
  });

  test('finds any part in upper or lower case, and lists the order with exactly this number first', async () => {
    const vendor = await api.newVendor();
    for (const number of ['po-7', 'PO-70', 'xPo-7', '7']) await make(vendor, number);
    const found = async (code: unknown, query = '') => numbersOf((await search(vendor, { code }, query)).body.result);
    expect(await found('PO-7')).toEqual(['po-7', 'xPo-7', 'PO-70']);
    expect(await found('po-7')).toEqual(['po-7', 'xPo-7', 'PO-70']);
    expect(await found(7)).toEqual(['7', 'xPo-7', 'PO-70', 'po-7']);
    expect(await found('')).toEqual(['7', 'xPo-7', 'PO-70', 'po-7']);
    expect(await found(null)).toHaveLength(4);
    expect(await found('po-7', '?sortBy=poNumber&sortOrder=asc')).toHaveLength(3);
  });

  test('without results returns 200 with an empty result, or 201 with a bare empty list', async () => {
    const vendor = await api.newVendor();
    const none = await search(vendor);
    expect([none.status, none.body, none.headers['x-total-count']]).toEqual([200, { result: [] }, '0']);
    const bare = await vendor.get('/api/purChaseOrder/get');
    expect([bare.status, bare.body]).toEqual([201, []]);
    await make(vendor, '1');
    expect(await search(vendor, { code: 'none such' })).toMatchObject({ status: 200, body: { result: [] } });
    expect(await vendor.get('/api/purChaseOrder/get', { poNumber: 'none such' })).toMatchObject({ status: 201, body: [] });
    expect((await search(vendor, {}, '?page=3')).headers['x-total-count']).toBe('1');
  });

  test('has 7 orders per page, newest first, and sorts by the given column', async () => {
    const vendor = await api.newVendor();
    for (let serial = 1; serial <= 9; serial += 1) {
      const lines = Array.from({ length: 1 + (serial % 3) }, () => orderLineOf({ unitPrice: String(serial) }));
      await make(vendor, `PO-${serial}`, { orderedOn: `2026-10-${10 + ((serial * 4) % 9)}`, lines });
    }
    const page = async (query: string) => {
      const { headers, body } = await search(vendor, {}, query);
      expect(headers['x-total-count']).toBe('9');
      return numbersOf(body.result);
    };
    expect(await page('?page=1')).toEqual(['PO-9', 'PO-8', 'PO-7', 'PO-6', 'PO-5', 'PO-4', 'PO-3']);
    expect(await page('?page=2')).toEqual(['PO-2', 'PO-1']);
    expect((await page('?page=1&sortBy=poDate&sortOrder=asc'))[0]).toBe('PO-9');
    expect((await page('?page=1&sortBy=value&sortOrder=asc'))[0]).toBe('PO-1');
    expect((await page('?page=1&sortBy=totalPurchaseItems&sortOrder=desc'))[0]).toBe('PO-8');
    expect((await page('?page=1&sortBy=poNumber&sortOrder=desc'))[0]).toBe('PO-9');
    expect((await search(vendor, {}, '?sortBy=status')).status).toBe(422);
    expect((await search(vendor, {}, '?pageSize=101')).status).toBe(422);
  });

  test('finds a vendor’s own orders, whatever it asks for, and all or one vendor’s for administrators', async () => {
    const [one, other, admin] = [await api.newVendor(), await api.newVendor(), await api.newAdmin()];
    await make(one, 'SHARED/1');
    await make(other, 'SHARED/1');
    const owners = ({ body }: { body: { result: { userID: string }[] } }) => body.result.map(({ userID }) => userID).sort();
    expect(owners(await search(one, { code: 'SHARED', userID: other.user.id }))).toEqual([one.user.id]);
    expect(owners(await search(admin, { code: 'shared/1' }))).toEqual([one.user.id, other.user.id].sort());
    expect(owners(await search(admin, { code: 'SHARED/1', userID: other.user.id }))).toEqual([other.user.id]);
    expect(numbersOf((await admin.get('/api/purChaseOrder/get', { poNumber: 'SHARED/1' })).body)).toEqual(['SHARED/1', 'SHARED/1']);
    expect((await one.get('/api/purChaseOrder/get', { poNumber: 'SHARED/1', userID: other.user.id })).body.length).toBe(1);
    expect(owners(await search(admin, { userID: 'none' }))).toEqual([]);
  });
});

test('the dashboard counts orders, and those of the last ten days by their order date', async () => {
  const vendor = await api.newVendor();
  const counts = async (caller: Caller) => Object.assign({}, ...(await caller.get('/api/auth/getCountDetail')).body.countList);
  const admin = await api.newAdmin();
  const before = await counts(admin);
  for (const [number, orderedOn] of Object.entries({ a: '2026-11-11', b: '2026-11-12', c: '2026-11-21', d: '2026-11-22' }))
    await make(vendor, number, { orderedOn });
  expect(await counts(vendor)).toMatchObject({ totalPurchaseOrder: 4, last10DayPurchaseOrder: 2 });
  expect((await counts(admin)).totalPurchaseOrder).toBe(before.totalPurchaseOrder + 4);
  await api.ctx.db.execute(sql`delete from purchase_orders where vendor_id = ${vendor.user.id} and number = 'd'`);
  expect((await counts(vendor)).totalPurchaseOrder).toBe(3);
  const other = await api.newVendor();
  // No import does this: an order stays with its vendor.
  await api.ctx.db.execute(
    sql`update purchase_orders set vendor_id = ${other.user.id} where vendor_id = ${vendor.user.id} and number = 'c'`,
  );
  expect([(await counts(vendor)).totalPurchaseOrder, (await counts(other)).totalPurchaseOrder]).toEqual([2, 1]);
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});
