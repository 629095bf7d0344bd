import type { Operation } from '@aapurti/contract/ground/operation';
import { operations } from '@aapurti/contract/operations';
import { decodeNames, wireName } from '@aapurti/contract/ground/wire';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { rightRequests } from '../../test/requests.ts';
import type { Requests } from '../../test/requests/setting.ts';

let api: Api;
let admin: Caller;
let seller: Caller;
let requests: Requests;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin();
  seller = await api.newVendor();
  // The calls below change this vendor beyond recognition, so no test signs in as it.
  requests = await rightRequests(api, await api.newVendor());
});
afterAll(() => api.close());

/** The paths that only vendors may call; the administrator makes all other calls. */
const OF_VENDORS = operations
  .filter(({ access }) => access === 'proposals' || access === 'statements')
  .map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/, '[^/]*')}$`));

/** Checks that every response is JSON, with a message if the call is rejected, and never a 5xx. */
async function send(request: InjectOptions & { url: string }) {
  const { token } = OF_VENDORS.some((path) => path.test(request.url)) ? seller : admin;
  const reply = await api.app.inject({ ...request, headers: { authorization: token ?? '', ...request.headers } });
  const where = `${request.method} ${request.url.slice(0, 100)} ${JSON.stringify(request.payload)?.slice(0, 100)}: ${reply.statusCode} ${reply.body.slice(0, 200)}`;
  if (reply.statusCode >= 500) throw new Error(where);
  if (reply.statusCode >= 400 && request.method !== 'HEAD' && typeof reply.json<{ message: unknown }>().message !== 'string')
    throw new Error(`no message: ${where}`);
  return reply;
}

const pathOf = ({ path, id }: Operation, given = requests[id]?.().id ?? '') => path.replace(/\{\w+\}/, encodeURIComponent(given));
const fieldsOf = (schema: z.ZodType) =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}).map(wireName);
/** The calls that end the session of the user who sends all this. */
const ENDS_SESSION = ['auth.logout', 'session.endAll'];
const each = (chosen: (operation: Operation) => boolean) =>
  operations
    .filter((operation) => !ENDS_SESSION.includes(operation.id) && chosen(operation))
    .map((operation) => [operation.id, operation] as const);

const withBody = each(({ method }) => method === 'POST' || method === 'PUT');
const withQuery = each(({ query }) => fieldsOf(query).length > 0);
const withParams = each(({ path }) => path.includes('{'));

// These tests come first, because each call would read what the wrong values leave in the log and the lists.
describe('a wrong value in the query never fails the server', () => {
  const VALUES = [
    '',
    ' ',
    'x'.repeat(5000),
    '🌾',
    '-1',
    '0',
    '1.5',
    '1e999',
    'NaN',
    '9'.repeat(30),
    '[]',
    '2026-02-31',
    '9999-12-31',
    '0000-00-00',
    "' or 1=1; --",
    '%',
    '_',
    '\\',
    '__proto__',
    'true',
  ];
  test.each(withQuery)('of %s', async (_, operation) => {
    const url = pathOf(operation);
    const method = operation.method;
    for (const field of fieldsOf(operation.query)) {
      for (const value of VALUES) await send({ method, url, query: { [field]: value } });
      for (const raw of ['%E0%A4%A', '%FF', '%ED%A0%80', '%', 'a&', `1&${field}=2`, `1&${field}[]=2`, `1&${field}[a]=2`])
        await send({ method, url: `${url}?${field}=${raw}` });
      const nul = await send({ method, url: `${url}?${field}=a%00b` });
      expect([field, nul.statusCode]).toEqual([field, 400]);
    }
    for (const raw of ['?', '?&&&', '?=', '?__proto__=1', '?constructor=1', '?toString', `?${'a=1&'.repeat(2000)}`])
      await send({ method, url: url + raw });
  });

  test('a parameter given twice is a field error', async () => {
    for (const field of ['page', 'status', 'search', 'sortBy']) {
      const reply = await send({ method: 'GET', url: `/api/auth/user?${field}=a&${field}=b` });
      expect([reply.statusCode, Object.keys(reply.json<{ errors: object }>().errors)]).toEqual([422, [field]]);
    }
  });

  test('a userID of any kind does not affect a vendor, which always gets its own records', async () => {
    const vendor = await api.newVendor();
    for (const query of ['userID=x', `userID=${'9'.repeat(300)}`, 'userID=1&userID=2', 'userID=']) {
      for (const url of ['/api/product/get', '/api/schema/get'])
        expect([query, (await vendor.get(`${url}?${query}`)).status]).toEqual([query, 201]);
    }
    const form = { ...requests['scheme.create']?.().body };
    for (const userID of [{}, [1], 'x'.repeat(99), true, 1])
      expect([userID, (await vendor.post('/api/schema/create', { ...form, userID })).status]).toEqual([userID, 200]);
  });
});

describe('a wrong value in any one field never fails the server', () => {
  const VALUES: unknown[] = [
    null,
    true,
    false,
    0,
    -1,
    1.005,
    2 ** 60,
    Number.MAX_VALUE,
    [],
    [null],
    ['a', 'b'],
    {},
    { length: 3 },
    { toString: 'x' },
    '',
    ' ',
    'NaN',
    '-0',
    '1e999',
    '0x10',
    '१२३',
    '🌾'.repeat(300),
    'x'.repeat(5000),
    '9'.repeat(400),
    '2026-02-31',
    "' or 1=1; --",
    '%_\\',
    '<script>alert(1)</script>',
    '\u202e\u200b',
    'undefined',
  ];
  /** Sends each body that a handler would see. All others fail the same schema check, so only one of them is sent for its response. */
  async function sendEach(operation: Operation, bodies: object[]) {
    const isRefused = (body: object) => !operation.body.safeParse(decodeNames(body)).success;
    const refused = bodies.filter(isRefused);
    for (const payload of [...bodies.filter((body) => !refused.includes(body)), ...refused.slice(0, 1)])
      await send({ method: operation.method, url: pathOf(operation), payload });
  }

  test.each(withBody)('in the body of %s', async (id, operation) => {
    const right = requests[id]?.().body ?? {};
    for (const field of fieldsOf(operation.body)) {
      const unique = id === 'auth.create' ? { ...requests[id]?.().body, passWord: '' } : right;
      await sendEach(
        operation,
        VALUES.map((value) => ({ ...unique, [field]: value })),
      );
    }
    // The number exceeds the range of JSON numbers, so a parser makes it infinity.
    for (const field of fieldsOf(operation.body)) {
      const payload = JSON.stringify({ ...right, [field]: 'HUGE' }).replace('"HUGE"', '1e999');
      await send({ method: operation.method, url: pathOf(operation), payload, headers: { 'content-type': 'application/json' } });
    }
  });

  /** The body fields that are lists of records, each with the fields of a record. */
  const listsOf = (operation: Operation) => {
    const { properties = {} } = z.toJSONSchema(operation.body, { io: 'input', unrepresentable: 'any' });
    return Object.entries(properties).flatMap(([name, field]) => {
      const items = typeof field === 'object' ? [field, ...(field.anyOf ?? [])].map((one) => (one as { items?: unknown }).items) : [];
      const record = items.find((item) => typeof item === 'object' && item !== null && 'properties' in item);
      return record === undefined ? [] : [[wireName(name), Object.keys((record as { properties: object }).properties)] as const];
    });
  };

  test.each(each((operation) => listsOf(operation).length > 0))('in a line of %s', async (id, operation) => {
    const right = requests[id]?.().body ?? {};
    for (const [list, fields] of listsOf(operation)) {
      const [line] = (right[list] as object[] | undefined) ?? [];
      for (const field of fields)
        await sendEach(
          operation,
          VALUES.map((value) => ({ ...right, [list]: [{ ...line, [field]: value }] })),
        );
    }
  });

  test.each(withBody)('as NUL or half a surrogate pair, in %s', async (id, operation) => {
    for (const field of fieldsOf(operation.body)) {
      for (const text of ['"a\\u0000b"', '"\\ud83c"', '["\\udf3e"]', '{"a":{"b":"\\u0000"}}']) {
        const payload = JSON.stringify({ ...requests[id]?.().body, [field]: 'TEXT' }).replace('"TEXT"', text);
        const reply = await send({
          method: operation.method,
          url: pathOf(operation),
          payload,
          headers: { 'content-type': 'application/json' },
        });
        expect([field, text, reply.statusCode]).toEqual([field, text, 400]);
      }
    }
  });
});

describe('a body that is not an object is rejected', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const json = (payload: string) => ({ payload, headers: { 'content-type': 'application/json' } });

  test.each(withBody)('by %s', async (_, operation) => {
    const request = { method: operation.method, url: pathOf(operation) };
    for (const body of [
      '{',
      '{"a":}',
      "{'a':1}",
      'undefined',
      '\ufeff{',
      '[]',
      '[{}]',
      'null',
      '"text"',
      '5',
      'true',
      deep(30),
      deep(2_000),
    ]) {
      expect([body.slice(0, 20), (await send({ ...request, ...json(body) })).statusCode]).toEqual([body.slice(0, 20), 400]);
    }
    for (const body of ['{"__proto__":{"isAdmin":true}}', '{"a":{"__proto__":null}}', '{"constructor":{"prototype":{"isAdmin":true}}}']) {
      expect([body, (await send({ ...request, ...json(body) })).statusCode]).toEqual([body, 400]);
    }
    await send({ ...request, ...json(`{"email":${deep(2_000)}}`) });
    await send({ ...request, ...json('') });
    await send(request);
    expect(Object.prototype).not.toHaveProperty('isAdmin');
  });

  // The same parser reads all bodies, so the largest ones are sent to only one call with files and one without.
  test.each(['auth.login', 'auth.edit'])('even at any depth, by %s', async (id) => {
    const request = { method: 'POST', url: '/api/auth/login' } as const;
    const url = id === 'auth.login' ? {} : { method: 'PUT' as const, url: `/api/auth/edit/${admin.user.id}` };
    expect((await send({ ...request, ...url, ...json(deep(400_000)) })).statusCode).toBe(400);
    await send({ ...request, ...url, ...json(`{"email":${deep(400_000)}}`) });
    await send({ ...request, ...url, ...json(`{"email":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`) });
  });

  test.each(withBody)('and one of another type, by %s', async (_, operation) => {
    const request = { method: operation.method, url: pathOf(operation), payload: 'a=1' };
    for (const type of [
      'text/plain',
      'text/html',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
      'application/jsonp',
      'nonsense',
    ]) {
      expect([type, (await send({ ...request, headers: { 'content-type': type } })).statusCode]).toEqual([type, 415]);
    }
    const multipart = await send({ ...request, headers: { 'content-type': 'multipart/form-data; boundary=x' } });
    expect(multipart.statusCode).toBe(operation.files.length > 0 ? 400 : 415);
  });
});

describe('a wrong path gets an error', () => {
  test.each(withParams)('with a wrong id: %s', async (_, operation) => {
    // A body without its required field is rejected before the record is looked up.
    const body = operation.body.safeParse({}).success ? {} : requests[operation.id]?.().body;
    const query = requests[operation.id]?.().query;
    const request = {
      method: operation.method,
      ...(query === undefined ? {} : { query }),
      ...(operation.method !== 'GET' && body !== undefined ? { payload: body } : {}),
    };
    for (const id of [
      '0',
      '-1',
      '1.5',
      'x',
      ' ',
      '..',
      '🌾',
      "' or 1=1; --",
      '9'.repeat(30),
      'null',
      '__proto__',
      'x'.repeat(300),
      'x'.repeat(10_000),
    ]) {
      const reply = await send({ ...request, url: pathOf(operation, id) });
      expect([200, 201, 404], `${id.slice(0, 20)}: ${reply.body.slice(0, 200)}`).toContain(reply.statusCode);
    }
    for (const raw of ['%E0%A4%A', '%', '%zz', '%FF', '%00', 'a%00b', '%ED%A0%80']) {
      expect([raw, (await send({ ...request, url: operation.path.replace(/\{\w+\}/, raw) })).statusCode]).toEqual([raw, 400]);
    }
  });

  test.each([
    '/api',
    '/api/',
    '/api/none',
    '/api/auth',
    '/api/auth/user/1/2',
    '/api//auth/user',
    '/api/auth/login',
    '/api/files',
    '/api/files/x',
    '/API/NONE',
  ])('as 404 in JSON: %s', async (url) => {
    const reply = await send({ method: 'GET', url });
    expect([reply.statusCode, reply.json()]).toEqual([404, { message: 'Not found.', code: 'not_found' }]);
  });

  test.each(['HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE'] as const)(
    'or another response below 500, with the method %s on every path',
    async (method) => {
      for (const operation of operations) if (!ENDS_SESSION.includes(operation.id)) await send({ method: method, url: pathOf(operation) });
    },
  );

  test('but paths match in any case', async () => {
    for (const url of ['/API/Auth/GETALLUSER', '/api/AUTH/getcountry']) expect((await send({ method: 'GET', url })).statusCode).toBe(200);
  });
});

test('the server is healthy after all these calls', async () => {
  expect((await send({ method: 'GET', url: '/readyz' })).statusCode).toBe(200);
  expect((await admin.get('/api/auth/user', { page: 1 })).status).toBe(200);
});

describe('a list ignores or rejects a request beyond its rows', () => {
  const lists = withQuery.filter(
    ([, { query, path }]) => fieldsOf(query).includes('sortBy') && !path.includes('{') && !path.endsWith('export'),
  );
  test.each(lists)('with wrong pages and sorting: %s', async (_, operation) => {
    const ask = (query: Record<string, string>) => send({ method: operation.method, url: pathOf(operation), query });
    for (const [field, query] of [
      ['pageSize', { pageSize: '100000' }],
      ['page', { page: '99999999999999' }],
      ['sortBy', { sortBy: 'noSuchColumn' }],
      ['sortOrder', { sortOrder: 'sideways' }],
    ] as const) {
      const reply = await ask(query);
      expect([reply.statusCode, Object.keys(reply.json<{ errors: object }>().errors)]).toEqual([422, [field]]);
    }
    const { properties } = z.toJSONSchema(operation.query, { io: 'input', unrepresentable: 'any' }) as unknown as {
      properties: { sortBy: { enum: string[] } };
    };
    for (const query of [{}, ...properties.sortBy.enum.map((name) => ({ sortBy: name }))]) {
      const reply = await ask({ page: '999999999', ...query });
      expect([query, [200, 201, 422].includes(reply.statusCode)]).toEqual([query, true]);
      if (reply.statusCode !== 422) expect(reply.body).toMatch(/^(\[\]|\{"result":\[\]\})$/);
    }
  });

  const filtered = [
    'productName',
    'EANCode',
    'SKUCode',
    'invoiceNumber',
    'vendorInvoiceRef',
    'DCNumber',
    'schemeNumber',
    'itemName',
    'search',
    'to',
  ];
  test.each(lists.filter(([, { query }]) => fieldsOf(query).some((field) => filtered.includes(field))))(
    'with a filter of 10,000 characters, or of signs with a meaning: %s',
    async (_, operation) => {
      for (const field of fieldsOf(operation.query).filter((name) => filtered.includes(name))) {
        const ask = (value: string) => send({ method: operation.method, url: pathOf(operation), query: { [field]: value } });
        const long = await ask('x'.repeat(10_000));
        expect([long.statusCode, long.json()]).toMatchObject([422, { errors: { [field]: 'At most 200 characters.' } }]);
        for (const sign of ['_%', '%%%_', String.raw`\%`])
          expect([field, sign, (await ask(sign)).body]).toEqual([field, sign, expect.stringMatching(/\[\]/)]);
      }
    },
  );
});
