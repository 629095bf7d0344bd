import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { type MailServer, startMailServer } from '../../test/mailServer.ts';
import { newMember } from '../../test/members.ts';
import { proposedOrder } from '../../test/requests/orders.ts';
import { newSite } from '../../test/siteRequests.ts';
import { tell } from '../mail/queue.ts';

let post: MailServer;
let api: Api;
let admin: Caller;
beforeAll(async () => {
  post = await startMailServer();
  api = await startApi({ smtpUrl: post.url, publicUrl: 'https://portal.example.in' });
  admin = await api.newAdmin();
});
afterAll(async () => {
  await api.close();
  await post.close();
});

const choose = (id: string, mailRoles: string[], noticeRoles: string[], addresses = '') =>
  admin.put(`/api/eventReceivers/edit/${id}`, { mailRoles, noticeRoles, addresses });
const order = (number: string) => ({ number, orderedOn: '2026-11-02', value: '500', deliverBy: null });
const ordered = (vendor: Caller, number: string) =>
  tell(api.ctx.db, [{ kind: 'orders', vendorId: vendor.user.id, content: { count: 1, orders: [order(number)] } }]);
/** The number of pending e-mails and notifications for each user. */
async function toldTo(people: readonly Caller[], kind: string): Promise<[mails: number, notices: number][]> {
  return Promise.all(
    people.map(async ({ user }) => {
      const found = await api.ctx.db.first<{ mails: number; notices: number }>(sql`
        select (select count(*)::int from mails where user_id = ${user.id} and kind = ${kind} and state = 'waiting') as mails,
          (select count(*)::int from notices join memberships on memberships.id = member_id where user_id = ${user.id} and kind = ${kind}) as notices`);
      return [found?.mails ?? 0, found?.notices ?? 0] as [number, number];
    }),
  );
}

test('by default owners get the e-mail, all vendor users the notification, and at the buyer those who decide', async () => {
  const { body } = await admin.get('/api/eventReceivers/get');
  const chosen = Object.fromEntries(body.map((row: Record<string, unknown>) => [row['_id'], [row['mailRoles'], row['noticeRoles']]]));
  const vendors = [['owner'], ['owner', 'orders', 'dispatch', 'billing', 'reader']];
  const deciders = ['administrator', 'buyer'];
  const everybody = ['administrator', 'buyer', 'receiver', 'accounts', 'approver', 'auditor'];
  expect(chosen).toEqual({
    'buyer-answers': [deciders, deciders],
    'buyer-changes': [everybody, everybody],
    'buyer-reminders': [deciders, deciders],
    'buyer-comments': [deciders, [...deciders, 'accounts']],
    'vendor-differences': [
      ['owner', 'dispatch'],
      ['owner', 'orders', 'dispatch', 'billing'],
    ],
    'vendor-comments': [['owner'], ['owner', 'orders', 'dispatch', 'billing']],
    ...Object.fromEntries(
      ['prices', 'payments', 'orders', 'amendments', 'answers', 'invoices', 'reminders'].map((kind) => [`vendor-${kind}`, vendors]),
    ),
  });
});

