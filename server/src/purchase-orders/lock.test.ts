// Why so long: the table has a row for each path by which what an invoice is judged by changes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Answer, type Api, Caller, startApi } from '../../test/api.ts';
import { checkBooks, decideLines, done, today } from '../../test/books.ts';
import { newMember } from '../../test/members.ts';
import { workbookOf } from '../../test/workbook.ts';
import { storeItems } from '../buyer-system/items.ts';
import { gstinOf, makeOrder, orderLineOf } from '../demo/factories.ts';
import { irnsOf } from '../invoices/einvoices/irn.ts';
import { storePayments, storeReturns } from '../payments/store.ts';

let api: Api;
let admin: Caller;
let accounts: Caller;
let vendor: Caller;
let orderId: string;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
  accounts = await newMember(api, admin, 'accounts');
});
beforeEach(async () => {
  vendor = await api.newVendor();
  orderId = await order({});
});
afterAll(() => api.close());

const LINE = { externalId: 'rice', quantity: '100', receivedQuantity: '100', hsnCode: null };
const order = (more: object, line: object = {}) =>
  makeOrder(api.ctx, vendor.user.id, 'PO/1', { lines: [orderLineOf({ ...LINE, ...line })], ...more });

interface Made {
  _id: string;
  invoiceNumber: string;
}

