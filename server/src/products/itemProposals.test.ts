import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
});
afterAll(() => api.close());

let serial = 0;
/** An EAN-13 that is not in use. */
function newEan(): string {
  serial += 1;
  const body = `8900000${String(serial).padStart(5, '0')}`;
  const sum = [...body].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

const form = (EANCode: string, more: object = {}) => ({
  EANCode,
  productName: 'Ragi Flour 1 kg',
  brandName: 'Annapurna',
  HSNCode: '11029090',
  MRP: '95.00',
  pack: '1 kg',
  fssai: '10012022000123',
  ...more,
});
const propose = (vendor: Caller, body: object, files?: Record<string, { name: string; content: Buffer }>) =>
  vendor.send('POST', '/api/itemProposals/create', body as Record<string, unknown>, files);
const own = async (vendor: Caller) => (await vendor.get('/api/itemProposals/get')).body;
const accept = (by: Caller, { _id, updatedAt }: { _id: string; updatedAt: string }, more: object = {}) =>
  by.put(`/api/itemProposals/${_id}/accept`, {
    itemCode: `ITM-${_id}`,
    productName: 'Ragi Flour 1 kg',
    HSNCode: '11029090',
    MRP: 95,
    updatedAt,
    ...more,
  });
const decline = (by: Caller, { _id, updatedAt }: { _id: string; updatedAt: string }, reason = 'Not our range.') =>
  by.put(`/api/itemProposals/${_id}/decline`, { reason, updatedAt });

describe('a proposed item', () => {
  test('is accepted into the item list, and the vendor can then enter a price', async () => {
    const vendor = await api.newVendor();
    const ean = newEan();
    expect((await vendor.get(`/api/product/getProductByEANCode/${ean}`)).status).toBe(201);
    const { body } = await propose(vendor, form(ean));
    expect(body).toMatchObject({ data: { EANCode: ean, state: 'waiting', pack: '1 kg', fssai: '10012022000123' } });
    expect(await accept(admin, body.data)).toMatchObject({
      status: 200,
      body: { data: { state: 'accepted', itemCode: `ITM-${body.data._id}` } },
    });
    expect((await vendor.get(`/api/product/getProductByEANCode/${ean}`)).body).toMatchObject([{ EANCode: ean, item_mrp: 95 }]);
    const price = { EANCode: ean, shelfLifeDays: 9, quantity: 1, MRP: 95, percentage: 10, margin: 9.5, sellingPrice: 85.5 };
    expect((await vendor.post('/api/product/create', price)).status).toBe(200);
    await api.ctx.mail.flush({ evenGathering: true });
    const mails = (await api.ctx.mail.outbox()).filter(({ to }) => to.includes(vendor.user.email));
    expect(mails.map(({ text }) => text).join()).toContain('Item accepted');
  });

  test('is rejected with a reason, and can be proposed again', async () => {
    const vendor = await api.newVendor();
    const ean = newEan();
    const { data } = (await propose(vendor, form(ean))).body;
    expect((await decline(admin, data, ' ')).status).toBe(422);
    expect((await decline(admin, data)).status).toBe(200);
    expect(await own(vendor)).toMatchObject([{ state: 'declined', reason: 'Not our range.' }]);
    expect((await decline(admin, data)).status).toBe(409);
    expect((await accept(admin, data)).status).toBe(409);
    expect((await propose(vendor, form(ean))).status).toBe(200);
    expect(await own(vendor)).toMatchObject([{ state: 'waiting' }, { state: 'declined' }]);
  });

  test('belongs to the vendor that proposed it, whatever the request says, and other vendors cannot see or decide on it', async () => {
    const [vendor, other] = [await api.newVendor(), await api.newVendor()];
    const { data } = (await propose(vendor, form(newEan(), { userID: other.user.id }))).body;
    expect(data.userID).toBe(vendor.user.id);
    expect(await own(other)).toEqual([]);
    expect((await other.get(`/api/itemProposals/get?userID=${vendor.user.id}`)).body).toEqual([]);
    for (const caller of [vendor, other]) {
      expect((await accept(caller, data)).status).toBe(403);
      expect((await decline(caller, data)).status).toBe(403);
    }
    expect((await propose(admin, form(newEan()))).status).toBe(403);
  });

  test('must not be in the buyer’s list already, with or without leading zeros', async () => {
    const vendor = await api.newVendor();
    await addItem(api.ctx, { ean: '00036000291452', name: 'Tissues' });
    for (const ean of ['036000291452', '0036000291452', '00036000291452'])
      expect(await propose(vendor, form(ean))).toMatchObject({
        status: 422,
        body: { errors: { EANCode: expect.stringContaining('already lists') } },
      });
    expect(await own(vendor)).toEqual([]);
  });

  test.each([
    ['a wrong check digit', { EANCode: '8901030516321' }, 'EANCode'],
    ['letters for an EAN', { EANCode: 'EAN' }, 'EANCode'],
    ['no name', { productName: ' ' }, 'productName'],
    ['no pack', { pack: '' }, 'pack'],
    ['an HSN code of five digits', { HSNCode: '11029' }, 'HSNCode'],
    ['an MRP below nothing', { MRP: '-1' }, 'MRP'],
    ['an FSSAI number that is too short', { fssai: '123' }, 'fssai'],
  ])('with %s is rejected at its field', async (_name, wrong, field) => {
    const vendor = await api.newVendor();
    expect(await propose(vendor, form(newEan(), wrong))).toMatchObject({ status: 422, body: { errors: { [field]: expect.any(String) } } });
    expect(await own(vendor)).toEqual([]);
  });

  test('needs a valid picture', async () => {
    const vendor = await api.newVendor();
    const ean = newEan();
    const content = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { status, body } = await propose(vendor, form(ean), { picture: { name: 'pack.png', content } });
    expect([status, typeof body.data?.picture]).toEqual([200, 'string']);
    expect((await vendor.get(body.data.picture)).status).toBe(200);
    const script = { name: 'pack.png', content: Buffer.from('<svg onload="alert(1)"/>') };
    const wrong = await propose(vendor, form(newEan()), { picture: script });
    expect([415, 422]).toContain(wrong.status);
    expect(wrong.body.errors.picture).toEqual(expect.any(String));
    expect(await own(vendor)).toHaveLength(1);
  });

  test('is replaced by another of the same EAN while pending, and the earlier version cannot be accepted', async () => {
    const vendor = await api.newVendor();
    const ean = newEan();
    const first = (await propose(vendor, form(ean))).body.data;
    await propose(vendor, form(ean, { productName: 'Something else' }));
    expect(await own(vendor)).toMatchObject([{ productName: 'Something else' }]);
    expect((await accept(admin, first)).status).toBe(409);
    expect((await decline(admin, first)).status).toBe(409);
  });

  test('is limited to a hundred pending ones, even if two arrive at the same time', async () => {
    const vendor = await api.newVendor();
    await api.ctx.db.execute(sql`
      insert into item_proposals (vendor_id, ean, name, hsn_code, mrp, pack)
      select ${vendor.user.id}, (77000000000000 + number)::text, 'x', '1102', 1, '1' from generate_series(1, 99) number`);
    const answers = await Promise.all([propose(vendor, form(newEan())), propose(vendor, form(newEan()))]);
    expect(answers.map(({ status }) => status).toSorted((low, high) => low - high)).toEqual([200, 409]);
    expect((await propose(vendor, form(newEan()))).status).toBe(409);
  });

  test('is either accepted or rejected if both happen at the same time', async () => {
    const vendor = await api.newVendor();
    const { data } = (await propose(vendor, form(newEan()))).body;
    const answers = await Promise.all([accept(admin, data), decline(admin, data)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
  });

  test('takes a code only once if two are accepted at the same time', async () => {
    const vendor = await api.newVendor();
    const [one, two] = [(await propose(vendor, form(newEan()))).body.data, (await propose(vendor, form(newEan()))).body.data];
    const answers = await Promise.all([accept(admin, one, { itemCode: 'ONCE' }), accept(admin, two, { itemCode: 'ONCE' })]);
    expect(answers.map(({ status }) => status).toSorted((low, high) => low - high)).toEqual([200, 422]);
  });

  test('of two vendors becomes one item, which does not take the code of another item', async () => {
    const [vendor, other] = [await api.newVendor(), await api.newVendor()];
    const ean = newEan();
    const mine = (await propose(vendor, form(ean))).body.data;
    const theirs = (await propose(other, form(ean, { productName: 'Cheaper name' }))).body.data;
    await addItem(api.ctx, { ean: newEan(), name: 'Taken', code: 'TAKEN-1' });
    expect(await accept(admin, mine, { itemCode: 'taken-1' })).toMatchObject({
      status: 422,
      body: { errors: { itemCode: expect.any(String) } },
    });
    const answers = await Promise.all([accept(admin, mine), accept(await api.newAdmin(), theirs)]);
    expect(answers.map(({ status }) => status).toSorted((low, high) => low - high)).toEqual([200, 409]);
    const { count } = await api.ctx.db.one<{ count: number }>(sql`select count(*)::int from items where ean = ${ean}`);
    expect(count).toBe(1);
    expect([await own(vendor), await own(other)]).toMatchObject([[{ state: 'accepted' }], [{ state: 'accepted' }]]);
  });
});
