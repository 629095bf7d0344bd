import { messages as memoMessages } from '@aapurti/contract/memos/memoMessages';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import sql from 'sql-template-tag';

import { type Answer, type Api, type Caller, startApi } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';
import { verifyBooks } from '../payments/verify.ts';
import { compareMoved } from './match.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';
import { countReceipts } from '../purchase-orders/received.ts';

let api: Api;
let admin: Caller;
let accounts: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
  accounts = await newMember(api, admin, 'accounts');
});
beforeEach(async () => {
  vendor = await api.newVendor();
});
afterAll(() => api.close());

const LINE = { externalId: 'rice', quantity: '100' };

/** An order of 100 at 100.00 with 5%, with `receivedQuantity` received. */
const arrived = (receivedQuantity: string, more: object = {}) =>
  makeOrder(api.ctx, vendor.user.id, 'PO/1', { lines: [orderLineOf({ ...LINE, receivedQuantity })], ...more });

const of = (orderId: string, quantity: number, more: object = {}) => [{ orderId, line: 1, quantity, ...more }];

async function send(lines: object[], more: object = {}, caller = vendor): Promise<Answer> {
  const checked = await caller.post('/api/invoice/check', { lines, ...more });
  expect(checked.status).toBe(200);
  return caller.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...checked.body.sums, lines, ...more });
}

async function matchOf(id: string, caller = vendor) {
  const { body } = await caller.get(`/api/invoice/match/${id}`);
  return body;
}

const faultsOf = ({ findings }: { findings: { outcome: string; rule: string }[] }) =>
  findings.filter(({ outcome }) => outcome === 'fault').map(({ rule }) => rule);

