import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';

const RICE = '8901030516320';
const SOOJI = '96385074';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
  await addItem(api.ctx, { ean: RICE, name: 'Basmati Rice 1 kg', mrp: '110.00' });
  await addItem(api.ctx, { ean: SOOJI, name: 'Sooji 500 g' });
});
afterAll(() => api.close());

const form = { EANCode: RICE, shelfLifeDays: 365, quantity: 50, MRP: 120, percentage: 22.5, margin: 27, sellingPrice: 93 };
const dearer = { percentage: 20, margin: 24, sellingPrice: 96 };
const save = async (vendor: Caller, changes: Record<string, unknown> = {}) =>
  (await vendor.post('/api/product/create', { ...form, ...changes })).body.data as { _id: string; updatedAt: string };
const approve = (by: Caller, ...ids: string[]) =>
  by.put('/api/product/changeStatusPriceApproval', { productIdList: ids, priceApproval: true });
const refuse = (ids: string[], more: object = { reason: 'Too dear.' }) =>
  admin.put('/api/product/refusePrices', { productIdList: ids, ...more });
const undo = (by: Caller, ...ids: string[]) => by.put('/api/product/undoDecision', { productIdList: ids });
const own = async (vendor: Caller, ean = RICE) => (await vendor.get(`/api/product/get?EANCode=${ean}`)).body[0];
const review = async (vendor: Caller) => (await admin.get(`/api/product/review?userID=${vendor.user.id}`)).body;
const told = async (vendor: Caller) => {
  await api.ctx.mail.flush({ evenGathering: true });
  return (await api.ctx.mail.outbox()).filter(({ to }) => to.includes(vendor.user.email));
};

/** Creates an order for the vendor with one line of the EAN at this price. */
async function order(vendor: Caller, { ean = RICE, price = 90, quantity = 10, days = 0, status = 'Open' } = {}): Promise<void> {
  await api.ctx.db.execute(sql`
    with head as (
      insert into purchase_orders (external_id, version, vendor_id, number, ordered_on, status, line_count, value)
      values (gen_random_uuid()::text, '1', ${vendor.user.id}, 'PO-' || floor(random() * 1e9)::text, (now() at time zone 'Asia/Kolkata')::date - ${days}::int, ${status}, 1, ${price * quantity})
      returning id)
    insert into purchase_order_lines (order_id, line, item_code, item_name, ean, quantity, unit_price, taxable, total)
    select id, 1, 'X', 'X', ${ean}, ${quantity}, ${price}, ${price * quantity}, ${price * quantity} from head`);
}

describe('the figures for a price decision', () => {
  test('are the last purchase, prices of other vendors and the purchases of a year, for the buyer only', async () => {
    const [vendor, rival, third] = [await api.newVendor(), await api.newVendor(), await api.newVendor()];
    const { _id } = await save(vendor);
    const cheaper = await save(rival, { percentage: 25, margin: 30, sellingPrice: 90 });
    await save(third, dearer);
    await order(vendor, { price: 88, quantity: 10, days: 30 });
    await order(vendor, { price: 90, quantity: 20, days: 3 });
    await order(vendor, { price: 10, days: 1, status: 'Cancelled' });
    await order(rival, { price: 5, days: 1 });
    await order(vendor, { price: 70, days: 400 });
    const [row] = await review(vendor);
    expect(row).toMatchObject({ lastPurchase: { price: 90 }, lowestOther: { price: 90 } });
    const facts = (await admin.get(`/api/product/review/${_id}`)).body;
    expect(facts).toMatchObject({
      others: expect.arrayContaining([
        { userID: rival.user.id, vendorName: expect.any(String), priceState: 'waiting', price: 90 },
        { userID: third.user.id, vendorName: expect.any(String), priceState: 'waiting', price: 96 },
      ]),
      purchases: [
        { price: 90, quantity: 20 },
        { price: 88, quantity: 10 },
      ],
      yearQuantity: 30,
      yearEffect: 90,
    });
    expect(facts.others.map(({ userID }: { userID: string }) => userID)).not.toContain(vendor.user.id);
    // A price that the buyer disapproved is not an offer, but is still listed next to it.
    await refuse([cheaper._id]);
    expect((await review(vendor))[0]).toMatchObject({ lowestOther: { price: 96 } });
  });

  test('are not readable by vendors, in calls or in products', async () => {
    const [vendor, rival] = [await api.newVendor(), await api.newVendor()];
    const { _id } = await save(vendor);
    await save(rival, { percentage: 25, margin: 30, sellingPrice: 90 });
    expect((await vendor.get(`/api/product/review/${_id}`)).status).toBe(403);
    expect((await vendor.get('/api/product/review')).status).toBe(403);
    expect(JSON.stringify(await own(vendor))).not.toMatch(/lowestOther|lastPurchase|others/);
  });

  test('are empty if nothing was purchased and no other vendor offers it, and 404 for an unknown product', async () => {
    const vendor = await api.newVendor();
    const { _id } = await save(vendor, { EANCode: SOOJI });
    expect((await review(vendor))[0]).toMatchObject({ lastPurchase: null });
    expect((await admin.get(`/api/product/review/${_id}`)).body).toMatchObject({ purchases: [], yearQuantity: 0, yearEffect: null });
    expect((await admin.get('/api/product/review/999999999')).status).toBe(404);
    expect((await admin.get('/api/product/review/x')).status).toBe(404);
  });
});

