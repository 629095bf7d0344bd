import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { type Api, type Caller, startApi } from '../../../test/api.ts';
import { FakeBuyerSystem, pulledLine, pulledOrder, pulledPayment, pulledReturn } from '../../../test/buyerSystem.ts';
import { verifyBooks } from '../../payments/verify.ts';
import { takeLease } from '../../process/lease.ts';
import { openPulling } from './pull.ts';
import { BuyerSystemError } from '../../erp/port.ts';
import type { PulledOrder } from '../../erp/records.ts';

let api: Api;
let vendor: Caller;
let supplier: string;
let system: FakeBuyerSystem;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

let serial = 0;
beforeEach(async () => {
  serial += 1;
  supplier = `SUP-${serial}`;
  system = new FakeBuyerSystem(`fake${serial}`);
  api.ctx.buyerSystem = system;
  vendor = await api.newVendor({ system_Vendor_id: supplier });
});

const run = () => api.ctx.pulling.run();

async function pulls() {
  const rows = await api.ctx.db.rows<{
    kind: string;
    cursor: string | null;
    rows_read: number;
    rows_stored: number;
    error: string | null;
  }>(sql`
    select kind, cursor, rows_read, rows_stored, error from buyer_pulls where source = ${system.source}`);
  return Object.fromEntries(rows.map(({ kind, ...row }) => [kind, row]));
}

async function faults() {
  const rows = await api.ctx.db.rows<{ problem: string }>(sql`
    select problem from buyer_faults where source = ${system.source} order by kind, external_id`);
  return rows.map(({ problem }) => problem);
}

async function orders() {
  return api.ctx.db.rows<Record<string, unknown>>(sql`
    select number, version, status, value, line_count, acknowledgement_reference as reference
    from purchase_orders where source = ${system.source} order by number`);
}

/** The row versions of every table that a pull writes; a rewritten row has another version. */
async function rowVersions() {
  return api.ctx.db.rows<Record<string, unknown>>(sql`
    select 'order' as what, id::text, xmin::text from purchase_orders
    union all select 'line', order_id || '/' || line, xmin::text from purchase_order_lines
    union all select 'item', id::text, xmin::text from items
    union all select 'return', id::text, xmin::text from purchase_returns
    union all select 'payment', id::text, xmin::text from payments
    union all select 'fault', external_id, xmin::text from buyer_faults
    union all select 'user', id::text, xmin::text from users
    union all select 'vendor', id::text, xmin::text from vendors
    union all select 'audit', id::text, xmin::text from audit_log order by 1, 2`);
}

const order = (number: string, more: Partial<PulledOrder> = {}) => pulledOrder({ supplier, number, ...more });

test('a sync stores every kind, and a second one with the same data writes nothing', async () => {
  const { body } = await vendor.post('/api/invoice/create', { invoiceNumber: String(serial), invoiceValue: 500 });
  expect(body.data._id).toEqual(expect.any(String));
  const name = 'Tea "चाय" 🍵\\\t of 300 letters '.repeat(9).trim();
  system.pageSize = 2;
  system.records.orders.push(
    order('PO/2026 27/00001'),
    order('2', { lines: [pulledLine({ itemName: name }), pulledLine({ unitPrice: '0', taxable: '0', total: '0', cgst: '0', sgst: '0' })] }),
    order('3', { acknowledgedOn: '2026-11-05', acknowledgementReference: 'there', paid: '10.50' }),
  );
  system.records.items.push({
    itemCode: 'RICE-1',
    ean: '8901030516320',
    name: 'Rice',
    brandName: null,
    category: null,
    hsnCode: null,
    skuCode: null,
    uom: 'PCS',
    uomDescription: null,
    uomConversion: '1',
    mrp: '99',
  });
  system.records.returns.push(pulledReturn({ supplier, externalId: 'R1' }));
  system.records.payments.push(
    pulledPayment({ supplier, externalId: 'P1', amount: '100.50', invoiceNumber: String(serial), mode: 'Cheque' }),
    pulledPayment({ supplier, externalId: 'P2', amount: '50' }),
  );
  expect(await run()).toBe('started');
  expect(await faults()).toEqual([]);
  expect(await orders()).toEqual([
    expect.objectContaining({ number: '2', value: '1050.00', line_count: 2, status: 'Open' }),
    expect.objectContaining({ number: '3', reference: 'there' }),
    expect.objectContaining({ number: 'PO/2026 27/00001' }),
  ]);
  const [line] = await api.ctx.db.rows<{ item_name: string }>(sql`
    select item_name from purchase_order_lines lines join purchase_orders on id = order_id
    where source = ${system.source} and number = '2' and line = 1`);
  expect(line?.item_name).toBe(name);
  expect(await pulls()).toMatchObject({ orders: { cursor: '3', rows_read: 3, rows_stored: 3, error: null }, items: { rows_stored: 1 } });

  const before = await rowVersions();
  await run();
  await api.ctx.pulling.run({ fromStart: true });
  expect(await rowVersions()).toEqual(before);
  expect((await pulls())['orders']).toMatchObject({ rows_read: 3, rows_stored: 0, error: null });
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});

