// Why so long: one set of steps tells how a file is uploaded, approved, closed and reversed.
/** Tests of opening balances by document, over HTTP: one user uploads them, another one approves them, and the cut-off date is closed. */
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Api, Caller } from './api.ts';
import { checkBooks, codeOf, done, startBooks, today } from './books.ts';
import { newMember } from './members.ts';
import { keyOf } from './onBehalf.ts';
import { meanwhile } from './overlap.ts';

const PASSWORD = 'the old ledger of the vendors';
let api: Api;
let admin: Caller;
let accounts: Caller;
let other: Caller;
let vendor: Caller;
let code: number;
beforeAll(async () => {
  ({ api, admin, accounts, other } = await startBooks());
});
const codeOfVendor = async (caller: Caller) => (await caller.get('/api/auth/user')).body[0].vendor_Code as number;
beforeEach(async () => {
  vendor = await api.newVendor({ password: PASSWORD });
  code = await codeOfVendor(vendor);
  await api.ctx.db.execute(sql`
    update portal_settings set preset = 'entered', duties = false, pay_only_matched = false, pay_only_approved = false, limit_accounts = null`);
  // Each test has an installation whose cut-off date is open.
  await api.ctx.db.execute(sql`update opening_sheets set status = 'rejected', reject_reason = 'Of another test' where status = 'accepted'`);
});
afterEach(() => checkBooks(api));
afterAll(() => api.close());

const HEAD = 'Vendor Code,Kind,Vendor GST Registration,Number,Amount,Date,Due Date,Cut-off Date,Reason';
const row = (
  kind: string,
  number: string,
  amount: number | string,
  more: { day?: string; due?: string; cutOff?: string; gst?: string; of?: number } = {},
) =>
  `${more.of ?? code},${kind},${more.gst ?? ''},${number},${amount},${more.day ?? '15-03-2026'},${more.due ?? ''},${more.cutOff ?? '31-03-2026'},Old ledger`;
const upload = (rows: readonly string[], by = accounts) =>
  by.send('POST', '/api/buyerData/openings', {}, { file: { name: 'openings.csv', content: Buffer.from(`${HEAD}\n${rows.join('\n')}\n`) } });
const faultsOf = async (...rows: string[]) =>
  (await upload(rows)).body.errors?.map(
    (fault: { row: number; column: string; message: string }) => `${fault.row} ${fault.column}: ${fault.message}`,
  );
const sheets = async (by = other) => (await by.get('/api/account/openingSheets')).body;
const uploaded = async (rows: readonly string[], by = accounts): Promise<string> => {
  const { status, body } = await upload(rows, by);
  expect([status, body.errors, body.created]).toEqual([200, undefined, rows.length]);
  return (await sheets())[0]._id;
};
const approve = (id: string, by = other) => by.put(`/api/account/openingSheets/${id}/approve`);
const reject = (id: string, by = other) => by.put(`/api/account/openingSheets/${id}/reject`, { reason: 'Wrong ledger' });
const reverse = (id: string, by = other) => by.put(`/api/account/openingBalances/${id}/reverse`, { reason: 'Wrong ledger' });
const openings = async () => (await vendor.get('/api/account/openingBalances')).body;
const outstanding = async () => (await vendor.post('/api/purChaseOrder/purchase_payment?ageing=true', { status: 'OS' })).body.result[0];
const entries = async () =>
  (await vendor.get('/api/account/entries')).body.map(({ kind, number, amount, day }: Record<string, unknown>) => [
    kind,
    number,
    amount,
    day,
  ]);
const bill = (invoiceNumber: string, more: object = {}) =>
  vendor.post('/api/invoice/create', { invoiceNumber, invoiceValue: 10, invoiceDate: '2026-03-20', ...more });
const pay = (invoiceId: string, invoiceNumber: string, amount: number, by = accounts) =>
  by.post('/api/vendorPaymentReport/create', { userID: vendor.user.id, invoiceNumber, invoiceId, amount, paymentMode: 'online' });