describe('a disapproval', () => {
  test('has a standard reason and an acceptable price, which the vendor sees and receives by e-mail', async () => {
    const vendor = await api.newVendor();
    const { _id } = await save(vendor);
    expect(await refuse([_id], { cause: 'margin', acceptablePrice: 90.5 })).toMatchObject({ status: 200 });
    expect(await own(vendor)).toMatchObject({
      refusal: { cause: 'margin', reason: 'Margin below the agreed margin', acceptablePrice: 90.5 },
    });
    const [mail] = await told(vendor);
    expect(mail?.text).toContain('Disapproved: Margin below the agreed margin');
    expect(mail?.text).toContain('Acceptable price: ₹90.50');
    // The next price is a different one.
    await save(vendor, { percentage: 25, margin: 30, sellingPrice: 90 });
    expect(await own(vendor)).toMatchObject({ refusal: null });
  });

  test.each([
    ['without any reason', {}, 'reason'],
    ['for another reason that is not said', { cause: 'other' }, 'reason'],
    ['for a reason that is none', { cause: 'dislike' }, 'cause'],
    ['with a price that is none', { cause: 'margin', acceptablePrice: 'less' }, 'acceptablePrice'],
    ['with a price below nothing', { cause: 'margin', acceptablePrice: -1 }, 'acceptablePrice'],
  ])('with %s is rejected', async (_name, body, field) => {
    const vendor = await api.newVendor();
    const { _id } = await save(vendor);
    expect(await refuse([_id], body)).toMatchObject({ status: 422, body: { errors: { [field]: expect.any(String) } } });
    expect(await own(vendor)).toMatchObject({ refusal: null });
  });

  test('can give an acceptable price for one product only', async () => {
    const vendor = await api.newVendor();
    const ids = [(await save(vendor))._id, (await save(vendor, { EANCode: SOOJI }))._id];
    expect(await refuse(ids, { cause: 'lower', acceptablePrice: 80 })).toMatchObject({
      status: 422,
      body: { errors: { acceptablePrice: expect.any(String) } },
    });
  });
});

