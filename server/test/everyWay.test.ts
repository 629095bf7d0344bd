// Why so long: one table of the cases of money by every way in.
/**
 * Each case of billed, owed and paid amounts through every entry: the form, an API key, a stand-in, a file and the ERP. Every entry must
 * give the same result as the form; where it has no such action, or another rule, the test states so.
 */
import { showDate } from '@aapurti/contract/ground/fields';
import { operations } from '@aapurti/contract/operations';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { gstinOf, makeOrder, orderLineOf, type OrderedItem, panOf } from '../src/demo/factories.ts';
import type { Answer, Api, Caller } from './api.ts';
import { checkBooks, decideLines, today } from './books.ts';
import { pulledReturn } from './buyerSystem.ts';
import { addItem } from './items.ts';
import { keyOf } from './onBehalf.ts';
import {
  callerOf,
  codeOfVendor,
  type Line,
  type Made,
  must,
  newVendorOf,
  onLeave,
  PAY_WAYS,
  payWay,
  type PayWay,
  type Portal,
  pull,
  said,
  sendSheet,
  startPortal,
  supplierOf,
  VENDOR_WAYS,
  type VendorWay,
  vendorWay,
} from './ways.ts';

let portal: Portal;
let api: Api;
let vendor: Caller;
let orderId: string;
beforeAll(async () => {
  portal = await startPortal();
  ({ api } = portal);
});
beforeEach(async () => {
  await control({ duties: true, matched: true });
  vendor = await newVendorOf(portal);
  orderId = await ordered({});
});
afterEach(() => checkBooks(api));
afterAll(() => api.close());

const showDay = () => showDate(today());
const control = ({ duties = false, matched = false, approved = false }) =>
  api.ctx.db.execute(sql`
    update portal_settings set duties = ${duties}, pay_only_matched = ${matched}, pay_only_approved = ${approved}, advance_percent = 0,
      vendor_payments_reported = ${matched}, invoice_numbers = 'rule46'`);

/** 100 at ₹100 with 5%, all received, unless `more` differs: the order as the ERP states it, and again with a higher version. */
const ordered = (line: OrderedItem, more: object = {}, number = 'PO/1') =>
  makeOrder(api.ctx, vendor.user.id, number, {
    lines: [orderLineOf({ externalId: 'rice', quantity: '100', receivedQuantity: '100', ...line })],
    ...more,
  });
const line = (quantity: number, more: object = {}, poNumber = 'PO/1'): Line => ({ orderId, poNumber, line: 1, quantity, ...more });

const made = async (answer: Promise<Answer>): Promise<Made> => (await must(answer)).data;
const bill = async (quantity: number): Promise<Made> => made((await vendorWay(portal, 'form', vendor)).enter([line(quantity)]));
const approve = (...invoices: Made[]) =>
  must(portal.approver.post('/api/invoice/approve', { invoiceIdList: invoices.map(({ _id }) => _id) }));
const sendBack = ({ _id }: Made) => must(portal.approver.post(`/api/invoice/return/${_id}`, { reason: 'Wrong' }));
const pay = (invoice: Made, amount: number) => payWay(portal, 'form', vendor).pay(invoice, amount);
const states = (...invoices: Made[]) =>
  Promise.all(invoices.map(async ({ _id }) => (await vendor.get(`/api/invoice/get/${_id}`)).body[0].matchState));
const codesOf = async ({ _id }: Made): Promise<string[]> =>
  (await vendor.get(`/api/invoice/match/${_id}`)).body.findings.flatMap(({ outcome, code }: Record<string, string>) =>
    outcome === 'fault' ? code : [],
  );
const balanceOf = async ({ invoiceNumber, _id }: Made) =>
  (await vendor.get(`/api/invoice/getInvoiceValue/${invoiceNumber}`, { invoiceId: _id })).body;
const outstanding = async () => (await vendor.post('/api/purChaseOrder/purchase_payment?ageing=true', { status: 'OS' })).body.result[0];

test('an ERP cannot enter, change or approve invoices or memos, by its records or its key', async () => {
  expect(Object.keys(portal.system.pulls)).toEqual(['suppliers', 'items', 'orders', 'returns', 'payments']);
  const key = await keyOf(api, portal.admin, ['erp:write']);
  const bodies = { userID: vendor.user.id, invoiceNumber: '1', invoiceValue: 1, amount: 1 };
  for (const path of [
    '/api/invoice/create',
    '/api/invoice/approve',
    '/api/creditMemo/AddUserCreditMemo',
    '/api/debitMemo/AddUserDebitMemo',
  ])
    expect([path, (await key.post(path, bodies)).status]).toEqual([path, 403]);
});