async function receive(orderId: string, number: string, quantity: number): Promise<void> {
  await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from purchase_orders where id = ${orderId} for no key update`);
    await tx.execute(sql`
      insert into receipt_lines (source, external_id, vendor_id, order_id, line, number, received_on, quantity)
      values ('embedded', ${`${orderId}/${number}`}, ${vendor.user.id}, ${orderId}, 1, ${number}, '2026-11-10', ${quantity})`);
    await countReceipts(tx, [orderId]);
  });
}

test('the vendor sees the differences before sending the invoice, and nothing is saved', async () => {
  const orderId = await arrived('92');
  const { body } = await vendor.post('/api/invoice/check', { lines: of(orderId, 100, { unitPrice: 102 }) });
  expect(body.sums).toEqual({ invoiceValue: 10710, CGSTValue: 255, SGSTValue: 255, IGSTValue: 0 });
  expect(body.findings).toMatchObject([
    {
      rule: 'quantity',
      line: 1,
      outcome: 'fault',
      expected: '92',
      found: '100',
      message: 'Line 1: invoiced 100, accepted 92.',
      wayOut: 'Reduce the quantity to 92 or add a credit memo for 8.',
    },
    { rule: 'price', line: 1, outcome: 'fault', expected: '₹100.00', found: '₹102.00', document: 'PO/1' },
  ]);
  expect((await vendor.get('/api/invoice/get')).body).toEqual([]);
  expect((await vendor.post('/api/invoice/check', { lines: of(orderId, 92) })).body.findings).toEqual([]);
});

test('an invoice is matched, or is an exception that the list can filter', async () => {
  const orderId = await arrived('92');
  const matched = (await send(of(orderId, 90))).body.data;
  expect(matched.matchState).toBe('matched');
  const second = (await send(of(orderId, 3))).body.data;
  expect(second.matchState).toBe('exception');
  expect(await matchOf(second._id)).toMatchObject({
    matchState: 'exception',
    lines: [{ quantity: 3 }],
    findings: [{ message: `Line 1: invoiced 3 and 90 before (invoice ${matched.invoiceNumber}), accepted 92.` }],
  });
  expect((await vendor.get('/api/invoice/get', { match: 'exception' })).body).toMatchObject([{ _id: second._id }]);
  // The previous invoice is smaller now, so this one fits.
  await vendor.put(`/api/invoice/edit/${matched._id}`, { lines: of(orderId, 89), invoiceValue: 9345, CGSTValue: 222.5, SGSTValue: 222.5 });
  expect((await matchOf(second._id)).matchState).toBe('matched');
  expect((await vendor.delete(`/api/invoice/delete/${matched._id}`)).status).toBe(200);
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});

test('findings saved with an older wording, or without their values, are saved again at the next match', async () => {
  const orderId = await arrived('92');
  const { _id } = (await send(of(orderId, 100))).body.data;
  const last = sql`run_id = (select max(id) from match_runs where invoice_id = ${_id})`;
  const stored = () => api.ctx.db.rows(sql`select message, texts is not null as "isMade" from match_results where ${last} order by no`);
  const compare = () => api.ctx.db.transaction((tx) => compareMoved(tx, { orders: [orderId] }));
  for (const was of [sql`message = 'Line 1: too much.'`, sql`texts = null`]) {
    await api.ctx.db.execute(sql`update match_results set ${was} where ${last}`);
    await compare();
    expect(await stored()).toEqual([{ message: 'Line 1: invoiced 100, accepted 92.', isMade: true }]);
  }
  await compare();
  expect(await api.ctx.db.rows(sql`select from match_runs where invoice_id = ${_id}`)).toHaveLength(3);
});

test('an invoice is matched again after a receipt, an amendment and a credit memo', async () => {
  const orderId = await arrived('0');
  const { _id, invoiceNumber } = (await send(of(orderId, 50))).body.data;
  expect(faultsOf(await matchOf(_id))).toEqual(['quantity']);
  await receive(orderId, '881', 40);
  expect((await matchOf(_id)).findings[0].message).toBe('Line 1: invoiced 50, accepted 40.');
  const memo = { vendorInvoiceRef: invoiceNumber, productName: 'basmati rice 1 KG', itemQuantity: 10, amount: 1050 };
  const credit = (await vendor.post('/api/creditMemo/AddUserCreditMemo', memo)).body.data;
  expect((await matchOf(_id)).matchState).toBe('matched');
  // A credit memo cannot exceed the invoice; one for another item returns no goods.
  const change = (memoBody: object) => vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${credit._id}`, memoBody);
  expect((await change({ itemQuantity: 51, amount: 5355 })).status).toBe(422);
  expect((await change({ itemQuantity: 51, amount: 5250 })).body.data.lines).toMatchObject([{ no: 1, quantity: null }]);
  expect((await change({ productName: 'Salt' })).status).toBe(200);
  expect(faultsOf(await matchOf(_id))).toEqual(['quantity']);
  await vendor.delete(`/api/creditMemo/removeUserCreditMemo/${credit._id}`);
  await receive(orderId, '882', 60);
  expect((await matchOf(_id)).matchState).toBe('matched');
  await arrived('100', { version: '2', lines: [orderLineOf({ ...LINE, receivedQuantity: '100', unitPrice: '90' })] });
  expect(faultsOf(await matchOf(_id))).toEqual([]);
  const fromFirst = { ...LINE, receivedQuantity: '100', unitPrice: '80', fromFirstPiece: true };
  await arrived('100', { version: '2a', lines: [orderLineOf(fromFirst)] });
  expect(faultsOf(await matchOf(_id))).toEqual(['price']);
  await arrived('100', { version: '3', status: 'Cancelled', lines: [orderLineOf({ ...LINE, receivedQuantity: '100' })] });
  expect(faultsOf(await matchOf(_id))).toEqual(['order', 'price']);
  const runs = await api.ctx.db.rows<{ state: string }>(sql`select state from match_runs where invoice_id = ${_id} order by id`);
  expect(runs.length).toBe(7);
});

