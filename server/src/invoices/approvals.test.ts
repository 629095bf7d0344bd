import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import hindi from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import { translator } from '@aapurti/contract/words/translate';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';
import { meanwhile } from '../../test/overlap.ts';
import { verifyBooks } from '../payments/verify.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';
import type { Database } from '../database/database.ts';

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

interface Made {
  _id: string;
  invoiceNumber: string;
  updatedAt: string;
  matchState: string;
}

/** An invoice for this many of 100 accepted pieces, at 100.00 with 5%. */
async function invoiced(quantity: number, caller = vendor): Promise<Made> {
  const orderId = await makeOrder(api.ctx, vendor.user.id, `PO/${api.serial()}`, {
    lines: [orderLineOf({ quantity: '100', receivedQuantity: '100' })],
  });
  const lines = [{ orderId, line: 1, quantity }];
  const of = { userID: vendor.user.id, lines };
  const { sums } = (await caller.post('/api/invoice/check', of)).body;
  return (await caller.post('/api/invoice/create', { ...of, ...sums, invoiceNumber: String(api.serial()) })).body.data;
}

const approve = (invoices: readonly { _id: string }[], caller = accounts, more: object = {}) =>
  caller.post('/api/invoice/approve', { invoiceIdList: invoices.map(({ _id }) => _id), ...more });
const stateOf = async ({ _id }: { _id: string }) => (await vendor.get(`/api/invoice/get/${_id}`)).body[0].matchState;
const pay = ({ invoiceNumber }: { invoiceNumber: string }, amount = 10) =>
  accounts.post('/api/vendorPaymentReport/create', { userID: vendor.user.id, invoiceNumber, amount, paymentMode: 'online' });

test('matched and released invoices are approved together, and the others are left out with the reason', async () => {
  const [matched, released, differs, returned] = [await invoiced(90), await invoiced(110), await invoiced(110), await invoiced(80)];
  const plain = (await vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 118 })).body.data;
  await accounts.post(`/api/invoice/release/${released._id}`, { reason: 'Agreed' });
  await accounts.post(`/api/invoice/return/${returned._id}`, { reason: 'Wrong order' });
  const done = await approve([matched, released, differs, returned, plain]);
  expect([done.status, done.body.message, done.body.data.approved]).toEqual([200, '2 invoices approved.', 2]);
  const code = 'invoice_not_approvable';
  expect(done.body.data.left).toEqual([
    { _id: differs._id, invoiceNumber: differs.invoiceNumber, reason: 'It is an exception. Release it or send it back first.', code },
    { _id: returned._id, invoiceNumber: returned.invoiceNumber, reason: 'It was sent back to the vendor.', code },
    { _id: plain._id, invoiceNumber: plain.invoiceNumber, reason: 'It has no lines to match. It can be paid without approval.', code },
  ]);
  expect((await accounts.get('/api/invoice/get', { userID: vendor.user.id, match: 'approved' })).body).toHaveLength(2);
  const { decisions } = (await accounts.get(`/api/invoice/match/${matched._id}`)).body;
  expect(decisions).toMatchObject([{ kind: 'approve', reason: null, by: expect.stringMatching(/\w/) }]);
  const [log] = (await admin.get('/api/audit/get', { action: 'invoice.approve' })).body;
  expect([log.before, log.after]).toEqual([{ matchState: 'released' }, { matchState: 'approved', value: '11550.00' }]);
  // The vendor is notified once.
  const { notices } = (await vendor.get('/api/notices')).body;
  expect(notices[0]).toMatchObject({
    kind: 'invoices',
    title: '2 invoices approved',
    detail: `${matched.invoiceNumber} and ${released.invoiceNumber}`,
  });
  const again = await approve([matched]);
  expect([again.status, again.body.message, again.body.code]).toEqual([
    409,
    expect.stringMatching(/^Invoice \S+: It is already approved\.$/),
    code,
  ]);
  expect((await approve([differs, returned])).body).toMatchObject({
    message: 'None of these invoices can be approved.',
    code: 'none_approved',
  });
  expect((await approve([matched, { _id: '999999999' }])).status).toBe(404);
  expect((await approve([matched], vendor)).status).toBe(403);
  expect((await approve([])).body.errors).toEqual({ invoiceIdList: 'Select at least one invoice.' });
});

