import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { uncoded } from '../../test/uncoded.ts';

const URL = '/api/buyerData/gstRates';
let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin();
});
afterAll(() => api.close());

/** Each test has its own HSN codes, from the range for machines. */
let last = 8400;
const newHsn = () => String((last += 1));
const NEW = { rate: 5, validFrom: '2025-09-22' };

async function add(fields: Record<string, unknown>) {
  const { status, body } = await admin.post(`${URL}/create`, { hsnPrefix: newHsn(), ...NEW, ...fields });
  expect([status, body.message]).toEqual([200, 'GST rate added.']);
  return body.data;
}
const edit = (id: string, fields: Record<string, unknown>) => admin.put(`${URL}/edit/${id}`, fields);
const rowsOf = async (hsnCode: string, more = {}) =>
  ((await admin.get(URL, { hsnCode, sortBy: 'hsnPrefix', sortOrder: 'asc', ...more })).body as Record<string, unknown>[]).map((row) => [
    row['rate'],
    row['validFrom'],
    row['validTo'],
  ]);

test('every supplied rate states the notification that sets it', async () => {
  const { body } = await admin.get(URL, { hsnCode: '1006', sortBy: 'hsnPrefix', sortOrder: 'asc' });
  expect(body).toMatchObject([
    { condition: 'loose', rate: 0, validFrom: '2025-09-22', validTo: null, notification: '10/2025-CT(R)', proved: true },
    { condition: 'prepacked', rate: 5, validFrom: '2025-09-22', validTo: null, notification: '9/2025-CT(R)', proved: true },
  ]);
  expect(
    (await api.ctx.db.first<{ n: number }>(sql`select count(*)::int as n from gst_rates where proved and notification is null`))?.n,
  ).toBe(0);
});

describe('a change', () => {
  test('with a later start date ends the old rate the day before and keeps it', async () => {
    const hsn = newHsn();
    const before = await add({ hsnPrefix: hsn, rate: 18, notification: '9/2025-CT(R)' });
    const { status, body } = await edit(before._id, { rate: '5', validFrom: '2028-03-01', notification: '', updatedAt: before.updatedAt });
    expect([status, body.message]).toEqual([200, 'GST rate updated.']);
    expect(body.data).toMatchObject({ _id: before._id, rate: 5, validFrom: '2028-03-01', validTo: null, notification: null });
    // 2028 is a leap year.
    expect(await rowsOf(hsn)).toEqual([
      [18, '2025-09-22', '2028-02-29'],
      [5, '2028-03-01', null],
    ]);
    expect(await rowsOf(hsn, { day: '2028-02-29' })).toEqual([[18, '2025-09-22', '2028-02-29']]);
    expect(await rowsOf(hsn, { day: '2028-03-01' })).toEqual([[5, '2028-03-01', null]]);
    const log = await admin.get('/api/audit/get', { entity: 'gstRate', entityId: before._id, action: 'gstRate.edit' });
    expect(log.body).toMatchObject([{ before: { rate: 18, validFrom: '2025-09-22' }, after: { rate: 5, validFrom: '2028-03-01' } }]);
  });

  test('with the same start date corrects the rate and leaves one row', async () => {
    const hsn = newHsn();
    const { _id } = await add({ hsnPrefix: hsn, rate: 18 });
    await edit(_id, { rate: 5 });
    await edit(_id, { validFrom: '2026-04-01', validTo: '2027-03-31' });
    expect(await rowsOf(hsn)).toEqual([[5, '2026-04-01', '2027-03-31']]);
  });

  test('after the end of the old rate leaves the days between without a rate', async () => {
    const hsn = newHsn();
    const { _id } = await add({ hsnPrefix: hsn, rate: 18, validTo: '2026-03-31' });
    await edit(_id, { rate: 5, validFrom: '2026-06-01', validTo: null });
    expect(await rowsOf(hsn)).toEqual([
      [18, '2025-09-22', '2026-03-31'],
      [5, '2026-06-01', null],
    ]);
  });

  test('of a supplied rate marks it as entered in the portal', async () => {
    const found = await admin.get(URL, { hsnCode: '2009', day: '2026-11-22' });
    const { body } = await edit(found.body[0]._id, { rate: 18, validFrom: '2027-04-01' });
    expect(body.data).toMatchObject({ proved: false, rate: 18, notification: null, changedBy: expect.stringMatching(/\S/) });
    const past = await admin.get(URL, { hsnCode: '2009', day: '2027-03-31' });
    expect(past.body).toMatchObject([{ proved: true, rate: 5, validTo: '2027-03-31' }]);
  });

  test('of a supplied rate to a non-standard one requires its own notification', async () => {
    const found = await admin.get(URL, { hsnCode: '2202', day: '2026-11-22' });
    const shipped = found.body.find((rate: { proved: boolean; notification: string | null }) => rate.proved && rate.notification !== null);
    const change = (more: object) => edit(shipped._id, { rate: 7, validFrom: '2027-04-01', ...more });
    const refused = await change({ notification: shipped.notification });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { rate: expect.stringContaining('Enter the GST notification for this rate.') },
    ]);
    expect((await change({ notification: '1/2027-CT(R)' })).body.data).toMatchObject({ notification: '1/2027-CT(R)', proved: false });
  });

  test('cannot move a rate to other goods, or change one that another user has changed', async () => {
    const before = await add({});
    expect((await edit(before._id, { hsnPrefix: '10' })).body.errors).toEqual({
      hsnPrefix: "A rate's goods cannot be changed. Add a rate for the other goods.",
    });
    const answers = await Promise.all([18, 40, 3].map((rate) => edit(before._id, { rate, updatedAt: before.updatedAt })));
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
  });
});

