import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, startApi } from '../../test/api.ts';
import { hasScanner, textOf } from '../../test/scanner.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let vendor: Caller;
let other: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  [vendor, other, admin] = [await api.newVendor({ vendor_name: 'श्री Annapurna Foods' }), await api.newVendor(), await api.newAdmin()];
});
afterAll(() => api.close());

const paper = (caller: Caller, kind: string, id: string, query: object = {}) => caller.get(`/api/paper/${id}`, { kind, ...query });

function wordsOf({ status, headers, body }: Answer): string {
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  expect((body as Buffer).toString('latin1')).toContain('/Lang (en-IN)');
  return hasScanner ? textOf(body as Buffer) : '';
}

function expectWords(answer: Answer, words: readonly string[]): void {
  const text = wordsOf(answer);
  if (hasScanner) for (const each of words) expect(text).toContain(each);
}

async function idOfNew(answer: Promise<Answer>): Promise<string> {
  const { status, body } = await answer;
  expect(status).toBe(200);
  return (body as { data: { _id: string } }).data._id;
}

test('an order has its lines, rates and totals, for its vendor and for administrators', async () => {
  const lines = [orderLineOf({ itemName: 'बासमती चावल', rate: '5' }), orderLineOf({ itemName: 'Pickle', rate: null })];
  const id = await makeOrder(api.ctx, vendor.user.id, 'PO/26-27 118', { lines });
  const answer = await paper(vendor, 'order', id);
  expect(answer.headers['content-disposition']).toContain('filename="order-PO-26-27-118.pdf"');
  expectWords(answer, ['Purchase order', 'PO/26-27 118', 'बासमती चावल', 'CGST 2.5% + SGST 2.5%', 'No rate', 'Total', 'Page 1 of 1']);
  expectWords(await paper(admin, 'order', id), ['श्री Annapurna Foods']);
  expect((await paper(other, 'order', id)).status).toBe(404);
});

test('goods are accompanied by a challan in three copies, or by a dispatch advice with the invoice', async () => {
  const lines = [
    orderLineOf({ itemCode: 'C-1', itemName: 'Atta', rate: '5' }),
    orderLineOf({ itemCode: 'C-2', itemName: 'Soap', rate: '18' }),
  ];
  const order = await makeOrder(api.ctx, vendor.user.id, 'CH/1', { lines });
  const note = await idOfNew(vendor.post('/api/desPatchNote/create', { DCNumber: 'DC/55', VehicleNumber: 'HR38AB1234' }));
  const save = (kind: string) =>
    vendor.put(`/api/dispatchGoods/save/${note}`, {
      kind,
      lines: [
        { orderId: order, line: 1, quantity: 1, batch: 'B-7', bestBefore: '2099-01-01' },
        { orderId: order, line: 2, quantity: 2 },
      ],
    });
  expect((await save('challan')).status).toBe(200);
  const copies = ['ORIGINAL FOR CONSIGNEE', 'DUPLICATE FOR TRANSPORTER', 'TRIPLICATE FOR CONSIGNER'];
  // 100 at 5% and 200 at 18%: 2.50 + 18.00 under each tax head.
  expectWords(await paper(vendor, 'dispatch-note', note), [
    ...copies,
    'Delivery challan',
    'B-7',
    '10063020',
    '20.50',
    '341.00',
    'Page 1 of 1',
  ]);
  await save('approval');
  const approval = wordsOf(await paper(vendor, 'dispatch-note', note));
  if (hasScanner) expect(approval).not.toContain('CGST (₹)');
  await save('invoice');
  const advice = wordsOf(await paper(vendor, 'dispatch-note', note));
  if (hasScanner) expect([advice.includes('Dispatch advice'), advice.includes('ORIGINAL')]).toEqual([true, false]);
  expect((await paper(other, 'dispatch-note', note)).status).toBe(404);
});