test('no user can approve their own entry, above their limit, or an invoice that has changed since it was displayed', async () => {
  const entered = await invoiced(90, admin);
  expect((await approve([entered], admin)).body.message).toBe(
    `Invoice ${entered.invoiceNumber}: You entered this invoice. Someone else must approve it.`,
  );
  expect((await approve([entered])).status).toBe(200);
  const seen = await invoiced(90);
  const limited = await newMember(api, admin, 'approver');
  await api.ctx.db.execute(sql`update memberships set limit_amount = 9449.99 where user_id = ${limited.user.id}`);
  expect((await approve([seen], limited)).body.message).toBe(
    `Invoice ${seen.invoiceNumber}: ₹9,450.00 is above your limit of ₹9,449.99. Ask another user.`,
  );
  await vendor.put(`/api/invoice/edit/${seen._id}`, { remarks: 'By lorry' });
  const stale = await approve([seen], accounts, { versions: { [seen._id]: seen.updatedAt } });
  expect([stale.status, stale.body.message, stale.body.code]).toEqual([
    409,
    `Invoice ${seen.invoiceNumber}: It has changed since you opened it. The invoice value is still ₹9,450.00. Also changed: Remarks. Review it again.`,
    'invoice_changed',
  ]);
});

/** The full message of the refusal of one invoice, with this sentence. */
const changedTo = ({ invoiceNumber }: { invoiceNumber: string }, what: string) =>
  `Invoice ${invoiceNumber}: It has changed since you opened it. ${what} Review it again.`;
const refusedAs = async (invoice: Made, seen: string, caller = accounts) =>
  (await approve([invoice], caller, { versions: { [invoice._id]: seen } })).body;

test('an invoice that has changed since it was displayed is rejected with its old and new figures', async () => {
  const invoice = await invoiced(90);
  const { lines } = (await vendor.get(`/api/invoice/match/${invoice._id}`)).body;
  const more = [{ ...lines[0], quantity: 100, discount: 0 }];
  const { sums } = (await vendor.post('/api/invoice/check', { userID: vendor.user.id, lines: more })).body;
  const { updatedAt } = (await vendor.put(`/api/invoice/edit/${invoice._id}`, { ...sums, lines: more })).body.data;
  expect(await refusedAs(invoice, invoice.updatedAt)).toMatchObject({
    message: changedTo(
      invoice,
      'Invoice value: ₹9,450.00 before, ₹10,500.00 now. CGST: ₹225.00 before, ₹250.00 now. SGST: ₹225.00 before, ₹250.00 now. Also changed: Lines.',
    ),
    code: 'invoice_changed',
  });
  // Another approver was faster.
  const other = await newMember(api, admin, 'accounts');
  expect((await approve([invoice], other)).status).toBe(200);
  const { message } = await refusedAs(invoice, updatedAt);
  expect(message).toBe(changedTo(invoice, 'The invoice value is still ₹10,500.00. Match status: Matched before, Approved now.'));
  expect(translator(hindi, 'hi')(message)).toBe(
    `इनवॉइस ${invoice.invoiceNumber}: आपके खोलने के बाद यह बदल गया है। इनवॉइस राशि अब भी ₹10,500.00 है। मिलान की स्थिति: पहले मिलान सही, अब अनुमोदित। इसकी फिर समीक्षा करें।`,
  );
});

test('an approval with an unknown version states the current figures, and nothing of another invoice', async () => {
  const plain = (value: number) => vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: value });
  const other = (await plain(118)).body.data;
  const own = (await plain(236)).body.data;
  await vendor.put(`/api/invoice/edit/${own._id}`, { invoiceValue: 354 });
  await vendor.put(`/api/invoice/edit/${other._id}`, { invoiceValue: 472, remarks: 'By lorry' });
  const now = changedTo(own, 'The invoice value is now ₹354.00.');
  for (const made of ['', '0', 'zzz', 'now', '9999-12-31T00:00:00+00:00', '0000-01-01T00:00:00+00:00', other.createdAt])
    expect((await refusedAs(own, made)).message).toBe(now);
  expect((await refusedAs(own, own.updatedAt, vendor)).code).toBe('not_allowed');
});

