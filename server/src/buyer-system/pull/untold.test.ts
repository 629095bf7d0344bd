import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../../test/api.ts';
import { decideLines } from '../../../test/books.ts';
import { FakeBuyerSystem, pulledLine, pulledOrder } from '../../../test/buyerSystem.ts';
import { makeOrder } from '../../demo/factories.ts';
import type { PulledLine, PulledOrder } from '../../erp/records.ts';

// Confirmations of an ERP's orders: what the ERP receives, and how its reaction affects the order.

let api: Api;
let admin: Caller;
let vendor: Caller;
let supplier: string;
let system: FakeBuyerSystem;
let id: string;
let serial = 0;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-10T06:00:00Z'));
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const line = (name: string, more: Partial<PulledLine> = {}) =>
  pulledLine({ externalId: name, itemCode: name, itemName: `Rice ${name}`, receivedQuantity: '0', ...more });
const LINES = [line('L1'), line('L2')];

beforeEach(async () => {
  serial += 1;
  supplier = `SUP-T${serial}`;
  system = new FakeBuyerSystem(`told${serial}`);
  api.ctx.buyerSystem = system;
  vendor = await api.newVendor({ system_Vendor_id: supplier });
  await pulled({ lines: LINES });
  const [row] = await api.ctx.db.rows<{ id: string }>(sql`select id::text from purchase_orders where source = ${system.source}`);
  id = row?.id ?? '';
});

const run = () => api.ctx.pulling.run();

/** Pulls the order from the ERP in a new version. */
async function pulled(more: Partial<PulledOrder>) {
  const version = String(system.records.orders.length + 1);
  system.records.orders.push(pulledOrder({ supplier, number: `PO-T${serial}`, version, ...more }));
  await run();
}

const read = async () => (await vendor.get(`/api/orderAnswer/get/${id}`)).body;
const send = (lines: object[], more: object = {}) => vendor.post(`/api/orderAnswer/send/${id}`, { lines, ...more });
const agree = (number: number) => decideLines(api, admin, id, [{ line: number, decision: 'agree' }]);
const accept = (number: number) => ({ line: number, decision: 'accept' });
const later = (number: number, ...days: string[]) => ({
  line: number,
  decision: 'change',
  reason: 'late',
  promises: days.map((date) => ({ quantity: 10 / days.length, date })),
});
const order = async () => (await vendor.get('/api/purChaseOrder/get', { poNumber: `PO-T${serial}` })).body[0];
const untold = async () => (await admin.get('/api/buyerData/connection')).body.untold;
const faults = async () =>
  (await admin.get('/api/buyerData/faults', { kind: 'acknowledgements', page: 1 })).body.map(({ problem }: { problem: string }) => problem);

describe('the ERP receives', () => {
  test('the settled lines once: the last date of a line, and the rest as text', async () => {
    expect((await send([later(1, '2026-11-28', '2026-11-25'), { line: 2, decision: 'reject', reason: 'unavailable' }])).status).toBe(200);
    expect(await untold()).toBe(1);
    await run();
    const [first] = system.answered;
    expect(first).toMatchObject({ externalId: `id of PO-T${serial}`, number: `PO-T${serial}`, days: [] });
    expect(first?.note?.sentences).toEqual(['Line 2, Rice L2: rejected. Reason: Not available.']);
    expect(system.told).toEqual([]);
    expect((await read()).erp).toEqual({ system: system.source, toldAt: expect.any(String), untold: 0 });

    expect((await agree(1)).status).toBe(200);
    expect((await read()).erp).toMatchObject({ untold: 1 });
    await run();
    expect(system.told).toHaveLength(1);
    const [, second] = system.answered;
    expect(second?.days).toEqual([{ line: 'L1', on: '2026-11-28' }]);
    expect(second?.note?.sentences).toEqual(['Line 1, Rice L1: confirmed 5 on 25-11-2026 and 5 on 28-11-2026. Reason: Later delivery.']);
    expect(second?.note?.key).toMatch(/^Vendor portal, order confirmation \d+:$/);
    expect(second?.note?.key).not.toBe(first?.note?.key);
    await run();
    expect([system.answered.length, system.told.length, await untold()]).toEqual([2, 1, 0]);
  });

  test('a price, another product and a remark in words', async () => {
    await send([
      {
        line: 1,
        decision: 'change',
        reason: 'other',
        remark: 'New\npack',
        price: 101.5,
        substituteEAN: '8901030516337',
        promises: [{ quantity: 8, date: '2026-11-20' }],
        rejectedQuantity: 2,
      },
    ]);
    await agree(1);
    await run();
    expect(system.answered[0]?.note?.sentences).toEqual([
      'Line 1, Rice L1: confirmed 8 on 20-11-2026. Rejected: 2. Price: Rs 101.5. Substitute product: EAN 8901030516337. Reason: Other. Remark: New pack',
    ]);
  });

  test('only the acknowledgement of an order accepted as ordered', async () => {
    await send([accept(1), accept(2)]);
    await run();
    expect([system.told.length, system.answered]).toEqual([1, []]);
    expect(await untold()).toBe(0);
  });

  test('the order’s own date if a line is accepted as ordered after another date was sent', async () => {
    await send([later(1, '2026-11-28')]);
    await agree(1);
    await run();
    await send([accept(1)]);
    await run();
    expect(system.answered.map(({ days }) => days)).toEqual([[{ line: 'L1', on: '2026-11-28' }], [{ line: 'L1', on: '2026-11-20' }]]);
    expect(system.answered[1]?.note?.sentences).toEqual(['Line 1, Rice L1: confirmed as ordered, 10 on 20-11-2026.']);
  });

  test('the confirmation again until it accepts it, names what fails, and gets the acknowledgement once', async () => {
    system.answering = async () => {
      throw new Error('The order is locked.');
    };
    await send([later(1, '2026-11-28'), accept(2)]);
    await agree(1);
    await run();
    expect(await faults()).toEqual([
      `Order PO-T${serial}: the acknowledgement could not be sent to the buyer's system. The order is locked.`,
    ]);
    await run();
    expect(await faults()).toEqual([`Order PO-T${serial}: the confirmation could not be sent to the buyer's system. The order is locked.`]);
    expect([await untold(), (await read()).erp.untold]).toEqual([1, 2]);
    system.answering = null;
    await run();
    expect([await faults(), await untold(), system.told.length, system.answered.length]).toEqual([[], 0, 1, 1]);
  });

  test('nothing about an order that it has cancelled in the meantime', async () => {
    system.answering = async () => {
      throw new Error('It is cancelled.');
    };
    await send([later(1, '2026-11-28'), accept(2)]);
    await agree(1);
    await run();
    expect(await faults()).toHaveLength(1);
    await pulled({ lines: LINES, status: 'Cancelled' });
    expect([await faults(), await untold(), system.answered]).toEqual([[], 0, []]);
  });
});

