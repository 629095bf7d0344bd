import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { codeOf } from '../../test/books.ts';
import { gstinOf, panOf, samplePdf } from '../demo/factories.ts';

let api: Api;
let now = new Date();
let admin: Caller;
let other: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false }, () => now);
  [admin, other] = [await api.newAdmin(), await api.newAdmin()];
});
afterAll(() => api.close());

const BANK = { accountNumber: '000777', IFSCCode: 'HDFC0002854', bankName: 'HDFC Bank' };
const edit = (by: Caller, whom: Caller, fields: object) => by.put(`/api/auth/edit/${whom.user.id}`, fields);
const shown = async (whom: Caller, by = whom) => (await by.get(`/api/auth/user/${whom.user.id}`)).body[0];
const requestOf = async (whom: Caller) => {
  const { body } = await admin.get('/api/identity/requests');
  return body.requests.find((each: { vendor: { _id: string } }) => each.vendor._id === whom.user.id);
};
const decide = (by: Caller, { _id, updatedAt }: { _id: string; updatedAt: string }, body: object) =>
  by.put(`/api/identity/requests/${_id}`, { updatedAt, ...body });
const subjectsTo = async (email: string) =>
  ((await api.visitor.get('/api/outbox')).body as { to: string; subject: string }[])
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject)
    .reverse();
const actionsOf = async (whom: Caller) =>
  ((await admin.get('/api/audit/get', { userID: whom.user.id })).body as { action: string }[])
    .map(({ action }) => action)
    .filter((action) => action.startsWith('user.'))
    .reverse();

