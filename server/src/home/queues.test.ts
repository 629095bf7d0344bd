import type { CountedView } from '@aapurti/contract/settings/queues';
import { VIEWS, type ViewedList, viewsOf } from '@aapurti/contract/settings/queues';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { newMember } from '../../test/members.ts';
import { newSite } from '../../test/siteRequests.ts';
import { actAs, makeDispatchNote, makeInvoice, makeOrder, makeProduct, orderLineOf } from '../demo/factories.ts';

const EAN = '8901030516320';
const AT = new Date('2026-11-10T06:00:00Z');

let api: Api;
let vendor: Caller;
let other: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({}, () => AT);
  await addItem(api.ctx, { ean: EAN, name: 'Basmati Rice 1 kg' });
  [vendor, other, admin] = [await api.newVendor(), await api.newVendor(), await api.newAdmin()];
  const acting = await actAs(api.ctx, vendor.user.id);
  for (const [index, invoiceDate] of ['2026-08-01', '2026-10-12', '2026-11-09'].entries()) {
    await makeInvoice(api.ctx, acting, `5${index}`, { invoiceDate });
  }
  await makeInvoice(api.ctx, await actAs(api.ctx, other.user.id), '60', { invoiceDate: '2026-08-01' });
  await api.ctx.db.execute(sql`update invoices set match_state = 'exception' where number in ('50', '60')`);
  await api.ctx.db.execute(sql`update invoices set match_state = 'matched' where number = '51'`);
  await makeProduct(api.ctx, acting, EAN);
  for (const [number, deliverBy, seen] of [
    ['Q/1', '2026-11-01', '2026-10-20'],
    ['Q/2', '2026-11-12', null],
  ]) {
    const id = await makeOrder(api.ctx, vendor.user.id, number ?? '', {});
    await api.ctx.db.execute(sql`update purchase_orders set deliver_by = ${deliverBy}, acknowledged_on = ${seen} where id = ${id}`);
  }
  await makeDispatchNote(api.ctx, acting, 'Q/DC/1');
  await makeMoney();
});
afterAll(() => api.close());

const done = async (sent: Promise<{ status: number; body: { data: { _id: string } } }>) => {
  const { status, body } = await sent;
  expect([status, body]).toMatchObject([200, {}]);
  return body.data;
};

/** Creates memos, receipts and payments of the vendor for every view of their lists. */
async function makeMoney(): Promise<void> {
  const memo = (caller: Caller, kind: 'debit' | 'credit', amount: number) =>
    done(
      caller.post(`/api/${kind}Memo/AddUser${kind === 'debit' ? 'Debit' : 'Credit'}Memo`, {
        productName: 'Basmati Rice 1 kg',
        amount,
        ...(caller === admin ? { userID: vendor.user.id } : {}),
      }),
    );
  await memo(vendor, 'debit', 100);
  await memo(admin, 'debit', 30.5);
  await memo(admin, 'debit', 40);
  await memo(vendor, 'credit', 7);
  await memo(admin, 'credit', 60);
  const { _id: wrong } = await memo(vendor, 'debit', 5);
  await done(vendor.post(`/api/debitMemo/reverse/${wrong}`, { reason: 'Entered twice' }));
  const item = { itemCode: 'M-1', itemName: 'Rice', quantity: '10', unitPrice: '100', hsnCode: '10063020' };
  const orderId = await makeOrder(api.ctx, vendor.user.id, 'Q/3', { orderedOn: '2026-11-01', lines: [orderLineOf(item)] });
  const receive = (receiptNumber: string, more: object) =>
    done(admin.post('/api/receipts/create', { receiptNumber, receivedOn: '2026-11-09', lines: [{ orderId, line: 1, ...more }] }));
  await receive('G/1', { quantity: 3 });
  await receive('G/2', { quantity: 4, rejected: 1, reason: 'damaged' });
  const { _id: wronger } = await receive('G/3', { quantity: 2 });
  await done(admin.post(`/api/receipts/cancel/${wronger}`, { reason: 'Wrong order' }));
  await api.ctx.db.execute(sql`update portal_settings set vendor_payments_reported = true`);
  const pay = (caller: Caller, invoiceNumber: string, amount: number) =>
    done(
      caller.post('/api/vendorPaymentReport/create', {
        invoiceNumber,
        amount,
        paymentMode: 'online',
        ...(caller === admin ? { userID: vendor.user.id } : {}),
      }),
    );
  await pay(admin, '51', 100);
  const { _id: bounced } = await pay(admin, '52', 200);
  await done(admin.post(`/api/vendorPaymentReport/reverse/${bounced}`, { reason: 'Returned cheque' }));
  await pay(vendor, '52', 50);
  const { _id: unpaid } = await pay(vendor, '52', 25);
  await admin.ask('PUT', `/api/vendorPaymentReport/reported/${unpaid}/reject`, { payload: { reason: 'Not paid' } });
}