test('a change that began before the displayed version, and ended after it, is reported with its figures', async () => {
  const plain = (await vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 118 })).body.data;
  const edit = (invoiceValue: number) => () => vendor.put(`/api/invoice/edit/${plain._id}`, { invoiceValue });
  const hold =
    ({ _id }: Pick<Made, '_id'>) =>
    (tx: Database) =>
      tx.execute(sql`select from invoices where id = ${_id} for update`);
  const [seen, last] = (await meanwhile(api, hold(plain), [edit(236), edit(354)])).map(({ body }) => body.data);
  expect([seen.invoiceValue, last.invoiceValue, seen.updatedAt < last.updatedAt]).toEqual([236, 354, true]);
  expect((await refusedAs(plain, seen.updatedAt)).message).toBe(changedTo(plain, 'Invoice value: ₹236.00 before, ₹354.00 now.'));
  expect((await refusedAs(plain, plain.updatedAt)).message).toBe(changedTo(plain, 'Invoice value: ₹118.00 before, ₹354.00 now.'));
  // The same applies to an approval and a return that waited for an edit.
  const other = await newMember(api, admin, 'accounts');
  for (const [act, state] of [
    [(made: Made) => approve([made], other), 'Approved'],
    [(made: Made) => other.post(`/api/invoice/return/${made._id}`, { reason: 'Wrong order' }), 'Sent back'],
  ] as const) {
    const made = await invoiced(90);
    const remark = () => vendor.put(`/api/invoice/edit/${made._id}`, { remarks: 'By lorry' });
    const [edited, acted] = await meanwhile(api, hold(made), [remark, () => act(made)]);
    expect([edited?.body.data.matchState, acted?.status]).toEqual(['matched', 200]);
    const text = changedTo(made, `The invoice value is still ₹9,450.00. Match status: Matched before, ${state} now.`);
    expect((await refusedAs(made, edited?.body.data.updatedAt)).message).toBe(text);
  }
});

test('an invoice that was changed twice, back to the same value, is rejected, and the message says that its value is the same', async () => {
  const { _id, ...plain } = (await vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 118 })).body
    .data;
  for (const invoiceValue of [236, 118]) await vendor.put(`/api/invoice/edit/${_id}`, { invoiceValue });
  expect((await refusedAs({ _id, ...plain }, plain.updatedAt)).message).toBe(changedTo(plain, 'The invoice value is still ₹118.00.'));
});

test('an upload entry with an invoice’s ID as its name says nothing about the invoice', async () => {
  const { _id, ...plain } = (await vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 118 })).body
    .data;
  await vendor.put(`/api/invoice/edit/${_id}`, { invoiceValue: 236 });
  await api.ctx.db.execute(sql`
    insert into audit_log (action, entity, entity_id, after) values ('invoice.upload', 'invoice', ${_id}, '{"invoiceValue": 1, "created": 2}')`);
  for (const seen of [plain.updatedAt, `${plain.updatedAt}'`])
    expect((await refusedAs({ _id, ...plain }, seen)).message).toBe(changedTo(plain, 'Invoice value: ₹118.00 before, ₹236.00 now.'));
});

