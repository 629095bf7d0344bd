import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addItem } from '../../test/items.ts';
import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-21T06:00:00Z'));
  await addItem(api.ctx, { ean: RICE, name: 'Basmati Rice 1 kg' });
  await addItem(api.ctx, { ean: TEA, name: 'Tea', uom: 'PAC' });
  await addItem(api.ctx, { ean: '8906000000019', code: 'A', name: 'One EAN' });
  await addItem(api.ctx, { ean: '8906000000019', code: 'B', name: 'Two items' });
});
afterAll(() => api.close());

const RICE = '8901030516320';
const TEA = '96385074';
const form = { schemaName: 'Diwali', EANCode: RICE, quantity: 10, freeQuantity: 1, netPTR: '88.50', discount: 5, nararation: 'Buy 10' };

async function add(vendor: Caller, fields: Record<string, unknown> = {}) {
  const { status, body } = await vendor.post('/api/schema/create', { ...form, ...fields });
  expect([status, body.message]).toEqual([200, 'Scheme Uploaded Successfully']);
  return body.data;
}
const edit = (who: Caller, { _id }: { _id: string }, fields: Record<string, unknown>) => who.put(`/api/schema/edit/${_id}`, fields);
const remove = (who: Caller, { _id }: { _id: string }) => who.delete(`/api/schema/delete/${_id}`);
const stored = async (who: Caller, { _id }: { _id: string }) => (await who.get(`/api/schema/get/${_id}`)).body[0];
const take = (vendor: Caller, schemes: string | null, fields: Record<string, unknown> = {}) =>
  vendor.post('/api/product/create', {
    EANCode: RICE,
    shelfLifeDays: 9,
    quantity: 1,
    MRP: 100,
    percentage: 10,
    margin: 10,
    sellingPrice: 90,
    schemes,
    ...fields,
  });
const product = async (vendor: Caller) => (await vendor.get('/api/product/get')).body[0];

