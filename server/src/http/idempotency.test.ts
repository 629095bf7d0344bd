import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, Caller, startApi } from '../../test/api.ts';
import { solve } from '../../test/captcha.ts';
import { papers, registration } from '../../test/forms.ts';
import { addItem } from '../../test/items.ts';
import { workbookOf } from '../../test/workbook.ts';
import { startSession } from '../sign-in/sessions.ts';
import { makeOrder } from '../demo/factories.ts';

const FORM = { schemaName: 'Diwali', EANCode: '8901030516320' };

let api: Api;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi();
  await addItem(api.ctx, { ean: FORM.EANCode, name: 'Basmati Rice 1 kg' });
  vendor = await api.newVendor();
});
afterAll(() => api.close());

let last = 0;
const newKey = () => `key-${(last += 1)}`;
const add = async (key: string, body: object = FORM, caller = vendor) => {
  const answer = await caller.post('/api/schema/create', body, { 'idempotency-key': key });
  return { status: answer.status, body: answer.body };
};
const stored = async (caller = vendor) => Number((await caller.get('/api/schema/get', { page: 1 })).headers['x-total-count']);

describe('a create with an Idempotency-Key', () => {
  test('returns the first response again and writes once', async () => {
    const [key, before] = [newKey(), await stored()];
    const first = await add(key);
    expect(first).toEqual({
      status: 200,
      body: { message: 'Scheme Uploaded Successfully', data: expect.objectContaining({ nararation: null }) },
    });
    // The repeated call gets the first response, even if the record has changed since.
    await api.ctx.db.execute(sql`update schemes set name = 'Changed' where id = ${first.body.data._id}`);
    expect(await add(key)).toEqual(first);
    expect(await stored()).toBe(before + 1);
  });

  test('writes once for twenty concurrent calls, and all get that response', async () => {
    const [key, before] = [newKey(), await stored()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await stored()).toBe(before + 1);
  });

  test('is rejected with another body, or for another operation', async () => {
    const [key, before] = [newKey(), await stored()];
    await add(key);
    const refused = {
      status: 422,
      body: { message: expect.stringMatching(/\S/), errors: { 'Idempotency-Key': expect.stringMatching(/\S/) } },
    };
    expect(await add(key, { ...FORM, quantity: 2 })).toEqual(refused);
    const product = { EANCode: FORM.EANCode, shelfLifeDays: 1, quantity: 1, MRP: 10, percentage: 10, margin: 1, sellingPrice: 9 };
    const other = await vendor.post('/api/product/create', product, { 'idempotency-key': key });
    expect({ status: other.status, body: other.body }).toEqual(refused);
    expect(await stored()).toBe(before + 1);
  });

  test('does not use up the key if it is rejected, by 4xx or by 201', async () => {
    const [key, before] = [newKey(), await stored()];
    expect((await add(key, { ...FORM, schemaName: '' })).status).toBe(422);
    expect((await add(key, { ...FORM, validity: '2001-01-01' })).status).toBe(422);
    expect(await add(key, { ...FORM, EANCode: '1' })).toEqual({ status: 201, body: { message: 'Invalid EANCode' } });
    expect((await add(key)).status).toBe(200);
    expect(await stored()).toBe(before + 1);
  });

  test('belongs to one user', async () => {
    const [key, other] = [newKey(), await api.newVendor()];
    const [mine, theirs] = [await add(key), await add(key, FORM, other)];
    expect(theirs.status).toBe(200);
    expect(theirs.body.data._id).not.toBe(mine.body.data._id);
    expect(theirs.body.data.userID).toBe(other.user.id);
  });

  test('belongs to one of the user’s companies', async () => {
    const [key, other] = [newKey(), await api.newVendor()];
    const member = await api.ctx.db.one<{ id: string }>(sql`
      insert into memberships (user_id, vendor_id, role) values (${vendor.user.id}, ${other.user.id}, 'orders') returning id::text`);
    const from = { now: api.ctx.clock(), address: null, userAgent: null };
    const there = new Caller(api.app, await startSession(api.ctx.db, vendor.user.id, { ...from, membershipId: member.id }), vendor.user);
    const answers = [await add(key, FORM, there)];
    await api.ctx.db.execute(sql`delete from sessions where membership_id = ${member.id}`);
    answers.push(await add(key));
    expect(answers.map(({ status, body }) => [status, body.data?.userID])).toEqual([
      [200, other.user.id],
      [200, vendor.user.id],
    ]);
  });

  test('is rejected for another record', async () => {
    const key = newKey();
    const [first, second] = [await makeOrder(api.ctx, vendor.user.id, '7301'), await makeOrder(api.ctx, vendor.user.id, '7302')];
    const reject = (order: string) =>
      vendor.post(
        `/api/orderAnswer/send/${order}`,
        { lines: [{ line: 1, decision: 'reject', reason: 'unavailable' }] },
        { 'idempotency-key': key },
      );
    expect([(await reject(first)).status, (await reject(first)).status]).toEqual([200, 200]);
    const { status, body } = await reject(second);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['Idempotency-Key']]);
  });

  test('is kept for a day, even after the clock is set forward by one, and is forgotten then', async () => {
    const key = newKey();
    const first = await add(key);
    const age = (hours: number) =>
      api.ctx.db.execute(
        sql`update idempotency_keys set created_at = now() - make_interval(hours => ${hours}) where caller_id = ${vendor.user.id}`,
      );
    await age(71);
    expect(await add(key)).toEqual(first);
    await age(73);
    expect((await add(key)).body.data._id).not.toBe(first.body.data._id);
  });

  test('writes each time without a key', async () => {
    const before = await stored();
    const answers = [await vendor.post('/api/schema/create', FORM), await vendor.post('/api/schema/create', FORM)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stored()).toBe(before + 2);
  });

  test.each(['', ' ', 'a b', 'x'.repeat(256), 'schlüssel'])('rejects %.20j as a key', async (key) => {
    expect((await add(key)).status).toBe(400);
  });

  test('ignores the key if the call does not create anything', async () => {
    const { status } = await vendor.ask('GET', '/api/schema/get', { headers: { 'idempotency-key': 'a b' } });
    expect(status).toBe(200);
  });
});