test('a dispatch note and memos have the entered values', async () => {
  const note = await idOfNew(
    vendor.post('/api/desPatchNote/create', {
      DCNumber: 'DC/7',
      NumberOfCarton: 12,
      VehicleNumber: 'HR38AB1234',
      grossWeightInKgs: 1250.5,
    }),
  );
  expectWords(await paper(vendor, 'dispatch-note', note), ['Dispatch note', 'DC/7', 'HR38AB1234', '1,250.5 kg']);
  const memo = { productName: 'Rice', vendorInvoiceRef: '4711', itemQuantity: 10, unitPrice: 10, taxRate: 5, amount: 123456.5 };
  for (const kind of ['debit', 'credit']) {
    const created = kind === 'debit' ? '/api/debitMemo/AddUserDebitMemo' : '/api/creditMemo/AddUserCreditMemo';
    const id = await idOfNew(vendor.post(created, memo));
    expectWords(await paper(vendor, `${kind}-memo`, id), ['on invoice 4711', 'Rice', '₹1,23,456.50']);
    expect((await paper(other, `${kind}-memo`, id)).status).toBe(404);
  }
  expect((await paper(other, 'dispatch-note', note)).status).toBe(404);
});

test('a payment has an advice, and a vendor’s invoices and payments a statement with a balance', async () => {
  const company = await api.newVendor();
  const invoice = (invoiceNumber: string, invoiceDate: string, invoiceValue: number) =>
    idOfNew(company.post('/api/invoice/create', { PONumber: '1', PODate: '2026-04-01', invoiceNumber, invoiceDate, invoiceValue }));
  await invoice('1001', '2026-04-02', 1000);
  await invoice('1002', '2026-05-02', 500);
  const body = { userID: company.user.id, invoiceNumber: '1001', amount: 400, paymentMode: 'online', Remarks: 'UTR 7' };
  const payment = await idOfNew(admin.post('/api/vendorPaymentReport/create', body));
  expectWords(await paper(company, 'payment', payment), ['Payment advice', 'on invoice 1001', 'UTR 7', '₹400.00']);
  expect((await paper(other, 'payment', payment)).status).toBe(404);

  expectWords(await paper(company, 'statement', 'own'), ['Statement', 'Invoice 1001', 'Payment (online) for invoice 1001', '₹1,100.00']);
  const note = { productName: 'Rice', vendorInvoiceRef: '1002', amount: 44, memoNumber: 'CN/9' };
  await idOfNew(company.post('/api/creditMemo/AddUserCreditMemo', note));
  expectWords(await paper(company, 'statement', 'own'), [
    'Credit memo CN/9 for invoice 1002',
    'Notes and deductions',
    '₹44.00',
    '₹1,056.00',
  ]);
  expectWords(await paper(admin, 'statement', company.user.id, { startDate: '2026-05-01', endDate: '2026-05-31' }), [
    'from 01-05-2026 to 31-05-2026',
    'Balance before',
    '1,000.00',
    '₹1,500.00',
  ]);
  expect((await paper(other, 'statement', company.user.id)).status).toBe(404);
  expect((await paper(admin, 'statement', 'own')).status).toBe(404);
});

test('documents have the buyer’s name, address and logo', async () => {
  const id = await makeOrder(api.ctx, vendor.user.id, 'PO 119', {});
  const hasPicture = async () => ((await paper(vendor, 'order', id)).body as Buffer).includes('/Subtype /Image');
  expect(await hasPicture()).toBe(false);
  const content = await sharp({ create: { width: 480, height: 120, channels: 4, background: '#0a638080' } })
    .png()
    .toBuffer();
  expect((await admin.send('PUT', '/api/settings/logo', {}, { logo: { name: 'logo.png', content } })).status).toBe(200);
  await admin.put('/api/settings', { buyerName: 'Rivaj Retail', buyerAddress: 'Plot 7, Hoskote\nBengaluru 562114' });
  expect(await hasPicture()).toBe(true);
  expectWords(await paper(vendor, 'order', id), ['Rivaj Retail', 'Plot 7, Hoskote', 'Purchase order']);
});

test.each([
  ['bill', 422],
  ['order', 404],
  ['statement', 404],
])('a document of kind %s without a record returns %i', async (kind, status) => {
  expect((await paper(vendor, kind, 'x')).status).toBe(status);
});
