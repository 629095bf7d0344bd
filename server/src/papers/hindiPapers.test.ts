import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, startApi } from '../../test/api.ts';
import { hasScanner, textOf } from '../../test/scanner.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin();
  vendor = await api.newVendor({
    vendor_name: 'अन्नपूर्णा',
    paymentTerms: '३० दिन',
    city: 'पुणे',
    address_Line1: 'भूखंड ७',
    address_Line2: 'नगर',
  });
  await admin.put('/api/settings', { buyerName: 'क्रय', buyerAddress: 'बेंगलुरु' });
  for (const caller of [vendor, admin]) await caller.put('/api/mail/language', { language: 'hi' });
});
afterAll(() => api.close());

const idOf = async (answer: Promise<Answer>): Promise<string> => {
  const { status, body } = await answer;
  expect(status).toBe(200);
  return body.data._id as string;
};

/** The language in which screen readers read a PDF. */
const languageOf = (pdf: Buffer) => /\/Lang \(([^)]*)\)/.exec(pdf.toString('latin1'))?.[1];

function wordsOf({ status, body }: Answer): string {
  expect(status).toBe(200);
  expect(languageOf(body as Buffer)).toBe('hi-IN');
  return hasScanner ? textOf(body as Buffer) : '';
}

const LATIN_WORDS =
  // Names of taxes, codes, numbers and units, which Hindi leaves unchanged (docs/words.md); the legal names of the copies; and data of
  // records.
  /^(GST|GSTIN|PAN|HSN|EAN|SKU|MRP|PO|CGST|SGST|IGST|SSCC|UQC|Rule|Delivery|challan|Dispatch|advice|ORIGINAL|DUPLICATE|TRIPLICATE|FOR|CONSIGNEE|TRANSPORTER|CONSIGNER|HR|AB|kg|KG|KGS|Maharashtra|AACCA|ZT)$/;

/** Checks that no label is in English and none is cut. */
function expectHindi(text: string): void {
  if (!hasScanner) return;
  expect(text).toMatch(/[\u0900-\u097f]/);
  expect((text.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !LATIN_WORDS.test(word))).toEqual([]);
  expect(text).not.toContain('…');
}

/** Each SSCC is on one package; later pallets have none. */
const SSCC = ['106141412345678908'];
const line = { itemCode: '7', itemName: 'चावल', uom: 'KG' };
const makeNote = async (number: string, kind: string) => {
  const lines = [orderLineOf({ ...line, rate: '5' }), orderLineOf({ ...line, itemCode: '8', rate: null })];
  const order = await makeOrder(api.ctx, vendor.user.id, `5${number}`, { lines });
  const note = await idOf(
    vendor.post('/api/desPatchNote/create', { DCNumber: number, VehicleNumber: 'HR38AB1234', NumberOfCarton: 2, grossWeightInKgs: 12.5 }),
  );
  const packages = [
    { kind: 'pallet', sscc: SSCC.shift() },
    { kind: 'carton', parent: 1, grossKg: 7, lines: [{ no: 1, quantity: 1 }] },
  ];
  const saved = await vendor.put(`/api/dispatchGoods/save/${note}`, {
    kind,
    expectedOn: '2098-01-02',
    lines: [
      { orderId: order, line: 1, quantity: 1, batch: '7', madeOn: '2026-01-01', bestBefore: '2099-01-01' },
      { orderId: order, line: 2, quantity: 2 },
    ],
    packages,
  });
  expect(saved.body).toMatchObject({ message: 'Goods saved.' });
  return { note, order };
};

test.each(['challan', 'approval', 'job_work', 'other', 'invoice'])(
  'the document and labels of goods transported by %s are in Hindi',
  async (kind) => {
    const { note } = await makeNote(`100${['challan', 'approval', 'job_work', 'other', 'invoice'].indexOf(kind)}`, kind);
    const paper = wordsOf(await vendor.get(`/api/paper/${note}`, { kind: 'dispatch-note' }));
    expectHindi(paper);
    expectHindi(wordsOf(await vendor.get(`/api/paper/${note}`, { kind: 'package-labels' })));
    if (hasScanner && kind !== 'invoice')
      for (const words of ['ORIGINAL FOR CONSIGNEE', 'प्राप्तकर्ता', 'पेज 1 / 1']) expect(paper).toContain(words);
  },
);

