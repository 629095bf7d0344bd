import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { papers, registration } from '../../test/forms.ts';
import { gstinOf, panOf, samplePdf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin({ firstName: 'Zoya', lastName: 'Khan' });
});
afterAll(() => api.close());

interface Entry {
  _id: string;
  at: string;
  actor: string;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}
/** The log about one user, newest first. */
const logOf = async (who: Caller, query: Record<string, string> = {}) =>
  (await admin.get('/api/audit/get', { userID: who.user.id, ...query })).body as Entry[];
const edit = (by: Caller, whom: Caller, fields: object) => by.put(`/api/auth/edit/${whom.user.id}`, fields);

describe('the audit log', () => {
  test('shows administrators old and new bank, PAN and GST details under the field names of the API, and who changed them', async () => {
    const vendor = await api.newVendor();
    const [{ panNo, GST, accountNumber } = {}] = (await vendor.get('/api/auth/user')).body as Record<string, string>[];
    const pan = panOf(api.serial() + 900);
    const changed = { panNo: pan, GST: gstinOf(pan, '27'), accountNumber: '000777' };
    expect((await edit(vendor, vendor, { ...changed, city: 'Pune' })).status).toBe(200);
    expect((await edit(admin, vendor, { bankName: '' })).status).toBe(200);
    const [first] = await logOf(vendor, { action: 'user.identity.ask' });
    const [second] = await logOf(vendor, { action: 'user.edit' });
    expect(first).toMatchObject({ actor: expect.stringContaining('Asha'), before: { panNo, GST, accountNumber }, after: changed });
    expect(Object.keys(first?.after ?? {}).sort()).toEqual(['GST', 'accountNumber', 'panNo']);
    expect(second).toMatchObject({ actor: 'Zoya Khan', before: { bankName: 'State Bank of India' }, after: { bankName: null } });
  });

  test('shows a replaced document, and the store still has the old one', async () => {
    const vendor = await api.newVendor();
    await vendor.send('PUT', `/api/auth/edit/${vendor.user.id}`, {}, { panpicture: { name: 'pan.pdf', content: samplePdf('newer') } });
    const [entry] = await logOf(vendor, { action: 'user.edit' });
    expect(Object.keys(entry?.after ?? {})).toEqual(['panDocument']);
    const [old, now] = [String(entry?.before?.['panDocument']), String(entry?.after?.['panDocument'])];
    expect(old).not.toBe(now);
    expect(await api.ctx.files.read(old)).toMatchObject({ kind: 'pan', ownerId: vendor.user.id });
  });

  test('has registrations, new and activated users, sign-ins, sign-outs and passwords, but no password or token', async () => {
    const fields = registration(api.serial());
    const { body } = await api.visitor.send('POST', '/api/auth/create', fields, papers());
    const user = { id: body.data._id as string, email: String(fields['email']), password: String(fields['passWord']) };
    const vendor = await api.signIn(user);
    await edit(admin, vendor, { isActive: true });
    await edit(vendor, vendor, { passWord: 'monsoon-harvest-7' });
    await vendor.post('/api/auth/logout');
    const log = await logOf(vendor);
    expect(log.map(({ action, actor }) => [action, actor === ''])).toEqual([
      ['session.end', false],
      ['user.password', false],
      ['user.edit', false],
      ['session.start', false],
      ['user.register', true],
    ]);
    expect(log[2]).toMatchObject({ before: { isActive: false }, after: { isActive: true } });
    expect(log[4]?.after).toMatchObject({ email: user.email, panNo: fields['panNo'] });
    const rows = await api.ctx.db.rows<{ text: string }>(sql`select audit_log::text as text from audit_log`);
    const all = rows.map(({ text }) => text).join('\n');
    for (const secret of [user.password, 'monsoon-harvest-7', vendor.token ?? '', 'argon2']) expect(all).not.toContain(secret);
  });

  test('has no entry if nothing was changed or everything was rejected', async () => {
    const vendor = await api.newVendor();
    const before = await logOf(vendor);
    expect((await edit(vendor, vendor, {})).status).toBe(200);
    expect((await edit(vendor, vendor, { city: 'Pune' })).status).toBe(200);
    expect((await edit(vendor, vendor, { city: '' })).status).toBe(422);
    expect(await logOf(vendor)).toEqual(before);
  });

  test('can be filtered and paged, and is only for administrators', async () => {
    const vendor = await api.signIn((await api.newVendor()).user);
    const { body, headers } = await admin.get('/api/audit/get', { entity: 'session', userID: vendor.user.id, page: 1, pageSize: 5 });
    expect([body.map(({ action }: Entry) => action), headers['x-total-count']]).toEqual([['session.start'], '1']);
    expect((await admin.get('/api/audit/get', { entity: 'nothing' })).status).toBe(201);
    expect((await admin.get('/api/audit/get', { entity: '', entityId: '', action: '', userID: '' })).status).toBe(200);
    expect((await vendor.get('/api/audit/get', { userID: vendor.user.id })).status).toBe(403);
  });

  test('can only be added to', async () => {
    for (const change of [sql`update audit_log set actor_id = null`, sql`delete from audit_log`, sql`truncate audit_log`]) {
      await expect(api.ctx.db.execute(change)).rejects.toThrow(/append-only/);
    }
  });
});