describe('a file of opening balances', () => {
  test('applies once another user approves it: outstanding, due, payable and settled like other documents', async () => {
    const id = await uploaded([
      row('Invoice', '101', '1000.50', { due: '20-04-2026' }),
      row('Debit memo', 'DM/7', 200),
      row('Debit memo', 'DN/8', -50),
      row('Credit memo', 'CN/9', -100),
      row('Payment on account', 'UTR 55', '-300.25'),
    ]);
    expect(await entries()).toEqual([]);
    const [waiting] = await sheets();
    expect(waiting).toMatchObject({
      status: 'open',
      cutOff: '2026-03-31',
      documents: 5,
      amount: 750.25,
      isOwn: false,
      uploadedBy: 'Meera accounts',
    });
    expect(waiting.vendors).toMatchObject([{ vendorId: vendor.user.id, documents: 5, before: 0, after: 750.25 }]);
    expect((await sheets(accounts))[0]).toMatchObject({ isOwn: true });

    expect(await done(approve(id))).toMatchObject({ status: 'accepted', decidedBy: 'Meera accounts' });
    expect(await entries()).toEqual(
      expect.arrayContaining([
        ['invoice', '101', 1000.5, '2026-03-15'],
        ['invoice', 'DM/7', 200, '2026-03-15'],
        ['opening', 'DN/8', -50, '2026-03-15'],
        ['opening', 'CN/9', -100, '2026-03-15'],
        ['opening', 'UTR 55', -300.25, '2026-03-15'],
      ]),
    );
    expect(await outstanding()).toMatchObject({ invoice: 1200.5, opening: -450.25, owed: 750.25, balance: 750.25, onAccount: 450.25 });
    const documents = await openings();
    const invoice = documents.find(({ number }: { number: string }) => number === '101');
    const [stored] = (await vendor.get(`/api/invoice/get/${invoice.invoiceId}`)).body;
    expect(stored).toMatchObject({ matchState: 'approved', balance: 1000.5, dueDate: '2026-04-20', invoiceDate: '2026-03-15' });
    // A payment settles it, and a credit settles it too.
    await done(pay(invoice.invoiceId, '101', 600, await newMember(api, admin, 'accounts')));
    expect(await outstanding()).toMatchObject({ owed: 150.25, amount: 600 });
  });

  test('checks its numbers against invoices of its financial year, however they are written', async () => {
    await done(approve(await uploaded([row('Invoice', '0101', 10), row('Debit memo', 'DM/7', 20)])));
    expect(await codeOf(bill('0101'))).toEqual([409, 'invoice_number_in_use']);
    expect(await codeOf(bill('0101', { invoiceDate: '2025-04-01' }))).toEqual([409, 'invoice_number_in_use']);
    await done(bill('0101', { invoiceDate: '2026-04-01' }));
    const sheet = `Invoice Number,Invoice Date,Invoice Value\n0101,20-03-2026,10\n`;
    const { body } = await vendor.send('POST', '/api/invoice/excelUpload', {}, { file: { name: 'i.csv', content: Buffer.from(sheet) } });
    expect(body.errors ?? body.message).not.toBeUndefined();
    expect(body.created).toBeUndefined();
  });

  test('is exact over its 1,000 rows', async () => {
    const id = await uploaded(Array.from({ length: 1000 }, (_, place) => row('Invoice', String(5000 + place), `0.0${1 + (place % 9)}`)));
    const sum = Array.from({ length: 1000 }, (_, place) => 1 + (place % 9)).reduce((one, two) => one + two, 0) / 100;
    expect((await sheets())[0]).toMatchObject({ documents: 1000, amount: sum });
    await done(approve(id));
    expect(await outstanding()).toMatchObject({ owed: sum, invoice: sum });
  });

  test('can be rejected, and its numbers can be used again', async () => {
    const id = await uploaded([row('Invoice', '101', 10)]);
    await done(reject(id, accounts));
    expect(await codeOf(approve(id))).toEqual([409, 'opening_sheet_decided']);
    expect(await codeOf(reject(id))).toEqual([409, 'opening_sheet_decided']);
    await uploaded([row('Invoice', '101', 11)]);
    expect(await entries()).toEqual([]);
  });

  test('does not change opening balances from earlier versions', async () => {
    const old = await api.newVendor();
    await api.ctx.db.execute(sql`
      insert into opening_balances (vendor_id, amount, day, reason, status, counted_on) values
        (${vendor.user.id}, 700, '2026-03-31', 'Old ledger', 'accepted', '2026-03-31'), (${old.user.id}, -40, '2026-02-28', 'Old ledger', 'accepted', '2026-02-28')`);
    const before = await outstanding();
    expect(before).toMatchObject({ opening: 700, owed: 700, onAccount: -700 });
    const stranger = await api.newVendor();
    await done(approve(await uploaded([row('Invoice', '1', 5, { of: await codeOfVendor(stranger) })])));
    expect(await outstanding()).toEqual(before);
    expect(await openings()).toMatchObject([{ kind: 'balance', number: null, sheetId: null, invoiceId: null, amount: 700 }]);
  });
});

