import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-21T06:00:00Z'));
});
afterAll(() => api.close());

test('a registration is sent back with a reason, corrected by its vendor, and then pending again', async () => {
  const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
  const edit = `/api/auth/edit/${vendor.user.id}`;
  const back = (reason: string, id = vendor.user.id) => admin.post(`/api/auth/sendBack/${id}`, { reason });
  const own = async () => (await vendor.get('/api/auth/user')).body[0];
  expect((await back('No stamp')).status).toBe(409);
  expect((await admin.put(edit, { isActive: false })).status).toBe(200);
  expect((await vendor.put(edit, { city: 'Nashik' })).status).toBe(403);

  const blank = await back(' ');
  expect([blank.status, blank.body.errors]).toEqual([422, { reason: 'Enter a reason.' }]);
  expect((await back('x', '999999')).status).toBe(404);
  expect((await back('x', admin.user.id)).status).toBe(404);
  expect((await vendor.post(`/api/auth/sendBack/${vendor.user.id}`, { reason: 'x' })).status).toBe(403);
  const { status, body } = await back('The cheque has no stamp');
  expect([status, body.message]).toEqual([200, 'Registration sent back.']);
  expect((await own()).sentBack).toEqual({ reason: 'The cheque has no stamp', at: expect.stringContaining('2026-11-21') });
  await expect
    .poll(async () => (await api.visitor.get('/api/outbox')).body.filter((mail: { to: string }) => mail.to === vendor.user.email))
    .toContainEqual(expect.objectContaining({ subject: 'Please correct your registration', text: expect.stringContaining('no stamp') }));

  // The vendor may edit only its profile, and cannot activate itself.
  expect((await vendor.get('/api/invoice/get')).status).toBe(403);
  expect((await vendor.put(edit, { city: 'Nashik', isActive: true })).status).toBe(200);
  expect(await own()).toMatchObject({ city: 'Nashik', isActive: false });
  expect((await own()).sentBack).toBeUndefined();
  await expect.poll(async () => (await vendor.put(edit, { city: 'Pune' })).status).toBe(403);

  expect((await back('Once more')).status).toBe(200);
  expect((await admin.put(edit, { isActive: true })).status).toBe(200);
  expect((await own()).sentBack).toBeUndefined();
  const { body: changes } = await admin.get(`/api/audit/history/${vendor.user.id}`, { entity: 'user' });
  expect(JSON.stringify(changes)).toContain('user.sendBack');
});
