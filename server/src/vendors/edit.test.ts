import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { papers, registration, without } from '../../test/forms.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
});
afterAll(() => api.close());

type Shown = Record<string, unknown> & { updatedAt: string };
const LINKS = ['panDocument', 'gstDocument', 'cancelledCheque', 'certiOfIncorporation', 'accessToken'];
const url = (who: Caller) => `/api/auth/edit/${who.user.id}`;
const own = async (who: Caller) => without((await who.get(`/api/auth/user/${who.user.id}`)).body[0] as Shown, ...LINKS) as Shown;
const mobileOf = async (who: Caller) => (await own(who))['mobileNumber'];

describe('a vendor’s edit of its own profile', () => {
  test('keeps fields that were not sent', async () => {
    const vendor = await api.newVendor();
    const before = await own(vendor);
    const { status, body } = await vendor.put(url(vendor), { firstName: 'आशा', paymentTerms: '' });
    expect([status, body.message]).toEqual([200, 'User updated successfully']);
    const after = { ...before, firstName: 'आशा', paymentTerms: null, updatedAt: expect.any(String) };
    expect(without(body.data, ...LINKS)).toEqual(after);
    expect(await own(vendor)).toEqual(after);
  });

  test('can be a multipart form with every field', async () => {
    const vendor = await api.newVendor();
    const serial = api.serial();
    const fields = without(registration(serial, { vendor_name: 'New & Sons', middleName: 'D.' }), 'passWord');
    const { status } = await vendor.send('PUT', url(vendor), fields, papers());
    expect(status).toBe(200);
    const waits = ['email', 'GST', 'panNo', 'bankName', 'accountNumber', 'IFSCCode'];
    expect(await own(vendor)).toMatchObject(without(fields, ...waits));
  });

  test('cannot reach another profile: 404, as for an ID that does not exist', async () => {
    const [vendor, other] = [await api.newVendor(), await api.newVendor()];
    const before = await own(other);
    const [theirs, none] = [await vendor.put(url(other), { city: 'X' }), await vendor.put('/api/auth/edit/999999', { city: 'X' })];
    expect([theirs.status, theirs.body]).toEqual([404, { message: 'Not found.', code: 'not_found' }]);
    expect([none.status, none.body]).toEqual([theirs.status, theirs.body]);
    expect(await own(other)).toEqual(before);
    expect((await admin.put('/api/auth/edit/999999', { city: 'X' })).status).toBe(404);
  });

  test.each([
    { isAdmin: true, isActive: false },
    { isAdmin: 'true', isActive: 'false' },
    { isAdmin: 'yes', isActive: 7 },
    { isAdmin: null, isActive: {} },
  ])('gives no further rights: %j', async (flags) => {
    const vendor = await api.newVendor();
    const before = await own(vendor);
    const { status } = await vendor.put(url(vendor), {
      ...flags,
      vendor_Code: 5,
      system_Vendor_id: 'V-5',
      _id: '1',
      id: '1',
      createdAt: '2001-01-01T00:00:00Z',
      password_hash: 'x',
      accessToken: 'x',
      city: 'Nashik',
    });
    expect(status).toBe(200);
    expect(await own(vendor)).toEqual({ ...before, city: 'Nashik', updatedAt: expect.any(String) });
  });

  test.each([
    ['email', 'nobody'],
    ['mobileNumber', '1'],
    ['postal_Code', '0'],
    ['firstName', ''],
    ['vendor_name', null],
    ['country_id', 'XX'],
    ['state', ['IN-MH']],
    ['panNo', ''],
    ['GST', '99'],
  ])('%s %j is rejected at its field, and nothing changes', async (field, value) => {
    const vendor = await api.newVendor();
    const before = await own(vendor);
    const { status, body } = await vendor.put(url(vendor), { city: 'Nashik', [field]: value });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await own(vendor)).toEqual(before);
  });

  test('returns the errors of password and fields together', async () => {
    const vendor = await api.newVendor();
    const { body } = await vendor.put(url(vendor), { city: '', passWord: 'short' });
    expect(Object.keys(body.errors).sort()).toEqual(['city', 'passWord']);
  });
});

