import { messages } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { makeOrder, orderLineOf, orderOf } from '../src/demo/factories.ts';
import { storeOrders } from '../src/purchase-orders/store.ts';
import { type Answer, type Api, type Caller, startApi } from './api.ts';
import { workbookOf } from './workbook.ts';
import { uncoded } from './uncoded.ts';

// Two callers enter the same record at the same moment: neither sees the other's record, and one gets the message that it would get a
// moment later.

let api: Api;
let admin: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
});
afterAll(() => api.close());
beforeEach(async () => {
  vendor = await api.newVendor();
});

const blocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Starts a call while a conflicting record is written and not yet committed. */
async function meeting(record: Sql, call: () => Promise<Answer>): Promise<[status: number, words: unknown]> {
  const { answer } = await api.ctx.db.transaction(async (tx) => {
    await tx.execute(record);
    const started = call();
    await expect.poll(() => api.ctx.db.rows(blocked), { timeout: 15_000 }).toHaveLength(1);
    return { answer: started };
  });
  const { status, body } = await answer;
  return [status, body.errors ?? body.message];
}

const order = (number: string) =>
  makeOrder(api.ctx, vendor.user.id, number, { lines: [orderLineOf({ itemCode: 'R-1' })], orderedOn: '2026-11-10' });
const typed = (poNumber: string) => ({
  userID: vendor.user.id,
  poNumber,
  poDate: '2026-11-01',
  lines: [{ itemCode: 'X', itemName: 'Rice', quantity: 1, price: 5 }],
});

describe('meets what another call has just written', () => {
  test('a receipt of another order with the same number', async () => {
    const orderId = await order('SM/1');
    const words = 'This vendor already has receipt grn/1 of 22-11-2026. Enter another number, or cancel that receipt first.';
    const record = sql`insert into receipts (vendor_id, number, received_on, entered_by) values (${vendor.user.id}, 'grn/1', '2026-11-22', ${admin.user.id})`;
    const body = { receiptNumber: 'GRN/1', receivedOn: '2026-11-22', lines: [{ orderId, line: 1, quantity: 1 }] };
    expect(await meeting(record, () => admin.post('/api/receipts/create', body))).toEqual([409, words]);
  });

  test('an invoice number, by form, edit and file', async () => {
    const words = 'Invoice number should not be same or Something went wrong';
    const record = (number: string) =>
      sql`
      insert into invoices (vendor_id, number, invoice_date, value, vendor_registration_id)
      values (${vendor.user.id}, ${number}, '2026-11-20', 5, registration_for(${vendor.user.id}, '2026-11-20', null))`;
    const invoice = (invoiceNumber: string) => ({ invoiceNumber, invoiceDate: '2026-11-20', invoiceValue: 100 });
    expect(await meeting(record('71'), () => vendor.post('/api/invoice/create', invoice('71')))).toEqual([409, { invoiceNumber: words }]);
    const { _id } = (await vendor.post('/api/invoice/create', invoice('9'))).body.data;
    expect(await meeting(record('72'), () => vendor.put(`/api/invoice/edit/${_id}`, { invoiceNumber: '72' }))).toEqual([
      409,
      { invoiceNumber: words },
    ]);
    const content = await workbookOf([
      ['Invoice Number', 'Invoice Date', 'Invoice Value'],
      ['73', '20-11-2026', 105],
    ]);
    const upload = () => vendor.send('POST', '/api/invoice/excelUpload', {}, { file: { name: 'sheet.xlsx', content } });
    expect(uncoded(await meeting(record('73'), upload))).toEqual([201, [{ row: 2, column: 'Invoice Number', message: words }]]);
  });

  test('a dispatch note number, by form and edit', async () => {
    const record = (number: string) =>
      sql`insert into dispatch_notes (vendor_id, number, challan_date) values (${vendor.user.id}, ${number}, '2026-11-20')`;
    const words = messages.numberInUse;
    expect(await meeting(record('DC/1'), () => vendor.post('/api/desPatchNote/create', { DCNumber: 'dc/1' }))).toEqual([
      409,
      { DCNumber: words },
    ]);
    const { _id } = (await vendor.post('/api/desPatchNote/create', { DCNumber: 'DC/9' })).body.data;
    const edit = () => vendor.put(`/api/desPatchNote/edit/${_id}`, { DCNumber: 'DC/2' });
    expect(await meeting(record('DC/2'), edit)).toEqual([409, { DCNumber: words }]);
  });

  test('the name of a site', async () => {
    const record = sql`insert into buyer_sites (name, address, postal_code) values ('Pune DC', 'Plot 4', '411001')`;
    const site = { name: 'pune dc', address: 'Plot 4', postalCode: '411001' };
    const [status, words] = await meeting(record, () => admin.post('/api/buyerSites', site));
    expect([status, words]).toEqual([422, { name: 'A site with this name already exists.' }]);
  });
});

/** Makes concurrent calls, of which one is valid. @returns the sorted statuses. */
async function burst(call: (place: number) => Promise<Answer>): Promise<number[]> {
  const answers = await Promise.all([0, 1, 2, 3, 4, 5].map(call));
  return [...new Set(answers.map(({ status }) => status))].toSorted((one, other) => one - other);
}

test('an order that is entered while the ERP sends the same number', async () => {
  for (const number of ['SM/A', 'SM/B', 'SM/C']) {
    const [typing, pulled] = await Promise.all([
      admin.post('/api/buyerData/orders/create', typed(number)),
      api.ctx.db.transaction((tx) => storeOrders(tx, 'erpnext', [orderOf(api.ctx, vendor.user.id, number)])),
    ]);
    expect([typing.status, pulled.created].toString()).toMatch(/^(200,0|422,1)$/);
  }
});

describe('six at the same time', () => {
  test('receipts of six orders with one number', async () => {
    const orders = await Promise.all([1, 2, 3, 4, 5, 6].map((place) => order(`SIX/${place}`)));
    const body = (place: number) => ({
      receiptNumber: 'GRN/6',
      receivedOn: '2026-11-22',
      lines: [{ orderId: orders[place], line: 1, quantity: 1 }],
    });
    expect(await burst((place) => admin.post('/api/receipts/create', body(place)))).toEqual([200, 409]);
  });

  test('rates of one HSN code', async () => {
    const rate = { hsnPrefix: '7114', rate: 3, validFrom: '2026-11-01' };
    expect(await burst(() => admin.post('/api/buyerData/gstRates/create', rate))).toEqual([200, 422]);
  });

  test('users with one e-mail address', async () => {
    const invite = () => admin.post('/api/members/invitations', { email: 'asha@example.com', role: 'buyer', limitAmount: null });
    expect(await burst(invite)).toEqual([200]);
  });

  test('saved views of one name', async () => {
    const view = { list: 'invoices', name: 'Mine', shared: false, columns: ['invoiceNumber'], query: '' };
    expect(await burst(() => vendor.post('/api/lists/views', view))).toEqual([200]);
  });
});
