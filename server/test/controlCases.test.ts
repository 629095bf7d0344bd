// Why so long: one table of cases for every control and way around it.
import { PRESET_VALUES } from '@aapurti/contract/settings/controls';
import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { beginWithControls } from '../src/settings/controls.ts';
import type { Database } from '../src/database/database.ts';
import { makeOrder, orderLineOf } from '../src/demo/factories.ts';
import { type Answer, type Api, Caller, startApi, statusesOf } from './api.ts';
import { storePayments } from '../src/payments/store.ts';
import { applyDueRequests } from '../src/vendors/identity.ts';
import { newMember } from './members.ts';
import { meanwhile } from './overlap.ts';
import { workbookOf } from './workbook.ts';

let api: Api;
let admin: Caller;
let second: Caller;
let accounts: Caller;
let payer: Caller;
let approver: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
  second = await newMember(api, admin, 'administrator');
  accounts = await newMember(api, admin, 'accounts');
  payer = await newMember(api, admin, 'accounts');
  approver = await newMember(api, admin, 'approver');
});
beforeEach(async () => {
  vendor = await api.newVendor();
});
afterEach(() => set('entered'));
afterAll(() => api.close());

/** Writes the controls into the tables, because weaker controls wait for a second user. */
async function set(preset: keyof typeof PRESET_VALUES, more: Partial<(typeof PRESET_VALUES)['strict']> = {}): Promise<void> {
  const to = { ...PRESET_VALUES[preset], ...more };
  await api.ctx.db.execute(sql`
    update portal_settings set preset = ${to.preset}, invoice_only_accepted = ${to.invoiceOnlyAccepted}, duties = ${to.duties},
      pay_only_matched = ${to.payableInvoices !== 'any'}, pay_only_approved = ${to.payableInvoices === 'approved'},
      bank_two_people = ${to.bankTwoPeople}, bank_wait_hours = ${to.bankWaitHours}, vendor_payments_reported = ${to.vendorPaymentsReported},
      advance_percent = ${to.advancePercent}, limit_administrator = ${to.limitAdministrator}, limit_accounts = ${to.limitAccounts}, limit_approver = ${to.limitApprover},
      day_limit_administrator = ${to.dayLimitAdministrator}, day_limit_accounts = ${to.dayLimitAccounts},
      day_limit_approver = ${to.dayLimitApprover}, waiting_controls = null, waiting_controls_by = null, waiting_controls_at = null`);
}

interface Made {
  _id: string;
  invoiceNumber: string;
}

/** An invoice for this many of 100 accepted pieces, at ₹100.00 with 5%. */
async function invoiced(quantity = 10, caller = vendor): Promise<Made> {
  const orderId = await makeOrder(api.ctx, vendor.user.id, `PO/${api.serial()}`, {
    lines: [orderLineOf({ quantity: '100', receivedQuantity: '100' })],
  });
  const of = { userID: vendor.user.id, lines: [{ orderId, line: 1, quantity }] };
  const { sums } = (await caller.post('/api/invoice/check', of)).body;
  const { status, body } = await caller.post('/api/invoice/create', { ...of, ...sums, invoiceNumber: String(api.serial()) });
  const problem = quantity > 100 ? ', with one problem. Correct it or ask the buyer.' : '';
  expect([status, body.message]).toEqual([200, `Invoice added successfully${problem}`]);
  return body.data;
}
const approve = (by: Caller, ...invoices: Made[]) => by.post('/api/invoice/approve', { invoiceIdList: invoices.map(({ _id }) => _id) });
const release = (by: Caller, { _id }: Made) => by.post(`/api/invoice/release/${_id}`, { reason: 'Agreed by phone' });
const edit = (by: Caller, { _id }: Made, changes: object = { remarks: `By lorry ${api.serial()}` }) =>
  by.put(`/api/invoice/edit/${_id}`, changes);
const pay = (by: Caller, { invoiceNumber }: Made, amount = 10) =>
  by.post('/api/vendorPaymentReport/create', { userID: vendor.user.id, invoiceNumber, amount, paymentMode: 'online' });
const outcome = ({ status, body }: Answer) => [status, body.code];
const controls = async (by = admin) => (await by.get('/api/controls')).body;
const save = (by: Caller, body: object) => by.put('/api/controls', body);
const told = async (kind: string) =>
  (await api.ctx.db.rows<{ id: string }>(sql`select user_id::text as id from mails where kind = ${kind} order by id`)).map(({ id }) => id);

