import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';
import { gstinOf, panOf } from '../demo/factories.ts';
import { buyerState } from './parties.ts';
import { seedBuyer } from './seed.ts';

const CALL = '/api/registrations';
const BUYER_GSTIN = '29AABCR1718E1ZL';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false, buyerGstin: BUYER_GSTIN });
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const address = { legalName: 'Mill', address: 'Plot 4', postalCode: '382445' };
/** A vendor with its PAN. */
async function vendorWithPan() {
  const pan = panOf(500 + api.serial());
  const vendor = await api.newVendor({ pan, gstin: gstinOf(pan, '27'), isActive: true });
  const second = { kind: 'regular', GST: gstinOf(pan, '24'), ...address };
  return { vendor, pan, second };
}
type Shown = { _id: string; address: string } & Record<string, unknown>;
const of = async (caller: Caller, userID?: string) => {
  const { body } = await caller.get(CALL, { userID });
  return body as { buyer: Shown[]; vendor: Shown[] };
};

test('BUYER_GSTIN creates the first registration of the buyer, once', async () => {
  expect(await buyerState(api.ctx.db, api.ctx)).toBe('29');
  await Promise.all([seedBuyer(api.ctx), seedBuyer(api.ctx)]);
  await seedBuyer({ db: api.ctx.db, settings: { ...api.ctx.settings, buyerGstin: '27AAPFU0939F1ZV' } });
  expect((await of(admin)).buyer).toMatchObject([{ GST: BUYER_GSTIN, kind: 'regular', stateCode: '29', confirmed: true, userID: null }]);
  expect(await buyerState(api.ctx.db, api.ctx)).toBe('29');
});

describe('the main registration', () => {
  test('is that of the profile and follows it', async () => {
    const { vendor, pan } = await vendorWithPan();
    expect((await of(vendor)).vendor).toMatchObject([
      { main: true, kind: 'regular', GST: gstinOf(pan, '27'), stateCode: '27', confirmed: true, postalCode: '411037' },
    ]);
    await admin.put(`/api/auth/edit/${vendor.user.id}`, { GST: gstinOf(pan, '24'), city: 'Surat', vendor_name: 'New Mill' });
    const after = await of(vendor);
    expect(after.vendor).toMatchObject([{ main: true, GST: gstinOf(pan, '24'), stateCode: '24', legalName: 'New Mill' }]);
    expect(after.vendor[0]?.address).toMatch(/, Surat$/);
  });

  test('does not change while a change of the GST number is pending', async () => {
    const { vendor, pan } = await vendorWithPan();
    await vendor.put(`/api/auth/edit/${vendor.user.id}`, { GST: gstinOf(pan, '24') });
    expect((await of(vendor)).vendor).toMatchObject([{ GST: gstinOf(pan, '27') }]);
  });

  test('becomes a registration that the vendor has already', async () => {
    const { vendor, pan, second } = await vendorWithPan();
    await admin.post(CALL, { ...second, kind: 'sez', userID: vendor.user.id });
    await admin.put(`/api/auth/edit/${vendor.user.id}`, { GST: gstinOf(pan, '24') });
    expect((await of(vendor)).vendor).toMatchObject([{ main: true, kind: 'sez', GST: gstinOf(pan, '24') }]);
  });

  test('can change its type, but nothing that the profile has', async () => {
    const { vendor, pan } = await vendorWithPan();
    const [main] = (await of(vendor)).vendor;
    const edit = `${CALL}/${main?._id}`;
    const changed = await admin.put(edit, { kind: 'composition', GST: gstinOf(pan, '24'), legalName: 'Other' });
    expect([changed.status, changed.body.data]).toMatchObject([200, { kind: 'composition', GST: gstinOf(pan, '27'), main: true }]);
    expect(changed.body.data.legalName).not.toBe('Other');
    expect((await admin.put(edit, { kind: 'unBody' })).body.errors).toMatchObject({ kind: expect.stringMatching(/UIN/) });
    expect((await admin.delete(edit)).status).toBe(409);
    // It survives the next save of the profile.
    await admin.put(`/api/auth/edit/${vendor.user.id}`, { city: 'Nashik' });
    expect((await of(vendor)).vendor).toMatchObject([{ kind: 'composition' }]);
  });
});