describe('a confirmed vendor’s own change of GST number, PAN or bank', () => {
  test('is pending while the old values apply, and the rest of the form is saved', async () => {
    const vendor = await api.newVendor();
    const before = await shown(vendor);
    const { status, body } = await edit(vendor, vendor, { ...BANK, city: 'Nashik' });
    expect([status, body.message]).toEqual([
      200,
      'User updated successfully. Bank name, Account number and IFSC code: waiting for an administrator’s approval.',
    ]);
    const held = { accountNumber: before.accountNumber, IFSCCode: before.IFSCCode, bankName: before.bankName };
    expect(body.data).toMatchObject({ ...held, city: 'Nashik', pendingIdentity: { changes: BANK } });
    expect(await shown(vendor)).toMatchObject({ ...held, city: 'Nashik' });
    expect(await requestOf(vendor)).toMatchObject({ changes: BANK, previous: held, vendor: { _id: vendor.user.id } });
    expect(await subjectsTo(vendor.user.email)).toEqual(['Change of your bank or tax details requested']);
  });

  test('includes the requesting user in the e-mails to vendor and buyer', async () => {
    const vendor = await api.newVendor();
    const { firstName, lastName } = await shown(vendor);
    await edit(vendor, vendor, BANK);
    const textTo = async (to: string, subject: string) =>
      ((await api.visitor.get('/api/outbox')).body as { to: string; subject: string; text: string }[]).find(
        (mail) => mail.to === to && mail.subject === subject,
      )?.text;
    const own = await textTo(vendor.user.email, 'Change of your bank or tax details requested');
    expect(own).toContain(`\n\nEntered by a user of your company: ${firstName} ${lastName}\n\n`);
    const told = await api.ctx.db.rows(sql`
      select distinct content->>'by' as by, content->>'side' as side from notices where kind = 'changes' and content->>'userId' = ${vendor.user.id}`);
    expect(told).toEqual([{ by: `${firstName} ${lastName}`, side: 'Vendor user' }]);
  });

  test('applies once an administrator approves it, and the vendor is notified', async () => {
    const vendor = await api.newVendor();
    await edit(vendor, vendor, BANK);
    expect((await decide(admin, await requestOf(vendor), { approve: true })).status).toBe(200);
    expect(await shown(vendor)).toMatchObject({ ...BANK, pendingIdentity: null });
    expect(await requestOf(vendor)).toBeUndefined();
    expect((await subjectsTo(vendor.user.email)).at(-1)).toBe('Your new bank or tax details were approved');
    expect(await actionsOf(vendor)).toEqual(['user.create', 'user.identity.ask', 'user.identity.approve']);
  });

  test('changes nothing when it is rejected, which needs a reason', async () => {
    const vendor = await api.newVendor();
    const before = await shown(vendor);
    await edit(vendor, vendor, BANK);
    const request = await requestOf(vendor);
    const silent = await decide(admin, request, { approve: false, reason: '  ' });
    expect([silent.status, Object.keys(silent.body.errors)]).toEqual([422, ['reason']]);
    expect((await decide(admin, request, { approve: false, reason: 'The cheque is of another account.' })).status).toBe(200);
    expect(await shown(vendor)).toMatchObject({ accountNumber: before.accountNumber, pendingIdentity: null });
    const mails = (await api.visitor.get('/api/outbox')).body as { to: string; text: string }[];
    expect(mails.find(({ to }) => to === vendor.user.email)?.text).toContain('The cheque is of another account.');
    expect(await actionsOf(vendor)).toContain('user.identity.refuse');
  });

  test('can be withdrawn only by the vendor', async () => {
    const [vendor, stranger] = [await api.newVendor(), await api.newVendor()];
    await edit(vendor, vendor, BANK);
    const { _id } = await requestOf(vendor);
    for (const who of [stranger, admin]) expect((await who.delete(`/api/identity/requests/${_id}`)).status).toBe(404);
    expect((await vendor.delete(`/api/identity/requests/${_id}`)).status).toBe(200);
    expect(await codeOf(vendor.delete(`/api/identity/requests/${_id}`))).toEqual([409, 'request_is_decided']);
    expect((await shown(vendor)).pendingIdentity).toBeNull();
    expect(await actionsOf(vendor)).toContain('user.identity.withdraw');
  });

  test('is added to a pending one; unchanged values leave it as it is', async () => {
    const vendor = await api.newVendor();
    const before = await shown(vendor);
    await edit(vendor, vendor, { accountNumber: '1' });
    await edit(vendor, vendor, { accountNumber: before.accountNumber, IFSCCode: 'HDFC0002854', bankName: before.bankName });
    await edit(vendor, vendor, { city: 'Nashik', IFSCCode: 'HDFC0002854' });
    expect((await requestOf(vendor)).changes).toEqual({ accountNumber: '1', IFSCCode: 'HDFC0002854' });
    expect((await actionsOf(vendor)).filter((action) => action === 'user.identity.ask')).toHaveLength(2);
    const pan = panOf(api.serial() + 900);
    expect((await edit(vendor, vendor, { panNo: pan })).status).toBe(200);
    // The GST number is valid together with the pending PAN.
    expect((await edit(vendor, vendor, { panNo: before.panNo, GST: gstinOf(pan, '27') })).status).toBe(200);
    expect((await requestOf(vendor)).changes).toMatchObject({ panNo: pan, GST: gstinOf(pan, '27') });
  });

  test.each([
    ['GST', '99'],
    ['panNo', ''],
    ['IFSCCode', 'X'],
  ])('is checked before it is pending: %s %j', async (field, value) => {
    const vendor = await api.newVendor();
    expect((await edit(vendor, vendor, { [field]: value })).status).toBe(422);
    expect((await shown(vendor)).pendingIdentity).toBeNull();
  });

  test('shows an administrator who else has the GST number, and the warnings', async () => {
    const [vendor, owner] = [await api.newVendor(), await api.newVendor({ vendor_name: 'Kisan Mill' })];
    const { panNo, GST } = await shown(owner);
    await edit(vendor, vendor, { panNo, GST, IFSCCode: 'HDFC0002854' });
    expect(await requestOf(vendor)).toMatchObject({
      gstinAlsoOf: [{ _id: owner.user.id, vendor_name: 'Kisan Mill' }],
      remarks: { IFSCCode: expect.stringContaining('HDFC') },
    });
    expect((await shown(vendor, admin)).gstinAlsoOf).toEqual([]);
    expect('gstinAlsoOf' in (await shown(vendor))).toBe(false);
  });

  test('a GST number of another vendor is shown to the administrator who saves it, and to no vendor', async () => {
    const [vendor, owner] = [await api.newVendor(), await api.newVendor({ vendor_name: 'Kisan Mill' })];
    const { panNo, GST, vendor_Code } = await shown(owner);
    const saved = 'User updated successfully';
    expect((await edit(vendor, vendor, { panNo, GST })).body.message).not.toContain('Kisan Mill');
    expect((await edit(admin, vendor, { panNo, GST })).body.message).toBe(
      `${saved}. The GST number is also used by Kisan Mill (${vendor_Code}).`,
    );
    expect((await edit(admin, vendor, { city: 'Nashik' })).body.message).toBe(saved);
  });
});

