import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import multipart from '@fastify/multipart';
import fastify from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { samplePdf } from '../src/demo/factories.ts';
import { checkAvatar } from '../src/files/sniff.ts';
import { answerErrors } from '../src/http/answerErrors.ts';
import { limits } from '../src/http/rateLimits.ts';
import { readMultipart, rooms, uploadRoom } from '../src/http/multipart.ts';
import { type Answer, type Api, Caller, startApi } from './api.ts';
import { papers, registration } from './forms.ts';
import { addItem } from './items.ts';

vi.mock(import('../src/files/sniff.ts'), async (original) => {
  const real = await original();
  return { ...real, checkAvatar: vi.fn(real.checkAvatar) };
});

let api: Api;
beforeAll(async () => {
  api = await startApi({ captcha: false, rateLimits: true });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api.close());

describe('uploads and memory', () => {
  const room = uploadRoom(6000, 3000);
  const app = fastify();
  answerErrors(app);
  void app.register(multipart, { throwFileSizeLimit: false });
  const held: (() => void)[] = [];
  app.route({
    method: 'POST',
    url: '/',
    handler: async (request) => {
      const { free } = await readMultipart(request, ['file'], 10_000, { room, who: [request.headers.authorization ?? ''], stallMs: 200 });
      held.push(free);
      return { message: 'ok' };
    },
  });
  afterAll(() => app.close());

  const start = (bytes: number) => `--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${'A'.repeat(bytes)}`;
  async function upload(bytes: number, ending = '\r\n--x--\r\n', authorization = '') {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization };
    return (await app.inject({ method: 'POST', url: '/', payload: `${start(bytes)}${ending}`, headers })).statusCode;
  }

  test('many at the same time share a limited amount of memory, and release it', async () => {
    expect([await upload(2000), await upload(2000)]).toEqual([200, 503]);
    for (const free of held.splice(0)) free();
    expect(await upload(2000)).toBe(200);
    for (const free of held.splice(0)) free();
  });

  test('one caller has a share, and others have theirs beside it', async () => {
    expect([await upload(2000), await upload(2000), await upload(2000, undefined, 'other')]).toEqual([200, 503, 200]);
    for (const free of held.splice(0)) free();
  });

  test('one that stalls is ended, its connection closed and its share released', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 9000\r\n\r\n');
    socket.write(start(2000));
    await expect.poll(() => room.state().taken).toBe(2000);
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    await expect.poll(() => room.state().taken).toBe(0);
  });

  test('an incomplete one releases its memory', async () => {
    for (let index = 0; index < 5; index += 1) expect(await upload(900, '')).toBe(400);
    expect(await upload(900)).toBe(200);
  });
});

test('documents of visitors have their own limit: 20 stalled connections do not affect users', async () => {
  const vendor = await api.newVendor();
  const [beforeUsers, other] = [rooms.users.state().taken, await api.newVendor()];
  const { port } = api.app.server.address() as AddressInfo;
  const head =
    'POST /api/auth/create HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 30000000\r\n\r\n';
  const part = (name: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.pdf"\r\n\r\n${'A'.repeat(4_000_000)}\r\n`;
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .resume();
    socket.write(head);
    for (const name of ['panpicture', 'gstpicture']) socket.write(part(name));
    return socket;
  });
  const { most } = rooms.visitors.state();
  await expect.poll(() => rooms.visitors.state().taken, { timeout: 30_000 }).toBeGreaterThan(most / 4);
  expect(rooms.visitors.state().taken).toBeLessThanOrEqual(most / 2);
  expect(rooms.users.state().taken).toBe(beforeUsers);
  for (const caller of [vendor, other])
    expect(
      (await caller.send('PUT', `/api/auth/edit/${caller.user.id}`, {}, { panpicture: { name: 'p.pdf', content: samplePdf('p') } })).status,
    ).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => rooms.visitors.state().taken, { timeout: 30_000 }).toBe(0);
});