test('a sync that fails within a page continues from the last complete page, and stops no other kind', async () => {
  system.pageSize = 2;
  system.records.orders.push(...['1', '2', '3', '4'].map((number) => order(number)));
  system.records.returns.push(pulledReturn({ supplier, externalId: 'R1' }));
  system.trouble.orders = async (page) => {
    if (page === 1) throw new BuyerSystemError('GET /orders answered 502 with HTML: <h1>Bad Gateway');
  };
  await run();
  expect((await orders()).map(({ number }) => number)).toEqual(['1', '2']);
  expect(await pulls()).toMatchObject({
    orders: { cursor: '2', rows_stored: 2, error: 'GET /orders answered 502 with HTML: <h1>Bad Gateway' },
    returns: { rows_stored: 1, error: null },
  });
  delete system.trouble.orders;
  await run();
  expect((await orders()).map(({ number }) => number)).toEqual(['1', '2', '3', '4']);
  expect(system.asked.filter(([kind]) => kind === 'orders').map(([, cursor]) => cursor)).toEqual([null, '2']);
  expect((await pulls())['orders']).toMatchObject({ cursor: '4', rows_stored: 2, error: null });
});

test('a system that does not respond is named, and the other kinds are imported', async () => {
  system.trouble.orders = () => new Promise(() => undefined);
  system.records.returns.push(pulledReturn({ supplier, externalId: 'R1' }));
  const pulling = openPulling(api.ctx.db, () => system, { pagePatience: 50 });
  await pulling.run();
  expect(await pulls()).toMatchObject({
    orders: { error: "The buyer's system did not respond within 1 s." },
    returns: { rows_stored: 1 },
  });
});

