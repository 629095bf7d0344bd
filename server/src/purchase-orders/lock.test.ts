import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { indianDay } from '@aapurti/contract/fields';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, startApi } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';
import type { Database } from '../database/database.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';
import { storePayments } from '../payments/store.ts';

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
/** What arrived comes with receipts alone. */
const empty = () => api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = 0 where order_id = ${orderId}`);
const today = () => indianDay(new Date());
const done = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  expect([status, body.errors]).toEqual([200, undefined]);
};

type Path = [path: string, change: (invoice: Made) => Promise<unknown>, after: string];
const paths: Path[] = [
  ['order cancelled here', async () => (await own(), done(admin.post(`/api/buyerData/orders/cancel/${orderId}`, {}))), 'exception'],
  [
    'order closed here',
    async () => (await own(), done(admin.post(`/api/buyerData/orders/close/${orderId}`, { reason: 'Enough' }))),
    'matched',
  ],
  ['order cancelled by the buyer’s system', () => order({ version: '2', status: 'Cancelled' }), 'exception'],
  ['price lowered by the buyer’s system', () => order({ version: '2' }, { unitPrice: '90' }), 'exception'],
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
    'credit memo over more than the invoice',
    ({ invoiceNumber }) =>
      done(vendor.post('/api/creditMemo/AddUserCreditMemo', { vendorInvoiceRef: invoiceNumber, itemQuantity: 101, amount: 20_000 })),
    'exception',
  ],
  [
    'credit memo taken back',
    async ({ invoiceNumber }) => {
      const memo = { vendorInvoiceRef: invoiceNumber, itemQuantity: 101, amount: 20_000 };
      const { _id } = (await vendor.post('/api/creditMemo/AddUserCreditMemo', memo)).body.data;
      await done(vendor.delete(`/api/creditMemo/removeUserCreditMemo/${_id}`));
    },
    'matched',
  ],
  [
    'credit memo that comes to name it',
    async ({ invoiceNumber }) => {
      const { _id } = (await vendor.post('/api/creditMemo/AddUserCreditMemo', { vendorInvoiceRef: 'X', itemQuantity: 101 })).body.data;
      await done(vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${_id}`, { vendorInvoiceRef: invoiceNumber }));
    },
    'exception',
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
      const row = { externalId: 'P-1', version: '1', supplier: 'V', ownerId: vendor.user.id, invoiceNumber, amount: '10', mode: 'online' };
      await api.ctx.db.transaction((tx) => storePayments(tx, 'own', [{ ...row, remarks: null, paidOn: '2026-11-10', raw: null }]));
    },
    'exception',
  ],
  [
    'another invoice released',
    async () => done(accounts.post(`/api/invoice/release/${(await billed(10))._id}`, { reason: 'Agreed' })),
    'exception',
  ],
  ['itself edited beyond what arrived', async ({ _id }) => done(edited(_id, 101)), 'exception'],
];

async function edited(id: string, quantity: number): Promise<Answer> {
  const lines = [{ orderId, line: 1, quantity }];
  const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
  return vendor.put(`/api/invoice/edit/${id}`, { ...sums, lines });
}

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