describe('an edit of a scheme', () => {
  test('saves the whole form and keeps number, owner and date of entry, whatever is sent', async () => {
    const [vendor, other] = [await api.newVendor(), await api.newVendor()];
    const before = await add(vendor);
    const { status, body } = await edit(vendor, before, {
      ...before,
      schemaName: 'Pongal',
      quantity: '24',
      netPTR: '',
      validity: '2026-11-21',
      nararation: '<b>"बचत" & \u{1F389}</b>',
      active: false,
      schemaNumber: 7,
      userID: other.user.id,
      _id: '1',
      createdAt: '2020-01-01',
    });
    expect([status, body.message]).toEqual([200, 'Scheme updated successfully']);
    expect(body.data).toEqual({
      ...before,
      schemaName: 'Pongal',
      quantity: 24,
      netPTR: null,
      validity: '2026-11-21',
      nararation: '<b>"बचत" & \u{1F389}</b>',
      active: false,
      updatedAt: expect.any(String),
    });
    expect(await stored(vendor, before)).toEqual(body.data);
    expect((await vendor.get('/api/schema/getMaxSchemaNumber')).body.maxSchemaNumber).toBe(before.schemaNumber);
  });

  test('a missing field keeps its value', async () => {
    const vendor = await api.newVendor();
    const before = await add(vendor, { active: false, productName: 'Own words' });
    const { body } = await edit(vendor, before, { EANCode: RICE, nararation: null });
    expect(body.data).toEqual({ ...before, nararation: null, updatedAt: expect.any(String) });
  });

  test.each([
    [{ schemaName: ' ' }, 'schemaName', 'Scheme name is required.'],
    [{ EANCode: null }, 'EANCode', 'EANCode is required. It should be number.'],
    [{ EANCode: { toString: 1 } }, 'EANCode', 'EANCode is required. It should be number.'],
    [{ quantity: 'ten' }, 'quantity', 'Invalid quantity. It should be number.'],
    [{ quantity: '1000000000' }, 'quantity', 'Invalid quantity. It should be number.'],
    [{ freeQuantity: '1,0' }, 'freeQuantity', 'Invalid free quantity. It should be number.'],
    [{ discount: 'ten' }, 'discount', 'Invalid discount. It should be number.'],
    [{ discount: '100.01' }, 'discount', 'Invalid discount. It should be from 0 to 100.'],
    [{ netPTR: '1000000000000' }, 'netPTR', 'Invalid Net PTR. It should be a number.'],
    [{ date: '31-02-2026' }, 'date', 'Invalid date. Enter an existing date.'],
    [{ validity: '2026-11-20' }, 'validity', 'Validity date cannot be earlier than today.'],
    [{ nararation: 'x'.repeat(1001) }, 'nararation', 'At most 1000 characters.'],
    [{ active: 'maybe' }, 'active', 'Must be true or false.'],
  ])('with %j is rejected at %s', async (fault, field, message) => {
    const vendor = await api.newVendor();
    const before = await add(vendor);
    const { status, body } = await edit(vendor, before, fault);
    expect([status, body.errors]).toEqual([422, { [field]: message }]);
    expect(await stored(vendor, before)).toEqual(before);
  });

  test('can keep a validity that has ended, but not move it to another past day', async () => {
    const vendor = await api.newVendor();
    const scheme = await add(vendor, { validity: '2026-12-01' });
    await api.ctx.db.execute(sql`update schemes set validity = '2026-11-01' where id = ${scheme._id}`);
    expect((await edit(vendor, scheme, { validity: '2026-11-01', schemaName: 'Over' })).body.data).toMatchObject({ schemaName: 'Over' });
    expect((await edit(vendor, scheme, { validity: '2026-11-02' })).status).toBe(422);
    expect((await edit(vendor, scheme, { validity: '2026-11-21' })).status).toBe(200);
    expect((await edit(vendor, scheme, { validity: '' })).body.data.validity).toBeNull();
  });

  test.each(['8901030516', '8900000000000', '8906000000019'])(
    'with EAN %s, which is not exactly one item, returns: Invalid EANCode',
    async (EANCode) => {
      const vendor = await api.newVendor();
      const { status, body } = await edit(vendor, await add(vendor), { EANCode });
      expect([status, body]).toEqual([201, { message: 'Invalid EANCode' }]);
    },
  );

  test('with another EAN gets its name and unit, unless others are sent', async () => {
    const vendor = await api.newVendor();
    const scheme = await add(vendor);
    expect((await edit(vendor, scheme, { EANCode: ` ${TEA} ` })).body.data).toMatchObject({
      EANCode: TEA,
      productName: 'Tea',
      UOM: 'PAC',
    });
    const named = await edit(vendor, scheme, { EANCode: RICE, productName: 'Rice, our words', UOM: '' });
    expect(named.body.data).toMatchObject({ productName: 'Rice, our words', UOM: 'PCS' });
  });

  test('is still possible if the item is no longer unique', async () => {
    const vendor = await api.newVendor();
    await addItem(api.ctx, { ean: '4006381333931', name: 'Pencil' });
    const scheme = await add(vendor, { EANCode: '4006381333931' });
    await addItem(api.ctx, { ean: '4006381333931', code: 'again', name: 'Pencil too' });
    expect((await edit(vendor, scheme, { ...scheme, active: false })).body.data).toMatchObject({ active: false, productName: 'Pencil' });
  });

  test('is only for the newest session; older ones can read', async () => {
    const first = await api.newVendor();
    const scheme = await add(first);
    const second = await api.signIn(first.user);
    const refused = await edit(first, scheme, { schemaName: 'Late' });
    expect([refused.status, refused.body.message]).toEqual([412, 'You are logged in from another device. Please login again']);
    expect((await edit(second, scheme, { schemaName: 'Right' })).status).toBe(200);
    expect(await stored(first, scheme)).toMatchObject({ schemaName: 'Right' });
  });

  test('of an older record returns 409 with the newer one, and one of five at the same time succeeds', async () => {
    const vendor = await api.newVendor();
    const { updatedAt, ...scheme } = await add(vendor);
    const answers = await Promise.all([1, 2, 3, 4, 5].map((number) => edit(vendor, scheme, { schemaName: `Name ${number}`, updatedAt })));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409]);
    const now = await stored(vendor, scheme);
    for (const { status, body } of answers) if (status === 409) expect(body.data).toEqual(now);
    expect((await edit(vendor, scheme, { schemaName: 'Again', updatedAt: now.updatedAt })).status).toBe(200);
    expect((await edit(vendor, scheme, { schemaName: 'Without' })).status).toBe(200);
  });

  test('of another vendor’s scheme is not found; an administrator can edit it, and it stays the vendor’s', async () => {
    const [vendor, other, admin] = [await api.newVendor(), await api.newVendor(), await api.newAdmin()];
    const scheme = await add(vendor);
    const [refused, missing] = [await edit(other, scheme, { schemaName: 'Mine' }), await edit(other, { _id: '999999' }, {})];
    expect([refused.status, refused.body]).toEqual([404, missing.body]);
    expect((await edit(admin, scheme, { schemaName: 'By the office', userID: other.user.id })).body.data).toMatchObject({
      schemaName: 'By the office',
      userID: vendor.user.id,
    });
  });

  test('is logged with the values before and after', async () => {
    const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
    const scheme = await add(vendor);
    await edit(vendor, scheme, { ...scheme, schemaName: 'Pongal', active: false });
    await edit(vendor, scheme, { schemaName: 'Pongal' });
    const { body } = await admin.get('/api/audit/get', { entity: 'scheme', entityId: scheme._id, action: 'scheme.edit' });
    expect(body).toMatchObject([{ before: { schemaName: 'Diwali', active: true }, after: { schemaName: 'Pongal', active: false } }]);
    expect(Object.keys(body[0].after)).toHaveLength(2);
  });
});