test('a credit memo for less than the goods cost does not reduce the invoiced quantity', async () => {
  const orderId = await arrived('100');
  const first = (await send(of(orderId, 100))).body.data;
  const second = (await send(of(orderId, 100))).body.data;
  const states = async () => [(await matchOf(first._id)).matchState, (await matchOf(second._id)).matchState];
  expect(await states()).toEqual(['matched', 'exception']);
  const memo = { vendorInvoiceRef: first.invoiceNumber, productName: 'Basmati Rice 1 kg', itemQuantity: 100 };
  const credit = (await vendor.post('/api/creditMemo/AddUserCreditMemo', memo)).body.data;
  const change = (amount: number) => vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${credit._id}`, { amount });
  expect(await states()).toEqual(['matched', 'exception']);
  await change(350);
  expect(await states()).toEqual(['matched', 'exception']);
  await change(10_498.99);
  expect(await states()).toEqual(['matched', 'exception']);
  await change(10_499);
  expect(await states()).toEqual(['matched', 'matched']);
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});

test.each([
  ['approved', (id: string) => accounts.post('/api/invoice/approve', { invoiceIdList: [id] })],
  [
    'paid in part',
    async (id: string) => {
      const { invoiceNumber } = (await vendor.get(`/api/invoice/get/${id}`)).body[0];
      return accounts.post('/api/vendorPaymentReport/create', { userID: vendor.user.id, invoiceNumber, amount: 10, paymentMode: 'online' });
    },
  ],
])('a credit memo stays while another invoice that is %s rests on it', async (_what, settle) => {
  const orderId = await arrived('100');
  const first = (await send(of(orderId, 100))).body.data;
  const memo = { vendorInvoiceRef: first.invoiceNumber, productName: 'Basmati Rice 1 kg', itemQuantity: 100, amount: 10_500 };
  const { _id } = (await vendor.post('/api/creditMemo/AddUserCreditMemo', memo)).body.data;
  const second = (await send(of(orderId, 100))).body.data;
  expect(second.matchState).toBe('matched');
  expect((await settle(second._id)).status).toBe(200);
  const change = (body: object) => vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${_id}`, body);
  const remove = () => vendor.delete(`/api/creditMemo/removeUserCreditMemo/${_id}`);
  const refused = [
    await remove(),
    await change({ itemQuantity: 99, amount: 10_395 }),
    await change({ amount: 350 }),
    await change({ vendorInvoiceRef: 'another' }),
  ];
  expect(refused.map(({ status, body }) => [status, body.message])).toEqual(
    refused.map(() => [409, memoMessages.rested(second.invoiceNumber)]),
  );
  expect((await matchOf(second._id)).matchState).not.toBe('exception');
  expect((await change({ description: 'Wet bags' })).status).toBe(200);
  // More goods are received, so the release is no longer needed.
  await arrived('200', { version: '2', lines: [orderLineOf({ ...LINE, quantity: '200', receivedQuantity: '200' })] });
  expect((await remove()).status).toBe(200);
});

test('the books count a credit memo with its whole amount, as the match does', async () => {
  const orderId = await arrived('100');
  const first = (await send(of(orderId, 100))).body.data;
  const memo = { vendorInvoiceRef: first.invoiceNumber, productName: 'Basmati Rice 1 kg', itemQuantity: 100, amount: 10_500 };
  const { _id } = (await vendor.post('/api/creditMemo/AddUserCreditMemo', memo)).body.data;
  const second = (await send(of(orderId, 100))).body.data;
  const billed = async () => (await verifyBooks(api.ctx.db)).differences.filter(({ of: what }) => what.endsWith(`invoice ${second._id}`));
  expect([second.matchState, await billed()]).toEqual(['matched', []]);
  const takeBack = (quantity: number | null) =>
    api.ctx.db.execute(sql`update memo_lines set quantity = ${quantity} where memo_id = ${_id}`);
  await takeBack(null);
  expect(await billed()).toMatchObject([{ books: 'invoiced of an order line', kept: '200', recomputed: 'at most 100' }]);
  await takeBack(99.5);
  expect(await billed()).toMatchObject([{ kept: '100.5' }]);
  await takeBack(100);
  expect(await billed()).toEqual([]);
});

