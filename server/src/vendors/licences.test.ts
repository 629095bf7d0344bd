/** The FSSAI licence of food vendors: what is rejected, when owners are reminded, and where it is printed. */
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { papers, registration } from '../../test/forms.ts';
import { newMember } from '../../test/members.ts';
import { hasScanner, textOf } from '../../test/scanner.ts';
import { makeOrder } from '../demo/factories.ts';
import { remindOfLicences } from './licences.ts';

const NUMBER = '10012022000123';

let api: Api;
beforeAll(async () => {
  api = await startApi({ captcha: false }, () => new Date('2026-11-20T06:00:00Z'));
});
afterAll(() => api.close());

const edit = (caller: Caller, body: object) => caller.put(`/api/auth/edit/${caller.user.id}`, body);
const licenceOf = async (caller: Caller) => {
  const [user] = (await caller.get(`/api/auth/user/${caller.user.id}`)).body as Record<string, unknown>[];
  return [user?.['fssaiNumber'], user?.['fssaiValidUntil']];
};

test('a vendor registers with its licence', async () => {
  const fields = registration(api.serial(), { fssaiNumber: NUMBER, fssaiValidUntil: '2027-03-31' });
  const { status, body } = await api.visitor.send('POST', '/api/auth/create', fields, papers());
  expect(status).toBe(200);
  const stored = await api.ctx.db.first(sql`
    select fssai_number as number, fssai_valid_until as until from vendors where id = ${body.data._id}`);
  expect(stored).toEqual({ number: NUMBER, until: '2027-03-31' });
});

describe('a vendor', () => {
  test.each([
    [
      '13 digits',
      { fssaiNumber: '1001202200012', fssaiValidUntil: '2027-03-31' },
      ['fssaiNumber', 'An FSSAI licence number has 14 digits.'],
    ],
    [
      'letters',
      { fssaiNumber: '1001202200012X', fssaiValidUntil: '2027-03-31' },
      ['fssaiNumber', 'An FSSAI licence number has 14 digits.'],
    ],
    [
      'digits of another script',
      { fssaiNumber: '१००१२०२२०००१२३', fssaiValidUntil: '2027-03-31' },
      ['fssaiNumber', 'An FSSAI licence number has 14 digits.'],
    ],
    ['no end', { fssaiNumber: NUMBER }, ['fssaiValidUntil', 'Enter the last day on which the FSSAI licence is valid.']],
    ['no number', { fssaiValidUntil: '2027-03-31' }, ['fssaiNumber', 'Enter the number of the FSSAI licence.']],
    ['a day that does not exist', { fssaiNumber: NUMBER, fssaiValidUntil: '2027-02-30' }, ['fssaiValidUntil', expect.any(String)]],
  ])('cannot enter a licence with %s', async (_, body, [field, message]) => {
    const vendor = await api.newVendor();
    const answer = await edit(vendor, body);
    expect([answer.status, answer.body.errors]).toEqual([422, { [field as string]: message }]);
    expect(await licenceOf(vendor)).toEqual([null, null]);
  });

  test('removes its licence, and keeps it if an edit omits it', async () => {
    const vendor = await api.newVendor({ fssaiNumber: NUMBER, fssaiValidUntil: '2027-03-31' });
    expect((await edit(vendor, { firstName: 'Usha' })).status).toBe(200);
    expect(await licenceOf(vendor)).toEqual([NUMBER, '2027-03-31']);
    expect((await edit(vendor, { fssaiNumber: '', fssaiValidUntil: '' })).status).toBe(200);
    expect(await licenceOf(vendor)).toEqual([null, null]);
  });
});