test('a form that arrives slowly is checked at its end: an ended session or a deactivated account is rejected', async () => {
  const admin = await api.newAdmin();
  const { port } = api.app.server.address() as AddressInfo;
  async function slowForm({ user, token }: Caller, meanwhile: () => Promise<Answer>): Promise<number | undefined> {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization: token ?? '' };
    const request = httpRequest({ port, method: 'PUT', path: `/api/auth/edit/${user.id}`, headers });
    const answered = new Promise<number | undefined>((resolve, reject) =>
      request.on('response', (reply) => resolve(reply.resume().statusCode)).on('error', reject),
    );
    const before = rooms.users.state().taken;
    request.write(
      '--x\r\nContent-Disposition: form-data; name="city"\r\n\r\nPune\r\n--x\r\nContent-Disposition: form-data; name="firstName"\r\n\r\n',
    );
    await expect.poll(() => rooms.users.state().taken).toBeGreaterThan(before);
    expect((await meanwhile()).status).toBe(200);
    request.end('Asha\r\n--x--\r\n');
    return answered;
  }
  const vendor = await api.newVendor();
  expect(await slowForm(vendor, () => vendor.get('/api/auth/sessions'))).toBe(200);
  expect(await slowForm(vendor, () => admin.post(`/api/auth/sessions/end/${vendor.user.id}`))).toBe(401);
  const colleague = await api.newAdmin();
  const changing = new Caller(api.app, colleague.token, vendor.user);
  expect(await slowForm(changing, () => admin.put(`/api/auth/edit/${colleague.user.id}`, { isActive: false }))).toBe(403);
});

test('a visitor who registers too often is rejected before the documents are read', async () => {
  const { most } = limits.register.address;
  for (let index = 0; index < most; index += 1) await api.visitor.post('/api/auth/create', {});
  const { port } = api.app.server.address() as AddressInfo;
  const status = await new Promise((resolve, reject) => {
    const request = httpRequest({
      port,
      method: 'POST',
      path: '/api/auth/create',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    request.on('response', (reply) => {
      resolve(reply.statusCode);
      request.destroy();
    });
    request.on('error', reject);
    // The form never ends.
    request.write('--x\r\nContent-Disposition: form-data; name="panpicture"; filename="a.pdf"\r\n\r\n%PDF');
  });
  expect(status).toBe(429);
});

test('no database connection is held while pictures are decoded, even under an Idempotency-Key', async () => {
  const admin = await api.newAdmin();
  let finish = () => {};
  const decoding = new Promise<void>((begun) => {
    vi.mocked(checkAvatar).mockImplementationOnce(async () => {
      begun();
      await new Promise<void>((resolve) => (finish = resolve));
      return { ok: true, content: samplePdf('me'), mediaType: 'image/webp' };
    });
  });
  const files = papers({ avatar: { name: 'me.png', content: samplePdf('me') } });
  const created = admin.send('POST', '/api/auth/create', registration(api.serial()), files, { 'idempotency-key': 'slow-picture' });
  await decoding;
  const held = await api.ctx.db.rows(sql`
    select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`);
  finish();
  expect([held, (await created).status]).toEqual([[], 200]);
});

describe('headers', () => {
  const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

  test.each(['/api/site', '/API/Site', '/%61pi/site', '/api/nothing', '/api', '/api?x', `/api/auth/user/${'9'.repeat(400)}`, '/api/%zz'])(
    '%.30s responds like the API, whatever its spelling',
    async (url) => {
      const { headers } = await api.visitor.get(url);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['content-security-policy']).toBe(API_POLICY);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cache-control']).toBe('no-store');
    },
  );
});

test('a user is notified at the old address of a new address and a changed password', async () => {
  const vendor = await api.newVendor();
  const email = `taken-over-${api.serial()}@example.com`;
  const { status } = await vendor.put(`/api/auth/edit/${vendor.user.id}`, { email, passWord: 'a thief chose this one' });
  expect(status).toBe(200);
  const told = ((await api.visitor.get('/api/outbox')).body as { to: string; subject: string }[])
    .filter(({ to }) => to === vendor.user.email)
    .map(({ subject }) => subject);
  expect(told.sort()).toEqual(['A new e-mail address was entered', 'Your password was changed']);
});

test('a reader of the Idempotency-Key table can guess neither keys nor passwords from the digests', async () => {
  const vendor = await api.newVendor();
  await addItem(api.ctx, { ean: '8901030516320', name: 'Basmati Rice 1 kg' });
  const keys = ['the-first-key', 'another-key'];
  for (const key of keys) {
    const { status } = await vendor.post(
      '/api/schema/create',
      { schemaName: 'Holi', EANCode: '8901030516320' },
      { 'idempotency-key': key },
    );
    expect(status).toBe(200);
  }
  const rows = await api.ctx.db.rows<{ key: string; digest: string }>(sql`
    select key, encode(body_digest, 'hex') as digest from idempotency_keys where caller_id = ${vendor.user.id}`);
  expect(rows.filter(({ key }) => keys.includes(key))).toEqual([]);
  // The same body under two keys has different digests, so nothing can be computed from the body alone.
  expect(new Set(rows.map(({ digest }) => digest)).size).toBe(2);
});
