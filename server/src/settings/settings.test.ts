import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
});
afterAll(() => api.close());

test('are digits and no name until an administrator changes them, and everybody’s screens know them', async () => {
  const { body: before } = await admin.get('/api/settings');
  expect(before).toEqual({ buyerName: null, invoiceNumbers: 'digits', updatedAt: expect.any(String) });
  const saved = await admin.put('/api/settings', {
    buyerName: ' Annapurna Retail ',
    invoiceNumbers: 'rule46',
    updatedAt: before.updatedAt,
  });
  expect([saved.status, saved.body.message, saved.body.data.buyerName]).toEqual([200, 'Settings saved.', 'Annapurna Retail']);
  expect((await api.visitor.get('/api/site')).body).toMatchObject({ buyerName: 'Annapurna Retail', invoiceNumbers: 'rule46' });
  const [entry] = (await admin.get('/api/audit/get', { action: 'settings.edit' })).body;
  expect([entry.before, entry.after]).toEqual([
    { buyerName: null, invoiceNumbers: 'digits' },
    { buyerName: 'Annapurna Retail', invoiceNumbers: 'rule46' },
  ]);

  // Absent fields stay; a form of before is refused with the newer settings.
  await admin.put('/api/settings', { buyerName: '' });
  expect((await admin.get('/api/settings')).body).toMatchObject({ buyerName: null, invoiceNumbers: 'rule46' });
  const stale = await admin.put('/api/settings', { buyerName: 'Other', updatedAt: before.updatedAt });
  expect([stale.status, stale.body.data.invoiceNumbers]).toEqual([409, 'rule46']);
});

test.each([
  [{ invoiceNumbers: 'letters' }, { invoiceNumbers: 'Please choose which numbers invoices may have.' }],
  [{ invoiceNumbers: null }, { invoiceNumbers: 'Please choose which numbers invoices may have.' }],
  [{ buyerName: 'x'.repeat(81) }, { buyerName: 'At most 80 characters.' }],
])('%j is refused', async (body, errors) => {
  const answer = await admin.put('/api/settings', body);
  expect([answer.status, answer.body.errors]).toEqual([422, errors]);
});
