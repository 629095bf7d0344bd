/** Challan numbers (rule 55 of the CGST Rules) around 1 April. */
import { nextChallanNumber } from '@aapurti/contract/dispatch-notes/challanNumbers';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { workbookOf } from '../../test/workbook.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false }, () => new Date('2026-04-01T06:00:00Z'));
  vendor = await api.newVendor();
});
afterAll(() => api.close());

const create = (DCNumber: string, DateOfDeliverChallan: string) =>
  vendor.post('/api/desPatchNote/create', { DCNumber, DateOfDeliverChallan });

test('a challan number is unique in its financial year, and can be used again from 1 April', async () => {
  expect((await create('DC-001', '2026-03-31')).status).toBe(200);
  const again = await create('dc-001', '2026-03-30');
  expect([again.status, again.body.errors]).toMatchObject([409, { DCNumber: expect.stringContaining('already in use') }]);
  const next = await create('DC-001', '2026-04-01');
  expect(next.status).toBe(200);
  expect((await create('DC-001', '2027-03-31')).status).toBe(409);
  // A change of date cannot create a duplicate within a year.
  const moved = await vendor.put(`/api/desPatchNote/edit/${next.body.data._id}`, { DateOfDeliverChallan: '2026-03-31' });
  expect([moved.status, Object.keys(moved.body.errors)]).toEqual([409, ['DCNumber']]);
});

test('the series of challan numbers continues in the list, and starts again each year', async () => {
  const other = await api.newVendor();
  const made = await other.post('/api/desPatchNote/create', { DCNumber: 'CH/25-26/099', DateOfDeliverChallan: '2026-03-31' });
  expect(made.status).toBe(200);
  const { body } = await other.get('/api/desPatchNote/get', { page: 1, pageSize: 1 });
  const [last] = body as { DCNumber: string; DateOfDeliverChallan: string }[];
  const from = { number: last?.DCNumber ?? '', day: last?.DateOfDeliverChallan ?? '' };
  expect([nextChallanNumber(from, '2026-03-31'), nextChallanNumber(from, '2026-04-01')]).toEqual(['CH/25-26/100', 'CH/26-27/001']);
});

test.each([
  ['DC/2026-27/000017', 'Challan number DC/2026-27/000017 has 17 characters. Rule 55 of the CGST Rules allows at most 16.'],
  ['DC 17', 'Challan number DC 17: Rule 55 of the CGST Rules allows only letters, digits, - and /.'],
  ['डीसी/17', 'Challan number डीसी/17: Rule 55 of the CGST Rules allows only letters, digits, - and /.'],
])('goods cannot leave on a challan with the number %s', async (number, words) => {
  const order = await makeOrder(api.ctx, vendor.user.id, `N/${api.serial()}`, { lines: [orderLineOf()] });
  const note = (await create(number, '2026-04-01')).body.data._id as string;
  const goods = (kind: string) =>
    vendor.put(`/api/dispatchGoods/save/${note}`, { kind, lines: [{ orderId: order, line: 1, quantity: 1 }] });
  expect((await goods('challan')).status).toBe(200);
  const refused = await vendor.post(`/api/dispatchGoods/move/${note}`, { move: 'ready' });
  expect([refused.status, refused.body.errors]).toEqual([422, { DCNumber: words }]);
  // The accompanying tax invoice provides its own number.
  expect((await goods('invoice')).status).toBe(200);
  expect((await vendor.post(`/api/dispatchGoods/move/${note}`, { move: 'ready' })).status).toBe(200);
});

test('a file uploaded in April creates a new dispatch note for a number of March', async () => {
  const order = await makeOrder(api.ctx, vendor.user.id, 'SHEET/1', { lines: [orderLineOf()] });
  const before = (await create('DC-700', '2026-03-30')).body.data._id as string;
  await vendor.put(`/api/dispatchGoods/save/${before}`, { kind: 'challan', lines: [{ orderId: order, line: 1, quantity: 1 }] });
  await vendor.post(`/api/dispatchGoods/move/${before}`, { move: 'ready' });
  const content = await workbookOf([
    ['DC Number', 'Date of Delivery Challan', 'PO Number', 'Line', 'Quantity'],
    ['DC-700', '01-04-2026', 'SHEET/1', '1', '2'],
  ]);
  const sent = await vendor.send('POST', '/api/dispatchLine/excelUpload', {}, { file: { name: 'lines.xlsx', content } });
  expect([sent.status, sent.body.message]).toMatchObject([200, expect.any(String)]);
  const { body } = await vendor.get('/api/desPatchNote/get', { DCNumber: 'DC-700' });
  expect((body as { DateOfDeliverChallan: string }[]).map((note) => note.DateOfDeliverChallan).sort()).toEqual([
    '2026-03-30',
    '2026-04-01',
  ]);
});
