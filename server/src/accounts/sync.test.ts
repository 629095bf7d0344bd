import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

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

test('a vendor that the system does not take is named, and the others are synced', async () => {
  for (const vendor_name of ['Mill', 'Shree Mills', 'Foods']) await api.newVendor({ vendor_name });
  const create = system.createSupplier.bind(system);
  system.createSupplier = async (vendor) => {
    if ((vendor as { name?: string }).name === 'Shree Mills') throw new BuyerSystemError('POST /Supplier answered 417: GSTIN is wrong');
    return create(vendor);
  };
  expect(await sync()).toEqual({
    message: '2 vendors synced, 1 not: Shree Mills: POST /Supplier answered 417: GSTIN is wrong.',
    synced: 2,
    failed: 1,
  });
  system.createSupplier = create;
  expect(await sync()).toEqual({ message: '1 vendor synced.', synced: 1, failed: 0 });
  expect(await sync()).toEqual({ message: '0 vendors synced.', synced: 0, failed: 0 });
});

test('a system that is down is asked three times, not for every vendor', async () => {
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
    '0 vendors synced, 3 not: Mill 0: no answer. Mill 1: no answer. Mill 2: no answer. 2 were not tried.',
  ]);
});

test('createUser says what the system said, and that it may be tried again', async () => {
  system.createSupplier = async () => {
    throw new BuyerSystemError('POST /Supplier answered 502 with a web page');
  };
  const { status, body, headers } = await admin.post('/api/auth/createUser', { vendor_name: 'Mill', vendor_Code: 7 });
  expect([status, body.message, headers['retry-after']]).toEqual([
    503,
    "The buyer's system did not take the vendor: POST /Supplier answered 502 with a web page.",
    '30',
  ]);
});

test('an EAN that is not among the items is asked of the system, and what it has is kept; its failure is as if it had none', async () => {
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
