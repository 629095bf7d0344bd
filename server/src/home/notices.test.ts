import { madeOf } from '@aapurti/contract/ground/template';
import { NOTICES_PAGE } from '@aapurti/contract/home/notices';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';
import { actAs, makeInvoice, makePayment } from '../demo/factories.ts';
import { queueMails, tell } from '../mail/queue.ts';
import { keepHouse } from '../process/housekeeping.ts';
import { noticeWords } from './noticeWords.ts';

let api: Api;
let other: Caller;
beforeAll(async () => {
  api = await startApi();
  other = await api.newVendor();
});
afterAll(() => api.close());

interface Told {
  unread: number;
  more: boolean;
  notices: { _id: string; kind: string; title: string; detail: string; path: string; isRead: boolean }[];
}

async function told(caller: Caller, query: Record<string, string> = {}): Promise<Told> {
  const { status, body } = await caller.get('/api/notices', query);
  expect(status).toBe(200);
  return body as Told;
}

const order = (number: string) => ({ number, orderedOn: '2026-11-02', value: '1050.00', deliverBy: '2026-11-30' });
const ordered = (vendor: Caller, numbers: readonly string[]) =>
  tell(api.ctx.db, [{ kind: 'orders', vendorId: vendor.user.id, content: { count: numbers.length, orders: numbers.map(order) } }]);

