/** The parties on printed documents and e-way bills follow the registrations of the document, not the profile. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, startApi } from '../../test/api.ts';
import { hasScanner, textOf } from '../../test/scanner.ts';
import { gstinOf, makeOrder, orderLineOf, panOf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
const BUYER_PAN = panOf(9001);
const BUYER = { MH: gstinOf(BUYER_PAN, '27'), KA: gstinOf(BUYER_PAN, '29'), DN: gstinOf(BUYER_PAN, '26') };

beforeAll(async () => {
  api = await startApi({ captcha: false }, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
  const own = [
    ['MH', 'Office 601, Lower Parel, Mumbai', '400013'],
    ['KA', 'Plot 7, Hoskote', '562114'],
    ['DN', 'Piparia, Silvassa', '396230'],
  ] as const;
  for (const [state, address, postalCode] of own) {
    const form = { kind: 'regular', GST: BUYER[state], legalName: `Rivaj Retail ${state}`, address, postalCode };
    await admin.post('/api/registrations', form);
  }
  const { body } = await admin.get('/api/registrations');
  const there = (body.buyer as { GST: string; _id: string }[]).find(({ GST }) => GST === BUYER.KA);
  const site = { name: 'DC Hoskote', address: 'Survey 114, Hoskote', postalCode: '562114', registrationId: there?._id };
  await admin.post('/api/buyerSites', site);
});
afterAll(() => api.close());

/** A vendor in Maharashtra with a second registration. */
async function vendorWith(state: string, address: string, postalCode: string): Promise<{ vendor: Caller; gstin: string; main: string }> {
  const pan = panOf(800 + api.serial());
  const [main, gstin] = [gstinOf(pan, '27'), gstinOf(pan, state)];
  const vendor = await api.newVendor({ pan, gstin: main, vendor_name: 'Annapurna Rice Mill' });
  const form = { kind: 'regular', GST: gstin, legalName: `Annapurna Unit ${state}`, address, postalCode, userID: vendor.user.id };
  expect((await admin.post('/api/registrations', form)).status).toBe(200);
  return { vendor, gstin, main };
}

const idOf = ({ status, body }: Answer): string => {
  expect(status).toBe(200);
  return body.data._id as string;
};

async function paper(caller: Caller, kind: string, id: string): Promise<string> {
  const { status, body } = await caller.get(`/api/paper/${id}`, { kind });
  expect(status).toBe(200);
  return hasScanner ? textOf(body as Buffer) : '';
}

function expectWords(text: string, words: readonly string[], none: readonly string[] = []): void {
  if (!hasScanner) return;
  for (const each of words) expect(text).toContain(each);
  for (const each of none) expect(text).not.toContain(each);
}

/** The text above the first of these words: the letterhead. */
const headOf = (text: string, before: string) => text.slice(0, text.indexOf(before));

