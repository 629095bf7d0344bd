import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, Caller, startApi, statusesOf } from '../../test/api.ts';
import { papers } from '../../test/forms.ts';
import { buildApp } from '../app.ts';
import { openContext } from '../openContext.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const url = (who: Caller) => `/api/auth/edit/${who.user.id}`;

describe('active and inactive', () => {
  const INACTIVE = [403, { message: 'Sorry! Your status is inactive' }];
  const list = async (who: Caller) => {
    const { status, body } = await who.get('/api/product/get');
    return [status, body];
  };

  test('deactivation applies from the next call without ending the session, and activation sends an e-mail', async () => {
    const vendor = await api.newVendor();
    expect(await list(vendor)).toEqual([201, []]);
    expect((await admin.put(url(vendor), { isActive: false })).status).toBe(200);
    expect(await list(vendor)).toEqual(INACTIVE);
    expect((await vendor.put(url(vendor), { city: 'X' })).status).toBe(403);
    expect((await vendor.get('/api/auth/user')).body[0].isActive).toBe(false);
    expect((await admin.put(url(vendor), { isActive: 'true' })).status).toBe(200);
    expect(await list(vendor)).toEqual([201, []]);
    await expect
      .poll(async () => (await api.visitor.get('/api/outbox')).body.filter((mail: { to: string }) => mail.to === vendor.user.email))
      .toEqual([expect.objectContaining({ subject: 'Your account is active' })]);
  });

  test('also applies in another process on the same database that had remembered the session', async () => {
    const ctx = await openContext(api.ctx.settings, api.ctx.db, api.url);
    const app = await buildApp(ctx);
    try {
      const vendor = await api.newVendor();
      const elsewhere = new Caller(app, vendor.token, vendor.user);
      expect(await list(elsewhere)).toEqual([201, []]);
      // A direct change of the table is not announced; the unchanged result shows that the session is remembered.
      await api.ctx.db.execute(sql`update users set is_active = false where id = ${vendor.user.id}`);
      expect(await list(elsewhere)).toEqual([201, []]);
      await api.ctx.db.execute(sql`update users set is_active = true where id = ${vendor.user.id}`);
      await admin.put(url(vendor), { isActive: false });
      await expect.poll(() => list(elsewhere)).toEqual(INACTIVE);
      await vendor.post('/api/auth/logout');
      await expect.poll(async () => (await elsewhere.get('/api/auth/user')).status).toBe(401);
    } finally {
      await app.close();
      await ctx.sessions.close();
    }
  });

  test('an inactive administrator sees only the own record', async () => {
    const second = await api.newAdmin();
    await admin.put(url(second), { isActive: false });
    expect((await second.get('/api/auth/user')).body.map((user: { _id: string }) => user._id)).toEqual([second.user.id]);
    expect((await second.get('/api/auth/getAllUser')).body.userList).toHaveLength(1);
    expect((await second.get(`/api/auth/user/${admin.user.id}`)).status).toBe(404);
    expect((await second.put(url(second), { isActive: true })).status).toBe(403);
  });
});

describe('the last active administrator', () => {
  let lone: Api;
  beforeAll(async () => {
    lone = await startApi();
  });
  afterAll(() => lone.close());
  const active = async () => (await lone.ctx.db.rows(sql`select 1 from users where is_admin and is_active`)).length;

  test('cannot be deactivated by itself, or by two who do so at the same time', async () => {
    const first = await lone.newAdmin();
    for (const change of [{ isActive: false }, { isAdmin: false, vendorType: 'Farmer', panNo: 'X', GST: 'X' }]) {
      const files = 'isAdmin' in change ? papers() : {};
      const { status, body } = await first.send('PUT', url(first), change, files);
      expect([status, body]).toEqual([409, { message: 'This is the last active administrator. Add another one first.' }]);
    }
    await lone.newAdmin({ isActive: false });
    expect((await first.put(url(first), { isActive: false })).status).toBe(409);

    const second = await lone.newAdmin();
    const both = await Promise.all([first.put(url(first), { isActive: false }), second.put(url(second), { isActive: false })]);
    expect(statusesOf(both)).toEqual([200, 409]);
    expect(await active()).toBe(1);
  });

  test('stays active when three users deactivate each other at the same time', async () => {
    const admins = await Promise.all(Array.from({ length: 3 }, () => lone.newAdmin()));
    await lone.ctx.db.execute(sql`update users set is_active = false where id <> all(${admins.map(({ user }) => user.id)}::bigint[])`);
    const replies = await Promise.all(admins.map((each, index) => each.put(url(admins[(index + 1) % 3] ?? each), { isActive: false })));
    expect(replies.every(({ status }) => [200, 403, 409].includes(status))).toBe(true);
    expect(await active()).toBe(1);
  });
});
