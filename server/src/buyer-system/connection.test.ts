import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { FakeBuyerSystem, pulledOrder } from '../../test/buyerSystem.ts';
import { BuyerSystemError } from '../erp/port.ts';

let api: Api;
let admin: Caller;
let system: FakeBuyerSystem;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
  await api.newVendor({ system_Vendor_id: 'SUP-1' });
});
afterAll(() => api.close());

let serial = 0;
beforeEach(() => {
  serial += 1;
  system = new FakeBuyerSystem(`fake${serial}`);
  api.ctx.buyerSystem = system;
});

describe('the connection as administrators see it', () => {
  test('shows the last sync of each kind and its errors by name, and starts a sync on request', async () => {
    system.records.orders.push(pulledOrder({ supplier: 'SUP-1', number: '1' }), pulledOrder({ supplier: 'nobody', number: '2' }));
    system.trouble.items = async () => {
      throw new BuyerSystemError('GET /items answered 403.');
    };
    const { body } = await admin.post('/api/buyerData/pull');
    expect(body).toEqual({ message: 'Sync started.', started: true });
    const status = async () => (await admin.get('/api/buyerData/connection')).body;
    await expect.poll(async () => (await status()).running).toBe(false);
    const { kinds, ...rest } = await status();
    expect(rest).toEqual({ system: system.source, pulls: true, running: false, minutes: 15, untold: 0, takes: null });
    expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual([
      'suppliers',
      'items',
      'orders',
      'returns',
      'payments',
      'acknowledgements',
    ]);
    expect(kinds[1]).toMatchObject({ error: 'GET /items answered 403.', rowsRead: 0 });
    expect(kinds[2]).toMatchObject({ rowsRead: 2, rowsStored: 1, error: null, faults: 1, endedAt: expect.any(String) });
    const listed = await admin.get('/api/buyerData/faults', { kind: 'orders', page: 1 });
    expect([listed.status, listed.body]).toEqual([
      200,
      [
        expect.objectContaining({
          kind: 'orders',
          externalId: 'id of 2',
          problem: expect.stringMatching(/^Order 2: no vendor has the supplier ID nobody/),
        }),
      ],
    ]);
    expect((await admin.get('/api/buyerData/faults', { kind: 'items' })).status).toBe(201);
    const [entry] = (await admin.get('/api/audit/get', { entity: 'buyerSystem', page: 1 })).body;
    expect(entry).toMatchObject({ action: 'buyer.pull', entityId: system.source });
  });

  test('shows that a sync was cut off', async () => {
    await api.ctx.pulling.run();
    await api.ctx.db.execute(sql`update buyer_pulls set ended_at = null where source = ${system.source} and kind = 'orders'`);
    const { kinds } = (await admin.get('/api/buyerData/connection')).body;
    expect(kinds[2].error).toMatch(/^Interrupted/);
  });

  test('offers no sync if no ERP is connected', async () => {
    api.ctx.buyerSystem = { source: 'embedded', createSupplier: async () => ({ externalId: 'S' }) };
    expect((await admin.get('/api/buyerData/connection')).body).toMatchObject({ system: 'embedded', pulls: false, kinds: [] });
    expect((await admin.post('/api/buyerData/pull')).body).toMatchObject({ started: false });
  });
});
