/** Why so long: all cases of entering receipts share an order and what has arrived of it. */
import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import { RECEIPT_NUMBER_MAX, REJECTIONS } from '@aapurti/contract/receipts/receipts';
import sql from 'sql-template-tag';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';
import { uncoded } from '../../test/uncoded.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
let order: string;
let number: string;
let serial = 0;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
  vendor = await api.newVendor();
});
afterAll(() => api.close());

const LINES = ['R-1', 'R-2'].map((itemCode) =>
  orderLineOf({ itemCode, itemName: `Rice ${itemCode}`, quantity: '100', unitPrice: '50', hsnCode: '10063020' }),
);
beforeEach(async () => {
  serial += 1;
  number = `RC/${serial}`;
  order = await makeOrder(api.ctx, vendor.user.id, number, { lines: LINES, deliverBy: '2026-12-01', orderedOn: '2026-11-01' });
});

const grn = () => `GRN-${api.serial()}`;
const line = (quantity: number, more: object = {}) => ({ orderId: order, line: 1, quantity, ...more });
const enter = (lines: object[], more: object = {}) =>
  admin.post('/api/receipts/create', { receiptNumber: grn(), receivedOn: '2026-11-22', lines, ...more });
/** Uploads a file with one row for this vendor. */
const load = async (row: string) => {
  const { code } = (await api.ctx.db.first<{ code: number }>(sql`select code from vendors where id = ${vendor.user.id}`)) ?? { code: 0 };
  const rows = `Vendor Code,PO Number,Item Code,Receipt Number,Receipt Date,Quantity\n${code},${row}\n`;
  return admin.send('POST', '/api/buyerData/receipts', {}, { file: { name: 'rows.csv', content: Buffer.from(rows) } });
};
const quantities = async () =>
  (
    await api.ctx.db.rows<{ received: string; rejected: string }>(sql`
      select trim_scale(received_quantity)::text as received, trim_scale(rejected_quantity)::text as rejected
      from purchase_order_lines where order_id = ${order} order by line`)
  ).map(({ received, rejected }) => `${received} - ${rejected}`);
const returns = async () =>
  api.ctx.db.rows<{ item: string; quantity: number; remarks: string }>(sql`
    select item_name as item, returned_quantity::float8 as quantity, remarks from purchase_returns where po_number = ${number} order by id`);