test('another user releases an exception, within the limit and in the version that was displayed', async () => {
  const orderId = await arrived('92');
  const { _id, invoiceNumber: number } = (await send(of(orderId, 100))).body.data;
  const release = (body: object, caller = accounts) => caller.post(`/api/invoice/release/${_id}`, body);
  expect((await release({})).body.errors).toEqual({ reason: 'Enter a reason.' });
  expect((await release({ reason: 'x', runId: '0' })).body.message).toBe(
    `The match of invoice ${number} has changed since you opened it. New: Line 1: invoiced 100, accepted 92. Review it again.`,
  );
  const limited = await newMember(api, admin, 'accounts');
  await api.ctx.db.execute(sql`update memberships set limit_amount = 10499.99 where user_id = ${limited.user.id}`);
  const refused = await release({ reason: 'x' }, limited);
  expect([refused.status, refused.body.message]).toEqual([403, '₹10,500.00 is above your limit of ₹10,499.99. Ask another user.']);
  expect((await release({ reason: 'x' }, vendor)).status).toBe(403);
  const { runId } = await matchOf(_id);
  const done = await release({ reason: 'Agreed by telephone', runId });
  expect([done.status, done.body.data.matchState]).toEqual([200, 'released']);
  expect(done.body.data.decisions).toMatchObject([{ kind: 'release', reason: 'Agreed by telephone', by: expect.stringMatching(/\w/) }]);
  expect((await matchOf(_id)).decisions).toMatchObject([{ by: null }]);
  expect((await release({ reason: 'x' })).status).toBe(409);
  // An unchanged invoice stays released when it is saved again; another fault ends the release.
  await vendor.put(`/api/invoice/edit/${_id}`, { remarks: 'By lorry' });
  expect((await matchOf(_id)).matchState).toBe('released');
  await vendor.put(`/api/invoice/edit/${_id}`, { lines: of(orderId, 101), invoiceValue: 10605, CGSTValue: 252.5, SGSTValue: 252.5 });
  expect((await matchOf(_id)).matchState).toBe('exception');
});

test('a release for a few pieces does not cover many', async () => {
  const orderId = await arrived('100');
  const dear = (quantity: number) => of(orderId, quantity, { unitPrice: 150, discount: 0 });
  const { _id } = (await send(dear(10))).body.data;
  expect((await accounts.post(`/api/invoice/release/${_id}`, { reason: 'Agreed for ten' })).status).toBe(200);
  const { sums } = (await vendor.post('/api/invoice/check', { lines: dear(100) })).body;
  expect((await vendor.put(`/api/invoice/edit/${_id}`, { lines: dear(100), ...sums })).status).toBe(200);
  expect((await matchOf(_id)).matchState).toBe('exception');
  // A new match of the order does not restore the release either.
  await receive(orderId, '884', 1);
  expect((await matchOf(_id)).matchState).toBe('exception');
  expect((await accounts.post(`/api/invoice/release/${_id}`, { reason: 'Agreed for all' })).status).toBe(200);
});

test('no user can release their own entry', async () => {
  const orderId = await arrived('92');
  const { _id, invoiceNumber } = (await send(of(orderId, 100), { userID: vendor.user.id }, admin)).body.data;
  const refused = await admin.post(`/api/invoice/release/${_id}`, { reason: 'x' });
  expect([refused.status, refused.body.message]).toEqual([403, `You entered invoice ${invoiceNumber}. Someone else must release it.`]);
  expect((await accounts.post(`/api/invoice/release/${_id}`, { reason: 'x' })).status).toBe(200);
});