test('memos, approvals and bank details cannot be uploaded as a file', () => {
  const uploads = Object.values(operations as unknown as Record<string, { id: string; path: string }>)
    .map(({ id }) => id)
    .filter((id) => id.endsWith('.upload') || id.startsWith('import'));
  expect(uploads.filter((id) => /memo|approv|bank|identity/i.test(id))).toEqual([]);
});

/** Texts and rates that a vendor writes into a line, and the resulting findings. */
const YARDSTICKS: [string, Record<string, unknown>, string[]][] = [
  ['cess of 100 %', { cessRate: 100 }, ['cess_differs']],
  ['18 % under another HSN code', { hsnCode: '3304', taxRate: 18 }, ['hsn_differs', 'tax_rate_differs']],
  ['40 % under another HSN code', { hsnCode: '2202', taxRate: 40 }, ['hsn_differs', 'tax_rate_differs']],
  ['12 %', { taxRate: 12 }, ['tax_rate_differs']],
  ['kilograms for bags', { uom: 'KGS' }, ['unit_differs']],
  ['cartons at the price of the carton', { uom: 'CTN', quantity: 11, unitPrice: 1000 }, ['quantity_above_accepted']],
  ['₹1 more a piece', { unitPrice: 101 }, ['price_above_order']],
];

