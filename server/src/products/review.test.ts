import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';

const RICE = '8901030516320';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
  await addItem(api.ctx, { ean: RICE, name: 'Basmati Rice 1 kg', mrp: '110.00' });
  await addItem(api.ctx, { ean: '96385074', name: 'Sooji 500 g' });
});
afterAll(() => api.close());

const form = { EANCode: RICE, shelfLifeDays: 365, quantity: 50, MRP: 120, percentage: 22.5, margin: 27, sellingPrice: 93 };
const save = async (vendor: Caller, changes: Record<string, unknown> = {}) =>
  (await vendor.post('/api/product/create', { ...form, ...changes })).body.data as { _id: string; updatedAt: string };
const review = async (vendor: Caller, query = '') => (await admin.get(`/api/product/review?userID=${vendor.user.id}${query}`)).body;
const approve = (...ids: string[]) => admin.put('/api/product/changeStatusPriceApproval', { productIdList: ids, priceApproval: true });
const refuse = (body: object) => admin.put('/api/product/refusePrices', body);

test('a pending price is shown with the last approved price and the item’s MRP', async () => {
  const vendor = await api.newVendor();
  const { _id } = await save(vendor);
  expect(await review(vendor)).toMatchObject([
    { _id, MRP: 120, item_mrp: 110, sellingPrice: 93, approvedPrice: null, change: null, percentage: 22.5, approvedPercentage: null },
  ]);
  await approve(_id);
  expect(await review(vendor)).toEqual([]);
  await save(vendor, { percentage: 20, margin: 24, sellingPrice: 96 });
  expect(await review(vendor)).toMatchObject([{ approvedPrice: 93, change: 3.23, percentage: 20, approvedPercentage: 22.5 }]);
});

test.each([
  ['new', {}, ['96385074']],
  ['rise', { percentage: 20, margin: 24, sellingPrice: 96 }, [RICE]],
  ['fall', { percentage: 25, margin: 30, sellingPrice: 90 }, [RICE]],
  ['same', { MRP: 117, margin: 24, percentage: 20.512820512821, sellingPrice: 93 }, [RICE]],
])('prices that are %s can be filtered', async (change, edited, eans) => {
  const vendor = await api.newVendor();
  await approve((await save(vendor))._id);
  await save(vendor, { EANCode: '96385074' });
  if (Object.keys(edited).length > 0) await save(vendor, edited);
  const rows = await review(vendor, `&change=${change}`);
  expect(rows.map(({ EANCode }: { EANCode: string }) => EANCode)).toEqual(eans);
});

test('a disapproval has a reason, which the vendor sees and receives by e-mail, and applies until the product changes', async () => {
  const vendor = await api.newVendor();
  const { _id, updatedAt } = await save(vendor);
  const blank = await refuse({ productIdList: [_id], reason: '  ' });
  expect([blank.status, blank.body.errors.reason]).toEqual([422, 'Enter the reason, so that the vendor can enter another price.']);
  const refused = await refuse({ productIdList: [_id], versions: { [_id]: updatedAt }, reason: 'Above the market by 5 %.' });
  expect(refused).toMatchObject({ status: 200, body: { message: 'Prices disapproved.' } });
  const listed = async () => (await vendor.get('/api/product/get')).body[0];
  expect(await listed()).toMatchObject({ priceApproval: false, refusal: { reason: 'Above the market by 5 %.' } });
  expect(await review(vendor)).toEqual([]);
  await api.ctx.mail.flush({ evenGathering: true });
  const [mail] = (await api.ctx.mail.outbox()).filter(({ to }) => to.includes(vendor.user.email));
  expect(mail?.text).toContain('Above the market by 5 %.');

  await save(vendor, { quantity: 51 });
  expect(await listed()).toMatchObject({ refusal: null });
  expect(await review(vendor)).toHaveLength(1);
});

test('a disapproval skips a price that has changed since it was displayed, and an approved one', async () => {
  const vendor = await api.newVendor();
  const [first, second] = [await save(vendor), await save(vendor, { EANCode: '96385074' })];
  const versions = { [first._id]: first.updatedAt, [second._id]: second.updatedAt };
  await save(vendor, { percentage: 20, margin: 24, sellingPrice: 96 });
  const answer = await refuse({ productIdList: [first._id, second._id], versions, reason: 'No.' });
  expect(answer).toMatchObject({ status: 409, body: { data: { done: 1, changed: [{ _id: first._id, sellingPrice: 96 }] } } });
  expect((await review(vendor)).map(({ _id }: { _id: string }) => _id)).toEqual([first._id]);
  await approve(first._id);
  await refuse({ productIdList: [first._id], reason: 'Too late.' });
  expect((await vendor.get(`/api/product/get?EANCode=${RICE}`)).body[0]).toMatchObject({ priceApproval: true, refusal: null });
});

test('an approval ends a disapproval, and its e-mail gives the reason of each', async () => {
  const vendor = await api.newVendor();
  const { _id } = await save(vendor);
  await refuse({ productIdList: [_id], reason: 'At first.' });
  await approve(_id);
  expect((await vendor.get('/api/product/get')).body[0]).toMatchObject({ priceApproval: true, refusal: null });
});
