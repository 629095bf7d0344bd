import { once } from 'node:events';
import { connect } from 'node:net';

import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { type FormFiles, papers, registration, without } from '../../test/forms.ts';
import { samplePdf } from '../demo/factories.ts';

let now = Date.now();
let api: Api;
beforeAll(async () => {
  api = await startApi({ captcha: false }, () => new Date(now));
});
afterAll(() => api.close());

const counts = () => api.ctx.db.first(sql`select (select count(*) from users) as users, (select count(*) from files) as files`);
const register = (files: FormFiles, overrides: Record<string, unknown> = {}) =>
  api.visitor.send('POST', '/api/auth/create', registration(api.serial(), overrides), files);
const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toFormat(format)
    .toBuffer();

const SVG = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const MB = 1024 * 1024;

describe('an invalid document is rejected at its field, and nothing is saved', () => {
  test.each([
    ['panpicture', 'PAN number document is required.'],
    ['gstpicture', 'GST number document is required.'],
    ['cancelledchequepic', 'Cancelled cheque document is required.'],
    ['coincorporation', 'Certificate of incorporation document is required.'],
  ])('%s missing', async (slot, message) => {
    const before = await counts();
    const { status, body } = await register(without(papers(), slot) as FormFiles);
    expect([status, body]).toEqual([422, { message, errors: { [slot]: message } }]);
    // A file input left empty arrives as a part without name and content.
    expect((await register(papers({ [slot]: { name: '', content: Buffer.alloc(0) } }))).body.errors).toEqual({ [slot]: message });
    expect(await counts()).toEqual(before);
  });

  test.each<[string, number, string, Buffer]>([
    ['a GIF', 415, 'pan.gif', Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')],
    ['an SVG named .png', 415, 'pan.png', SVG],
    ['text named .pdf', 415, 'pan.pdf', Buffer.from('I am no PDF.')],
    ['a program named .jpg', 415, 'pan.jpg', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2000)])],
    ['an empty file', 422, 'pan.pdf', Buffer.alloc(0)],
    ['a broken PDF', 422, 'pan.pdf', samplePdf('x').subarray(0, 300)],
    ['a PDF of 6 MB', 413, 'pan.pdf', Buffer.concat([samplePdf('x'), Buffer.alloc(6 * MB, ' '), Buffer.from('%%EOF')])],
  ])('%s', async (_, expected, name, content) => {
    const before = await counts();
    const { status, body } = await register(papers({ panpicture: { name, content } }));
    expect(status).toBe(expected);
    expect(body).toEqual({ message: expect.stringMatching(/\S/), errors: { panpicture: body.message } });
    expect(await counts()).toEqual(before);
  });

  test('the errors of a file and of a field are returned together, as field errors', async () => {
    const { status, body } = await register(papers({ panpicture: { name: 'a.png', content: SVG } }), { city: '' });
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['city', 'panpicture']]);
  });

  test('a picture cannot be a PDF', async () => {
    const { status, body } = await register(papers({ avatar: { name: 'me.png', content: samplePdf('me') } }));
    expect([status, Object.keys(body.errors)]).toEqual([415, ['avatar']]);
  });

  test('exactly 5 MB are accepted', async () => {
    const pdf = samplePdf('x');
    const content = Buffer.concat([pdf, Buffer.alloc(5 * MB - pdf.length - 5, ' '), Buffer.from('%%EOF')]);
    expect((await register(papers({ panpicture: { name: 'pan.pdf', content } }))).status).toBe(200);
  });
});