/** A user without rights who acts for someone on leave today. */
async function standIn(absent: Caller): Promise<Caller> {
  const helper = await newMember(api, admin, 'auditor');
  await api.ctx.db.execute(sql`
    insert into delegations (from_membership, to_membership, from_day, to_day)
    select giver.id, taker.id, ${today()}::date, ${today()}::date from memberships giver, memberships taker
    where giver.user_id = ${absent.user.id} and taker.user_id = ${helper.user.id}`);
  return helper;
}

describe('a user cannot approve an own upload', () => {
  test('by form, key or delegation, whatever the controls', async () => {
    const uploader = await newMember(api, admin, 'accounts');
    const id = await uploaded([row('Invoice', '101', 10)], uploader);
    expect(await codeOf(approve(id, uploader))).toEqual([403, 'you_entered']);
    expect(await codeOf(approve(id, await standIn(uploader)))).toEqual([403, 'you_entered']);
    expect(await entries()).toEqual([]);
    await done(approve(id));
  });

  test('that was uploaded with the approver’s key', async () => {
    const id = await uploaded([row('Invoice', '101', 10)], await keyOf(api, admin));
    expect(await codeOf(approve(id, admin))).toEqual([403, 'you_entered']);
    const mine = await uploaded([row('Invoice', '102', 10)], admin);
    expect((await codeOf(approve(mine, await keyOf(api, admin))))[0]).toBe(403);
    expect(await entries()).toEqual([]);
  });

  test('row by row', async () => {
    await uploaded([row('Credit memo', 'CN/1', -10)]);
    const [{ _id }] = await openings();
    for (const by of [accounts, other]) {
      expect(await codeOf(by.put(`/api/account/openingBalances/${_id}/accept`))).toEqual([409, 'opening_balance_in_sheet']);
      expect(await codeOf(reverse(_id, by))).toEqual([409, 'opening_balance_in_sheet']);
    }
  });

  test('a user who entered or approved it cannot pay it', async () => {
    await api.ctx.db.execute(sql`update portal_settings set preset = 'matched', duties = true`);
    await done(approve(await uploaded([row('Invoice', '101', 10)])));
    const [{ invoiceId }] = await openings();
    expect(await codeOf(pay(invoiceId, '101', 10))).toEqual([403, 'you_entered']);
    expect(await codeOf(pay(invoiceId, '101', 10, other))).toEqual([403, 'you_approved']);
    await done(pay(invoiceId, '101', 10, await newMember(api, admin, 'accounts')));
  });

  test('above the approver’s limit', async () => {
    await api.ctx.db.execute(sql`update portal_settings set preset = 'strict', duties = true, limit_accounts = 500`);
    const id = await uploaded([row('Invoice', '101', 501)]);
    expect(await codeOf(approve(id))).toEqual([403, 'above_document_limit']);
    await api.ctx.db.execute(sql`update portal_settings set limit_accounts = null`);
    await done(approve(id));
  });

  test('vendors and buyer users without the right cannot approve', async () => {
    const id = await uploaded([row('Invoice', '101', 10)]);
    expect((await approve(id, vendor)).status).toBe(403);
    expect((await approve(id, await newMember(api, admin, 'auditor'))).status).toBe(403);
    expect((await vendor.get('/api/account/openingSheets')).status).toBe(403);
    expect((await upload([row('Invoice', '1', 1)], vendor)).status).toBe(403);
  });
});

