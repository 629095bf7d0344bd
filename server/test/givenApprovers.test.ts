import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startSession } from '../src/sign-in/sessions.ts';
import { type Answer, type Api, Caller } from './api.ts';
import { done, startBooks } from './books.ts';
import { papers, registration } from './forms.ts';
import { addItem } from './items.ts';
import { newMember } from './members.ts';

const EAN = '8901030516320';

// Tests that an administrator who can sign in as a second person does not count as two, whichever of the two acts.

let api: Api;
let admin: Caller;
let vendor: Caller;
beforeAll(async () => {
  ({ api, admin } = await startBooks());
  await addItem(api.ctx, { ean: EAN, name: 'Basmati Rice 1 kg', mrp: '110.00' });
});
beforeEach(async () => {
  await api.ctx.db.execute(sql`
    update portal_settings set preset = 'matched', duties = true, pay_only_matched = true, bank_two_people = true, bank_wait_hours = 0,
      waiting_controls = null, day_limit_administrator = null`);
  vendor = await api.newVendor({ isActive: true });
  await api.ctx.db.execute(sql`update vendors set identity_confirmed_at = now() where id = ${vendor.user.id}`);
});
afterAll(() => api.close());

const reason = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  return `${status} ${body.message}`;
};
/** Sets the password of another user. @returns the user, signed in again. */
async function setPassword(by: Caller, { user }: Caller): Promise<Caller> {
  const password = `monsoon-harvest-${api.serial()}`;
  await done(by.put(`/api/auth/edit/${user.id}`, { passWord: password }));
  return again(new Caller(api.app, null, { ...user, password }));
}
/** Signs in again, because a new password ends all sessions. */
const again = async ({ user }: Caller) =>
  new Caller(api.app, await startSession(api.ctx.db, user.id, { now: api.ctx.clock(), address: null, userAgent: null }), user);
/** The user sets a new password with the e-mailed link. */
async function reset(of: Caller): Promise<Caller> {
  expect((await api.visitor.post('/api/auth/forgetPassword', { email: of.user.email })).status).toBe(200);
  const mails: { to: string; text: string }[] = (await api.visitor.get('/api/outbox')).body;
  const links = mails.flatMap(({ to, text }) => (to === of.user.email ? [/\/password-reset\/([\w-]{43})$/m.exec(text)?.[1]] : []));
  const secret = links.find((each) => each !== undefined);
  expect((await api.visitor.put(`/api/auth/edit/${secret}`, { passWord: `winter-barley-${api.serial()}` })).status).toBe(200);
  return again(of);
}
const invoiceOf = (by: Caller) =>
  done(by.post('/api/invoice/create', { userID: vendor.user.id, invoiceNumber: String(api.serial()), invoiceValue: 100 }));
const approve = (by: Caller, { _id }: { _id: string }) => by.post('/api/invoice/approve', { invoiceIdList: [_id] });
const YOUR_GIVER = /^409 .*\(who set your password or e-mail\) entered or changed invoice/;
/** An administrator whose password `admin` has set. */
async function taken(): Promise<Caller> {
  return setPassword(admin, await newMember(api, admin, 'administrator'));
}

/** Enters a price as the vendor. @returns the call that approves it. */
async function priceOf(owner: Caller): Promise<(by: Caller) => Promise<Answer>> {
  const form = { EANCode: EAN, shelfLifeDays: 365, quantity: 50, MRP: 120, percentage: 22.5, margin: 27, sellingPrice: 93 };
  const { _id } = await done(owner.post('/api/product/create', form));
  return (by) => by.put('/api/product/changeStatusPriceApproval', { productIdList: [_id], priceApproval: true });
}

