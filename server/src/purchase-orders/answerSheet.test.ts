import { readXlsx } from 'hucre';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { decideLines } from '../../test/books.ts';
import { workbookOf } from '../../test/workbook.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';
import { uncoded } from '../../test/uncoded.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
let id: string;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const LINES = ['R-1', 'R-2', 'R-3'].map((itemCode) =>
  orderLineOf({ itemCode, itemName: `Rice ${itemCode}`, quantity: '200', unitPrice: '50' }),
);
beforeEach(async () => {
  vendor = await api.newVendor();
  id = await makeOrder(api.ctx, vendor.user.id, 'PO/1', { lines: LINES, deliverBy: '2026-12-01' });
});

type Cells = (string | number | null)[];
const HEAD = ['PO Number', 'Line', 'Confirmation', 'Quantity', 'Date', 'Price', 'Rejected', 'Reason', 'Remark'];
const upload = async (rows: Cells[], query = '', head = HEAD) => {
  const content = await workbookOf([head, ...rows]);
  const reply = await vendor.send('POST', `/api/orderAnswer/excelUpload${query}`, {}, { file: { name: 'answers.xlsx', content } });
  return { status: reply.status, ...reply.body };
};
const answered = async () =>
  (await vendor.get(`/api/orderAnswer/get/${id}`)).body.lines.map(({ answer }: { answer: Record<string, unknown> | null }) => answer);
const openLines = async () => {
  const { body } = await vendor.get('/api/orderAnswer/export');
  const [head = [], ...rows] = (await readXlsx(body as Buffer)).sheets[0]?.rows ?? [];
  return { body: body as Buffer, rows: rows.map((row) => Object.fromEntries(head.map((name, place) => [String(name), row[place]]))) };
};

test('open lines are downloaded and uploaded with confirmations in several deliveries, by the rules of the screen', async () => {
  const { rows } = await openLines();
  expect(rows).toMatchObject(
    [1, 2, 3].map((line) => ({ 'PO Number': 'PO/1', Line: line, Ordered: 200, 'Order Price': 50, State: 'open' })),
  );
  const reply = await upload([
    ['PO/1', 1, 'accept', null, null, null, null, null, null],
    ['PO/1', 2, null, 120, '05-12-2026', 49, 20, 'Not available', null],
    ['PO/1', 2, null, 60, '12-12-2026', null, null, null, null],
    ['PO/1', 3, 'reject', null, null, null, null, 'Other', 'Mill is closed'],
  ]);
  expect(reply).toMatchObject({ status: 200, created: 0, updated: 3 });
  expect(await answered()).toMatchObject([
    { decision: 'accept', state: 'accepted', promises: [{ quantity: 200, date: '2026-12-01' }] },
    {
      decision: 'change',
      state: 'proposed',
      price: 49,
      rejectedQuantity: 20,
      reason: 'unavailable',
      promises: [
        { quantity: 120, date: '2026-12-05' },
        { quantity: 60, date: '2026-12-12' },
      ],
    },
    { decision: 'reject', state: 'rejected', reason: 'other', remark: 'Mill is closed' },
  ]);
  expect((await openLines()).rows).toEqual([]);
  await decideLines(api, admin, id, [{ line: 2, decision: 'counter', price: 49.5 }]);
  expect((await openLines()).rows).toMatchObject([{ Line: 2, State: 'countered', Offer: '49.5' }]);
  expect(await upload([['PO/1', 2, 'agree', null, null, null, null, null, null]])).toMatchObject({ status: 200, updated: 1 });
  expect((await answered())[1]).toMatchObject({ state: 'agreed', price: 49.5 });
});

test('an unchanged download changes nothing, and a dry run saves nothing', async () => {
  const { body } = await openLines();
  const again = await vendor.send('POST', '/api/orderAnswer/excelUpload', {}, { file: { name: 'open.xlsx', content: body } });
  expect([again.status, again.body.updated]).toEqual([200, 0]);
  expect(await upload([['PO/1', 1, 'accept']], '?dryRun=true')).toMatchObject({ status: 200, updated: 1 });
  expect(await answered()).toEqual([null, null, null]);
});

