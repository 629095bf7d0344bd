import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';

let api: Api;
let now = new Date();
let admin: Caller;
beforeAll(async () => {
  api = await startApi({}, () => now);
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const UNCHANGED = {
  buyerAddress: null,
  buyerContact: null,
  invoiceOnlyAccepted: false,
  payOnlyMatched: false,
  payOnlyApproved: false,
  orderReminderDays: 1,
  overDelivery: 0,
  allowedCharges: null,
  reverseCharge: null,
  orderEscalationDays: 3,
  holidays: null,
  signInNotice: null,
  signInNoticeHindi: null,
  signInNoticeFrom: null,
  signInNoticeTo: null,
  dashboardNotice: null,
  dashboardNoticeHindi: null,
  dashboardNoticeFrom: null,
  dashboardNoticeTo: null,
  logo: null,
};

test('invoice numbers are digits only and the buyer has no name until an administrator changes them', async () => {
  const { body: before } = await admin.get('/api/settings');
  expect(before).toEqual({ buyerName: null, invoiceNumbers: 'digits', ...UNCHANGED, updatedAt: expect.any(String) });
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

  // Missing fields keep their values; a form with an outdated version is rejected, and the response contains the newer settings.
  await admin.put('/api/settings', { buyerName: '' });
  expect((await admin.get('/api/settings')).body).toMatchObject({ buyerName: null, invoiceNumbers: 'rule46' });
  const stale = await admin.put('/api/settings', { buyerName: 'Other', updatedAt: before.updatedAt });
  expect([stale.status, stale.body.data.invoiceNumbers]).toEqual([409, 'rule46']);
});

test.each([
  [{ invoiceNumbers: 'letters' }, { invoiceNumbers: 'Choose the permitted invoice numbers.' }],
  [{ invoiceNumbers: null }, { invoiceNumbers: 'Choose the permitted invoice numbers.' }],
  [{ buyerName: 'x'.repeat(81) }, { buyerName: 'At most 80 characters.' }],
  [{ orderReminderDays: 61 }, { orderReminderDays: 'Should be a number of days from 0 to 60.' }],
  [{ orderEscalationDays: -1 }, { orderEscalationDays: 'Should be a number of days from 0 to 60.' }],
  [
    { holidays: '26-01-2027 Republic Day\nHoli' },
    { holidays: '"Holi" is not a date. Enter one date per line, followed by its name, for example: 26-01-2027 Republic Day.' },
  ],
  [
    { holidays: '30-02-2027' },
    { holidays: '"30-02-2027" is not a date. Enter one date per line, followed by its name, for example: 26-01-2027 Republic Day.' },
  ],
  [
    { signInNotice: 'x', signInNoticeFrom: '2026-04-02', signInNoticeTo: '2026-04-01' },
    { signInNoticeTo: 'The To date must not be before the From date.' },
  ],
  [{ dashboardNotice: '', dashboardNoticeTo: '2026-04-01' }, { dashboardNotice: 'Enter the announcement in English too.' }],
  [{ signInNotice: null, signInNoticeHindi: 'सूचना' }, { signInNotice: 'Enter the announcement in English too.' }],
])('%j is rejected', async (body, errors) => {
  const answer = await admin.put('/api/settings', body);
  expect([answer.status, answer.body.errors]).toEqual([422, errors]);
});

test('address, recipients and rejected values are saved, and logged with the previous ones', async () => {
  const sent = {
    buyerAddress: 'MIDC Ambad\nNashik',
    buyerContact: 'Asha, 98200 00000',
    invoiceOnlyAccepted: 'true',
    orderReminderDays: '5',
  };
  const { body } = await admin.put('/api/settings', sent);
  expect(body.data).toMatchObject({ ...sent, invoiceOnlyAccepted: true, orderReminderDays: 5 });
  const [entry] = (await admin.get('/api/audit/get', { action: 'settings.edit' })).body;
  expect([entry.before.invoiceOnlyAccepted, entry.after.invoiceOnlyAccepted]).toEqual([false, true]);
});

test('announcements appear on their days in India, on the sign-in page and on the dashboard', async () => {
  const notice = {
    signInNotice: 'Closed on Diwali.',
    signInNoticeHindi: 'दिवाली पर बंद।',
    signInNoticeFrom: '2026-11-08',
    signInNoticeTo: '2026-11-09',
    dashboardNotice: 'Send e-way bills.',
  };
  now = new Date('2026-11-07T18:29:00Z');
  const office = await api.newAdmin();
  const vendor = await api.newVendor();
  expect((await office.put('/api/settings', notice)).status).toBe(200);
  const shown = async () => {
    const { notice: english, noticeHindi } = (await api.visitor.get('/api/site')).body;
    return [english, noticeHindi];
  };
  expect(await shown()).toEqual([null, null]);
  now = new Date('2026-11-07T18:30:00Z');
  expect(await shown()).toEqual(['Closed on Diwali.', 'दिवाली पर बंद।']);
  now = new Date('2026-11-09T18:30:00Z');
  expect(await shown()).toEqual([null, null]);
  const again = await api.signIn(vendor.user);
  expect((await again.get('/api/site/notice')).body).toEqual({ notice: 'Send e-way bills.', noticeHindi: null });
  now = new Date();
});

test('a logo is checked like other pictures, shown to everyone, and can be removed', async () => {
  const office = await api.newAdmin();
  const send = (content: Buffer) => office.send('PUT', '/api/settings/logo', {}, { logo: { name: 'logo.png', content } });
  const broken = await send(Buffer.from('<svg onload="alert(1)"/>'));
  expect([broken.status, Object.keys(broken.body.errors)]).toEqual([415, ['logo']]);
  const wide = await sharp({ create: { width: 2000, height: 400, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { status, body } = await send(wide);
  expect([status, body.data.logo]).toEqual([200, expect.stringMatching(/^\/api\/site\/logo\?v=\d+$/)]);
  expect((await api.visitor.get('/api/site')).body.logo).toBe(body.data.logo);
  const picture = await api.app.inject({ url: body.data.logo });
  const { width, height, format } = await sharp(picture.rawPayload).metadata();
  expect([picture.headers['content-type'], format, width, height]).toEqual(['image/webp', 'webp', 480, 96]);
  const [entry] = (await office.get('/api/audit/get', { action: 'settings.logo' })).body;
  expect(entry.after).toEqual({ logo: body.data.logo, file: 'logo.png' });
  expect((await office.put('/api/settings', { logo: 'x' })).body.data.logo).toBe(body.data.logo);
  expect((await office.delete('/api/settings/logo')).body.data.logo).toBeNull();
  expect((await api.app.inject({ url: '/api/site/logo' })).statusCode).toBe(404);
});