describe('the page', () => {
  test('shows "As entered" at first, and a preset sets its switches', async () => {
    expect(await controls()).toMatchObject({ ...PRESET_VALUES.entered, reviewed: false, people: 5, waiting: null });
    const { status, body } = await save(admin, { preset: 'matched' });
    expect([status, body.data]).toEqual([200, expect.objectContaining({ ...PRESET_VALUES.matched, reviewed: true })]);
    expect((await admin.get('/api/settings')).body).toMatchObject({
      payOnlyMatched: true,
      payOnlyApproved: false,
      invoiceOnlyAccepted: false,
    });
    const [entry] = (await admin.get('/api/audit/get', { action: 'settings.controls' })).body;
    expect(entry).toMatchObject({ before: { preset: 'entered', duties: false }, after: { preset: 'matched', duties: true } });
    // All administrators are notified, even the one who changed the controls.
    expect(new Set(await told('newControls'))).toEqual(new Set([admin.user.id, second.user.id]));
  });

  test('a preset keeps other fields of the call, and Strict needs a limit for every role', async () => {
    const kept = await save(admin, { preset: 'strict', payableInvoices: 'matched', limitAccounts: '100000' });
    expect(kept.body.data).toMatchObject({ preset: 'strict', payableInvoices: 'matched', limitAccounts: 100_000, duties: true });
    await set('entered');
    const none = await save(admin, { preset: 'strict', dayLimitApprover: '', limitAccounts: null });
    expect([none.status, none.body.errors]).toEqual([
      422,
      { dayLimitApprover: 'Every role needs a limit under Strict.', limitAccounts: 'Every role needs a limit under Strict.' },
    ]);
    const below = await save(admin, { limitAccounts: 5, dayLimitAccounts: 4.99 });
    expect(below.body.errors).toEqual({
      dayLimitAccounts: 'The limit per day (₹4.99) is below the limit per document (₹5.00). Raise it, or lower the limit per document.',
    });
    expect((await save(admin, { bankWaitHours: 241 })).body.errors).toEqual({
      bankWaitHours: 'Enter a whole number of hours from 0 to 240.',
    });
    expect((await save(admin, { limitAccounts: 0 })).status).toBe(422);
    expect((await save(admin, { updatedAt: '2026-01-01T00:00:00Z' })).status).toBe(409);
  });

  test('only administrators change it, after confirming the password, and not as a delegate', async () => {
    for (const caller of [accounts, approver, vendor]) expect((await save(caller, { preset: 'strict' })).status).toBe(403);
    expect((await vendor.get('/api/controls')).status).toBe(403);
    await api.ctx.db.execute(sql`update sessions set proved_at = now() - interval '16 minutes' where user_id = ${admin.user.id}`);
    expect(outcome(await save(admin, { preset: 'strict' }))).toEqual([403, 'password_required']);
    expect(outcome(await admin.put('/api/settings', { payOnlyMatched: true }))).toEqual([403, 'password_required']);
    // A setting that is not a control does not need approval.
    expect((await admin.put('/api/settings', { buyerName: 'Bazaar', payOnlyMatched: false })).status).toBe(200);
    expect((await save(admin, { preset: 'matched', currentPassWord: 'wrong' })).status).toBe(422);
    expect((await save(admin, { duties: true, currentPassWord: admin.user.password })).status).toBe(200);
    await api.ctx.db.execute(sql`update sessions set proved_at = now() where user_id = ${admin.user.id}`);
    await set('entered');
    const helper = await standIn(admin, 'buyer');
    expect((await save(helper, { preset: 'strict' })).status).toBe(403);
    expect((await controls()).preset).toBe('entered');
  });
});

/** A user in a lesser role who acts for someone on leave today. */
async function standIn(absent: Caller, role: 'buyer' | 'approver' | 'accounts' | 'auditor'): Promise<Caller> {
  const helper = await newMember(api, admin, role);
  const day = indianDay(new Date());
  await api.ctx.db.execute(sql`
    insert into delegations (from_membership, to_membership, from_day, to_day)
    select giver.id, taker.id, ${day}::date, ${day}::date from memberships giver, memberships taker
    where giver.user_id = ${absent.user.id} and taker.user_id = ${helper.user.id}`);
  return helper;
}

