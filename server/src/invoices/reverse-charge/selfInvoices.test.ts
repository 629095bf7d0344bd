import { indianDay } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../../test/api.ts';
import { newMember } from '../../../test/members.ts';
import { meanwhile } from '../../../test/overlap.ts';
import { hasScanner, textOf } from '../../../test/scanner.ts';
import type { Database } from '../../database/database.ts';
import { gstinOf, makeOrder, orderLineOf, samplePdf } from '../../demo/factories.ts';
import { countReceipts } from '../../purchase-orders/received.ts';

let api: Api;
let admin: Caller;
let accounts: Caller;
let farmer: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin();
  accounts = await newMember(api, admin, 'accounts');
  await admin.put('/api/settings', { reverseCharge: '10063020 Rice\n5201' });
});
beforeEach(async () => {
  farmer = await api.newVendor({ kind: 'unregistered', gstin: '', vendorType: 'Farmer' });
});
afterAll(() => api.close());

const daysAgo = (days: number) => indianDay(new Date(Date.now() - days * 86_400_000));

interface Arrival {
  vendor?: Caller;
  receipt?: string;
  rejected?: number;
  receivedOn?: string;
  line?: object;
  place?: string;
}

/** An order of 100 at 100.00 with 5%, with 40 received. */
async function arrived({ vendor = farmer, receipt = 'G-1', rejected = 0, receivedOn = daysAgo(2), line = {}, place = '27' }: Arrival = {}) {
  const poNumber = `PO/S${api.serial()}`;
  const orderId = await makeOrder(api.ctx, vendor.user.id, poNumber, {
    placeOfSupply: place,
    lines: [orderLineOf({ externalId: 'rice', quantity: '100', ...line })],
  });
  await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from purchase_orders where id = ${orderId} for no key update`);
    await tx.execute(sql`
      insert into receipt_lines (source, external_id, vendor_id, order_id, line, number, received_on, quantity, rejected)
      values ('embedded', ${`${orderId}/${receipt}`}, ${vendor.user.id}, ${orderId}, 1, ${receipt}, ${receivedOn}, 40, ${rejected})`);
    await countReceipts(tx, [orderId]);
  });
  return { orderId, receiptNumber: receipt, poNumber };
}
const dueOf = async (vendor = farmer) =>
  ((await accounts.get('/api/selfInvoice/due')).body.due as Record<string, unknown>[]).filter(({ userID }) => userID === vendor.user.id);
const issue = (body: object, caller = accounts) => caller.post('/api/selfInvoice/create', body);
const goodsOf = ({ orderId, receiptNumber }: { orderId: string; receiptNumber: string }) => ({ orderId, receiptNumber });

test('received goods are due within 30 days and invoiced with the buyer’s tax, and the farmer is paid without it', async () => {
  const given = await arrived({ rejected: 4 });
  expect(await dueOf()).toEqual([
    {
      ...given,
      userID: farmer.user.id,
      vendorName: expect.any(String),
      receivedOn: daysAgo(2),
      dueOn: daysAgo(-28),
      overdue: false,
      items: ['Basmati Rice 1 kg'],
    },
  ]);
  const { status, body } = await issue(goodsOf(given));
  expect([status, body.errors]).toEqual([200, undefined]);
  expect(body.message).toMatch(/^Self-invoice SI\/\d\d-\d\d\/\d{4} issued\.$/);
  expect(body.data).toMatchObject({ taxable: 3600, CGSTValue: 90, SGSTValue: 90, IGSTValue: 0, overdue: false });
  expect(body.data.lines).toMatchObject([{ quantity: 36, unitPrice: 100, taxRate: 5, hsnCode: '10063020' }]);
  expect(await dueOf()).toEqual([]);

  const bill = await farmer.post('/api/invoice/check', { lines: [{ orderId: given.orderId, line: 1, quantity: 36 }] });
  expect(bill.body.sums).toEqual({ invoiceValue: 3600, CGSTValue: 0, SGSTValue: 0, IGSTValue: 0 });
  // The vendor's account contains nothing of it.
  const owed = (await farmer.post('/api/purChaseOrder/purchase_payment', { status: 'OS' })).body.result;
  expect(owed).toEqual([]);

  const paper = await accounts.get(`/api/paper/${body.data._id}`, { kind: 'self-invoice' });
  expect(paper.status).toBe(200);
  if (hasScanner) {
    const words = textOf(paper.body as Buffer).replaceAll(/\s+/g, ' ');
    for (const word of ['section 31(3)(f)', 'reverse charge', 'Unregistered', body.data.invoiceNumber, '3,600.00', '90.00'])
      expect(words).toContain(word);
  }
  const [entry] = (await admin.get('/api/audit/get', { action: 'selfInvoice.create' })).body;
  expect(entry.after).toMatchObject({ invoiceNumber: body.data.invoiceNumber, taxable: 3600 });
});

test('between states the tax is IGST, and after 30 days the self-invoice is marked late', async () => {
  const given = await arrived({ receivedOn: daysAgo(31), place: '29' });
  expect(await dueOf()).toMatchObject([{ overdue: true, dueOn: daysAgo(1) }]);
  expect((await issue(goodsOf(given))).body.data).toMatchObject({ IGSTValue: 200, CGSTValue: 0, overdue: true });
  const exact = await arrived({ receivedOn: daysAgo(30), receipt: 'G-2' });
  expect(await dueOf()).toMatchObject([{ overdue: false, dueOn: daysAgo(0) }]);
  expect((await issue(goodsOf(exact))).body.data).toMatchObject({ overdue: false });
});

test('goods get only one self-invoice, however often it is requested', async () => {
  const given = await arrived();
  const replies = await Promise.all([1, 2, 3].map(() => issue(goodsOf(given))));
  expect(statusesOf(replies)).toEqual([200, 409, 409]);
  expect((await issue({ ...goodsOf(given), invoiceNumber: 'AGAIN/1' })).status).toBe(409);
});

test('a number is used once per financial year, in upper or lower case, and follows Rule 46', async () => {
  const [one, two] = [await arrived(), await arrived({ receipt: 'G-2' })];
  const invoiceNumber = `RC/${api.serial()}`;
  expect((await issue({ ...goodsOf(one), invoiceNumber })).body.data).toMatchObject({ invoiceNumber });
  const again = await issue({ ...goodsOf(two), invoiceNumber: invoiceNumber.toLowerCase() });
  expect([again.status, Object.keys(again.body.errors)]).toEqual([409, ['invoiceNumber']]);
  for (const wrong of ['RC/26-27/12345678', 'RC 1', '/1', 'RC_1'])
    expect((await issue({ ...goodsOf(two), invoiceNumber: wrong })).body.errors).toEqual({ invoiceNumber: expect.any(String) });
  expect((await dueOf()).length).toBe(1);
});

test('no self-invoice is issued for goods whose receipt was cancelled in the meantime', async () => {
  const given = await arrived();
  const cancelling = async (tx: Database) => {
    await tx.execute(sql`select from purchase_orders where id = ${given.orderId} for no key update`);
    await tx.execute(sql`update receipt_lines set quantity = 0 where order_id = ${given.orderId}`);
    await countReceipts(tx, [given.orderId]);
  };
  const [reply] = await meanwhile(api, cancelling, [() => issue(goodsOf(given))]);
  expect(reply?.status).toBe(409);
});

/** The number that the portal assigns to newly received goods. */
const nextGiven = async () => (await issue(goodsOf(await arrived({ receipt: `G-${api.serial()}` })))).body.data?.invoiceNumber as string;
const typed = async (invoiceNumber: string) =>
  (await issue({ ...goodsOf(await arrived({ receipt: `G-${api.serial()}` })), invoiceNumber })).status;
const following = (number: string, by: number) =>
  number.replace(/\d+$/, (digits) => String(Number(digits) + by).padStart(digits.length, '0'));

test('a manually entered number neither stops nor moves the series', async () => {
  const first = await nextGiven();
  expect(await typed(following(first, 1).toLowerCase())).toBe(200);
  expect(await nextGiven()).toBe(following(first, 2));
  // The number after the highest has 17 characters.
  expect(await typed(first.replace(/\d+$/, '9999999'))).toBe(200);
  expect(await nextGiven()).toBe(following(first, 3));
});

test('two receipts at the same time get two numbers', async () => {
  const goods = [await arrived({ receipt: 'G-1' }), await arrived({ receipt: 'G-2' }), await arrived({ receipt: 'G-3' })];
  const replies = await Promise.all(goods.map((each) => issue(goodsOf(each))));
  expect(statusesOf(replies)).toEqual([200, 200, 200]);
  expect(new Set(replies.map(({ body }) => body.data.invoiceNumber)).size).toBe(3);
});

test('the date of a self-invoice is neither after today nor before the receipt', async () => {
  const given = goodsOf(await arrived());
  for (const invoiceDate of [daysAgo(-1), daysAgo(3)])
    expect((await issue({ ...given, invoiceDate })).body.errors).toEqual({ invoiceDate: expect.any(String) });
  expect((await issue({ ...given, invoiceDate: daysAgo(2) })).status).toBe(200);
});

test('vendors cannot issue, list or read self-invoices, and of the buyer only accounts can issue them', async () => {
  const given = goodsOf(await arrived());
  expect((await issue(given, farmer)).status).toBe(403);
  expect((await issue(given, await newMember(api, admin, 'receiver'))).status).toBe(403);
  for (const path of ['due', 'get']) expect((await farmer.get(`/api/selfInvoice/${path}`)).status).toBe(403);
  const { _id } = (await issue(given)).body.data;
  expect((await farmer.get(`/api/paper/${_id}`, { kind: 'self-invoice' })).status).toBe(404);
});

test('goods of registered vendors, other codes, rejected goods and goods received after a registration are not due', async () => {
  const registered = await api.newVendor();
  const theirs = await arrived({ vendor: registered });
  expect(await dueOf(registered)).toEqual([]);
  expect((await issue(goodsOf(theirs))).status).toBe(409);
  await arrived({ line: { hsnCode: '10061010' } });
  await arrived({ rejected: 40, receipt: 'G-2' });
  expect(await dueOf()).toEqual([]);
  const [{ panNo }] = (await farmer.get('/api/auth/user')).body as [{ panNo: string }];
  const proof = { gstpicture: { name: 'gst.pdf', content: samplePdf('certificate') } };
  await admin.send('PUT', `/api/auth/edit/${farmer.user.id}`, { kind: 'regular', GST: gstinOf(panNo, '27') }, proof);
  await arrived({ receivedOn: daysAgo(0), receipt: 'G-3' });
  const before = await arrived({ receivedOn: daysAgo(1), receipt: 'G-4' });
  expect(await dueOf()).toMatchObject([{ receiptNumber: 'G-4' }]);
  expect((await issue(goodsOf(before))).status).toBe(200);
});

test('no self-invoice is issued without a known rate', async () => {
  const given = await arrived({ line: { hsnCode: '52010000', rate: null } });
  await api.ctx.db.execute(sql`delete from gst_rates where hsn_prefix like '52%'`);
  expect((await issue(goodsOf(given))).body.errors).toEqual({ orderId: expect.stringMatching(/Basmati.*GST rates/) });
});

const cancelling = (id: string, body: object = { reason: 'Wrong date' }, caller = accounts) =>
  caller.post(`/api/selfInvoice/cancel/${id}`, body);

test('a cancelled self-invoice makes its goods due again, and its number is not reused', async () => {
  const given = goodsOf(await arrived());
  const first = (await issue(given)).body.data;
  const { status, body } = await cancelling(first._id);
  expect([status, body.data]).toEqual([200, { ...first, isCancelled: true, cancelReason: 'Wrong date' }]);
  expect(await dueOf()).toMatchObject([{ receiptNumber: given.receiptNumber }]);
  expect((await issue({ ...given, invoiceNumber: first.invoiceNumber })).body.errors).toEqual({ invoiceNumber: expect.any(String) });
  const second = (await issue(given)).body.data;
  expect(second.invoiceNumber).not.toBe(first.invoiceNumber);
  expect(quantitiesOf(await issue(given))).toBeUndefined();
  const [entry] = (await admin.get('/api/audit/get', { action: 'selfInvoice.cancel' })).body;
  expect(entry).toMatchObject({ entityId: first._id, after: { cancelReason: 'Wrong date' } });
});

test('a self-invoice is cancelled once, however many users cancel it', async () => {
  const { _id } = (await issue(goodsOf(await arrived()))).body.data;
  expect(statusesOf(await Promise.all([1, 2, 3].map(() => cancelling(_id))))).toEqual([200, 409, 409]);
});

test('a cancellation needs a reason, and vendors and receivers cannot cancel', async () => {
  const { _id } = (await issue(goodsOf(await arrived()))).body.data;
  for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }]) expect((await cancelling(_id, body)).status).toBe(422);
  for (const caller of [farmer, await newMember(api, admin, 'receiver')])
    expect((await cancelling(_id, undefined, caller)).status).toBe(403);
  expect((await cancelling('999999')).status).toBe(404);
  expect(await dueOf()).toEqual([]);
});

test.each(['rice', '1', '123 Rice', '10063020x'])('a setting of %j is rejected', async (reverseCharge) => {
  expect((await admin.put('/api/settings', { reverseCharge })).body.errors).toEqual({ reverseCharge: expect.any(String) });
});

test('a backdated self-invoice is late anyway, because the date of entry counts', async () => {
  const late = await arrived({ receivedOn: daysAgo(31) });
  for (const [given, invoiceDate] of [
    [late, daysAgo(31)],
    [await arrived({ receivedOn: daysAgo(40), receipt: 'G-2' }), daysAgo(10)],
    [await arrived({ receivedOn: daysAgo(31), receipt: 'G-3' }), daysAgo(0)],
  ] as const) {
    const { data } = (await issue({ ...goodsOf(given), invoiceDate })).body;
    expect(data).toMatchObject({ invoiceDate, overdue: true });
    const listed = (await accounts.get('/api/selfInvoice/get')).body.selfInvoices as { _id: string; overdue: boolean }[];
    expect(listed.find(({ _id }) => _id === data._id)).toMatchObject({ overdue: true });
  }
  const inTime = await arrived({ receivedOn: daysAgo(30), receipt: 'G-4' });
  expect((await issue({ ...goodsOf(inTime), invoiceDate: daysAgo(30) })).body.data).toMatchObject({ overdue: false });
});

/** Enters a receipt as a receiver does. */
async function received(orderId: string, receiptNumber: string, quantity: number): Promise<{ _id: string; updatedAt: string }> {
  const lines = [{ orderId, line: 1, quantity }];
  const { status, body } = await admin.post('/api/receipts/create', { receiptNumber, receivedOn: daysAgo(0), lines });
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
}
const cancelled = async ({ _id, updatedAt }: { _id: string; updatedAt: string }) =>
  expect((await admin.post(`/api/receipts/cancel/${_id}`, { reason: 'Entered twice', updatedAt })).status).toBe(200);
const quantitiesOf = ({ body }: Awaited<ReturnType<typeof issue>>) =>
  body.data?.lines.map(({ quantity }: { quantity: number }) => quantity);
/** An order of 100 with nothing received. */
const ordered = (lines = [orderLineOf({ externalId: 'rice', quantity: '100' })], number = `PO/S${api.serial()}`, version = '1') =>
  makeOrder(api.ctx, farmer.user.id, number, { placeOfSupply: '27', lines, version });

test('a receipt number that was cancelled is due again once it is used for other goods', async () => {
  const orderId = await ordered();
  const first = await received(orderId, 'R-1', 40);
  const given = { orderId, receiptNumber: 'R-1' };
  expect((await issue(given)).status).toBe(200);
  await cancelled(first);
  expect(await dueOf()).toEqual([]);
  expect((await issue(given)).status).toBe(409);
  const second = await received(orderId, 'R-1', 25);
  expect(await dueOf()).toMatchObject([{ receiptNumber: 'R-1' }]);
  expect(quantitiesOf(await issue(given))).toEqual([25]);
  expect((await issue(given)).status).toBe(409);
  // A third self-invoice under the number becomes due too.
  await cancelled(second);
  await received(orderId, 'R-1', 5);
  expect(statusesOf(await Promise.all([issue(given), issue(given)]))).toEqual([200, 409]);
});

test('more goods of a reported receipt are due by themselves, and its earlier goods are not due again', async () => {
  const given = await arrived();
  expect(quantitiesOf(await issue(goodsOf(given)))).toEqual([40]);
  const now = (quantity: number) =>
    api.ctx.db.transaction(async (tx) => {
      await tx.execute(sql`select from purchase_orders where id = ${given.orderId} for no key update`);
      await tx.execute(sql`update receipt_lines set quantity = ${quantity} where order_id = ${given.orderId}`);
      await countReceipts(tx, [given.orderId]);
    });
  for (const quantity of [30, 0, 40]) {
    await now(quantity);
    expect([quantity, await dueOf()]).toEqual([quantity, []]);
  }
  await now(60);
  expect(quantitiesOf(await issue(goodsOf(given)))).toEqual([20]);
  expect(await dueOf()).toEqual([]);
});

test('goods stay on their self-invoice when an amendment moves their line', async () => {
  const [number, rice] = [`PO/S${api.serial()}`, orderLineOf({ externalId: 'rice', quantity: '100' })];
  const orderId = await ordered([rice], number);
  await received(orderId, 'R-1', 40);
  expect((await issue({ orderId, receiptNumber: 'R-1' })).status).toBe(200);
  const other = orderLineOf({ externalId: 'other', itemCode: 'OTHER', itemName: 'Other', hsnCode: '10061010' });
  expect(await ordered([other, rice], number, '2')).toBe(orderId);
  expect(await dueOf()).toEqual([]);
  expect((await issue({ orderId, receiptNumber: 'R-1' })).status).toBe(409);
});
