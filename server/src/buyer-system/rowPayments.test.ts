import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { type Cells, faultsIn, loadPayments, NOTHING, paymentRow, recorded } from '../../test/paymentSheets.ts';
import { storePayments } from '../payments/store.ts';
import { verifyBooks } from '../payments/verify.ts';

let api: Api;
let accounts: Caller;
let vendor: Caller;
let code: number;
beforeAll(async () => {
  api = await startApi();
  accounts = await api.newAdmin({ roles: ['accounts'] });
});
afterAll(() => api.close());
beforeEach(async () => {
  code = 5000 + api.serial();
  vendor = await api.newVendor({ vendor_Code: code });
  for (const invoiceNumber of ['1', '2', '3']) await vendor.post('/api/invoice/create', { invoiceNumber, invoiceValue: 100 });
});

const row = (reference: string, amount: number, invoice: string | null, more?: Cells, day?: string) =>
  paymentRow(code, reference, amount, invoice, more, day);
const load = (...rows: Cells[]) => loadPayments(accounts, rows);

const faultsOf = async (...rows: Cells[]) => faultsIn(await load(...rows));

const paymentsOf = async (caller = vendor) => (await caller.post('/api/purChaseOrder/purchase_payment', {})).body.result;
const paidOf = async (invoice: string) => (await vendor.get(`/api/invoice/getInvoiceValue/${invoice}`)).body.paid;
const differences = async () => (await verifyBooks(api.ctx.db)).differences;

describe('rows that were stored as single payments, before rows of one reference became one payment,', () => {
  /** The payment of a row in the earlier form. */
  async function storedRow(reference: string, amount: string, invoiceNumber: string | null, invoiceDate: string | null = null) {
    const externalId = `${vendor.user.id}/${reference}/${invoiceNumber ?? ''}`;
    const of = { externalId, version: `old ${externalId}`, supplier: '', ownerId: vendor.user.id, invoiceNumber, remarks: null };
    const rest = { mode: 'online', paidOn: '2026-11-20', raw: { reference, ...(invoiceDate && { invoiceDate }) }, reference: null, amount };
    await api.ctx.db.transaction((tx) => storePayments(tx, 'embedded', [{ ...of, ...rest }]));
    await api.ctx.db.execute(sql`update payments set reference = ${reference}, part_of = null where external_id = ${externalId}`);
  }
  const paid = async () => [await paidOf('1'), await paidOf('2'), await paidOf('3')];

  test('are reported as recorded when the file comes again, in any order, even after a reversal', async () => {
    await storedRow('UTR 1', '60.00', '1');
    await storedRow('UTR 1', '40.50', '2');
    const rows = [row('UTR 1', 40.5, '2'), row('utr 1', 60, '1')];
    expect(await load(...rows)).toMatchObject(NOTHING);
    expect(await paid()).toEqual([60, 40.5, 0]);
    const [{ _id }] = await paymentsOf();
    expect((await accounts.post(`/api/vendorPaymentReport/reverse/${_id}`, { reason: 'Returned' })).status).toBe(200);
    const once = await paid();
    expect(await load(...rows)).toMatchObject(NOTHING);
    expect(await paid()).toEqual(once);
    expect(await differences()).toEqual([]);
  });

  test('are rejected if an amount, an invoice, the day or the account differs, and nothing is paid', async () => {
    await storedRow('UTR 1', '60.00', '1');
    await storedRow('UTR 1', '30.00', '2');
    const refusal = [[2, 'Payment Reference', recorded('UTR 1', '₹90.00')]];
    for (const rows of [
      [row('UTR 1', 61, '1'), row('UTR 1', 30, '2')],
      [row('UTR 1', 60, '1'), row('UTR 1', 30, '3')],
      [row('UTR 1', 60, '1'), row('UTR 1', 30, '2'), row('UTR 1', 5, '3')],
      [row('UTR 1', 60, '1')],
      [row('UTR 1', 60, '1', [], '19-11-2026'), row('UTR 1', 30, '2', [], '19-11-2026')],
      [row('UTR 1', 60, '1', [null, null, null, '0042']), row('UTR 1', 30, '2', [null, null, null, '0042'])],
    ])
      expect(await faultsOf(...rows)).toEqual(refusal);
    expect(await paid()).toEqual([60, 30, 0]);
  });

  test('do not count for another vendor’s payment with the same reference, or for another year’s invoice', async () => {
    await storedRow('UTR 1', '60.00', '1', '2025-11-20');
    expect(await faultsOf(row('UTR 1', 60, '1'))).toEqual([[2, 'Payment Reference', recorded('UTR 1', '₹60.00')]]);
    const first = code;
    vendor = await api.newVendor({ vendor_Code: (code = 5000 + api.serial()) });
    await vendor.post('/api/invoice/create', { invoiceNumber: '1', invoiceValue: 100 });
    expect(await load(row('UTR 1', 60, '1'))).toMatchObject({ created: 1 });
    expect([first === code, await paidOf('1')]).toEqual([false, 60]);
  });
});
