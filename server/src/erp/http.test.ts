import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import hindi from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import { translator } from '@aapurti/contract/words/translate';
import { erpHttp } from './http.ts';

let answer = '';
const server = createServer((_request, response) => response.end(answer));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

test.each<[string, string, string]>([
  [
    'a page of nothing but beginnings of titles',
    `<html>${'<title'.repeat(300_000)}`,
    'ERP responded to the request for orders with the web page 200 instead of JSON.',
  ],
  [
    'lists in lists',
    '['.repeat(10_000) + ']'.repeat(10_000),
    'ERP responded to the request for orders with JSON that is nested too deeply.',
  ],
  [
    'records in records',
    `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
    'ERP responded to the request for orders with JSON that is nested too deeply.',
  ],
])('%s are reported in words, and block nothing', async (_, text, words) => {
  answer = text;
  const { port } = server.address() as AddressInfo;
  const { ask } = erpHttp({ name: 'ERP', url: `http://127.0.0.1:${port}`, secrets: [] });
  await expect(ask('orders', '/', { method: 'GET', headers: {} })).rejects.toThrow(words);
});

test('a reader of Hindi sees the error in Hindi, and the ERP’s own names unchanged, even if one equals a text of the portal', async () => {
  answer = '<html><title>Products</title>';
  const { port } = server.address() as AddressInfo;
  const { ask } = erpHttp({ name: 'ERP', url: `http://127.0.0.1:${port}`, secrets: [] });
  const error: unknown = await ask('Item', '/', { method: 'GET', headers: {} }).catch((each: unknown) => each);
  const { message: english } = error as Error;
  expect(english).toBe('ERP responded to the request for Item with the web page 200 (Products) instead of JSON.');
  const read = translator(hindi, 'hi')(english);
  expect(read.match(/[A-Za-z]{2,}/g)).toEqual(['Item', 'ERP', 'JSON', 'Products']);
});
