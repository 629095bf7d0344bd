import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { actAs, makeInvoice } from '../src/demo/factories.ts';
import { type Api, startApi } from './api.ts';

const password = 'for those who integrate';
const document = await readFile(new URL('../../docs/integrating.md', import.meta.url), 'utf8');
/** The JavaScript of the document, by the heading above it. */
const programs = [...document.matchAll(/^## (.+)$|^```js\n([\s\S]*?)^```$/gm)].reduce<{ title: string; code: string }[]>(
  (found, [, title, code = '']) =>
    title === undefined ? [...found.slice(0, -1), { ...found.at(-1)!, code }] : [...found, { title, code: '' }],
  [],
);

let api: Api;
let env: Record<string, string>;

beforeAll(async () => {
  api = await startApi({ captcha: false, publicUrl: 'http://localhost:3000', webhookNets: ['127.0.0.0/8'] });
  const vendor = await api.newVendor({ password });
  const acting = await actAs(api.ctx, vendor.user.id);
  for (const number of ['101', '102', '103']) await makeInvoice(api.ctx, acting, number);
  const scopes = ['invoices:write', 'payments:read', 'changes:read'];
  const made = await vendor.post('/api/keys', { name: 'Docs', scopes, days: 1, passWord: password });
  env = { BASE: await api.app.listen({ host: '127.0.0.1', port: 0 }), KEY: made.body.key };
});
afterAll(() => api.close());

function run(code: string): Promise<{ status: number | null; said: string; failed: string }> {
  return new Promise((resolve, fail) => {
    const child = spawn(process.execPath, ['--input-type=module', '-'], { env: { ...process.env, ...env } });
    let said = '';
    let failed = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (failed += chunk.toString()));
    child.on('error', fail).on('close', (status) => resolve({ status, said: said.trim(), failed }));
    child.stdin.end(code);
  });
}

test.each([
  ['Sign in', '200 3'],
  ['Lists', '3'],
  ['Keep a copy', '3'],
  ['Write once', 'true'],
  ['Errors', '422 invoiceValue true'],
  ['Unknown fields', '422 200 pagesize'],
  ['Limits', '200'],
  ['Files', '200 application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
])('the program under “%s” prints %s', async (title, says) => {
  const code = programs.find((each) => each.title === title)?.code ?? '';
  expect(code).not.toBe('');
  expect(await run(code)).toEqual({ status: 0, said: says, failed: '' });
});

test('the program under “Webhooks” accepts messages of the portal and no others', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const address = `http://127.0.0.1:${port}/`;
  const admin = await api.newAdmin();
  const { body } = await admin.post('/api/webhooks', { url: address, events: ['invoice'] });
  const code = programs.find(({ title }) => title === 'Webhooks')?.code ?? '';
  const child = spawn(process.execPath, ['--input-type=module', '-'], {
    env: { ...process.env, SECRET: body.secret, PORT: String(port) },
  });
  try {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stdin.end(code);
    const sent = () => admin.post(`/api/webhooks/${body._id}/test`).then((answer) => answer.body.delivered);
    await expect.poll(sent, { timeout: 20_000 }).toBe(true);
    await expect.poll(() => said).toBe('test\n');
    expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(401);
  } finally {
    child.kill();
  }
});

test('every program in the document is run', () => {
  expect(programs.filter(({ code }) => code !== '').map(({ title }) => title)).toEqual([
    'Sign in',
    'Lists',
    'Keep a copy',
    'Webhooks',
    'Write once',
    'Errors',
    'Unknown fields',
    'Limits',
    'Files',
  ]);
});