describe('records that cannot be imported', () => {
  test.each<[string, (good: PulledOrder) => unknown, string]>([
    [
      'a vendor that does not exist here',
      (good) => ({ ...good, supplier: 'nobody' }),
      "Order bad: no vendor has the supplier ID nobody of the buyer's system. Sync the vendor first.",
    ],
    ['a number for text', (good) => ({ ...good, number: 42 }), "Order id of bad: number should be text, but the buyer's system sent 42."],
    [
      'a day that is none',
      (good) => ({ ...good, orderedOn: '2026-02-30' }),
      'Order bad: orderedOn should be a date (YYYY-MM-DD), but the buyer\'s system sent "2026-02-30".',
    ],
    [
      'a negative quantity',
      (good) => ({ ...good, lines: [pulledLine(), pulledLine({ quantity: '-1' })] }),
      'Order bad, line 2: quantity should be a quantity of 0 or more, but the buyer\'s system sent "-1".',
    ],
    ['no lines', (good) => ({ ...good, lines: [] }), "Order bad has no lines in the buyer's system."],
    [
      'an amount of three decimals',
      (good) => ({ ...good, lines: [pulledLine({ total: '1.005' })] }),
      'Order bad, line 1: total should be an amount of 0 or more with at most two decimals, but the buyer\'s system sent "1.005".',
    ],
    [
      'a value past the largest amount',
      (good) => ({ ...good, lines: [pulledLine({ total: '999999999999.99' }), pulledLine()] }),
      'Order bad: its value of ₹10,00,00,00,01,049.99 exceeds ₹9,99,99,99,99,999.99.',
    ],
    ['a number that another order has', (good) => ({ ...good, number: '1' }), 'Order 1: another order of this vendor has the same number.'],
    ['a character that no database takes', (good) => ({ ...good, deliveryLocation: 'a\0b' }), ''],
    ['no object at all', () => null, 'Order without a name: record'],
  ])('are named, and the rest of the page is stored: %s', async (_, spoil, problem) => {
    system.records.orders.push(order('1'), spoil(order('bad')) as PulledOrder, order('2'));
    await run();
    expect((await orders()).map(({ number }) => number)).toEqual(['1', '2', ...(problem === '' ? ['bad'] : [])].slice(0, 3));
    if (problem !== '') expect(await faults()).toEqual([expect.stringContaining(problem)]);
    expect((await pulls())['orders']).toMatchObject({ error: null, cursor: '3' });
  });

  test('are tried again by each sync, and removed from the list once stored', async () => {
    system.records.orders.push(order('1', { supplier: 'later' }));
    await run();
    expect(await faults()).toHaveLength(1);
    const [before] = await api.ctx.db.rows<Record<string, unknown>>(
      sql`select xmin::text from buyer_faults where source = ${system.source}`,
    );
    await run();
    expect(await api.ctx.db.rows(sql`select xmin::text from buyer_faults where source = ${system.source}`)).toEqual([before]);
    system.records.orders.length = 0;
    await api.newVendor({ system_Vendor_id: 'later' });
    await run();
    expect(await faults()).toEqual([]);
    expect((await orders()).map(({ number }) => number)).toEqual(['1']);
    expect((await pulls())['orders']).toMatchObject({ rows_read: 0, rows_stored: 1 });
    await api.ctx.db.execute(sql`update vendors set supplier_id = null where supplier_id = 'later'`);
  });

  test('are also named by the adapter if it cannot read a record', async () => {
    system.faults = [{ externalId: 'X', problem: 'Order X has no currency.', raw: { a: '\u0000' } }];
    system.records.orders.push(order('1'));
    await run();
    expect(await faults()).toEqual(['Order X has no currency.']);
    expect(await orders()).toHaveLength(1);
  });
});

test('an amended order is replaced with its lines, a cancelled one is marked, and neither moves to another vendor', async () => {
  system.records.orders.push(order('1', { lines: [pulledLine(), pulledLine()] }), order('2'), order('3'));
  await run();
  const [stored] = await api.ctx.db.rows<{ id: string }>(sql`
    select id::text from purchase_orders where source = ${system.source} and number = '1'`);
  await api.ctx.db.execute(sql`
    update purchase_orders set acknowledged_on = '2026-11-04', acknowledgement_reference = 'mine' where id = ${stored?.id}`);
  await api.newVendor({ system_Vendor_id: `${supplier}b` });
  system.records.orders.splice(
    0,
    3,
    order('1', { version: '2', lines: [pulledLine({ quantity: '5', taxable: '500', total: '525' })] }),
    order('2', { version: '2', status: 'Cancelled' }),
    order('3', { version: '2', supplier: `${supplier}b` }),
  );
  await api.ctx.pulling.run({ fromStart: true });
  expect(await orders()).toEqual([
    { number: '1', version: '2', status: 'Open', value: '525.00', line_count: 1, reference: null },
    expect.objectContaining({ number: '2', status: 'Cancelled' }),
    expect.objectContaining({ number: '3', version: '1' }),
  ]);
  expect(await faults()).toEqual(['Order 3 was previously imported for another vendor and stays with that vendor.']);
  const admin = await api.newAdmin();
  const { body: log } = await admin.get('/api/audit/get', { entity: 'purchaseOrder', entityId: stored?.id, sortOrder: 'asc', page: 1 });
  const entries: { action: string }[] = log;
  expect(entries.find(({ action }) => action === 'order.create')).toMatchObject({
    actor: '',
    before: null,
    after: { number: '1', lines: 2 },
  });
  const amended = entries.find(({ action }) => action === 'order.amend');
  expect(amended).toMatchObject({ before: { value: '2100.00', lines: 2 }, after: { value: '525.00', lines: 1 } });
});

