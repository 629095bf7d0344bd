// Why so long: one table of cases for every file of the buyer.
import { LOADED_LINES_MAX } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { readXlsx } from 'hucre/xlsx';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { workbookOf } from '../../test/workbook.ts';
import { verifyBooks } from '../payments/verify.ts';
import { takeSheet } from '../sheets/intake.ts';
import { administrator } from '../demo/factories.ts';
import { receiptIntake } from './receiptSheet.ts';
import { uncoded } from '../../test/uncoded.ts';

const RICE = '8901030516320';
const SALT = '8901058000290';

let api: Api;
let admin: Caller;
let vendor: Caller;
let code: number;
beforeAll(async () => {
  // The buyer is in Maharashtra, and so are vendors unless stated otherwise. A demo's buyer has a state without a setting, so the stored
  // taxes must match those on the screens.
  api = await startApi({ demo: true });
  admin = await api.newAdmin();
  await addItem(api.ctx, { ean: RICE, code: 'RICE-1', name: 'Basmati Rice 1 kg', mrp: '120.00' });
  await addItem(api.ctx, { ean: SALT, code: 'SALT-1', name: 'Salt' });
  await addItem(api.ctx, { ean: SALT, code: 'SALT-2', name: 'Salt, old pack' });
});
afterAll(() => api.close());
beforeEach(async () => {
  code = 5000 + api.serial();
  vendor = await api.newVendor({ vendor_Code: code });
});

type Cells = (string | number | null)[];

async function load(kind: string, rows: Cells[], query = '') {
  const file = { name: `${kind}.xlsx`, content: await workbookOf(rows) };
  const { status, body } = await admin.send('POST', `/api/buyerData/${kind}${query}`, {}, { file });
  return { status, ...body };
}

const ORDER = ['Vendor Code', 'PO Number', 'PO Date', 'EAN Code', 'Item Code', 'Quantity', 'Price', 'Tax Rate %', 'Status'];
const orderRow = (
  number: string,
  ean: string | null,
  quantity: number,
  price: number,
  more: Cells = [5, null],
  item: string | null = null,
): Cells => [code, number, '01-11-2026', ean, item, quantity, price, ...more];
const ordersOf = async (caller = vendor) => (await caller.get('/api/purChaseOrder/get', { sortBy: 'poNumber' })).body;

async function exported(kind: string) {
  const { body } = await admin.get(`/api/buyerData/${kind}/export`, { userID: vendor.user.id });
  return { content: body as Buffer, rows: (await readXlsx(body as Buffer)).sheets[0]?.rows ?? [] };
}

