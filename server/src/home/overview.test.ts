import type { Overview } from '@aapurti/contract/home/dashboard';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { decideLines } from '../../test/books.ts';
import { addItem } from '../../test/items.ts';
import { newMember } from '../../test/members.ts';
import { newSite } from '../../test/siteRequests.ts';
import { actAs, makeDispatchNote, makeInvoice, makeOrder, makePayment, makeProduct, orderLineOf } from '../demo/factories.ts';

const EAN = '8901030516320';
const AT = new Date('2026-11-10T06:00:00Z');

let api: Api;
beforeAll(async () => {
  api = await startApi({}, () => AT);
  await addItem(api.ctx, { ean: EAN, name: 'Basmati Rice 1 kg' });
});
afterAll(() => api.close());

const read = async (caller: Caller, query = '') => (await caller.get(`/api/dashboard/overview${query}`)).body as Overview;

test.each([
  ['30 days', 30],
  ['Net 45', 45],
  ['2% 10 days, net 30 days', 30],
  ['15 days from receipt, at most 45 days', 45],
  ['60-day credit', 60],
  ['against advance', 0],
  ['Cash on delivery', 0],
  ['9999 days', null],
  ['365 days', 365],
  ['at our convenience', null],
  [null, null],
])('the payment terms %j give %j days of credit', async (terms, days) => {
  expect(await api.ctx.db.first(sql`select credit_days(${terms}) as days`)).toEqual({ days });
});

describe('the amounts payable', () => {
  test('are due by the days of credit, not overdue on the day itself, and reduced by payments', async () => {
    const vendor = await api.newVendor({ paymentTerms: 'net 30' });
    const acting = await actAs(api.ctx, vendor.user.id);
    // The due dates are 9, 10, 16, 17, 23 and 24 November.
    const days = ['2026-10-10', '2026-10-11', '2026-10-17', '2026-10-18', '2026-10-24', '2026-10-25'];
    for (const [place, invoiceDate] of days.entries()) await makeInvoice(api.ctx, acting, `${10 + place}`, { invoiceDate });
    await makePayment(api.ctx, acting, '10', { amount: '100.00' });
    await makePayment(api.ctx, acting, '15', { amount: '1180.00' });
    expect(await read(vendor)).toMatchObject({
      owed: 5 * 1180 - 100,
      overdue: { amount: 1080, invoices: 1 },
      dueThisWeek: { amount: 2360, invoices: 2 },
      dueNextWeek: { amount: 2360, invoices: 2 },
      dueLater: { amount: 0, invoices: 0 },
    });
  });

  test('are due after 30 days if the terms name no days', async () => {
    const vendor = await api.newVendor({ paymentTerms: '' });
    const acting = await actAs(api.ctx, vendor.user.id);
    await makeInvoice(api.ctx, acting, '20', { invoiceDate: '2026-10-10' });
    await makeInvoice(api.ctx, acting, '21', { invoiceDate: '2026-10-11' });
    expect(await read(vendor)).toMatchObject({ overdue: { invoices: 1 }, dueThisWeek: { invoices: 1 } });
  });

  test('appear for twelve months, with zero in months without documents', async () => {
    const vendor = await api.newVendor();
    const acting = await actAs(api.ctx, vendor.user.id);
    await makeInvoice(api.ctx, acting, '30', { invoiceDate: '2026-11-02' });
    await makePayment(api.ctx, acting, '30', {});
    const { months } = await read(vendor);
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({ month: '2025-12', billed: 0, paid: 0 });
    expect(months[11]).toEqual({ month: '2026-11', billed: 1180, paid: 180 });
  });

  test('belong to the month of the invoice date, whenever the invoice was entered, changed or deleted', async () => {
    const vendor = await api.newVendor();
    const acting = await actAs(api.ctx, vendor.user.id);
    const billed = async () => Object.fromEntries((await read(vendor)).months.map((each) => [each.month, each.billed]));
    const { _id: id } = await makeInvoice(api.ctx, acting, '31', { invoiceDate: '2026-08-31' });
    expect(await billed()).toMatchObject({ '2026-08': 1180, '2026-09': 0, '2026-11': 0 });
    await api.ctx.db.execute(sql`update invoices set invoice_date = '2026-09-01' where id = ${id}`);
    expect(await billed()).toMatchObject({ '2026-08': 0, '2026-09': 1180 });
    expect((await vendor.delete(`/api/invoice/delete/${id}`)).status).toBe(200);
    expect(await billed()).toMatchObject({ '2026-08': 0, '2026-09': 0 });
    // The specification's last ten days still use the day of entry.
    await makeInvoice(api.ctx, acting, '32', { invoiceDate: '2026-08-31' });
    const { countList } = (await vendor.get('/api/auth/getCountDetail')).body as { countList: object[] };
    expect(Object.assign({}, ...countList)).toMatchObject({ last10DayInvoice: 1 });
  });
});