describe('a scheme of a product', () => {
  async function approved(fields: Record<string, unknown> = {}) {
    const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
    const scheme = await add(vendor, fields);
    const { _id } = (await take(vendor, scheme._id)).body.data;
    await admin.put('/api/product/changeStatusPriceApproval', { productIdList: [_id], priceApproval: true });
    return { vendor, admin, scheme, _id };
  }

  test('gives the product a new Net PTR, which needs approval and is logged', async () => {
    const { vendor, admin, scheme, _id } = await approved();
    const before = await product(vendor);
    expect(before).toMatchObject({ netPTR: 88.5, priceApproval: true });
    await edit(vendor, scheme, { netPTR: '79.99' });
    const after = await product(vendor);
    expect(after).toEqual({ ...before, netPTR: 79.99, priceApproval: false, updatedAt: expect.any(String) });
    const { body } = await admin.get('/api/audit/get', { entity: 'product', entityId: _id, action: 'product.edit' });
    expect(body).toMatchObject([{ before: { netPTR: 88.5, priceApproval: true }, after: { netPTR: 79.99, priceApproval: false } }]);
  });

  test('without a Net PTR keeps the transfer price of the product', async () => {
    const { vendor, scheme } = await approved();
    await edit(vendor, scheme, { netPTR: null });
    expect(await product(vendor)).toMatchObject({ netPTR: 90, priceApproval: false });
  });

  test.each([
    [{ discount: 50 }, false],
    [{ quantity: 100 }, false],
    [{ freeQuantity: 0 }, false],
    [{ netPTR: '88.50', discount: '5.0', quantity: 10, freeQuantity: '1' }, true],
    [{ schemaName: 'x', nararation: 'y', validity: '2027-01-01', active: false, date: '2026-11-01', UOM: 'CASE' }, true],
  ])('%j: still approved is %s', async (fields, still) => {
    const { vendor, scheme } = await approved();
    expect((await edit(vendor, scheme, fields)).status).toBe(200);
    expect(await product(vendor)).toMatchObject({ netPTR: 88.5, priceApproval: still });
  });

  test('is shown there with its new name', async () => {
    const { vendor, scheme } = await approved();
    await edit(vendor, scheme, { schemaName: 'Pongal' });
    expect((await product(vendor)).schemes).toEqual({ _id: scheme._id, schemaName: 'Pongal' });
  });

  test('keeps its EAN and cannot be deleted, but can be turned off', async () => {
    const { vendor, admin, scheme } = await approved();
    const moved = await edit(vendor, scheme, { EANCode: TEA });
    expect([moved.status, moved.body.errors]).toEqual([422, { EANCode: '1 product uses this scheme, so its EAN Code cannot be changed.' }]);
    for (const who of [vendor, admin]) {
      const { status, body } = await remove(who, scheme);
      expect([status, body]).toEqual([
        409,
        { message: '1 product uses this scheme, so it cannot be deleted. Set it to inactive instead.' },
      ]);
    }
    expect((await edit(vendor, scheme, { active: false })).status).toBe(200);
    expect(await product(vendor)).toMatchObject({ schemes: { _id: scheme._id }, priceApproval: true });
    await take(vendor, null);
    expect((await remove(vendor, scheme)).status).toBe(200);
  });

  test('has the same Net PTR in the end if it is selected while the Net PTR changes', async () => {
    const vendor = await api.newVendor();
    const scheme = await add(vendor);
    for (let round = 1; round <= 8; round += 1) {
      const answers = await Promise.all([edit(vendor, scheme, { netPTR: round }), take(vendor, scheme._id, { quantity: round })]);
      expect(statusesOf(answers)).toEqual([200, 200]);
      expect(await product(vendor)).toMatchObject({ netPTR: round, schemes: { _id: scheme._id } });
      if (round % 2 === 0) await take(vendor, null);
    }
  });
});