describe('weaker controls', () => {
  test('wait for another user while separation of duties is on, and every administrator is notified', async () => {
    await set('strict');
    const asked = await save(admin, { preset: 'entered' });
    expect([asked.status, asked.body.message]).toEqual([200, expect.stringContaining('apply when another')]);
    const { preset, waiting } = await controls();
    expect([preset, waiting.isOwn, waiting.changes.duties]).toEqual(['strict', true, false]);
    const decide = (by: Caller, approveIt: boolean, at = waiting.at) => by.put('/api/controls/waiting', { approve: approveIt, at });
    expect(outcome(await decide(admin, true))).toEqual([403, 'own_controls']);
    expect((await decide(accounts, true)).status).toBe(403);
    expect(outcome(await decide(second, true, '2026-01-01'))).toEqual([409, 'controls_changed']);
    // The delegate of the requester cannot approve either.
    expect(outcome(await decide(await standIn(admin, 'buyer'), true))).toEqual([403, 'own_controls']);
    expect((await decide(second, true)).status).toBe(200);
    expect(await controls()).toMatchObject({ ...PRESET_VALUES.entered, waiting: null });
    expect(outcome(await decide(second, true))).toEqual([409, 'nothing_waits']);
    const entries = (await admin.get('/api/audit/get', { action: 'settings.controls.confirm' })).body;
    expect(entries[0].before).toMatchObject({ preset: 'strict', duties: true });
  });

  test.each([
    { duties: false },
    { payableInvoices: 'any' },
    { payableInvoices: 'matched' },
    { bankTwoPeople: false },
    { bankWaitHours: 0 },
    { advancePercent: 0.001 },
    { vendorPaymentsReported: false },
    { invoiceOnlyAccepted: false },
    { limitAccounts: 500_000.01, dayLimitAccounts: 3_000_000 },
    { preset: 'matched' },
  ])('%j of Strict does not apply at once', async (body) => {
    await set('strict');
    const { status } = await save(admin, body);
    expect([200, 422]).toContain(status);
    expect(await controls()).toMatchObject(PRESET_VALUES.strict);
  });

  test('the settings follow the same rule, and stricter ones apply immediately', async () => {
    await set('matched');
    await admin.put('/api/settings', { payOnlyMatched: false });
    expect((await admin.get('/api/settings')).body.payOnlyMatched).toBe(true);
    expect((await save(admin, { payableInvoices: 'approved' })).body.data).toMatchObject({ payableInvoices: 'approved', waiting: null });
  });

  test('can be rejected, even by the user who requested them', async () => {
    await set('matched');
    await save(admin, { payableInvoices: 'any' });
    const { at } = (await controls()).waiting;
    expect((await admin.put('/api/controls/waiting', { approve: false, at })).status).toBe(200);
    expect(await controls()).toMatchObject({ payableInvoices: 'matched', waiting: null });
  });

  test('separation of duties cannot be off outside "As entered", even by two users, unless the buyer has a single user', async () => {
    await set('matched');
    for (const body of [{ duties: false }, { preset: 'strict', duties: false }])
      expect(outcome(await save(admin, body))).toEqual([422, 'duties_needed']);
    await set('entered');
    expect(outcome(await save(admin, { preset: 'matched', duties: false }))).toEqual([422, 'duties_needed']);
  });

  test('a single user can turn duties off, but not by deactivating the others first', async () => {
    const alone = await startApi();
    const only = await alone.newAdmin();
    const saved = await only.put('/api/controls', { preset: 'matched', duties: false });
    expect([saved.status, saved.body.data]).toEqual([200, expect.objectContaining({ preset: 'matched', duties: false })]);
    const other = await newMember(alone, only, 'administrator');
    expect((await only.put('/api/controls', { preset: 'matched', duties: true })).status).toBe(200);
    await alone.ctx.db.execute(sql`update users set is_active = false where id = ${other.user.id}`);
    expect(outcome(await only.put('/api/controls', { duties: false }))).toEqual([422, 'duties_needed']);
    await alone.ctx.db.execute(sql`delete from memberships where user_id = ${other.user.id}`);
    expect(outcome(await only.put('/api/controls', { duties: false }))).toEqual([422, 'duties_needed']);
    // The deactivated colleague no longer counts after a week.
    await alone.ctx.db.execute(sql`update ended_roles set ended_at = now() - interval '8 days'`);
    expect((await only.put('/api/controls', { duties: false })).body.data.duties).toBe(false);
    await alone.close();
  });

  test('a new installation starts with "Matched or approved"; one with users does not change', async () => {
    const fresh = await startApi();
    await beginWithControls(fresh.ctx.db);
    const first = await fresh.newAdmin();
    expect((await first.get('/api/controls')).body).toMatchObject({ ...PRESET_VALUES.matched, reviewed: false });
    await fresh.close();
    await beginWithControls(api.ctx.db);
    expect((await controls()).preset).toBe('entered');
  });
});

