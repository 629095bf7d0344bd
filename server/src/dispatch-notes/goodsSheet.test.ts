import { readXlsx } from 'hucre';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { workbookOf } from '../../test/workbook.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';
import { uncoded } from '../../test/uncoded.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
let orderId: string;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const LINES = [
  orderLineOf({
    itemCode: 'R-1',
    itemName: 'Rice',
    ean: '8901030516320',
    quantity: '100',
    unitPrice: '50',
    caseQuantity: '12',
    uom: 'BAG',
  }),
  orderLineOf({
    itemCode: 'W-1',
    itemName: 'Wheat',
    ean: '8901030516337',
    quantity: '40',
    unitPrice: '30',
    uom: 'BAG',
    caseQuantity: null,
  }),
  orderLineOf({ itemCode: 'W-1', itemName: 'Free wheat', ean: '8901030516337', quantity: '4', unitPrice: '0', uom: 'BAG' }),
];
beforeEach(async () => {
  vendor = await api.newVendor();
  orderId = await makeOrder(api.ctx, vendor.user.id, 'PO/1', { lines: LINES, deliveryLocation: 'Bhiwandi' });
});

type Cells = (string | number | null)[];
const HEAD = ['DC Number', 'PO Number', 'Line', 'Quantity', 'Cartons', 'Batch', 'Best Before'];
const upload = async (rows: Cells[], { head = HEAD, query = '', caller = vendor, body = {} } = {}) => {
  const content = await workbookOf([head, ...rows]);
  const reply = await caller.send('POST', `/api/dispatchLine/excelUpload${query}`, body, { file: { name: 'lines.xlsx', content } });
  return { status: reply.status, ...reply.body };
};
const exported = async (query: Record<string, string> = {}) => {
  const { body } = await vendor.get('/api/dispatchLine/export', query);
  const [head = [], ...rows] = (await readXlsx(body as Buffer)).sheets[0]?.rows ?? [];
  return { body: body as Buffer, rows: rows.map((row) => Object.fromEntries(head.map((name, index) => [String(name), row[index]]))) };
};
const notes = async () =>
  (await vendor.get('/api/desPatchNote/get')).body as { _id: string; DCNumber: string; state: string | null; [field: string]: unknown }[];
const goods = async (number: string) => {
  const note = (await notes()).find(({ DCNumber }) => DCNumber === number);
  return (await vendor.get(`/api/dispatchGoods/get/${note?._id}`)).body;
};
const move = async (number: string, to: string) => vendor.post(`/api/dispatchGoods/move/${(await goods(number))._id}`, { move: to });

test('rows create dispatch notes with their lines and the facts of the order, and the log has each write', async () => {
  const reply = await upload([
    ['DC/1', 'PO/1', 1, 60, 5, 'A', '30-06-2027'],
    ['DC/2', 'PO/1', 2, 40, null, null, null],
    ['dc/1', 'PO/1', 1, null, 2, 'B', '31-07-2027'],
    [null, 'PO/1', 3, null, null, null, null],
  ]);
  expect(reply).toMatchObject({ status: 200, created: 2, updated: 0 });
  expect((await notes()).map(({ DCNumber, state, PONumber, deliveryLocation }) => [DCNumber, state, PONumber, deliveryLocation])).toEqual([
    ['DC/2', 'draft', 'PO/1', 'Bhiwandi'],
    ['DC/1', 'draft', 'PO/1', 'Bhiwandi'],
  ]);
  expect(await goods('DC/1')).toMatchObject({
    lines: [
      { no: 1, orderId, line: 1, quantity: 60, cartons: 5, batch: 'A', bestBefore: '2027-06-30', taxable: 3000 },
      // The line has two cartons of twelve.
      { no: 2, line: 1, quantity: 24, cartons: 2, batch: 'B' },
    ],
  });
  const { body: log } = await admin.get('/api/audit/get', { entity: 'dispatchNote', userID: vendor.user.id });
  expect(log.map(({ action }: { action: string }) => action.replace('dispatchNote.', ''))).toEqual([
    'uploadLines',
    'goods',
    'create',
    'goods',
    'create',
  ]);
  const { body: feed } = await vendor.get('/api/changes');
  expect(JSON.stringify(feed)).toContain((await goods('DC/2'))._id);
});