test('a user who changed the payable figures counts as having entered the invoice, whatever others write next to it', async () => {
  const invoice = await invoiced(90);
  const { lines } = (await vendor.get(`/api/invoice/match/${invoice._id}`)).body;
  const fewer = [{ ...lines[0], quantity: 80, discount: 0 }];
  const { sums } = (await admin.post('/api/invoice/check', { userID: vendor.user.id, lines: fewer })).body;
  expect((await admin.put(`/api/invoice/edit/${invoice._id}`, { ...sums, lines: fewer })).status).toBe(200);
  expect((await vendor.put(`/api/invoice/edit/${invoice._id}`, { remarks: 'By lorry' })).status).toBe(200);
  expect((await approve([invoice], admin)).body.message).toBe(
    `Invoice ${invoice.invoiceNumber}: You entered this invoice. Someone else must approve it.`,
  );
  const another = await api.newAdmin();
  expect((await another.put(`/api/invoice/edit/${invoice._id}`, { remarks: 'By rail' })).status).toBe(200);
  expect((await approve([invoice], another)).status).toBe(200);
});

test('an administrator keeps all rights while acting for an approver with a limit', async () => {
  const [boss, limited] = [await newMember(api, admin, 'administrator'), await newMember(api, admin, 'approver')];
  await api.ctx.db.execute(sql`update memberships set limit_amount = 1 where user_id = ${limited.user.id}`);
  const { own } = (await boss.get('/api/leave')).body;
  const day = indianDay(new Date());
  expect((await limited.post('/api/leave', { to: own, fromDay: day, toDay: day })).status).toBe(200);
  expect((await approve([await invoiced(90)], boss)).status).toBe(200);
});

test('an approved invoice stays unchanged: the vendor can change or delete it only after it is sent back', async () => {
  const invoice = await invoiced(90);
  await approve([invoice]);
  const edit = (body: object, caller = vendor) => caller.put(`/api/invoice/edit/${invoice._id}`, body);
  const refusal = `The buyer approved invoice ${invoice.invoiceNumber} (₹9,450.00) on ${showDate(indianDay(new Date()))}, so its number, date, PO, value and lines can no longer be changed. Ask the buyer to send it back.`;
  expect(await edit({ invoiceNumber: '77' })).toMatchObject({ status: 409, body: { errors: { invoiceNumber: refusal } } });
  const { lines } = (await accounts.get(`/api/invoice/match/${invoice._id}`)).body;
  expect(await edit({ lines: [{ ...lines[0], quantity: 80 }] })).toMatchObject({ status: 409, body: { errors: { lines: refusal } } });
  // A form sends the lines unchanged.
  expect((await edit({ remarks: 'By lorry', lines })).status).toBe(200);
  expect(await stateOf(invoice)).toBe('approved');
  const remove = await vendor.delete(`/api/invoice/delete/${invoice._id}`);
  expect([remove.status, remove.body.message]).toEqual([
    409,
    `Invoice ${invoice.invoiceNumber} (₹9,450.00) is approved and cannot be deleted. The buyer must send it back first.`,
  ]);
  expect((await accounts.post(`/api/invoice/return/${invoice._id}`, { reason: 'Approved by mistake' })).status).toBe(200);
  expect((await vendor.delete(`/api/invoice/delete/${invoice._id}`)).status).toBe(200);
});

test('an administrator can change an approved invoice with a reason, and it then needs approval again', async () => {
  const invoice = await invoiced(90);
  await approve([invoice]);
  const edit = (body: object) => admin.put(`/api/invoice/edit/${invoice._id}`, body);
  expect((await edit({ invoiceDate: '2026-11-20' })).body.errors).toEqual({
    reason: `The buyer approved invoice ${invoice.invoiceNumber} (₹9,450.00) on ${showDate(indianDay(new Date()))}. Enter the reason for changing it. It will need approval again.`,
  });
  expect((await edit({ invoiceDate: '2026-11-20', reason: 'As printed' })).body.data.matchState).not.toBe('approved');
});