describe('separation of duties', () => {
  test('case 13: one administrator enters, approves and pays, and each second step is rejected', async () => {
    await set('strict');
    const invoice = await invoiced(10, admin);
    expect((await approve(admin, invoice)).body.message).toContain('You entered this invoice');
    expect((await approve(second, invoice)).status).toBe(200);
    expect(outcome(await pay(admin, invoice))).toEqual([403, 'you_entered']);
    const refused = await pay(second, invoice);
    expect([outcome(refused), refused.body.message]).toEqual([
      [403, 'you_approved'],
      expect.stringMatching(/^You approved or released invoice \d+ on \d\d-\d\d-\d{4}, so another user must pay it\.$/),
    ]);
    expect((await pay(payer, invoice)).status).toBe(200);
  });

  test('every earlier editor counts, whoever was the last, even of a remark', async () => {
    await set('matched');
    const invoice = await invoiced();
    expect((await edit(admin, invoice)).status).toBe(200);
    expect((await edit(vendor, invoice)).status).toBe(200);
    expect((await edit(second, invoice)).status).toBe(200);
    for (const editor of [admin, second]) expect(outcome(await approve(editor, invoice))).toEqual([409, 'you_entered']);
    expect(outcome(await pay(admin, invoice))).toEqual([403, 'you_entered']);
    // Nothing of the invoice was paid.
    expect((await vendor.get(`/api/invoice/getInvoiceValue/${invoice.invoiceNumber}`)).body.paid).toBe(0);
    expect((await approve(approver, invoice)).status).toBe(200);
    expect((await pay(payer, invoice)).status).toBe(200);
  });

  test('a user who released an exception cannot pay it, and its editor cannot release it', async () => {
    await set('matched');
    const invoice = await invoiced(110);
    await edit(admin, invoice);
    expect(outcome(await release(admin, invoice))).toEqual([403, 'you_entered']);
    expect((await release(accounts, invoice)).status).toBe(200);
    expect(outcome(await pay(accounts, invoice))).toEqual([403, 'you_approved']);
    expect((await pay(payer, invoice)).status).toBe(200);
  });

  test('an approval does not cover later changes by its approver', async () => {
    await set('strict');
    const invoice = await invoiced();
    expect((await approve(second, invoice)).status).toBe(200);
    expect((await edit(second, invoice)).status).toBe(200);
    const refused = await pay(payer, invoice);
    expect([outcome(refused), refused.body.message]).toEqual([
      [403, 'approver_changed'],
      expect.stringContaining('Another user must approve it'),
    ]);
  });

  test('a third user’s edit does not free the users who entered it', async () => {
    await set('matched');
    const invoice = await invoiced(10, admin);
    await edit(second, invoice);
    await edit(vendor, invoice);
    expect(outcome(await pay(admin, invoice))).toEqual([403, 'you_entered']);
  });

  test('an API key counts as its creator', async () => {
    await set('matched');
    const made = await second.post('/api/keys', {
      name: 'ERP',
      scopes: ['invoices:write', 'payments:write'],
      days: 30,
      passWord: second.user.password,
    });
    expect(made.status).toBe(200);
    const key = new Caller(api.app, made.body.key, second.user);
    const invoice = await invoiced(10, key);
    expect(outcome(await pay(second, invoice))).toEqual([403, 'you_entered']);
    const other = await invoiced();
    await edit(second, other);
    expect(outcome(await pay(key, other))).toEqual([403, 'you_entered']);
    expect(outcome(await approve(key, other))).toEqual([409, 'you_entered']);
  });

  test('a delegate counts as both users: neither can approve or pay', async () => {
    await set('matched');
    // An auditor has no right of its own.
    const helper = await standIn(second, 'auditor');
    const invoice = await invoiced(10, helper);
    expect((await approve(helper, invoice)).status).toBe(409);
    expect(outcome(await approve(second, invoice))).toEqual([409, 'you_entered']);
    const refused = await pay(second, invoice);
    expect([outcome(refused), refused.body.message]).toEqual([[403, 'you_entered'], expect.stringContaining(' (acting for you) entered')]);
    // A user who acts for someone on leave cannot approve or pay what the absent user entered.
    const own = await invoiced(10, second);
    expect((await approve(helper, own)).status).toBe(409);
    expect((await pay(helper, own)).body.message).toContain(' (you act for this user) entered');
    expect(outcome(await pay(helper, own))).toEqual([403, 'you_entered']);
    expect((await pay(payer, own)).status).toBe(200);
  });

  test('a file counts as entered by its uploader', async () => {
    await set('matched');
    const number = String(api.serial());
    const { status } = await uploadInvoice(admin, number);
    expect(status).toBe(200);
    const { _id } = (await vendor.get('/api/invoice/get', { invoiceNumber: number })).body[0];
    const invoice = { _id, invoiceNumber: number };
    expect(outcome(await approve(admin, invoice))).toEqual([409, 'you_entered']);
    expect((await approve(approver, invoice)).status).toBe(200);
    expect(outcome(await pay(admin, invoice))).toEqual([403, 'you_entered']);
  });

  test('a payments file follows the same checks, duties and limits', async () => {
    await set('matched', { dayLimitAccounts: 1500 });
    const clerk = await newMember(api, admin, 'accounts');
    const [own, fine, more] = [await invoiced(), await invoiced(), await invoiced()];
    await approve(clerk, own);
    const rows = [own, fine, more].map(({ invoiceNumber }) => ({ invoiceNumber, amount: 1000 }));
    const { status, body } = await uploadPayments(clerk, rows);
    expect([status, body.errors.map(({ row, message }: Record<string, string>) => [row, message])]).toEqual([
      201,
      [
        [2, expect.stringMatching(/^You approved or released/)],
        [4, expect.stringContaining('Your limit is ₹1,500.00 per day')],
      ],
    ]);
    // A payment that is uploaded again counts once; with a smaller amount it is rejected.
    expect((await uploadPayments(clerk, [{ ...fine, amount: 1050 }], 'UTR 7')).status).toBe(200);
    expect((await uploadPayments(clerk, [{ ...fine, amount: 1050 }], 'UTR 7')).status).toBe(200);
    expect((await uploadPayments(clerk, [{ ...fine, amount: 1 }], 'UTR 7')).status).toBe(201);
    expect((await uploadPayments(clerk, [{ ...more, amount: 451 }])).status).toBe(201);
    expect((await uploadPayments(clerk, [{ ...more, amount: 450 }])).status).toBe(200);
  });

  test('of two users at the same time, only those with the right succeed', async () => {
    await set('matched');
    const invoice = await invoiced(10, admin);
    const answers = await Promise.all([pay(admin, invoice), pay(payer, invoice), pay(admin, invoice)]);
    expect(statusesOf(answers)).toEqual([200, 403, 403]);
  });

  test('with fewer than three users, only the approver must be another user', async () => {
    const small = await startApi();
    const boss = await small.newAdmin();
    const clerk = await newMember(small, boss, 'accounts');
    const its = await small.newVendor();
    await small.ctx.db.execute(sql`update portal_settings set preset = 'matched', duties = true, pay_only_matched = true`);
    const make = async (by: Caller) =>
      (await by.post('/api/invoice/create', { userID: its.user.id, invoiceNumber: String(small.serial()), invoiceValue: 100 })).body
        .data as Made;
    const payIt = (by: Caller, { invoiceNumber }: Made) =>
      by.post('/api/vendorPaymentReport/create', { userID: its.user.id, invoiceNumber, amount: 10, paymentMode: 'online' });
    const invoice = await make(boss);
    expect(outcome(await approve(boss, invoice))).toEqual([409, 'you_entered']);
    expect((await approve(clerk, invoice)).status).toBe(200);
    expect((await payIt(clerk, invoice)).status).toBe(200);
    // A third user means that the approver may no longer pay. Removing the third user again does not lift this.
    const third = await newMember(small, boss, 'approver');
    expect(outcome(await payIt(clerk, invoice))).toEqual([403, 'you_approved']);
    await small.ctx.db.execute(sql`update users set is_active = false where id = ${third.user.id}`);
    expect(outcome(await payIt(clerk, invoice))).toEqual([403, 'you_approved']);
    await small.close();
  });

  test('under "As entered" only the last user who entered an invoice cannot approve it', async () => {
    const invoice = await invoiced();
    await edit(second, invoice);
    expect((await approve(second, invoice)).status).toBe(200);
    expect((await pay(second, invoice)).status).toBe(200);
  });
});