test('open lines can be downloaded and filled in, and a downloaded dispatch note comes back changed', async () => {
  expect((await exported()).rows).toMatchObject([
    {
      'DC Number': null,
      'PO Number': 'PO/1',
      Line: 1,
      'EAN Code': '8901030516320',
      'Item Code': 'R-1',
      Open: 100,
      Quantity: null,
      UOM: 'BAG',
    },
    { Line: 2, Open: 40 },
    { Line: 3, Open: 4 },
  ]);
  await upload([
    ['DC/1', 'PO/1', 1, 90, null, 'A', '30-06-2027'],
    ['DC/1', 'PO/1', 2, 40, null, null, null],
  ]);
  const { _id: noteId } = await goods('DC/1');
  const { body, rows } = await exported({ noteId });
  expect(rows).toMatchObject([
    { 'DC Number': 'DC/1', Line: 1, Open: 100, Quantity: 90, Batch: 'A' },
    { Line: 2, Quantity: 40 },
  ]);
  const same = await vendor.send('POST', '/api/dispatchLine/excelUpload', {}, { file: { name: 'lines.xlsx', content: body } });
  expect([same.status, same.body.created, same.body.updated]).toEqual([200, 0, 0]);
  expect(await upload([['DC/1', 'PO/1', 1, 80, null, 'A2', null]])).toMatchObject({ status: 200, created: 0, updated: 1 });
  expect((await goods('DC/1')).lines).toMatchObject([{ quantity: 80, batch: 'A2', bestBefore: null }]);
  await move('DC/1', 'ready');
  expect((await exported()).rows[0]).toMatchObject({ Line: 1, Open: 20 });
  const ready = await upload([['DC/1', 'PO/1', 1, 70, null, 'A2', null]]);
  expect(uncoded(ready.errors)).toEqual([
    { row: 2, column: 'DC Number', message: 'This dispatch note is ready. Its goods can no longer be changed.' },
  ]);
});

test('the download for a dispatch note without lines proposes the open lines of its order, as the form does', async () => {
  await vendor.post('/api/desPatchNote/create', { DCNumber: 'DC/7', PONumber: '77' });
  const number = String(7_000_000 + api.serial());
  await makeOrder(api.ctx, vendor.user.id, number, { lines: LINES });
  await vendor.post('/api/desPatchNote/create', { DCNumber: 'DC/8', PONumber: number });
  const [of8, of7] = await notes();
  expect((await exported({ noteId: of7?._id ?? '' })).rows).toEqual([]);
  const { body, rows } = await exported({ noteId: of8?._id ?? '' });
  expect(rows[0]).toMatchObject({ 'DC Number': 'DC/8', 'PO Number': number, Line: 1, Quantity: 100, Cartons: 9 });
  const back = await vendor.send('POST', '/api/dispatchLine/excelUpload', {}, { file: { name: 'lines.xlsx', content: body } });
  expect([back.status, back.body.updated]).toEqual([200, 1]);
  expect((await goods('DC/8')).lines).toMatchObject([{ quantity: 100 }, { quantity: 40 }, { quantity: 4 }]);
});

test('a dry run stores nothing, and an Idempotency-Key stores once', async () => {
  expect(await upload([['DC/1', 'PO/1', 1, 1]], { query: '?dryRun=true' })).toMatchObject({ status: 200, created: 1 });
  expect(await notes()).toEqual([]);
  const content = await workbookOf([HEAD, ['DC/1', 'PO/1', 1, 1]]);
  const once = () =>
    vendor.send('POST', '/api/dispatchLine/excelUpload', {}, { file: { name: 'lines.xlsx', content } }, { 'idempotency-key': 'lines' });
  expect((await once()).body.created).toBe(1);
  expect((await once()).body.created).toBe(1);
  expect(await notes()).toHaveLength(1);
});

