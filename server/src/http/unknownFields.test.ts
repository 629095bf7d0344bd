import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, Caller, startApi } from '../../test/api.ts';
import { headerOf, isStrict, unknownFields } from './unknownFields.ts';

const schema = z.object({
  name: z.string(),
  password: z.string(),
  lines: z.array(z.object({ ean: z.string() })).optional(),
  either: z.union([z.object({ one: z.string() }), z.object({ two: z.string() })]).optional(),
  anything: z.unknown(),
  named: z.record(z.string(), z.string()).optional(),
});

test.each([
  [{ name: 'x' }, []],
  [{ name: 'x', colour: 'red', __proto: 1 }, ['colour', '__proto']],
  [{ passWord: 'x', password: 'x' }, ['password']],
  [{ lines: [{ ean: '1' }, { ean: '2', mrp: 3 }] }, ['lines.1.mrp']],
  [{ either: { two: 'x' } }, []],
  [{ either: { two: 'x', three: 'x' } }, ['either.three']],
  [{ anything: { at: ['all'] }, named: { freely: 'x' } }, []],
  ['text', []],
  [null, []],
])('the unknown fields of %j are %j', (given, unknown) => {
  expect(unknownFields(schema, given)).toEqual(unknown);
});

test.each([
  [undefined, false, false],
  [undefined, true, true],
  ['handling=strict', false, true],
  ['respond-async, handling = "strict"', false, true],
  ['handling=lenient', true, false],
  ['nohandling=strict', false, false],
])('the header Prefer: %s, by a key: %s, is strict: %s', (prefer, isKey, strict) => {
  expect(isStrict(prefer, isKey)).toBe(strict);
});

test('a header can contain any name', () => {
  expect(headerOf(['a', 'रंग', 'x\r\ny', '\ud800'])).toBe('a, %E0%A4%B0%E0%A4%82%E0%A4%97, x%0D%0Ay, %EF%BF%BD');
  expect(headerOf(Array.from({ length: 50 }, () => 'x'.repeat(99))).split(', ')).toHaveLength(20);
});

describe('a call with an unknown field', () => {
  let api: Api;
  const password = 'strictly for machines';
  beforeAll(async () => {
    api = await startApi({ captcha: false });
  });
  afterAll(() => api.close());

  test('succeeds, and the response names the field', async () => {
    const vendor = await api.newVendor();
    const { status, headers } = await vendor.get('/api/invoice/get', { pagesize: '5', page: '1' });
    expect([status, headers['x-unknown-fields']]).toEqual([201, 'pagesize']);
    const clean = await vendor.get('/api/invoice/get', { page: '1' });
    expect(clean.headers['x-unknown-fields']).toBeUndefined();
    const made = await vendor.post('/api/invoice/create', {
      invoiceNumber: '1',
      invoiceDate: '2026-04-01',
      invoiceValue: '9',
      colour: 'red',
    });
    expect([made.status, made.headers['x-unknown-fields']]).toEqual([200, 'colour']);
  });

  test('is rejected on request, and writes nothing', async () => {
    const vendor = await api.newVendor();
    const body = { invoiceNumber: '1', invoiceDate: '2026-04-01', invoiceValue: '9', colour: 'red' };
    const refused = await vendor.post('/api/invoice/create', body, { prefer: 'handling=strict' });
    expect([refused.status, refused.body.errors, refused.headers['preference-applied']]).toEqual([
      422,
      { colour: 'This call does not have this field.' },
      'handling=strict',
    ]);
    expect((await vendor.get('/api/invoice/get')).status).toBe(201);
  });

  test('by an API key is rejected unless it says otherwise', async () => {
    const vendor = await api.newVendor({ password });
    const made = await vendor.post('/api/keys', { name: 'ERP', scopes: ['invoices:read'], days: 1, passWord: password });
    const machine = new Caller(api.app, made.body.key);
    expect((await machine.get('/api/invoice/get', { pagesize: '5' })).body.errors).toEqual({
      pagesize: 'This call does not have this field.',
    });
    const lenient = await machine.ask('GET', '/api/invoice/get?pagesize=5', { headers: { prefer: 'handling=lenient' } });
    expect([lenient.status, lenient.headers['x-unknown-fields']]).toEqual([201, 'pagesize']);
  });
});