async function bill(quantity: number, line: object = {}): Promise<Answer> {
  const lines = [{ orderId, line: 1, quantity, ...line }];
  const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
  return vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...sums, lines });
}
const billed = async (quantity: number, line: object = {}): Promise<Made> => (await bill(quantity, line)).body.data;
const stateOf = async ({ _id }: Made) => (await vendor.get(`/api/invoice/get/${_id}`)).body[0].matchState;
const own = () => api.ctx.db.execute(sql`update purchase_orders set source = 'embedded' where id = ${orderId}`);
/** Only receipts set the received quantities. */
const empty = () => api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = 0 where order_id = ${orderId}`);
const indian = (day: string) => day.split('-').reverse().join('-');
const code = async () =>
  Number((await api.ctx.db.one<{ code: string }>(sql`select code::text from vendors where id = ${vendor.user.id}`)).code);

const paidByErp = (invoiceNumber: string, more: { version: string; cancelled?: boolean }) => {
  const row = { externalId: 'P-1', supplier: 'V', ownerId: vendor.user.id, invoiceNumber, amount: '10', mode: 'online' };
  return api.ctx.db.transaction((tx) => storePayments(tx, 'own', [{ ...row, ...more, remarks: null, paidOn: '2026-11-10', raw: null }]));
};

type Path = [path: string, change: (invoice: Made) => Promise<unknown>, after: string];
const paths: Path[] = [
  [
    'order that is not cancelled here, as goods of it were accepted',
    async () => {
      await own();
      const { status, body } = await admin.post(`/api/buyerData/orders/cancel/${orderId}`, {});
      expect([status, body.message]).toEqual([
        409,
        expect.stringMatching(/^Goods were accepted against order \S+, and they must be paid for\. Close the order instead\.$/),
      ]);
    },
    'matched',
  ],
  [
    'quantity confirmed beyond the order, and taken back',
    async (invoice) => {
      await order({ version: '2' }, { receivedQuantity: '101' });
      await done(edited(invoice._id, 101));
      expect(await stateOf(invoice)).toBe('exception');
      const confirm = (quantity: number) => done(admin.post(`/api/buyerData/orders/confirm/${orderId}`, { line: 1, quantity }));
      await confirm(101);
      expect(await stateOf(invoice)).toBe('matched');
      await confirm(0);
    },
    'exception',
  ],
  [
    'order closed here',
    async () => (await own(), done(admin.post(`/api/buyerData/orders/close/${orderId}`, { reason: 'Enough' }))),
    'matched',
  ],
  ['order cancelled by the buyer’s system', () => order({ version: '2', status: 'Cancelled' }), 'exception'],
  ['price lowered by the buyer’s system for what is accepted since', () => order({ version: '2' }, { unitPrice: '90' }), 'matched'],
  [
    'price lowered by the buyer’s system from the first piece',
    () => order({ version: '2' }, { unitPrice: '90', fromFirstPiece: true }),
    'exception',
  ],
  ['line gone', () => order({ version: '2' }, { externalId: 'salt', itemCode: 'SALT' }), 'exception'],
  ['less received in the buyer’s system', () => order({ version: '2' }, { receivedQuantity: '99' }), 'exception'],
  [
    'goods rejected by a receipt',
    async () => {
      await own();
      const lines = [{ orderId, line: 1, quantity: 100, rejected: 1, reason: 'damaged' }];
      await empty();
      await done(admin.post('/api/receipts/create', { receiptNumber: `GRN-${api.serial()}`, receivedOn: today(), lines }));
    },
    'exception',
  ],
  [
    'receipt cancelled',
    async () => {
      await own();
      const lines = [{ orderId, line: 1, quantity: 100, rejected: 0 }];
      await empty();
      const entered = await admin.post('/api/receipts/create', { receiptNumber: `GRN-${api.serial()}`, receivedOn: today(), lines });
      await done(admin.post(`/api/receipts/cancel/${entered.body.data._id}`, { reason: 'Wrong order' }));
    },
    'exception',
  ],
  [
    'credit memo over more than the invoice, which is refused',
    async ({ invoiceNumber }) => {
      const memo = { vendorInvoiceRef: invoiceNumber, itemQuantity: 101, amount: 20_000 };
      expect((await vendor.post('/api/creditMemo/AddUserCreditMemo', memo)).status).toBe(422);
    },
    'matched',
  ],
  [
    'credit memo taken back',
    async ({ invoiceNumber }) => {
      const memo = { vendorInvoiceRef: invoiceNumber, itemQuantity: 100, amount: 10_500 };
      const { _id } = (await vendor.post('/api/creditMemo/AddUserCreditMemo', memo)).body.data;
      await done(vendor.delete(`/api/creditMemo/removeUserCreditMemo/${_id}`));
    },
    'matched',
  ],
  [
    'another invoice beyond what arrived that counts first, until a credit memo comes to name it',
    async (invoice) => {
      const { invoiceNumber } = await billed(10);
      const payment = { userID: vendor.user.id, invoiceNumber, amount: 10, paymentMode: 'online' };
      await done(accounts.post('/api/vendorPaymentReport/create', payment));
      expect(await stateOf(invoice)).toBe('exception');
      const memo = { vendorInvoiceRef: 'X', itemQuantity: 10, amount: 1050 };
      const { _id } = (await vendor.post('/api/creditMemo/AddUserCreditMemo', memo)).body.data;
      await done(vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${_id}`, { vendorInvoiceRef: invoiceNumber }));
    },
    'matched',
  ],
  ['e-invoices stated', () => done(vendor.put('/api/einvoice/save', { since: '2020-01-01' })), 'exception'],
  [
    'another invoice paid in spite of its fault',
    async () => {
      const { invoiceNumber } = await billed(10);
      const payment = { userID: vendor.user.id, invoiceNumber, amount: 10, paymentMode: 'online' };
      await done(accounts.post('/api/vendorPaymentReport/create', payment));
    },
    'exception',
  ],
  [
    'another invoice paid by the buyer’s system',
    async () => {
      const { invoiceNumber } = await billed(10);
      await paidByErp(invoiceNumber, { version: '1' });
    },
    'exception',
  ],
  [
    'another invoice released',
    async () => done(accounts.post(`/api/invoice/release/${(await billed(10))._id}`, { reason: 'Agreed' })),
    'exception',
  ],
  ['itself edited beyond what arrived', async ({ _id }) => done(edited(_id, 101)), 'exception'],
  ['itself edited beyond it by an API key', async ({ _id }) => done(edited(_id, 101, await keyOf(vendor))), 'exception'],
  ['itself edited beyond it by the buyer for the vendor', async ({ _id }) => done(edited(_id, 101, admin)), 'exception'],
  [
    'a sheet that bills beyond what arrived by it',
    ({ invoiceNumber }) =>
      sheet(
        vendor,
        'invoiceLine/excelUpload',
        ['Invoice Number', 'PO Number', 'Line', 'Quantity', 'Price'],
        [invoiceNumber, 'PO/1', 1, 101, 100],
      ),
    'exception',
  ],
  [
    'goods rejected by a sheet of receipts',
    async () => {
      await own();
      await empty();
      const head = ['Vendor Code', 'PO Number', 'Item Code', 'Receipt Number', 'Receipt Date', 'Quantity', 'Rejected', 'Reason'];
      await sheet(admin, 'buyerData/receipts', head, [await code(), 'PO/1', 'R-1', 'G-1', indian(today()), 100, 1, 'Damaged']);
    },
    'exception',
  ],
  [
    'a payment that the buyer’s system takes back, of another invoice that it had paid in spite of its fault',
    async () => {
      const { invoiceNumber } = await billed(10);
      await paidByErp(invoiceNumber, { version: '1' });
      await paidByErp(invoiceNumber, { version: '2', cancelled: true });
    },
    'matched',
  ],
  [
    'a return, whose claim takes the goods back',
    ({ invoiceNumber }) => {
      const of = {
        externalId: 'RET-1',
        version: '1',
        supplier: 'V',
        ownerId: vendor.user.id,
        poNumber: 'PO/1',
        poDate: null,
        invoiceNumber,
      };
      const goods = {
        invoiceDate: null,
        itemName: 'Basmati Rice 1 kg',
        receivedQuantity: '100',
        returnedQuantity: '10',
        remarks: null,
        raw: null,
      };
      return api.ctx.db.transaction((tx) => storeReturns(tx, 'own', [{ ...of, ...goods }]));
    },
    'matched',
  ],
  [
    'its order amended by a sheet',
    async () => {
      await own();
      await api.ctx.db.execute(sql`update purchase_orders set external_id = ${`${vendor.user.id}/PO/1`} where id = ${orderId}`);
      const head = ['Vendor Code', 'PO Number', 'PO Date', 'Item Code', 'Item Name', 'Quantity', 'Price', 'Tax Rate %'];
      const [{ poDate }] = (await vendor.get('/api/purChaseOrder/get')).body;
      await sheet(admin, 'buyerData/orders', head, [await code(), 'PO/1', indian(poDate), 'R-1', 'Basmati Rice 1 kg', 100, 90, 5]);
    },
    'exception',
  ],
  [
    'another invoice paid by a sheet',
    async () => {
      const { invoiceNumber } = await billed(10);
      const head = ['Vendor Code', 'Payment Reference', 'Payment Date', 'Payment Mode', 'Amount', 'Invoice Number'];
      await sheet(admin, 'buyerData/payments', head, [await code(), `UTR ${api.serial()}`, indian(today()), 'Cheque', 10, invoiceNumber]);
    },
    'exception',
  ],
  [
    'a return by a sheet, which no rule reads yet',
    async ({ invoiceNumber }) => {
      const head = [
        'Vendor Code',
        'Return Number',
        'PO Number',
        'Invoice Number',
        'Product Name',
        'Quantity Purchased',
        'Quantity Returned',
      ];
      await sheet(admin, 'buyerData/returns', head, [await code(), 'R 1', 'PO/1', invoiceNumber, 'Basmati Rice 1 kg', 100, 10]);
    },
    'matched',
  ],
  [
    'its line rejected by a sheet of answers',
    async () => {
      await empty();
      await sheet(
        vendor,
        'orderAnswer/excelUpload',
        ['PO Number', 'Line', 'Confirmation', 'Reason'],
        ['PO/1', 1, 'reject', 'Not available'],
      );
    },
    'exception',
  ],
  [
    'an answer with another price, and that the buyer agrees to it',
    async (invoice) => {
      await empty();
      const change = { line: 1, decision: 'change', price: 110, promises: [{ quantity: 100, date: '2099-01-01' }], reason: 'unavailable' };
      await done(vendor.post(`/api/orderAnswer/send/${orderId}`, { lines: [change] }));
      expect(await stateOf(invoice)).toBe('exception');
      await api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = 100 where order_id = ${orderId}`);
      await done(decideLines(api, admin, orderId, [{ line: 1, decision: 'agree' }]));
    },
    'matched',
  ],
  ['an acknowledgement', () => done(vendor.post(`/api/purChaseOrder/acknowledge/${orderId}`, {})), 'matched'],
  [
    'tolerances of its vendor, and what they allowed once they are withdrawn',
    async (invoice) => {
      const of = { userID: vendor.user.id, price: 0, priceAmount: 1 };
      await done(admin.put('/api/matchTolerance/save', { ...of, quantity: 5 }));
      await done(edited(invoice._id, 105));
      expect(await stateOf(invoice)).toBe('matched');
      await done(admin.put('/api/matchTolerance/save', { ...of, quantity: 0 }));
    },
    'exception',
  ],
  [
    'its item comes to a category of other tolerances, and out of it again',
    async (invoice) => {
      const category = `Grains ${api.serial()}`;
      await done(admin.put('/api/matchTolerance/save', { userID: null, category, quantity: 5, price: 0, priceAmount: 1 }));
      await done(edited(invoice._id, 105));
      expect(await stateOf(invoice)).toBe('exception');
      await itemIn(category);
      expect(await stateOf(invoice)).toBe('matched');
      await itemIn('Oils');
    },
    'exception',
  ],
  [
    'its item comes to another category by a sheet',
    async (invoice) => {
      const category = `Grains ${api.serial()}`;
      await done(admin.put('/api/matchTolerance/save', { userID: null, category, quantity: 5, price: 0, priceAmount: 1 }));
      const into = (name: string) =>
        sheet(
          admin,
          'buyerData/items',
          ['EAN Code', 'Item Name', 'Item Code', 'Category'],
          ['8901030516320', 'Basmati Rice 1 kg', 'R-1', name],
        );
      await into(category);
      await done(edited(invoice._id, 105));
      expect(await stateOf(invoice)).toBe('matched');
      await into('Oils');
    },
    'exception',
  ],
  [
    'a higher over-delivery in the settings, and a lower one again',
    async (invoice) => {
      await order({ version: '2' }, { receivedQuantity: '102' });
      await done(edited(invoice._id, 102));
      expect(await stateOf(invoice)).toBe('exception');
      await done(admin.put('/api/settings', { overDelivery: 2 }));
      expect(await stateOf(invoice)).toBe('matched');
      await done(admin.put('/api/settings', { overDelivery: 0 }));
    },
    'exception',
  ],
  [
    'a lower over-delivery in the settings after it was paid',
    async (invoice) => {
      await order({ version: '2' }, { receivedQuantity: '102' });
      await done(admin.put('/api/settings', { overDelivery: 2 }));
      await done(edited(invoice._id, 102));
      const { invoiceNumber, invoiceValue: amount } = (await vendor.get(`/api/invoice/get/${invoice._id}`)).body[0];
      const paid = { userID: vendor.user.id, invoiceNumber, amount, paymentMode: 'online' };
      await done(accounts.post('/api/vendorPaymentReport/create', paid));
      expect(await stateOf(invoice)).toBe('matched');
      await done(admin.put('/api/settings', { overDelivery: 0 }));
      await checkBooks(api);
    },
    'exception',
  ],
  [
    'a charge that the settings allow, and allow no more',
    async (invoice) => {
      const lines = [
        { orderId, line: 1, quantity: 100 },
        { itemName: 'Freight', quantity: 1, unitPrice: 50, taxRate: 5 },
      ];
      const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
      await done(vendor.put(`/api/invoice/edit/${invoice._id}`, { ...sums, lines }));
      expect(await stateOf(invoice)).toBe('exception');
      await done(admin.put('/api/settings', { allowedCharges: 'Freight 50' }));
      expect(await stateOf(invoice)).toBe('matched');
      await done(admin.put('/api/settings', { allowedCharges: 'Freight 49' }));
      expect(await stateOf(invoice)).toBe('exception');
      await done(admin.put('/api/settings', { allowedCharges: 'Freight 50' }));
      await done(admin.put('/api/settings', { allowedCharges: null }));
    },
    'exception',
  ],
  [
    'other settings, which it is not matched by',
    async () => {
      await done(admin.put('/api/settings', { overDelivery: 5, allowedCharges: 'Freight 50', buyerContact: 'Meera' }));
      await done(admin.put('/api/settings', { overDelivery: 0, allowedCharges: null, buyerContact: null }));
    },
    'matched',
  ],
  [
    'another GST number of its vendor, which what it billed before does not take',
    async (invoice) => {
      const { gstin, pan } = await api.ctx.db.one<{ gstin: string; pan: string }>(
        sql`select gstin, pan from vendors where id = ${vendor.user.id}`,
      );
      const [IRN] = irnsOf({ gstin, date: today(), number: invoice.invoiceNumber });
      await done(vendor.put(`/api/invoice/edit/${invoice._id}`, { IRN }));
      expect(await stateOf(invoice)).toBe('matched');
      await done(admin.send('PUT', `/api/auth/edit/${vendor.user.id}`, { gstin: gstinOf(pan, '29') }));
    },
    'matched',
  ],
  [
    'its vendor’s bank account confirmed, which it was not before',
    async (invoice) => {
      await api.ctx.db.execute(sql`update vendors set identity_confirmed_at = null where id = ${vendor.user.id}`);
      await done(vendor.put(`/api/invoice/edit/${invoice._id}`, { remarks: 'By lorry' }));
      expect(await stateOf(invoice)).toBe('exception');
      await done(admin.send('PUT', `/api/auth/edit/${vendor.user.id}`, { city: 'Pune' }));
    },
    'matched',
  ],
];

async function edited(id: string, quantity: number, caller = vendor): Promise<Answer> {
  const lines = [{ orderId, line: 1, quantity }];
  const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
  return caller.put(`/api/invoice/edit/${id}`, { ...sums, lines });
}

async function keyOf({ user }: Caller): Promise<Caller> {
  const form = { name: 'ERP', scopes: ['invoices:write'], days: 30, passWord: user.password };
  return new Caller(api.app, `Bearer ${(await vendor.post('/api/keys', form)).body.key}`, user);
}

async function sheet(caller: Caller, path: string, head: string[], row: (string | number)[]): Promise<void> {
  const file = { name: 'sheet.xlsx', content: await workbookOf([head, row]) };
  const { status, body } = await caller.send('POST', `/api/${path}`, {}, { file });
  expect([status, body.errors ?? []]).toEqual([200, []]);
}

const itemIn = (category: string) => {
  const none = { brandName: null, hsnCode: null, skuCode: null, uom: null, uomDescription: null, uomConversion: '1', mrp: null };
  const item = { ...none, itemCode: 'R-1', ean: '8901030516320', name: 'Basmati Rice 1 kg', category };
  return api.ctx.db.transaction((tx) => storeItems(tx, api.ctx.buyerSystem.source, [item]));
};

test.each(paths)('a matched invoice after: %s', async (_path, change, after) => {
  const invoice = await billed(100);
  expect(await stateOf(invoice)).toBe('matched');
  await change(invoice);
  expect(await stateOf(invoice)).toBe(after);
});

test('a matched invoice after its rate is added, changed and deleted', async () => {
  await order({ version: '2' }, { hsnCode: '98765432' });
  const invoice = await billed(100);
  expect(await stateOf(invoice)).toBe('matched');
  const rate = { hsnPrefix: '98765432', condition: 'any', rate: 18, validFrom: '2025-10-01' };
  const added = await admin.post('/api/buyerData/gstRates/create', rate);
  expect([added.status, await stateOf(invoice)]).toEqual([200, 'exception']);
  await done(admin.put(`/api/buyerData/gstRates/edit/${added.body.data._id}`, { rate: 5 }));
  expect(await stateOf(invoice)).toBe('matched');
  await done(admin.put(`/api/buyerData/gstRates/edit/${added.body.data._id}`, { rate: 40 }));
  expect(await stateOf(invoice)).toBe('exception');
  await done(admin.delete(`/api/buyerData/gstRates/delete/${added.body.data._id}`));
  expect(await stateOf(invoice)).toBe('matched');
});

describe('every writer of data that the match of an invoice uses', () => {
  const root = join(import.meta.dirname, '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^(demo|database\/backup)\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const judging =
    'purchase_orders|purchase_order_lines|order_answers|receipt_lines|receipts|purchase_returns|memos|gst_rates|registrations|match_tolerances|invoices|invoice_lines|match_decisions|payments';

  test('no other file locks rows in the sequence', () => {
    const rooms = /^(purchase-orders|dispatch-notes|receipts|invoices|memos|payments|buyer-system|rates)\//;
    const locking = sources.filter(({ file, text }) => rooms.test(file) && /\bfor (no key )?update\b/.test(text)).map(({ file }) => file);
    expect(locking.sort()).toEqual([
      // The file locks a stored document.
      'dispatch-notes/keptPapers.ts',
      // The file locks a vendor.
      'invoices/einvoices/einvoices.ts',
      // The file first locks the reported payment; the payment made from it then locks the sequence.
      'payments/reported.ts',
      'purchase-orders/lock.ts',
      // The file locks a vendor.
      'purchase-orders/tolerances.ts',
    ]);
  });

  test('each statement that writes such data is known, and its file matches the invoices again', () => {
    const statements = new RegExp(
      String.raw`(?:insert into|update|delete from) (?:${judging})\b(?! (?:set (?:site_id|reminded_at|\$\{column\})))|(?:insert|replace|copy)Lines\(\s*\w+,\s*(?!dispatch|package)\w+Table\b`,
      'g',
    );
    const found = Object.fromEntries(
      sources.flatMap(({ file, text }) => {
        const count = [...text.matchAll(statements)].length;
        return count === 0
          ? []
          : [[file, `${count}${/\bcompareAgain\(|\bcompareNamed\(|\bcountReceipts\(/.test(text) ? '' : ', not itself'}`]];
      }),
    );
    expect(found).toEqual(KNOWN);
  });
});

/**
 * The number of statements in each file. A new statement calls `compareAgain` in its transaction and gets a row in the table of paths
 * above; "not itself" means that the file does not call it.
 */
const KNOWN: Readonly<Record<string, string>> = {
  // The mark that the ERP has been informed affects no invoice.
  'buyer-system/pull/acknowledge.ts': '1, not itself',
  'buyer-system/receiptSheet.ts': '1',
  'buyer-system/typeOrders.ts': '5',
  // The mark that the ERP has been informed affects no invoice.
  'buyer-system/pull/untold.ts': '1, not itself',
  // changeLines.ts makes the call.
  'invoices/billed/returned.ts': '1, not itself',
  'invoices/changeLines.ts': '1',
  'invoices/decisions.ts': '3',
  'invoices/invoices.ts': '5',
  // changeLines.ts makes the call.
  'invoices/lines.ts': '1, not itself',
  'invoices/match.ts': '4',
  'invoices/matchTolerances.ts': '2',
  // Invoices without lines bill no order.
  'invoices/upload.ts': '1, not itself',
  'memos/memos.ts': '5',
  // The import of returns makes the call.
  'memos/claims.ts': '4, not itself',
  // The callers make the call: pay.ts, store.ts, the import of returns, memos.ts.
  'memos/taken.ts': '4, not itself',
  // memos.ts makes the call.
  'memos/references.ts': '1, not itself',
  // Invoices of opening balances name no order and have no lines, so they affect no other invoice.
  'payments/openings/sheets.ts': '2, not itself',
  'payments/pay.ts': '3',
  'payments/store.ts': '2',
  // store.ts makes the call.
  'payments/systemRows.ts': '5, not itself',
  // answers.ts makes the call.
  'purchase-orders/agreedTerms.ts': '2, not itself',
  // store.ts makes the call.
  'purchase-orders/amended.ts': '1, not itself',
  // answers.ts makes the call.
  'purchase-orders/answerDecisions.ts': '1, not itself',
  // answers.ts and store.ts make the call.
  'purchase-orders/answerTerms.ts': '3, not itself',
  'purchase-orders/answers.ts': '5',
  'purchase-orders/orders.ts': '1',
  'purchase-orders/received.ts': '2',
  // Reminders affect no invoice.
  'purchase-orders/reminders.ts': '1, not itself',
  'purchase-orders/store.ts': '4',
  'rates/rates.ts': '4',
  'rates/upload.ts': '2',
  'receipts/receipts.ts': '4',
  // receipts.ts and the file import make the call.
  'receipts/returns.ts': '2, not itself',
  'registrations/registrations.ts': '4',
  // No invoices exist at the first start.
  'registrations/seed.ts': '1, not itself',
};
