import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { erpHttp } from './http.ts';

let answer = '';
const server = createServer((_request, response) => response.end(answer));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

test.each<[string, string, string]>([
  [
    'a page of nothing but beginnings of titles',
    `<html>${'<title'.repeat(300_000)}`,
    'returned 200 with a web page (HTML) instead of JSON.',
  ],
  ['lists in lists', '['.repeat(10_000) + ']'.repeat(10_000), 'returned JSON that is nested too deeply.'],
  ['records in records', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, 'returned JSON that is nested too deeply.'],
])('%s are said in words, and keep nobody waiting', async (_, text, words) => {
  answer = text;
  const { port } = server.address() as AddressInfo;
  const { ask } = erpHttp({ name: 'ERP', url: `http://127.0.0.1:${port}`, secrets: [] });
  await expect(ask('orders', '/', { method: 'GET', headers: {} })).rejects.toThrow(`ERP, asked for orders, ${words}`);
});