test('an invoice is sent back with reasons by line, and counts as invoiced again once the vendor changes it', async () => {
  const orderId = await arrived('92');
  const { _id } = (await send(of(orderId, 100))).body.data;
  const other = (await send(of(orderId, 92))).body.data;
  expect(other.matchState).toBe('exception');
  const body = { reason: 'Not what arrived', lines: [{ line: 1, reason: '8 were damaged' }] };
  expect((await accounts.post(`/api/invoice/return/${_id}`, { reason: ' ' })).status).toBe(422);
  expect((await accounts.post(`/api/invoice/return/${_id}`, body)).body.data).toMatchObject({
    matchState: 'returned',
    decisions: [{ kind: 'return', lines: body.lines }],
  });
  expect((await matchOf(other._id)).matchState).toBe('matched');
  await receive(orderId, '883', 100);
  expect((await matchOf(_id)).matchState).toBe('returned');
  const told = await vendor.get('/api/notices');
  expect(told.body.notices[0]).toMatchObject({ kind: 'invoices', detail: `Reason: ${body.reason}` });
  await vendor.put(`/api/invoice/edit/${_id}`, { lines: of(orderId, 8), invoiceValue: 840, CGSTValue: 20, SGSTValue: 20 });
  expect((await matchOf(_id)).matchState).toBe('matched');
  expect((await matchOf(other._id)).matchState).toBe('matched');
  expect((await accounts.post(`/api/invoice/return/${_id}`, body)).status).toBe(200);
});

test('only matched, released or approved invoices are paid if the controls say so, including invoices without lines', async () => {
  const orderId = await arrived('92');
  const { _id, invoiceNumber } = (await send(of(orderId, 100))).body.data;
  const plain = (await vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 118 })).body.data;
  const pay = (number: string) =>
    accounts.post('/api/vendorPaymentReport/create', { userID: vendor.user.id, invoiceNumber: number, amount: 10, paymentMode: 'online' });
  expect((await pay(invoiceNumber)).status).toBe(200);
  await admin.put('/api/settings', { payOnlyMatched: true });
  const refused = await pay(invoiceNumber);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    {
      invoiceNumber: `Invoice ${invoiceNumber} is an unreleased exception and cannot be paid yet. It must be released or corrected first.`,
    },
  ]);
  expect((await pay(plain.invoiceNumber)).body.errors.invoiceNumber).toContain('is not approved');
  expect((await accounts.post('/api/invoice/approve', { invoiceIdList: [plain._id] })).status).toBe(200);
  expect((await pay(plain.invoiceNumber)).status).toBe(200);
  await accounts.post(`/api/invoice/release/${_id}`, { reason: 'Agreed' });
  expect((await pay(invoiceNumber)).status).toBe(200);
  await admin.put('/api/settings', { payOnlyMatched: false });
});

test('tolerances can apply to a vendor, a category or both', async () => {
  const orderId = await arrived('92');
  const quantityFault = async () => faultsOf((await vendor.post('/api/invoice/check', { lines: of(orderId, 95) })).body);
  expect(await quantityFault()).toEqual(['quantity']);
  const tolerance = { userID: vendor.user.id, quantity: 5, price: 0, priceAmount: 1 };
  const saved = await admin.put('/api/matchTolerance/save', tolerance);
  expect(saved.body.data).toMatchObject({ userID: vendor.user.id, category: null, quantity: 5 });
  expect(await quantityFault()).toEqual([]);
  await admin.put('/api/matchTolerance/save', { ...tolerance, quantity: 1 });
  const listed = (await admin.get('/api/matchTolerance/get')).body;
  expect(listed).toMatchObject([
    { userID: null, category: null, validFrom: null, quantity: 0, price: 0, priceAmount: 1, state: 'now' },
    { _id: saved.body.data._id, quantity: 1, state: 'now' },
  ]);
  expect(await quantityFault()).toEqual(['quantity']);
  await api.ctx.db.execute(
    sql`insert into items (item_code, ean, item_name, category_name) values ('R-1', '8901030516320', 'Rice', 'Staples')`,
  );
  const own = await admin.put('/api/matchTolerance/save', { ...tolerance, category: 'staples' });
  expect(await quantityFault()).toEqual([]);
  expect((await admin.delete(`/api/matchTolerance/remove/${own.body.data._id}`)).status).toBe(200);
  expect(await quantityFault()).toEqual(['quantity']);
  expect((await admin.put('/api/matchTolerance/save', { ...tolerance, userID: '' })).body.errors).toEqual({
    userID: 'Choose a vendor or a category.',
  });
  expect((await vendor.put('/api/matchTolerance/save', tolerance)).status).toBe(403);
});

