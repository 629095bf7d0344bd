import { type Numbering, numberMessages } from '@aapurti/contract/settings/documentNumbers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { makeOrder } from '../demo/factories.ts';
import { type Api, type Caller, startApi } from '../../test/api.ts';
import { workbookOf } from '../../test/workbook.ts';
import { storePayments } from '../payments/store.ts';
import { uncoded } from '../../test/uncoded.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-21T06:00:00Z'));
  [admin, vendor] = [await api.newAdmin(), await api.newVendor()];
});
afterAll(() => api.close());

const numbering = (invoiceNumbers: Numbering) => admin.put('/api/settings', { invoiceNumbers });
const add = (invoiceNumber: string, invoiceDate = '2026-05-01', more = {}) =>
  vendor.post('/api/invoice/create', { invoiceNumber, invoiceDate, invoiceValue: 100, ...more });
const pay = (body: Record<string, unknown>) =>
  vendor.post('/api/vendorPaymentReport/create', { amount: 10, paymentMode: 'online', ...body });

describe('valid numbers', () => {
  const WRONG = 'Invoice number is required. It should be number.';
  test.each<[Numbering, string, number]>([
    ['digits', '0017', 200],
    ['digits', '9'.repeat(64), 200],
    ['digits', 'INV/26-27/0001', 422],
    ['digits', 'A1', 422],
    ['rule46', 'INV/26-27/0002', 200],
    ['rule46', 'A-1', 200],
    ['rule46', '0012', 200],
    ['rule46', 'SINV-CFY-0006789', 200],
    ['rule46', 'SINV-CFY-00067890', 422],
    ['rule46', 'INV 1', 422],
    ['rule46', 'INV_1', 422],
    ['rule46', 'INV#1', 422],
    ['rule46', '/1', 422],
    ['rule46', 'चालान1', 422],
    ['rule46', '', 422],
  ])('%s: %s gets %i', async (setting, number, status) => {
    await numbering(setting);
    const answer = await add(number);
    expect([answer.status, answer.body.errors]).toEqual([status, status === 200 ? undefined : { invoiceNumber: numberMessages[setting] }]);
  });

  test('existing numbers stay valid when the settings allow only digits again', async () => {
    await numbering('rule46');
    const { _id } = (await add('KEEP/1')).body.data;
    await numbering('digits');
    const edit = (body: Record<string, unknown>) => vendor.put(`/api/invoice/edit/${_id}`, body);
    expect((await edit({ invoiceNumber: 'KEEP/1', invoiceValue: 90 })).body.data).toMatchObject({
      invoiceNumber: 'KEEP/1',
      invoiceValue: 90,
    });
    expect((await edit({ invoiceNumber: 'KEEP/2' })).body.errors).toEqual({ invoiceNumber: WRONG });
  });

  test('a PO number has only digits, or is the number of one of the vendor’s orders', async () => {
    await makeOrder(api.ctx, vendor.user.id, 'PO/2026-27/0124');
    await makeOrder(api.ctx, (await api.newVendor()).user.id, 'PO/7 theirs');
    expect((await add('501', '2026-05-01', { PONumber: 'PO/2026-27/0124' })).body.data.PONumber).toBe('PO/2026-27/0124');
    expect((await add('502', '2026-05-01', { PONumber: '77' })).status).toBe(200);
    for (const PONumber of ['PO/7 theirs', 'PO/8 none', 'abc', '7'.repeat(65)]) {
      expect((await add('503', '2026-05-01', { PONumber })).body.errors).toEqual({ PONumber: 'Invalid PO Number. It should be number.' });
    }
  });
});