describe('an undo', () => {
  test('of an approval restores the previously approved price, and the vendor is notified of neither', async () => {
    const vendor = await api.newVendor();
    const { _id } = await save(vendor);
    await approve(admin, _id);
    await told(vendor);
    await api.ctx.db.execute(sql`update mails set created_at = created_at - interval '1 hour' where state = 'sent'`);
    await save(vendor, dearer);
    await approve(admin, _id);
    expect(await undo(admin, _id)).toMatchObject({
      status: 200,
      body: { message: 'Decision undone. The vendor sees the earlier status again.' },
    });
    expect(await own(vendor)).toMatchObject({ priceApproval: false, approvedPrice: 93, sellingPrice: 96 });
    expect(await review(vendor)).toMatchObject([{ approvedPrice: 93, sellingPrice: 96 }]);
    expect(await told(vendor)).toHaveLength(1);
    const { count } = await api.ctx.db.one<{ count: number }>(sql`
      select count(*)::int from notices join memberships member on member.id = member_id where vendor_id = ${vendor.user.id} and kind = 'prices'`);
    expect(count).toBe(1);
  });

  test('of a disapproval makes the price pending again; of an approval after it, the price is disapproved again', async () => {
    const vendor = await api.newVendor();
    const { _id } = await save(vendor);
    await refuse([_id], { cause: 'margin', acceptablePrice: 90 });
    await undo(admin, _id);
    expect(await own(vendor)).toMatchObject({ refusal: null, priceApproval: false });
    expect(await review(vendor)).toHaveLength(1);
    await refuse([_id], { cause: 'lower', reason: 'Others ask less.' });
    await approve(admin, _id);
    await undo(admin, _id);
    expect(await own(vendor)).toMatchObject({ priceApproval: false, refusal: { cause: 'lower', reason: 'Others ask less.' } });
    expect(await review(vendor)).toEqual([]);
  });

  test('of a decision that the vendor was notified of notifies the vendor again', async () => {
    const vendor = await api.newVendor();
    const { _id } = await save(vendor);
    await approve(admin, _id);
    expect(await told(vendor)).toHaveLength(1);
    await undo(admin, _id);
    const mails = await told(vendor);
    expect(mails).toHaveLength(2);
    expect(mails.map(({ text }) => text).join()).toContain('Waiting for approval again');
  });

  test('is only for the user who decided, not for other users or vendors, and not without a decision', async () => {
    const [vendor, other] = [await api.newVendor(), await api.newAdmin()];
    const { _id } = await save(vendor);
    expect(await undo(admin, _id)).toMatchObject({ status: 409, body: { message: 'You have not decided on this price.' } });
    await approve(admin, _id);
    expect(await undo(other, _id)).toMatchObject({
      status: 409,
      body: { message: 'Only the user who made the decision can undo it.', data: { undone: 0, left: [{ _id }] } },
    });
    expect((await undo(vendor, _id)).status).toBe(403);
    expect((await undo(admin, _id, '999999999')).status).toBe(404);
    expect(await own(vendor)).toMatchObject({ priceApproval: true });
    expect((await undo(admin, _id)).status).toBe(200);
    expect((await undo(admin, _id)).status).toBe(409);
  });

  test('is rejected after five minutes, after a change of the product, and after an order at the price', async () => {
    const vendor = await api.newVendor();
    const [first, second] = [(await save(vendor))._id, (await save(vendor, { EANCode: SOOJI }))._id];
    await approve(admin, first, second);
    await api.ctx.db.execute(sql`update price_decisions set decided_at = decided_at - interval '6 minutes' where product_id = ${first}`);
    const late = await undo(admin, first, second);
    expect(late).toMatchObject({
      status: 409,
      body: { data: { undone: 1, left: [{ _id: first, reason: 'A decision can be undone only within 5 minutes.' }] } },
    });
    expect(await own(vendor, SOOJI)).toMatchObject({ priceApproval: false });

    await approve(admin, second);
    await save(vendor, { EANCode: SOOJI, ...dearer });
    expect((await undo(admin, second)).body.message).toBe('The product has changed since the decision.');
    await approve(admin, second);
    await order(vendor, { ean: SOOJI, price: 96 });
    expect((await undo(admin, second)).body.message).toBe('An order already uses this price.');
    expect(await own(vendor, SOOJI)).toMatchObject({ priceApproval: true });
  });

  test('of two concurrent calls happens once, and the other gets an error', async () => {
    const vendor = await api.newVendor();
    const { _id } = await save(vendor);
    await approve(admin, _id);
    const answers = await Promise.all([undo(admin, _id), undo(admin, _id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    expect(await own(vendor)).toMatchObject({ priceApproval: false });
  });

  test('does not bypass the second user: what an undone approval covered still needs another one', async () => {
    const [vendor, entering, approving] = [await api.newVendor(), await api.newAdmin(), await api.newAdmin()];
    const { _id } = await save(vendor);
    await approve(admin, _id);
    await entering.post('/api/product/create', { ...form, ...dearer, userID: vendor.user.id });
    await approve(approving, _id);
    await undo(approving, _id);
    // Another user's later change would hide the first one if the undone approval still counted.
    await admin.post('/api/product/create', {
      ...form,
      MRP: 121,
      margin: 25,
      percentage: 20.661157024793,
      sellingPrice: 96,
      userID: vendor.user.id,
    });
    expect((await approve(entering, _id)).status).toBe(403);
  });
});