test('open orders are listed by their next step, the earliest first, without delivered ones', async () => {
  const vendor = await api.newVendor();
  const order = async (number: string, deliverBy: string | null) => {
    const id = await makeOrder(api.ctx, vendor.user.id, number);
    await api.ctx.db.execute(sql`update purchase_orders set deliver_by = ${deliverBy} where id = ${id}`);
    return id;
  };
  await order('A/late', '2026-11-09');
  await order('A/undated', null);
  const acknowledged = [await order('B/2', '2026-11-12'), await order('B/1', '2026-11-10')];
  await api.ctx.db.execute(sql`update purchase_orders set acknowledged_on = '2026-11-01' where id = any(${acknowledged})`);
  const delivered = await order('C/there', '2026-11-01');
  await api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = quantity where order_id = ${delivered}`);
  const closed = await order('D/closed', '2026-11-01');
  await api.ctx.db.execute(sql`update purchase_orders set status = 'Closed' where id = ${closed}`);
  const { orders } = await read(vendor);
  const numbers = ({ count, first }: { count: number; first: { poNumber: string }[] }) => [count, ...first.map(({ poNumber }) => poNumber)];
  expect(numbers(orders.toAcknowledge)).toEqual([2, 'A/late', 'A/undated']);
  expect(numbers(orders.toShip)).toEqual([2, 'B/1', 'B/2']);
  expect(numbers(orders.late)).toEqual([1, 'A/late']);
  // One of the orders is late and not acknowledged.
  expect(orders.open).toBe(4);
  // The buyer decides on a proposal; after a rejection, the vendor must confirm again.
  const line = { line: 1, decision: 'change', reason: 'price', price: 999, promises: [{ quantity: 10, date: '2099-01-01' }] };
  const [first] = orders.toAcknowledge.first;
  const { body } = await vendor.get(`/api/orderAnswer/get/${first?._id}`);
  line.promises = [{ quantity: body.lines[0].quantity, date: '2099-01-01' }];
  expect((await vendor.post(`/api/orderAnswer/send/${first?._id}`, { lines: [line] })).status).toBe(200);
  // The vendor has no task for the order while it waits for the buyer. The list also counts the delivered order.
  const asked = async () => numbers((await read(vendor)).orders.toAcknowledge);
  const toConfirm = async () => (await vendor.get('/api/purChaseOrder/totals', { stage: 'toConfirm' })).body.count;
  expect([await asked(), await toConfirm()]).toEqual([[1, 'A/undated'], 2]);
  const admin = await api.newAdmin();
  const toAnswer = async (who: Caller) => numbers((await read(who, `?userID=${vendor.user.id}`)).orders.toAnswer);
  expect([await toAnswer(vendor), await toAnswer(admin)]).toEqual([[0], [1, 'A/late']]);
  // Users limited to sites see only the orders of these sites; this order has none.
  const bound = await newMember(api, admin, 'buyer', [(await newSite(api)).id]);
  expect([await toAnswer(bound), (await read(bound, `?userID=${vendor.user.id}`)).orders.late.count]).toEqual([[0], 1]);
  await decideLines(api, admin, String(first?._id), [{ line: 1, decision: 'decline' }]);
  expect([await toAnswer(vendor), await toAnswer(admin)]).toEqual([[1, 'A/late'], [0]]);
});

test('an order whose remaining quantity the vendor rejected, with the buyer’s approval, has no next step', async () => {
  const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
  const lines = ['100', '50'].map((quantity, index) => orderLineOf({ itemCode: `R-${index}`, quantity, unitPrice: '10' }));
  const id = await makeOrder(api.ctx, vendor.user.id, 'R/rest', { lines, deliverBy: '2026-11-20' });
  const counts = async () => {
    const { orders } = await read(vendor);
    return [orders.toAcknowledge.count, orders.toShip.count, orders.late.count];
  };
  const change = {
    line: 1,
    decision: 'change',
    reason: 'unavailable',
    promises: [{ quantity: 60, date: '2026-11-20' }],
    rejectedQuantity: 40,
  };
  const answered = [change, { line: 2, decision: 'reject', reason: 'discontinued' }];
  expect((await vendor.post(`/api/orderAnswer/send/${id}`, { lines: answered })).status).toBe(200);
  await api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = 60 where order_id = ${id} and line = 1`);
  // The buyer has not accepted the smaller quantity yet, and must reply next.
  expect(await counts()).toEqual([0, 0, 0]);
  expect((await read(admin, `?userID=${vendor.user.id}`)).orders.toAnswer.count).toBe(1);
  expect((await decideLines(api, admin, id, [{ line: 1, decision: 'agree' }])).status).toBe(200);
  expect(await counts()).toEqual([0, 0, 0]);
  await api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = 59 where order_id = ${id} and line = 1`);
  expect(await counts()).toEqual([0, 1, 0]);
});

test('a dispatched order is no longer to be shipped, and a partly dispatched one counts with its remaining value', async () => {
  const vendor = await api.newVendor();
  const lines = ['100', '50'].map((quantity, index) => orderLineOf({ itemCode: `S-${index}`, quantity, unitPrice: '10' }));
  const id = await makeOrder(api.ctx, vendor.user.id, 'S/rest', { lines, deliverBy: '2026-11-20' });
  await api.ctx.db.execute(sql`update purchase_orders set acknowledged_on = '2026-11-01' where id = ${id}`);
  const { value } = await api.ctx.db.one<{ value: number }>(sql`select value::float8 as value from purchase_orders where id = ${id}`);
  const toShip = async () => {
    const { count, first } = (await read(vendor)).orders.toShip;
    return [count, ...first.map((order) => order.value)];
  };
  expect(await toShip()).toEqual([1, value]);
  const note = await makeDispatchNote(api.ctx, await actAs(api.ctx, vendor.user.id), 'DC/S/1');
  const send = (line: number, quantity: number, state: string) =>
    api.ctx.db.execute(sql`
      with goods as (
        insert into dispatch_goods (note_id, vendor_id, kind, state) values (${note._id}, ${vendor.user.id}, 'challan', ${state})
        on conflict (note_id) do update set state = excluded.state returning note_id)
      insert into dispatch_lines (note_id, no, order_id, line, item_code, item_name, quantity, taxable)
      select note_id, ${line}, ${id}::bigint, ${line}, 'S', 'S', ${quantity}, 0 from goods`);
  await send(1, 100, 'draft');
  // A draft has not been dispatched.
  expect(await toShip()).toEqual([1, value]);
  await send(2, 20, 'left');
  expect(await toShip()).toEqual([1, Math.round((value * 30 * 100) / 150) / 100]);
  // Goods received without a note were dispatched as well.
  await api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = 50 where order_id = ${id} and line = 2`);
  expect(await toShip()).toEqual([0]);
  expect((await read(vendor)).orders.open).toBe(1);
});