describe('a goods receipt', () => {
  test('counts the received goods, and its rejected goods become a return', async () => {
    const { status, body } = await enter(
      [line(92, { rejected: 8, reason: 'damaged', remark: 'wet bags', batch: 'B7' }), line(40, { line: 2 })],
      {
        remark: 'By the night shift',
        gateEntryAt: '2026-11-22T22:10:00+05:30',
      },
    );
    expect([status, body.message]).toEqual([200, 'Goods receipt saved.']);
    expect(body.data).toMatchObject({
      poNumbers: [number],
      quantity: 132,
      rejected: 8,
      isCancelled: false,
      remark: 'By the night shift',
      remarks: [],
      lines: [
        { line: 1, quantity: 92, rejected: 8, accepted: 84, reason: 'damaged', remark: 'wet bags', batch: 'B7' },
        { line: 2, quantity: 40, rejected: 0, accepted: 40, reason: null },
      ],
    });
    expect(await quantities()).toEqual(['92 - 8', '40 - 0']);
    expect(await returns()).toEqual([
      { item: 'Rice R-1', quantity: 8, remarks: `Receipt ${body.data.receiptNumber}, ${REJECTIONS.damaged}, wet bags` },
    ]);
    expect((await vendor.get(`/api/receipts/get/${body.data._id}`)).body).toEqual(body.data);
    expect((await (await api.newVendor()).get(`/api/receipts/get/${body.data._id}`)).status).toBe(404);
    const listed = await vendor.get('/api/receipts/get', { poNumber: number });
    expect(listed.body).toMatchObject([{ receiptNumber: body.data.receiptNumber, quantity: 132, rejected: 8 }]);
  });

  test('above the ordered quantity is saved with a warning once the buyer has confirmed it', async () => {
    await enter([line(60)]);
    const refused = await enter([line(41)]);
    expect([refused.status, refused.body.errors.lines]).toEqual([422, expect.stringContaining('40 are open and 41 accepted')]);
    const { orderId } = line(1);
    expect((await admin.post(`/api/buyerData/orders/confirm/${orderId}`, { line: 1, quantity: 101 })).status).toBe(200);
    const { body } = await enter([line(41)]);
    const said = `Line 1 of order ${number}: 101 received of 100 ordered.`;
    expect(body.data.remarks).toEqual([
      `${said} The vendor can invoice the 1 extra. To return them, cancel this receipt and enter it again with the extra quantity rejected.`,
    ]);
    // The receipt is cancelled.
    await admin.post(`/api/receipts/cancel/${body.data._id}`, { reason: 'One too many' });
    const again = await enter([line(41, { rejected: 1, reason: 'excess' })]);
    expect(again.body.data.remarks).toEqual([said]);
  });

  test('that is cancelled counts nothing, and its number can be used again', async () => {
    const receiptNumber = grn();
    const made = (await enter([line(10, { rejected: 2, reason: 'quality' })], { receiptNumber })).body.data;
    expect((await admin.post(`/api/receipts/cancel/${made._id}`, {})).body.errors).toEqual({
      reason: 'Enter the reason for cancelling the goods receipt.',
    });
    const cancelled = await admin.post(`/api/receipts/cancel/${made._id}`, { reason: 'Counted twice', updatedAt: made.updatedAt });
    expect(cancelled.body.data).toMatchObject({ isCancelled: true, cancelReason: 'Counted twice', quantity: 0, rejected: 0 });
    expect([await quantities(), await returns()]).toEqual([['0 - 0', '0 - 0'], []]);
    expect((await admin.post(`/api/receipts/cancel/${made._id}`, { reason: 'Again' })).body.message).toBe(
      `Goods receipt ${receiptNumber} was already cancelled on ${showDate(indianDay(new Date()))} (Counted twice). Enter a new receipt for goods that arrived.`,
    );
    expect((await enter([line(10)], { receiptNumber })).status).toBe(200);
  });
});