const views = async (caller: Caller, list: string) => (await caller.get('/api/dashboard/views', { list })).body as CountedView[];
const waiting = async (caller: Caller) =>
  Object.fromEntries(
    ((await caller.get('/api/dashboard/waiting')).body as { list: string; count: number }[]).map(({ list, count }) => [list, count]),
  );

/** The accepted value that is not invoiced, in rupees, as the page of an order shows it. */
async function leftOf(caller: Caller, orderId: string): Promise<number> {
  return (await caller.get(`/api/purChaseOrder/links/${orderId}`)).body.totals.toInvoice;
}

const READ: Readonly<Record<ViewedList, (caller: Caller, query: Record<string, string>) => Promise<Record<string, unknown>[]>>> = {
  'invoice.list': async (caller, query) => (await caller.get('/api/invoice/get', query)).body,
  'order.search': async (caller, query) => (await caller.post('/api/purChaseOrder/serviceOrder', query)).body.result,
  'product.list': async (caller, query) => (await caller.get('/api/product/get', query)).body,
  'product.review': async (caller, query) => (await caller.get('/api/product/review', query)).body,
  'dispatchNote.list': async (caller, query) => (await caller.get('/api/desPatchNote/get', query)).body,
  'vendor.list': async (caller, query) => (await caller.get('/api/vendor/get', query)).body,
  'debitMemo.list': async (caller, query) => (await caller.get('/api/debitMemo/getAllUserDebitMemo', query)).body,
  'creditMemo.list': async (caller, query) => (await caller.get('/api/creditMemo/getAllUserCreditMemo', query)).body,
  'receipt.list': async (caller, query) => (await caller.get('/api/receipts/get', query)).body,
  'payment.report': async (caller, query) => {
    const path = `/api/purChaseOrder/purchase_payment?${new URLSearchParams(query).toString()}`;
    return (await caller.post(path, {})).body.result;
  },
  'payment.reported': async (caller, query) => (await caller.get('/api/vendorPaymentReport/reported', query)).body.payments,
};
const AMOUNT: Readonly<Partial<Record<ViewedList, string>>> = {
  'invoice.list': 'invoiceValue',
  'order.search': 'value',
  'vendor.list': 'owed',
  'debitMemo.list': 'amount',
  'creditMemo.list': 'amount',
  'receipt.list': 'value',
  'payment.report': 'amount',
  'payment.reported': 'amount',
};
const DUE: typeof AMOUNT = { ...AMOUNT, 'invoice.list': 'balance' };

