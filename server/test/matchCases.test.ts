// Why so long: one table of cases for every rule of the match.
import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { gstinOf, makeOrder, orderLineOf, type OrderedItem, panOf } from '../src/demo/factories.ts';
import { verifyBooks } from '../src/payments/verify.ts';
import { type Answer, type Api, type Caller, startApi } from './api.ts';
import { orderVersion } from './books.ts';
import { addItem } from './items.ts';
import { newMember } from './members.ts';
import { workbookOf } from './workbook.ts';
import { uncoded } from './uncoded.ts';

// Cases of an opponent who invoices goods that were not ordered, not accepted or invoiced before, next to honest chains. everyWay.test.ts
// has each case through each entry.

let api: Api;
let admin: Caller;
let accounts: Caller;
let vendor: Caller;
let orderId: string;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
  accounts = await newMember(api, admin, 'accounts');
  await admin.put('/api/settings', { payOnlyMatched: true, invoiceNumbers: 'rule46' });
});
beforeEach(async () => {
  vendor = await api.newVendor();
  orderId = await ordered({});
});
afterAll(() => api.close());

const today = () => indianDay(new Date());
const RICE = { externalId: 'rice', quantity: '100', receivedQuantity: '100' };

/** An order of 100 at ₹100 with 5%, all received, unless `more` differs. */
const ordered = (line: OrderedItem, more: object = {}, number = 'PO/1') =>
  makeOrder(api.ctx, vendor.user.id, number, { lines: [orderLineOf({ ...RICE, ...line })], ...more });

interface Made {
  _id: string;
  invoiceNumber: string;
  matchState: string;
}

const line = (quantity: number, more: object = {}) => ({ orderId, line: 1, quantity, ...more });

async function send(lines: object[], more: object = {}, caller = vendor): Promise<Answer> {
  const own = caller === admin ? { userID: vendor.user.id } : {};
  const checked = await caller.post('/api/invoice/check', { lines, ...own, ...more });
  return caller.post('/api/invoice/create', { invoiceNumber: `T${api.serial()}`, ...checked.body.sums, lines, ...own, ...more });
}

const bill = async (lines: object[], more: object = {}, caller = vendor): Promise<Made> => {
  const { status, body } = await send(lines, more, caller);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
};

const edit = ({ _id }: Made, body: object) => vendor.put(`/api/invoice/edit/${_id}`, body);
const editTo = async (made: Made, lines: object[]) =>
  edit(made, { lines, ...(await vendor.post('/api/invoice/check', { lines })).body.sums });
const decide = (kind: 'release' | 'return', { _id }: Made) => accounts.post(`/api/invoice/${kind}/${_id}`, { reason: 'Agreed' });
const approve = ({ _id }: Made) => accounts.post('/api/invoice/approve', { invoiceIdList: [_id] });
const pay = ({ invoiceNumber }: Made, amount = 10) =>
  accounts.post('/api/vendorPaymentReport/create', { userID: vendor.user.id, invoiceNumber, amount, paymentMode: 'online' });
const codesOf = async ({ _id }: Made, caller = vendor): Promise<string[]> =>
  (await caller.get(`/api/invoice/match/${_id}`)).body.findings.flatMap(({ outcome, code }: Record<string, string>) =>
    outcome === 'fault' ? code : [],
  );
const states = async (...invoices: Made[]) =>
  Promise.all(invoices.map(async ({ _id }) => (await vendor.get(`/api/invoice/get/${_id}`)).body[0].matchState));

test.each([
  ['approved and paid', async (invoice: Made) => [await approve(invoice), await pay(invoice, 10_395)], 'approved'],
  ['matched', () => Promise.resolve([]), 'matched'],
])('1. an invoice for 1 that grows to 100 leaves one for 99 alone that is %s', async (_what, settle, state) => {
  const first = await bill([line(1)]);
  const second = await bill([line(99)]);
  for (const { status } of await settle(second)) expect(status).toBe(200);
  expect((await editTo(first, [line(100)])).status).toBe(200);
  expect(await states(first, second)).toEqual(['exception', state]);
  expect((await pay(first)).status).toBe(422);
});

test('2. an invoice that was sent back counts after those invoiced in the meantime, whatever is edited in it', async () => {
  const first = await bill([line(60)]);
  expect((await decide('return', first)).status).toBe(200);
  const second = await bill([line(60)]);
  expect((await edit(first, { remarks: 'By lorry' })).status).toBe(200);
  expect(await states(first, second)).toEqual(['exception', 'matched']);
});