describe('a goods receipt is rejected', () => {
  test.each([
    ['nothing', () => [], { lines: 'Enter the received quantity of at least one line.' }],
    ['a quantity of 0', () => [line(0)], { lines: 'Line 1: Invalid quantity. It should be a number above 0 and below 100 crore.' }],
    ['a quantity of 1e9', () => [line(1e9)], { lines: 'Line 1: Invalid quantity. It should be a number above 0 and below 100 crore.' }],
    [
      'more rejected than arrived',
      () => [line(5, { rejected: 6, reason: 'damaged' })],
      { lines: 'Line 1: 6 rejected of 5 received. Correct the rejected or the received quantity.' },
    ],
    ['no reason', () => [line(5, { rejected: 1 })], { lines: 'Line 1: Enter the reason for rejecting 1.' }],
    ['another reason that is not described', () => [line(5, { rejected: 1, reason: 'other' })], { lines: 'Line 1: Describe the reason.' }],
    [
      'a line that the order does not have',
      () => [line(5, { line: 9 })],
      { lines: expect.stringMatching(/^Line 1: Order \S+ does not have a line 9\. Select one of its lines\.$/) },
    ],
    [
      'an order that is none',
      () => [line(5, { orderId: 'x' })],
      { lines: 'Line 1: No order has the ID x. Select a line of an order of the vendor.' },
    ],
  ] as [string, () => object[], object][])('%s', async (_, lines, errors) => {
    const { status, body } = await enter(lines());
    expect([status, body.errors]).toEqual([422, errors]);
  });

  test.each([
    [{ receiptNumber: '' }, { receiptNumber: 'Receipt Number is required.' }],
    [{ receivedOn: '' }, { receivedOn: 'Receipt Date is required.' }],
    [
      { receivedOn: '2026-11-24' },
      { receivedOn: 'The goods receipt is dated 24-11-2026, which is after today (23-11-2026). Correct the date.' },
    ],
    [{ noteId: '999999' }, { noteId: 'This vendor has no such dispatch note.' }],
    [{ siteId: '999999' }, { siteId: 'This site does not exist.' }],
  ])('for %j', async (more, errors) => {
    const { status, body } = await enter([line(5)], more);
    expect([status, body.errors]).toEqual([422, errors]);
  });

  test('with a number that the vendor has already, in upper or lower case', async () => {
    const receiptNumber = grn();
    await enter([line(1)], { receiptNumber });
    const { status, body } = await enter([line(1)], { receiptNumber: receiptNumber.toLowerCase() });
    expect([status, body.message]).toEqual([
      409,
      `This vendor already has receipt ${receiptNumber} of 22-11-2026. Enter another number, or cancel that receipt first.`,
    ]);
  });

  test('if a file has added it already', async () => {
    await api.ctx.db.execute(sql`
      insert into receipt_lines (external_id, vendor_id, order_id, line, number, received_on, quantity)
      values (${`sheet/${order}`}, ${vendor.user.id}, ${order}, 1, 'GRN-SHEET', '2026-11-20', 7)`);
    const { status, body } = await enter([line(7)], { receiptNumber: 'grn-sheet' });
    expect([status, body.message]).toEqual([
      409,
      'An uploaded file already contains receipt GRN-SHEET of 20-11-2026 for 7. Upload that receipt again to change it.',
    ]);
  });

  test('as a row of a file if it was entered in the form', async () => {
    const receiptNumber = grn();
    await enter([line(7)], { receiptNumber });
    const { body } = await load(`${number},R-1,${receiptNumber.toLowerCase()},22-11-2026,7`);
    expect(uncoded(body.errors)).toEqual([
      {
        row: 2,
        column: 'Receipt Number',
        message: `${receiptNumber.toLowerCase()} was already entered in the portal as a receipt of order ${number}. Cancel it there first, or remove the row.`,
      },
    ]);
    expect(await quantities()).toEqual(['7 - 0', '0 - 0']);
  });

  test('as a row of a file if it was entered while the file waited for it', async () => {
    const receiptNumber = grn();
    const [{ status }, { body }] = await api.ctx.db
      .transaction(async (tx) => {
        const blocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        const waiting = async (count: number) => await expect.poll(() => api.ctx.db.rows(blocked)).toHaveLength(count);
        await tx.execute(sql`select from purchase_orders where id = ${order} for no key update`);
        const entering = enter([line(7)], { receiptNumber });
        await waiting(1);
        const loading = load(`${number},R-1,${receiptNumber},22-11-2026,7`);
        await waiting(2);
        return { both: Promise.all([entering, loading]) };
      })
      .then(({ both }) => both);
    expect([status, body.totalErrors]).toEqual([200, 1]);
    expect(uncoded(body.errors)).toEqual([
      {
        row: 2,
        column: 'Receipt Number',
        message: `${receiptNumber} was already entered in the portal as a receipt of order ${number}. Cancel it there first, or remove the row.`,
      },
    ]);
    expect(await quantities()).toEqual(['7 - 0', '0 - 0']);
  });

  test('for an order whose ERP sends its receipts, by scan and by file', async () => {
    await api.ctx.db.execute(sql`update purchase_orders set source = 'erpnext' where id = ${order}`);
    await api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = 7 where order_id = ${order} and line = 1`);
    const { status, body } = await enter([line(7)]);
    expect([status, body.errors]).toEqual([
      422,
      { lines: `Line 1: Order ${number} comes from erpnext, which also sends its goods receipts. Enter the receipt there.` },
    ]);
    const loaded = await load(`${number},R-1,${grn()},22-11-2026,7`);
    expect(uncoded(loaded.body.errors)).toEqual([
      {
        row: 2,
        column: 'PO Number',
        message: `Order ${number} comes from erpnext, which also sends its goods receipts. Enter the receipt there.`,
      },
    ]);
    expect(await quantities()).toEqual(['7 - 0', '0 - 0']);
  });

  test('once out of two if a double click sends it twice', async () => {
    const receiptNumber = grn();
    const both = await Promise.all([enter([line(3)], { receiptNumber }), enter([line(3)], { receiptNumber })]);
    expect(statusesOf(both)).toEqual([200, 409]);
    expect(await quantities()).toEqual(['3 - 0', '0 - 0']);
  });
});

describe('a dispatch note', () => {
  const sent = async (quantity: number) => {
    const DCNumber = `DC/${api.serial()}`;
    const id = (await vendor.post('/api/desPatchNote/create', { DCNumber, DateOfDeliverChallan: '2026-11-22' })).body.data._id as string;
    await vendor.put(`/api/dispatchGoods/save/${id}`, { kind: 'challan', lines: [{ orderId: order, line: 1, quantity, batch: 'B9' }] });
    await api.ctx.db.execute(sql`update dispatch_goods set state = 'left' where note_id = ${id}`);
    return { id, DCNumber };
  };

  test('is found by its number with the dispatched quantities, arrives with its receipt, and is received once', async () => {
    const { id, DCNumber } = await sent(30);
    const found = await admin.get('/api/receipts/find', { code: DCNumber.toLowerCase() });
    expect(found.body).toMatchObject([
      {
        userID: vendor.user.id,
        noteId: id,
        DCNumber,
        poNumbers: [number],
        receiptNumber: null,
        lines: [{ line: 1, expected: 30, ordered: 100, unitValue: 52.5, batch: 'B9' }],
      },
    ]);
    const made = await enter([line(29)], { noteId: id });
    expect(made.body.data).toMatchObject({ DCNumber, quantity: 29 });
    expect((await vendor.get(`/api/dispatchGoods/get/${id}`)).body).toMatchObject({ state: 'arrived', arrivedOn: '2026-11-22' });
    const again = await enter([line(29)], { noteId: id });
    expect([again.status, again.body.message]).toEqual([
      409,
      `Dispatch note ${DCNumber} has already been received with receipt ${made.body.data.receiptNumber} of 22-11-2026. Cancel that receipt first if it is wrong.`,
    ]);
    expect((await admin.get('/api/receipts/find', { code: DCNumber })).body[0].receiptNumber).toBe(made.body.data.receiptNumber);
  });

  test('with a difference from the received goods shows it to the receiver and the vendor', async () => {
    const { id } = await sent(30);
    const short = await enter([line(26)], { noteId: id });
    const words = `Line 1 of order ${number}: 4 BAG short. 30 dispatched, 26 received.`;
    expect(short.body.data.remarks).toEqual([words]);
    expect((await vendor.get(`/api/receipts/get/${short.body.data._id}`)).body.remarks).toEqual([words]);
    const other = await sent(20);
    const over = await enter([line(23, { rejected: 3, reason: 'excess' })], { noteId: other.id });
    expect(over.body.data.remarks).toContain(`Line 1 of order ${number}: 3 BAG over. 20 dispatched, 23 received.`);
    // Two batches of a line count together; goods received without a note have no difference.
    const third = await sent(10);
    const equal = await enter([line(6, { batch: 'B9' }), line(4, { batch: 'B10' })], { noteId: third.id });
    expect(equal.body.data.remarks).toEqual([]);
    expect((await enter([line(1)])).body.data.remarks).toEqual([]);
    const told = await api.ctx.db.rows<{ words: string }>(sql`
      select content #>> '{receipts,0,differences,0}' as words from notices join memberships on memberships.id = member_id
      where vendor_id = ${vendor.user.id} and kind = 'differences' and content::text like ${`%order ${number}:%`}`);
    expect([...new Set(told.map(({ words: each }) => each))].sort()).toEqual([
      `Line 1 of order ${number}: 3 BAG over. 20 dispatched, 23 received.`,
      words,
    ]);
  });

  test('with rejected goods notifies only its vendor of goods and reasons, with a link to the receipt', async () => {
    const own = await api.newVendor();
    const poNumber = `REJ/${api.serial()}`;
    const lines = [orderLineOf({ quantity: '50', uom: 'BAG' })];
    const orderId = await makeOrder(api.ctx, own.user.id, poNumber, { lines, orderedOn: '2026-11-01' });
    const told = async (caller: Caller) =>
      ((await caller.get('/api/notices')).body.notices as { kind: string; title: string; detail: string; path: string }[]).filter(
        ({ kind, detail }) => kind === 'differences' && detail.includes(poNumber),
      );
    const take = (more: object) =>
      admin.post('/api/receipts/create', {
        receiptNumber: grn(),
        receivedOn: '2026-11-22',
        lines: [{ orderId, line: 1, quantity: 10, ...more }],
      });
    // Accepted goods without a note are no news, and neither is a receipt that is refused.
    expect((await take({})).status).toBe(200);
    expect((await take({ rejected: 11, reason: 'damaged' })).status).toBe(422);
    expect((await take({ rejected: 2 })).status).toBe(422);
    expect(await told(own)).toEqual([]);
    const made = await take({ rejected: 4, reason: 'short_life' });
    const { _id: id, receiptNumber } = made.body.data;
    expect(await told(own)).toMatchObject([
      {
        title: `Goods receipt ${receiptNumber}: goods rejected`,
        detail: `Line 1 of order ${poNumber}: 4 BAG rejected (shelf life too short).`,
        path: `/documents/receipt/${id}`,
      },
    ]);
    expect([await told(vendor), await told(admin)]).toEqual([[], []]);
  });

  test('is found by the SSCC of a package as scanners read it, but not by a wrong one or that of a draft', async () => {
    const { id, DCNumber } = await sent(30);
    const sscc = '106141412345678908';
    await api.ctx.db.execute(sql`
      insert into dispatch_packages (note_id, vendor_id, no, kind, sscc) values (${id}, ${vendor.user.id}, 1, 'carton', ${sscc})`);
    const find = async (code: string) => (await admin.get('/api/receipts/find', { code })).status;
    for (const code of [sscc, `00${sscc}`, `(00)${sscc}`, `]C100${sscc}`, `(00) ${sscc}`]) {
      const { body } = await admin.get('/api/receipts/find', { code });
      expect(body).toMatchObject([{ noteId: id, DCNumber, lines: [{ expected: 30 }] }]);
    }
    for (const code of ['106141412345678909', sscc.slice(1), `${sscc}0`]) expect(await find(code)).toBe(404);
    await api.ctx.db.execute(sql`update dispatch_goods set state = 'draft' where note_id = ${id}`);
    expect(await find(sscc)).toBe(404);
  });

  test('is listed while it is in transit', async () => {
    const { DCNumber } = await sent(30);
    const states = async (state: string) =>
      ((await admin.get('/api/desPatchNote/get', { state, site: 'own', DCNumber })).body as { state: string }[]).map((note) => note.state);
    expect([await states('left'), await states('draft')]).toEqual([['left'], []]);
    expect((await admin.get('/api/desPatchNote/get', { state: 'gone' })).status).toBe(422);
  });

  test('is missing: the order is found by its number, with the quantities still to arrive', async () => {
    await enter([line(60)]);
    expect((await admin.get('/api/receipts/find', { code: number })).body).toMatchObject([
      {
        noteId: null,
        lines: [
          { line: 1, expected: 40, received: 60 },
          { line: 2, expected: 100 },
        ],
      },
    ]);
    const unknown = await admin.get('/api/receipts/find', { code: 'nothing' });
    expect([unknown.status, unknown.body.message]).toEqual([404, 'No dispatch note, purchase order or package has this number.']);
  });

  test('of an ERP order, like the order itself, must be received in the ERP', async () => {
    const { DCNumber } = await sent(30);
    await api.ctx.db.execute(sql`update purchase_orders set source = 'erpnext' where id = ${order}`);
    for (const code of [DCNumber, number.toLowerCase()]) {
      const { status, body } = await admin.get('/api/receipts/find', { code });
      expect([status, body.message]).toEqual([
        404,
        `Receive order ${number} in ERPNext: received and rejected quantities come from there.`,
      ]);
    }
  });
});

describe('the number of the next receipt', () => {
  const site = async (name: string) =>
    (
      await api.ctx.db.one<{ id: string }>(
        sql`insert into buyer_sites (name, address, postal_code) values (${name}, 'Road 1', '411001') returning id::text`,
      )
    ).id;
  const atSite = (siteId: string | null) => api.ctx.db.execute(sql`update purchase_orders set site_id = ${siteId} where id = ${order}`);
  const proposed = async () => (await admin.get('/api/receipts/find', { code: number })).body[0].nextReceiptNumber;

  test('follows the last one of its site, reserves nothing, and is null if that one has no serial number', async () => {
    const [north, south] = [await site(`North ${api.serial()}`), await site(`South ${api.serial()}`)];
    await atSite(north);
    expect(await proposed()).toBeNull();
    const begun = `N${api.serial()}/`;
    await enter([line(1)], { receiptNumber: `${begun}0099` });
    expect([await proposed(), await proposed()]).toEqual([`${begun}0100`, `${begun}0100`]);
    await atSite(south);
    expect(await proposed()).toBeNull();
    await enter([line(1)], { receiptNumber: `S${api.serial()}/7` });
    await atSite(north);
    expect(await proposed()).toBe(`${begun}0100`);
    // The number was used, and is printed on documents too.
    const { body } = await enter([line(1)], { receiptNumber: `${begun}0100` });
    await admin.post(`/api/receipts/cancel/${body.data._id}`, { reason: 'Counted twice', updatedAt: body.data.updatedAt });
    expect(await proposed()).toBe(`${begun}0101`);
    await enter([line(1)], { receiptNumber: 'Spare' });
    expect(await proposed()).toBeNull();
    // The next number is longer than a receipt number may be.
    await enter([line(1)], { receiptNumber: '9'.repeat(RECEIPT_NUMBER_MAX) });
    expect(await proposed()).toBeNull();
  });
});

describe('photos of a receipt', () => {
  const picture = () =>
    sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
  const add = async (id: string, content?: Buffer, name = 'wet bags.png', by = admin) =>
    by.send('POST', `/api/receipts/photo/${id}`, {}, { photo: { name, content: content ?? (await picture()) } });
  const made = async () => (await enter([line(5, { rejected: 1, reason: 'damaged' })])).body.data._id as string;

  test('are visible to both parties by a link, do not use the storage of documents, and can be removed', async () => {
    const id = await made();
    const before = (await admin.get(`/api/auth/user/${vendor.user.id}`)).body[0]?.paperBytes;
    const { status, body } = await add(id);
    expect([status, body.message, body.data.photos]).toEqual([
      200,
      'Photo added.',
      [{ _id: expect.any(String), name: 'wet bags.jpg', url: expect.stringMatching(/^\/api\/files\//), createdAt: expect.any(String) }],
    ]);
    const [photo] = (await vendor.get(`/api/receipts/get/${id}`)).body.photos;
    const file = await api.visitor.ask('GET', photo.url);
    expect([file.status, file.headers['content-type'], (await sharp(file.body).metadata()).width]).toEqual([200, 'image/jpeg', 30]);
    expect((await api.visitor.ask('GET', photo.url.replace(/signature=[\w-]{5}/, 'signature=AAAAA'))).status).toBe(404);
    expect((await admin.get(`/api/auth/user/${vendor.user.id}`)).body[0]?.paperBytes).toBe(before);
    const removed = await admin.delete(`/api/receipts/photo/${photo._id}`);
    expect([removed.status, removed.body.data.photos]).toEqual([200, []]);
    expect((await admin.delete(`/api/receipts/photo/${photo._id}`)).status).toBe(404);
    expect((await api.visitor.ask('GET', photo.url)).status).toBe(404);
    const { body: log } = await admin.get('/api/audit/get', { entity: 'receipt', entityId: id });
    expect(log.map(({ action }: { action: string }) => action)).toEqual(['receipt.removePhoto', 'receipt.photo', 'receipt.create']);
  });

  test('are pictures of limited size, added by receivers only, at most 20, and not for cancelled receipts', async () => {
    const id = await made();
    const pdf = await add(id, Buffer.from('%PDF-1.4\n%%EOF'), 'photo.jpg');
    expect([pdf.status, pdf.body.errors.photo]).toEqual([
      415,
      'Choose a PNG, JPEG, WebP or HEIC file. This file is of type PDF, despite its name.',
    ]);
    expect((await add(id, Buffer.alloc(6 * 1024 * 1024))).status).toBe(413);
    expect((await add(id, (await picture()).subarray(0, 60))).status).toBe(422);
    expect((await admin.send('POST', `/api/receipts/photo/${id}`, { other: '1' })).body.errors).toEqual({
      photo: 'Choose a photo.',
    });
    expect((await add(id, undefined, 'a.png', vendor)).status).toBe(403);
    expect((await add('999999')).status).toBe(404);
    const content = await picture();
    // The calls run one after another, because a company has only a share of the process.
    for (let no = 1; no <= 19; no += 1) expect((await add(id, content)).status).toBe(200);
    expect(statusesOf(await Promise.all([add(id, content), add(id, content)]))).toEqual([200, 409]);
    expect((await add(id, content)).body.message).toBe('A goods receipt can have at most 20 photos.');
    const cancelled = await made();
    await admin.post(`/api/receipts/cancel/${cancelled}`, { reason: 'Twice' });
    expect((await add(cancelled)).body.message).toMatch(
      /^Goods receipt \S+ was already cancelled on \S+ \(Twice\)\. Enter a new receipt for goods that arrived\.$/,
    );
  });

  test('are decoded before the transaction of their Idempotency-Key, which adds each once', async () => {
    const id = await made();
    const keyed = (content: Buffer, key: string) =>
      admin.send('POST', `/api/receipts/photo/${id}`, {}, { photo: { name: 'a.png', content } }, { 'idempotency-key': key });
    // An invalid key is rejected when the transaction begins, but the error of the picture was found earlier.
    expect((await keyed(Buffer.from('%PDF-1.4\n%%EOF'), 'no key')).status).toBe(415);
    const content = await picture();
    expect((await keyed(content, 'no key')).status).toBe(400);
    expect(statusesOf([await keyed(content, 'photo-1'), await keyed(content, 'photo-1')])).toEqual([200, 200]);
    expect((await admin.get(`/api/receipts/get/${id}`)).body.photos).toHaveLength(1);
  });
});

test('an invoice for rejected goods is an exception that shows the receipt and the solutions', async () => {
  const { receiptNumber } = (await enter([line(100, { rejected: 8, reason: 'damaged' })])).body.data;
  const { body } = await vendor.post('/api/invoice/check', { lines: [{ orderId: order, line: 1, quantity: 100 }] });
  expect(body.findings).toMatchObject([
    {
      rule: 'quantity',
      outcome: 'fault',
      expected: '92',
      found: '100',
      message: expect.stringContaining(`Line 1: invoiced 100, accepted 92, 8 rejected on ${receiptNumber} (damaged)`),
      wayOut: 'Reduce the quantity to 92 or add a credit memo for 8.',
    },
  ]);
});

test('a proposed invoice has the accepted goods without the rejected ones', async () => {
  await enter([line(100, { rejected: 8, reason: 'damaged' })]);
  const proposal = await vendor.get('/api/invoice/proposal', { orderId: order });
  expect(proposal.body.lines).toMatchObject([{ line: 1, quantity: 92, accepted: 92 }]);
});
