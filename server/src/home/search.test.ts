import { search } from '@aapurti/contract/home/search';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { newMember } from '../../test/members.ts';
import { actAs, makeDispatchNote, makeInvoice, makeMemo, makeOrder, makePayment, makeProduct } from '../demo/factories.ts';

let api: Api;
let mill: Caller;
let other: Caller;
let admin: Caller;

beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-20T06:00:00Z'));
  mill = await api.newVendor({ vendor_name: 'Narmada Oil Mills' });
  other = await api.newVendor({ vendor_name: 'सूर्या मसाले' });
  admin = await api.newAdmin();
  await addItem(api.ctx, { ean: '8901030516320', name: 'Basmati Rice 1 kg', sku: 'RICE-1' });
  for (const [vendor, start] of [
    [mill, '77'],
    [other, '88'],
  ] as const) {
    const acting = await actAs(api.ctx, vendor.user.id);
    for (let serial = 0; serial < 8; serial += 1) await makeInvoice(api.ctx, acting, `${start}1230${serial}`);
    await makeInvoice(api.ctx, acting, start);
    await makeOrder(api.ctx, vendor.user.id, `PO/26-27/${start}12`);
    await makeProduct(api.ctx, acting, '8901030516320');
    await makeDispatchNote(api.ctx, acting, `DC/${start}12`);
    await makeMemo(api.ctx, acting, 'debit', { vendorInvoiceRef: `INV-${start}12` });
    await makePayment(api.ctx, acting, `${start}12301`, { Remarks: `UTR ${start}AX 9912`, amount: 1 });
  }
});
afterAll(() => api.close());

interface Row {
  kind: string;
  number: string | null;
  productName: string | null;
  vendor_name: string | null;
  userID: string;
}

async function found(caller: Caller, q: string): Promise<Row[]> {
  const { status, body } = await caller.get(search.everywhere.path, { q });
  expect({ q, status }).toEqual({ q, status: 200 });
  return body as Row[];
}
const short = (rows: readonly Row[]) => rows.map(({ kind, number }) => `${kind} ${number}`);

test('a search finds records of all kinds by a part of their number, at most five of a kind, the newest first', async () => {
  expect(short(await found(mill, '7712'))).toEqual([
    'order PO/26-27/7712',
    ...[7, 6, 5, 4, 3].map((serial) => `invoice 771230${serial}`),
    'dispatchNote DC/7712',
    'payment 7712301',
    'debitMemo INV-7712',
  ]);
});

test('a record equal to the text comes first, even if it is older than all that contain it', async () => {
  expect(short(await found(mill, '77')).filter((row) => row.startsWith('invoice'))).toEqual(['invoice 77']);
  expect(short(await found(mill, '7712300'))).toEqual(['invoice 7712300']);
  expect(short(await found(mill, 'po/26-27/7712'))).toEqual(['order PO/26-27/7712']);
});

test('a search finds a payment by its UTR or cheque number, for its own vendor and the buyer', async () => {
  const payment = { userID: mill.user.id, invoiceNumber: '7712302', amount: 1, paymentMode: 'online', reference: 'SBIN/0042-UTR' };
  expect((await admin.post('/api/vendorPaymentReport/create', payment)).status).toBe(200);
  for (const caller of [mill, admin]) expect(short(await found(caller, 'sbin/0042'))).toEqual(['payment 7712302']);
  const invoices = [];
  for (const invoiceNumber of ['881', '882'])
    invoices.push({ invoiceId: (await mill.post('/api/invoice/create', { invoiceNumber, invoiceValue: 100 })).body.data._id, amount: 50 });
  const transfer = { userID: mill.user.id, invoices, paymentMode: 'online', reference: 'UTR-OF-TWO' };
  expect((await admin.post('/api/vendorPaymentReport/transfer', transfer)).status).toBe(200);
  expect(short(await found(mill, 'utr-of-two'))).toEqual(['payment 881, 882']);
  expect(await found(other, 'sbin/0042')).toEqual([]);
});

test('a search finds products by name, EAN and SKU code, and payments by words of their remarks', async () => {
  for (const text of ['BASMATI', '890103', '8901030516320', 'rice-1'])
    for (const caller of [mill, admin])
      expect((await found(caller, text)).map(({ productName }) => productName)).toContain('Basmati Rice 1 kg');
  expect(short(await found(mill, '77ax'))).toEqual(['payment 7712301']);
});

test('a vendor finds only its own records and no company, and an administrator finds all, with their vendor', async () => {
  for (const text of ['8812', '8812300', 'surya', 'सूर्या', 'Narmada'])
    expect({ text, found: await found(mill, text) }).toEqual({ text, found: [] });
  expect((await found(mill, '7712')).every(({ vendor_name }) => vendor_name === null)).toBe(true);
  expect(await found(admin, '8812302')).toMatchObject([{ kind: 'invoice', userID: other.user.id, vendor_name: 'सूर्या मसाले' }]);
  expect(await found(admin, 'narmada')).toMatchObject([{ kind: 'vendor', number: 'Narmada Oil Mills', userID: mill.user.id }]);
  expect(await found(admin, 'सूर्या')).toMatchObject([{ kind: 'vendor', userID: other.user.id }]);
  expect((await found(admin, 'basmati')).map(({ userID }) => userID).sort()).toEqual([mill.user.id, other.user.id].sort());
});

test.each(['reader', 'dispatch'] as const)('a %s finds what the vendor can see', async (role) => {
  const member = await newMember(api, mill, role);
  expect(await found(member, '7712')).toEqual(await found(mill, '7712'));
});

describe('unusual search texts', () => {
  test.each([
    '',
    '   ',
    '%',
    '%%%',
    '_',
    '___',
    "'",
    "';drop table invoices;--",
    '\\',
    '"',
    '()',
    '🙂',
    'क',
    'ि',
    '١٢٣',
    '../..',
    '<b>',
    '-1',
  ])('find nothing: %j', async (text) => {
    for (const caller of [mill, admin]) expect(await found(caller, text)).toEqual([]);
  });

  test('of 5,000 characters, with NUL or with half a surrogate pair are rejected in words', async () => {
    expect(await mill.get(search.everywhere.path, { q: 'x'.repeat(5000) })).toMatchObject({
      status: 422,
      body: { errors: { q: 'At most 200 characters.' } },
    });
    expect((await mill.get(search.everywhere.path, { q: 'a\0b' })).status).toBe(400);
    expect((await mill.ask('GET', `${search.everywhere.path}?q=%ED%A0%80`)).status).toBeLessThan(500);
    expect((await mill.ask('GET', `${search.everywhere.path}?q=a&q=b`)).status).toBe(422);
    expect((await mill.get(search.everywhere.path)).body).toEqual([]);
  });
});