const NAMED = ['DC Number', 'PO Number', 'Line', 'EAN Code', 'Item Code', 'Quantity', 'UOM', 'HSN Code', 'Date of Delivery Challan'];
test.each<[string[], Cells, string, string]>([
  [HEAD, [null, 'PO/1', 1, 5], 'DC Number', 'DC Number is required.'],
  [HEAD, ['DC/1', 'PO/1', 1, null], 'Quantity', 'Invalid quantity. It should be a number above 0 and below 100 crore.'],
  [HEAD, ['DC/1', 'PO/1', 1, 0], 'Quantity', 'Invalid quantity. It should be a number above 0 and below 100 crore.'],
  [HEAD, ['DC/1', null, 1, 5], 'PO Number', 'PO Number is required.'],
  [HEAD, ['DC/1', 'PO/9', 1, 5], 'PO Number', 'This vendor has no order with PO Number PO/9.'],
  [HEAD, ['DC/1', 'PO/theirs', 1, 5], 'PO Number', 'This vendor has no order with PO Number PO/theirs.'],
  [HEAD, ['DC/1', 'PO/1', 9, 5], 'Line', 'Order PO/1 does not have a line 9. Select one of its lines.'],
  [HEAD, ['DC/1', 'PO/1', 1, 101], 'Quantity', 'Line 1: 101 dispatched here, 100 ordered. At most 100 more can be sent.'],
  [HEAD, ['DC/1', 'PO/off', 1, 5], 'PO Number', 'Line 1: order PO/off is cancelled.'],
  [HEAD, ['DC/1', 'PO/1', 2, null, 3], 'Quantity', 'Enter the quantity: the order does not state the quantity per carton.'],
  [
    HEAD,
    ['DC/1', 'PO/1', 1, 5, null, 'B', '22-11-2026'],
    'Best Before',
    'Line 1, batch B: expired on arrival (best before 22-11-2026, arrives on 23-11-2026).',
  ],
  [NAMED, ['DC/1', 'PO/1', null, '8901030516337', null, 5], 'Line', 'Several lines of order PO/1 match: 2 and 3. Enter the line number.'],
  [NAMED, ['DC/1', 'PO/1', 1, null, 'W-1', 5], 'Line', 'Line 1 of order PO/1 does not exist or has another item.'],
  [NAMED, ['DC/1', 'PO/1', 1, null, null, 5, 'KG'], 'UOM', 'The order has this line in BAG.'],
  [NAMED, ['DC/1', 'PO/1', 1, null, null, 5, null, '61149'], 'HSN Code', 'An HSN code has 4, 6 or 8 digits.'],
])('an error is at its row, and nothing is stored: %j %j', async (head, cells, column, message) => {
  const other = await api.newVendor();
  await makeOrder(api.ctx, other.user.id, 'PO/theirs', { lines: LINES });
  await makeOrder(api.ctx, vendor.user.id, 'PO/off', { lines: LINES, status: 'Cancelled' });
  const right = head === HEAD ? ['DC/9', 'PO/1', 2, 1] : ['DC/9', 'PO/1', null, '8901030516320', null, 1];
  const reply = await upload([right, cells], { head });
  expect(uncoded([reply.status, reply.errors])).toEqual([201, [{ row: 3, column, message }]]);
  expect(await notes()).toEqual([]);
});

test('the tolerance applies to all ready dispatch notes of a file together, and lines of two sites become two dispatch notes', async () => {
  await api.ctx.db.execute(sql`update match_tolerances set quantity = 2`);
  await upload([['DC/1', 'PO/1', 1, 60]]);
  await move('DC/1', 'ready');
  expect(uncoded((await upload([['DC/2', 'PO/1', 1, 43]])).errors)).toEqual([
    {
      row: 2,
      column: 'Quantity',
      message: 'Line 1: 43 dispatched here and 60 before, 100 ordered. At most 42 more can be sent with the tolerance of 2%.',
    },
  ]);
  expect(await upload([['DC/2', 'PO/1', 1, 42]])).toMatchObject({ status: 200, created: 1 });
  await api.ctx.db.execute(sql`update match_tolerances set quantity = 0`);
  await makeOrder(api.ctx, vendor.user.id, 'PO/far', { lines: LINES, deliveryLocation: 'Pune' });
  const two = await upload([
    ['DC/3', 'PO/1', 2, 1],
    ['DC/3', 'PO/far', 2, 1],
  ]);
  expect(uncoded(two.errors)).toEqual([
    {
      row: 3,
      column: 'PO Number',
      message: 'Line 2: order PO/far has a different delivery location from order PO/1. Create a separate dispatch note.',
    },
  ]);
});