describe('a rejected rate', () => {
  test.each([
    [{ hsnPrefix: '' }, 'hsnPrefix', 'An HSN prefix has 2, 4, 6 or 8 digits.'],
    [{ hsnPrefix: '61149' }, 'hsnPrefix', 'An HSN prefix has 2, 4, 6 or 8 digits.'],
    [{ hsnPrefix: '१०' }, 'hsnPrefix', 'An HSN prefix has 2, 4, 6 or 8 digits.'],
    [{ condition: 'boxed' }, 'condition', 'Goods must be any, prepacked or loose.'],
    [{ rate: '' }, 'rate', 'Rate is required. It should be a percentage from 0 to 100.'],
    [{ rate: '1e1' }, 'rate', 'Rate is required. It should be a percentage from 0 to 100.'],
    [{ rate: -5 }, 'rate', 'Rate is required. It should be a percentage from 0 to 100.'],
    [{ cessRate: '1000' }, 'cessRate', 'Cess rate should be a percentage with at most three decimals.'],
    [{ validFrom: '' }, 'validFrom', 'Valid From is required.'],
    [{ validFrom: '2027-02-29' }, 'validFrom', 'Invalid date. Enter an existing date.'],
    [{ validTo: '2025-09-21' }, 'validTo', 'The last day 21-09-2025 is before the first day 22-09-2025. Correct one of them.'],
    [
      { rate: 12 },
      'rate',
      '12% is not a GST rate in effect on 22-09-2025: 0, 0.25, 1.5, 3, 5, 18 and 40. Enter the GST notification for this rate.',
    ],
    [
      { rate: 12, validFrom: '2024-01-01' },
      'validTo',
      'The rate of 12% no longer applies from 22-09-2025. End this rate before that date.',
    ],
  ])('%j: %s', async (fault, field, message) => {
    const { status, body } = await admin.post(`${URL}/create`, { hsnPrefix: newHsn(), ...NEW, ...fault });
    expect([status, body.errors]).toEqual([422, { [field]: message }]);
  });

  test('has dates on which the same goods have a rate, even if two are added at the same time', async () => {
    const hsnPrefix = newHsn();
    await add({ hsnPrefix, validTo: '2026-03-31' });
    const late = { hsnPrefix, rate: 18, validFrom: '2026-03-31' };
    expect((await admin.post(`${URL}/create`, late)).body.errors).toEqual({
      validFrom: `${hsnPrefix} already has a rate of 5% from 22-09-2025 to 31-03-2026. Change that rate, or choose other dates.`,
    });
    const next = { ...late, validFrom: '2026-04-01' };
    expect(statusesOf(await Promise.all([1, 2, 3].map(() => admin.post(`${URL}/create`, next))))).toEqual([200, 422, 422]);
    // Other goods with that code have their own periods.
    await add({ ...late, condition: 'loose' });
  });

  test('is rejected by the database if periods overlap', async () => {
    const insert = (from: string, to: string | null) =>
      api.ctx.db.execute(sql`insert into gst_rates (hsn_prefix, rate, valid_from, valid_to) values ('8499', 5, ${from}, ${to})`);
    await insert('2026-01-01', '2026-01-31');
    await expect(insert('2026-01-31', null)).rejects.toThrow('gst_rates_overlap');
    await insert('2026-02-01', null);
  });
});