describe('a decision', () => {
  test('on a request changed in the meantime, or with changed documents, returns 409', async () => {
    const vendor = await api.newVendor();
    await edit(vendor, vendor, { accountNumber: '1' });
    const seen = await requestOf(vendor);
    await edit(vendor, vendor, { accountNumber: '2' });
    expect(await codeOf(decide(admin, seen, { approve: true }))).toEqual([409, 'request_is_decided']);
    const newer = await requestOf(vendor);
    const paper = { name: 'cheque.pdf', content: samplePdf('newer') };
    await vendor.send('PUT', `/api/auth/edit/${vendor.user.id}`, {}, { cancelledchequepic: paper });
    expect(await codeOf(decide(admin, newer, { approve: true }))).toEqual([409, 'request_changed']);
    expect((await decide(admin, await requestOf(vendor), { approve: true })).status).toBe(200);
    expect((await shown(vendor)).accountNumber).toBe('2');
  });

  test('is made only once of two at the same time', async () => {
    const vendor = await api.newVendor();
    await edit(vendor, vendor, BANK);
    const request = await requestOf(vendor);
    const replies = await Promise.all([
      decide(admin, request, { approve: true }),
      decide(other, request, { approve: false, reason: 'No.' }),
    ]);
    expect(statusesOf(replies)).toEqual([200, 409]);
  });

  test('cannot approve one’s own request', async () => {
    const vendor = await api.newVendor();
    await edit(vendor, vendor, BANK);
    expect((await edit(admin, vendor, { isAdmin: true })).status).toBe(200);
    const promoted = await api.signIn(vendor.user);
    expect((await decide(promoted, await requestOf(vendor), { approve: true })).status).toBe(403);
    expect((await shown(vendor)).accountNumber).not.toBe(BANK.accountNumber);
  });

  test('is not needed for an administrator, whose change of the same field closes the request', async () => {
    const vendor = await api.newVendor();
    await edit(vendor, vendor, BANK);
    await edit(admin, vendor, { paymentTerms: 'at once' });
    expect(await requestOf(vendor)).toBeDefined();
    const { body } = await edit(admin, vendor, { accountNumber: '42' });
    expect([body.message, body.data]).toMatchObject(['User updated successfully', { accountNumber: '42', pendingIdentity: null }]);
    expect(await requestOf(vendor)).toBeUndefined();
    expect((await subjectsTo(vendor.user.email)).at(-1)).toBe('Your bank or tax details were changed');
  });
});