describe.each(VENDOR_WAYS)('by %s:', (name) => {
  let way: VendorWay;
  beforeEach(async () => {
    way = await vendorWay(portal, name, vendor);
  });
  const enter = (lines: readonly Line[], head?: Record<string, unknown>) => made(way.enter(lines, head));

  test.each([{ settled: true }, { settled: false }])(
    '1. A grows from 1 to 100 after B for 99; B is paid: $settled',
    async ({ settled }) => {
      const [first, second] = [await enter([line(1)]), await enter([line(99)])];
      if (settled) {
        await approve(second);
        await must(pay(second, 10_395));
      }
      await must(way.edit(first, [line(100)]));
      expect(await states(first, second)).toEqual(['exception', settled ? 'approved' : 'matched']);
      expect([await codesOf(first), await codesOf(second)]).toEqual([['quantity_above_accepted'], []]);
      const { payable, reason } = await balanceOf(first);
      expect([payable, reason, said(await pay(first, 1))]).toEqual([0, reason, reason]);
    },
  );

  test('2. sent back, and its remark edited after another invoice for the goods', async () => {
    const first = await enter([line(60)]);
    await sendBack(first);
    const second = await enter([line(60)]);
    // A file states the lines too, and they are the same.
    await must(way.edit(first, [line(60)], { remarks: 'By lorry' }));
    expect([await states(first, second), (await vendor.get(`/api/invoice/get/${first._id}`)).body[0].remarks]).toEqual([
      ['exception', 'matched'],
      'By lorry',
    ]);
  });

  test('3. no text of a vendor chooses what its invoice is matched against', async () => {
    const found: unknown[] = [];
    for (const [what, wrong] of YARDSTICKS) {
      const invoice = await enter([line(100, wrong)]);
      found.push([what, await codesOf(invoice), (await balanceOf(invoice)).payable]);
      await must(vendor.delete(`/api/invoice/delete/${invoice._id}`));
    }
    expect(found).toEqual(YARDSTICKS.map(([what, , codes]) => [what, codes, 0]));
    expect(await codesOf(await enter([line(100)]))).toEqual([]);
  });

  test('3. another item’s code or an earlier date gives no wider tolerance', async () => {
    const category = `Wide ${api.serial()}`;
    const code = `W${api.serial()}`;
    await addItem(api.ctx, { ean: `89010305${String(api.serial()).padStart(5, '0')}`, name: 'Loose rice', code, category });
    await api.ctx.db.execute(sql`
      insert into match_tolerances (vendor_id, category, quantity, price, price_amount, valid_from)
      values (null, ${category}, 50, 50, 5000, '2020-01-01'), (${vendor.user.id}, null, 50, 50, 5000, '2020-01-01'),
        (${vendor.user.id}, null, null, null, null, '2026-07-01')`);
    if (name !== 'sheet') {
      const coded = await enter([line(101, { itemCode: code, unitPrice: 102 })]);
      expect(await codesOf(coded)).toEqual(['item_differs', 'quantity_above_accepted', 'price_above_order']);
      await must(vendor.delete(`/api/invoice/delete/${coded._id}`));
    }
    const dated = await enter([line(101)], { invoiceDate: '2026-06-01' });
    expect(await codesOf(dated)).toEqual(['quantity_above_accepted', 'date_before_order']);
  });

  test('3. an earlier date does not restore a registration that had ended', async () => {
    await api.ctx.db.execute(sql`
      update registrations set valid_from = '2020-01-01', valid_to = '2026-11-10' where vendor_id = ${vendor.user.id}`);
    orderId = await ordered({ receivedQuantity: null }, { orderedOn: '2026-11-01' }, 'PO/9');
    await api.ctx.db.execute(sql`
      insert into receipt_lines (source, external_id, vendor_id, order_id, line, number, received_on, quantity)
      select 'embedded', ${orderId} || '/' || day, ${vendor.user.id}, ${orderId}::bigint, 1, 'G-' || day, day::date, quantity
      from (values ('2026-11-09', 40), ('2026-11-20', 60)) arrived(day, quantity)`);
    await api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = 100 where order_id = ${orderId}`);
    const head = { invoiceDate: '2026-11-09' };
    const [before, after] = [await enter([line(40, {}, 'PO/9')], head), await enter([line(60, {}, 'PO/9')], head)];
    expect([await codesOf(before), await codesOf(after)]).toEqual([[], ['vendor_registration_ended']]);
  });

  test('4. the tolerance of an order line is used up once, however many lines or invoices share it', async () => {
    // matchCases.test.ts tests the form with 1,000 lines and 20 invoices.
    const dust = await enter(Array.from({ length: 50 }, () => line(0.02, { unitPrice: 110 })));
    expect(new Set(await codesOf(dust))).toEqual(new Set(['price_above_order']));
    await must(vendor.delete(`/api/invoice/delete/${dust._id}`));
    const each: Made[] = [];
    for (let count = 0; count < 3; count += 1) each.push(await enter([line(1, { unitPrice: 101 })]));
    expect(await states(...each)).toEqual(['matched', 'exception', 'exception']);
  });

  test('5. goods without an order are an exception with lines, unmatched without lines, and never payable', async () => {
    const consulting = { itemName: 'Consulting', hsnCode: '9983', quantity: 1, unitPrice: 1_000_000, taxRate: 18 };
    const undelivered = { itemName: 'Basmati Rice 1 kg', hsnCode: '1006', quantity: 5, unitPrice: 100, taxRate: 5 };
    const invoices = [await enter([consulting]), await enter([line(100), undelivered])];
    for (const invoice of invoices)
      expect([await states(invoice), await codesOf(invoice)]).toEqual([['exception'], ['line_without_order']]);
    for (const { _id } of invoices) expect((await portal.approver.post('/api/invoice/approve', { invoiceIdList: [_id] })).status).toBe(409);
    const bare = await made(way.enterBare({ invoiceNumber: String(api.serial()), invoiceValue: 1_180_000 }));
    expect(await states(bare)).toEqual(['unmatched']);
    for (const invoice of [...invoices, bare])
      expect([(await balanceOf(invoice)).payable, (await pay(invoice, 1)).status]).toEqual([0, 422]);
  });

  test('7. after a note for the goods they can be invoiced once more, and the account nets to one; not after ₹0.01', async () => {
    const first = await enter([line(100)]);
    await must(vendor.post('/api/creditMemo/AddUserCreditMemo', { invoiceId: first._id, amount: 0.01, itemQuantity: 100 }));
    const tooMuch = await enter([line(100)]);
    expect(await states(first, tooMuch)).toEqual(['matched', 'exception']);
    await must(vendor.delete(`/api/invoice/delete/${tooMuch._id}`));
    await must(vendor.post('/api/creditMemo/AddUserCreditMemo', { invoiceId: first._id, amount: 10_499.99, itemQuantity: 100 }));
    expect(await states(first, await enter([line(100)]))).toEqual(['matched', 'matched']);
    expect(await outstanding()).toMatchObject({ owed: 10_500, balance: 10_500 });
  });

  test('9. a price that the vendor proposes applies once the buyer accepts it, to goods accepted since', async () => {
    orderId = await ordered({ receivedQuantity: '0' }, { version: '2' });
    await must(way.reprice(orderId, 'PO/1', 105));
    await ordered({ receivedQuantity: '40' }, { version: '3' });
    await must(decideLines(api, portal.approver, orderId, [{ line: 1, decision: 'agree' }]));
    await ordered({}, { version: '4' });
    const { lines } = (await vendor.get('/api/invoice/proposal', { orderId })).body;
    expect(lines.map(({ quantity, unitPrice }: Line) => [quantity, unitPrice])).toEqual([
      [40, 100],
      [60, 105],
    ]);
    const tooMuch = await enter([line(100, { unitPrice: 105 })]);
    expect(await codesOf(tooMuch)).toEqual(['price_above_order']);
    await must(way.edit(tooMuch, [line(40, { unitPrice: 100 }), line(60, { unitPrice: 105 })]));
    expect(await states(tooMuch)).toEqual(['matched']);
  });

  test('10. a registration other than the order’s is an exception', async () => {
    const pan = panOf(2000 + api.serial());
    const [own, another] = [gstinOf(pan, '27'), gstinOf(pan, '24')];
    vendor = await newVendorOf(portal, { pan, gstin: own });
    way = await vendorWay(portal, name, vendor);
    const address = { legalName: 'Mill', address: 'Plot 4', postalCode: '382445', kind: 'regular', validFrom: '2026-04-01' };
    await must(portal.admin.post('/api/registrations', { ...address, GST: another, userID: vendor.user.id }));
    orderId = await ordered({}, { vendorGST: own });
    const wrong = await enter([line(50)], { vendorGST: another });
    const right = await enter([line(50)], { vendorGST: own });
    expect([await states(wrong, right), await codesOf(right)]).toEqual([['exception', 'matched'], []]);
    expect(await codesOf(wrong)).toContain('vendor_registration_differs');
  });

  test('11. without lines above the order’s value, then with lines', async () => {
    const head = { invoiceValue: 10_500, CGSTValue: 250, SGSTValue: 250, PONumber: 'PO/1' };
    const bare = await made(way.enterBare({ invoiceNumber: String(api.serial()), ...head }));
    const lined = await enter([line(100)]);
    expect([await states(bare, lined), await codesOf(lined)]).toEqual([['unmatched', 'exception'], ['order_value_exceeded']]);
    expect((await balanceOf(lined)).payable).toBe(0);
  });

  test('12. matched, then its order is cancelled by the ERP', async () => {
    const invoice = await enter([line(100)]);
    await ordered({}, { version: '2', status: 'Cancelled' });
    expect([await states(invoice), await codesOf(invoice), (await balanceOf(invoice)).payable]).toEqual([
      ['exception'],
      ['order_cancelled'],
      0,
    ]);
    expect(await codesOf(await enter([line(1)]))).toContain('order_cancelled');
  });

  test('18. an unpayable invoice frees no amount beside credits on account', async () => {
    await control({ matched: true, approved: true });
    const old = await bill(100);
    await approve(old);
    await must(pay(old, 10_500));
    await must(vendor.post('/api/creditMemo/AddUserCreditMemo', { invoiceId: old._id, amount: 10_500, itemQuantity: 100 }));
    const junk = await enter([{ itemName: 'Consulting', hsnCode: '9983', quantity: 1, unitPrice: 10_000, taxRate: 5 }]);
    const agreed = await bill(100);
    await approve(agreed);
    expect([await balanceOf(junk), await balanceOf(agreed)]).toMatchObject([{ payable: 0 }, { invoiceValue: 10_500, payable: 0 }]);
    expect(await outstanding()).toMatchObject({ owed: 0, notAgreed: 10_500, onAccount: 10_500 });
  });
});

/** The buyer's ways to hold ₹840 for 8 pieces. */
const CLAIMS: Readonly<Record<string, (invoice: Made) => Promise<unknown>>> = {
  'a claim by form': (invoice) => claim(portal.accounts, invoice),
  'a claim by API key': (invoice) => claim(portal.payingKey, invoice),
  'a claim by a stand-in': (invoice) => claim(portal.payingStandIn, invoice),
  'a return by sheet': async () =>
    must(
      sendSheet(portal.admin, '/api/buyerData/returns', [
        {
          'Vendor Code': await codeOfVendor(api, vendor),
          'Return Number': `R${api.serial()}`,
          'PO Number': 'PO/1',
          'Product Name': 'Basmati Rice 1 kg',
          'Quantity Purchased': 100,
          'Quantity Returned': 8,
        },
      ]),
    ),
  'a return by the ERP': async () => {
    const back = { receivedQuantity: '100', returnedQuantity: '8', itemName: 'Basmati Rice 1 kg', poNumber: 'PO/1', poDate: today() };
    portal.system.records.returns = [pulledReturn({ supplier: supplierOf(vendor), externalId: `R${api.serial()}`, ...back })];
    await pull(portal);
  },
};
const claim = (by: Caller, invoice: Made) =>
  must(
    by.post('/api/debitMemo/AddUserDebitMemo', {
      userID: vendor.user.id,
      productName: 'Basmati Rice 1 kg',
      invoiceId: invoice._id,
      lines: [{ no: 1, quantity: 8 }],
      amount: 840,
    }),
  );

test.each(Object.keys(CLAIMS))('19. %s holds ₹840, the rest is payable, and the vendor’s note replaces it', async (name) => {
  const invoice = await bill(100);
  await CLAIMS[name]?.(invoice);
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 10_500, held: 840, payable: 9_660 });
  expect(await outstanding()).toMatchObject({ owed: 10_500, held: 840 });
  for (const each of ['form', 'API key', 'stand-in', 'sheet'] as const)
    expect([each, said(await payWay(portal, each, vendor).pay(invoice, 9_660.01))]).toEqual([
      each,
      'Payment value should not be more then 9660.00',
    ]);
  await must(pay(invoice, 9_000));
  const asked = await vendor.post('/api/creditMemo/AddUserCreditMemo', { invoiceId: invoice._id, amount: 840, itemQuantity: 8 });
  expect([asked.status, asked.body.code]).toEqual([409, 'claim_to_answer']);
  const claimId = asked.body.data[0]._id;
  await must(vendor.post('/api/creditMemo/AddUserCreditMemo', { invoiceId: invoice._id, amount: 840, itemQuantity: 8, claimId }));
  expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 660, held: 0, notes: 840, paid: 9_000, payable: 660 });
});

/** An agreed credit on account for the full amount: a paid invoice with all goods returned. */
async function creditOnAccount(): Promise<void> {
  const old = await bill(100);
  await must(pay(old, 10_500));
  await must(vendor.post('/api/creditMemo/AddUserCreditMemo', { invoiceId: old._id, amount: 10_500, itemQuantity: 100 }));
}
const outside = async () =>
  (await portal.accounts.get('/api/vendorPaymentReport/outside', { userID: vendor.user.id })).body.payments.map(
    ({ rule }: { rule: string }) => rule,
  );

describe.each(PAY_WAYS)('a payment by %s:', (name) => {
  let way: PayWay;
  beforeEach(() => {
    way = payWay(portal, name, vendor);
  });

  test('1 and 5. of an exception or an invoice without lines is rejected; the ERP’s is listed', async () => {
    const [exception, bare] = [
      await bill(101),
      await made(vendor.post('/api/invoice/create', { invoiceNumber: `9${api.serial()}`, invoiceValue: 500 })),
    ];
    const answers = [said(await way.pay(exception, 100)), said(await way.pay(bare, 100))];
    if (name === 'ERP') {
      expect([answers, (await outside()).toSorted()]).toEqual([
        [null, null],
        ['exception_paid', 'not_approved'],
      ]);
      return;
    }
    expect(answers).toEqual([
      `Invoice ${exception.invoiceNumber} is an unreleased exception and cannot be paid yet. It must be released or corrected first.`,
      `Invoice ${bare.invoiceNumber} is not approved and cannot be paid yet. Approve it in the invoice list.`,
    ]);
  });

  test('15. is reversed: a reversal of that day, and its invoice is open again', async () => {
    const invoice = await bill(100);
    const reference = `Q${api.serial()}`;
    await must(way.pay(invoice, 10_500, reference));
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 0, paid: 10_500 });
    await must(way.reverse(reference));
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 10_500, paid: 0, payable: 10_500 });
    const entries = (await vendor.get('/api/account/entries')).body as { kind: string; amount: number; day: string }[];
    expect(entries.filter(({ kind }) => kind !== 'invoice').map(({ kind, amount, day }) => [kind, amount, day])).toEqual([
      ['payment', -10_500, today()],
      ['reversal', 10_500, today()],
    ]);
    expect(await outstanding()).toMatchObject({ amount: 0, owed: 10_500, onAccount: 0 });
  });

  test('18. is rejected if credits on account leave nothing payable; the ERP’s is on account', async () => {
    await creditOnAccount();
    const agreed = await bill(100);
    const answer = said(await way.pay(agreed, 1));
    if (name === 'ERP') {
      expect([answer, await outstanding()]).toMatchObject([null, { owed: -1 }]);
      return;
    }
    expect(answer).toBe("You don't have any payment left for this invoice.");
  });

  test('20. and another at the same time pay no more than the payable amount; the ERP’s is on account', async () => {
    await creditOnAccount();
    await ordered({ quantity: '300', receivedQuantity: '300' }, { version: '2' });
    const [one, two] = [await bill(100), await bill(100)];
    const answers = await Promise.all([way.pay(one, 10_500), pay(two, 10_500)]);
    const { amount, owed } = await outstanding();
    if (name === 'ERP') {
      expect([said(answers[0]), amount + owed]).toEqual([null, 21_000]);
      return;
    }
    // One payment covers everything owed; the credits leave nothing to pay of the other invoice.
    expect(answers.filter((answer) => said(answer) === null).length).toBe(1);
    expect([amount, owed]).toEqual([21_000, 0]);
  });

  test('20. and a claim, a note or a return at the same time never exceed the payable amount', async () => {
    const invoice = await bill(100);
    const lowers = [
      () => CLAIMS['a claim by form']?.(invoice).then(() => 840),
      () => vendor.post('/api/creditMemo/AddUserCreditMemo', { invoiceId: invoice._id, amount: 100, kind: 'commercial', claimId: 'none' }),
    ];
    const [paid] = await Promise.all([way.pay(invoice, 10_500), ...lowers.map((lower) => Promise.resolve(lower()).catch(() => null))]);
    const { invoiceValue, held, notes, paid: settled } = await balanceOf(invoice);
    expect(invoiceValue).toBeGreaterThanOrEqual(0);
    // A successful payment in full came before the memo; a rejected one came after a claim or a memo.
    if (name !== 'ERP') expect(said(paid) === null ? settled : held + notes).toBeGreaterThan(0);
    expect(await outstanding()).toMatchObject({ amount: name === 'ERP' || said(paid) === null ? 10_500 : 0 });
  });
});

describe('13. one administrator alone', () => {
  const bank = { accountNumber: '000123456789', IFSCCode: 'HDFC0000123' };
  const accountOf = async () => (await portal.admin.get(`/api/auth/user/${vendor.user.id}`)).body[0].accountNumber;

  test('cannot change bank details by form, delegate or key; no file or ERP has them', async () => {
    await api.ctx.db.execute(sql`update portal_settings set bank_two_people = true, bank_wait_hours = 24`);
    const before = await accountOf();
    const change = (by: Caller) => by.send('PUT', `/api/auth/edit/${vendor.user.id}`, bank);
    await must(change(portal.admin));
    const { _id, updatedAt } = (await portal.admin.get('/api/identity/requests')).body.requests.find(
      (each: { vendor: { _id: string } }) => each.vendor._id === vendor.user.id,
    );
    const decide = (by: Caller) => by.put(`/api/identity/requests/${_id}`, { approve: true, reason: 'Telephoned', updatedAt });
    expect([(await decide(portal.admin)).status, (await change(await keyOf(api, portal.admin))).status, await accountOf()]).toEqual([
      403,
      403,
      before,
    ]);
    expect((await decide(await onLeave(api, portal.admin, portal.admin))).status).toBe(403);
    expect(await accountOf()).toBe(before);
  });

  test.each(['form', 'API key', 'stand-in', 'sheet'] as const)('who enters by %s cannot approve or pay in any way', async (name) => {
    const { admin } = portal;
    const key = await keyOf(api, admin);
    const helper = await onLeave(api, admin, admin);
    const by = { form: admin, 'API key': key, 'stand-in': helper, sheet: admin }[name];
    const lines = [{ orderId, line: 1, quantity: 100 }];
    const invoice =
      name === 'sheet'
        ? await enteredBySheet(admin)
        : await made(
            by.post('/api/invoice/create', {
              userID: vendor.user.id,
              lines,
              invoiceNumber: String(api.serial()),
              ...(await by.post('/api/invoice/check', { lines, userID: vendor.user.id })).body.sums,
            }),
          );
    let byForm: string | null = null;
    for (const each of [admin, key, helper]) {
      const approved = await each.post('/api/invoice/approve', { invoiceIdList: [invoice._id] });
      expect([approved.status, approved.body.code]).toEqual([409, 'you_entered']);
      const form = { userID: vendor.user.id, invoiceNumber: invoice.invoiceNumber, amount: 1, paymentMode: 'online' };
      const paid = await each.post('/api/vendorPaymentReport/create', form);
      expect([paid.status, paid.body.code]).toEqual([403, 'you_entered']);
      if (each === admin) byForm = said(paid);
    }
    const head = { 'Vendor Code': await codeOfVendor(api, vendor), 'Payment Reference': `D${api.serial()}` };
    const row = { 'Payment Date': showDay(), Amount: 1, 'Invoice Number': invoice.invoiceNumber };
    expect(said(await sendSheet(admin, '/api/buyerData/payments', [{ ...head, ...row }]))).toBe(byForm);
    expect(await outside()).toEqual([]);
  });

  const enteredBySheet = async (by: Caller): Promise<Made> => {
    const invoiceNumber = String(api.serial());
    const rows = [{ 'Invoice Number': invoiceNumber, 'PO Number': 'PO/1', Line: 1, Quantity: 100 }];
    await must(sendSheet(by, `/api/invoiceLine/excelUpload`, rows, { userID: vendor.user.id }));
    return (await vendor.get('/api/invoice/get', { invoiceNumber })).body[0];
  };
});

test('9. a price that the ERP sends applies to goods accepted since, like one that the buyer accepts', async () => {
  orderId = await ordered({ receivedQuantity: '40' }, { version: '2' });
  await ordered({ receivedQuantity: '40', unitPrice: '105' }, { version: '3' });
  await ordered({ unitPrice: '105' }, { version: '4' });
  const { lines } = (await vendor.get('/api/invoice/proposal', { orderId })).body;
  expect(lines.map(({ quantity, unitPrice }: Line) => [quantity, unitPrice])).toEqual([
    [40, 100],
    [60, 105],
  ]);
});

describe.each(['form', 'API key', 'stand-in'] as const)('a memo by %s:', (name) => {
  const note = async (invoice: Made, amount: number, more: object = {}) =>
    (await callerOf(portal, name, vendor)).post('/api/creditMemo/AddUserCreditMemo', {
      userID: vendor.user.id,
      issuer: 'vendor',
      productName: 'Basmati Rice 1 kg',
      invoiceId: invoice._id,
      amount,
      ...more,
    });

  test('7. nets to one invoice for the goods, and counts as money at ₹0.01', async () => {
    const first = await bill(100);
    await must(note(first, 10_500, { itemQuantity: 100 }));
    const second = await bill(100);
    await must(note(second, 0.01, { itemQuantity: 100 }));
    expect([await states(first, second), await states(await bill(100))]).toEqual([['matched', 'matched'], ['exception']]);
    expect(await outstanding()).toMatchObject({ owed: 10_499.99 });
  });

  test('8. ₹944 on ₹11,800 leave 10,856 everywhere', async () => {
    await control({});
    const invoice = await made(vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 11_800 }));
    await must(note(invoice, 944));
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 10_856, payable: 10_856, notes: 944 });
    expect(await outstanding()).toMatchObject({ balance: 10_856, owed: 10_856, days0to30: 10_856, notes: 944 });
    const [listed] = (await vendor.get('/api/invoice/get')).body;
    const { owed } = (await vendor.get('/api/dashboard/overview')).body;
    const entries = (await vendor.get('/api/account/entries')).body as { amount: number }[];
    expect([listed.balance, owed, entries.reduce((sum, { amount }) => sum + amount, 0)]).toEqual([10_856, 10_856, 10_856]);
    expect(said(await pay(invoice, 10_856.01))).toBe('Payment value should not be more then 10856.00');
  });

  test('19. replaces the claim of a return, which is deducted once, and the rest stays payable', async () => {
    const invoice = await bill(100);
    await CLAIMS['a return by sheet']?.(invoice);
    expect(await balanceOf(invoice)).toMatchObject({ held: 840, payable: 9_660 });
    const asked = await note(invoice, 840, { itemQuantity: 8 });
    expect([asked.status, asked.body.code, asked.body.data[0].amount]).toEqual([409, 'claim_to_answer', 840]);
    await must(note(invoice, 840, { itemQuantity: 8, claimId: asked.body.data[0]._id }));
    expect(await balanceOf(invoice)).toMatchObject({ invoiceValue: 9_660, held: 0, notes: 840, payable: 9_660 });
  });
});

describe('6. a receipt of 500 of 10', () => {
  const REFUSAL = /^Line 1 of order PO\/6: 10 are open and 500 accepted\./;
  const body = (quantity: number) => ({
    receiptNumber: `G${api.serial()}`,
    receivedOn: today(),
    lines: [{ orderId, line: 1, quantity }],
  });
  beforeEach(async () => {
    orderId = await ordered({ quantity: '10', receivedQuantity: null }, {}, 'PO/6');
    await api.ctx.db.execute(sql`update purchase_orders set source = 'embedded' where id = ${orderId}`);
  });
  const receive: Record<string, (quantity: number) => Promise<Answer>> = {
    form: (quantity) => portal.admin.post('/api/receipts/create', body(quantity)),
    'API key': async (quantity) => (await keyOf(api, portal.admin, ['receipts:write'])).post('/api/receipts/create', body(quantity)),
    sheet: async (quantity) =>
      sendSheet(portal.admin, '/api/buyerData/receipts', [
        {
          'Vendor Code': await codeOfVendor(api, vendor),
          'PO Number': 'PO/6',
          'Item Code': 'R-1',
          'Receipt Number': `S${api.serial()}`,
          'Receipt Date': showDay(),
          Quantity: quantity,
        },
      ]),
  };
  test.each(Object.keys(receive))('by %s is rejected, and accepted once the buyer has confirmed it as an amendment', async (name) => {
    const by = receive[name] as (quantity: number) => Promise<Answer>;
    expect(said(await by(500))).toMatch(REFUSAL);
    await must(portal.admin.post(`/api/buyerData/orders/confirm/${orderId}`, { line: 1, quantity: 500 }));
    await must(by(500));
    expect(await states(await bill(500))).toEqual(['matched']);
  });

  test('by the ERP is saved as sent, and counts up to the ordered quantity until the buyer confirms it', async () => {
    orderId = await ordered({ quantity: '10', receivedQuantity: '500' }, {}, 'PO/7');
    const invoice = await bill(500);
    const [order] = (await vendor.get('/api/purChaseOrder/get', { poNumber: 'PO/7' })).body;
    expect([order.listOfItems[0].receivedQuantity, await codesOf(invoice)]).toEqual([500, ['quantity_above_accepted']]);
    await must(portal.admin.post(`/api/buyerData/orders/confirm/${orderId}`, { line: 1, quantity: 500 }));
    expect(await codesOf(invoice)).toEqual([]);
  });
});

describe('12. an order with accepted goods', () => {
  const SAID = 'Goods were accepted against order PO/1, and they must be paid for. Close the order instead.';
  beforeEach(() =>
    api.ctx.db.execute(sql`
    update purchase_orders set source = 'embedded', external_id = vendor_id || '/' || code_key(number) where id = ${orderId}`),
  );
  test.each<[string, () => Promise<Answer>]>([
    ['form', () => portal.admin.post(`/api/buyerData/orders/cancel/${orderId}`, {})],
    ['API key', async () => (await keyOf(api, portal.admin, ['erp:write'])).post(`/api/buyerData/orders/cancel/${orderId}`, {})],
    [
      'sheet',
      async () =>
        sendSheet(portal.admin, '/api/buyerData/orders', [
          {
            'Vendor Code': await codeOfVendor(api, vendor),
            'PO Number': 'PO/1',
            'PO Date': showDay(),
            Status: 'Cancelled',
            'EAN Code': '8901030516320',
            'Item Code': 'R-1',
            'Item Name': 'Basmati Rice 1 kg',
            Quantity: 100,
            Price: 100,
          },
        ]),
    ],
  ])('is not cancelled by %s', async (_name, cancel) => {
    const invoice = await bill(100);
    expect([said(await cancel()), await states(invoice)]).toEqual([SAID, ['matched']]);
  });
});
