import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';

let plain: Api;
let encrypted: Api;
beforeAll(async () => {
  [plain, encrypted] = [await startApi(), await startApi({ publicUrl: 'https://portal.example.in' })];
});
afterAll(() => Promise.all([plain.close(), encrypted.close()]));

const PATHS = [
  '/',
  '/login',
  '/api/site',
  '/api/nothing',
  '/api/docs',
  '/api/docs.js',
  '/api/openapi.json',
  '/healthz',
  '/assets/nothing.js',
];

describe.each(PATHS)('%s', (path) => {
  test('cannot be framed or sniffed, and is not sent as a referrer', async () => {
    const { headers } = await plain.visitor.get(path);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('requires TLS for a year if the portal has it', async () => {
    expect((await encrypted.visitor.get(path)).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect((await plain.visitor.get(path)).headers).not.toHaveProperty('strict-transport-security');
  });

  test('is closed to other sites, which get no permission to read it, and never sets a cookie', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await plain.app.inject({
        method,
        url: path,
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });
});

test('a page runs only its own scripts, and calls only its own server', async () => {
  const policy = String((await plain.visitor.get('/login')).headers['content-security-policy']);
  const directives = Object.fromEntries(policy.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1).join(' ')]));
  expect(directives).toMatchObject({
    'default-src': "'self'",
    'script-src': "'self'",
    'connect-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
  });
});

test('responses with data are not cached on the way: they are no-store', async () => {
  const vendor = await plain.newVendor();
  for (const url of ['/api/auth/user', '/api/product/get', '/api/auth/getCountDetail'])
    expect([url, (await vendor.get(url)).headers['cache-control']]).toEqual([url, 'no-store']);
});

test('a form of another site cannot make a call: only JSON and files are accepted, and the token comes in a header that no form sends', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const { status } = await plain.visitor.ask('POST', '/api/auth/login', { payload: 'email=a', headers: { 'content-type': type } });
    expect([type, status]).toEqual([type, 415]);
  }
  const vendor = await plain.newVendor();
  const cookie = `token=${vendor.token}; authorization=${vendor.token}`;
  expect((await plain.visitor.ask('GET', '/api/auth/user', { headers: { cookie } })).status).toBe(401);
  expect((await plain.visitor.get('/api/auth/user', { token: vendor.token ?? '', authorization: vendor.token ?? '' })).status).toBe(401);
});