describe('the owners of a vendor', () => {
  const remind = (day: string) => remindOfLicences({ db: api.ctx.db, clock: () => new Date(`${day}T06:00:00Z`) });
  const told = async (caller: Caller) =>
    (
      await api.ctx.db.rows<{ left: number }>(sql`
        select (content->>'left')::int as left from mails where kind = 'licence' and user_id = ${caller.user.id} order by mails.id`)
    ).map(({ left }) => left);

  test('are reminded once 30 and 7 days before expiry and once after it, and again for a new date', async () => {
    const vendor = await api.newVendor({ fssaiNumber: NUMBER, fssaiValidUntil: '2027-03-31' });
    const other = await api.newVendor();
    for (const day of ['2027-02-28', '2027-03-01', '2027-03-02', '2027-03-24', '2027-03-25', '2027-03-31', '2027-04-01', '2027-04-02'])
      await remind(day);
    expect(await told(vendor)).toEqual([30, 7, -1]);
    expect(await told(other)).toEqual([]);
    await edit(vendor, { fssaiValidUntil: '2027-04-10' });
    await remind('2027-04-03');
    await remind('2027-04-04');
    expect(await told(vendor)).toEqual([30, 7, -1, 7]);
    const [mail] = await api.ctx.db.rows(sql`select content from mails where kind = 'licence' and user_id = ${vendor.user.id} limit 1`);
    expect(mail).toEqual({ content: { name: 'Asha', number: NUMBER, until: '2027-03-31', left: 30 } });
  });

  test('see it on the dashboard from 30 days before expiry, but the buyer does not', async () => {
    const vendor = await api.newVendor({ fssaiNumber: NUMBER, fssaiValidUntil: '2026-12-21' });
    const home = async (caller: Caller) => (await caller.get('/api/dashboard/overview')).body.licence;
    expect(await home(vendor)).toBeNull();
    for (const [until, left] of [
      ['2026-12-20', 30],
      ['2026-11-19', -1],
    ] as const) {
      await edit(vendor, { fssaiValidUntil: until });
      expect(await home(vendor)).toEqual({ fssaiNumber: NUMBER, fssaiValidUntil: until, left });
    }
    expect(await home(await api.newAdmin())).toBeNull();
  });

  test('are the only ones who can change it', async () => {
    const vendor = await api.newVendor({ fssaiNumber: NUMBER, fssaiValidUntil: '2027-03-31' });
    const member = await newMember(api, vendor, 'dispatch');
    expect((await edit(member, { fssaiNumber: '20012022000123' })).status).toBe(403);
    expect((await (await api.newVendor()).put(`/api/auth/edit/${vendor.user.id}`, { fssaiNumber: '' })).status).toBeGreaterThanOrEqual(403);
    expect(await licenceOf(vendor)).toEqual([NUMBER, '2027-03-31']);
  });
});

test.runIf(hasScanner)('labels of cartons, labels of packages and the package sheet print it', async () => {
  const vendor = await api.newVendor({ fssaiNumber: NUMBER, fssaiValidUntil: '2026-11-20' });
  const order = await makeOrder(api.ctx, vendor.user.id, `FS/${api.serial()}`);
  const { _id: note } = (await vendor.post('/api/desPatchNote/create', { DCNumber: `FS/${api.serial()}` })).body.data;
  const saved = await vendor.put(`/api/dispatchGoods/save/${note}`, {
    kind: 'invoice',
    lines: [{ orderId: order, line: 1, quantity: 1 }],
    packages: [{ kind: 'carton', lines: [{ no: 1, quantity: 1 }] }],
  });
  expect(saved.status).toBe(200);
  const printed = async (words: string) => {
    for (const [path, query] of [
      [`/api/paper/${note}`, { kind: 'package-labels' }],
      [`/api/purChaseOrder/packingLabel/${order}`, {}],
      [`/api/purChaseOrder/packageSheet/${order}`, {}],
    ] as const) {
      const answer = await vendor.get(path, query);
      expect([path, answer.status, textOf(answer.body)]).toEqual([path, 200, expect.stringContaining(words)]);
    }
  };
  await printed(`FSSAI licence ${NUMBER}`);
  await edit(vendor, { fssaiValidUntil: '2026-11-19' });
  await printed('FSSAI licence expired on 19-11-2026');
});
