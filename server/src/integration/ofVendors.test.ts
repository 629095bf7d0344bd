import { maskedUrl, messages } from '@aapurti/contract/integration/webhooks';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin();
  vendor = await api.newVendor();
});
afterAll(() => api.close());

const form = { url: 'https://erp.example.com/hooks?token=hush&v=2', events: ['invoice', 'order'] };
const shown = 'https://erp.example.com/hooks?token=***&v=***';

async function added(): Promise<string> {
  const { status, body } = await vendor.post('/api/webhooks', form);
  expect(status).toBe(200);
  return body._id;
}
const stored = (id: string) =>
  api.ctx.db.first(sql`select url, events, on_since is not null as on, old_secret is not null as rotated from webhooks where id = ${id}`);
const seen = async (caller: Caller, id: string) =>
  (await caller.get('/api/webhooks', { userID: vendor.user.id })).body.find(({ _id }: { _id: string }) => _id === id);

test.each([
  ['https://erp.example.com/hooks', 'https://erp.example.com/hooks'],
  [form.url, shown],
  ['https://erp.example.com/?secret', 'https://erp.example.com/?***'],
  ['https://erp.example.com/?', 'https://erp.example.com/?***'],
  ['https://erp.example.com/?a=b=c?d=e&f', 'https://erp.example.com/?a=***&***'],
  [
    'https://erp1-of-the-company.example.com:8443/services/T01/xoxb0123456789abcdef',
    'https://erp1-of-the-company.example.com:8443/services/T01/***',
  ],
  ['https://erp.example.com/webhooks-of-the-portal/2024', 'https://erp.example.com/webhooks-of-the-portal/2024'],
  ['https://erp.example.com/?a=1\nb', 'https://erp.example.com/?a=***'],
])('the address %j appears to others as %j', (url, masked) => {
  expect(maskedUrl(url)).toBe(masked);
  expect(maskedUrl(masked)).toBe(masked);
});

test('an administrator sees a vendor’s addresses without possible passwords, and the vendor its own in full', async () => {
  const id = await added();
  expect((await seen(admin, id)).url).toBe(shown);
  expect((await seen(vendor, id)).url).toBe(form.url);
  const own = await admin.post('/api/webhooks', form);
  expect((await admin.get('/api/webhooks')).body).toMatchObject([{ _id: own.body._id, url: form.url }]);
});

test('an administrator cannot create a secret for a vendor’s webhook, or choose its address or kinds', async () => {
  const id = await added();
  const rotated = await admin.post(`/api/webhooks/${id}/secret`);
  expect([rotated.status, rotated.body]).toEqual([403, { message: messages.secretOfVendor, code: 'not_allowed' }]);
  for (const more of [{ url: 'https://elsewhere.example/' }, { url: form.url }, { events: ['invoice'] }]) {
    const edited = await admin.put(`/api/webhooks/${id}`, { ...form, url: shown, on: true, ...more });
    expect([edited.status, edited.body]).toEqual([403, { message: messages.formOfVendor, code: 'not_allowed' }]);
  }
  expect(await stored(id)).toEqual({ ...form, on: true, rotated: false });
  expect((await vendor.post(`/api/webhooks/${id}/secret`)).body.secret).toMatch(/^whsec_/);
});

test('an administrator can turn a vendor’s webhook off and on, test it, and remove it', async () => {
  const id = await added();
  for (const on of [false, true]) {
    expect((await admin.put(`/api/webhooks/${id}`, { url: shown, events: ['order', 'invoice'], on })).body).toEqual({
      message: messages.saved,
    });
    expect(await stored(id)).toMatchObject({ ...form, on });
  }
  expect((await admin.get(`/api/webhooks/${id}/deliveries`)).body).toEqual([]);
  expect((await admin.delete(`/api/webhooks/${id}`)).body).toEqual({ message: messages.removed });
});

test('the log has no value of a query, and says where one has changed', async () => {
  const id = await added();
  await vendor.put(`/api/webhooks/${id}`, { ...form, url: form.url.replace('hush', 'hush, too'), on: true });
  await vendor.put(`/api/webhooks/${id}`, { ...form, url: 'https://erp.example.com/other?token=hush', on: true });
  await vendor.post(`/api/webhooks/${id}/secret`);
  await vendor.delete(`/api/webhooks/${id}`);
  const entries = await api.ctx.db.rows<{ action: string; before: { url?: string } | null; after: { url?: string } | null }>(sql`
    select action, before, after from audit_log where entity = 'webhook' and entity_id = ${id} order by id`);
  expect(JSON.stringify(entries)).not.toContain('hush');
  expect(entries.map(({ action, before, after }) => [action, before?.url, after?.url])).toEqual([
    ['webhook.create', undefined, shown],
    ['webhook.edit', shown, `${shown} (another value)`],
    ['webhook.edit', shown, 'https://erp.example.com/other?token=***'],
    ['webhook.rotate', undefined, 'https://erp.example.com/other?token=***'],
    ['webhook.remove', 'https://erp.example.com/other?token=***', undefined],
  ]);
});