test('twenty invoices within the tolerance are an exception if they exceed it together', async () => {
  const orderId = await arrived('100');
  await admin.put('/api/matchTolerance/save', { userID: vendor.user.id, quantity: 2, price: 0, priceAmount: 1 });
  const states: string[] = [];
  for (let lorry = 1; lorry <= 20; lorry += 1) states.push((await send(of(orderId, 5.11))).body.data.matchState);
  // 19 parts are 97.09, and 20 are 102.2, above the limit of 102.
  expect(states).toEqual([...Array<string>(19).fill('matched'), 'exception']);
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});

test('of 101 pieces received for 100 ordered, only 100 can be invoiced until the buyer confirms the excess', async () => {
  const orderId = await arrived('101');
  const { _id, matchState } = (await send(of(orderId, 101))).body.data;
  expect(matchState).toBe('exception');
  expect((await matchOf(_id)).findings[0].message).toBe('Line 1: invoiced 101, accepted 101, 100 allowed.');
  expect((await vendor.get('/api/invoice/proposal', { orderId })).body.lines).toEqual([]);
  expect(faultsOf((await vendor.post('/api/invoice/check', { lines: of(orderId, 1) })).body)).toEqual(['quantity']);
});

test('the books are checked with the tolerances that applied when an invoice was matched', async () => {
  const orderId = await arrived('100');
  const saved = await admin.put('/api/matchTolerance/save', { userID: vendor.user.id, quantity: 5, price: 0, priceAmount: 1 });
  const { _id, matchState } = (await send(of(orderId, 105))).body.data;
  expect(matchState).toBe('matched');
  const beyond = async () =>
    (await verifyBooks(api.ctx.db)).differences
      .filter(({ books }) => books === 'invoiced of an order line')
      .map(({ of: _of, ...rest }) => rest);
  expect(await beyond()).toEqual([]);
  // An invoice matched with the tolerance stays right; the book check finds a quantity beyond it.
  await api.ctx.db.execute(sql`delete from match_tolerances where id = ${saved.body.data._id}`);
  expect(await beyond()).toEqual([]);
  const bill = (quantity: number) =>
    api.ctx.db.execute(sql`update invoice_lines set quantity = ${quantity}, ordered_quantity = ${quantity} where invoice_id = ${_id}`);
  await bill(105.001);
  expect(await beyond()).toEqual([{ books: 'invoiced of an order line', kept: '105.001', recomputed: 'at most 105' }]);
  // A credit memo takes back the excess.
  const { invoiceNumber } = (await vendor.get(`/api/invoice/get/${_id}`)).body[0];
  await bill(105);
  const memo = { vendorInvoiceRef: invoiceNumber, productName: 'Basmati Rice 1 kg', itemQuantity: 10, amount: 1050 };
  await vendor.post('/api/creditMemo/AddUserCreditMemo', memo);
  // The invoice is matched again with the memo: no tolerance applies any more, and 95 are fewer than 100.
  expect((await matchOf(_id)).matchState).toBe('matched');
  await bill(110);
  expect(await beyond()).toEqual([]);
  await bill(110.5);
  expect(await beyond()).toEqual([{ books: 'invoiced of an order line', kept: '100.5', recomputed: 'at most 100' }]);
  await bill(105);
});

test('concurrent invoices and receipts never match beyond the accepted quantity', async () => {
  const orderId = await arrived('0');
  const lines = of(orderId, 10);
  const head = { invoiceValue: 1050, CGSTValue: 25, SGSTValue: 25, lines };
  await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      index % 2 === 0
        ? receive(orderId, `G${index}`, 5)
        : vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...head }),
    ),
  );
  const states = (await vendor.get('/api/invoice/get', { sortBy: 'createdAt' })).body.map(
    ({ matchState }: { matchState: string }) => matchState,
  );
  expect(states).toEqual([...Array<string>(4).fill('matched'), ...Array<string>(4).fill('exception')]);
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});