describe('a file of rates', () => {
  const HEADINGS = 'HSN,Goods,Rate,Cess Rate,Valid From,Valid To,Notification';
  const upload = (rows: string[], path = '') =>
    admin.send('POST', `${URL}${path}`, {}, { file: { name: 'rates.csv', content: Buffer.from([HEADINGS, ...rows].join('\n')) } });

  test('adds and changes rates, and its export can be uploaded again', async () => {
    const [one, other] = [newHsn(), newHsn()];
    await add({ hsnPrefix: one, rate: 18 });
    const { status, body } = await upload([
      `${one},,18,,22-09-2025,31-03-2027,`,
      `${one},,5,,01-04-2027,,`,
      `${other},loose,0%,,2026-04-01,,`,
    ]);
    expect([status, body]).toMatchObject([200, { created: 2, updated: 1 }]);
    expect(await rowsOf(one)).toEqual([
      [18, '2025-09-22', '2027-03-31'],
      [5, '2027-04-01', null],
    ]);
    const before = await api.ctx.db.rows(sql`select * from gst_rates order by id`);
    const content = (await admin.get(`${URL}/export`)).body as Buffer;
    const again = await admin.send('POST', URL, {}, { file: { name: 'gst-rates.xlsx', content } });
    expect([again.status, again.body]).toMatchObject([200, { created: 0, updated: before.length }]);
    expect(await api.ctx.db.rows(sql`select * from gst_rates order by id`)).toEqual(before);
  });

  test('moves the border between two rates', async () => {
    const hsn = newHsn();
    await upload([`${hsn},,18,,22-09-2025,31-03-2026,`, `${hsn},,5,,01-04-2026,,`]);
    expect((await upload([`${hsn},,18,,22-09-2025,30-06-2026,`, `${hsn},,5,,01-07-2026,,`])).body.errors).toMatchObject([
      {
        row: 2,
        column: 'Valid From',
        message: `${hsn} already has a rate of 5% from 01-04-2026. Change that rate, or choose other dates.`,
      },
      { row: 3, column: 'Valid From' },
    ]);
    const longer = await upload([`${hsn},,18,,22-09-2025,30-06-2025,`]);
    expect(uncoded(longer.body.errors)).toEqual([
      { row: 2, column: 'Valid To', message: 'The last day 30-06-2025 is before the first day 22-09-2025. Correct one of them.' },
    ]);
    expect((await upload([`${hsn},,18,,22-09-2025,28-02-2026,`])).status).toBe(200);
  });

  test('with overlapping dates is rejected by row, and nothing is saved', async () => {
    const [one, other] = [newHsn(), newHsn()];
    await add({ hsnPrefix: one, validTo: '2026-03-31' });
    const { status, body } = await upload([
      `${other},,5,,01-04-2026,31-03-2027,`,
      `${other},,18,,31-03-2027,,`,
      `${other},,5,,01-04-2026,31-03-2027,`,
      `${one},,18,,01-01-2026,,`,
      `${one},loose,0,,01-01-2026,,`,
      `${one},,18,,29-02-2027,,`,
      `${newHsn()},,12,,01-04-2027,,`,
    ]);
    expect([status, body.totalErrors]).toEqual([201, 5]);
    expect(uncoded(body.errors)).toEqual([
      { row: 3, column: 'Valid From', message: `${other} is already in row 2 from 01-04-2026 to 31-03-2027.` },
      { row: 4, column: 'Valid From', message: `${other} is already in row 2 from 01-04-2026 to 31-03-2027.` },
      {
        row: 5,
        column: 'Valid From',
        message: `${one} already has a rate of 5% from 22-09-2025 to 31-03-2026. Change that rate, or choose other dates.`,
      },
      { row: 7, column: 'Valid From', message: 'Valid From should be a date, for example 31-12-2026.' },
      { row: 8, column: 'Rate', message: expect.stringContaining('12% is not a GST rate in effect on 01-04-2027: ') },
    ]);
    expect(await rowsOf(other)).toEqual([]);
  });

  test('with many rates is saved in one step', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `${String(30_000_000 + n)},,5,,22-09-2025,,`);
    expect((await upload(rows)).body).toMatchObject({ created: 20_000, updated: 0 });
    await api.ctx.db.execute(sql`delete from gst_rates where hsn_prefix like '300%'`);
  });
});

