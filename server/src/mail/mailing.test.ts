import { setTimeout as later } from 'node:timers/promises';

import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { type MailServer, startMailServer } from '../../test/mailServer.ts';
import { actAs, makeOrder, makeProduct } from '../demo/factories.ts';
import { jobRuns } from '../process/jobs.ts';
import { openMailer } from './mailer.ts';
import { openMailing, RETRY_MINUTES } from './mailing.ts';
import { queueMails } from './queue.ts';
import { unsubscribe, unsubscribeUrl } from './switches.ts';

let post: MailServer;
let api: Api;
let admin: Caller;

beforeAll(async () => {
  post = await startMailServer();
  api = await startApi({ smtpUrl: post.url, publicUrl: 'https://portal.example.in' });
  admin = await api.newAdmin();
  await addItem(api.ctx, { ean: '8901030516320', name: 'Basmati Rice 1 kg' });
});
afterAll(async () => {
  await api.close();
  await post.close();
});
beforeEach(() => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return () => complaint.mockRestore();
});

const row = (where: ReturnType<typeof sql>) =>
  api.ctx.db.first<{ id: string; state: string; tries: number; content: unknown; error: string | null; minutes: number }>(sql`
    select id::text, state, tries, content, error, round(extract(epoch from due_at - clock_timestamp()) / 60)::int as minutes
    from mails where ${where} order by id desc limit 1`);
const stateOf = async (to: string) => (await row(sql`recipient = ${to}`))?.state;
const activated = (userId: string, to: string) =>
  queueMails(api.ctx.db, [{ kind: 'activation', userId, to, content: { name: 'Asha', url: 'https://portal.example.in/login' } }]);
const dueNow = () => api.ctx.db.execute(sql`update mails set due_at = clock_timestamp() where state = 'waiting'`);
/** Another server process on the same database. */
const another = () => openMailing(api.ctx.db, openMailer(api.ctx.settings, api.ctx.db), api.ctx.settings);