describe('orders', () => {
  test('that belong to another vendor are rejected, and their whole file with them', async () => {
    const other = await api.newVendor();
    await load('orders', [ORDER, orderRow('1', RICE, 1, 10)]);
    await api.ctx.db.execute(sql`update purchase_orders set vendor_id = ${other.user.id} where vendor_id = ${vendor.user.id}`);
    const reply = await load('orders', [ORDER, orderRow('2', RICE, 1, 10), orderRow('1', RICE, 2, 10)]);
    expect([reply.status, reply.message]).toEqual([409, 'Order 1 was previously imported for another vendor and stays with that vendor.']);
    expect(await ordersOf()).toEqual([]);
  });

  test('with one number in several rows are one order, take missing facts from their items, and add up taxes', async () => {
    const reply = await load('orders', [
      ORDER,
      orderRow('PO/1 A', RICE, 1, 33.33),
      orderRow('PO/2', null, 2, 10.5, [18, 'Closed'], 'SALT-2'),
      orderRow('PO/1 A', RICE, 1, 33.33),
      orderRow('PO/1 A', RICE, 1, 33.33),
      orderRow('PO/1 A', RICE, 10, 0),
    ]);
    expect(reply).toMatchObject({ status: 200, created: 2, updated: 0 });
    const [one, two] = await ordersOf();
    expect(one).toMatchObject({ poNumber: 'PO/1 A', poDate: '2026-11-01', status: 'Open', totalPurchaseItems: 4, value: 104.99 });
    expect(one.listOfItems.map((line: Record<string, unknown>) => line['itemName'])).toEqual(Array(4).fill('Basmati Rice 1 kg'));
    expect(one.listOfItems.map((line: { salesOrderTaxModel: { cgstTaxAmt: number } }) => line.salesOrderTaxModel.cgstTaxAmt)).toEqual([
      0.83, 0.84, 0.83, 0,
    ]);
    expect(one).toMatchObject({ HSNCode: '10063020', MRP: 120, CGSTAmt: 0.83, SGSTAmt: 0.83, IGSTAmt: 0, taxRate: 5 });
    expect(two).toMatchObject({ poNumber: 'PO/2', status: 'Closed', ItemName: 'Salt, old pack', value: 24.78 });
  });

  test('of a vendor in another state have IGST', async () => {
    await api.ctx.db.execute(sql`update vendors set gstin = '29' || substr(gstin, 3) where id = ${vendor.user.id}`);
    await load('orders', [ORDER, orderRow('1', RICE, 10, 100)]);
    expect((await ordersOf())[0]).toMatchObject({ IGSTAmt: 50, CGSTAmt: 0, SGSTAmt: 0, taxRate: 5, value: 1050 });
  });

  test('are amended if uploaded again with changes, and unchanged if uploaded as exported', async () => {
    await load('orders', [ORDER, orderRow('1', RICE, 10, 100), orderRow('2', RICE, 1, 100)]);
    const again = await load('orders', [ORDER, orderRow('1', RICE, 5, 100), orderRow('2', RICE, 1, 100)]);
    expect(again).toMatchObject({ status: 200, created: 0, updated: 1 });
    expect((await ordersOf()).map(({ value }: { value: number }) => value)).toEqual([525, 105]);
    const { rows, content } = await exported('orders');
    expect(rows.length).toBe(3);
    const before = await ordersOf();
    const reply = await admin.send('POST', '/api/buyerData/orders', {}, { file: { name: 'a.xlsx', content } });
    expect(reply.body).toMatchObject({ created: 0, updated: 0 });
    expect(await ordersOf()).toEqual(before);
    await load('orders', [ORDER, orderRow('1', RICE, 5, 100, [5, 'Cancelled'])]);
    expect((await ordersOf())[0]).toMatchObject({ status: 'Cancelled' });
  });

  test.each<[string, (row: Cells) => Cells, string, string]>([
    ['a vendor that does not exist', (row) => [999_999, ...row.slice(1)], 'Vendor Code', 'No vendor has the code 999999.'],
    [
      'an EAN that nothing has',
      (row) => [...row.slice(0, 3), '8901719110634', ...row.slice(4)],
      'EAN Code',
      'No item has the EAN 8901719110634. Upload the item first, or enter its Item Name.',
    ],
    [
      'an EAN on two items',
      (row) => [...row.slice(0, 3), SALT, ...row.slice(4)],
      'EAN Code',
      `Several items have the EAN ${SALT}. Enter the Item Code too.`,
    ],
    ['no item', (row) => [...row.slice(0, 3), null, ...row.slice(4)], 'Item Code', 'EAN Code or Item Code is required.'],
    [
      'no quantity',
      (row) => [...row.slice(0, 5), 0, ...row.slice(6)],
      'Quantity',
      'Quantity should be a number above 0, at most three decimals.',
    ],
    [
      'another date',
      (row) => [...row.slice(0, 2), '02-11-2026', ...row.slice(3)],
      'PO Date',
      'PO Date must be the same in all rows of 7: in row 2 it is 2026-11-01.',
    ],
    ['an odd status', (row) => [...row.slice(0, 8), 'Lost'], 'Status', 'Status should be one of: Open, Closed, Cancelled.'],
  ])('with %s get an error in their row, and nothing is stored', async (_, spoil, column, message) => {
    const reply = await load('orders', [ORDER, orderRow('7', RICE, 1, 1), spoil(orderRow('7', RICE, 1, 1))]);
    expect(reply).toMatchObject({ status: 201, errors: [{ row: 3, column, message }] });
    expect(await ordersOf()).toEqual([]);
  });

  test('are not stored by a dry run, and those of an ERP are not changed in the portal', async () => {
    expect(await load('orders', [ORDER, orderRow('1', RICE, 1, 1)], '?dryRun=true')).toMatchObject({ status: 200, created: 1 });
    expect(await ordersOf()).toEqual([]);
    await load('orders', [ORDER, orderRow('1', RICE, 1, 1)]);
    await api.ctx.db.execute(sql`update purchase_orders set source = 'erpnext' where vendor_id = ${vendor.user.id}`);
    expect(uncoded((await load('orders', [ORDER, orderRow('1', RICE, 2, 1)])).errors)).toEqual([
      { row: 2, column: 'PO Number', message: 'Order 1 of this vendor comes from erpnext. Change it there.' },
    ]);
  });
});

