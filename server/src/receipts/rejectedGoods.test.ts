import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
  vendor = await api.newVendor();
});
afterAll(() => api.close());

describe('rejected goods that no form reports', () => {
  type Told = { kind: string; title: string; detail: string; path: string };
  const told = async (caller: Caller): Promise<Told[]> =>
    ((await caller.get('/api/notices')).body.notices as Told[]).filter(({ kind }) => kind === 'differences');

  const HEAD = 'Vendor Code,PO Number,Item Code,Receipt Number,Receipt Date,Quantity,Rejected,Reason';
  /** A vendor with an order of two items, and uploads of its receipts. */
  async function byFile() {
    const own = await api.newVendor();
    const poNumber = `FILE/${api.serial()}`;
    const lines = ['R-1', 'R-2'].map((itemCode) => orderLineOf({ itemCode, itemName: itemCode, quantity: '50', uom: 'BAG' }));
    await makeOrder(api.ctx, own.user.id, poNumber, { lines, orderedOn: '2026-11-01' });
    const { code } = await api.ctx.db.one<{ code: number }>(sql`select code from vendors where id = ${own.user.id}`);
    const upload = (...rows: string[]) => {
      const content = Buffer.from(`${[HEAD, ...rows.map((row) => `${code},${poNumber},${row}`)].join('\n')}\n`);
      return admin.send('POST', '/api/buyerData/receipts', {}, { file: { name: 'rows.csv', content } });
    };
    return { own, poNumber, upload };
  }

  test('from a file are told to their vendor, by receipt, and what is uploaded again is not told again', async () => {
    const { own, poNumber, upload } = await byFile();
    expect((await upload('R-1,GRN-A,2026-11-21,10,4,damaged', 'R-2,GRN-A,2026-11-21,10,0,')).status).toBe(200);
    const first = {
      title: 'Goods receipt GRN-A: goods rejected',
      detail: `Line 1 of order ${poNumber}: 4 BAG rejected (damaged).`,
      path: '/purchase-orders/receipts?receiptNumber=GRN-A',
    };
    expect(await told(own)).toMatchObject([first]);
    await upload('R-1,GRN-A,2026-11-21,10,4,damaged', 'R-2,GRN-A,2026-11-21,12,0,');
    expect(await told(own)).toHaveLength(1);
    // A larger rejection is told with what was added.
    await upload('R-1,GRN-A,2026-11-21,10,6,damaged', 'R-2,GRN-B,2026-11-21,3,1,quality');
    const [newest, ...others] = await told(own);
    expect(others).toMatchObject([first]);
    expect([newest?.title, newest?.detail]).toEqual(['2 goods receipts with rejected or different quantities', 'GRN-A and GRN-B']);
    await upload('R-1,GRN-A,2026-11-21,0,0,');
    expect(await told(own)).toHaveLength(2);
    expect(await told(vendor)).toEqual([]);
  });

  test('from a file that is refused are not told', async () => {
    const { own, upload } = await byFile();
    const { body } = await upload('R-1,GRN-A,2026-11-21,90,4,damaged');
    expect(body.errors).toHaveLength(1);
    expect(await told(own)).toEqual([]);
  });

  test('of an order of the ERP are told by order, as far as they are new', async () => {
    const own = await api.newVendor();
    const poNumber = `ERP/${api.serial()}`;
    const state = (version: string, rejectedQuantity: string | null, more: object = {}) =>
      makeOrder(api.ctx, own.user.id, poNumber, {
        version,
        orderedOn: '2026-11-01',
        lines: [orderLineOf({ externalId: 'rice', quantity: '50', uom: 'BAG', receivedQuantity: '20', rejectedQuantity })],
        ...more,
      });
    await state('1', null);
    await state('2', '4');
    const first = {
      title: `Order ${poNumber}: goods rejected`,
      detail: `Line 1 of order ${poNumber}: 4 BAG rejected.`,
      path: `/purchase-orders/details/${encodeURIComponent(poNumber)}`,
    };
    expect(await told(own)).toMatchObject([first]);
    await state('3', '4', { deliverBy: '2026-12-24' });
    await state('4', '1');
    expect(await told(own)).toHaveLength(1);
    await state('5', '3');
    expect(await told(own)).toMatchObject([{ detail: `Line 1 of order ${poNumber}: 2 BAG rejected.` }, first]);
    const closed = `ERP/${api.serial()}`;
    await makeOrder(api.ctx, own.user.id, closed, { status: 'Closed', lines: [orderLineOf({ quantity: '50', rejectedQuantity: '9' })] });
    expect(await told(own)).toHaveLength(2);
  });
});