describe('payments', () => {
  const balance = async (number: string) => (await vendor.get(`/api/invoice/getInvoiceValue/${number}`)).body;
  const outstanding = async () => (await vendor.post('/api/purChaseOrder/purchase_payment?ageing=true', { status: 'OS' })).body.result[0];

  test('of an unknown invoice wait, those above the balance stay on account, and amended or reversed ones change the paid amount', async () => {
    await vendor.post('/api/invoice/create', { invoiceNumber: '11', invoiceValue: 100 });
    const one = pulledPayment({ supplier, externalId: 'P1', amount: '60', invoiceNumber: '11' });
    system.records.payments.push(
      one,
      pulledPayment({ supplier, externalId: 'P2', amount: '60', invoiceNumber: '11' }),
      pulledPayment({ supplier, externalId: 'P3', amount: '5', invoiceNumber: '12' }),
    );
    await run();
    expect(await faults()).toEqual(['Payment P3 of ₹5.00: the vendor has no invoice 12 in the portal.']);
    expect([(await balance('11')).paid, (await outstanding()).onAccount]).toEqual([100, 20]);
    await vendor.post('/api/invoice/create', { invoiceNumber: '12', invoiceValue: 100 });
    system.records.payments.splice(0, 3, { ...one, version: '2', amount: '40' });
    await api.ctx.pulling.run({ fromStart: true });
    // Waiting payments are tried before new ones.
    await run();
    expect(await faults()).toEqual([]);
    expect([(await balance('11')).paid, (await balance('12')).paid, (await outstanding()).onAccount]).toEqual([100, 5, 0]);
    system.records.payments.splice(0, 1, { ...one, version: '3', cancelled: true });
    await api.ctx.pulling.run({ fromStart: true });
    expect((await balance('11')).paid).toBe(60);
    expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
  });

  test('on account are listed without an invoice, lower the balance, and age by their own day', async () => {
    system.records.payments.push(pulledPayment({ supplier, externalId: 'A1', amount: '30', mode: 'Check' }));
    await run();
    const today = (await vendor.post('/api/purChaseOrder/purchase_payment?page=1')).body.result;
    expect(today).toEqual([expect.objectContaining({ invoice: null, amount: 30, tenderType: 'cheque', paymentDate: '2026-11-10' })]);
    expect(await outstanding()).toMatchObject({ invoice: 0, amount: 30, balance: -30 });
    await vendor.post('/api/invoice/create', { invoiceNumber: '21', invoiceValue: 100, invoiceDate: '2020-01-01' });
    const row = await outstanding();
    expect(row).toMatchObject({ invoice: 100, amount: 30, balance: 70, over90: 100 });
    expect(row.days0to30 + row.days31to60 + row.days61to90).toBe(-30);
    const [paid] = system.records.payments;
    if (paid !== undefined) system.records.payments.splice(0, 1, { ...paid, version: '2', invoiceNumber: '21' });
    await api.ctx.pulling.run({ fromStart: true });
    expect(await outstanding()).toMatchObject({ amount: 30, balance: 70, over90: 70 });
    expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
  });
});

test('a sync that cannot start does not delay the others', async () => {
  const failing = {
    ...api.ctx.db,
    execute: (query: Sql) => (query.text.includes('set cursor = null') ? Promise.reject(new Error('lost')) : api.ctx.db.execute(query)),
  };
  const said = vi.spyOn(console, 'error').mockReturnValue();
  await openPulling(failing, () => system).run({ fromStart: true });
  said.mockRestore();
  expect(await run()).toBe('started');
});

