import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../server/test/database.ts';
import { makeFolder } from '../server/test/folder.ts';

let database: TestDatabase;
let dataDir: string;
let child: ChildProcess;
let port: number;
let output = '';

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await makeFolder('aapurti-dev-');
  port = await freePort();
  const env = { PATH: process.env['PATH'], PORT: String(port), DEMO: 'false', DATABASE_URL: database.url, DATA_DIR: dataDir };
  child = spawn(process.execPath, [join(import.meta.dirname, 'dev.mjs')], { env });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
});
afterAll(async () => {
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await ended;
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  return new Promise((resolve) => {
    server.once('listening', () => {
      const free = (server.address() as AddressInfo).port;
      server.close(() => resolve(free));
    });
  });
}

test('the command npm run dev prints one address, on PORT, which serves pages and API calls', async () => {
  await vi.waitUntil(() => /s after the start/.test(output) || child.exitCode !== null, { timeout: 60_000 });
  const addresses = [...new Set(output.match(/https?:\/\/[\w.]+:\d+/g))];
  expect(addresses).toEqual([expect.stringMatching(new RegExp(`:${port}$`))]);
  const page = await fetch(`${addresses[0]}/users`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('/src/main.tsx');
  expect((await fetch(`${addresses[0]}/src/main.tsx`)).status).toBe(200);
  const refused = await fetch(`${addresses[0]}/api/product/get`);
  expect(refused.status).toBe(401);
  expect(refused.headers.get('content-type')).toContain('application/json');
});
