import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import { messages } from '@aapurti/contract/invoices/invoices';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';
import { workbookOf } from '../../test/workbook.ts';

let api: Api;
let admin: Caller;
let accounts: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
  accounts = await newMember(api, admin, 'accounts');
});
beforeEach(async () => {
  vendor = await api.newVendor();
});
afterAll(() => api.close());

const create = (more: object) =>
  vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 1180, IGSTValue: 180, ...more });
const IRN = 'ab'.repeat(32);

test.each([{ IGSTValue: 170 }, { IGSTValue: null, CGSTValue: 90, SGSTValue: 90 }, { CGSTValue: 0.01 }, { SGSTValue: 1 }, { IRN }])(
  'taxes and IRN of an invoice with a payment cannot be changed: %o',
  async (change) => {
    const { _id, invoiceNumber } = (await create({})).body.data;
    const edit = (body: object, caller = vendor) => caller.put(`/api/invoice/edit/${_id}`, body);
    expect((await edit({ IGSTValue: 175 })).status).toBe(200);
    expect((await edit({ IGSTValue: 180 })).status).toBe(200);
    const of = { userID: vendor.user.id, invoiceNumber, amount: 1, paymentMode: 'online' };
    expect((await accounts.post('/api/vendorPaymentReport/create', of)).status).toBe(200);
    const refused = await edit(change);
    const text = messages.paid(invoiceNumber, `₹1.00 of ${showDate(indianDay(new Date()))}`);
    expect([refused.status, refused.body.message]).toEqual([409, text]);
    expect(Object.values(refused.body.errors)).toEqual(Object.keys(change).map(() => text));
    // The buyer can correct them with a reason, and no other rule blocks it.
    expect((await edit(change, admin)).body.errors).toEqual({
      reason: messages.paidReason(invoiceNumber, `₹1.00 of ${showDate(indianDay(new Date()))}`),
    });
    expect((await edit({ ...change, reason: 'Agreed by phone' }, admin)).status).toBe(200);
    expect((await edit({ remarks: 'By lorry' })).status).toBe(200);
  },
);

test('taxes above the invoice value are rejected by the form, an edit, the API and a file', async () => {
  const refused = (number: string, taxes: string, value: string) =>
    `The taxes of invoice ${number} are ${taxes}, more than its value of ${value}, which includes them. Correct the taxes or the value.`;
  expect((await create({ invoiceValue: 180 })).status).toBe(200);
  const number = String(api.serial());
  const errors = async (body: object) => (await create({ invoiceNumber: number, ...body })).body.errors;
  expect(await errors({ invoiceValue: 179.99 })).toEqual({ invoiceValue: refused(number, '₹180.00', '₹179.99') });
  expect(await errors({ IGSTValue: null, CGSTValue: 590.01, SGSTValue: 590 })).toEqual({
    invoiceValue: refused(number, '₹1,180.01', '₹1,180.00'),
  });
  const { _id, invoiceNumber } = (await create({})).body.data;
  const edit = async (body: object) => (await vendor.put(`/api/invoice/edit/${_id}`, body)).body.errors;
  expect(await edit({ IGSTValue: 1180.01 })).toEqual({ invoiceValue: refused(invoiceNumber, '₹1,180.01', '₹1,180.00') });
  expect(await edit({ invoiceValue: 100 })).toEqual({ invoiceValue: refused(invoiceNumber, '₹180.00', '₹100.00') });
  const content = await workbookOf([
    ['Invoice Number', 'Invoice Date', 'Invoice Value', 'IGST Value'],
    [number, '10-11-2026', '100', '100.01'],
  ]);
  const upload = await vendor.send('POST', '/api/invoice/excelUpload', {}, { file: { name: 'invoices.xlsx', content } });
  expect(upload.body.errors).toMatchObject([{ row: 2, column: 'Invoice Value', message: refused(number, '₹100.01', '₹100.00') }]);
});