test('3. the code of an item with a wider tolerance does not widen the tolerance', async () => {
  const category = `Wide ${api.serial()}`;
  await addItem(api.ctx, { ean: '8901030599996', name: 'Loose rice', code: `W-${category}`, category });
  expect((await admin.put('/api/matchTolerance/save', { userID: null, category, quantity: 50, price: 50, priceAmount: 5000 })).status).toBe(
    200,
  );
  const made = await bill([line(140, { itemCode: `W-${category}`, unitPrice: 140 })]);
  expect(await codesOf(made)).toEqual(['item_differs', 'quantity_above_accepted', 'price_above_order']);
});

test('3. a rate that is no longer in effect is an exception, even if the order states it', async () => {
  orderId = await ordered({ hsnCode: null, rate: '12', externalId: 'x' }, {}, 'PO/2');
  expect(await codesOf(await bill([line(100)]))).toEqual(['tax_rate_unlawful']);
  orderId = await ordered({ hsnCode: null, rate: null, externalId: 'y' }, {}, 'PO/3');
  expect(await codesOf(await bill([line(100, { taxRate: 5, hsnCode: '1006' })]))).toEqual(['tax_rate_unknown']);
  // The buyer's item supplies what the order does not state.
  await addItem(api.ctx, { ean: '8901030599989', name: 'Known rice', code: 'KNOWN', hsn: '10063020' });
  orderId = await ordered({ hsnCode: null, rate: '5', externalId: 'z', itemCode: 'KNOWN' }, {}, 'PO/4');
  const known = await bill([line(50), line(50, { hsnCode: '3304' })]);
  expect(await codesOf(known)).toEqual(['hsn_differs']);
});

test('4. the tolerance of an order line is used up once, however many lines share it', async () => {
  const dust = Array.from({ length: 1000 }, () => line(0.001, { unitPrice: 1050 }));
  const split = await bill(dust);
  const codes = await codesOf(split);
  expect(new Set(codes)).toEqual(new Set(['price_above_order']));
  expect((await vendor.delete(`/api/invoice/delete/${split._id}`)).status).toBe(200);
  const each: string[] = [];
  for (let count = 0; count < 20; count += 1) each.push((await bill([line(1, { unitPrice: 101 })])).matchState);
  expect(each).toEqual(['matched', ...Array.from({ length: 19 }, () => 'exception')]);
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});

test('10. an invoice to another registration than the order’s is an exception, for either party', async () => {
  const pan = panOf(900 + api.serial());
  const [first, second] = [gstinOf(pan, '27'), gstinOf(pan, '24')];
  vendor = await api.newVendor({ pan, gstin: first });
  const address = { legalName: 'Mill', address: 'Plot 4', postalCode: '382445' };
  const other = { ...address, kind: 'regular', GST: second, validFrom: '2026-04-01', userID: vendor.user.id };
  expect((await admin.post('/api/registrations', other)).status).toBe(200);
  orderId = await ordered({}, { vendorGST: first });
  const wrong = await bill([line(50)], { vendorGST: second });
  expect(await codesOf(wrong)).toContain('vendor_registration_differs');
  expect(await codesOf(wrong, admin)).toContain('vendor_registration_differs');
  const right = await bill([line(50)], { vendorGST: first });
  expect([await codesOf(right), await states(wrong, right)]).toEqual([[], ['exception', 'matched']]);
  // A vendor with two registrations cannot choose one for an order that names none.
  await api.ctx.db.execute(sql`update purchase_orders set vendor_registration_id = null where id = ${orderId}`);
  expect(await codesOf(await bill([line(1)], { vendorGST: first }))).toContain('vendor_registration_differs');
});