describe('an administrator who set the password of another', () => {
  test('does not approve its own invoice as that user, who may after a reset', async () => {
    const second = await taken();
    const invoice = await invoiceOf(admin);
    expect(await reason(approve(second, invoice))).toMatch(YOUR_GIVER);
    expect((await approve(await reset(second), invoice)).status).toBe(200);
  });

  test('does not let one such user approve what another such user entered', async () => {
    const [one, other] = [await taken(), await taken()];
    const invoice = await invoiceOf(one);
    expect(await reason(approve(other, invoice))).toMatch(/^409 .*\(whose password or e-mail was set by the administrator who set yours\)/);
    expect((await approve(await newMember(api, admin, 'administrator'), invoice)).status).toBe(200);
  });

  test('does not approve as that user with a key that was made before the reset', async () => {
    const second = await taken();
    const { status, body } = await second.post('/api/keys', {
      name: 'ERP',
      scopes: ['invoices:write'],
      days: 30,
      passWord: second.user.password,
    });
    expect([status, body.message]).toEqual([200, body.message]);
    await reset(second);
    expect(await reason(approve(await again(second), await invoiceOf(admin)))).toMatch(YOUR_GIVER);
  });

  test('does not approve the bank details that it entered as that user', async () => {
    const second = await taken();
    await done(admin.put(`/api/auth/edit/${vendor.user.id}`, { accountNumber: String(9_000_000 + api.serial()) }));
    const { requests } = (await admin.get('/api/identity/requests')).body;
    const request = requests.find((each: { vendor: { _id: string } }) => each.vendor._id === vendor.user.id);
    const confirm = (by: Caller) => by.put(`/api/identity/requests/${request._id}`, { approve: true, updatedAt: request.updatedAt });
    expect((await confirm(second)).body.code).toBe('you_entered');
    expect((await confirm(await reset(second))).status).toBe(200);
  });

  test('does not confirm weaker controls as that user, nor as itself those that the user asked for', async () => {
    const second = await taken();
    const confirm = async (by: Caller) => {
      const { waiting } = (await by.get('/api/controls')).body;
      const { status, body } = await by.put('/api/controls/waiting', { approve: true, at: waiting.at });
      return [waiting.isOwn, status, body.code];
    };
    await admin.put('/api/controls', { bankTwoPeople: false });
    expect(await confirm(second)).toEqual([true, 403, 'own_controls']);
    await second.put('/api/controls', { bankWaitHours: 0, bankTwoPeople: false });
    expect(await confirm(admin)).toEqual([true, 403, 'own_controls']);
    expect(await confirm(await newMember(api, admin, 'administrator'))).toEqual([false, 200, undefined]);
  });

  test('has one limit per day with that user', async () => {
    const enterer = await newMember(api, admin, 'administrator');
    const invoices = [await invoiceOf(enterer), await invoiceOf(enterer)] as const;
    const second = await taken();
    await api.ctx.db.execute(sql`update portal_settings set day_limit_administrator = 150`);
    expect((await approve(second, invoices[0])).status).toBe(200);
    expect(await reason(approve(admin, invoices[1]))).toMatch(/limit/);
    expect((await approve(await newMember(api, admin, 'administrator'), invoices[1])).status).toBe(200);
  });

  test('does not approve the price of a vendor whose password it set', async () => {
    const owner = await setPassword(admin, vendor);
    const decide = await priceOf(owner);
    expect(await reason(decide(admin))).toMatch(/^403 You entered the price of/);
    expect((await decide(await newMember(api, admin, 'buyer'))).status).toBe(200);
  });
});

describe('an account that an administrator adds', () => {
  const add = async (more: object = {}) => {
    const form: Record<string, unknown> = { ...registration(api.serial()), isAdmin: true, isActive: true, ...more };
    const { _id } = await done(admin.send('POST', '/api/auth/create', form, papers()));
    return again(new Caller(api.app, null, { id: _id, email: String(form['email']), password: '' }));
  };

  test('with a password does not approve what the administrator entered, until it is reset', async () => {
    const invoice = await invoiceOf(admin);
    const made = await add();
    expect(await reason(approve(made, invoice))).toMatch(YOUR_GIVER);
    expect((await approve(await reset(made), invoice)).status).toBe(200);
  });

  test('counts as the administrator only while the controls separate duties', async () => {
    const decide = await priceOf(await add({ isAdmin: false }));
    expect(await reason(decide(admin))).toMatch(/^403 You entered the price of/);
    await api.ctx.db.execute(sql`update portal_settings set preset = 'entered', duties = false, bank_two_people = false`);
    expect(await reason(decide(admin))).toMatch(/^200/);
  });
});