describe('two edits at the same time', () => {
  test('return 409 with the newer record to the outdated one', async () => {
    const vendor = await api.newVendor();
    const { updatedAt } = await own(vendor);
    const first = await vendor.put(url(vendor), { city: 'Nashik', updatedAt });
    expect(first.status).toBe(200);
    const second = await admin.put(url(vendor), { city: 'Nagpur', updatedAt });
    expect([second.status, second.body]).toEqual([
      409,
      {
        message: expect.stringMatching(/\S/),
        code: 'stale_record',
        data: expect.objectContaining({ city: 'Nashik', panNo: first.body.data.panNo, updatedAt: first.body.data.updatedAt }),
      },
    ]);
    expect((await admin.put(url(vendor), { city: 'Nagpur', updatedAt: second.body.data.updatedAt })).status).toBe(200);
    expect((await admin.put(url(vendor), { city: 'Thane' })).status).toBe(200);
  });

  test('of the same updatedAt: one of five succeeds', async () => {
    const vendor = await api.newVendor();
    const { updatedAt } = await own(vendor);
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, index) => vendor.put(url(vendor), { city: `City ${index}`, updatedAt })),
    );
    expect(statusesOf(replies)).toEqual([200, 409, 409, 409, 409]);
  });

  test.each(['yesterday', '2026-13-45T25:61:61Z', '2026-02-31T00:00:00Z', '0', 'null'])(
    'updatedAt %j was never read',
    async (updatedAt) => {
      const vendor = await api.newVendor();
      const { status } = await vendor.put(url(vendor), { city: 'Nashik', updatedAt });
      expect([409, 422]).toContain(status);
      expect((await own(vendor))['city']).toBe('Pune');
    },
  );

  test('e-mail or mobile number of another user returns 201 with the message; the own in other letters is accepted', async () => {
    const [vendor, other] = [await api.newVendor(), await api.newVendor()];
    const email = await vendor.put(url(vendor), { email: other.user.email.toUpperCase(), city: 'Nashik' });
    expect([email.status, email.body]).toEqual([201, { status: 201, message: 'E-mail already exists.' }]);
    const mobile = await vendor.put(url(vendor), { mobileNumber: await mobileOf(other) });
    expect([mobile.status, mobile.body]).toEqual([201, { status: 201, message: 'Mobile number already exists.' }]);
    expect((await own(vendor))['city']).toBe('Pune');
    expect((await vendor.put(url(vendor), { email: vendor.user.email.toUpperCase(), mobileNumber: await mobileOf(vendor) })).status).toBe(
      200,
    );
  });

  test('only one of several users gets an e-mail address sent at the same time', async () => {
    const vendors = await Promise.all(Array.from({ length: 4 }, () => api.newVendor()));
    const replies = await Promise.all(vendors.map((vendor) => admin.put(url(vendor), { email: 'wanted@example.com' })));
    expect(statusesOf(replies)).toEqual([200, 201, 201, 201]);
  });
});

describe('the password', () => {
  const NEW = 'monsoon-harvest-7';
  const login = async (who: Caller, password: string) =>
    (await api.visitor.post('/api/auth/login', { email: who.user.email, passWord: password })).status;

  test.each([{}, { passWord: '' }, { passWord: null }])('is not changed by %j', async (given) => {
    const vendor = await api.newVendor();
    expect((await vendor.put(url(vendor), { city: 'Nashik', ...given })).status).toBe(200);
    expect(await login(vendor, vendor.user.password)).toBe(200);
  });

  test('when changed ends all other sessions, and the old password is invalid', async () => {
    const phone = await api.newVendor();
    const laptop = await api.signIn(phone.user);
    await own(phone);
    expect((await laptop.put(url(laptop), { passWord: NEW })).status).toBe(200);
    expect((await phone.get('/api/auth/user')).status).toBe(401);
    expect((await laptop.get('/api/auth/user')).status).toBe(200);
    expect([await login(phone, phone.user.password), await login(phone, NEW)]).toEqual([401, 200]);
    const mails = (await api.visitor.get('/api/outbox')).body as { to: string; subject: string }[];
    expect(mails.filter(({ to }) => to === phone.user.email).map(({ subject }) => subject)).toEqual(['Your password was changed']);
  });

  test('when changed by an administrator ends every session of the user', async () => {
    const vendor = await api.newVendor();
    expect((await admin.put(url(vendor), { passWord: NEW })).status).toBe(200);
    expect((await vendor.get('/api/auth/user')).status).toBe(401);
    expect(await login(vendor, NEW)).toBe(200);
    expect((await admin.get('/api/auth/user')).status).toBe(200);
  });

  test.each(['short', 'x'.repeat(201), 'x'.repeat(2000), 'password123'])('%.20j is rejected', async (passWord) => {
    const vendor = await api.newVendor();
    const { status, body } = await vendor.put(url(vendor), { passWord });
    expect([status, body.errors]).toEqual([422, { passWord: expect.stringMatching(/^(Password should have|This password is too easy)/) }]);
    expect(await login(vendor, vendor.user.password)).toBe(200);
  });

  test('that others would guess is rejected, whoever chooses it', async () => {
    const [vendor, colleague] = [await api.newVendor(), await api.newAdmin()];
    const refusal = { status: 422, body: { errors: { passWord: expect.stringMatching(/too easy/) } } };
    expect(await colleague.put(url(colleague), { passWord: 'Password@123' })).toMatchObject(refusal);
    expect(await admin.put(url(vendor), { passWord: 'Password@123' })).toMatchObject(refusal);
    expect(await admin.put(url(vendor), { passWord: vendor.user.email })).toMatchObject(refusal);
    const form = registration(api.serial(), { passWord: 'Password@123' });
    expect(await admin.send('POST', '/api/auth/create', { ...form, isAdmin: true, isActive: true }, papers())).toMatchObject(refusal);
  });

  test('cannot be the own e-mail, even if only the password is sent', async () => {
    const vendor = await api.newVendor();
    expect((await vendor.put(url(vendor), { passWord: vendor.user.email })).body.errors).toEqual({
      passWord: expect.stringMatching(/too easy/),
    });
  });
});