test('an order with more lines than lists can show gets an error in the row that is too many', async () => {
  const rows = Array.from({ length: LOADED_LINES_MAX + 2 }, () => orderRow('1', RICE, 1, 1));
  const reply = await load('orders', [ORDER, ...rows.slice(1), orderRow('2', RICE, 1, 1)], '?dryRun=true');
  expect(reply).toMatchObject({ status: 201, errors: [{ row: LOADED_LINES_MAX + 2, column: 'PO Number' }] });
});

describe('receipts', () => {
  const HEAD = ['Vendor Code', 'PO Number', 'EAN Code', 'Receipt Number', 'Receipt Date', 'Quantity'];
  const row = (number: string, quantity: number, receipt = 'G1', ean = RICE): Cells => [code, number, ean, receipt, '18-11-2026', quantity];

  test('add up to the received quantity of their lines, and follow the lines when the order is amended', async () => {
    await load('orders', [ORDER, orderRow('1', RICE, 10, 100), orderRow('1', null, 5, 10, [5, null], 'SALT-1'), orderRow('1', RICE, 2, 0)]);
    expect(await load('receipts', [HEAD, row('1', 10), row('1', 1, 'G2'), row('1', 5, 'G1', SALT)])).toMatchObject({
      status: 200,
      created: 3,
    });
    const arrived = async () => (await ordersOf())[0].listOfItems.map((line: { receivedQuantity: number }) => line.receivedQuantity);
    expect(await arrived()).toEqual([10, 5, 1]);
    expect((await ordersOf())[0].deliveryStatus).toBe('Partial');
    expect(await load('receipts', [HEAD, row('1', 10), row('1', 2, 'G2')])).toMatchObject({ created: 0, updated: 1 });
    expect((await ordersOf())[0].deliveryStatus).toBe('Delivered');
    await load('orders', [ORDER, orderRow('1', null, 5, 10, [5, null], 'SALT-1'), orderRow('1', RICE, 12, 100)]);
    expect(await arrived()).toEqual([5, 12]);
    expect((await ordersOf())[0].deliveryStatus).toBe('Delivered');
    const { rows, content } = await exported('receipts');
    expect(rows.length).toBe(4);
    const listed = await admin.get('/api/buyerData/receipts', { userID: vendor.user.id, poNumber: '1' });
    expect(listed.body[0]).toMatchObject({ vendorCode: code, poNumber: '1', receiptNumber: 'G1', EANCode: SALT, quantity: 5 });
    expect(content.length).toBeGreaterThan(0);
  });

  describe('with rejected goods', () => {
    const WIDE = [...HEAD, 'Accepted', 'Rejected', 'Reason', 'Remark', 'Batch'];
    const wide = (quantity: number, ...more: Cells): Cells => [...row('1', quantity), ...more];
    const stored = () =>
      api.ctx.db.rows<Record<string, unknown>>(sql`
        select quantity::float8, rejected::float8, reason, remark, batch from receipt_lines where vendor_id = ${vendor.user.id}`);
    const returns = () =>
      api.ctx.db.rows<Record<string, unknown>>(sql`
        select returned_quantity::float8 as quantity, remarks from purchase_returns where vendor_id = ${vendor.user.id}`);

    test('count, become a return, stay if a file does not mention them, and are exported as they came', async () => {
      await load('orders', [ORDER, orderRow('1', RICE, 100, 100)]);
      expect(await load('receipts', [WIDE, wide(100, 92, null, 'damaged', null, 'B-7')])).toMatchObject({ status: 200, created: 1 });
      const known = { quantity: 100, rejected: 8, reason: 'damaged', remark: null, batch: 'B-7' };
      expect(await stored()).toEqual([known]);
      expect(await returns()).toEqual([{ quantity: 8, remarks: 'Receipt G1, damaged' }]);
      expect(await load('receipts', [HEAD, row('1', 100)])).toMatchObject({ created: 0, updated: 0 });
      const { content } = await exported('receipts');
      const again = await admin.send('POST', '/api/buyerData/receipts', {}, { file: { name: 'a.xlsx', content } });
      expect(again.body).toMatchObject({ created: 0, updated: 0 });
      const listed = await admin.get('/api/buyerData/receipts', { userID: vendor.user.id });
      expect(listed.body).toMatchObject([{ quantity: 100, rejected: 8, reason: 'damaged', batch: 'B-7' }]);
      expect(await load('receipts', [WIDE, wide(100, null, 3, 'OTHER REASON', 'wet')])).toMatchObject({ updated: 1 });
      expect(await returns()).toEqual([{ quantity: 3, remarks: 'Receipt G1, other reason, wet' }]);
      expect(await load('receipts', [WIDE, wide(100, null, 0)])).toMatchObject({ updated: 1 });
      expect([await stored(), await returns()]).toEqual([[{ ...known, rejected: 0, reason: null, remark: 'wet' }], []]);
    });

    test('of an item that the order lost and has again belong to its line once they are uploaded again', async () => {
      const ordered = (ean: string) =>
        load('orders', [ORDER, orderRow('1', ean, 100, 100, [5, null], ean === SALT ? 'SALT-1' : undefined)]);
      const lineOf = () => api.ctx.db.rows(sql`select line from receipt_lines where vendor_id = ${vendor.user.id}`);
      await ordered(RICE);
      await load('receipts', [HEAD, row('1', 10)]);
      await ordered(SALT);
      expect(await lineOf()).toEqual([{ line: 0 }]);
      await ordered(RICE);
      expect(await load('receipts', [HEAD, row('1', 10)])).toMatchObject({ status: 200, updated: 1 });
      expect(await lineOf()).toEqual([{ line: 1 }]);
    });

    test('change what is stored by each column of a row that is uploaded again', async () => {
      await load('orders', [ORDER, orderRow('1', RICE, 100, 100)]);
      const days = ['18-11-2026', '19-11-2026'];
      const rowOf = (generation: number): Cells =>
        [code, '1', RICE, 'G1', days[generation] ?? '', 50 + generation, 40 - generation, 10 + 2 * generation].concat(
          ['damaged', 'quality'][generation] ?? '',
          `Remark ${generation}`,
          `B-${generation}`,
        );
      const seen = () =>
        api.ctx.db.rows(sql`
          select to_char(received_on, 'DD-MM-YYYY') as day, quantity::int, (quantity - rejected)::int as accepted, rejected::int, reason, remark, batch
          from receipt_lines where vendor_id = ${vendor.user.id}`);
      for (const generation of [0, 1]) {
        expect(await load('receipts', [WIDE, rowOf(generation)])).toMatchObject({ status: 200 });
        expect((await seen()).map(Object.values)).toEqual([rowOf(generation).slice(4)]);
      }
    });

    test.each<[Cells, string, string]>([
      [[101], 'Accepted', '101 accepted of 100 received.'],
      [[null, 101, 'damaged'], 'Rejected', '101 rejected of 100 received. Correct the rejected or the received quantity.'],
      [[90, 8, 'damaged'], 'Accepted', 'Accepted (90) and rejected (8) must add up to 100.'],
      [[92], 'Reason', 'Enter the reason for rejecting 8.'],
      [[92, 8, 'other reason'], 'Remark', 'Describe the reason.'],
      [
        [92, 8, 'ugly'],
        'Reason',
        'Reason should be one of: damaged, shelf life too short, wrong item, quality, more than ordered, other reason.',
      ],
    ])('%j is an error', async (cells, column, message) => {
      await load('orders', [ORDER, orderRow('1', RICE, 100, 100)]);
      expect(uncoded((await load('receipts', [WIDE, wide(100, ...cells)])).errors)).toEqual([{ row: 2, column, message }]);
      expect(await stored()).toEqual([]);
    });
  });

  test.each([
    [9, [9, 0], 'Partial'],
    [11, [10, 1], 'Partial'],
    [12, [10, 2], 'Delivered'],
  ])('of %d fill the lines of their item one after another, paid and free', async (quantity, lines, state) => {
    await load('orders', [ORDER, orderRow('1', RICE, 10, 100), orderRow('1', RICE, 2, 0)]);
    await load('receipts', [HEAD, row('1', quantity)]);
    const [order] = await ordersOf();
    expect(order.listOfItems.map((line: { receivedQuantity: number }) => line.receivedQuantity)).toEqual(lines);
    expect(order.deliveryStatus).toBe(state);
  });

  test('beyond all lines of their item are rejected, unless the settings allow it or the goods were rejected', async () => {
    await load('orders', [ORDER, orderRow('1', RICE, 10, 100), orderRow('1', RICE, 2, 0)]);
    const received = async () => {
      const [{ listOfItems }] = await ordersOf();
      return listOfItems.map((line: { receivedQuantity: number }) => line.receivedQuantity);
    };
    const message = 'Line 1 of order 1: 12 are open and 13 accepted. Reject the excess, or ask the buyer to confirm it in the order.';
    for (const dry of ['', '?dryRun=true'])
      expect(uncoded((await load('receipts', [HEAD, row('1', 13)], dry)).errors)).toEqual([{ row: 2, column: 'Quantity', message }]);
    expect(await received()).toEqual([0, 0]);
    // The receipt accepts 12 of 13 pieces.
    expect(
      (
        await load('receipts', [
          [...HEAD, 'Rejected', 'Reason'],
          [...row('1', 13), 1, 'damaged'],
        ])
      ).errors,
    ).toBeUndefined();
    expect(await received()).toEqual([10, 3]);
    expect(
      (
        await load('receipts', [
          [...HEAD, 'Rejected'],
          [...row('1', 13), 0],
        ])
      ).errors,
    ).toMatchObject([{ column: 'Quantity' }]);
    await api.ctx.db.execute(sql`update portal_settings set over_delivery = 8`);
    expect(
      (
        await load('receipts', [
          [...HEAD, 'Rejected'],
          [...row('1', 13), 0],
        ])
      ).errors,
    ).toMatchObject([{ column: 'Quantity' }]);
    await api.ctx.db.execute(sql`update portal_settings set over_delivery = 9`);
    expect(
      await load('receipts', [
        [...HEAD, 'Rejected'],
        [...row('1', 13), 0],
      ]),
    ).toMatchObject({ status: 200, updated: 1 });
    expect(await received()).toEqual([10, 3]);
    await api.ctx.db.execute(sql`update portal_settings set over_delivery = 0`);
  });

  test('beyond the order are also rejected after replacements of returned goods have arrived', async () => {
    const [first] = (await load('orders', [ORDER, orderRow('1', RICE, 100, 100)]), await ordersOf());
    await load('receipts', [HEAD, row('1', 100)]);
    const head = ['Vendor Code', 'Return Number', 'PO Number', 'Product Name', 'Quantity Purchased', 'Quantity Returned'];
    expect((await load('returns', [head, [code, 'R1', '1', first.listOfItems[0].itemName, 100, 30]])).status).toBe(200);
    expect((await load('receipts', [HEAD, row('1', 31, 'G2')])).errors).toMatchObject([{ row: 2, column: 'Quantity' }]);
    expect((await load('receipts', [HEAD, row('1', 30, 'G2')])).errors).toBeUndefined();
    const message = 'Line 1 of order 1: 0 are open and 20 accepted. Reject the excess, or ask the buyer to confirm it in the order.';
    expect(uncoded((await load('receipts', [HEAD, row('1', 20, 'G3')])).errors)).toEqual([{ row: 2, column: 'Quantity', message }]);
  });

  test('are recognised by their item, however a row names it, and change nothing if uploaded as exported', async () => {
    const head = [...HEAD.slice(0, 3), 'Item Code', ...HEAD.slice(3)];
    const of = (ean: string | null, item: string | null, quantity = 4): Cells => [code, '1', ean, item, 'G1', '18-11-2026', quantity];
    await load('orders', [ORDER, orderRow('1', RICE, 10, 100)]);
    expect(await load('receipts', [head, of(null, 'RICE-1')])).toMatchObject({ status: 200, created: 1 });
    const { content } = await exported('receipts');
    const again = await admin.send('POST', '/api/buyerData/receipts', {}, { file: { name: 'a.xlsx', content } });
    expect(again.body).toMatchObject({ created: 0, updated: 0 });
    expect(await load('receipts', [head, of(RICE, null, 6)])).toMatchObject({ created: 0, updated: 1 });
    expect((await ordersOf())[0].listOfItems[0].receivedQuantity).toBe(6);
    expect(uncoded((await load('receipts', [head, of(RICE, null), of(null, 'RICE-1')])).errors)).toEqual([
      { row: 3, column: 'Receipt Number', message: 'G1 with this item is already in row 2.' },
    ]);
  });

  test('of an EAN that two items of the order have need the code', async () => {
    const salt = (item: string) => orderRow('1', SALT, 5, 10, [5, null], item);
    await load('orders', [ORDER, salt('SALT-1'), salt('SALT-2')]);
    expect(uncoded((await load('receipts', [HEAD, row('1', 5, 'G1', SALT)])).errors)).toEqual([
      { row: 2, column: 'EAN Code', message: `Order 1 has several items with the EAN ${SALT}. Enter the Item Code too.` },
    ]);
  });

  test('stay with their order when its number changes', async () => {
    await load('orders', [ORDER, orderRow('1', RICE, 10, 100)]);
    await load('receipts', [HEAD, row('1', 4)]);
    const [{ _id: id, updatedAt }] = await ordersOf();
    const renamed = { poNumber: '2', poDate: '2026-11-01', lines: [{ EANCode: RICE, quantity: 10, price: 100, taxRate: 5 }], updatedAt };
    expect((await admin.put(`/api/buyerData/orders/edit/${id}`, renamed)).status).toBe(200);
    await load('orders', [ORDER, orderRow('1', RICE, 10, 100)]);
    expect(await load('receipts', [HEAD, row('2', 4), row('1', 1)])).toMatchObject({ created: 1, updated: 0 });
    expect((await ordersOf()).map(({ listOfItems }: { listOfItems: { receivedQuantity: number }[] }) => listOfItems[0])).toMatchObject([
      { receivedQuantity: 1 },
      { receivedQuantity: 4 },
    ]);
  });

  test('that two processes store at the same time add up, and keep their line while the order is amended', async () => {
    await load('orders', [ORDER, orderRow('1', RICE, 10, 100)]);
    const store = async (receiptNumber: string, meanwhile: () => Promise<unknown> = () => Promise.resolve()) => {
      const intake = receiptIntake(api.ctx, administrator('0'));
      const waiting: typeof intake.store = async (...sheet) => {
        const counts = await intake.store(...sheet);
        await meanwhile();
        return counts;
      };
      const content = await workbookOf([HEAD, row('1', 1, receiptNumber)]);
      return takeSheet(api.ctx.db, { name: 'receipts.xlsx', content }, { ...intake, store: waiting }, { dryRun: false });
    };
    const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    let others: Promise<unknown> = Promise.resolve();
    await store('G1', async () => {
      const amended = load('orders', [ORDER, orderRow('1', SALT, 5, 1, [5, null], 'SALT-1'), orderRow('1', RICE, 10, 100)]);
      others = Promise.all([store('G2'), amended]);
      await expect.poll(async () => (await api.ctx.db.rows(waiting)).length, { timeout: 20_000 }).toBe(2);
    });
    await others;
    const [order] = await ordersOf();
    expect(order.listOfItems.map((line: { receivedQuantity: number }) => line.receivedQuantity)).toEqual([0, 2]);
  });

  test('of no order, of an item that is not in it, or listed twice are errors', async () => {
    await load('orders', [ORDER, orderRow('1', RICE, 10, 100)]);
    const reply = await load('receipts', [HEAD, row('2', 1), row('1', 1, 'G1', '8901719110634'), row('1', 1), row('1', 2)]);
    expect(uncoded(reply.errors)).toEqual([
      { row: 2, column: 'PO Number', message: 'This vendor has no order 2.' },
      { row: 3, column: 'EAN Code', message: 'Item not found in order 1.' },
      { row: 5, column: 'Receipt Number', message: 'G1 with this item is already in row 4.' },
    ]);
  });
});