describe('the number of an opening document', () => {
  test('is unique in a file, in all files and among invoices', async () => {
    expect(await faultsOf(row('Invoice', '101', 10), row('Invoice', '101', 11))).toEqual(['3 Number: 101 is already in row 2.']);
    // A debit memo of the vendor has the same numbers as its invoices.
    expect(await faultsOf(row('Invoice', 'A1', 10), row('Debit memo', 'a1', 11))).toEqual(['3 Number: a1 is already in row 2.']);
    await done(bill('77'));
    expect(await faultsOf(row('Invoice', '77', 10))).toHaveLength(1);
    await uploaded([row('Invoice', '101', 10), row('Payment on account', 'UTR1', -5)]);
    expect(await faultsOf(row('Invoice', '101', 11))).toEqual(['2 Number: 101 is already an opening balance of the vendor.']);
    expect(await faultsOf(row('Payment on account', 'UTR1', -6))).toHaveLength(1);
    // The same file again changes nothing.
    expect((await upload([row('Invoice', '101', 10), row('Payment on account', 'UTR1', -5)])).body).toMatchObject({ created: 0 });
  });

  test('that an invoice has used in the meantime ends the approval as a whole', async () => {
    const id = await uploaded([row('Credit memo', 'CN/1', -10), row('Invoice', '101', 10)]);
    await done(bill('101'));
    expect(await codeOf(approve(id))).toEqual([409, 'opening_number_in_use']);
    expect((await entries()).map(([kind]: string[]) => kind)).toEqual(['invoice']);
    expect((await sheets())[0]).toMatchObject({ _id: id, status: 'open' });
  });

  test('of an earlier payment is refused in a file, and when the file is approved', async () => {
    const { _id, invoiceNumber } = await done(bill('9', { invoiceDate: '2026-03-02' }));
    const form = { userID: vendor.user.id, invoiceId: _id, invoiceNumber, amount: 1, paymentMode: 'online' };
    const paid = (reference: string) => done(accounts.post('/api/vendorPaymentReport/create', { ...form, reference }));
    await paid('UTR88');
    expect(await faultsOf(row('Payment on account', 'utr88', -1))).toEqual([
      '2 Number: Payment reference utr88 is already used for this vendor. Enter another one, or reverse the payment that has it.',
    ]);
    const id = await uploaded([row('Payment on account', 'UTR89', -1)]);
    await paid('utr89');
    expect(await codeOf(approve(id))).toEqual([409, 'reference_in_use']);
    expect(await outstanding()).toMatchObject({ owed: 8 });
  });

  test('cannot be used by a later payment', async () => {
    await done(approve(await uploaded([row('Payment on account', 'UTR77', -5)])));
    const { _id, invoiceNumber } = await done(bill('9', { invoiceDate: '2026-11-02' }));
    const body = { userID: vendor.user.id, invoiceId: _id, invoiceNumber, amount: 1, paymentMode: 'online', reference: 'utr77' };
    expect((await accounts.post('/api/vendorPaymentReport/create', body)).status).toBe(409);
  });
});

