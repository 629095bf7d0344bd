import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { FakeBuyerSystem } from '../../test/buyerSystem.ts';
import { BuyerSystemError } from '../erp/port.ts';

let api: Api;
let admin: Caller;
let system: FakeBuyerSystem;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
});
afterAll(() => api.close());
beforeEach(() => {
  system = new FakeBuyerSystem();
  api.ctx.buyerSystem = system;
});

const sync = async () => (await admin.get('/api/auth/syncCall')).body;

test('a vendor that the ERP rejects is reported, and the others are synced', async () => {
  for (const vendor_name of ['Mill', 'Shree Mills', 'Foods']) await api.newVendor({ vendor_name });
  const create = system.createSupplier.bind(system);
  system.createSupplier = async (vendor) => {
    if ((vendor as { name?: string }).name === 'Shree Mills') throw new BuyerSystemError('POST /Supplier answered 417: GSTIN is wrong');
    return create(vendor);
  };
  expect(await sync()).toEqual({
    message: '2 vendors synced, 1 not synced. Shree Mills: POST /Supplier answered 417: GSTIN is wrong.',
    synced: 2,
    failed: 1,
  });
  system.createSupplier = create;
  expect(await sync()).toEqual({ message: '1 vendor synced.', synced: 1, failed: 0 });
  expect(await sync()).toEqual({ message: '0 vendors synced.', synced: 0, failed: 0 });
});

test('an ERP that is down is called three times, not for every vendor', async () => {
  for (let vendor = 0; vendor < 5; vendor += 1) await api.newVendor({ vendor_name: `Mill ${vendor}` });
  let asked = 0;
  system.createSupplier = async () => {
    asked += 1;
    throw new BuyerSystemError('no answer');
  };
  const { message, failed } = await sync();
  expect([asked, failed, message]).toEqual([
    3,
    5,
    '0 vendors synced, 3 not synced. Mill 0: no answer. Mill 1: no answer. Mill 2: no answer. 2 were not tried.',
  ]);
});

describe('a vendor is not synced', () => {
  const idOf = async ({ user }: Caller) => (await admin.get(`/api/auth/user/${user.id}`)).body[0].system_Vendor_id as string | null;

  test('while it is inactive or not confirmed', async () => {
    const [inactive, unconfirmed] = [await api.newVendor({ isActive: false }), await api.newVendor()];
    await api.ctx.db.execute(sql`update vendors set identity_confirmed_at = null where id = ${unconfirmed.user.id}`);
    await sync();
    expect([await idOf(inactive), await idOf(unconfirmed)]).toEqual([null, null]);
    await admin.put(`/api/auth/edit/${inactive.user.id}`, { isActive: true });
    await sync();
    expect(await idOf(inactive)).not.toBeNull();
  });

  test('if another account has its GST number, or to another vendor’s supplier: it is reported and waits', async () => {
    await sync();
    const owner = await api.newVendor({ vendor_name: 'Owner Mills', system_Vendor_id: 'SUP-OWN' });
    const [{ GST: gstin } = { GST: '' }] = (await owner.get('/api/auth/user')).body as { GST: string }[];
    const sharing = await api.newVendor({ vendor_name: 'Sharing Mills', gstin });
    const taking = await api.newVendor({ vendor_name: 'Taking Mills' });
    system.createSupplier = async () => ({ externalId: 'SUP-OWN' });
    const { message, synced, failed } = await sync();
    expect([synced, failed]).toEqual([0, 2]);
    expect(message).toContain('Sharing Mills: Owner Mills has the same GST number.');
    expect(message).toContain('Taking Mills: Supplier SUP-OWN belongs to another vendor.');
    expect([await idOf(owner), await idOf(sharing), await idOf(taking)]).toEqual(['SUP-OWN', null, null]);
    const { body } = await admin.get('/api/identity/matches');
    expect(body.matches).toMatchObject([{ vendor: { _id: sharing.user.id }, linkedTo: { _id: owner.user.id } }]);
  });
});

test('createUser adds a log entry, and never links another vendor’s supplier', async () => {
  system.createSupplier = async () => ({ externalId: 'SUP-LOG' });
  const mill = { vendor_name: 'Logged Mill', vendor_Code: 7, GST: '27aapfu0939f1zv' };
  expect((await admin.post('/api/auth/createUser', mill)).body.data).toBe('SUP-LOG');
  const log = (await admin.get('/api/audit/get', { action: 'buyer.supplier' })).body;
  expect(log).toMatchObject([{ entityId: 'SUP-LOG', after: { vendor_name: 'Logged Mill', GST: '27AAPFU0939F1ZV' } }]);
  await api.newVendor({ vendor_name: 'Owner', system_Vendor_id: 'SUP-LOG' });
  const again = await admin.post('/api/auth/createUser', mill);
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('Owner')]);
});

test('createUser returns the message of the ERP, and says that the call can be repeated', async () => {
  system.createSupplier = async () => {
    throw new BuyerSystemError('POST /Supplier answered 502 with a web page');
  };
  const { status, body, headers } = await admin.post('/api/auth/createUser', { vendor_name: 'Mill', vendor_Code: 7 });
  expect([status, body.message, headers['retry-after']]).toEqual([
    503,
    "The buyer's system did not accept the vendor: POST /Supplier answered 502 with a web page.",
    '30',
  ]);
});

test('an EAN that is not in the item list is looked up in the ERP and its data saved; an error counts as not found', async () => {
  const vendor = await api.newVendor();
  let asked = 0;
  const look = async (ean: string) => (await vendor.get(`/api/product/getProductByEANCode/${ean}`)).body;
  const found = {
    itemCode: 'X-1',
    ean: '8901030516320',
    name: 'From the ERP',
    brandName: null,
    category: null,
    hsnCode: null,
    skuCode: null,
    uom: 'PCS',
    uomDescription: null,
    uomConversion: '1',
    mrp: '10',
  };
  const finding = Object.assign(system, {
    findItemsByEan: async (ean: string) => {
      asked += 1;
      if (ean !== found.ean) throw new BuyerSystemError('down');
      return [found, { ...found, itemCode: 'X-2', mrp: 'ten' }];
    },
  });
  api.ctx.buyerSystem = finding;
  expect(await look('8901030516320')).toEqual([expect.objectContaining({ item_name: 'From the ERP', item_code: 'X-1' })]);
  expect(await look('8901030516320')).toHaveLength(1);
  expect(asked).toBe(1);
  expect(await look('8901058000290')).toEqual([]);
  expect(await look('890105')).toEqual([]);
  expect(asked).toBe(2);
});