describe('an administrator', () => {
  test('saves existing data: wrong formats do not block, and do not prevent the vendor from saving its form', async () => {
    const vendor = await api.newVendor();
    const odd = { panNo: 'ODDPAN', GST: 'UNREGISTERED', IFSCCode: 'NOIFSC' };
    expect((await admin.put(url(vendor), odd)).status).toBe(200);
    expect((await vendor.put(url(vendor), { city: 'Nashik', ...odd })).status).toBe(200);
    expect(await own(vendor)).toMatchObject({ ...odd, city: 'Nashik' });
    expect(Object.keys((await vendor.put(url(vendor), { GST: 'ALSOWRONG' })).body.errors)).toEqual(['GST']);
  });

  test('adds users with wrong formats too, active or inactive as sent, inactive by default', async () => {
    const add = async (overrides: object) =>
      (await admin.send('POST', '/api/auth/create', { ...registration(api.serial()), ...overrides }, papers())).body.data._id as string;
    const shown = async (id: string) => (await admin.get(`/api/auth/user/${id}`)).body[0];
    expect(await shown(await add({ GST: 'ODD', panNo: 'ODD', system_Vendor_id: 'ERP-9' }))).toMatchObject({
      GST: 'ODD',
      isActive: false,
      isAdmin: false,
      system_Vendor_id: 'ERP-9',
    });
    expect(await shown(await add({ isActive: true }))).toMatchObject({ isActive: true });
  });

  test('adding a user with permission Admin needs no vendor type, tax numbers or documents; with permission User it does', async () => {
    const fields = without(registration(api.serial()), 'vendorType', 'panNo', 'GST');
    const refused = await admin.send('POST', '/api/auth/create', { ...fields, isAdmin: false });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors).sort()).toEqual([
      'GST',
      'cancelledchequepic',
      'coincorporation',
      'gstpicture',
      'panNo',
      'panpicture',
      'vendorType',
    ]);
    const { status, body } = await admin.send('POST', '/api/auth/create', { ...fields, vendorType: '', isAdmin: true, isActive: true });
    expect(status).toBe(200);
    const demoted = await admin.put(`/api/auth/edit/${body.data._id}`, { isAdmin: false });
    expect(Object.keys(demoted.body.errors)).toContain('vendorType');
  });

  test.each([
    ['isActive', 'perhaps'],
    ['isAdmin', 2],
  ])('%s %j is a field error', async (flag, value) => {
    const vendor = await api.newVendor();
    const { status, body } = await admin.put(url(vendor), { [flag]: value });
    expect([status, body.errors]).toEqual([422, { [flag]: 'Must be true or false.' }]);
  });

  test('vendors cannot add users', async () => {
    const vendor = await api.newVendor();
    expect((await vendor.send('POST', '/api/auth/create', registration(api.serial()), papers())).status).toBe(403);
  });

  test('never changes a vendor code', async () => {
    const vendor = await api.newVendor();
    const before = await own(vendor);
    expect((await admin.put(url(vendor), { vendor_Code: 1, city: 'Nashik' })).status).toBe(200);
    expect((await own(vendor))['vendor_Code']).toBe(before['vendor_Code']);
  });
});