describe('calls that overlap in the database', () => {
  const blocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const waiting = async (count: number) => await expect.poll(() => api.ctx.db.rows(blocked), { timeout: 15_000 }).toHaveLength(count);

  /** Holds what `hold` locks while the calls run into it. */
  async function meanwhile(
    hold: (tx: Database) => Promise<unknown>,
    start: (tx: Database) => Promise<Promise<Answer>[]>,
  ): Promise<Answer[]> {
    const { all } = await api.ctx.db.transaction(async (tx) => {
      await hold(tx);
      return { all: Promise.all(await start(tx)) };
    });
    return all;
  }
  const isFree = async (table: 'purchase_orders' | 'dispatch_notes', id: string) =>
    (
      await api.ctx.db.rows(
        table === 'purchase_orders'
          ? sql`select from purchase_orders where id = ${id} for no key update skip locked`
          : sql`select from dispatch_notes where id = ${id} for no key update skip locked`,
      )
    ).length === 1;

  test('a release waits for who changes the invoice, and judges it as it is then', async () => {
    const { _id } = await billed(110);
    const [answer] = await meanwhile(
      (tx) => tx.execute(sql`update invoices set match_state = 'returned' where id = ${_id}`),
      async () => {
        const call = accounts.post(`/api/invoice/release/${_id}`, { reason: 'Agreed' });
        await waiting(1);
        return [call];
      },
    );
    expect([answer?.status, await stateOf({ _id, invoiceNumber: '' })]).toEqual([409, 'returned']);
  });

  test.each([
    ['answer', () => vendor.post(`/api/orderAnswer/send/${orderId}`, { lines: [{ line: 1, decision: 'accept' }] })],
    ['acknowledgement', () => vendor.post(`/api/purChaseOrder/acknowledge/${orderId}`, {})],
  ])('an %s waits for who closes the order, and is refused then', async (_what, call) => {
    const [answer] = await meanwhile(
      (tx) => tx.execute(sql`update purchase_orders set status = 'Closed' where id = ${orderId}`),
      async () => {
        const called = call();
        await waiting(1);
        return [called];
      },
    );
    expect(answer?.status).toBe(409);
  });

  test('a memo waits for the invoice that it names and that nobody sees yet', async () => {
    const invoiceNumber = String(api.serial());
    const lines = [{ orderId, line: 1, quantity: 100 }];
    const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
    const answers = await meanwhile(
      (tx) => tx.execute(sql`select from purchase_orders where id = ${orderId} for no key update`),
      async () => {
        const invoice = vendor.post('/api/invoice/create', { invoiceNumber, ...sums, lines });
        await waiting(1);
        const memo = vendor.post('/api/creditMemo/AddUserCreditMemo', {
          vendorInvoiceRef: invoiceNumber,
          itemQuantity: 101,
          amount: 20_000,
        });
        await waiting(2);
        return [invoice, memo];
      },
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stateOf(answers[0]?.body.data)).toBe('exception');
  });

  const lines = () => [{ orderId, line: 1, quantity: 60 }];
  test.each<[string, (id: string) => Promise<Answer>]>([
    ['sends a note off', (id) => vendor.post(`/api/dispatchGoods/move/${id}`, { move: 'leave' })],
    ['makes it a draft', (id) => vendor.post(`/api/dispatchGoods/move/${id}`, { move: 'draft' })],
    [
      'receives it',
      (noteId) => admin.post('/api/receipts/create', { receiptNumber: 'GRN-1', receivedOn: today(), lines: lines(), noteId }),
    ],
    [
      'invoices it',
      async (noteId) => {
        const { sums } = (await vendor.post('/api/invoice/check', { lines: lines() })).body;
        return vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...sums, lines: lines(), noteId });
      },
    ],
  ])('whoever %s holds its orders before it waits for the note', async (_what, call) => {
    await own();
    await empty();
    const { _id } = (await vendor.post('/api/desPatchNote/create', { DCNumber: `DC/${api.serial()}` })).body.data;
    expect((await vendor.put(`/api/dispatchGoods/save/${_id}`, { kind: 'challan', lines: lines() })).status).toBe(200);
    expect((await vendor.post(`/api/dispatchGoods/move/${_id}`, { move: 'ready' })).status).toBe(200);
    const [answer] = await meanwhile(
      (tx) => tx.execute(sql`select from dispatch_notes where id = ${_id} for no key update`),
      async () => {
        const called = call(_id);
        await waiting(1);
        expect(await isFree('purchase_orders', orderId)).toBe(false);
        return [called];
      },
    );
    expect(answer?.status).toBe(200);
  });

  test('whoever decides about an invoice holds its orders first', async () => {
    const { _id } = await billed(100);
    await meanwhile(
      (tx) => tx.execute(sql`select from invoices where id = ${_id} for no key update`),
      async () => {
        const call = accounts.post('/api/invoice/approve', { invoiceIdList: [_id] });
        await waiting(1);
        expect(await isFree('purchase_orders', orderId)).toBe(false);
        return [call];
      },
    );
    expect(await stateOf({ _id, invoiceNumber: '' })).toBe('approved');
  });
});

describe('whoever writes what an invoice is judged by', () => {
  const root = join(import.meta.dirname, '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^(demo|backup)\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const judging =
    'purchase_orders|purchase_order_lines|order_answers|goods_receipts|receipts|purchase_returns|memos|gst_rates|registrations|match_tolerances|invoices|invoice_lines|match_decisions|payments';

  test('no other file locks rows of the sequence', () => {
    const rooms = /^(purchase-orders|dispatch-notes|receipts|invoices|memos|payments|buyer-system|rates)\//;
    const locking = sources.filter(({ file, text }) => rooms.test(file) && /\bfor (no key )?update\b/.test(text)).map(({ file }) => file);
    expect(locking.sort()).toEqual([
      // Of one kept paper.
      'dispatch-notes/keptPapers.ts',
      // Of a vendor.
      'invoices/einvoices.ts',
      'purchase-orders/lock.ts',
      // Of a vendor.
      'purchase-orders/tolerances.ts',
    ]);
  });

  test('each statement that writes it is known, and its file carries what follows', () => {
    const statements = new RegExp(
      String.raw`(?:insert into|update|delete from) (?:${judging})\b(?! (?:set (?:site_id|reminded_at|\$\{column\})))`,
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

/** Statements by file. A new one calls `compareAgain`, in its transaction, and gets a row of the table of paths above. */
const KNOWN: Readonly<Record<string, string>> = {
  // That the ERP was told moves nothing.
  'buyer-system/acknowledge.ts': '1, not itself',
  'buyer-system/receiptSheet.ts': '1',
  'buyer-system/typeOrders.ts': '3',
  // That the ERP was told moves nothing.
  'buyer-system/untold.ts': '1, not itself',
  'invoices/changeLines.ts': '2',
  'invoices/decisions.ts': '5',
  'invoices/invoices.ts': '3',
  // changeLines.ts carries.
  'invoices/lines.ts': '3, not itself',
  'invoices/match.ts': '3',
  'invoices/matchTolerances.ts': '2',
  // Invoices without lines bill no order.
  'invoices/upload.ts': '1, not itself',
  'memos/memos.ts': '3',
  'payments/payments.ts': '1',
  'payments/store.ts': '5',
  // store.ts carries.
  'purchase-orders/amended.ts': '1, not itself',
  // answers.ts carries.
  'purchase-orders/answerDecisions.ts': '1, not itself',
  // answers.ts and store.ts carry.
  'purchase-orders/answerTerms.ts': '3, not itself',
  'purchase-orders/answers.ts': '5',
  'purchase-orders/orders.ts': '1',
  // Reminders move nothing.
  'purchase-orders/reminders.ts': '1, not itself',
  'purchase-orders/store.ts': '3',
  'rates/rates.ts': '4',
  'rates/upload.ts': '2',
  'receipts/receipts.ts': '4',
  // receipts.ts and the sheet carry.
  'receipts/returns.ts': '2, not itself',
  'registrations/registrations.ts': '4',
  // The first start: there are no invoices.
  'registrations/seed.ts': '1, not itself',
};