describe('acknowledgements made in the portal', () => {
  test('are sent once, however often the system fails', async () => {
    system.records.orders.push(order('1'), order('2', { acknowledgedOn: '2026-11-05' }));
    await run();
    expect(system.told).toEqual([]);
    await api.ctx.db.execute(sql`
      update purchase_orders set acknowledged_on = '2026-11-04', acknowledgement_reference = 'OA 7'
      where source = ${system.source} and number = '1'`);
    system.acknowledging = async () => {
      throw new BuyerSystemError('PUT answered 403.');
    };
    await run();
    expect(await faults()).toEqual(["Order 1: the acknowledgement could not be sent to the buyer's system. PUT answered 403."]);
    system.acknowledging = null;
    await run();
    await run();
    expect(system.told).toEqual([{ number: '1', reference: 'OA 7', on: '2026-11-04' }]);
    expect(await faults()).toEqual([]);
    expect((await pulls())['acknowledgements']).toMatchObject({ error: null });
  });

  test('that failed and were withdrawn by an amendment are no longer an error', async () => {
    system.records.orders.push(order('1'));
    await run();
    await api.ctx.db.execute(sql`update purchase_orders set acknowledged_on = '2026-11-04' where source = ${system.source}`);
    system.acknowledging = () => Promise.reject(new BuyerSystemError('PUT answered 403.'));
    await run();
    expect(await faults()).toHaveLength(1);
    system.records.orders = [order('1', { version: '2', deliverBy: '2027-01-31' })];
    await run();
    expect(await faults()).toEqual([]);
  });
});

describe('several processes', () => {
  test('do not sync at the same time: one syncs, and the other leaves it alone', async () => {
    system.records.orders.push(order('1'));
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    system.trouble.orders = () => held;
    const other = openPulling(api.ctx.db, () => system);
    const first = api.ctx.pulling.run();
    await expect.poll(() => api.ctx.pulling.isRunning()).toBe(true);
    await expect.poll(async () => (await pulls())['orders']).toBeDefined();
    expect(await other.run()).toBe('running');
    release();
    expect(await first).toBe('started');
    expect(system.asked.filter(([kind]) => kind === 'orders')).toHaveLength(1);
    expect(await other.run()).toBe('started');
  });

  test('take over the lease of a dead process once it has expired, and the dead process no longer writes', async () => {
    const name = `pull of ${system.source}`;
    const dead = await takeLease(api.ctx.db, name, 3600);
    expect(await run()).toBe('running');
    await api.ctx.db.execute(sql`update leases set expires_at = now() - interval '1 second' where name = ${name}`);
    expect(await run()).toBe('started');
    await expect(api.ctx.db.transaction(async (tx) => dead?.hold(tx))).rejects.toThrow('Another process has taken over.');
    await dead?.release();
  });

  test('stop storing after they lose the lease during a sync', async () => {
    system.records.orders.push(order('1'));
    system.trouble.orders = async () => {
      await api.ctx.db.execute(sql`update leases set holder = 'another' where name = ${`pull of ${system.source}`}`);
    };
    await run();
    expect(await orders()).toEqual([]);
    await api.ctx.db.execute(sql`delete from leases where holder = 'another'`);
  });
});

test('a process stops without waiting for a response of the system', async () => {
  system.trouble.orders = () => new Promise(() => undefined);
  const pulling = openPulling(api.ctx.db, () => system);
  expect(await pulling.startNow()).toBe('started');
  await expect.poll(async () => (await pulls())['orders']).toBeDefined();
  await pulling.stop();
  expect(await pulling.isRunning()).toBe(false);
  expect((await pulls())['orders']).toMatchObject({ error: 'Interrupted: the portal was stopped.' });
  expect(await pulling.run()).toBe('nothing');
});

test('no sync starts if there is nothing to sync', async () => {
  api.ctx.buyerSystem = { source: 'embedded', createSupplier: async () => ({ externalId: 'S' }) };
  expect(await run()).toBe('nothing');
});