test('the vendor sees returns, which change when they come again and are exported as they came', async () => {
  const head = [
    'Vendor Code',
    'Return Number',
    'PO Number',
    'PO Date',
    'Product Name',
    'Quantity Purchased',
    'Quantity Returned',
    'Remarks',
  ];
  const rows = (quantity: number): Cells[] => [head, [code, 'R-1', 'PO/1', '01-11-2026', 'Rice', 10, quantity, '=1+1']];
  expect(await load('returns', rows(2))).toMatchObject({ status: 200, created: 1 });
  expect(await load('returns', rows(11))).toMatchObject({ status: 200, created: 0, updated: 1, totalRemarks: 1 });
  const { body } = await vendor.get('/api/purChaseOrder/purchase_return');
  expect(body.result).toEqual([expect.objectContaining({ gstGrRef: 'PO/1', poDate: '2026-11-01', grQty: 10, prQty: 11, remarks: '=1+1' })]);
  const { content } = await exported('returns');
  const again = await admin.send('POST', '/api/buyerData/returns', {}, { file: { name: 'a.xlsx', content } });
  expect(again.body).toMatchObject({ created: 0, updated: 0 });
});

describe('payments', () => {
  const HEAD = ['Vendor Code', 'Payment Reference', 'Payment Date', 'Payment Mode', 'Amount', 'Invoice Number'];
  const row = (amount: number, invoice: string | null, reference = 'UTR 1'): Cells => [
    code,
    reference,
    '20-11-2026',
    'Cheque',
    amount,
    invoice,
  ];

  test('can be one payment of two bills with the rest on account', async () => {
    for (const number of ['1', '2']) await vendor.post('/api/invoice/create', { invoiceNumber: number, invoiceValue: 100 });
    expect(await load('payments', [HEAD, row(100, '1'), row(40.5, '2'), row(9, null)])).toMatchObject({ status: 200, created: 1 });
    const { body } = await vendor.post('/api/purChaseOrder/purchase_payment', { status: 'OS' });
    expect(body.result).toEqual([expect.objectContaining({ invoice: 200, amount: 149.5, balance: 50.5 })]);
    const { content } = await exported('payments');
    const again = await admin.send('POST', '/api/buyerData/payments', {}, { file: { name: 'a.xlsx', content } });
    expect(again.body).toMatchObject({ created: 0, updated: 0 });
    expect((await vendor.get('/api/invoice/getInvoiceValue/2')).body.invoiceValue).toBe(59.5);
    expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
  });

  test('with one reference in several rows are one transfer with its day, kind and account', async () => {
    for (const number of ['1', '2']) await vendor.post('/api/invoice/create', { invoiceNumber: number, invoiceValue: 100 });
    const head = [
      'Vendor Code',
      'Payment Reference',
      'Payment Date',
      'Payment Mode',
      'Amount',
      'Invoice Number',
      'Online by',
      'Paid to Account',
    ];
    const each = (invoice: string, day = '20-11-2026', kind: string | null = 'NEFT', account: string | null = '0042'): Cells => [
      code,
      'UTR 5',
      day,
      'online',
      50,
      invoice,
      kind,
      account,
    ];
    const other = await load('payments', [head, each('1'), each('2', '19-11-2026', 'upi', null)]);
    expect(other.errors.map(({ row: at, column }: { row: number; column: string }) => [at, column])).toEqual([
      [3, 'Payment Date'],
      [3, 'Online by'],
      [3, 'Paid to Account'],
    ]);
    expect(await load('payments', [head, each('1'), each('2')])).toMatchObject({ status: 200, created: 1 });
    const { body } = await vendor.post('/api/purChaseOrder/purchase_payment', { reference: 'UTR 5' });
    const made = { onlineKind: 'neft', reference: 'UTR 5', accountLast4: '0042', paymentDate: '2026-11-20' };
    expect(body.result).toMatchObject([{ ...made, amount: 100, invoice: '1, 2' }]);
    const { content } = await exported('payments');
    const again = await admin.send('POST', '/api/buyerData/payments', {}, { file: { name: 'a.xlsx', content } });
    expect(again.body).toMatchObject({ created: 0, updated: 0 });
  });

  test('that are too high or name an unknown invoice are errors, and nothing is stored', async () => {
    await vendor.post('/api/invoice/create', { invoiceNumber: '1', invoiceValue: 100 });
    const reply = await load('payments', [HEAD, row(60, '1'), row(60, '1', 'UTR 2'), row(1, '9')]);
    expect(uncoded(reply.errors)).toEqual([
      { row: 3, column: 'Amount', message: 'Payment value should not be more then 40.00' },
      { row: 4, column: 'Invoice Number', message: 'This payment of ₹1.00: the vendor has no invoice 9 in the portal.' },
    ]);
    expect((await vendor.get('/api/invoice/getInvoiceValue/1')).body.paid).toBe(0);
  });
});

test.each(['orders', 'receipts', 'returns', 'payments'])(
  'the template of %s has the right columns, and its example is ignored',
  async (kind) => {
    const { body, status } = await admin.get(`/api/buyerData/${kind}/template`);
    expect(status).toBe(200);
    const reply = await admin.send('POST', `/api/buyerData/${kind}`, {}, { file: { name: 'a.xlsx', content: body } });
    expect(reply.body.message).toBe('The sheet has no rows below its headings except the example of the template.');
  },
);