test('the rows of a file that no rule allows', async () => {
  const stranger = await api.newVendor();
  const gst = (await stranger.get('/api/auth/user')).body[0].GST ?? '27AAPFU0939F1ZV';
  const faults = async (...rows: string[]) => (await faultsOf(...rows)).map((fault: string) => fault.split(':')[0]);
  expect(await faults(row('Invoice', '1', 1, { day: '01-04-2026' }))).toEqual(['2 Date']);
  expect(await faults(row('Invoice', '1', 1, { cutOff: '31-03-2099' }))).toEqual(['2 Cut-off Date']);
  expect(await faults(row('Invoice', '1', 1), row('Invoice', '2', 1, { cutOff: '30-03-2026' }))).toEqual(['3 Cut-off Date']);
  expect(await faults(row('Invoice', '1', 1, { of: 999_999_999 }))).toEqual(['2 Vendor Code']);
  expect(await faults(row('Invoice', '1', 1, { gst }))).toEqual(['2 Vendor GST Registration']);
  expect(await faults(row('Invoice', '1', -1))).toEqual(['2 Amount']);
  expect(await faults(row('Credit memo', '1', 1))).toEqual(['2 Amount']);
  expect(await faults(row('Payment on account', '1', 1))).toEqual(['2 Amount']);
  expect(await faults(row('Invoice', '1', 0))).toEqual(['2 Amount']);
  expect(await faults(row('Invoice', '1', '0.001'))).toEqual(['2 Amount']);
  expect(await faults(row('Invoice', '', 1))).toEqual(['2 Number']);
  expect(await faults(row('', '1', 1))).toEqual(['2 Number']);
  expect(await faults(row('Invoice', 'no number!', 1))).toEqual(['2 Number']);
  expect(await faults(row('Invoice', '1', 1, { due: '14-03-2026' }))).toEqual(['2 Due Date']);
  expect(await sheets()).not.toEqual(expect.arrayContaining([expect.objectContaining({ status: 'open', amount: 1 })]));
  await done(
    accounts.post('/api/account/openingBalances/create', { userID: vendor.user.id, amount: 5, day: '2026-03-31', reason: 'Old ledger' }),
  );
  expect(await faults(row('Invoice', '1', 1))).toEqual(['2 Vendor Code']);
  expect(await faults(row('', '', 1))).toEqual(['2 Vendor Code']);
});

describe('the cut-off day', () => {
  test('is closed by the first approval: no other file and no balance is possible after it', async () => {
    const [first, second] = [await uploaded([row('Invoice', '1', 1)]), await uploaded([row('Invoice', '2', 2, { cutOff: '30-04-2026' })])];
    await done(approve(first));
    expect(await codeOf(approve(second))).toEqual([409, 'opening_day_closed']);
    const [fault] = (await upload([row('Invoice', '3', 3)])).body.errors;
    expect(fault).toMatchObject({ row: 2, column: 'Vendor Code', code: 'opening_day_closed' });
    const balance = { userID: (await api.newVendor()).user.id, amount: 5, day: '2026-03-31', reason: 'Old ledger' };
    expect(await codeOf(accounts.post('/api/account/openingBalances/create', balance))).toEqual([409, 'opening_day_closed']);
    expect(await outstanding()).toMatchObject({ owed: 1 });
    await done(reject(second));
  });

  test('is closed once, even by two approvals at the same time', async () => {
    const ids = [await uploaded([row('Invoice', '1', 1)]), await uploaded([row('Invoice', '2', 2)])];
    const third = await newMember(api, admin, 'accounts');
    const answers = await meanwhile(api, (tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('opening balances', 0))`), [
      () => codeOf(approve(ids[0] ?? '')),
      () => codeOf(approve(ids[0] ?? '', third)),
      () => codeOf(approve(ids[1] ?? '', third)),
    ]);
    expect(answers).toEqual([
      [200, undefined],
      [409, 'opening_sheet_decided'],
      [409, 'opening_day_closed'],
    ]);
    expect(await outstanding()).toMatchObject({ owed: 1 });
  });

  test('cannot be bypassed by a file or a balance that waits for an approval', async () => {
    const id = await uploaded([row('Invoice', '1', 1)]);
    const balance = { userID: (await api.newVendor()).user.id, amount: 5, day: '2026-03-31', reason: 'Old ledger' };
    const answers = await meanwhile(api, (tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('opening balances', 0))`), [
      () => codeOf(approve(id)),
      () => codeOf(accounts.post('/api/account/openingBalances/create', balance)),
      () => codeOf(upload([row('Invoice', '2', 2)])),
    ]);
    expect(answers).toEqual([
      [200, undefined],
      [409, 'opening_day_closed'],
      [409, 'opening_day_closed'],
    ]);
  });
});