describe('a registration that a vendor adds', () => {
  test('is pending until a buyer user who saw it confirms it', async () => {
    const { vendor, second } = await vendorWithPan();
    const { status, body } = await vendor.post(CALL, second);
    expect([status, body.data]).toMatchObject([200, { confirmed: false, main: false, stateCode: '24' }]);
    expect(body.message).toMatch(/once the buyer has confirmed it/);
    const { body: waiting } = await admin.get(`${CALL}/waiting`);
    const shown = waiting.find(({ _id }: { _id: string }) => _id === body.data._id);
    expect(shown).toMatchObject({ GST: second.GST, vendor: { _id: vendor.user.id }, gstinAlsoOf: [] });

    // The vendor can still change it, so that the version seen is not the one to confirm.
    const changed = await vendor.put(`${CALL}/${body.data._id}`, { tradeName: 'Shree' });
    expect(changed.status).toBe(200);
    expect((await admin.put(`${CALL}/${shown._id}/confirm`, { updatedAt: shown.updatedAt })).status).toBe(409);
    expect((await admin.put(`${CALL}/${shown._id}/confirm`, { updatedAt: changed.body.data.updatedAt })).status).toBe(200);
    expect((await of(vendor)).vendor[1]).toMatchObject({ confirmed: true });
    for (const again of [await vendor.put(`${CALL}/${shown._id}`, { tradeName: 'X' }), await vendor.delete(`${CALL}/${shown._id}`)])
      expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/Ask the buyer/)]);
  });

  test('cannot be confirmed by the user who entered it', async () => {
    const { vendor, second } = await vendorWithPan();
    const { body } = await vendor.post(CALL, second);
    await api.ctx.db.execute(sql`update registrations set created_by = ${admin.user.id} where id = ${body.data._id}`);
    expect((await admin.put(`${CALL}/${body.data._id}/confirm`, { updatedAt: body.data.updatedAt })).status).toBe(403);
  });

  test('with another vendor’s number shows this to the buyer, but not to the vendor', async () => {
    const { vendor, second } = await vendorWithPan();
    const { body } = await vendor.post(CALL, second);
    const other = await api.newVendor({ gstin: second.GST });
    expect(body.data.gstinAlsoOf).toEqual([]);
    const { body: waiting } = await admin.get(`${CALL}/waiting`);
    const shown = waiting.find(({ _id }: { _id: string }) => _id === body.data._id);
    expect(shown.gstinAlsoOf).toMatchObject([{ _id: other.user.id }]);
    const { body: user } = await admin.get(`/api/auth/user/${other.user.id}`);
    expect(user[0].gstinAlsoOf).toMatchObject([{ _id: vendor.user.id }]);
  });

  test('never links a supplier, and ends the linking of the vendor with this main number', async () => {
    const { vendor, second } = await vendorWithPan();
    await vendor.post(CALL, second);
    await api.ctx.db.execute(
      sql`insert into buyer_suppliers (source, external_id, name, gstin) values ('embedded', ${`S-${api.serial()}-two`}, 'Mill', ${second.GST})`,
    );
    const other = await api.newVendor({ gstin: second.GST });
    await admin.put(`/api/auth/edit/${other.user.id}`, { city: 'Pune' });
    const rows = await api.ctx.db.rows<{ supplier_id: string | null }>(
      sql`select supplier_id from vendors where id in (${vendor.user.id}, ${other.user.id})`,
    );
    expect(rows).toEqual([{ supplier_id: null }, { supplier_id: null }]);
  });

  test.each<[string, Record<string, unknown>, string, RegExp]>([
    ['of another PAN', { GST: '27AAPFU0939F1ZV' }, 'GST', /contains the PAN/],
    ['altered by one character', { GST: '27AAPFU0939F1ZW' }, 'GST', /check character/],
    ['of a UN body', { GST: '0717UNO00157UNO' }, 'GST', /UIN.*Choose that type/],
    ['without a number', { GST: '' }, 'GST', /required/],
    ['unregistered with a number', { kind: 'unregistered' }, 'GST', /Leave it blank/],
    ['unregistered without a state', { kind: 'unregistered', GST: null }, 'stateCode', /state/],
    ['of no kind', { kind: 'big' }, 'kind', /type/],
    ['with days in the wrong order', { validFrom: '2026-04-01', validTo: '2026-03-31' }, 'validTo', /before the first/],
    ['with 31 February', { validFrom: '2026-02-31' }, 'validFrom', /existing date/],
    ['with a PIN of five digits', { postalCode: '38244' }, 'postalCode', /Postal Code/],
  ])('%s is refused at its field', async (_, more, field, message) => {
    const { vendor, second } = await vendorWithPan();
    const { status, body } = await vendor.post(CALL, { ...second, ...more });
    expect([status, body.errors?.[field]]).toEqual([422, expect.stringMatching(message)]);
  });
});