describe('registration with an Idempotency-Key', () => {
  const send = (caller: Caller, fields: Record<string, unknown>, key: string, files = papers()) =>
    caller.send('POST', '/api/auth/create', fields, files, { 'idempotency-key': key });
  const users = async () => (await api.ctx.db.first<{ count: number }>(sql`select count(*) from users`))?.count ?? 0;

  test('sent twice at the same time creates one account, and both get the response, though the captcha counts once', async () => {
    const fields = registration(api.serial(), { captcha: await solve((await api.visitor.get('/api/captcha')).body) });
    const [key, before] = [newKey(), await users()];
    const answers = await Promise.all([send(api.visitor, fields, key), send(api.visitor, fields, key)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await users()).toBe(before + 1);
  });

  test('does not use up the key if it is a duplicate', async () => {
    const [admin, taken, key] = [await api.newAdmin(), await api.newVendor(), newKey()];
    const fields = registration(api.serial());
    expect((await send(admin, { ...fields, email: taken.user.email }, key)).status).toBe(201);
    expect((await send(admin, fields, key)).status).toBe(200);
  });

  test('with another document is another request', async () => {
    const [admin, key, fields] = [await api.newAdmin(), newKey(), registration(api.serial())];
    expect((await send(admin, fields, key)).status).toBe(200);
    const other = papers({ panpicture: { name: 'pan.pdf', content: papers()['gstpicture']?.content ?? Buffer.alloc(0) } });
    const { status, body } = await send(admin, fields, key, other);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['Idempotency-Key']]);
    expect((await send(admin, fields, key)).status).toBe(200);
  });
});

describe('an upload with an Idempotency-Key', () => {
  const sheetOf = (number: number) =>
    workbookOf([
      ['Invoice Number', 'Invoice Date', 'Invoice Value'],
      [number, '02-04-2026', 118],
    ]);
  const upload = async (key: string, content: Uint8Array, query = '') => {
    const file = { name: 'invoices.xlsx', content };
    const answer = await vendor.send('POST', `/api/invoice/excelUpload${query}`, {}, { file }, { 'idempotency-key': key });
    return { status: answer.status, body: answer.body };
  };
  const invoices = async () => Number((await vendor.get('/api/invoice/get', { page: 1 })).headers['x-total-count']);

  test('returns the first response again and stores once, even if both come at the same time', async () => {
    const [key, before, sheet] = [newKey(), await invoices(), await sheetOf(880001)];
    const [first, second] = await Promise.all([upload(key, sheet), upload(key, sheet)]);
    expect([first.status, first.body.created]).toEqual([200, 1]);
    expect(second).toEqual(first);
    expect(await upload(key, sheet)).toEqual(first);
    expect(await invoices()).toBe(before + 1);
    // The same upload without the key is a new upload, of a number that exists already.
    expect((await upload(newKey(), sheet)).status).toBe(201);
  });

  test('is rejected for another file, and can be tried again after a rejection or a check', async () => {
    const [key, before] = [newKey(), await invoices()];
    const [good, faulty] = [await sheetOf(880002), await workbookOf([['Invoice Number'], ['x']])];
    expect((await upload(key, faulty)).status).toBe(201);
    expect((await upload(key, good, '?dryRun=true')).status).toBe(200);
    expect((await upload(key, good)).status).toBe(200);
    const other = await upload(key, await sheetOf(880003));
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['Idempotency-Key']]);
    expect((await upload('not a key', good)).status).toBe(400);
    expect(await invoices()).toBe(before + 1);
  });
});