describe('a number that exists once per financial year', () => {
  const TAKEN = 'Invoice number should not be same or Something went wrong';
  test.each([
    ['the same day', 'FY/1', '2026-05-01', 'FY/1', '2026-05-01', 409],
    ['31 March and 1 April', '9001', '2026-03-31', '9001', '2026-04-01', 200],
    ['1 April and 31 March after it', '9002', '2025-04-01', '9002', '2026-03-31', 409],
    ['29 February', '9003', '2024-02-29', '9003', '2023-04-01', 409],
    ['another case', 'ser/1', '2026-05-01', 'SER/1', '2026-06-01', 409],
    ['other zeros', '0009004', '2026-05-01', '9004', '2026-05-01', 200],
  ])('%s', async (_, one, oneDay, other, otherDay, status) => {
    await numbering('rule46');
    expect((await add(one, oneDay)).status).toBe(200);
    const answer = await add(other, otherDay);
    expect([answer.status, answer.body.errors]).toEqual([status, status === 200 ? undefined : { invoiceNumber: TAKEN }]);
  });

  test('is checked when an edit moves the date into the year, and when two are added at the same time', async () => {
    await add('9101', '2026-03-31');
    const { _id } = (await add('9101', '2026-04-01')).body.data;
    const moved = await vendor.put(`/api/invoice/edit/${_id}`, { invoiceDate: '2026-03-30' });
    expect([moved.status, moved.body.errors]).toEqual([409, { invoiceNumber: TAKEN }]);
    const both = await Promise.all(['ra/1', 'RA/1'].map((number) => add(number)));
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  test('is checked for today in India without a date, and the new year begins there at midnight', async () => {
    let now = new Date();
    const late = await startApi({}, () => now);
    try {
      const { user } = await late.newVendor();
      const create = async (moment: string, more = {}) => {
        now = new Date(moment);
        const caller = await late.signIn(user);
        const { status, body } = await caller.post('/api/invoice/create', { invoiceNumber: '1', invoiceValue: 5, ...more });
        return [status, body.data?.invoiceDate];
      };
      expect(await create('2026-03-31T18:29:59.999Z')).toEqual([200, '2026-03-31']);
      expect(await create('2026-03-31T18:30:00.000Z')).toEqual([200, '2026-04-01']);
      expect(await create('2027-03-31T18:29:59.999Z')).toEqual([409, undefined]);
      expect(await create('2028-02-28T18:30:00.000Z')).toEqual([200, '2028-02-29']);
      expect(await create('2027-02-28T18:30:00.000Z', { invoiceNumber: '2' })).toEqual([200, '2027-03-01']);
    } finally {
      await late.close();
    }
  });

  test('is rejected for 29 February of a year without it', async () => {
    const answer = await add('9005', '2027-02-29');
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['invoiceDate']]);
  });

  test.each([
    ['A/12', 'A-12', 'Invoice A/12 of 01-05-2026 has nearly the same number. Is this a different invoice?'],
    ['A-13', 'A13', 'Invoice A-13 of 01-05-2026 has nearly the same number. Is this a different invoice?'],
    ['A14', 'A/1-4', 'Invoice A14 of 01-05-2026 has nearly the same number. Is this a different invoice?'],
    ['c/15', 'C/15', 'Invoice c/15 of 01-05-2026 has nearly the same number. Is this a different invoice?'],
    ['INV/0012', 'inv-12', 'Invoice INV/0012 of 01-05-2026 has nearly the same number. Is this a different invoice?'],
    ['0077', '77', 'Invoice 0077 of 01-05-2026 has nearly the same number. Is this a different invoice?'],
    ['A/10', 'A/1', null],
    ['B100', 'B10', null],
  ])('with %s gives a warning that %s exists', async (stored, typed, remark) => {
    await numbering('rule46');
    vendor = await api.newVendor();
    const { _id } = (await add(stored)).body.data;
    const ask = (query: Record<string, string>) => vendor.get('/api/invoice/numberRemark', { invoiceNumber: typed, ...query });
    expect((await ask({ invoiceDate: '2026-06-01' })).body).toEqual({ remark });
    for (const query of [{ invoiceDate: '2026-06-01', except: _id }, { invoiceDate: '2027-06-01' }]) {
      expect((await ask(query)).body).toEqual({ remark: null });
    }
  });
});

describe('calls with a number that two financial years have', () => {
  let old: string;
  let young: string;
  beforeAll(async () => {
    vendor = await api.newVendor();
    [old, young] = [(await add('118', '2026-03-31')).body.data._id, (await add('118', '2026-04-01')).body.data._id];
  });
  const several = {
    message: 'The vendor has several invoices with the number 118, dated 31-03-2026 and 01-04-2026. Choose one of them.',
    data: [
      { _id: expect.any(String), invoiceNumber: '118', invoiceDate: '2026-03-31', balance: 100 },
      { _id: expect.any(String), invoiceNumber: '118', invoiceDate: '2026-04-01', balance: 100 },
    ],
  };

  test('respond with 409 and the candidates, and accept invoiceId', async () => {
    for (const answer of [await pay({ invoiceNumber: '118' }), await vendor.get('/api/invoice/getInvoiceValue/118')]) {
      expect([answer.status, answer.body]).toEqual([409, expect.objectContaining(several)]);
    }
    expect((await pay({ invoiceNumber: '118', invoiceId: old, amount: 40 })).status).toBe(200);
    const left = async (invoiceId: string) => (await vendor.get('/api/invoice/getInvoiceValue/118', { invoiceId })).body.invoiceValue;
    expect([await left(old), await left(young)]).toEqual([60, 100]);
    expect((await pay({ invoiceNumber: '118', invoiceId: '999999' })).status).toBe(404);
    expect((await pay({ invoiceNumber: '119', invoiceId: old })).status).toBe(404);
  });

  test('use the only invoice with a balance', async () => {
    await pay({ invoiceNumber: '118', invoiceId: old, amount: 60 });
    expect((await vendor.get('/api/invoice/getInvoiceValue/118')).body.invoiceValue).toBe(100);
    expect((await pay({ invoiceNumber: '118', amount: 30 })).status).toBe(200);
    expect((await vendor.get('/api/invoice/getInvoiceValue/118', { invoiceId: young })).body.paid).toBe(30);
    // Neither invoice is meant once both are paid.
    await pay({ invoiceNumber: '118', amount: 70 });
    expect((await pay({ invoiceNumber: '118' })).status).toBe(409);
  });

  test('reject payments of the ERP that fit several invoices', async () => {
    vendor = await api.newVendor();
    const first = (await add('7', '2026-03-31')).body.data._id;
    await add('7', '2026-04-01');
    const payment = (externalId: string) => ({
      externalId,
      version: '1',
      ownerId: vendor.user.id,
      supplier: '',
      invoiceNumber: '7',
      amount: '100',
      mode: 'NEFT',
      paidOn: '2026-05-01',
      remarks: null,
      raw: {},
    });
    const store = (externalId: string) => api.ctx.db.transaction((tx) => storePayments(tx, 'embedded', [payment(externalId)]));
    expect([...(await store('P1')).refused.values()].map(({ problem }) => problem)).toEqual([
      'Payment P1 of ₹100.00: the vendor has several invoices with the number 7, dated 31-03-2026 and 01-04-2026. Record the payment in the portal.',
    ]);
    await pay({ invoiceNumber: '7', invoiceId: first, amount: 100 });
    expect(await store('P1')).toMatchObject({ created: 1, refused: new Map() });
  });
});