describe('the e-mail queue', () => {
  test('has an e-mail only if its change was saved', async () => {
    const vendor = await api.newVendor();
    const failed = api.ctx.db.transaction(async (tx) => {
      await queueMails(tx, [{ kind: 'password', userId: vendor.user.id, to: 'undone@mill.in', content: { name: 'Asha' } }]);
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    await api.ctx.mail.flush();
    expect([await stateOf('undone@mill.in'), post.came.get('undone@mill.in')]).toEqual([undefined, undefined]);

    expect((await admin.put(`/api/auth/edit/${vendor.user.id}`, { passWord: 'kettle-river-marble' })).status).toBe(200);
    expect((await row(sql`user_id = ${vendor.user.id}`))?.state).toBe('waiting');
    await api.ctx.mail.flush();
    expect((await post.mailsTo(vendor.user.email)).map(({ subject }) => subject)).toEqual(['Your password was changed']);
    expect(await row(sql`user_id = ${vendor.user.id}`)).toMatchObject({ state: 'sent', content: null, tries: 1 });
  });

  test('is sent immediately if the job runs in this process', async () => {
    const vendor = await api.newVendor();
    const mailing = another();
    mailing.start();
    try {
      await activated(vendor.user.id, vendor.user.email);
      mailing.wake();
      await expect.poll(async () => (await post.mailsTo(vendor.user.email)).length).toBe(1);
    } finally {
      await mailing.stop();
    }
  });

  test('gives each e-mail to one process once, however many are sending', async () => {
    const vendors = await Promise.all(Array.from({ length: 8 }, () => api.newVendor()));
    const addresses = Array.from({ length: 40 }, (_, index) => `one${index}@mill.in`);
    await Promise.all(addresses.map((to, index) => activated(vendors[index % vendors.length]?.user.id ?? '', to)));
    await Promise.all([api.ctx.mail.flush(), another().flush(), another().flush()]);
    expect(addresses.map((to) => post.came.get(to))).toEqual(addresses.map(() => 1));
  });

  test('sends a user’s e-mails in the order of writing, however many processes are sending', async () => {
    const vendor = await api.newVendor();
    const addresses = Array.from({ length: 20 }, (_, index) => `ordered${index}@mill.in`);
    for (const to of addresses) await activated(vendor.user.id, to);
    await Promise.all([api.ctx.mail.flush(), another().flush(), another().flush()]);
    expect(post.taken.map(({ to }) => to).filter((to) => to.startsWith('ordered'))).toEqual(addresses);
  });

  test('retries with growing delays and the same Message-ID if the mail server is not ready, and finally gives up', async () => {
    const vendor = await api.newVendor();
    await activated(vendor.user.id, 'later@mill.in');
    for (const [tries, minutes] of RETRY_MINUTES.entries()) {
      await api.ctx.mail.flush();
      expect(await row(sql`recipient = 'later@mill.in'`)).toMatchObject({ state: 'waiting', tries: tries + 1, minutes });
      await dueNow();
    }
    await api.ctx.mail.flush();
    expect(await row(sql`recipient = 'later@mill.in'`)).toMatchObject({
      state: 'failed',
      content: null,
      error: expect.stringContaining('451'),
    });
    const ids = post.messageIds.get('later@mill.in') ?? [];
    expect([ids.length, new Set(ids).size]).toEqual([RETRY_MINUTES.length + 1, 1]);
    expect(ids[0]).toMatch(/^<[\da-f-]{36}@aapurti\.example>$/);
  });

  test('reports when it last ran and succeeded, and how many e-mails failed', async () => {
    const told = async () => (await jobRuns(api.ctx.db, '')).find(({ job }) => job === 'mail');
    const vendor = await api.newVendor();
    await activated(vendor.user.id, 'well@mill.in');
    await api.ctx.mail.flush();
    const well = await told();
    expect(well?.ranAt).toBe(well?.succeededAt);
    expect(well?.succeededAt).toBeGreaterThan(Date.now() / 1000 - 3600);

    await activated(vendor.user.id, 'nobody@mill.in');
    await api.ctx.mail.flush();
    const ill = await told();
    expect(ill).toMatchObject({ succeededAt: well?.succeededAt, failures: (well?.failures ?? 0) + 1 });
    expect(ill?.ranAt).toBeGreaterThan(well?.ranAt ?? 0);
  });

  test.each([
    ['nobody@mill.in', 'failed', undefined],
    ['never@mill.in', 'failed', 1],
    ['dies@mill.in', 'unknown', 1],
  ])('marks a message after %s as %s, and does not try it again', async (to, state, came) => {
    const vendor = await api.newVendor();
    await activated(vendor.user.id, to);
    await api.ctx.mail.flush();
    await dueNow();
    await api.ctx.mail.flush();
    expect([await stateOf(to), post.came.get(to)]).toEqual([state, came]);
    const metrics = String((await api.visitor.get('/metrics')).body);
    expect(metrics).toMatch(new RegExp(`^aapurti_mails\\{state="${state}"\\} [1-9]`, 'm'));
  });

  test('does not send a message again if the sending process died', async () => {
    const vendor = await api.newVendor();
    let begun = false;
    const dead = openMailing(api.ctx.db, { send: () => new Promise(() => (begun = true)), outbox: async () => [] }, api.ctx.settings);
    await activated(vendor.user.id, 'crash@mill.in');
    // Its mail server never answers, and the attempt ends after the test, when the database no longer exists.
    dead.flush().catch(() => undefined);
    await expect.poll(() => begun).toBe(true);
    await api.ctx.mail.flush();
    expect(await stateOf('crash@mill.in')).toBe('sending');
    await api.ctx.db.execute(sql`update mails set tried_at = tried_at - interval '1 hour' where recipient = 'crash@mill.in'`);
    await api.ctx.mail.flush();
    expect([await stateOf('crash@mill.in'), post.came.get('crash@mill.in')]).toEqual(['unknown', undefined]);
  });

  test('does not send a link that has expired, and deletes links after sending', async () => {
    const vendor = await api.newVendor();
    const content = { name: 'Asha', url: 'https://portal.example.in/password-reset/secret' };
    await queueMails(api.ctx.db, [{ kind: 'invitation', userId: vendor.user.id, to: 'late@mill.in', content }]);
    await api.ctx.db.execute(sql`update mails set expires_at = clock_timestamp() where recipient = 'late@mill.in'`);
    await queueMails(api.ctx.db, [{ kind: 'invitation', userId: vendor.user.id, to: 'intime@mill.in', content }]);
    await api.ctx.mail.flush();
    expect([await stateOf('late@mill.in'), post.came.get('late@mill.in')]).toEqual(['expired', undefined]);
    expect([await stateOf('intime@mill.in'), post.came.get('intime@mill.in')]).toEqual(['sent', 1]);
    expect(await api.ctx.db.rows(sql`select from mails where content::text like '%password-reset/secret%'`)).toEqual([]);
  });
});

test('administrators see the status of each e-mail, and nothing of its content', async () => {
  const vendor = await api.newVendor();
  const url = 'https://portal.example.in/password-reset/for-nobody-else';
  await queueMails(api.ctx.db, [{ kind: 'invitation', userId: vendor.user.id, to: 'nobody2@mill.in', content: { name: 'Asha', url } }]);
  const listed = async (query: object) => (await admin.get('/api/mail/get', { to: 'nobody2', ...query })).body as object[];
  expect(await listed({})).toMatchObject([{ to: 'nobody2@mill.in', kind: 'invitation', state: 'waiting', tries: 0, error: null }]);
  expect(JSON.stringify(await listed({}))).not.toContain('for-nobody-else');
  await api.ctx.mail.flush();
  expect(await listed({ state: 'failed' })).toMatchObject([{ tries: 1, dueAt: null, error: expect.stringContaining('no such mailbox') }]);
  expect(await listed({ state: 'waiting' })).toEqual([]);
});

describe('events merged into one e-mail', () => {
  test('are one e-mail per vendor for prices of many calls', async () => {
    const [vendor, other] = [await api.newVendor({ vendor_name: 'Kisan Mill' }), await api.newVendor()];
    const products: string[] = [];
    for (const who of [vendor, other]) {
      products.push((await makeProduct(api.ctx, await actAs(api.ctx, who.user.id), '8901030516320'))._id);
    }
    const decide = (approved: boolean, ids: string[]) =>
      admin.put('/api/product/changeStatusPriceApproval', { productIdList: ids, priceApproval: approved });
    expect((await decide(true, products)).status).toBe(200);
    expect((await decide(false, products.slice(0, 1))).status).toBe(200);

    await api.ctx.mail.flush();
    expect(post.came.get(vendor.user.email)).toBeUndefined();
    await api.ctx.mail.flush({ evenGathering: true });
    const mails = await post.mailsTo(vendor.user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['1 price approved and 1 price disapproved']);
    expect(mails[0]?.text).toContain('- Basmati Rice 1 kg; EAN Code: 8901030516320; Transfer price: ₹');
    expect((await post.mailsTo(other.user.email)).map(({ subject }) => subject)).toEqual(['1 price approved']);
  });

  test('are sent automatically after a minute without new ones', async () => {
    const vendor = await api.newVendor();
    await makeOrder(api.ctx, vendor.user.id, 'PO/QUIET');
    await api.ctx.db.execute(sql`update mails set created_at = created_at - interval '61 seconds' where user_id = ${vendor.user.id}`);
    await api.ctx.mail.flush();
    const [mail] = await post.mailsTo(vendor.user.email);
    expect(mail?.subject).toBe('New purchase order PO/QUIET');
    expect(mail?.html).toContain('₹');
  });

  test('can be turned off in the profile, even while waiting; other e-mails are still sent', async () => {
    const vendor = await api.newVendor();
    await makeOrder(api.ctx, vendor.user.id, 'PO/OFF');
    expect((await vendor.get('/api/mail/settings')).body).toEqual({
      prices: true,
      payments: true,
      orders: true,
      amendments: true,
      answers: true,
      invoices: true,
      reminders: true,
      differences: true,
      comments: true,
      changes: true,
    });
    const changed = await vendor.put('/api/mail/settings', { orders: false });
    expect([changed.status, changed.body.data.orders]).toEqual([200, false]);
    await activated(vendor.user.id, vendor.user.email);
    await api.ctx.mail.flush({ evenGathering: true });
    expect((await post.mailsTo(vendor.user.email)).map(({ subject }) => subject)).toEqual(['Your account is active']);
    expect((await row(sql`user_id = ${vendor.user.id} and kind = 'orders'`))?.state).toBe('unwanted');
    const log = await admin.get('/api/audit/get', { entityId: vendor.user.id, action: 'user.mails' });
    expect(log.body).toMatchObject([{ before: { orders: true }, after: { orders: false } }]);
  });

  test('can be turned off by the link in the e-mail, but not by opening it', async () => {
    const vendor = await api.newVendor();
    await makeOrder(api.ctx, vendor.user.id, 'PO/LINK');
    await api.ctx.mail.flush({ evenGathering: true });
    const [mail] = await post.mailsTo(vendor.user.email);
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
    const url = /^<(https:\/\/portal\.example\.in\/unsubscribe\/[\w.-]+)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? '';
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(mail?.text).toContain(url);
    const path = new URL(url).pathname;
    await api.visitor.get(path);
    const orders = async () => (await vendor.get('/api/mail/settings')).body.orders as boolean;
    expect(await orders()).toBe(true);

    const oneClick = await api.visitor.ask('POST', path, {
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([oneClick.status, await orders()]).toEqual([200, false]);
    await vendor.put('/api/mail/settings', { orders: true });
    const token = path.split('/').at(-1) ?? '';
    for (const wrong of [
      token.replace('orders', 'prices'),
      `${token}x`,
      token.slice(0, -1),
      '',
      'a.b.c',
      `${Number(vendor.user.id) + 1}${token.slice(token.indexOf('.'))}`,
    ]) {
      expect((await api.visitor.post('/api/mail/unsubscribe', { token: wrong })).status).toBe(404);
    }
    expect([(await api.visitor.post('/api/mail/unsubscribe', { token })).status, await orders()]).toEqual([200, false]);
  });
});

test('unsubscribe links write nothing if nothing changes, and invalid ones are limited by address', async () => {
  const vendor = await api.newVendor();
  const url = new URL(await unsubscribeUrl(api.ctx.db, 'https://portal.example.in', vendor.user.id, 'orders'));
  const visit = (token: string) => api.visitor.post('/api/mail/unsubscribe', { token });
  const token = url.pathname.split('/').at(-1) ?? '';
  expect((await visit(token)).status).toBe(200);
  const written = () =>
    api.ctx.db.first(sql`
      select (select array_agg(xmin::text || xmax::text order by name) from settings) as settings, users.xmin::text, users.xmax::text,
        (select count(*) from audit_log where vendor_id = users.id) as entries from users where id = ${vendor.user.id}`);
  const before = await written();
  for (let time = 0; time < 3; time += 1) expect((await visit(token)).status).toBe(200);
  expect(await written()).toEqual(before);

  const limited = { ...api.ctx, settings: { ...api.ctx.settings, rateLimits: true } };
  const statuses: number[] = [];
  for (let time = 0; time < 61; time += 1) {
    await unsubscribe(limited, `${token}x`, '192.0.2.7').catch(({ status }: { status: number }) => statuses.push(status));
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429]);
  await unsubscribe(limited, token, '192.0.2.7');
});

test('a restart at any moment sends nothing twice', async () => {
  const vendor = await api.newVendor();
  const addresses = Array.from({ length: 30 }, (_, index) => `stop${index}@mill.in`);
  await Promise.all(addresses.map((to) => activated(vendor.user.id, to)));
  const first = another();
  const flushed = first.flush();
  await later(20);
  await first.stop();
  await flushed;
  await another().flush();
  expect(addresses.map((to) => post.came.get(to))).toEqual(addresses.map(() => 1));
});

test('an e-mail has the name and address of the settings, and shows the logo of the portal', async () => {
  const content = await sharp({ create: { width: 40, height: 10, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await admin.send('PUT', '/api/settings/logo', {}, { logo: { name: 'logo.png', content } });
  await admin.put('/api/settings', { buyerName: 'Rivaj Retail', buyerAddress: 'Plot 7' });
  const vendor = await api.newVendor();
  await activated(vendor.user.id, 'signed@mill.in');
  await api.ctx.mail.flush();
  const [mail] = await post.mailsTo('signed@mill.in');
  expect(mail?.text).toContain('Rivaj Retail, by Aapurti, the vendor portal\nPlot 7');
  expect(mail?.html).toMatch(/<img src="https:\/\/portal\.example\.in\/api\/site\/logo\?v=\d+" alt="Rivaj Retail"/);
});
