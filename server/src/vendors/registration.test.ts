import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Answer, type Api, startApi, statusesOf } from '../../test/api.ts';
import { papers, registration } from '../../test/forms.ts';
import { gstinOf, panOf } from '../demo/factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ captcha: false });
});
afterAll(() => api.close());

function register(overrides: Record<string, unknown> = {}, files = papers()): Promise<Answer> {
  return api.visitor.send('POST', '/api/auth/create', registration(api.serial(), overrides), files);
}
const stored = (id: string) => api.ctx.db.first<Record<string, unknown>>(sql`select * from vendors join users using (id) where id = ${id}`);

describe('a visitor’s registration', () => {
  test('makes neither an administrator nor an active user, whatever the form contains', async () => {
    const admin = await api.newAdmin();
    const { status, body } = await register({
      isAdmin: 'true',
      isActive: 'true',
      is_admin: 'true',
      system_Vendor_id: 'V-1',
      _id: '1',
      id: '1',
      createdAt: '2001-01-01T00:00:00Z',
      password_hash: 'x',
    });
    expect([status, body]).toEqual([
      200,
      { status: 200, message: 'User created successfully', data: { _id: expect.any(String), vendor_Code: expect.any(Number) } },
    ]);
    const [user] = (await admin.get(`/api/auth/user/${body.data._id}`)).body;
    expect(user).toMatchObject({ isAdmin: false, isActive: false, system_Vendor_id: null, _id: body.data._id });
    expect(user.createdAt).not.toMatch(/^2001/);
  });

  test.each([['yes'], [''], ['1'], ['undefined'], ['{}']])('ignores a permission of %j without an error', async (flag) => {
    const { status, body } = await register({ isAdmin: flag, isActive: flag });
    expect(status).toBe(200);
    expect(await stored(body.data._id)).toMatchObject({ is_admin: false, is_active: false });
  });

  test('sends one e-mail that confirms it', async () => {
    const email = `mail${api.serial()}@example.com`;
    expect((await register({ email })).status).toBe(200);
    expect((await register({ email })).status).toBe(201);
    const mails = (await api.visitor.get('/api/outbox')).body as { to: string; subject: string }[];
    expect(mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual(['We have received your registration']);
  });

  test('keeps every field as sent, with Hindi, quotes, ampersands, emoji and leading zeros', async () => {
    const serial = api.serial();
    const fields = registration(serial, {
      vendor_name: `A&B "राइस" <Mill> 🌾`,
      firstName: "D'Souza",
      middleName: 'आशा',
      city: 'पुणे',
      accountNumber: '000123',
      paymentTerms: '30 days; 2% @ 10',
      vendor_Address_code: 'B-7',
    });
    const { body } = await api.visitor.send('POST', '/api/auth/create', fields, papers());
    const admin = await api.newAdmin();
    const [user] = (await admin.get(`/api/auth/user/${body.data._id}`)).body;
    const { passWord: _, middleName, ...shown } = fields;
    expect(user).toMatchObject({ ...shown, middleName, countryName: 'India', stateName: 'Maharashtra' });
  });

  test('removes spaces and hyphens from tax numbers and capitalises their letters', async () => {
    const pan = panOf(api.serial() + 500);
    const { status, body } = await register({
      panNo: ` ${pan.toLowerCase()} `,
      GST: gstinOf(pan, '27').replace(/^(..)/, '$1-'),
      IFSCCode: 'sbin0000300',
    });
    expect(status).toBe(200);
    expect(await stored(body.data._id)).toMatchObject({ pan, gstin: gstinOf(pan, '27'), ifsc_code: 'SBIN0000300' });
  });

  test('treats the text that a browser sends for an unset variable as empty', async () => {
    const { status, body } = await register({
      middleName: undefined,
      bankName: null,
      accountNumber: 'undefined',
      IFSCCode: 'null',
      vendor_Code: undefined,
    });
    expect(status).toBe(200);
    expect(await stored(body.data._id)).toMatchObject({ middle_name: null, bank_name: null, account_number: null, ifsc_code: null });
  });

  test('returns the same field errors for a JSON body without documents', async () => {
    const { status, body } = await api.visitor.post('/api/auth/create', { email: 'nobody' });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject({
      email: 'Invalid Email, Please enter valid email.',
      panpicture: 'PAN number document is required.',
    });
  });
});

describe('the errors of section 5.1, each at its field', () => {
  const empty = {
    vendor_name: 'Vendor name is required.',
    firstName: 'First name is required.',
    lastName: 'Last name is required.',
    address_Line1: 'Address line 1 is required.',
    address_Line2: 'Address line 2 is required.',
    country_id: 'Country ID is required.',
    state: 'State is required.',
    city: 'City is required.',
    vendorType: 'Vendor type is required.',
    panNo: 'Pan number is required.',
    GST: 'GST number is required.',
  };
  type Case = [field: string, value: unknown, message: string];
  const invalid: Case[] = [
    ...['', 'nobody', 'a@b', 'a b@c.de', '@c.de', 'a@b.c', 'a@@b.de', 'a@b.de, c@d.ef'].map((email): Case => [
      'email',
      email,
      'Invalid Email, Please enter valid email.',
    ]),
    ...['', '0987654321', '98765432', '98765432101', '98765x3210', '+919876543210'].map((mobile): Case => [
      'mobileNumber',
      mobile,
      'Invalid Mobile Number, Please enter valid Mobile number.',
    ]),
    ...['', '011037', '41103', '4110377', '4110x7'].map((pin): Case => [
      'postal_Code',
      pin,
      'Invalid Postal Code, Please enter valid Postal Code.',
    ]),
    ...['12a', '-5', '1.5', '१२३', '1'.repeat(35)].map((account): Case => [
      'accountNumber',
      account,
      'Invalid Account Number, Please enter valid Account Number.',
    ]),
    ['vendorType', 'Wizard', 'Vendor type is required.'],
    ['vendorType', 'farmer', 'Vendor type is required.'],
    ['country_id', 'XX', 'Country ID is required.'],
    ['state', 'IN-XX', 'State is required.'],
    ['state', 'US-CA', 'State is required.'],
    ['panNo', '-', 'Pan number is required.'],
    ['GST', '- -', 'GST number is required.'],
  ];
  const blank = (['', '   '] as const).flatMap((value) => Object.entries(empty).map(([field, message]): Case => [field, value, message]));
  test.each([...blank, ...invalid])('%s %j: %s', async (field, value, message) => {
    const { status, body } = await register({ [field]: value });
    expect([status, body.errors]).toEqual([422, { [field]: message }]);
    expect(body.message).toBe(message);
  });

  test('are returned together, and there are no others', async () => {
    const { status, body } = await api.visitor.send('POST', '/api/auth/create', {});
    expect(status).toBe(422);
    expect(body.errors).toMatchObject(empty);
    expect(Object.keys(body.errors).sort()).toEqual(
      [
        ...Object.keys(empty),
        'email',
        'mobileNumber',
        'postal_Code',
        'passWord',
        'panpicture',
        'gstpicture',
        'cancelledchequepic',
        'coincorporation',
      ].sort(),
    );
  });

  test.each(['middleName', 'bankName', 'IFSCCode', 'accountNumber', 'paymentTerms', 'shippingTerms', 'vendor_Address_code'])(
    '%s can be empty',
    async (field) => {
      expect((await register({ [field]: '' })).status).toBe(200);
    },
  );
});

describe('registration is strict about formats', () => {
  test.each([
    ['panNo', 'AAAAA9999'],
    ['panNo', 'AAKFD71131'],
    ['panNo', 'AAKZD7113K'],
    ['panNo', '12345'],
    ['GST', '27AAPFU0939F1ZO'],
    ['GST', '27AAPFU0939F1ZV'],
    ['GST', '99'],
    ['IFSCCode', 'SBIN1000300'],
    ['IFSCCode', 'SBI'],
    ['passWord', ''],
    ['passWord', 'seven77'],
    ['passWord', 'x'.repeat(201)],
    ['passWord', 'password123'],
    ['passWord', 'Password123'],
    ['passWord', '12345678'],
  ])('%s %.20j is rejected', async (field, value) => {
    const { status, body } = await register({ [field]: value });
    expect(status).toBe(422);
    expect(body.errors[field]).toMatch(/\S/);
  });

  test.each([
    ['panNo', 12_345],
    ['GST', 123_456_789],
    ['country_id', 12],
    ['state', 5],
    ['IFSCCode', 7],
  ])('%s as the number %d is rejected too', async (field, value) => {
    const { body } = await api.visitor.post('/api/auth/create', registration(api.serial(), { [field]: value }));
    expect(body.errors[field]).toMatch(/\S/);
  });

  test('the own e-mail cannot be the password', async () => {
    const { body } = await register({ email: 'asha.patil@example.com', passWord: 'Asha.Patil@example.com' });
    expect(body.errors).toEqual({ passWord: 'This password is too easy to guess. Choose another.' });
  });
});

describe('duplicates', () => {
  test('an existing e-mail in upper or lower case, or mobile number, returns 201 with the message, and nothing is saved', async () => {
    const vendor = await api.newVendor();
    const mobile = (await stored(vendor.user.id))?.['mobile_number'];
    const before = await count();
    const email = await register({ email: vendor.user.email.toUpperCase() });
    expect([email.status, email.body]).toEqual([201, { status: 201, message: 'E-mail already exists.' }]);
    const number = await register({ mobileNumber: mobile });
    expect([number.status, number.body]).toEqual([201, { status: 201, message: 'Mobile number already exists.' }]);
    expect(await count()).toEqual(before);
  });

  test('only one of many registrations with one e-mail at the same time succeeds', async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) => register({ email: `${index % 2 === 0 ? 'T' : 't'}win@example.com` })),
    );
    expect(statusesOf(replies)).toEqual([200, 201, 201, 201, 201, 201]);
  });

  async function count() {
    return api.ctx.db.first(sql`select (select count(*) from users) as users, (select count(*) from files) as files`);
  }
});