test('every member of a vendor is notified of a payment, in its own transaction, and no one else', async () => {
  const vendor = await api.newVendor();
  const member = await newMember(api, vendor, 'reader');
  const acting = await actAs(api.ctx, vendor.user.id);
  await makeInvoice(api.ctx, acting, '4711');
  await makePayment(api.ctx, acting, '4711', { amount: 1 });
  for (const caller of [vendor, member]) {
    expect(await told(caller)).toMatchObject({
      unread: 1,
      more: false,
      notices: [{ kind: 'payments', title: 'Payment of ₹1.00 recorded', detail: 'Invoice 4711', isRead: false }],
    });
  }
  expect(await told(other)).toEqual({ unread: 0, more: false, notices: [] });
  await expect(
    api.ctx.db.transaction(async (tx) => {
      await tell(tx, [{ kind: 'orders', vendorId: vendor.user.id, content: { count: 1, orders: [order('PO/1')] } }]);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect((await told(vendor)).unread).toBe(1);
});

test('each user’s notifications are read separately, up to those displayed', async () => {
  const vendor = await api.newVendor();
  const member = await newMember(api, vendor, 'dispatch');
  await ordered(vendor, ['PO/1']);
  await ordered(vendor, ['PO/2', 'PO/3']);
  const { notices } = await told(vendor);
  expect(notices.map(({ title, path }) => [title, path])).toEqual([
    ['2 new purchase orders', '/purchase-orders'],
    ['New purchase order PO/1', '/purchase-orders/details/PO%2F1'],
  ]);
  await ordered(vendor, ['PO/4']);
  expect((await vendor.put('/api/notices/read', { upTo: notices[0]?._id })).body).toEqual({ unread: 1 });
  expect((await told(vendor)).notices.map(({ isRead }) => isRead)).toEqual([false, true, true]);
  expect((await told(member)).unread).toBe(3);
  // The notifications of other users do not change.
  expect((await other.put('/api/notices/read', { upTo: '999999999' })).body).toEqual({ unread: 0 });
  expect((await told(vendor)).unread).toBe(1);
});

test('administrators are notified of changed bank and tax details, and vendors never', async () => {
  const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
  const content = { vendor: 'Kisan Mill', userId: vendor.user.id, by: 'The vendor itself', fields: ['Bank name'] };
  await tell(api.ctx.db, [{ kind: 'changes', vendorId: null, content }]);
  expect((await told(admin)).notices).toMatchObject([{ kind: 'changes', detail: 'Bank name', path: `/user-profile/${vendor.user.id}` }]);
  expect((await told(vendor)).notices).toEqual([]);
});

test('e-mails about account and password have no notification', async () => {
  const vendor = await api.newVendor();
  await queueMails(api.ctx.db, [{ kind: 'password', userId: vendor.user.id, content: { name: 'Asha' } }]);
  expect((await told(vendor)).notices).toEqual([]);
});

test('a kind of notification that is turned off is neither shown nor counted, and comes back', async () => {
  const vendor = await api.newVendor();
  const member = await newMember(api, vendor, 'owner');
  await ordered(vendor, ['PO/1']);
  expect((await vendor.get('/api/notices/settings')).body).toMatchObject({ orders: true, payments: true });
  const off = await vendor.put('/api/notices/settings', { orders: false });
  expect(off).toMatchObject({ status: 200, body: { data: { orders: false, payments: true } } });
  expect(await told(vendor)).toEqual({ unread: 0, more: false, notices: [] });
  expect((await told(member)).unread).toBe(1);
  // E-mails have separate settings.
  expect((await vendor.get('/api/mail/settings')).body).toMatchObject({ orders: true });
  await vendor.put('/api/notices/settings', { orders: true });
  expect((await told(vendor)).unread).toBe(1);
});

test('notifications come in pages, and the sweep removes those older than 90 days', async () => {
  const vendor = await api.newVendor();
  for (let serial = 0; serial <= NOTICES_PAGE; serial += 1) await ordered(vendor, [`PO/${serial}`]);
  const first = await told(vendor);
  expect([first.unread, first.more, first.notices.length]).toEqual([NOTICES_PAGE + 1, true, NOTICES_PAGE]);
  const next = await told(vendor, { before: first.notices.at(-1)?._id ?? '' });
  expect([next.more, next.notices.map(({ title }) => title)]).toEqual([false, ['New purchase order PO/0']]);

  const member = sql`member_id = (select id from memberships where user_id = ${vendor.user.id})`;
  await api.ctx.db.execute(
    sql`update notices set created_at = now() - interval '91 days' where ${member} and id <= ${first.notices[1]?._id}`,
  );
  await api.ctx.db.execute(sql`delete from leases where name = 'housekeeping'`);
  expect(await keepHouse(api.ctx)).toBe(true);
  expect((await told(vendor)).notices.map(({ title }) => title)).toEqual([`New purchase order PO/${NOTICES_PAGE}`]);
});

test.each([
  ['GET', '/api/notices', { query: { before: "1' or 1=1" } }, 'before'],
  ['PUT', '/api/notices/read', { payload: {} }, 'upTo'],
  ['PUT', '/api/notices/read', { payload: { upTo: '9'.repeat(40) } }, 'upTo'],
  ['PUT', '/api/notices/settings', { payload: { orders: 'no' } }, 'orders'],
] as const)('a notification call is rejected: %s %s with %o', async (method, path, given, field) => {
  const answer = await other.ask(method, path, given);
  expect(answer.status).toBe(422);
  expect(Object.keys((answer.body as { errors: object }).errors)).toEqual([field]);
});

test.each([
  [
    {
      kind: 'prices',
      content: { approved: false, reason: 'Too dear', count: 1, products: [{ name: 'Ghee', ean: '8901030516320', price: '9' }] },
    },
    { title: '1 price disapproved', detail: 'Ghee. Reason: Too dear', path: '/master-products/products?EANCode=8901030516320' },
  ],
  [
    {
      kind: 'prices',
      content: { approved: true, count: 1200, products: ['A', 'B', 'C', 'D'].map((name) => ({ name, ean: '1', price: '9' })) },
    },
    { title: '1,200 prices approved', detail: 'A, B, C and 1,197 more', path: '/master-products/products' },
  ],
  [
    {
      kind: 'payments',
      content: { count: 1, total: '5', payments: [{ invoice: null, amount: '5', mode: 'online', paidOn: '2026-11-02' }] },
    },
    { detail: 'On account', path: '/invoices/payment-report?startDate=2026-11-02&endDate=2026-11-02' },
  ],
  [
    { kind: 'amendments', content: { count: 1, orders: [{ number: 'PO 7/#', value: '10500', was: '1050' }] } },
    { detail: '₹1,050.00 before and ₹10,500.00 after', path: '/purchase-orders/details/PO%207%2F%23' },
  ],
  [
    { kind: 'answers', content: { count: 2, vendor: 'Mill', orders: [{ id: '1', number: 'PO/7', count: 2 }] } },
    { title: '2 proposals for purchase orders', detail: 'Mill: PO/7', path: '/purchase-orders' },
  ],
  [
    { kind: 'invoices', content: { count: 1, invoices: [{ number: '70012', value: '118', reason: 'Line 2 was rejected' }] } },
    { title: 'Invoice 70012 was sent back', detail: 'Reason: Line 2 was rejected', path: '/invoices/invoice?invoiceNumber=70012' },
  ],
  [
    { kind: 'reminders', content: { count: 1, orders: [{ number: 'PO/7', vendor: null, orderedOn: '2026-11-02', deliverBy: null }] } },
    { title: '1 purchase order awaits confirmation', detail: 'PO/7', path: '/purchase-orders/details/PO%2F7' },
  ],
  [
    { kind: 'changes', content: { vendor: 'Kisan Mill', userId: '7', by: 'The vendor itself', fields: ['PAN'], waits: true } },
    { detail: 'PAN', path: '/users/identity' },
  ],
] as const)('the event %j becomes the notification %j', (given, words) => {
  expect(noticeWords(given as never)).toMatchObject(words);
});

test('a detail that is a text of the portal is recognised, so that a reader sees it in another language', () => {
  const onAccount = {
    kind: 'payments',
    content: { count: 1, total: '5', payments: [{ invoice: null, amount: '5', mode: 'online', paidOn: null }] },
  };
  const changed = {
    kind: 'changes',
    content: { vendor: 'Mill', userId: '7', by: 'The vendor itself', fields: ['GST number'], waits: true },
  };
  const details = [onAccount, changed].map((notice) => noticeWords(notice as never).detail);
  expect(details.map((detail) => madeOf(detail)?.message)).toEqual(['On account', 'GST number']);
});