test('a rate entered by mistake is deleted, and the log has its values', async () => {
  const before = await add({ rate: 40 });
  expect((await admin.delete(`${URL}/delete/${before._id}`)).body).toEqual({ message: 'GST rate deleted.' });
  expect((await admin.get(`${URL}/get/${before._id}`)).status).toBe(404);
  const log = await admin.get('/api/audit/get', { entity: 'gstRate', entityId: before._id, action: 'gstRate.delete' });
  expect(log.body).toMatchObject([{ before: { rate: 40, hsnPrefix: before.hsnPrefix } }]);
});

describe('the rates of an order', () => {
  test('are those of its lines’ HSN codes on the given day, for its vendor, and for administrators who name the vendor', async () => {
    const [vendor, other] = [await api.newVendor(), await api.newVendor()];
    const line = { quantity: 10, price: '10.50' };
    const { body: typed } = await admin.post('/api/buyerData/orders/create', {
      userID: vendor.user.id,
      poNumber: '4500077',
      poDate: '2026-11-01',
      lines: [
        { ...line, itemCode: 'R', itemName: 'Rice', hsnCode: '10063020', taxRate: 12 },
        { ...line, itemCode: 'G', itemName: 'Ghee', hsnCode: '04059020' },
        { ...line, itemCode: 'B', itemName: 'Bag' },
      ],
    });
    expect(typed.message).toBe('Purchase order added.');
    const ask = (who: Caller, day: string, more = {}) => who.get('/api/gstRates/ofOrder', { poNumber: '4500077', day, ...more });
    const five = { rate: 5, cessRate: 0 };
    const expected = [
      { line: 1, itemName: 'Rice', hsnCode: '10063020', taxable: 105, orderRate: 12, prepacked: five, loose: { rate: 0, cessRate: 0 } },
      { line: 2, itemName: 'Ghee', hsnCode: '04059020', taxable: 105, orderRate: null, prepacked: five, loose: five },
      { line: 3, itemName: 'Bag', hsnCode: null, taxable: 105, orderRate: null, prepacked: null, loose: null },
    ];
    expect((await ask(vendor, '2025-09-22')).body).toEqual(expected);
    expect((await ask(admin, '2025-09-22', { userID: vendor.user.id })).body).toEqual(expected);
    expect((await ask(vendor, '2025-09-21')).body).toMatchObject([{ prepacked: null }, { prepacked: null }, { prepacked: null }]);
    for (const [who, more] of [
      [other, { userID: vendor.user.id }],
      [admin, {}],
      [vendor, { poNumber: '45' }],
    ] as const)
      expect((await ask(who, '2025-09-22', more)).body).toEqual([]);
    expect((await ask(vendor, '2027-02-29')).status).toBe(422);
  });
});