test('orders with their package sheets and labels, memos, payments and statements are in Hindi', async () => {
  const { order } = await makeNote('2000', 'challan');
  const bare = await makeOrder(api.ctx, vendor.user.id, '52001', {
    status: 'Cancelled',
    lines: [orderLineOf({ ...line, ean: null, interState: true }), orderLineOf({ ...line, ean: 'अ' })],
  });
  for (const id of [order, bare]) {
    expectHindi(wordsOf(await vendor.get(`/api/paper/${id}`, { kind: 'order' })));
    expectHindi(wordsOf(await vendor.get(`/api/purChaseOrder/packageSheet/${id}`)));
  }
  expectHindi(wordsOf(await vendor.get(`/api/purChaseOrder/packingLabel/${order}`)));
  expectHindi(
    wordsOf(
      await vendor.get(
        `/api/paper/${await idOf(vendor.post('/api/desPatchNote/create', { DCNumber: '9', VehicleNumber: 'HR38AB1234', NumberOfCarton: 2 }))}`,
        { kind: 'dispatch-note' },
      ),
    ),
  );
  const memo = { productName: 'चावल', vendorInvoiceRef: '4711', itemQuantity: 10, unitPrice: 10, taxRate: 5, amount: 123456.5 };
  const debit = await idOf(vendor.post('/api/debitMemo/AddUserDebitMemo', memo));
  const credit = await idOf(vendor.post('/api/creditMemo/AddUserCreditMemo', memo));
  expectHindi(wordsOf(await vendor.get(`/api/paper/${debit}`, { kind: 'debit-memo' })));
  expectHindi(wordsOf(await admin.get(`/api/paper/${credit}`, { kind: 'credit-memo' })));
  await idOf(
    vendor.post('/api/invoice/create', {
      PONumber: '1',
      PODate: '2026-04-01',
      invoiceNumber: '1001',
      invoiceDate: '2026-04-02',
      invoiceValue: 1000,
    }),
  );
  const pay = (more: object) => idOf(admin.post('/api/vendorPaymentReport/create', { userID: vendor.user.id, amount: 400, ...more }));
  for (const more of [
    { invoiceNumber: '1001', paymentMode: 'online' },
    { invoiceNumber: '1001', paymentMode: 'cheque' },
  ])
    expectHindi(wordsOf(await vendor.get(`/api/paper/${await pay(more)}`, { kind: 'payment' })));
  expectHindi(wordsOf(await vendor.get('/api/paper/own', { kind: 'statement' })));
  expectHindi(wordsOf(await vendor.get('/api/paper/own', { kind: 'statement', startDate: '2026-01-01', endDate: '2099-12-31' })));
});

test('names in the data are never translated, and files keep their names', async () => {
  const id = await makeOrder(api.ctx, vendor.user.id, 'Total', { lines: [orderLineOf({ itemName: 'Oil from Kerala to Goa' })] });
  const answer = await vendor.get(`/api/paper/${id}`, { kind: 'order' });
  expect(answer.headers['content-disposition']).toContain('filename="order-Total.pdf"');
  if (hasScanner) for (const words of ['Total', 'Oil from Kerala to Goa', 'परचेज़ ऑर्डर']) expect(wordsOf(answer)).toContain(words);
});

test('a kept document stays in the language in which the goods were dispatched', async () => {
  const { note } = await makeNote('3000', 'challan');
  for (const move of ['ready', 'leave']) expect((await vendor.post(`/api/dispatchGoods/move/${note}`, { move })).status).toBe(200);
  const other = await api.newAdmin();
  const printed = await other.get(`/api/paper/${note}`, { kind: 'dispatch-note' });
  expectHindi(wordsOf(printed));
  await vendor.put('/api/mail/language', { language: 'en' });
  expect((await vendor.get(`/api/paper/${note}`, { kind: 'dispatch-note' })).body).toEqual(printed.body);
  // Nothing that the document states has changed, so there is no second version.
  await vendor.post(`/api/dispatchGoods/arrive/${note}`, {});
  expect((await vendor.get(`/api/dispatchGoods/get/${note}`)).body.papers).toHaveLength(1);
  await vendor.put('/api/mail/language', { language: 'hi' });
});
