import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { expect, test } from 'vitest';

import { dispatchRemarks } from './dispatchRemarks.ts';

const right = {
  DCNumber: 'DC/26-27/0042',
  DriverContact: '9812345678',
  VehicleNumber: 'HR38AB1234',
  eWayBillNumber: '381009290312',
  netWeightInKgs: '1210',
  grossWeightInKgs: '1250.5',
};
const order = (value: number, status: PurchaseOrder['status'] = 'Open') => ({ value, status }) as PurchaseOrder;
const remarksOn = (values: object, about?: PurchaseOrder | null, worth?: number) =>
  Object.fromEntries(Object.entries(dispatchRemarks({ ...right, ...values }, about, worth)).filter(([, remark]) => remark !== null));

test.each([{}, Object.fromEntries(Object.keys(right).map((name) => [name, ''])), { netWeightInKgs: '1250.5' }, { netWeightInKgs: 'x' }])(
  'a dispatch note with %j gets no warning',
  (values) => expect(remarksOn(values)).toEqual({}),
);

const BILL = { eWayBillNumber: 'These goods are worth ₹50,000.01. Goods above ₹50,000.00 need an e-way bill.' };

test.each([
  [{ netWeightInKgs: '1250.501' }, { netWeightInKgs: 'The net weight exceeds the gross weight.' }],
  [{ eWayBillNumber: '1810000387' }, { eWayBillNumber: 'An e-way bill number has 12 digits; this one has 10.' }],
  [{ VehicleNumber: 'bullock cart' }, { VehicleNumber: 'Check the vehicle number. It should look like KA12AP1235.' }],
  [{ DriverContact: '5812345678' }, { DriverContact: 'Indian mobile numbers start with 6, 7, 8 or 9.' }],
  [{ DCNumber: 'DC 7' }, { DCNumber: 'Under GST rules a challan number has only letters, digits, - and /.' }],
])('a dispatch note with %j gets the warning %j', (values, remarks) => expect(remarksOn(values)).toEqual(remarks));

test('goods over ₹50,000 need an e-way bill, whatever the value of the whole order', () => {
  const large = order(9_00_000);
  expect(remarksOn({ eWayBillNumber: '' }, large, 50_000)).toEqual({});
  expect(remarksOn({ eWayBillNumber: '' }, large, 50_000.01)).toEqual(BILL);
  expect(remarksOn({ eWayBillNumber: ' ' }, order(1), 50_000.01)).toEqual(BILL);
  expect(remarksOn({}, large, 50_000.01)).toEqual({});
  expect(remarksOn({ eWayBillNumber: '' }, large)).toEqual({});
});

test('a dispatch note of a cancelled or closed order gets a warning', () => {
  expect(remarksOn({}, order(1, 'Cancelled'))).toEqual({ PONumber: 'This order is cancelled.' });
  expect(remarksOn({}, order(1, 'Closed'))).toEqual({ PONumber: 'This order is closed.' });
  expect(remarksOn({}, order(1, 'Acknowledged'))).toEqual({});
});