describe('an incomplete upload', () => {
  async function form() {
    const data = new FormData();
    for (const [name, value] of Object.entries(registration(api.serial()))) data.set(name, String(value));
    for (const [name, file] of Object.entries(papers())) data.set(name, new Blob([new Uint8Array(file.content)]), file.name);
    const encoded = new Response(data);
    return { payload: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' };
  }

  test.each([0.1, 0.5, 0.99])('cut off after %d of it returns 400, and nothing is saved', async (share) => {
    const before = await counts();
    const { payload, type } = await form();
    const { status, body } = await api.visitor.ask('POST', '/api/auth/create', {
      payload: payload.subarray(0, Math.floor(payload.length * share)),
      headers: { 'content-type': type },
    });
    expect([status, body.message]).toEqual([400, expect.stringMatching(/interrupted/)]);
    expect(await counts()).toEqual(before);
  });

  test('from a client that disconnects saves nothing, and the next one succeeds', async () => {
    const before = await counts();
    const { payload, type } = await form();
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = api.app.server.address() as { port: number };
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST /api/auth/create HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${payload.length}\r\n\r\n`);
    await new Promise((written) => socket.write(payload.subarray(0, payload.length - 100), written));
    socket.destroy();
    await once(socket, 'close');
    await expect.poll(() => new Promise((told) => api.app.server.getConnections((_, open) => told(open)))).toBe(0);
    expect(await counts()).toEqual(before);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });

  test.each([
    ['no boundary', 'multipart/form-data', 400],
    ['another boundary', 'multipart/form-data; boundary=other', 400],
  ])('with %s', async (_, type, expected) => {
    const { payload } = await form();
    expect((await api.visitor.ask('POST', '/api/auth/create', { payload, headers: { 'content-type': type } })).status).toBe(expected);
  });

  test('an unknown file is rejected', async () => {
    const { status, body } = await register(papers({ passport: { name: 'p.pdf', content: samplePdf('p') } }));
    expect([status, body.message]).toEqual([400, 'There is no file field passport.']);
  });

  test('20 MB are too large: as JSON, as a file, as a field, as many fields', async () => {
    const before = await counts();
    const json = await api.visitor.post('/api/auth/create', registration(api.serial(), { vendor_name: 'x'.repeat(20 * MB) }));
    const file = await register(papers({ panpicture: { name: 'pan.pdf', content: Buffer.alloc(20 * MB, ' ') } }));
    const field = await register(papers(), { vendor_name: 'x'.repeat(20 * MB) });
    const fields = await register(
      papers(),
      Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, 'x'.repeat(20_000)])),
    );
    expect([json, file, field, fields].map(({ status }) => status)).toEqual([413, 413, 413, 413]);
    for (const { body } of [json, file, field, fields]) expect(body.message).toMatch(/\S/);
    expect(await counts()).toEqual(before);
  });
});

describe('the links to documents on the profile', () => {
  const LINKS = ['panDocument', 'gstDocument', 'cancelledCheque', 'certiOfIncorporation', 'userImg'] as const;
  let vendor: Caller;
  let admin: Caller;
  beforeAll(async () => {
    const serial = api.serial();
    const fields = registration(serial);
    const files = papers({
      panpicture: { name: 'पैन "कार्ड".png', content: await picture() },
      avatar: { name: 'me.jpg', content: await picture('jpeg') },
    });
    admin = await api.newAdmin();
    const { body } = await admin.send('POST', '/api/auth/create', { ...fields, isActive: true }, files);
    vendor = await api.signIn({ id: body.data._id, email: String(fields['email']), password: String(fields['passWord']) });
  });
  const profile = async (caller: Caller) => (await caller.get(`/api/auth/user/${vendor.user.id}`)).body[0] as Record<string, string>;

  test('work for owner and administrator without a token, with headers that prevent scripts', async () => {
    for (const caller of [vendor, admin]) {
      const shown = await profile(caller);
      for (const link of LINKS) {
        const { status, headers } = await api.visitor.get(shown[link] ?? '');
        expect(status).toBe(200);
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining('sandbox'),
          'cache-control': expect.stringContaining('private'),
          'content-disposition': expect.stringMatching(link === 'userImg' ? /^inline/ : /^attachment/),
          'content-type': link === 'panDocument' ? 'image/png' : link === 'userImg' ? 'image/webp' : 'application/pdf',
        });
      }
    }
  });

  test('return a PDF unchanged and a picture without its metadata', async () => {
    const shown = await profile(vendor);
    expect((await api.visitor.get(shown['gstDocument'] ?? '')).body).toEqual(Buffer.from(papers()['gstpicture']?.content ?? []));
    const pan = (await api.visitor.get(shown['panDocument'] ?? '')).body as Buffer;
    expect(await sharp(pan).metadata()).toMatchObject({ format: 'png', width: 40, height: 30 });
    expect(pan.includes('secret place')).toBe(false);
    expect((await sharp(pan).metadata()).exif).toBeUndefined();
  });

  test('return 404 when tampered with, guessed, of another file or expired', async () => {
    const { panDocument: pan = '', gstDocument: gst = '' } = await profile(vendor);
    const [path = '', query = ''] = pan.split('?');
    const signature = new URLSearchParams(query).get('signature') ?? '';
    const expires = new URLSearchParams(query).get('expires') ?? '';
    const forged = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const otherPath = gst.split('?')[0] ?? '';
    const guesses = [
      path,
      `${path}?expires=${expires}`,
      `${path}?expires=${Number(expires) + 1}&signature=${signature}`,
      `${path}?expires=${expires}&signature=${forged}`,
      `${path}?expires=${expires}&signature=`,
      `${otherPath}?${query}`,
      `${path}?${query}&signature=x`,
      '/api/files/1?expires=9999999999&signature=x',
      `/api/files/..%2f..%2fetc%2fpasswd?${query}`,
      `${path}?expires=NaN&signature=${signature}`,
    ];
    for (const guess of guesses) {
      const { status, body } = await vendor.get(guess);
      expect([guess, status, body]).toEqual([guess, 404, { message: 'Not found.', code: 'not_found' }]);
    }
    expect((await api.visitor.get(pan)).status).toBe(200);
    now += 10 * 60_000;
    expect((await api.visitor.get(pan)).status).toBe(404);
    expect((await api.visitor.get((await profile(vendor))['panDocument'] ?? '')).status).toBe(200);
  });

  test('follow a replaced document, and an invalid one replaces nothing', async () => {
    const before = await profile(vendor);
    const refused = await vendor.send(
      'PUT',
      `/api/auth/edit/${vendor.user.id}`,
      { city: 'Nashik' },
      { gstpicture: { name: 'a.pdf', content: SVG } },
    );
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([415, ['gstpicture']]);
    expect(await profile(vendor)).toMatchObject({ city: 'Pune', gstDocument: before['gstDocument'] });
    const content = samplePdf('a newer certificate');
    const { status, body } = await vendor.send(
      'PUT',
      `/api/auth/edit/${vendor.user.id}`,
      { city: 'Nashik' },
      { gstpicture: { name: 'a.pdf', content } },
    );
    expect([status, body.data.city]).toEqual([200, 'Nashik']);
    expect((await api.visitor.get(body.data.gstDocument)).body).toEqual(content);
    expect(body.data.panDocument.split('?')[0]).toBe(before['panDocument']?.split('?')[0]);
  });
});