test.each<[Cells, string, string]>([
  [['PO/9', 1, 'accept'], 'PO Number', 'You have no order PO/9.'],
  [['PO/1', 9, 'accept'], 'Confirmation', 'Order PO/1 does not have a line 9. Select one of its lines.'],
  [['PO/1', 1, 'change', 0, '01-12-2026', null, null, 'Price'], 'Confirmation', 'Line 1: each quantity must be more than 0.'],
  [['PO/1', 1, 'change', 200, '22-11-2026', null, null, 'Later delivery'], 'Confirmation', 'Line 1: 22-11-2026 is in the past.'],
  [
    ['PO/1', 1, 'change', 120, '05-12-2026', null, null, 'Price'],
    'Confirmation',
    'Line 1: 120 of 200 confirmed; 80 neither confirmed nor rejected.',
  ],
  [['PO/1', 1, null, 200, '05-12-2026'], 'Confirmation', 'Line 1: enter the reason for the change.'],
  [['PO/1', 1, 'change', 1e9, '05-12-2026', null, null, 'Price'], 'Quantity', 'Invalid quantity. It should be a number below 100 crore.'],
  [['PO/1', 1, 'accept', 100], 'Confirmation', 'Line 1: for accept, leave quantity, date, price and rejected blank, or enter change.'],
  [['PO/1', 1, 'agree'], 'Confirmation', 'Line 1 of order PO/1 has no counter-offer to respond to. Reload the page to see its status.'],
  [['PO/1', 1, 'maybe'], 'Confirmation', 'Confirmation should be one of: accept, change, reject, agree, decline.'],
])('%j is a fault, and nothing is stored', async (cells, column, message) => {
  const reply = await upload([['PO/1', 2, 'accept'], cells]);
  expect(uncoded([reply.status, reply.errors])).toEqual([201, [{ row: 3, column, message }]]);
  expect(await answered()).toEqual([null, null, null]);
});

test('an amendment since the download is an error of each row with outdated values, and nothing is saved', async () => {
  const [first, second, third] = LINES;
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are three lines');
  await makeOrder(api.ctx, vendor.user.id, 'PO/1', {
    lines: [{ ...first, quantity: '80' }, { ...second, unitPrice: '49.5' }, third],
    deliverBy: '2026-12-01',
    version: '2',
  });
  const rows: Cells[] = [
    ['PO/1', 1, 200, 50, 'accept'],
    ['PO/1', 2, 200, 50, 'accept'],
    ['PO/1', 3, 200, 50, 'accept'],
  ];
  const shown = ['PO Number', 'Line', 'Ordered', 'Order Price', 'Confirmation'];
  const stale = await upload(rows, '', shown);
  expect(uncoded([stale.status, stale.errors])).toEqual([
    201,
    [
      { row: 2, column: 'Ordered', message: 'The ordered quantity is now 80. Download the open lines again.' },
      { row: 3, column: 'Order Price', message: 'The order price is now 49.5. Download the open lines again.' },
    ],
  ]);
  expect(await answered()).toEqual([null, null, null]);
  const fresh: Cells[] = [
    ['PO/1', 1, 80, 50, 'accept'],
    ['PO/1', 2, 200, 49.5, 'accept'],
    ['PO/1', 3, null, null, 'accept'],
  ];
  expect(await upload(fresh, '', shown)).toMatchObject({ status: 200, updated: 3 });
});

test('an order of another vendor is not found, and a cancelled one cannot be confirmed', async () => {
  const other = await api.newVendor();
  await makeOrder(api.ctx, other.user.id, 'PO/theirs', { lines: LINES });
  expect(uncoded((await upload([['PO/theirs', 1, 'accept']])).errors)).toEqual([
    { row: 2, column: 'PO Number', message: 'You have no order PO/theirs.' },
  ]);
  await makeOrder(api.ctx, vendor.user.id, 'PO/off', { lines: LINES, status: 'Cancelled' });
  const { errors } = await upload([['PO/off', 1, 'accept']]);
  expect(errors).toMatchObject([
    {
      row: 2,
      column: 'PO Number',
      message: 'Only an open purchase order can be acknowledged. Order PO/off is cancelled. Ask the buyer for a new order.',
    },
  ]);
});