describe('a vendor that joins after the cut-off day was closed', () => {
  const late = async (of: Caller, kind: string, number: string, amount: number, more: { day?: string; cutOff?: string } = {}) =>
    row(kind, number, amount, { ...more, of: await codeOfVendor(of) });
  const owedTo = async (of: Caller) =>
    (await of.post('/api/purChaseOrder/purchase_payment?ageing=true', { status: 'OS' })).body.result?.[0]?.owed ?? 0;
  let joined: Caller;
  beforeEach(async () => {
    await done(approve(await uploaded([row('Invoice', '1', 1)])));
    joined = await api.newVendor();
  });

  test('can add its old ledger in a file with the same day, which another user approves', async () => {
    const rows = [await late(joined, 'Invoice', '7', 100), await late(joined, 'Credit memo', 'CN/7', -30, { cutOff: '' })];
    const id = await uploaded(rows);
    expect((await sheets())[0]).toMatchObject({ cutOff: '2026-03-31', status: 'open' });
    expect(await codeOf(approve(id, accounts))).toEqual([403, 'you_entered']);
    await done(approve(id));
    expect([await owedTo(joined), await owedTo(vendor)]).toEqual([70, 1]);
    // The same file again changes nothing, and the date stays closed for this file and for all others.
    expect((await upload(rows)).body).toMatchObject({ created: 0 });
    const more = await faultsOf(await late(joined, 'Invoice', '8', 5), row('Invoice', '8', 5));
    expect(more).toEqual([expect.stringMatching(/^2 Vendor Code: .*closed on 31-03-2026/), expect.stringMatching(/^3 Vendor Code: /)]);
  });

  test('cannot add documents of a later day, or another cut-off day', async () => {
    const faults = await faultsOf(
      await late(joined, 'Invoice', '7', 100, { day: '01-04-2026', cutOff: '' }),
      await late(joined, 'Invoice', '8', 100, { cutOff: '30-04-2026' }),
      await late(joined, 'Invoice', '9', 100, { day: '01-04-2026', cutOff: '30-04-2026' }),
    );
    expect(faults?.map((fault: string) => fault.split(':')[0]).toSorted()).toEqual([
      '2 Date',
      '3 Cut-off Date',
      '4 Cut-off Date',
      '4 Date',
    ]);
    expect(await owedTo(joined)).toBe(0);
  });

  test('with an entry at the time of the approval gets none, and the rest of the file is not approved', async () => {
    const honest = await api.newVendor();
    const id = await uploaded([await late(joined, 'Invoice', '7', 100), await late(honest, 'Invoice', '7', 100)]);
    // An invoice is posted when it is entered, because no control applies.
    await done(joined.post('/api/invoice/create', { invoiceNumber: '70', invoiceValue: 10, invoiceDate: '2026-04-20' }));
    expect(await codeOf(approve(id))).toEqual([409, 'opening_day_closed']);
    expect([await owedTo(joined), await owedTo(honest)]).toEqual([10, 0]);
    await done(reject(id));
    await done(approve(await uploaded([await late(honest, 'Invoice', '7', 100)])));
    expect(await owedTo(honest)).toBe(100);
  });

  test('gets it once, even from two files approved at the same time', async () => {
    const ids = [
      await uploaded([await late(joined, 'Invoice', '7', 100)]),
      await uploaded([await late(joined, 'Invoice', '8', 50)]),
    ] as const;
    const third = await newMember(api, admin, 'accounts');
    const answers = await meanwhile(api, (tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('opening balances', 0))`), [
      () => codeOf(approve(ids[0])),
      () => codeOf(approve(ids[1], third)),
    ]);
    expect(answers).toEqual([
      [200, undefined],
      [409, 'opening_day_closed'],
    ]);
    // The reversal of the first opening balance is posted too.
    const [{ _id }] = (await joined.get('/api/account/openingBalances')).body.filter(
      ({ status }: { status: string }) => status === 'accepted',
    );
    await done(reverse(_id));
    expect(await codeOf(approve(ids[1], third))).toEqual([409, 'opening_day_closed']);
    expect(await owedTo(joined)).toBe(0);
  });

  test('gets an opening balance only by file: the form stays closed', async () => {
    const balance = { userID: joined.user.id, amount: 5, day: '2026-03-31', reason: 'Old ledger' };
    expect(await codeOf(accounts.post('/api/account/openingBalances/create', balance))).toEqual([409, 'opening_day_closed']);
    await done(approve(await uploaded([await late(joined, '', '', 5)])));
    expect(await owedTo(joined)).toBe(5);
  });
});

describe('an approved document', () => {
  test('can be reversed but not edited, and its number stays used', async () => {
    await done(approve(await uploaded([row('Invoice', '101', 1000), row('Credit memo', 'CN/1', -100)])));
    const [invoice, credit] = [...(await openings())].sort((one, two) => two.amount - one.amount);
    const path = `/api/invoice/edit/${invoice.invoiceId}`;
    for (const by of [vendor, admin]) {
      expect(await codeOf(by.put(path, { invoiceValue: 2000, reason: 'More' }))).toEqual([409, 'invoice_of_opening_balance']);
      expect(await codeOf(by.delete(`/api/invoice/delete/${invoice.invoiceId}`))).toEqual([409, 'invoice_of_opening_balance']);
    }
    expect((await other.post(`/api/invoice/return/${invoice.invoiceId}`, { reason: 'Wrong' })).status).toBe(409);
    await done(reverse(invoice._id));
    expect(await codeOf(reverse(invoice._id))).toEqual([409, 'opening_balance_decided']);
    expect(await entries()).toEqual(
      expect.arrayContaining([
        ['invoice', '101', 1000, '2026-03-15'],
        ['reversal', '101', -1000, today()],
      ]),
    );
    expect(await outstanding()).toMatchObject({ owed: -100, balance: -100 });
    await done(reverse(credit._id));
    expect(await outstanding()).toMatchObject({ owed: 0, onAccount: 0 });
    expect(await codeOf(bill('101'))).toEqual([409, 'invoice_number_in_use']);
    expect((await pay(invoice.invoiceId, '101', 1)).status).toBe(422);
  });

  test('cannot be reversed once it is paid or held by a claim', async () => {
    await done(approve(await uploaded([row('Invoice', '101', 1000), row('Invoice', '102', 1000), row('Credit memo', 'CN/1', -100)])));
    const rows = await openings();
    const by = (number: string) => rows.find((each: { number: string }) => each.number === number);
    await done(pay(by('101').invoiceId, '101', 1));
    expect(await codeOf(reverse(by('101')._id))).toEqual([409, 'opening_balance_used']);
    const claim = { userID: vendor.user.id, productName: 'Rice', vendorInvoiceRef: '102', vendorInvoiceRef_Date: '2026-03-15', amount: 50 };
    await done(admin.post('/api/debitMemo/AddUserDebitMemo', claim));
    expect(await codeOf(reverse(by('102')._id))).toEqual([409, 'opening_balance_used']);
    await done(pay(by('102').invoiceId, '102', 30));
    // The credit memo of 100, the payment and the claim together depend on the opening balance.
    expect((await reverse(by('102')._id)).body.message).toMatch(/^Payments, memos or holds of ₹180\.00 depend on the opening balance of /);
  });

  test('cannot be reversed while it is being paid', async () => {
    await done(approve(await uploaded([row('Invoice', '101', 1000)])));
    const [{ _id, invoiceId }] = await openings();
    const answers = await meanwhile(api, (tx) => tx.execute(sql`select from invoices where id = ${invoiceId} for no key update`), [
      () => codeOf(pay(invoiceId, '101', 1)),
      () => codeOf(reverse(_id)),
    ]);
    expect(answers).toEqual([
      [200, undefined],
      [409, 'opening_balance_used'],
    ]);
  });
});