describe('a deletion', () => {
  test('is permanent and logged, and the number is not used again', async () => {
    const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
    const scheme = await add(vendor);
    const { status, body } = await remove(vendor, scheme);
    expect([status, body]).toEqual([200, { message: 'Scheme deleted successfully' }]);
    expect((await vendor.get('/api/schema/get')).status).toBe(201);
    expect((await vendor.get(`/api/schema/get/${scheme._id}`)).status).toBe(404);
    expect((await remove(vendor, scheme)).status).toBe(404);
    expect((await edit(vendor, scheme, {})).status).toBe(404);
    expect((await add(vendor)).schemaNumber).toBeGreaterThan(scheme.schemaNumber);
    const log = await admin.get('/api/audit/get', { entity: 'scheme', entityId: scheme._id, action: 'scheme.delete' });
    expect(log.body).toMatchObject([{ before: { schemaName: 'Diwali', EANCode: RICE }, after: null }]);
  });

  test('of another vendor’s scheme is not found, and such a scheme cannot be given to a product', async () => {
    const [vendor, other] = [await api.newVendor(), await api.newVendor()];
    const scheme = await add(vendor);
    const [refused, missing] = [await remove(other, scheme), await remove(other, { _id: '999999' })];
    expect([refused.status, refused.body]).toEqual([404, missing.body]);
    const taken = await take(other, scheme._id);
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['schemes']]);
    expect((await remove(vendor, scheme)).status).toBe(200);
  });

  test('works from an older session too', async () => {
    const first = await api.newVendor();
    const scheme = await add(first);
    await api.signIn(first.user);
    expect((await remove(first, scheme)).status).toBe(200);
  });

  test('made twice at the same time succeeds once', async () => {
    const vendor = await api.newVendor();
    const scheme = await add(vendor);
    expect(statusesOf(await Promise.all([1, 2, 3].map(() => remove(vendor, scheme))))).toEqual([200, 404, 404]);
  });

  test('while a product selects the scheme leaves either the product with it or no scheme, never both', async () => {
    const vendor = await api.newVendor();
    for (let round = 0; round < 8; round += 1) {
      const scheme = await add(vendor);
      const [taken, deleted] = await Promise.all([take(vendor, scheme._id), remove(vendor, scheme)]);
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([taken.status, deleted.status]);
      await take(vendor, null);
    }
  });
});

test('schemes with very large or malformed IDs are not found', async () => {
  const vendor = await api.newVendor();
  for (const _id of ['0', '-1', '1e3', '9'.repeat(30), "1'--", '%00', 'null']) {
    expect((await remove(vendor, { _id })).status).toBe(_id === '%00' ? 400 : 404);
    expect((await edit(vendor, { _id }, {})).status).toBe(_id === '%00' ? 400 : 404);
  }
});