describe('a new e-mail address', () => {
  let serial = 0;
  const newEmail = () => `new${(serial += 1)}@example.com`;
  const secretTo = async (email: string) => {
    const mails = (await api.visitor.get('/api/outbox')).body as { to: string; text: string }[];
    const mail = mails.find(({ to, text }) => to === email && text.includes('/confirm-email/'));
    return /confirm-email\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  const confirm = (secret: string) => api.visitor.post('/api/identity/email', { secret });
  const login = async (email: string, password: string) =>
    (await api.visitor.post('/api/auth/login', { email, passWord: password })).status;

  test('applies once its link is opened, which works once; the old address is notified twice', async () => {
    const vendor = await api.newVendor();
    const email = newEmail();
    const { body } = await edit(vendor, vendor, { email, city: 'Nashik' });
    expect(body.message).toContain(email);
    expect(body.data).toMatchObject({ email: vendor.user.email, city: 'Nashik', pendingEmail: email });
    expect([await login(vendor.user.email, vendor.user.password), await login(email, vendor.user.password)]).toEqual([200, 401]);
    const secret = await secretTo(email);
    expect((await confirm(secret)).status).toBe(200);
    expect([await login(vendor.user.email, vendor.user.password), await login(email, vendor.user.password)]).toEqual([401, 200]);
    expect((await confirm(secret)).status).toBe(409);
    expect(await subjectsTo(vendor.user.email)).toEqual(['A new e-mail address was entered', 'Your e-mail address was changed']);
    const rows = await api.ctx.db.rows<{ text: string }>(sql`select email_changes::text as text from email_changes`);
    expect(rows.map(({ text }) => text).join()).not.toContain(secret);
  });

  test.each(['a day later', 'after another was asked for', 'after the password was changed', 'after it was withdrawn', 'of nobody'])(
    'is not confirmed by a link %s',
    async (when) => {
      const vendor = await api.newVendor();
      const email = newEmail();
      await edit(vendor, vendor, { email });
      const secret = when === 'of nobody' ? 'x' : await secretTo(email);
      const before = now;
      if (when === 'a day later') now = new Date(now.getTime() + 24 * 60 * 60_000 + 1000);
      if (when === 'after another was asked for') await edit(vendor, vendor, { email: newEmail() });
      if (when === 'after the password was changed') await edit(vendor, vendor, { passWord: 'monsoon-harvest-7' });
      if (when === 'after it was withdrawn') expect((await vendor.delete('/api/identity/email')).status).toBe(200);
      expect((await confirm(secret)).status).toBe(409);
      now = before;
      expect((await shown(vendor, admin)).email).toBe(vendor.user.email);
    },
  );

  test('of another user is rejected when it is entered and when it is confirmed', async () => {
    const [one, two] = [await api.newVendor(), await api.newVendor()];
    expect((await edit(one, one, { email: two.user.email.toUpperCase() })).body).toEqual({
      status: 201,
      message: 'E-mail already exists.',
    });
    const email = newEmail();
    await edit(one, one, { email });
    const first = await secretTo(email);
    await edit(two, two, { email: email.toUpperCase() });
    const second = await secretTo(email.toUpperCase());
    expect([(await confirm(first)).status, (await confirm(second)).status]).toEqual([200, 409]);
    expect((await shown(two, admin)).email).toBe(two.user.email);
  });

  test('applies immediately when an administrator sets it, and the old address is notified of new bank details too', async () => {
    const vendor = await api.newVendor();
    const email = newEmail();
    await edit(admin, vendor, { email });
    expect((await shown(vendor)).email).toBe(email);
    await edit(vendor, vendor, BANK);
    for (const to of [email, vendor.user.email]) expect(await subjectsTo(to)).toContain('Change of your bank or tax details requested');
    await edit(admin, vendor, { accountNumber: '42' });
    for (const to of [email, vendor.user.email]) expect(await subjectsTo(to)).toContain('Your bank or tax details were changed');
  });
});

test('an inactive administrator cannot activate its own account', async () => {
  const gone = await api.newAdmin();
  await edit(admin, gone, { isActive: false });
  await edit(gone, gone, { isActive: true });
  expect((await shown(gone, admin)).isActive).toBe(false);
});

describe('documents', () => {
  const entries = async (whom: Caller) =>
    ((await admin.get('/api/audit/get', { userID: whom.user.id, action: 'user.paper' })).body as { actor: string; after: object }[]).map(
      ({ after }) => after,
    );

  test('of another user are opened with a log entry; lists and own documents leave none', async () => {
    const vendor = await api.newVendor();
    await admin.get('/api/auth/user');
    expect((await vendor.get((await shown(vendor)).panDocument)).status).toBe(200);
    const link = (await shown(vendor, admin)).panDocument as string;
    expect(await entries(vendor)).toEqual([]);
    expect((await admin.get(link)).status).toBe(200);
    expect(await entries(vendor)).toEqual([{ paper: 'pan' }]);
    expect((await admin.get(link.replace(/&reader=\d+/, ''))).status).toBe(404);
    expect((await admin.get(link.replace(/&reader=\d+/, `&reader=${vendor.user.id}`))).status).toBe(404);
    expect(await entries(vendor)).toHaveLength(1);
  });
});
