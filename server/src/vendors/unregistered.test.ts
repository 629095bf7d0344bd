import { INDIAN_STATES } from '@aapurti/contract/ground/indian-states';
import { indianDay } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, startApi } from '../../test/api.ts';
import { papers, registration, without } from '../../test/forms.ts';
import { gstinOf, panOf, samplePdf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const farmer = (serial: number, overrides: Record<string, unknown> = {}) =>
  registration(serial, { kind: 'unregistered', vendorType: 'Farmer', GST: '', ...overrides });
const card = () => without(papers(), 'gstpicture', 'coincorporation') as ReturnType<typeof papers>;
const declaration = () => without(papers(), 'panpicture', 'coincorporation') as ReturnType<typeof papers>;

function register(overrides: Record<string, unknown> = {}, files = card()): Promise<Answer> {
  return api.visitor.send('POST', '/api/auth/create', farmer(api.serial(), overrides), files);
}
async function recordOf(id: string) {
  const [record] = (await admin.get(`/api/auth/user/${id}`)).body as Record<string, unknown>[];
  return record;
}
async function registrationsOf(id: string) {
  return api.ctx.db.rows<Record<string, unknown>>(sql`
    select kind, code, is_main as main, state_code as state, valid_from::text as "from", valid_to::text as "to", confirmed_at is not null as confirmed
    from registrations where vendor_id = ${id} order by is_main desc, registrations.id`);
}
const today = indianDay(new Date());
const dayBefore = indianDay(new Date(Date.now() - 86_400_000));

describe('a vendor without GST registration registers', () => {
  test('with its PAN card instead of the GST document, and documents show it as unregistered', async () => {
    const { status, body } = await register({ state: 'IN-GJ', postal_Code: '380001' });
    expect([status, body.message]).toEqual([200, 'User created successfully']);
    expect(await recordOf(body.data._id)).toMatchObject({
      kind: 'unregistered',
      GST: null,
      gstDocument: null,
      panDocument: expect.any(String),
    });
    expect(await registrationsOf(body.data._id)).toEqual([
      { kind: 'unregistered', code: 'URP', main: true, state: '24', from: null, to: null, confirmed: false },
    ]);
  });

  test('with a signed declaration, and then without a PAN', async () => {
    const { status, body } = await register({ panNo: '' }, declaration());
    expect(status).toBe(200);
    expect(await recordOf(body.data._id)).toMatchObject({ panNo: null, panDocument: null, gstDocument: expect.any(String) });
  });

  test.each([
    ['without card and declaration', {}, without(card(), 'panpicture'), { panpicture: 'Upload the PAN card or a signed declaration.' }],
    ['without a PAN and with no more than a card', { panNo: '' }, card(), { panNo: 'Pan number is required.' }],
    ['without a cheque', {}, without(card(), 'cancelledchequepic'), { cancelledchequepic: 'Cancelled cheque document is required.' }],
    ['with a GST number', { GST: gstinOf(panOf(7), '27') }, card(), { GST: expect.stringMatching(/Leave it blank/) }],
    ['of an unknown kind', { kind: 'URP' }, papers(), { kind: 'Choose whether the company is registered for GST.' }],
    [
      'with its GST number in place of the PAN',
      { panNo: gstinOf(panOf(7), '27') },
      card(),
      { panNo: expect.stringMatching(/This is a GST number/) },
    ],
  ])('not %s', async (_case, fields, files, errors) => {
    const { status, body } = await register(fields, files as ReturnType<typeof papers>);
    expect([status, body.errors]).toEqual([422, expect.objectContaining(errors)]);
  });

  test.each([{}, { kind: '' }, { kind: 'regular' }])(
    'every other type (%j) needs number and certificate, with the specified messages',
    async (kind) => {
      const fields = registration(api.serial(), { GST: '', ...kind });
      const { status, body } = await api.visitor.send(
        'POST',
        '/api/auth/create',
        fields,
        without(papers(), 'gstpicture') as ReturnType<typeof papers>,
      );
      expect([status, body.errors]).toEqual([422, { GST: 'GST number is required.', gstpicture: 'GST number document is required.' }]);
    },
  );

  test('its GST number instead of the PAN is rejected even from an administrator, who can save unusual values', async () => {
    const { body } = await register();
    const { status, body: reply } = await admin.put(`/api/auth/edit/${body.data._id}`, { panNo: gstinOf(panOf(8), '27') });
    expect([status, reply.errors]).toEqual([422, { panNo: expect.stringMatching(/This is a GST number/) }]);
  });

  test('a registered company that claims to be unregistered is shown to administrators by its PAN, and to no one else', async () => {
    const pan = panOf(api.serial() + 600);
    const registered = await api.newVendor({ pan, gstin: gstinOf(pan, '27') });
    const { body } = await register({ panNo: pan });
    expect((await recordOf(body.data._id))?.['gstinAlsoOf']).toEqual([expect.objectContaining({ _id: registered.user.id })]);
    const own = await registered.get(`/api/auth/user/${registered.user.id}`);
    expect(own.body[0].gstinAlsoOf).toBeUndefined();
  });

  test('from every state, whose GST code its documents have', async () => {
    const codes = await api.ctx.db.rows(sql`
      select key, state_gst_code(key) as code from unnest(${INDIAN_STATES.map(({ key }) => key)}::text[]) key`);
    expect(codes).toEqual(INDIAN_STATES.map(({ key, gstCodes: [code] }) => ({ key, code })));
  });
});

describe('a vendor that becomes registered', () => {
  const newFarmer = () => api.newVendor({ kind: 'unregistered', gstin: '', vendorType: 'Farmer' });
  const numberOf = async (vendor: Caller) => {
    const [record] = (await vendor.get('/api/auth/user')).body as Record<string, string>[];
    return gstinOf(record?.['panNo'] ?? '', '27');
  };
  const certificate = () => ({ gstpicture: { name: 'gst.pdf', content: samplePdf('certificate') } });

  test('must request it, and is registered from the day of approval; the log has the approving user', async () => {
    const vendor = await newFarmer();
    const GST = await numberOf(vendor);
    const asked = await vendor.send('PUT', `/api/auth/edit/${vendor.user.id}`, { kind: 'regular', GST }, certificate());
    expect(asked.status).toBe(200);
    expect(await registrationsOf(vendor.user.id)).toMatchObject([{ code: 'URP', main: true, from: null, to: null }]);
    const request = (await admin.get('/api/identity/requests')).body.requests.find(
      (one: { vendor: { _id: string } }) => one.vendor._id === vendor.user.id,
    );
    expect(request).toMatchObject({ previous: { kind: 'unregistered', GST: null }, changes: { kind: 'regular', GST } });
    const decided = await admin.put(`/api/identity/requests/${request._id}`, { approve: true, updatedAt: request.updatedAt });
    expect(decided.status).toBe(200);
    expect(await registrationsOf(vendor.user.id)).toEqual([
      { kind: 'regular', code: GST, main: true, state: '27', from: today, to: null, confirmed: true },
      { kind: 'unregistered', code: 'URP', main: false, state: '27', from: null, to: dayBefore, confirmed: true },
    ]);
    const [entry] = (await admin.get('/api/audit/get', { userID: vendor.user.id, action: 'user.identity.approve' })).body;
    expect(entry).toMatchObject({ before: { kind: 'unregistered' }, after: { kind: 'regular', GST } });
  });

  test('needs the certificate: its declaration is not one', async () => {
    const vendor = await newFarmer();
    const { status, body } = await vendor.put(`/api/auth/edit/${vendor.user.id}`, { kind: 'regular', GST: await numberOf(vendor) });
    expect([status, body.errors]).toEqual([422, { gstpicture: 'GST number document is required.' }]);
  });

  test('cannot do so by the type or the number alone, or by adding a registration', async () => {
    const vendor = await newFarmer();
    const GST = await numberOf(vendor);
    const alone = await vendor.send('PUT', `/api/auth/edit/${vendor.user.id}`, { kind: 'regular' }, certificate());
    expect([alone.status, alone.body.errors]).toEqual([422, { GST: 'GST number is required.' }]);
    expect((await vendor.put(`/api/auth/edit/${vendor.user.id}`, { GST })).body.errors).toEqual({
      GST: expect.stringMatching(/Leave it blank/),
    });
    const beside = await vendor.post('/api/registrations', {
      kind: 'regular',
      GST,
      legalName: 'Farm',
      address: 'Plot 4',
      postalCode: '411037',
    });
    expect([beside.status, beside.body.errors]).toEqual([422, { kind: expect.stringMatching(/profile/) }]);
  });

  test('a new number that replaces a pending one keeps the type with it, and going back leaves no gap', async () => {
    const vendor = await api.newVendor();
    const path = `/api/auth/edit/${vendor.user.id}`;
    const proof = { gstpicture: { name: 'declared.pdf', content: samplePdf('declared') } };
    expect((await vendor.send('PUT', path, { kind: 'unregistered', GST: '' }, proof)).status).toBe(200);
    const other = gstinOf((await vendor.get('/api/auth/user')).body[0].panNo as string, '24');
    expect((await vendor.send('PUT', path, { GST: other })).status).toBe(200);
    expect((await recordOf(vendor.user.id))?.['pendingIdentity']).toMatchObject({ changes: { GST: other } });
    for (const change of [
      { kind: 'unregistered', GST: '' },
      { kind: 'regular', GST: other },
      { kind: 'unregistered', GST: '' },
    ])
      expect((await admin.send('PUT', path, change, proof)).status).toBe(200);
    expect((await registrationsOf(vendor.user.id))[0]).toMatchObject({ code: 'URP', main: true, to: null });
  });
});