test('the approval of an invoice without lines ends with a change of its taxes, which are also claimed back', async () => {
  await admin.put('/api/settings', { payOnlyApproved: true });
  const body = { invoiceNumber: String(api.serial()), invoiceValue: 118, IGSTValue: 18 };
  const plain = (await vendor.post('/api/invoice/create', body)).body.data;
  const edit = async (more: object) => (await vendor.put(`/api/invoice/edit/${plain._id}`, more)).status;
  expect((await approve([plain])).status).toBe(200);
  expect([await edit({ IRN: 'ab'.repeat(32), remarks: 'By lorry', IGSTValue: '18.00' }), await stateOf(plain)]).toEqual([200, 'approved']);
  for (const change of [{ IGSTValue: 0 }, { IGSTValue: '', CGSTValue: 9, SGSTValue: 9 }]) {
    expect([await edit(change), await stateOf(plain)]).toEqual([200, 'unmatched']);
    expect((await approve([plain])).status).toBe(200);
  }
  await admin.put('/api/settings', { payOnlyApproved: false });
});

test('another exception ends an approval, but a variance that was released before does not', async () => {
  const [agreed, released] = [await invoiced(90), await invoiced(110)];
  await accounts.post(`/api/invoice/release/${released._id}`, { reason: 'Agreed' });
  await approve([agreed, released]);
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
  const [{ orderId, poNumber }] = (await vendor.get(`/api/invoice/match/${agreed._id}`)).body.lines;
  const line = orderLineOf({ quantity: '100', receivedQuantity: '80' });
  // The buyer's system corrects the received quantity after 90 were approved.
  expect(await makeOrder(api.ctx, vendor.user.id, poNumber, { version: '2', lines: [line] })).toBe(orderId);
  expect(await stateOf(agreed)).toBe('exception');
  expect((await approve([agreed])).status).toBe(409);
  await vendor.put(`/api/invoice/edit/${released._id}`, { remarks: 'Compared anew' });
  expect(await stateOf(released)).toBe('approved');
  // The book check compares the approved invoices that matched.
  const fine = await invoiced(90);
  await approve([fine]);
  await api.ctx.db.execute(sql`update invoice_lines set quantity = 101, ordered_quantity = 101 where invoice_id = ${fine._id}`);
  expect((await verifyBooks(api.ctx.db)).differences.map(({ books }) => books)).toEqual(['invoiced of an order line']);
  await api.ctx.db.execute(sql`update invoice_lines set quantity = 90, ordered_quantity = 90 where invoice_id = ${fine._id}`);
});

test('only approved invoices can be paid if the controls say so, including invoices without lines', async () => {
  const [agreed, differs] = [await invoiced(90), await invoiced(110)];
  const plain = (await vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 118 })).body.data;
  await admin.put('/api/settings', { payOnlyApproved: true });
  const number = 'invoiceNumber';
  expect((await pay(agreed)).body.errors).toEqual({
    [number]: `Invoice ${agreed.invoiceNumber} is not approved and cannot be paid yet. Approve it in the invoice list.`,
  });
  expect((await pay(differs)).body.errors[number]).toContain('is an unreleased exception');
  expect((await pay(plain)).body.errors[number]).toContain('is not approved');
  await approve([agreed, plain]);
  expect((await pay(plain)).status).toBe(200);
  expect((await pay(agreed)).status).toBe(200);
  // A partly paid invoice stays approved; a fully paid one cannot be approved.
  expect(await stateOf(agreed)).toBe('approved');
  // "Only approved" includes "only matched", so both flags are turned on and off together.
  expect((await admin.get('/api/settings')).body).toMatchObject({ payOnlyApproved: true, payOnlyMatched: true });
  await admin.put('/api/settings', { payOnlyApproved: false, payOnlyMatched: false });
  const paid = await invoiced(10);
  await pay(paid, 1050);
  expect((await approve([paid])).body.message).toBe(`Invoice ${paid.invoiceNumber}: It is already paid.`);
});

test('a vendor can change the remarks of a partly paid invoice with lines', async () => {
  const invoice = await invoiced(90);
  await pay(invoice);
  const { lines } = (await accounts.get(`/api/invoice/match/${invoice._id}`)).body;
  expect((await vendor.put(`/api/invoice/edit/${invoice._id}`, { remarks: 'By lorry', lines })).status).toBe(200);
  expect((await vendor.put(`/api/invoice/edit/${invoice._id}`, { lines: [{ ...lines[0], quantity: 80 }] })).status).toBe(409);
});