test('all documents and the e-way bill of one supply have the same parties, and the place of supply of the order', async () => {
  const { vendor, gstin, main } = await vendorWith('24', 'Survey 9, Sanand', '382110');
  const parties = { vendorGST: gstin, buyerGST: BUYER.MH };
  const lines = [orderLineOf({ quantity: '20000', unitPrice: '50', interState: true })];
  const order = await makeOrder(api.ctx, vendor.user.id, 'PO/1', { lines, deliveryLocation: 'DC Hoskote', ...parties });
  const seller = ['Annapurna Unit 24', 'Survey 9, Sanand', '382110', 'Gujarat', gstin];
  const buyer = ['Rivaj Retail MH', 'Office 601, Lower Parel, Mumbai 400013', 'Maharashtra', BUYER.MH];
  const place = ['27 Maharashtra'];
  const none = [main, 'Market Yard', BUYER.DN];

  const ordered = await paper(vendor, 'order', order);
  expectWords(ordered, [...seller, ...buyer, ...place, 'DC Hoskote', 'Survey 114, Hoskote', BUYER.KA], none);
  expectWords(ordered, ['Rupees Ten Lakh Fifty Thousand Only', 'For Rivaj Retail MH', 'Authorised signatory', 'IGST 5%']);
  // The buyer's letterhead is on its order, the vendor's on its challan, invoice and memo.
  if (hasScanner) expect(headOf(ordered, 'Vendor code')).toContain(BUYER.MH);

  const note = idOf(await vendor.post('/api/desPatchNote/create', { DCNumber: 'DC/1', VehicleNumber: 'GJ06AA1123', ...parties }));
  const goods = { kind: 'challan', mode: 'road', lines: [{ orderId: order, line: 1, quantity: 2000, quantityBasis: 'provisional' }] };
  expect((await vendor.put(`/api/dispatchGoods/save/${note}`, goods)).status).toBe(200);
  const challan = await paper(vendor, 'dispatch-note', note);
  expectWords(challan, [...seller, ...buyer, ...place, 'DC Hoskote', 'Survey 114, Hoskote', 'provisional', 'IGST', '5,000.00'], none);
  expectWords(challan, ['Rule 55, CGST Rules, 2017', 'Rupees One Lakh Five Thousand Only', 'For Annapurna Unit 24']);
  if (hasScanner) {
    expect(headOf(challan, 'Consigner')).toContain(gstin);
    expect(headOf(challan, 'Consigner')).not.toContain(BUYER.MH);
  }
  await vendor.post(`/api/dispatchGoods/move/${note}`, { move: 'ready' });
  const billed = async () => {
    const { body } = await vendor.post('/api/ewayBill/file', { noteIds: [note] });
    return (JSON.parse(String(body)) as { billLists: Record<string, unknown>[] }).billLists[0];
  };
  const stated = {
    fromGstin: gstin,
    fromTrdName: 'Annapurna Unit 24',
    fromAddr1: 'Survey 9, Sanand',
    fromPincode: 382110,
    fromStateCode: 24,
    toGstin: BUYER.MH,
    toTrdName: 'Rivaj Retail MH',
    toStateCode: 27,
    toAddr1: 'Survey 114, Hoskote',
    toPlace: 'Hoskote',
    toPincode: 562114,
    actualToStateCode: 29,
    transType: 2,
    igstValue: 5000,
  };
  expect(await billed()).toMatchObject(stated);
  // The e-way bill of dispatched goods has the same parties as their document, even if the registration changes afterwards.
  await vendor.post(`/api/dispatchGoods/move/${note}`, { move: 'leave' });
  const { body: known } = await admin.get('/api/registrations', { userID: vendor.user.id });
  const own = (known.vendor as { GST: string; _id: string }[]).find(({ GST }) => GST === gstin);
  const moved = { kind: 'regular', GST: gstin, legalName: 'Annapurna Unit 24', address: 'Survey 10, Changodar', postalCode: '382213' };
  expect((await admin.put(`/api/registrations/${own?._id}`, moved)).status).toBe(200);
  expect(await billed()).toMatchObject(stated);
  expectWords(await paper(vendor, 'dispatch-note', note), ['Survey 9, Sanand'], ['Changodar']);

  const bill = { invoiceNumber: '118', invoiceDate: '2026-11-23', invoiceValue: 105000, IGSTValue: 5000, PONumber: 'PO/1', ...parties };
  const invoice = idOf(await vendor.post('/api/invoice/create', bill));
  const printed = await paper(vendor, 'invoice', invoice);
  expectWords(printed, ['Tax invoice', '118', gstin, 'Annapurna Unit 24', ...buyer, ...place, 'Rupees One Lakh Five Thousand Only'], none);

  const memo = { productName: 'Rice', vendorInvoiceRef: '118', invoiceId: invoice, amount: 100, memoNumber: 'CN/9', ...parties };
  const credit = await paper(vendor, 'credit-memo', idOf(await vendor.post('/api/creditMemo/AddUserCreditMemo', memo)));
  expectWords(credit, ['CN/9', gstin, ...buyer, ...place, 'Rupees One Hundred Only', 'For Annapurna Unit 24'], none);

  const paid = { userID: vendor.user.id, invoiceId: invoice, invoiceNumber: '118', amount: 400, paymentMode: 'online' };
  const advice = await paper(vendor, 'payment', idOf(await admin.post('/api/vendorPaymentReport/create', paid)));
  expectWords(advice, ['Paid to', gstin, ...buyer, 'Rupees Four Hundred Only', 'For Rivaj Retail MH'], [main]);

  // A statement belongs to no document with registrations, so it names the vendor's main one and the buyer's first.
  expectWords(await paper(vendor, 'statement', 'own'), [main, BUYER.MH], [gstin]);
});