test('files accept the same numbers as the form', async () => {
  vendor = await api.newVendor();
  const upload = async (...rows: [number: string, date: string, po: string][]) => {
    const content = await workbookOf([
      ['Invoice Number', 'Invoice Date', 'PO Number', 'Invoice Value'],
      ...rows.map((row) => [...row, '100']),
    ]);
    const { body } = await vendor.send('POST', '/api/invoice/excelUpload', {}, { file: { name: 'invoices.xlsx', content } });
    return body.errors ?? body.message;
  };
  await numbering('digits');
  expect(uncoded(await upload(['S/1', '01-05-2026', '']))).toEqual([
    { row: 2, column: 'Invoice Number', message: 'Invoice number is required. It should be number.' },
  ]);
  await numbering('rule46');
  await makeOrder(api.ctx, vendor.user.id, 'PO/9 of May');
  expect(await upload(['S/1', '01-05-2026', 'PO/9 of May'], ['S/1', '31-03-2026', '7'])).toBe('File Uploaded Successfully');
  expect(uncoded(await upload(['s/1', '02-05-2026', ''], ['S/2', '01-05-2026', 'PO/none']))).toEqual([
    { row: 2, column: 'Invoice Number', message: 'Invoice number should not be same or Something went wrong' },
    { row: 3, column: 'PO Number', message: 'Invalid PO Number. It should be number.' },
  ]);
});

test('the payments file accepts numbers with letters, and the invoice date chooses between two financial years', async () => {
  vendor = await api.newVendor();
  await numbering('rule46');
  await add('INV/7');
  for (const date of ['2026-03-31', '2026-04-01']) await add('118', date);
  await numbering('digits');
  const [{ vendor_Code: code }] = (await vendor.get(`/api/auth/user/${vendor.user.id}`)).body;
  const send = async (content: Buffer) =>
    (await admin.send('POST', '/api/buyerData/payments', {}, { file: { name: 'payments.xlsx', content } })).body;
  const load = async (...rows: [reference: string, amount: number, number: string, date: string | null][]) =>
    send(
      await workbookOf([
        ['Vendor Code', 'Payment Reference', 'Payment Date', 'Amount', 'Invoice Number', 'Invoice Date'],
        ...rows.map(([reference, ...rest]) => [code, reference, '20-11-2026', ...rest]),
      ]),
    );
  expect(uncoded((await load(['UTR 1', 5, '118', null], ['UTR 2', 5, '118', '01-05-2026'])).errors)).toEqual([
    {
      row: 2,
      column: 'Invoice Number',
      message:
        'This payment of ₹5.00: the vendor has several invoices with the number 118, dated 31-03-2026 and 01-04-2026. Enter the Invoice Date.',
    },
    { row: 3, column: 'Invoice Number', message: 'This payment of ₹5.00: the vendor has no invoice 118 of 01-05-2026 in the portal.' },
  ]);
  expect(await load(['UTR 1', 5, '118', '31-03-2026'], ['UTR 2', 100, 'inv/7', null])).toMatchObject({ created: 2 });
  const { body } = await vendor.get('/api/invoice/get', { sortBy: 'invoiceDate', sortOrder: 'asc' });
  expect(body.map(({ paymentReceived }: { paymentReceived: number }) => paymentReceived)).toEqual([5, 0, 100]);
  const exported = await admin.get('/api/buyerData/payments/export', { userID: vendor.user.id });
  expect(await send(exported.body as Buffer)).toMatchObject({ created: 0, updated: 0 });
});

test('numbers are sorted in their own order, and found in upper and lower case', async () => {
  vendor = await api.newVendor();
  await numbering('rule46');
  for (const number of ['INV/10', '10', 'INV/9', '009', '8']) await add(number);
  const numbers = async (query: Record<string, string>) =>
    (await vendor.get('/api/invoice/get', query)).body.map(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber);
  expect(await numbers({ sortBy: 'invoiceNumber' })).toEqual(['8', '009', '10', 'INV/9', 'INV/10']);
  expect(await numbers({ invoiceNumber: 'inv' })).toEqual(['INV/9', 'INV/10']);
});