/** Uploads an invoice without lines. */
async function uploadInvoice(by: Caller, number: string): Promise<Answer> {
  const content = await workbookOf([
    ['Invoice Number', 'Invoice Date', 'Invoice Value'],
    [number, indianDay(new Date()), 118],
  ]);
  return by.send('POST', '/api/invoice/excelUpload', { userID: vendor.user.id }, { file: { name: 'invoices.xlsx', content } });
}

describe('limits', () => {
  test('per document apply to approving, releasing and paying, for administrators too', async () => {
    await set('matched', { limitAdministrator: 1000, limitAccounts: 1049.99, limitApprover: 1050 });
    const [invoice, differs] = [await invoiced(), await invoiced(110)];
    const refused = await approve(admin, invoice);
    expect([outcome(refused), refused.body.message]).toEqual([
      [409, 'above_document_limit'],
      `Invoice ${invoice.invoiceNumber}: ₹1,050.00 is above your limit of ₹1,000.00 per document. Ask another user.`,
    ]);
    expect(outcome(await release(accounts, differs))).toEqual([403, 'above_document_limit']);
    expect((await approve(approver, invoice)).status).toBe(200);
    expect(outcome(await pay(payer, invoice, 1050))).toEqual([403, 'above_document_limit']);
    expect((await pay(payer, invoice, 1049.99)).status).toBe(200);
  });

  test('per day count earlier steps of the day, and a reversed payment frees nothing', async () => {
    const clerk = await newMember(api, admin, 'accounts');
    await set('matched', { dayLimitAccounts: 1500 });
    const [one, other] = [await invoiced(), await invoiced()];
    await approve(approver, one, other);
    expect((await pay(clerk, one, 1000)).status).toBe(200);
    await api.ctx.db.execute(sql`delete from payments where vendor_id = ${vendor.user.id}`);
    const refused = await pay(clerk, other, 500.01);
    expect([outcome(refused), refused.body.message]).toEqual([[403, 'above_day_limit'], expect.stringContaining('₹1,500.01')]);
    expect((await pay(clerk, other, 500)).status).toBe(200);
    expect((await pay(await newMember(api, admin, 'accounts'), one, 1000)).status).toBe(200);
  });

  test('per day skip the invoices of one call that exceed them', async () => {
    const boss = await newMember(api, admin, 'approver');
    await set('matched', { dayLimitApprover: 2100 });
    const made = [await invoiced(), await invoiced(), await invoiced()];
    const { body } = await approve(boss, ...made);
    expect([body.data.approved, body.data.left]).toEqual([2, [expect.objectContaining({ _id: made[2]?._id, code: 'above_day_limit' })]]);
  });

  test('cannot be exceeded by calls at the same time', async () => {
    const clerk = await newMember(api, admin, 'accounts');
    await set('matched', { dayLimitAccounts: 1000 });
    const made = [await invoiced(), await invoiced(), await invoiced(), await invoiced()];
    await approve(approver, ...made);
    const answers = await Promise.all(made.map((invoice) => pay(clerk, invoice, 400)));
    expect(statusesOf(answers)).toEqual([200, 200, 403, 403]);
  });

  test('count a payment of another vendor that is not saved yet', async () => {
    const clerk = await newMember(api, admin, 'accounts');
    await set('matched', { dayLimitAccounts: 1000 });
    const paying: (() => Promise<Answer>)[] = [];
    for (let each = 0; each < 2; each += 1) {
      vendor = await api.newVendor();
      const { _id, invoiceNumber } = await invoiced();
      expect((await approve(approver, { _id, invoiceNumber })).status).toBe(200);
      const form = { userID: vendor.user.id, invoiceNumber, amount: 600, paymentMode: 'online' };
      paying.push(() => clerk.post('/api/vendorPaymentReport/create', form));
    }
    // The first call waits after checking the day's total and before its end.
    const answers = await meanwhile(api, (tx) => tx.execute(sql`lock table audit_log in share mode`), paying);
    expect(answers.map(outcome)).toEqual([
      [200, undefined],
      [403, 'above_day_limit'],
    ]);
  });

  test('of an absent user are not doubled by a delegate', async () => {
    const clerk = await newMember(api, admin, 'accounts');
    await set('matched', { dayLimitAccounts: 1000 });
    const [one, other] = [await invoiced(), await invoiced()];
    await approve(approver, one, other);
    expect((await pay(clerk, one, 900)).status).toBe(200);
    const helper = await standIn(clerk, 'auditor');
    expect(outcome(await pay(helper, other, 200))).toEqual([403, 'above_day_limit']);
    expect((await pay(helper, other, 100)).status).toBe(200);
    expect(outcome(await pay(clerk, other, 1))).toEqual([403, 'above_day_limit']);
  });

  test('of the member apply to payments too outside "As entered"', async () => {
    const clerk = await newMember(api, admin, 'accounts');
    await api.ctx.db.execute(sql`update memberships set limit_amount = 100 where user_id = ${clerk.user.id}`);
    const invoice = await invoiced();
    expect((await pay(clerk, invoice, 101)).status).toBe(200);
    await set('matched');
    await approve(approver, invoice);
    expect(outcome(await pay(clerk, invoice, 101))).toEqual([403, 'above_document_limit']);
  });
});