describe('an order whose ERP shows the confirmed dates as its own', () => {
  beforeEach(async () => {
    await send([later(1, '2026-11-28'), accept(2)]);
    await agree(1);
    await run();
  });

  test('is not amended by them', async () => {
    // The order then has the date of the other line.
    await pulled({ lines: [line('L1', { expectedOn: '2026-11-28' }), line('L2', { expectedOn: '2026-11-22' })], deliverBy: '2026-11-22' });
    expect(await order()).toMatchObject({ status: 'Acknowledged', deliverBy: '2026-11-20' });
    expect((await read()).lines[0].answer).toMatchObject({ state: 'agreed', promises: [{ quantity: 10, date: '2026-11-28' }] });
  });

  test('is not changed while another confirmation is being sent', async () => {
    await send([later(1, '2026-11-30')]);
    await pulled({ lines: [line('L1', { expectedOn: '2026-11-28' }), line('L2', { expectedOn: '2026-11-20' })], deliverBy: '2026-11-28' });
    expect(await order()).toMatchObject({ deliverBy: '2026-11-20' });
  });

  test.each([
    ['is on its way', { expectedOn: null }],
    ['has arrived in part', { expectedOn: '2026-11-24', receivedQuantity: '4' }],
  ])('is not changed by the date of a shipment, where a line %s', async (_what, more) => {
    await pulled({ lines: [line('L1', more), line('L2', { expectedOn: '2026-11-20' })], deliverBy: '2026-11-24' });
    expect(await order()).toMatchObject({ status: 'Acknowledged', deliverBy: '2026-11-20' });
  });

  test('is amended if the buyer asks for another date', async () => {
    await pulled({ lines: [line('L1', { expectedOn: '2026-11-24' }), line('L2', { expectedOn: '2026-11-20' })], deliverBy: '2026-11-24' });
    expect(await order()).toMatchObject({ status: 'Open', deliverBy: '2026-11-24' });
    expect((await read()).lines[0].answer).toBeNull();
  });
});

test('a confirmation of a line that the ERP cancels in the meantime is rejected with the current order, and nothing is stored', async () => {
  const { updatedAt } = await read();
  await pulled({ lines: [line('L1'), line('L3')] });
  const { status, body } = await send([later(2, '2026-11-28')], { updatedAt });
  expect([status, body.message]).toEqual([409, expect.stringContaining('changed')]);
  expect(body.data.lines.map(({ itemCode, answer }: { itemCode: string; answer: unknown }) => [itemCode, answer])).toEqual([
    ['L1', null],
    ['L3', null],
  ]);
  expect((await read()).lines.map(({ answer }: { answer: unknown }) => answer)).toEqual([null, null]);
});

test('received and rejected quantities are counted separately', async () => {
  await pulled({ lines: [line('L1', { receivedQuantity: '9', rejectedQuantity: '2' }), line('L2')] });
  const { lines } = (await vendor.get(`/api/purChaseOrder/links/${id}`)).body;
  expect(lines[0]).toMatchObject({ received: 9, rejected: 2 });
});

test('an order that was entered in the portal has no ERP', async () => {
  api.ctx.buyerSystem = new FakeBuyerSystem('embedded');
  const own = await makeOrder(api.ctx, vendor.user.id, `OWN-${serial}`);
  expect((await vendor.get(`/api/orderAnswer/get/${own}`)).body.erp).toBeNull();
});
