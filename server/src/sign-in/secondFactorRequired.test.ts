import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';
import { codeAt, setUp, STEP } from '../../test/secondFactor.ts';

const now = Date.now();
let strict: Api;
beforeAll(async () => {
  strict = await startApi({ adminSecondFactor: true }, () => new Date(now));
});
afterAll(() => strict.close());

describe('two-step verification required for administrators', () => {
  const first = { message: 'Administrators must use two-step verification. Set it up on your profile first.', secondFactor: 'required' };

  test('allows only its setup without it, and a session that only a password started never gets more rights', async () => {
    const admin = await strict.newAdmin();
    const other = await strict.signIn(admin.user);
    const vendor = await strict.newVendor();
    for (const path of ['/api/auth/user', '/api/auth/getAllUser', '/api/product/get', '/api/audit/get', '/api/auth/sessions']) {
      const { status, body } = await admin.get(path);
      expect([status, body]).toEqual([403, first]);
    }
    expect((await admin.put(`/api/auth/edit/${vendor.user.id}`, { city: 'Pune' })).body).toEqual(first);
    expect((await admin.send('POST', '/api/auth/create', {})).body).toEqual(first);
    // The user can read its own account, for the top bar, and no other.
    expect((await admin.get(`/api/auth/user/${admin.user.id}`)).status).toBe(200);
    expect((await admin.get(`/api/auth/user/${vendor.user.id}`)).status).toBe(404);
    expect((await admin.get(`/api/auth/security/${vendor.user.id}`)).status).toBe(404);
    expect((await admin.get(`/api/auth/security/${admin.user.id}`)).body).toMatchObject({ onSince: null, required: true });
    const { secret } = await setUp(admin, now);
    expect((await admin.get('/api/auth/user')).status).toBe(200);
    expect((await other.get('/api/auth/user')).status).toBe(401);
    const off = await admin.post('/api/auth/secondFactor/off', { passWord: admin.user.password, code: codeAt(secret, now + STEP) });
    expect([off.status, off.body.message]).toEqual([409, 'Administrators must use two-step verification. It cannot be turned off.']);
  });

  test('is not required for vendors until they become administrators', async () => {
    const vendor = await strict.newVendor();
    expect((await vendor.get('/api/product/get')).status).toBe(201);
    const admin = await strict.newAdmin();
    await setUp(admin, now);
    expect((await admin.put(`/api/auth/edit/${vendor.user.id}`, { isAdmin: true })).status).toBe(200);
    expect((await vendor.get('/api/product/get')).status).toBe(403);
  });
});
