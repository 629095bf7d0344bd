import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const returnsOf = async (vendor: Caller): Promise<Record<string, unknown>[]> =>
  (await vendor.get('/api/purChaseOrder/purchase_return')).body.result;

/** A vendor's order with a receipt of two lines, each with rejected goods. */
async function rejected() {
  const vendor = await api.newVendor();
  const lines = ['R-1', 'R-2'].map((itemCode) =>
    orderLineOf({ itemCode, itemName: itemCode, quantity: '100', unitPrice: '50', hsnCode: '10063020' }),
  );
  const [poNumber, receiptNumber] = [`RT/${api.serial()}`, `GRN-${api.serial()}`];
  const orderId = await makeOrder(api.ctx, vendor.user.id, poNumber, { lines, deliverBy: '2026-12-01', orderedOn: '2026-11-01' });
  const { body } = await admin.post('/api/receipts/create', {
    receiptNumber,
    receivedOn: '2026-11-22',
    lines: [
      { orderId, line: 1, quantity: 9, rejected: 2, reason: 'damaged', remark: 'wet bags' },
      { orderId, line: 2, quantity: 9, rejected: 1, reason: 'short_life' },
    ],
  });
  const { code } = await api.ctx.db.one<{ code: number }>(sql`select code from vendors where id = ${vendor.user.id}`);
  return { vendor, code, poNumber, receiptNumber, receiptId: String(body.data._id) };
}

const upload = (caller: Caller, path: string, rows: string) =>
  caller.send('POST', path, {}, { file: { name: 'rows.csv', content: Buffer.from(rows) } });

test('a return from a receipt has the facts of its remark, for both parties, until the receipt is cancelled', async () => {
  const { vendor, receiptNumber, receiptId } = await rejected();
  const found = await returnsOf(vendor);
  const facts = [
    {
      itemName: 'R-1',
      remarks: `Receipt ${receiptNumber}, damaged, wet bags`,
      receipt: { number: receiptNumber, reason: 'damaged', remark: 'wet bags' },
    },
    {
      itemName: 'R-2',
      remarks: `Receipt ${receiptNumber}, shelf life too short`,
      receipt: { number: receiptNumber, reason: 'short_life', remark: null },
    },
  ];
  expect(found).toHaveLength(2);
  expect(found).toEqual(expect.arrayContaining(facts.map((each) => expect.objectContaining(each))));
  const one = found.find(({ itemName }) => itemName === 'R-1');
  for (const reader of [vendor, admin])
    expect((await reader.get(`/api/purChaseOrder/purchase_return/${String(one?.['_id'])}`)).body).toEqual(one);
  const stranger = await api.newVendor();
  expect([await returnsOf(stranger), (await stranger.get(`/api/purChaseOrder/purchase_return/${String(one?.['_id'])}`)).status]).toEqual([
    [],
    404,
  ]);
  await admin.post(`/api/receipts/cancel/${receiptId}`, { reason: 'Counted twice' });
  expect(await returnsOf(vendor)).toEqual([]);
});

test('a receipt from a file gives its return the same facts', async () => {
  const { vendor, code, poNumber } = await rejected();
  const rows = `Vendor Code,PO Number,Item Code,Receipt Number,Receipt Date,Quantity,Rejected,Reason\n${code},${poNumber},R-1,FILE-1,2026-11-21,5,1,quality\n`;
  expect((await upload(admin, '/api/buyerData/receipts', rows)).status).toBe(200);
  const [newest] = (await returnsOf(vendor)).filter(({ remarks }) => remarks === 'Receipt FILE-1, quality');
  expect(newest).toMatchObject({ receipt: { number: 'FILE-1', reason: 'quality', remark: null } });
});

test('the same words from a file or an ERP are a remark as entered, without facts', async () => {
  const { vendor, code, poNumber, receiptNumber } = await rejected();
  const words = `Receipt ${receiptNumber}, damaged, wet bags`;
  const rows = `Vendor Code,Return Number,PO Number,Product Name,Quantity Purchased,Quantity Returned,Remarks\n${code},RET-${code},${poNumber},R-1,9,1,"${words}"\n`;
  // A vendor cannot enter a return at all.
  expect((await upload(vendor, '/api/buyerData/returns', rows)).status).toBe(403);
  expect((await upload(admin, '/api/buyerData/returns', rows)).status).toBe(200);
  // An ERP may use the same ID as the receipt's line.
  await api.ctx.db.execute(sql`
    insert into purchase_returns (source, external_id, vendor_id, po_number, item_name, received_quantity, returned_quantity, remarks)
    select 'erpnext', external_id, vendor_id, po_number, item_name, received_quantity, 3, remarks
    from purchase_returns where vendor_id = ${vendor.user.id} and remarks = ${words} and source = 'receipt'`);
  const same = (await returnsOf(vendor)).filter(({ remarks }) => remarks === words);
  expect(same.map(({ prQty, receipt }) => [prQty, receipt])).toEqual(
    expect.arrayContaining([
      [1, null],
      [3, null],
      [2, { number: receiptNumber, reason: 'damaged', remark: 'wet bags' }],
    ]),
  );
  expect(same).toHaveLength(3);
});