test('a memo of the buyer has the buyer’s letterhead', async () => {
  const { vendor, gstin } = await vendorWith('24', 'Survey 9, Sanand', '382110');
  const memo = { userID: vendor.user.id, productName: 'Rice', amount: 100, issuer: 'buyer', vendorGST: gstin, buyerGST: BUYER.KA };
  const text = await paper(admin, 'debit-memo', idOf(await admin.post('/api/debitMemo/AddUserDebitMemo', memo)));
  expectWords(text, [gstin, BUYER.KA, 'For Rivaj Retail KA', '29 Karnataka']);
  if (hasScanner) expect(headOf(text, 'Issued by')).toContain(BUYER.KA);
});

test('the tax beside CGST is UTGST in a union territory', async () => {
  const { vendor, gstin } = await vendorWith('26', 'Unit 3, Silvassa', '396230');
  const parties = { vendorGST: gstin, buyerGST: BUYER.DN };
  const order = await makeOrder(api.ctx, vendor.user.id, 'PO/3', { lines: [orderLineOf({})], ...parties });
  expectWords(await paper(vendor, 'order', order), ['UTGST', 'CGST 2.5% + UTGST 2.5%'], [' SGST']);
  const note = idOf(await vendor.post('/api/desPatchNote/create', { DCNumber: 'DC/3', ...parties }));
  await vendor.put(`/api/dispatchGoods/save/${note}`, { kind: 'challan', lines: [{ orderId: order, line: 1, quantity: 1 }] });
  expectWords(await paper(vendor, 'dispatch-note', note), ['UTGST', '2.50'], [' SGST']);
  const { body } = await vendor.get(`/api/purChaseOrder/packageSheet/${order}`);
  if (hasScanner) expectWords(textOf(body as Buffer), ['UTGST 2.5%', gstin], [' SGST']);
});

test('a note never shows another vendor’s registration, and one for two orders shows both places of supply', async () => {
  const { vendor } = await vendorWith('24', 'Survey 9, Sanand', '382110');
  const other = await vendorWith('29', 'Peenya, Bengaluru', '560058');
  const refused = await vendor.post('/api/desPatchNote/create', { DCNumber: 'DC/4', vendorGST: other.gstin, buyerGST: BUYER.MH });
  expect(refused.status).toBe(422);
  const parties = { vendorGST: other.gstin, buyerGST: BUYER.MH };
  const [one, two] = [
    await makeOrder(api.ctx, other.vendor.user.id, 'PO/5', { placeOfSupply: '33', ...parties }),
    await makeOrder(api.ctx, other.vendor.user.id, 'PO/6', { placeOfSupply: '32', ...parties }),
  ];
  const note = idOf(await other.vendor.post('/api/desPatchNote/create', { DCNumber: 'DC/4', ...parties }));
  const lines = [one, two].map((orderId) => ({ orderId, line: 1, quantity: 1 }));
  expect((await other.vendor.put(`/api/dispatchGoods/save/${note}`, { kind: 'challan', lines })).status).toBe(200);
  expectWords(await paper(other.vendor, 'dispatch-note', note), ['32 Kerala and 33 Tamil Nadu']);
  expect((await vendor.get(`/api/paper/${note}`, { kind: 'dispatch-note' })).status).toBe(404);
});