test('an administrator chooses the roles of vendors; if a vendor has no such user, its owners are notified', async () => {
  const [vendor, alone] = [await api.newVendor(), await api.newVendor()];
  const [orders, billing] = [await newMember(api, vendor, 'orders'), await newMember(api, vendor, 'billing')];
  const people = [vendor, orders, billing, alone];
  for (const who of [vendor, alone]) await ordered(who, 'PO/1');
  expect(await toldTo(people, 'orders')).toEqual([
    [1, 1],
    [0, 1],
    [0, 1],
    [1, 1],
  ]);

  const saved = await choose('vendor-orders', ['orders'], ['orders', 'billing']);
  expect([saved.status, saved.body.data]).toMatchObject([
    200,
    { mailRoles: ['orders'], noticeRoles: ['orders', 'billing'], addresses: null },
  ]);
  for (const who of [vendor, alone]) await ordered(who, 'PO/2');
  expect(await toldTo(people, 'orders')).toEqual([
    [1, 1],
    [1, 2],
    [0, 2],
    [2, 2],
  ]);

  await choose('vendor-orders', [], []);
  for (const who of [vendor, alone]) await ordered(who, 'PO/3');
  expect(await toldTo(people, 'orders')).toEqual([
    [1, 1],
    [1, 2],
    [0, 2],
    [2, 2],
  ]);
  const [entry] = (await admin.get('/api/audit/get', { action: 'settings.receivers' })).body;
  expect([entry.before, entry.after]).toEqual([
    { mailRoles: ['orders'], noticeRoles: ['orders', 'billing'] },
    { mailRoles: [], noticeRoles: [] },
  ]);
  await choose('vendor-orders', ['owner'], ['owner']);
});

test('buyer users with the roles are notified, except acting and inactive ones; other addresses get no unsubscribe link', async () => {
  const [buyer, approver, away] = [
    await newMember(api, admin, 'buyer'),
    await newMember(api, admin, 'approver'),
    await newMember(api, admin, 'approver'),
  ];
  await api.ctx.db.execute(sql`update users set is_active = false where id = ${away.user.id}`);
  expect(
    (await choose('buyer-changes', ['approver', 'administrator'], ['approver'], ' security@bazaar.in \n\nSecurity@bazaar.in')).body.data
      .addresses,
  ).toBe('security@bazaar.in');
  const change = (vendor: string, butId: string) =>
    tell(api.ctx.db, [
      { kind: 'changes', vendorId: null, butId, content: { vendor, userId: '7', by: 'The vendor itself', fields: ['PAN'] } },
    ]);
  await change('Kisan Mill', admin.user.id);
  await change('Malwa Oils', admin.user.id);
  expect(await toldTo([admin, buyer, approver, away], 'changes')).toEqual([
    [0, 0],
    [0, 0],
    [2, 2],
    [0, 0],
  ]);

  await api.ctx.mail.flush({ evenGathering: true });
  const [mail, ...more] = await post.mailsTo('security@bazaar.in');
  expect([mail?.subject, more]).toEqual(['Bank or tax details of 2 vendors changed', []]);
  expect(mail?.text).toMatch(/^Hello,\n/);
  expect(mail?.text).toContain("The portal's administrators have entered this address under Settings.");
  expect(mail?.text).not.toContain('unsubscribe');
  expect((await admin.get('/api/mail/get', { to: 'security@bazaar.in' })).body).toMatchObject([{ kind: 'changes' }, { kind: 'changes' }]);
  await choose('buyer-changes', ['administrator'], ['administrator']);
});

test('buyer users of the order’s site or of all sites are notified; administrators if there are none', async () => {
  const vendor = await api.newVendor();
  const [pune, nashik] = [await newSite(api), await newSite(api)];
  const [here, elsewhere, anywhere] = [
    await newMember(api, admin, 'buyer', [pune.id]),
    await newMember(api, admin, 'buyer', [nashik.id]),
    await newMember(api, admin, 'buyer'),
  ];
  const people = [admin, here, elsewhere, anywhere];
  const toldOf = async (place: string | null) => {
    await api.ctx.db.execute(sql`delete from mails where kind = 'answers'`);
    await api.ctx.db.execute(sql`delete from notices where kind = 'answers'`);
    await proposedOrder(api, vendor, `AT/${api.serial()}`, { deliveryLocation: place });
    return (await toldTo(people, 'answers')).map(([mails, notices]) => `${mails}${notices}`);
  };
  await choose('buyer-answers', ['buyer'], ['buyer']);
  expect(await toldOf(pune.name)).toEqual(['00', '11', '00', '11']);
  expect(await toldOf(nashik.name)).toEqual(['00', '00', '11', '11']);
  expect(await toldOf(null)).toEqual(['00', '00', '00', '11']);

  await api.ctx.db.execute(sql`delete from memberships where role = 'buyer' and site_ids is null`);
  expect(await toldOf(pune.name)).toEqual(['00', '11', '00', '00']);
  expect(await toldOf(null)).toEqual(['11', '00', '00', '00']);
  await choose('buyer-answers', ['administrator', 'buyer'], ['administrator', 'buyer']);
});