test.each(Object.keys(VIEWS) as ViewedList[])('each view of %s counts the rows that its list has, for both sides', async (list) => {
  for (const caller of list === 'product.review' || list === 'vendor.list' ? [admin] : [vendor, other, admin]) {
    const isAdmin = caller === admin;
    const counted = await views(caller, list);
    expect(counted.map(({ name }) => name)).toEqual(['all', ...viewsOf(list, isAdmin).map(({ name }) => name)]);
    for (const { name, query } of [{ name: 'all', query: {} }, ...viewsOf(list, isAdmin)]) {
      const rows = await READ[list](caller, query);
      if (name === 'toInvoice') {
        const left = await Promise.all(rows.map(({ _id }) => leftOf(caller, String(_id))));
        const sum = left.reduce((total, each) => total + each, 0);
        expect(counted.find((view) => view.name === name)).toEqual({ name, count: rows.length, value: sum });
        expect(sum > 0).toBe(caller === vendor);
        continue;
      }
      // The due amount is the balance of an invoice, not its value.
      const field = name === 'overdue' || name === 'dueThisWeek' ? DUE[list] : AMOUNT[list];
      const value = field === undefined ? null : rows.reduce((sum, row) => sum + Math.round(Number(row[field]) * 100), 0) / 100;
      expect([name, counted.find((view) => view.name === name)]).toEqual([name, { name, count: rows.length, value }]);
    }
  }
});

test('a vendor’s views contain only its own records, and no caller can name another list', async () => {
  const all = (counted: CountedView[]) => counted[0]?.count;
  expect([all(await views(vendor, 'invoice.list')), all(await views(other, 'invoice.list'))]).toEqual([3, 1]);
  expect((await vendor.get('/api/dashboard/views', { list: 'audit.list' })).status).toBe(422);
  expect((await api.visitor.get('/api/dashboard/waiting')).status).toBe(401);
  const theirs = await vendor.get('/api/dashboard/views', { list: 'invoice.list', userID: other.user.id });
  expect(all(theirs.body as CountedView[])).toBe(3);
});

test('views are counted under the filters of the list', async () => {
  const sizes = async (caller: Caller, list: string, filters: Record<string, string>) => {
    const asked = await caller.get('/api/dashboard/views', { list, filters: new URLSearchParams(filters).toString() });
    expect(asked.status).toBe(200);
    return Object.fromEntries((asked.body as CountedView[]).map(({ name, count }) => [name, count]));
  };
  expect(await sizes(admin, 'invoice.list', {})).toMatchObject({ all: 4, exceptions: 2 });
  expect(await sizes(admin, 'invoice.list', { userID: other.user.id })).toMatchObject({ all: 1, exceptions: 1, toApprove: 0 });
  // The view overrides a filter that it sets itself, as it does in its address.
  expect(await sizes(admin, 'invoice.list', { match: 'matched', userID: vendor.user.id })).toMatchObject({ all: 1, exceptions: 1 });
  // The filters give no access to another vendor's records.
  expect(await sizes(vendor, 'invoice.list', { userID: other.user.id })).toMatchObject({ all: 3, exceptions: 1 });
  for (const list of Object.keys(VIEWS))
    if (list !== 'product.review' && list !== 'vendor.list')
      expect([list, (await sizes(other, list, { userID: vendor.user.id }))['all']]).toEqual([list, list === 'invoice.list' ? 1 : 0]);
  const refused = async (filters: string) => (await admin.get('/api/dashboard/views', { list: 'invoice.list', filters })).status;
  expect([await refused('match=none'), await refused('startDate=31-02-2026'), await refused('invoiceNumber=%00')]).toEqual([422, 422, 400]);
});