test('a disapproved price waits for its vendor, and no longer for the buyer', async () => {
  const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
  const prices = async () => (await read(admin)).waiting?.prices.count ?? 0;
  const before = await prices();
  const product = await makeProduct(api.ctx, await actAs(api.ctx, vendor.user.id), EAN);
  expect(await prices()).toBe(before + 1);
  const { updatedAt } = (await vendor.get('/api/product/get')).body[0] as { updatedAt: string };
  const versions = { [product._id]: updatedAt };
  const refused = await admin.put('/api/product/refusePrices', {
    productIdList: [product._id],
    versions,
    reason: 'Below the agreed margin',
  });
  expect(refused.status).toBe(200);
  expect(await prices()).toBe(before);
  // A new price waits for approval again.
  await api.ctx.db.execute(sql`update products set updated_at = clock_timestamp() where id = ${product._id}`);
  expect(await prices()).toBe(before + 1);
});

test('a new vendor sees its first steps until all are done', async () => {
  const vendor = await api.newVendor({ accountNumber: '' });
  expect((await read(vendor)).steps).toEqual({ profile: false, product: false, approved: false, order: false });
  const product = await makeProduct(api.ctx, await actAs(api.ctx, vendor.user.id), EAN);
  await makeOrder(api.ctx, vendor.user.id, 'first');
  expect((await read(vendor)).steps).toEqual({ profile: false, product: true, approved: false, order: true });
  await api.ctx.db.execute(sql`update products set price_approved = true where id = ${product._id}`);
  await api.ctx.db.execute(sql`update vendors set account_number = '0012345678' where id = ${vendor.user.id}`);
  expect((await read(vendor)).steps).toBeNull();
});

test('administrators see the figures and tasks of all vendors or one, and a vendor only its own whatever it requests', async () => {
  const [admin, vendor, other] = [await api.newAdmin(), await api.newVendor(), await api.newVendor()];
  await makeInvoice(api.ctx, await actAs(api.ctx, other.user.id), '40', {});
  await makeProduct(api.ctx, await actAs(api.ctx, other.user.id), EAN);
  await api.newVendor({ isActive: false }).catch(() => undefined);
  const all = await read(admin);
  expect(all.owed).toBeGreaterThanOrEqual(1180);
  expect(all.steps).toBeNull();
  expect(all.waiting).toMatchObject({ prices: { count: expect.any(Number), since: expect.any(String) }, vendors: { count: 1 } });
  const one = await read(admin, `?userID=${other.user.id}`);
  expect(one).toMatchObject({ owed: 1180, waiting: null, steps: null });
  expect(await read(vendor, `?userID=${other.user.id}`)).toMatchObject({ owed: 0, waiting: null });
});