test('a user of two companies gets an e-mail for each, and none after leaving it', async () => {
  const [mill, oils] = [await api.newVendor(), await api.newVendor()];
  const office = await newMember(api, mill, 'owner');
  await api.ctx.db.execute(sql`insert into memberships (user_id, vendor_id, role) values (${office.user.id}, ${oils.user.id}, 'owner')`);
  for (const who of [mill, oils]) await ordered(who, `PO/${who.user.id}`);
  await api.ctx.mail.flush({ evenGathering: true });
  const subjects = async () => (await post.mailsTo(office.user.email)).map(({ subject }) => subject);
  const both = [mill, oils].map(({ user }) => `New purchase order PO/${user.id}`);
  expect(await subjects()).toEqual(both);

  await ordered(oils, 'PO/AFTER');
  await api.ctx.db.execute(sql`delete from memberships where user_id = ${office.user.id} and vendor_id = ${oils.user.id}`);
  await api.ctx.mail.flush({ evenGathering: true });
  expect(await subjects()).toEqual(both);
  const states = await api.ctx.db.rows(sql`select state from mails where user_id = ${office.user.id} order by id desc limit 1`);
  expect(states).toEqual([{ state: 'unwanted' }]);
});

test.each([
  ['vendor-orders', { mailRoles: ['buyer'], noticeRoles: [] }, { mailRoles: 'Choose the roles that receive notifications.' }],
  ['buyer-answers', { mailRoles: [], noticeRoles: ['owner'] }, { noticeRoles: 'Choose the roles that receive notifications.' }],
  [
    'buyer-answers',
    { mailRoles: 'buyer', noticeRoles: ['king'] },
    { mailRoles: 'Choose the roles that receive notifications.', noticeRoles: 'Choose the roles that receive notifications.' },
  ],
  [
    'buyer-changes',
    { mailRoles: [], noticeRoles: [] },
    { mailRoles: "Choose who receives the e-mail: someone must check vendors' new bank details." },
  ],
  [
    'vendor-orders',
    { mailRoles: [], noticeRoles: [], addresses: 'a@b.in' },
    { addresses: "E-mails to vendors go only to that vendor's users." },
  ],
  [
    'buyer-answers',
    { mailRoles: [], noticeRoles: [], addresses: 'a@b.in\nnobody' },
    { addresses: '"nobody" is not an e-mail address. Enter one address per line.' },
  ],
  [
    'buyer-answers',
    { mailRoles: [], noticeRoles: [], addresses: Array.from({ length: 21 }, (_, n) => `a${n}@b.in`).join('\n') },
    { addresses: 'At most 20 addresses.' },
  ],
])('%s: %j is refused', async (id, body, errors) => {
  const answer = await admin.put(`/api/eventReceivers/edit/${id}`, body);
  expect([answer.status, answer.body.errors]).toEqual([422, errors]);
});

test('an unknown event returns 404, and an outdated form 409 with the newer one', async () => {
  expect((await choose('vendor-changes', ['owner'], [])).status).toBe(404);
  const { body } = await admin.get('/api/eventReceivers/get');
  const { updatedAt } = body.find(({ _id }: { _id: string }) => _id === 'vendor-prices');
  await choose('vendor-prices', ['owner', 'orders'], ['owner']);
  const stale = await admin.put('/api/eventReceivers/edit/vendor-prices', { mailRoles: [], noticeRoles: [], updatedAt });
  expect([stale.status, stale.body.data.mailRoles]).toEqual([409, ['owner', 'orders']]);
});