test('a memo waits for the side that can accept it, and amounts of other vendors are in no view', async () => {
  const sizes = async (caller: Caller, list: string) =>
    Object.fromEntries((await views(caller, list)).map(({ name, count, value }) => [name, [count, value]]));
  expect(await sizes(vendor, 'debitMemo.list')).toEqual({
    all: [4, 175.5],
    vendor: [2, 70.5],
    open: [3, 170.5],
    accepted: [0, 0],
    reversed: [1, 5],
  });
  expect(await sizes(admin, 'debitMemo.list')).toMatchObject({ buyer: [1, 100] });
  expect(await sizes(vendor, 'creditMemo.list')).toEqual({ all: [2, 67], open: [1, 60], accepted: [1, 7], reversed: [0, 0] });
  expect(await sizes(admin, 'creditMemo.list')).toMatchObject({ buyer: [1, 60] });
  // Three of four received pieces are accepted, and a cancelled receipt has no value.
  const of = (line: number) => Math.round(line * 105 * 100) / 100;
  expect(await sizes(vendor, 'receipt.list')).toEqual({
    all: [3, of(6)],
    accepted: [1, of(3)],
    rejected: [1, of(3)],
    cancelled: [1, 0],
  });
  expect(await sizes(vendor, 'payment.report')).toEqual({ all: [3, 100], onAccount: [0, 0], reversed: [2, 0] });
  expect(await sizes(vendor, 'payment.reported')).toEqual({ all: [2, 75], reported: [1, 50], confirmed: [0, 0], rejected: [1, 25] });
  for (const list of ['debitMemo.list', 'creditMemo.list', 'receipt.list', 'payment.report', 'payment.reported'])
    expect([list, (await sizes(other, list))['all']]).toEqual([list, [0, 0]]);
  // A filter of the other list, or an invented one, is rejected.
  expect((await vendor.get('/api/debitMemo/totals', { waits: 'everybody' })).status).toBe(422);
  expect((await vendor.get('/api/receipts/get', { state: 'open' })).status).toBe(422);
  expect((await vendor.get('/api/vendorPaymentReport/reported', { status: 'paid' })).status).toBe(422);
});

test('the menu counts the tasks for the roles and sites of the caller', async () => {
  expect(await waiting(vendor)).toEqual({
    'invoice.list': 1,
    'order.search': 2,
    'product.list': 0,
    'dispatchNote.list': 0,
    'debitMemo.list': 2,
  });
  const reader = await newMember(api, vendor, 'reader');
  expect(await waiting(reader)).toEqual({});
  const accounts = await newMember(api, admin, 'accounts');
  expect(await waiting(accounts)).toEqual({ 'invoice.list': 3, 'debitMemo.list': 1, 'creditMemo.list': 1, 'payment.reported': 1 });
  const [site, away] = [await newSite(api), await newSite(api)];
  await api.ctx.db.execute(sql`
    with goods as (insert into dispatch_goods (note_id, vendor_id, kind, state)
      select id, vendor_id, 'challan', 'left' from dispatch_notes where number = 'Q/DC/1' returning note_id),
    at as (update purchase_orders set site_id = ${site.id} where number = 'Q/1' returning id)
    insert into dispatch_lines (note_id, no, order_id, line, item_code, item_name, quantity, taxable)
    select note_id, 1, at.id, 1, 'Q', 'Q', 1, 0 from goods, at`);
  expect(await waiting(await newMember(api, admin, 'receiver', [site.id]))).toEqual({ 'dispatchNote.list': 1 });
  expect(await waiting(await newMember(api, admin, 'receiver', [away.id]))).toEqual({ 'dispatchNote.list': 0 });
});

test('the totals of a list follow its filters', async () => {
  const total = async (caller: Caller, query: Record<string, string>) => (await caller.get('/api/invoice/totals', query)).body;
  expect(await total(vendor, {})).toMatchObject({ count: 3, invoiceValue: 3540, balance: 3433 });
  expect(await total(vendor, { match: 'exception' })).toMatchObject({ count: 1, invoiceValue: 1180 });
  expect(await total(vendor, { match: 'approved' })).toMatchObject({ count: 0, invoiceValue: 0, CGSTValue: 0 });
  expect(await total(vendor, { userID: other.user.id })).toMatchObject({ count: 3 });
  const ordered = (await vendor.get('/api/purChaseOrder/totals', { stage: 'late' })).body;
  expect(ordered).toEqual({ count: 1, value: (await READ['order.search'](vendor, { stage: 'late' }))[0]?.['value'] });
});