describe('vendor_Code', () => {
  const codeOf = async (answer: Promise<Answer>) => ((await answer).body.data as { vendor_Code: number }).vendor_Code;

  test('is kept if it is free, and replaced if it is used', async () => {
    expect(await codeOf(register({ vendor_Code: '77777' }))).toBe(77_777);
    const other = await codeOf(register({ vendor_Code: '77777' }));
    expect(other).not.toBe(77_777);
    expect(other).toBeGreaterThanOrEqual(0);
    expect(other).toBeLessThan(100_000);
  });

  test.each([undefined, '', ' ', 'abc', '-5', '100000', '1.5', '1e3', '0x10'])(
    '%j proposes none, and the server chooses one',
    async (proposal) => {
      // These codes, which a careless parser of the proposal would choose, are free.
      await api.ctx.db.execute(sql`update vendors set code = code + 1000000 where code in (0, 16, 1000)`);
      const code = await codeOf(register({ vendor_Code: proposal }));
      expect(Number.isInteger(code)).toBe(true);
      expect([0, 16, 1000, 100_000]).not.toContain(code);
    },
  );

  test('is unique when many register at the same time with one proposal', async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(register({ vendor_Code: '55555' }))));
    expect(new Set(codes).size).toBe(10);
    expect(codes).toContain(55_555);
  });
});
