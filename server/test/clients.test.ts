import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openApi } from '../src/http/openapi/openapi.ts';
import { type Api, startApi } from './api.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const password = 'for a generated client';
const require = createRequire(import.meta.url);

let api: Api;
let folder: string;
let base: string;

beforeAll(async () => {
  api = await startApi({ captcha: false });
  base = await api.app.listen({ host: '127.0.0.1', port: 0 });
  // The folder is inside the repository, so that generated code finds its packages.
  await mkdir(join(root, '.cache'), { recursive: true });
  folder = await mkdtemp(join(root, '.cache/clients-'));
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Both programs sign in, list, create an invoice, and are rejected when they create it again. The compiler rejects a field that no call
 * has.
 */
const BY_OPENAPI_TYPESCRIPT = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.ts';

const { BASE: baseUrl = '', EMAIL: email = '', PASSWORD: passWord = '' } = process.env;
const visitor = createClient<paths>({ baseUrl });
const { data: signedIn } = await visitor.POST('/api/auth/login', { body: { email, passWord } });
if (signedIn === undefined || !('token' in signedIn)) throw new Error('not signed in');
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${signedIn.token}\` } });
const before = await client.GET('/api/invoice/get', { params: { query: { page: 1, sortBy: 'invoiceDate' } } });
const body = { invoiceNumber: '70012', invoiceDate: '2026-04-02', invoiceValue: 1180 };
const made = await client.POST('/api/invoice/create', { body });
const invoice: components['schemas']['Invoice'] | undefined = made.data?.data;
const again = await client.POST('/api/invoice/create', { body });
const after = await client.GET('/api/invoice/get', { params: { query: { page: 1 } } });
// @ts-expect-error No call has this field.
const none: undefined = invoice?.colour;
console.log(JSON.stringify([before.response.status, invoice?.invoiceValue, again.error?.message, after.data?.length, none]));
`;

const BY_HEY_API = `
import { authLogin, invoiceCreate, invoiceList } from './client';
import { createClient } from './client/client';
import type { Invoice } from './client';

const { BASE: baseUrl = '', EMAIL: email = '', PASSWORD: passWord = '' } = process.env;
const visitor = createClient({ baseUrl });
const { data: signedIn } = await authLogin({ client: visitor, body: { email, passWord } });
if (signedIn === undefined || !('token' in signedIn)) throw new Error('not signed in');
const client = createClient({ baseUrl, auth: signedIn.token });
const before = await invoiceList({ client, query: { page: 1, sortBy: 'invoiceDate' } });
const body = { invoiceNumber: '70013', invoiceDate: '2026-04-02', invoiceValue: 1180 };
const made = await invoiceCreate({ client, body });
const invoice: Invoice | undefined = made.data?.data;
const again = await invoiceCreate({ client, body });
const after = await invoiceList({ client, query: { page: 1 } });
// @ts-expect-error No call has this field.
const none: undefined = invoice?.colour;
console.log(JSON.stringify([before.response?.status, invoice?.invoiceValue, again.error?.message, after.data?.length, none]));
`;

const document: unknown = JSON.parse(JSON.stringify(openApi()));

const CLIENTS: readonly [name: string, program: string, generate: (into: string) => Promise<void>][] = [
  [
    'openapi-typescript',
    BY_OPENAPI_TYPESCRIPT,
    async (into) => {
      const made = await openapiTypescript(document as Parameters<typeof openapiTypescript>[0]);
      await writeFile(join(into, 'schema.ts'), astToString(made));
    },
  ],
  [
    '@hey-api/openapi-ts',
    BY_HEY_API,
    async (into) => {
      const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'] as const;
      await createClient({
        input: document as Record<string, unknown>,
        output: join(into, 'client'),
        logs: { level: 'silent' },
        plugins: [...plugins],
      });
    },
  ],
];

test.each(CLIENTS)('a client generated for %s compiles and works', async (_name, program, generate) => {
  const into = await mkdtemp(join(folder, 'made-'));
  await generate(into);
  await writeFile(join(into, 'package.json'), '{ "type": "module" }');
  await writeFile(join(into, 'main.ts'), program);
  // The options are looser than `strict`, because the generated code is not written for it.
  const compilerOptions = { types: ['node'], noUnusedLocals: false, exactOptionalPropertyTypes: false };
  await writeFile(
    join(into, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: ['.'], exclude: [] }),
  );
  const tsc = join(dirname(require.resolve('typescript/package.json', { paths: [root] })), 'bin/tsc');
  expect(await run([tsc, '--project', into])).toEqual({ status: 0, said: '', failed: '' });
  const { user } = await api.newVendor({ password });
  const tsx = pathToFileURL(require.resolve('tsx')).href;
  const { status, said, failed } = await run(['--import', tsx, join(into, 'main.ts')], {
    BASE: base,
    EMAIL: user.email,
    PASSWORD: password,
  });
  expect([status, failed, said && JSON.parse(said)]).toEqual([
    0,
    '',
    [201, 1180, 'Invoice number should not be same or Something went wrong', 1, null],
  ]);
});

function run(args: string[], env: Record<string, string> = {}): Promise<{ status: number | null; said: string; failed: string }> {
  return new Promise((resolve, fail) => {
    const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } });
    let said = '';
    let failed = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (failed += chunk.toString()));
    child.on('error', fail).on('close', (status) => resolve({ status, said: said.trim(), failed }));
  });
}
