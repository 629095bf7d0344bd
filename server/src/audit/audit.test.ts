import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test("a change of bank and tax details is read under the wire's names, before and after", async () => {
  const [vendor, admin] = [await api.newVendor(), await api.newAdmin({ firstName: 'Meera', lastName: 'Krishnan' })];
  const url = `/api/auth/edit/${vendor.user.id}`;
  expect((await admin.send('PUT', url, { panNo: 'AAFCA4521M', IFSCCode: 'HDFC0002854' })).status).toBe(200);

  const { body } = await admin.get('/api/audit/get', { entity: 'user', entityId: vendor.user.id, action: 'user.edit' });
  expect(body).toMatchObject([{ actor: 'Meera Krishnan', after: { panNo: 'AAFCA4521M', IFSCCode: 'HDFC0002854' } }]);
  expect(Object.keys(body[0].before).sort()).toEqual(['IFSCCode', 'panNo']);
});

test('only administrators read the log', async () => {
  const vendor = await api.newVendor();
  expect((await vendor.get('/api/audit/get')).status).toBe(403);
  expect((await api.visitor.get('/api/audit/get')).status).toBe(401);
});
