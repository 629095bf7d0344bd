import { type AddressInfo, connect } from 'node:net';

import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const send = (request: InjectOptions & { url: string }) =>
  api.app.inject({ ...request, headers: { authorization: admin.token ?? '', ...request.headers } });

describe('text that is not UTF-8', () => {
  /** The body is latin1, so that each letter is one byte. */
  const body = (text: string) => Buffer.from(`{"schemaName":"${text}"}`, 'latin1');
  const create = (payload: Buffer, type = 'application/json') =>
    send({ method: 'POST', url: '/api/schema/create', payload, headers: { 'content-type': type } });
  const REFUSED = { message: 'The request body is not in UTF-8.' };

  test.each([
    ['a letter of Latin-1', 'Caf\xe9'],
    ['half a letter of Hindi', '\xe0\xa4'],
    ['a slash in three bytes', '\xc0\xaf'],
    ['half of a surrogate pair', '\xed\xa0\x80'],
    ['a sign past Unicode', '\xf5\x80\x80\x80'],
  ])('is rejected in a body: %s', async (_what, text) => {
    const reply = await create(body(text));
    expect([reply.statusCode, reply.json()]).toEqual([400, REFUSED]);
  });

  test('is rejected even if the body states another charset, and whole in UTF-16', async () => {
    expect((await create(body('Caf\xe9'), 'application/json; charset=iso-8859-1')).json()).toEqual(REFUSED);
    expect((await create(Buffer.from('\ufeff{"schemaName":"Diwali"}', 'utf16le'))).statusCode).toBe(400);
  });

  test('does not include letters of every script, or the replacement character itself', async () => {
    const { statusCode } = await create(Buffer.from('{"schemaName":"Café चावल 🌾 \ufffd"}'));
    expect(statusCode).toBe(422);
  });

  test.each(['Caf\xe9', '\xff\xfe', 'Pune \xe0\xa4'])('is rejected in a text field of a form: %j', async (text) => {
    const part = `--x\r\ncontent-disposition: form-data; name="city"\r\n\r\n${text}\r\n--x--\r\n`;
    const reply = await send({
      method: 'PUT',
      url: `/api/auth/edit/${admin.user.id}`,
      payload: Buffer.from(part, 'latin1'),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect([reply.statusCode, reply.json()]).toEqual([400, { message: 'The field city is not in UTF-8.' }]);
  });

  test.each(['%ff', '%e0%a4', '%', '%zz', '100%', '%c0%af', '%ed%a0%80', 'Caf%E9'])('is rejected in a query: %s', async (text) => {
    for (const query of [`productName=${text}`, `${text}=rice`, `page=1&productName=a+${text}`]) {
      const reply = await send({ method: 'GET', url: `/api/product/get?${query}` });
      expect([reply.statusCode, reply.json()]).toEqual([400, { message: 'Invalid address.' }]);
    }
  });

  test.each(['%E0%A4%9A%E0%A4%BE%E0%A4%B5%E0%A4%B2', '100%25', 'a+b', 'a?b', ''])('does not include a query in UTF-8: %s', async (text) => {
    expect((await send({ method: 'GET', url: `/api/product/get?productName=${text}` })).statusCode).toBeLessThan(300);
  });
});

describe('a request that the HTTP parser rejects', () => {
  let port: number;
  beforeAll(async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = api.app.server.address() as AddressInfo);
  });

  test.each([
    ['a method that does not exist', 'G@T / HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n', 400],
    ['headers that are too long', `GET / HTTP/1.1\r\nhost: a\r\nx-a: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['a second request of nonsense', 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n\xff\xfe\r\n\r\n', 400],
  ])('gets a response in JSON, and the connection closes as the response says: %s', async (_what, bytes, status) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes, 'latin1');
    let text = '';
    for await (const piece of socket) text += String(piece);
    const answer = text.slice(text.lastIndexOf('HTTP/1.1 '));
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head.toLowerCase().split('\r\n')).toEqual(expect.arrayContaining(['connection: close', 'x-content-type-options: nosniff']));
    expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/^(?:The|Invalid) .*\.$/) });
  });
});