test('3. a registration that has ended can invoice goods accepted before, whatever the invoice date', async () => {
  await api.ctx.db.execute(sql`
    update registrations set valid_from = '2020-01-01', valid_to = '2026-11-10' where vendor_id = ${vendor.user.id}`);
  orderId = await ordered({ receivedQuantity: null }, { orderedOn: '2026-11-01' }, 'PO/9');
  const arrived = (day: string, quantity: number) =>
    api.ctx.db.execute(sql`
      insert into receipt_lines (source, external_id, vendor_id, order_id, line, number, received_on, quantity)
      values ('embedded', ${`${orderId}/${day}`}, ${vendor.user.id}, ${orderId}, 1, ${`G-${day}`}, ${day}, ${quantity})`);
  await arrived('2026-11-09', 40);
  await arrived('2026-11-20', 60);
  await api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = 100 where order_id = ${orderId}`);
  const before = await bill([line(40)], { invoiceDate: '2026-11-09' });
  const after = await bill([line(60)], { invoiceDate: '2026-11-09' });
  expect([await codesOf(before), await codesOf(after)]).toEqual([[], ['vendor_registration_ended']]);
});

test('11. an invoice without lines above the order’s value makes one with lines an exception', async () => {
  const head = { invoiceNumber: `T${api.serial()}`, invoiceValue: 10_500, CGSTValue: 250, SGSTValue: 250, PONumber: 'PO/1' };
  const bare: Made = (await vendor.post('/api/invoice/create', head)).body.data;
  expect(await states(bare)).toEqual(['unmatched']);
  const lined = await bill([line(100)]);
  expect([await states(lined), await codesOf(lined)]).toEqual([['exception'], ['order_value_exceeded']]);
  expect((await vendor.delete(`/api/invoice/delete/${bare._id}`)).status).toBe(200);
  expect(await states(lined)).toEqual(['matched']);
});

test('11. a later invoice without lines takes nothing from one that counts', async () => {
  const lined = await bill([line(100)]);
  const head = { invoiceNumber: `T${api.serial()}`, invoiceValue: 10_500, CGSTValue: 250, SGSTValue: 250, PONumber: 'PO/1' };
  const bare: Made = (await vendor.post('/api/invoice/create', head)).body.data;
  await ordered({}, { version: '2' });
  expect(await states(lined, bare)).toEqual(['matched', 'unmatched']);
});

/** A payment of an invoice, by the form or by a file. */
const PAID = {
  form: (made: Made) => pay(made),
  async sheet({ invoiceNumber }: Made) {
    const { vendor_Code: code } = (await vendor.get(`/api/auth/user/${vendor.user.id}`)).body[0];
    const head = ['Vendor Code', 'Payment Reference', 'Payment Date', 'Amount', 'Invoice Number'];
    const content = await workbookOf([head, [code, `UTR ${api.serial()}`, showDate(today()), 10, invoiceNumber]]);
    return accounts.send('POST', '/api/buyerData/payments', {}, { file: { name: 'payments.xlsx', content } });
  },
};

test.each(Object.entries(PAID))('11. one that the buyer pays by %s counts first, and its goods are not paid again', async (_way, paid) => {
  await ordered({ quantity: '200', receivedQuantity: '200' }, { version: '2' });
  const lined = await bill([line(100)]);
  const head = { invoiceNumber: `T${api.serial()}`, invoiceValue: 10_500, CGSTValue: 250, SGSTValue: 250, PONumber: 'PO/1' };
  const bare: Made = (await vendor.post('/api/invoice/create', head)).body.data;
  for (const each of [lined, bare]) expect((await approve(each)).status).toBe(200);
  expect((await paid(bare)).status).toBe(200);
  expect(await states(lined, bare)).toEqual(['approved', 'approved']);
  await ordered({}, { version: '3' });
  expect([await states(lined, bare), await codesOf(lined)]).toEqual([['exception', 'approved'], ['order_value_exceeded']]);
  expect((await pay(lined)).status).toBe(422);
});

test('11. nor does one that grows: it counts after those matched in the meantime', async () => {
  const head = { invoiceNumber: `T${api.serial()}`, invoiceValue: 1, PONumber: 'PO/1' };
  const bare: Made = (await vendor.post('/api/invoice/create', head)).body.data;
  const lined = await bill([line(100)]);
  expect(await states(lined)).toEqual(['matched']);
  expect((await edit(bare, { invoiceValue: 10_500 })).status).toBe(200);
  expect(await states(lined)).toEqual(['matched']);
});

test('12. an order that the ERP cancels makes matched invoices exceptions', async () => {
  const made = await bill([line(100)]);
  await ordered({}, { version: '2', status: 'Cancelled' });
  expect([await states(made), await codesOf(made)]).toEqual([['exception'], ['order_cancelled']]);
});

test('17. honest chains match: discount, free goods, 0.25%, cess, cartons, part deliveries, rounding and two orders', async () => {
  await api.ctx.db.execute(sql`
    insert into gst_rates (hsn_prefix, condition, rate, cess_rate, valid_from, notification) values ('710231', 'any', 0.25, 0, '2017-07-01', '1/2017')`);
  const other = await makeOrder(api.ctx, vendor.user.id, 'PO/7', {
    lines: [
      orderLineOf({ externalId: 'disc', quantity: '100', receivedQuantity: '100', discount: '333.33' }),
      orderLineOf({ externalId: 'free', quantity: '10', receivedQuantity: '10', unitPrice: '0' }),
      orderLineOf({
        externalId: 'stone',
        itemCode: 'S-1',
        quantity: '3',
        receivedQuantity: '3',
        unitPrice: '33.3333',
        hsnCode: '71023100',
        rate: '0.25',
      }),
      orderLineOf({
        externalId: 'cola',
        itemCode: 'C-1',
        quantity: '120',
        receivedQuantity: '120',
        uom: 'PCS',
        caseQuantity: '12',
        hsnCode: null,
        rate: '28',
        cessRate: '12',
        cess: '1440',
      }),
    ],
  });
  const of = (at: number, quantity: number, more: object = {}) => ({ orderId: other, line: at, quantity, ...more });
  const parts = Array.from({ length: 20 }, (_, index) => of(1, 5, { discount: [16.67, 16.67, 16.66][index % 3] }));
  const found = [];
  for (const part of parts) found.push(...(await codesOf(await bill([part]))));
  found.push(...(await codesOf(await bill([of(2, 10), of(3, 1), line(40)]))));
  const odd = await vendor.post('/api/invoice/check', { lines: [of(3, 2), line(60)] });
  const rounded = { ...odd.body.sums, invoiceValue: Math.round(odd.body.sums.invoiceValue) };
  found.push(...(await codesOf(await bill([of(3, 2), line(60)], rounded))));
  expect(found).toEqual([]);
  // Pieces at ₹100 are cartons of 12 at ₹1,200. The only fault is 28%, which is not a rate of today.
  const cartons = await bill([of(4, 4, { uom: 'CTN' }), of(4, 72)]);
  expect([...new Set(await codesOf(cartons))]).toEqual(['tax_rate_unlawful']);
  expect((await vendor.get(`/api/invoice/lines/${cartons._id}`)).body[0]).toMatchObject({ quantity: 4, unitPrice: 1200, taxable: 4800 });
  expect(await codesOf(await bill([of(4, 1, { uom: 'CTN' })]))).toContain('quantity_above_accepted');
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});

test('vendor and buyer each see the solutions that they can use', async () => {
  const made = await bill([line(100, { unitPrice: 101 })]);
  const wayOut = async (caller: Caller) => (await caller.get(`/api/invoice/match/${made._id}`)).body.findings[0].wayOut;
  expect([await wayOut(vendor), await wayOut(accounts)]).toEqual([
    'Correct the price, or ask the buyer to amend the order.',
    'Amend the order, send the invoice back, or release it.',
  ]);
});

test.each([
  ['S/12-45', 'S/31-77', []],
  ['S/26-27/45', 'S/45', ['duplicate']],
  ['S/2627/045', 'S/45', ['duplicate']],
  ['SFY27/45', 'S/45', ['duplicate']],
  ['S/2024-26/45', 'S/45', []],
])('numbers %s and %s of the same date and value', async (first, second, codes) => {
  await bill([line(50)], { invoiceNumber: first, invoiceDate: today() });
  expect(await codesOf(await bill([line(50)], { invoiceNumber: second, invoiceDate: today() }))).toEqual(codes);
});

const answer = async (caller: Caller, path: string, lines: object[]) =>
  caller.post(`/api/orderAnswer/${path}/${orderId}`, { lines, updatedAt: await orderVersion(api.ctx, orderId) });
const orderNow = async () => (await vendor.get('/api/purChaseOrder/get', { poNumber: 'PO/1' })).body[0];
const proposal = async () => (await vendor.get('/api/invoice/proposal', { orderId })).body.lines;

test('9. an agreed price goes from the confirmation to order, proposal and match', async () => {
  orderId = await ordered({ receivedQuantity: '0' }, { version: '2' });
  const sent = { line: 1, decision: 'change', price: 105, promises: [{ quantity: 100, date: today() }], reason: 'price' };
  expect((await answer(vendor, 'send', [sent])).status).toBe(200);
  expect((await orderNow()).value).toBe(10_500);
  const buyer = await newMember(api, admin, 'approver');
  expect((await answer(buyer, 'decide', [{ line: 1, decision: 'agree' }])).status).toBe(200);
  const order = await orderNow();
  expect([order.value, order.listOfItems[0].itemPrice, order.listOfItems[0].totalCost]).toEqual([11_025, 105, 11_025]);
  // The buyer's system still states its own price, and reports received goods.
  await ordered({}, { version: '3' });
  expect((await orderNow()).value).toBe(11_025);
  expect(await proposal()).toMatchObject([{ quantity: 100, unitPrice: 105, taxable: 10_500 }]);
  expect(await codesOf(await bill([line(99)]))).toEqual([]);
  expect(await codesOf(await bill([line(1, { unitPrice: 107 })]))).toEqual(['price_above_order']);
});

test.each([
  [
    false,
    [
      [40, 100, 4000],
      [60, 105, 6300],
    ],
  ],
  [true, [[100, 105, 10_500]]],
])('9. agreed after 40 were received, these keep their price; from the first piece: %s', async (fromFirstPiece, parts) => {
  orderId = await ordered({ receivedQuantity: '0' }, { version: '2' });
  const sent = { line: 1, decision: 'change', price: 105, promises: [{ quantity: 100, date: today() }], reason: 'price' };
  expect((await answer(vendor, 'send', [sent])).status).toBe(200);
  await ordered({ receivedQuantity: '40' }, { version: '3' });
  const buyer = await newMember(api, admin, 'approver');
  expect((await answer(buyer, 'decide', [{ line: 1, decision: 'agree', fromFirstPiece }])).status).toBe(200);
  await ordered({}, { version: '4' });
  const proposed = await proposal();
  expect(proposed.map(({ quantity, unitPrice, taxable }: Record<string, number>) => [quantity, unitPrice, taxable])).toEqual(parts);
  expect(await codesOf(await bill([line(40, { unitPrice: 105 })]))).toEqual(fromFirstPiece ? [] : ['price_above_order']);
});

test('17. a price that the buyer changes applies to goods accepted since', async () => {
  orderId = await ordered({ receivedQuantity: '40' }, { version: '2' });
  const first = await bill([line(40)]);
  await ordered({ receivedQuantity: '40', unitPrice: '90' }, { version: '3' });
  expect(await states(first)).toEqual(['matched']);
  await ordered({ unitPrice: '90' }, { version: '4' });
  expect(await codesOf(await bill([line(60)]))).toEqual([]);
  expect(await codesOf(await bill([line(0.5, { unitPrice: 100 })]))).toContain('quantity_above_accepted');
});

/** An order kept in the portal, for 10 pieces of an item, with nothing received. */
async function keptHere(): Promise<void> {
  orderId = await ordered({ quantity: '10', receivedQuantity: null }, {}, 'PO/10');
  await api.ctx.db.execute(sql`update purchase_orders set source = 'embedded' where id = ${orderId}`);
}
const receive = (quantity: number, rejected = 0, caller = admin) =>
  caller.post('/api/receipts/create', {
    receiptNumber: `G${api.serial()}`,
    receivedOn: today(),
    lines: [{ orderId, line: 1, quantity, rejected, ...(rejected > 0 ? { reason: 'damaged' } : {}) }],
  });
async function receiveBySheet(quantity: number): Promise<Answer> {
  const { code } = await api.ctx.db.one<{ code: string }>(sql`select code::text from vendors where id = ${vendor.user.id}`);
  const day = today().split('-').reverse().join('-');
  const head = ['Vendor Code', 'PO Number', 'Item Code', 'Receipt Number', 'Receipt Date', 'Quantity'];
  const content = await workbookOf([head, [Number(code), 'PO/10', 'R-1', `S${api.serial()}`, day, quantity]]);
  return admin.send('POST', '/api/buyerData/receipts', {}, { file: { name: 'receipts.xlsx', content } });
}
const confirm = (quantity: number, caller = admin) => caller.post(`/api/buyerData/orders/confirm/${orderId}`, { line: 1, quantity });

test('6. a receipt of 500 of 10 is rejected with the open quantity, until the buyer confirms it in the order', async () => {
  await keptHere();
  const refused = await receive(500);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    {
      lines: 'Line 1 of order PO/10: 10 are open and 500 accepted. Reject the excess, or ask the buyer to confirm it in the order.',
    },
  ]);
  const sheet = await receiveBySheet(500);
  expect([sheet.status, sheet.body.errors]).toMatchObject([201, [{ column: 'Quantity', message: expect.stringContaining('10 are open') }]]);
  // Neither the receiver nor the vendor can confirm it.
  const receiver = await newMember(api, admin, 'receiver');
  expect([(await confirm(500, receiver)).status, (await confirm(500, vendor)).status]).toEqual([403, 403]);
  const buyer = await newMember(api, admin, 'buyer');
  expect((await confirm(500, buyer)).status).toBe(200);
  expect((await receive(500)).status).toBe(200);
  expect(await codesOf(await bill([line(500)]))).toEqual([]);
  expect((await receive(1)).status).toBe(422);
});

test('6. rejected pieces do not count, so their replacements can be received', async () => {
  await keptHere();
  expect((await receive(10, 4)).status).toBe(200);
  expect((await receive(5)).status).toBe(422);
  expect((await receiveBySheet(5)).status).toBe(201);
  expect((await receive(4)).status).toBe(200);
  // A surplus that is rejected immediately is a fact that changes nothing.
  expect((await receive(3, 3)).status).toBe(200);
  expect((await receiveBySheet(1)).status).toBe(201);
  expect(await codesOf(await bill([line(10)]))).toEqual([]);
});

test('6. goods that the ERP receives beyond the order are saved, and count once the buyer confirms them', async () => {
  orderId = await ordered({ quantity: '10', receivedQuantity: '500' }, {}, 'PO/10');
  const made = await bill([line(500)]);
  expect(await codesOf(made)).toEqual(['quantity_above_accepted']);
  expect((await confirm(500)).status).toBe(200);
  expect(await codesOf(made)).toEqual([]);
  // The next version from the buyer's system keeps the confirmation.
  await ordered({ quantity: '10', receivedQuantity: '500' }, { version: '2' }, 'PO/10');
  expect(await codesOf(made)).toEqual([]);
});

test('12. an order with accepted goods can be closed, not cancelled, by form and file', async () => {
  await keptHere();
  expect((await receive(4)).status).toBe(200);
  const cancelled = await admin.post(`/api/buyerData/orders/cancel/${orderId}`, {});
  expect([cancelled.status, cancelled.body.message]).toEqual([
    409,
    expect.stringMatching(/^Goods were accepted against order \S+, and they must be paid for\. Close the order instead\.$/),
  ]);
  const made = await bill([line(4)]);
  expect((await admin.post(`/api/buyerData/orders/close/${orderId}`, { reason: 'Enough' })).status).toBe(200);
  expect([await codesOf(made), await codesOf(await bill([line(1)]))]).toEqual([[], ['quantity_above_accepted']]);
});

test('17. services are accepted as the buyer confirms them', async () => {
  orderId = await ordered({ quantity: '10', receivedQuantity: null, acceptance: 'order' }, {}, 'PO/10');
  const early = await bill([line(4)]);
  expect(await codesOf(early)).toEqual(['quantity_above_accepted']);
  expect((await confirm(4)).status).toBe(200);
  expect([await codesOf(early), await codesOf(await bill([line(1)]))]).toEqual([[], ['quantity_above_accepted']]);
  expect((await vendor.get('/api/invoice/proposal', { orderId })).body.lines).toEqual([]);
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});

test('17. consignment goods are invoiced once the buyer reports their sale, not earlier', async () => {
  orderId = await ordered({ quantity: '10', receivedQuantity: null, acceptance: 'sale' }, {}, 'PO/10');
  await api.ctx.db.execute(sql`update purchase_orders set source = 'embedded' where id = ${orderId}`);
  const early = await bill([line(4)]);
  expect(await codesOf(early)).toEqual(['quantity_above_accepted']);
  // The vendor itself cannot report a sale.
  expect((await receive(4, 0, vendor)).status).toBe(403);
  expect((await receive(4)).status).toBe(200);
  expect([await states(early), await codesOf(await bill([line(1)]))]).toEqual([['matched'], ['quantity_above_accepted']]);
  expect((await receive(6)).status).toBe(200);
  expect(await codesOf(await bill([line(5)]))).toEqual([]);
});

test('17. an order closed short is invoiced for the received goods, after part deliveries and replacements alike', async () => {
  await keptHere();
  expect((await receive(5, 2)).status).toBe(200);
  const first = await bill([line(3)]);
  expect((await receive(2)).status).toBe(200);
  expect((await admin.post(`/api/buyerData/orders/close/${orderId}`, { reason: 'The rest is not needed' })).status).toBe(200);
  const second = await bill([line(2)]);
  expect(await states(first, second)).toEqual(['matched', 'matched']);
  for (const made of [first, second]) expect([(await approve(made)).status, (await pay(made)).status]).toEqual([200, 200]);
  expect(await codesOf(await bill([line(0.001)]))).toContain('quantity_above_accepted');
});

test('a file that changes how an invoiced line is accepted matches its invoices again', async () => {
  await keptHere();
  const { code } = await api.ctx.db.one<{ code: string }>(sql`
    update purchase_orders set external_id = vendor_id || '/' || code_key(number) where id = ${orderId}
    returning (select code::text from vendors where id = vendor_id) as code`);
  const load = async (acceptance: string) => {
    const head = ['Vendor Code', 'PO Number', 'PO Date', 'EAN Code', 'Item Code', 'Item Name', 'Quantity', 'Price', 'Accepted By'];
    const day = today().split('-').reverse().join('-');
    const content = await workbookOf([
      head,
      [Number(code), 'PO/10', day, '8901030516320', 'R-1', 'Basmati Rice 1 kg', 10, 100, acceptance],
    ]);
    const sent = await admin.send('POST', '/api/buyerData/orders', {}, { file: { name: 'orders.xlsx', content } });
    expect([sent.status, sent.body.errors ?? []]).toEqual([200, []]);
  };
  await load('order');
  expect((await confirm(4)).status).toBe(200);
  const made = await bill([line(4)]);
  expect(await codesOf(made)).not.toContain('quantity_above_accepted');
  await load('receipt');
  expect(await codesOf(made)).toContain('quantity_above_accepted');
  await load('order');
  expect(await codesOf(made)).not.toContain('quantity_above_accepted');
});

test('a charge that the settings allow matches up to its limit per order, over all invoices', async () => {
  const freight = { itemName: 'freight', quantity: 1, unitPrice: 300, taxRate: 5, hsnCode: '9965' };
  expect(await codesOf(await bill([line(10), freight]))).toEqual(['line_without_order']);
  expect((await admin.put('/api/settings', { allowedCharges: 'Freight' })).status).toBe(422);
  expect((await admin.put('/api/settings', { allowedCharges: 'Freight 500\nPacking 200.50' })).status).toBe(200);
  expect(await codesOf(await bill([line(10), { ...freight, unitPrice: 200 }]))).toEqual([]);
  expect(await codesOf(await bill([line(10), { ...freight, unitPrice: 1 }]))).toEqual(['charge_above_cap']);
  expect(await codesOf(await bill([line(10), { ...freight, itemName: 'Loading' }]))).toEqual(['line_without_order']);
  expect(await codesOf(await bill([{ ...freight, unitPrice: 1 }]))).toEqual(['line_without_order']);
  expect(await codesOf(await bill([line(10), { ...freight, itemName: 'Packing', unitPrice: 10, taxRate: 18 }]))).toEqual([
    'tax_rate_differs',
  ]);
  expect((await admin.put('/api/settings', { allowedCharges: '' })).status).toBe(200);
});

test('12. a file cannot cancel it either', async () => {
  await keptHere();
  expect((await receive(4)).status).toBe(200);
  const { code } = await api.ctx.db.one<{ code: string }>(sql`
    update purchase_orders set external_id = vendor_id || '/' || code_key(number) where id = ${orderId}
    returning (select code::text from vendors where id = vendor_id) as code`);
  const row = [
    Number(code),
    'PO/10',
    today().split('-').reverse().join('-'),
    'Cancelled',
    '8901030516320',
    'R-1',
    'Basmati Rice 1 kg',
    10,
    100,
  ];
  const head = ['Vendor Code', 'PO Number', 'PO Date', 'Status', 'EAN Code', 'Item Code', 'Item Name', 'Quantity', 'Price'];
  const content = await workbookOf([head, row]);
  const sent = await admin.send('POST', '/api/buyerData/orders', {}, { file: { name: 'orders.xlsx', content } });
  expect(uncoded([sent.status, sent.body.errors])).toEqual([
    201,
    [
      {
        row: 2,
        column: 'Status',
        message: expect.stringMatching(/^Goods were accepted against order \S+, and they must be paid for\. Close the order instead\.$/),
      },
    ],
  ]);
});