test('dates of one number must not overlap: 31 March and 1 April are separate days', async () => {
  const { vendor, second } = await vendorWithPan();
  expect((await vendor.post(CALL, { ...second, validTo: '2026-03-31' })).status).toBe(200);
  expect((await vendor.post(CALL, { ...second, kind: 'sez', validFrom: '2026-03-31' })).status).toBe(422);
  const next = await vendor.post(CALL, { ...second, kind: 'sez', validFrom: '2026-04-01' });
  expect(next.status).toBe(200);
  const back = await vendor.put(`${CALL}/${next.body.data._id}`, { validFrom: '2026-03-31' });
  expect([back.status, back.body.errors.GST]).toEqual([
    422,
    `${second.GST} is already registered until 31-03-2026. Change that GST registration, or choose other dates.`,
  ]);
  const both = await Promise.all([1, 2].map(() => vendor.post(CALL, { kind: 'unregistered', ...address, stateCode: '24' })));
  expect(statusesOf(both)).toEqual([200, 422]);
});

test('a reader of the vendor sees the registrations and cannot change them', async () => {
  const { vendor, second } = await vendorWithPan();
  const reader = await newMember(api, vendor, 'reader');
  expect((await of(reader)).vendor).toHaveLength(1);
  expect((await reader.post(CALL, second)).status).toBe(403);
});

test('a vendor can neither see nor change registrations of other vendors and of the buyer', async () => {
  const [{ vendor }, { vendor: other }] = [await vendorWithPan(), await vendorWithPan()];
  const theirs = (await of(other)).vendor[0]?._id;
  const buyers = (await of(vendor, other.user.id)).buyer[0]?._id;
  expect((await of(vendor, other.user.id)).vendor[0]?.['userID']).toBe(vendor.user.id);
  for (const id of [theirs, buyers]) {
    expect((await vendor.put(`${CALL}/${id}`, { tradeName: 'X' })).status).toBe(404);
    expect((await vendor.delete(`${CALL}/${id}`)).status).toBe(404);
  }
});

test('sites belong to the buyer, each with its own name under one of the buyer’s registrations', async () => {
  const vendor = await api.newVendor();
  const [buyers] = (await of(admin)).buyer;
  const site = { name: 'Hoskote', address: 'Plot 7', postalCode: '562114', registrationId: buyers?._id };
  const { body, status } = await admin.post('/api/buyerSites', site);
  expect([status, body.data]).toMatchObject([200, { ...site, registrationGSTIN: BUYER_GSTIN }]);
  expect((await admin.post('/api/buyerSites', { ...site, name: 'HOSKOTE' })).body.errors).toEqual({
    name: 'A site with this name already exists.',
  });
  const [theirs] = (await of(vendor)).vendor;
  const wrong = await admin.post('/api/buyerSites', { ...site, name: 'Two', registrationId: theirs?._id });
  expect(wrong.body.errors).toEqual({ registrationId: "Choose one of the buyer's GST registrations." });
  expect((await vendor.get('/api/buyerSites')).body).toMatchObject([{ name: 'Hoskote' }]);
  expect((await vendor.post('/api/buyerSites', site)).status).toBe(403);
  expect((await admin.delete(`${CALL}/${buyers?._id}`)).status).toBe(409);
  expect((await admin.put(`/api/buyerSites/${body.data._id}`, { address: 'Plot 8' })).body.data.address).toBe('Plot 8');
  expect((await admin.delete(`/api/buyerSites/${body.data._id}`)).status).toBe(200);
});