/** Uploads payments as a user of accounts. */
async function uploadPayments(by: Caller, rows: readonly { invoiceNumber: string; amount: number }[], reference?: string): Promise<Answer> {
  const { vendor_Code: code } = (await vendor.get(`/api/auth/user/${vendor.user.id}`)).body[0];
  const content = await workbookOf([
    ['Vendor Code', 'Payment Reference', 'Payment Date', 'Amount', 'Invoice Number'],
    ...rows.map(({ invoiceNumber, amount }) => [code, reference ?? `UTR ${api.serial()}`, indianDay(new Date()), amount, invoiceNumber]),
  ]);
  return by.send('POST', '/api/buyerData/payments', {}, { file: { name: 'payments.xlsx', content } });
}

describe('bank details', () => {
  const account = '000123456789';
  const bank = { accountNumber: account, IFSCCode: 'HDFC0000123' };
  const change = (by: Caller, changes: object = bank) => by.send('PUT', `/api/auth/edit/${vendor.user.id}`, { ...changes });
  const accountOf = async () => (await admin.get(`/api/auth/user/${vendor.user.id}`)).body[0];
  const requestOf = async () =>
    (await admin.get('/api/identity/requests')).body.requests.find(
      (each: { vendor: { _id: string } }) => each.vendor._id === vendor.user.id,
    );
  const decide = async (by: Caller, approveIt = true) => {
    const { _id, updatedAt } = await requestOf();
    return by.put(`/api/identity/requests/${_id}`, { approve: approveIt, reason: 'Telephoned', updatedAt });
  };
  /** Moves the waiting period of an approved change into the past. */
  const wait = () =>
    api.ctx.db.execute(
      sql`update identity_requests set applies_at = now() - interval '1 minute' where state = 'pending' and applies_at is not null`,
    );

  test('are requested by one administrator and approved by another, and apply after 24 hours; both addresses are notified', async () => {
    await set('matched');
    const before = (await accountOf()).accountNumber;
    await api.ctx.db.execute(sql`
      insert into email_changes (user_id, email, old_email, expires_at, changed_at)
      values (${vendor.user.id}, ${vendor.user.email}, 'old@example.org', now(), now())`);
    const asked = await change(admin);
    expect([asked.status, asked.body.message]).toEqual([200, expect.stringContaining('waiting for an administrator’s approval')]);
    expect((await accountOf()).accountNumber).toBe(before);
    expect((await decide(admin)).status).toBe(403);
    const approved = await decide(second);
    expect([approved.status, approved.body.message]).toEqual([
      200,
      expect.stringMatching(/^Approved\. The new details apply from \d\d-\d\d-\d{4}, \d\d:\d\d/),
    ]);
    const { appliesAt } = await requestOf();
    expect(new Date(appliesAt).getTime() - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    await applyDueRequests(api.ctx);
    expect((await accountOf()).accountNumber).toBe(before);
    expect((await decide(second)).status).toBe(409);
    await wait();
    await applyDueRequests(api.ctx);
    expect(await accountOf()).toMatchObject({ ...bank, pendingIdentity: null });
    const to = await api.ctx.db.rows<{ to: string; outcome: string }>(sql`
      select recipient as to, content ->> 'outcome' as outcome from mails where kind = 'identity' and user_id = ${vendor.user.id} order by id`);
    for (const outcomeOf of ['asked', 'waits', 'approved'])
      expect(
        to
          .filter((mail) => mail.outcome === outcomeOf)
          .map((mail) => mail.to)
          .sort(),
      ).toEqual(['old@example.org', vendor.user.email].sort());
    const [entry] = (await admin.get('/api/audit/get', { action: 'user.identity.apply', userID: vendor.user.id })).body;
    expect(entry.after).toMatchObject(bank);
  });

  test('of a vendor’s own change wait as long, and can be rejected until they apply', async () => {
    await set('matched');
    await change(vendor);
    expect((await decide(second)).status).toBe(200);
    expect((await decide(admin, false)).status).toBe(200);
    await wait();
    await applyDueRequests(api.ctx);
    expect((await accountOf()).accountNumber).not.toBe(account);
  });

  test('cannot be approved by the user who added the value to another user’s request', async () => {
    await set('matched');
    await change(vendor, { pan: undefined, accountNumber: '111122223333' });
    await change(admin, { accountNumber: account });
    expect((await decide(admin)).status).toBe(403);
    expect((await decide(await standIn(admin, 'buyer'))).status).toBe(403);
    // A change after the approval needs another approval, and waits again.
    expect((await decide(second)).status).toBe(200);
    await change(admin, { accountNumber: '999988887777' });
    await wait();
    await applyDueRequests(api.ctx);
    expect((await accountOf()).accountNumber).not.toBe('999988887777');
    expect((await requestOf()).appliesAt).toBeNull();
  });

  test('of an inactive vendor follow the rule too, and other fields apply immediately', async () => {
    await set('matched');
    await api.ctx.db.execute(sql`update vendors set identity_confirmed_at = null where id = ${vendor.user.id}`);
    await change(admin, { ...bank, bankName: 'Another Bank', city: 'Pune' });
    const now = await accountOf();
    expect([now.accountNumber === account, now.city]).toEqual([false, 'Pune']);
    expect((await requestOf()).changes).toMatchObject(bank);
  });

  test('apply after the waiting time at the approval', async () => {
    await set('matched', { bankWaitHours: 48 });
    await change(vendor);
    await decide(second);
    await set('matched', { bankWaitHours: 0 });
    await applyDueRequests(api.ctx);
    expect((await accountOf()).accountNumber).not.toBe(account);
  });

  test('under "As entered" apply when an administrator changes them, or approves the vendor’s change', async () => {
    await change(admin);
    expect((await accountOf()).accountNumber).toBe(account);
    await change(vendor, { accountNumber: '111122223333' });
    expect((await decide(admin)).body.message).toBe('The new details are in effect.');
    expect((await accountOf()).accountNumber).toBe('111122223333');
  });
});

describe("a vendor's Add Payment", () => {
  const reports = async (by: Caller) => (await by.get('/api/vendorPaymentReport/reported', { userID: vendor.user.id })).body.payments;
  const balanceOf = async ({ invoiceNumber }: Made) =>
    (await vendor.get(`/api/invoice/getInvoiceValue/${invoiceNumber}`)).body.invoiceValue;

  test('is a report that settles nothing and blocks no one, until accounts confirm it', async () => {
    await set('matched');
    const invoice = await invoiced();
    const reported = await pay(vendor, invoice, 1050);
    expect([reported.status, reported.body.message, reported.body.data.status]).toEqual([
      200,
      'Payment reported. It settles the invoice once the buyer confirms it.',
      'reported',
    ]);
    expect([await balanceOf(invoice), (await vendor.post('/api/purChaseOrder/purchase_payment')).body.result]).toEqual([1050, []]);
    // The buyer and the vendor can continue as if the payment had not been reported.
    expect((await edit(vendor, invoice)).status).toBe(200);
    expect((await approve(approver, invoice)).status).toBe(200);
    const [{ _id }] = await reports(vendor);
    const confirm = (by: Caller) => by.put(`/api/vendorPaymentReport/reported/${_id}/confirm`);
    for (const by of [vendor, approver]) expect((await confirm(by)).status).toBe(403);
    expect((await confirm(payer)).status).toBe(200);
    expect([await balanceOf(invoice), (await reports(vendor))[0].status]).toEqual([0, 'confirmed']);
    expect(outcome(await confirm(payer))).toEqual([409, 'report_decided']);
  });

  test('is recorded as it was reported, and links to its payment', async () => {
    await set('matched');
    const invoice = await invoiced();
    const day = indianDay(new Date(Date.now() - 3 * 86_400_000));
    const reference = `UTR${api.serial()}`;
    const report = (by: Caller, more: object = {}) =>
      by.post('/api/vendorPaymentReport/create', {
        invoiceNumber: invoice.invoiceNumber,
        amount: 100,
        paymentMode: 'online',
        onlineKind: 'neft',
        accountLast4: '4711',
        paymentDate: day,
        reference,
        Remarks: 'As agreed',
        ...more,
      });
    const confirm = (by: Caller, id: string) => by.put(`/api/vendorPaymentReport/reported/${id}/confirm`);
    const { data } = (await report(vendor)).body;
    expect(data).toMatchObject({ paymentDate: day, reference, paymentId: null });
    expect((await confirm(payer, data._id)).status).toBe(200);
    const [{ paymentId }] = await reports(vendor);
    const { result } = (await vendor.post('/api/purChaseOrder/purchase_payment')).body;
    expect(result).toEqual([
      expect.objectContaining({
        _id: paymentId,
        paymentDate: day,
        onlineKind: 'neft',
        accountLast4: '4711',
        reference,
        remarks: 'As agreed',
      }),
    ]);
    // The same transfer cannot be confirmed twice, a payment dated tomorrow is rejected, and a report cannot set its own payment ID.
    const again = (await report(vendor, { paymentId: '1' })).body.data;
    expect([again.paymentId, outcome(await confirm(payer, again._id))]).toEqual([null, [409, 'reference_in_use']]);
    const tomorrow = indianDay(new Date(Date.now() + 86_400_000));
    expect((await report(vendor, { paymentDate: tomorrow, reference: '' })).body.errors).toEqual({
      paymentDate: `The payment is dated ${showDate(tomorrow)}, which is after today (${showDate(indianDay(new Date()))}). Correct the date.`,
    });
    const other = (await report(vendor, { reference: '' })).body.data;
    expect((await payer.put(`/api/vendorPaymentReport/reported/${other._id}/reject`, { reason: 'No such transfer' })).status).toBe(200);
    expect((await reports(vendor)).map((each: { paymentId: string | null }) => each.paymentId !== null).filter(Boolean)).toEqual([true]);
  });

  test('is confirmed under the rules of a payment, and rejected with a reason', async () => {
    await set('strict');
    const invoice = await invoiced();
    await pay(vendor, invoice, 100);
    const [{ _id }] = await reports(vendor);
    const at = `/api/vendorPaymentReport/reported/${_id}`;
    expect((await payer.put(`${at}/confirm`)).status).toBe(422);
    await approve(second, invoice);
    expect(outcome(await second.put(`${at}/confirm`))).toEqual([403, 'you_approved']);
    expect((await reports(vendor))[0].status).toBe('reported');
    expect((await payer.put(`${at}/reject`, {})).body.errors).toEqual({ reason: 'Enter the reason. The vendor sees it.' });
    expect((await payer.put(`${at}/reject`, { reason: 'No transfer found' })).status).toBe(200);
    expect((await reports(vendor))[0]).toMatchObject({ status: 'rejected', reason: 'No transfer found' });
    expect(await balanceOf(invoice)).toBe(1050);
    const other = await api.newVendor();
    expect((await other.get('/api/vendorPaymentReport/reported', { userID: vendor.user.id })).body.payments).toEqual([]);
  });

  test('is confirmed once, whoever confirms at the same time, and settles under "As entered"', async () => {
    await set('matched');
    const invoice = await invoiced();
    await approve(approver, invoice);
    await pay(vendor, invoice, 100);
    const [{ _id }] = await reports(vendor);
    const confirm = (by: Caller) => () => by.put(`/api/vendorPaymentReport/reported/${_id}/confirm`);
    const held = (tx: Database) => tx.execute(sql`select from invoices where id = ${invoice._id} for update`);
    const answers = await meanwhile(api, held, [accounts, payer, accounts].map(confirm));
    expect([statusesOf(answers), await balanceOf(invoice)]).toEqual([[200, 409, 409], 950]);
    await set('entered');
    expect((await pay(vendor, invoice, 50)).body.message).toBe('Payment added successfully');
    expect(await balanceOf(invoice)).toBe(900);
  });
});

test('payments of the ERP, and from before the control applied, are listed as outside the rules', async () => {
  const outside = async () =>
    (await accounts.get('/api/vendorPaymentReport/outside', { userID: vendor.user.id })).body.payments as {
      rule: string;
      fromErp: boolean;
    }[];
  const [differs, own, fine, fromErp] = [await invoiced(110), await invoiced(10, second), await invoiced(), await invoiced(110)];
  for (const [by, invoice] of [
    [payer, differs],
    [second, own],
    [payer, fine],
    [vendor, fine],
  ] as const)
    expect((await pay(by, invoice)).status).toBe(200);
  await api.ctx.db.transaction((tx) =>
    storePayments(tx, 'erp', [
      {
        externalId: `P${api.serial()}`,
        version: '1',
        ownerId: vendor.user.id,
        supplier: '',
        invoiceNumber: fromErp.invoiceNumber,
        amount: '5.00',
        mode: 'online',
        remarks: null,
        paidOn: indianDay(new Date()),
        raw: null,
      },
    ]),
  );
  expect(await outside()).toEqual([]);
  await set('matched');
  expect((await outside()).map(({ rule, fromErp: isErp }) => [rule, isErp])).toEqual([
    ['exception_paid', true],
    ['entered_by_vendor', false],
    ['payer_entered', false],
    ['exception_paid', false],
  ]);
  await set('strict');
  expect((await outside()).map(({ rule }) => rule)).toContain('not_approved');
  expect((await vendor.get('/api/vendorPaymentReport/outside')).status).toBe(403);
});