test('the rows of a dispatch note must agree on its date, a stored one keeps its own, and packed lines stay in place', async () => {
  const head = [...HEAD.slice(0, 4), 'Date of Delivery Challan'];
  const two = await upload(
    [
      ['DC/1', 'PO/1', 1, 5, '20-11-2026'],
      ['DC/1', 'PO/1', 2, 5, '21-11-2026'],
    ],
    { head },
  );
  expect(two.errors).toMatchObject([
    { row: 3, message: 'Date of Delivery Challan differs from row 2, which belongs to the same document.' },
  ]);
  await upload([['DC/1', 'PO/1', 1, 5, '20-11-2026']], { head });
  expect((await upload([['DC/1', 'PO/1', 1, 6, '21-11-2026']], { head })).errors).toMatchObject([
    { row: 2, message: 'Dispatch note DC/1 has Date of Delivery Challan 20-11-2026. Change it on the dispatch note screen.' },
  ]);
  const { _id, lines, ...rest } = await goods('DC/1');
  await vendor.put(`/api/dispatchGoods/save/${_id}`, { ...rest, lines, packages: [{ kind: 'carton', lines: [{ no: 1, quantity: 5 }] }] });
  expect((await upload([['DC/1', 'PO/1', 2, 6]])).errors).toMatchObject([
    {
      row: 2,
      message:
        'Line 1 is packed or assigned to a vehicle, but its item has changed. Update the packages and vehicles on the dispatch note screen.',
    },
  ]);
  expect((await upload([['DC/1', 'PO/1', 1, 4]])).errors).toMatchObject([{ row: 2, message: 'Line 1: the packages contain 5 of 4.' }]);
  expect(
    await upload([
      ['DC/1', 'PO/1', 1, 6],
      ['DC/1', 'PO/1', 2, 6],
    ]),
  ).toMatchObject({ status: 200, updated: 1 });
  expect(await goods('DC/1')).toMatchObject({ packages: [{ lines: [{ no: 1, quantity: 5 }] }], lines: [{ quantity: 6 }, { line: 2 }] });
});

test('a batch number in another form means the same goods, and another batch does not', async () => {
  const batch = (text: string) => upload([['DC/1', 'PO/1', 1, 5, null, text, null]]);
  await batch('B-7 a');
  const { _id, lines, ...rest } = await goods('DC/1');
  await vendor.put(`/api/dispatchGoods/save/${_id}`, { ...rest, lines, packages: [{ kind: 'carton', lines: [{ no: 1, quantity: 5 }] }] });
  expect(await batch('b\u20117\u00a0\u00a0A\u200e')).toMatchObject({ status: 200, updated: 1 });
  expect((await batch('B-8 a')).errors).toMatchObject([
    {
      row: 2,
      message:
        'Line 1 is packed or assigned to a vehicle, but its item has changed. Update the packages and vehicles on the dispatch note screen.',
    },
  ]);
});

test('an administrator can upload for a vendor, and another vendor’s dispatch note is not found', async () => {
  expect(await upload([['DC/1', 'PO/1', 1, 5]], { caller: admin, body: { userID: vendor.user.id } })).toMatchObject({ created: 1 });
  const { _id: noteId } = await goods('DC/1');
  const other = await api.newVendor();
  expect((await other.get('/api/dispatchLine/export', { noteId })).status).toBe(404);
  expect((await upload([['DC/1', 'PO/1', 1, 5]], { caller: other })).errors).toMatchObject([{ column: 'PO Number' }]);
});

test('an upload without the column that names the dispatch note is rejected, and a marked file comes back', async () => {
  expect(uncoded((await upload([['PO/1', 1]], { head: ['PO Number', 'Line'] })).errors)).toEqual([
    { row: 1, column: 'DC Number', message: 'The column DC Number is missing.' },
  ]);
  const content = await workbookOf([HEAD, ['DC/1', 'PO/1', 9, 5]]);
  const marked = await vendor.send('POST', '/api/dispatchLine/excelUpload/marked', {}, { file: { name: 'lines.xlsx', content } });
  expect(JSON.stringify((await readXlsx(marked.body as Buffer)).sheets)).toContain(
    'Order PO/1 does not have a line 9. Select one of its lines.',
  );
});
