import { indianDay } from '@aapurti/contract/ground/fields';
import sharp from 'sharp';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, startApi } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';
import { meanwhile as overlapping } from '../../test/overlap.ts';
import type { Database } from '../database/database.ts';
import { makeOrder, orderLineOf, orderOf } from '../demo/factories.ts';
import { storePayments, storeReturns } from '../payments/store.ts';
import { storeOrders } from './store.ts';

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
  orderId = await makeOrder(api.ctx, vendor.user.id, 'PO/1', {
    lines: [orderLineOf({ externalId: 'rice', quantity: '100', receivedQuantity: '100', hsnCode: null })],
  });
});
afterAll(() => api.close());

interface Made {
  _id: string;
  invoiceNumber: string;
}
async function bill(quantity: number): Promise<Made> {
  const lines = [{ orderId, line: 1, quantity }];
  const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
  return (await vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...sums, lines })).body.data;
}
const pay = ({ invoiceNumber }: Made, amount: number) =>
  accounts.post('/api/vendorPaymentReport/create', { userID: vendor.user.id, invoiceNumber, amount, paymentMode: 'online' });
const stateOf = async ({ _id }: { _id: string }) => (await vendor.get(`/api/invoice/get/${_id}`)).body[0].matchState;
const own = () => api.ctx.db.execute(sql`update purchase_orders set source = 'embedded' where id = ${orderId}`);
/** Only receipts set the received quantities. */
const empty = () => api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = 0 where order_id = ${orderId}`);
const today = () => indianDay(new Date());

type Table = 'purchase_orders' | 'dispatch_notes' | 'invoices' | 'receipts' | 'memos';
/** Locks a row as a call that changes it does. */
const locking = (table: Table, id: string) => (tx: Database) =>
  tx.execute(sql`select from ${raw(table)} where id = ${id} for no key update`);
const isFree = async (table: Table, id: string) =>
  (await api.ctx.db.rows(sql`select from ${raw(table)} where id = ${id} for no key update skip locked`)).length === 1;
const meanwhile = (hold: (tx: Database) => Promise<unknown>, calls: (() => Promise<Answer>)[], seen?: () => Promise<unknown>) =>
  overlapping(api, hold, calls, seen);

const storedOrder = (of: typeof api.ctx.db, more: object = {}) =>
  storeOrders(of, 'own', [orderOf(api.ctx, vendor.user.id, 'PO/7', { lines: [orderLineOf({ quantity: '5' })], ...more })]);
const erpPayment = (tx: Database, { invoiceNumber }: Made, amount: string) => {
  const row = { externalId: `P-${invoiceNumber}`, version: '1', supplier: 'V', ownerId: vendor.user.id, invoiceNumber, amount };
  return storePayments(tx, 'own', [{ ...row, mode: 'online', remarks: null, paidOn: '2026-11-10', raw: null }]);
};
const erpReturn = (tx: Database) => {
  const of = { externalId: `R-${orderId}`, version: '1', supplier: 'V', ownerId: vendor.user.id, poNumber: 'PO/1', poDate: null };
  const goods = { itemName: 'Rice', receivedQuantity: '100', returnedQuantity: '10', remarks: null, raw: null };
  return storeReturns(tx, 'own', [{ ...of, ...goods, invoiceNumber: null, invoiceDate: null }]);
};
const paid =
  ({ _id, invoiceNumber }: Made, amount: number) =>
  (tx: Database) =>
    tx.execute(sql`
    insert into payments (vendor_id, invoice_id, invoice_number, amount, mode, paid_on)
    values (${vendor.user.id}, ${_id}, ${invoiceNumber}, ${amount}, 'online', '2026-11-20')`);
const becomes =
  (state: string, { _id }: Made) =>
  (tx: Database) =>
    tx.execute(sql`update invoices set match_state = ${state} where id = ${_id}`);
const ordered = (status: string) => (tx: Database) => tx.execute(sql`update purchase_orders set status = ${status} where id = ${orderId}`);
const received = (noteId: string | null = null) =>
  admin.post('/api/receipts/create', {
    receiptNumber: `GRN-${api.serial()}`,
    receivedOn: today(),
    lines: [{ orderId, line: 1, quantity: 60 }],
    noteId,
  });
const note = async (move: 'ready' | null = 'ready') => {
  const { _id } = (await vendor.post('/api/desPatchNote/create', { DCNumber: `DC/${api.serial()}` })).body.data;
  const saved = await vendor.put(`/api/dispatchGoods/save/${_id}`, { kind: 'challan', lines: [{ orderId, line: 1, quantity: 60 }] });
  expect(saved.status).toBe(200);
  if (move !== null) expect((await vendor.post(`/api/dispatchGoods/move/${_id}`, { move })).status).toBe(200);
  return _id as string;
};
const goodsBecome = (state: string, id: string) => async (tx: Database) => {
  await locking('dispatch_notes', id)(tx);
  await tx.execute(sql`update dispatch_goods set state = ${state} where note_id = ${id}`);
};
const memo = async (vendorInvoiceRef = 'X') =>
  (await vendor.post('/api/creditMemo/AddUserCreditMemo', { vendorInvoiceRef, itemQuantity: 1, amount: 105 })).body.data._id as string;
const renamed = (id: string) => (tx: Database) => tx.execute(sql`update memos set vendor_invoice_ref = 'Y' where id = ${id}`);
const photo = async (id: string) => {
  const content = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  return admin.send('POST', `/api/receipts/photo/${id}`, {}, { photo: { name: 'a.png', content } });
};
const receivedHere = async () => {
  await own();
  await empty();
  return (await received()).body.data._id as string;
};

type Row = [what: string, begin: () => Promise<[hold: (tx: Database) => Promise<unknown>, call: () => Promise<Answer>]>, status: number];
const judged: Row[] = [
  [
    'a release, by who returns the invoice',
    async () => {
      const made = await bill(110);
      return [becomes('returned', made), () => accounts.post(`/api/invoice/release/${made._id}`, { reason: 'Agreed' })];
    },
    409,
  ],
  [
    'an approval, by who returns the invoice',
    async () => {
      const made = await bill(100);
      return [becomes('returned', made), () => accounts.post('/api/invoice/approve', { invoiceIdList: [made._id] })];
    },
    409,
  ],
  [
    'a return, by who pays',
    async () => {
      const made = await bill(100);
      return [paid(made, 1), () => accounts.post(`/api/invoice/return/${made._id}`, { reason: 'Wrong' })];
    },
    409,
  ],
  [
    'an edit, by who pays',
    async () => {
      const made = await bill(100);
      return [paid(made, 1), () => vendor.put(`/api/invoice/edit/${made._id}`, { invoiceNumber: String(api.serial()) })];
    },
    409,
  ],
  [
    'a removal, by who approves',
    async () => {
      const made = await bill(100);
      return [becomes('approved', made), () => vendor.delete(`/api/invoice/delete/${made._id}`)];
    },
    409,
  ],
  [
    'a payment, by who pays',
    async () => {
      const made = await bill(100);
      return [paid(made, 10_500), () => pay(made, 1)];
    },
    422,
  ],
  [
    'an answer, by who closes the order',
    () =>
      Promise.resolve([
        ordered('Closed'),
        () => vendor.post(`/api/orderAnswer/send/${orderId}`, { lines: [{ line: 1, decision: 'accept' }] }),
      ]),
    409,
  ],
  [
    'an acknowledgement, by who closes the order',
    () => Promise.resolve([ordered('Closed'), () => vendor.post(`/api/purChaseOrder/acknowledge/${orderId}`, {})]),
    409,
  ],
  [
    'a cancellation, by who closes the order',
    async () => {
      await own();
      return [ordered('Closed'), () => admin.post(`/api/buyerData/orders/cancel/${orderId}`, {})];
    },
    409,
  ],
  [
    'a receipt, by who cancels the order',
    async () => {
      await own();
      await empty();
      return [ordered('Cancelled'), () => received()];
    },
    422,
  ],
  [
    'a receipt, by who cancels its note',
    async () => {
      await own();
      await empty();
      const id = await note();
      return [goodsBecome('cancelled', id), () => received(id)];
    },
    422,
  ],
  [
    'the cancellation of a receipt, by who cancels it',
    async () => {
      const id = await receivedHere();
      return [
        (tx) => tx.execute(sql`update receipts set cancelled_at = now(), cancel_reason = 'Twice' where id = ${id}`),
        () => admin.post(`/api/receipts/cancel/${id}`, { reason: 'Twice' }),
      ];
    },
    409,
  ],
  [
    'a photo, by who cancels the receipt',
    async () => {
      const id = await receivedHere();
      return [(tx) => tx.execute(sql`update receipts set cancelled_at = now(), cancel_reason = 'Twice' where id = ${id}`), () => photo(id)];
    },
    409,
  ],
  [
    'the removal of a photo, by who removes it',
    async () => {
      const id = await receivedHere();
      const [{ _id }] = (await photo(id)).body.data.photos;
      return [
        async (tx) => {
          await locking('receipts', id)(tx);
          await tx.execute(sql`delete from receipt_photos where id = ${_id}`);
        },
        () => admin.delete(`/api/receipts/photo/${_id}`),
      ];
    },
    404,
  ],
  [
    'the change of a memo, by who lets it name another invoice',
    async () => {
      const id = await memo();
      return [renamed(id), () => vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${id}`, { amount: 1 })];
    },
    409,
  ],
  [
    'the removal of a memo, by who lets it name another invoice',
    async () => {
      const id = await memo();
      return [renamed(id), () => vendor.delete(`/api/creditMemo/removeUserCreditMemo/${id}`)];
    },
    409,
  ],
  [
    'the change of a note, by who sends it off',
    async () => {
      await empty();
      const id = await note();
      return [goodsBecome('left', id), () => vendor.put(`/api/desPatchNote/edit/${id}`, { DCNumber: 'DC/other' })];
    },
    409,
  ],
  [
    'the removal of a note, by who sends it off',
    async () => {
      await empty();
      const id = await note();
      return [goodsBecome('left', id), () => vendor.delete(`/api/desPatchNote/delete/${id}`)];
    },
    409,
  ],
];
test.each(judged)('a change in the meantime is noticed: %s', async (_what, begin, status) => {
  const [hold, call] = await begin();
  const [answer] = await meanwhile(hold, [call]);
  expect(answer?.status).toBe(status);
});

test('a memo waits for its invoice that is not committed yet', async () => {
  const invoiceNumber = String(api.serial());
  const lines = [{ orderId, line: 1, quantity: 100 }];
  const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
  const memoOf = { vendorInvoiceRef: invoiceNumber, itemQuantity: 10, amount: 1050 };
  const answers = await meanwhile(locking('purchase_orders', orderId), [
    () => vendor.post('/api/invoice/create', { invoiceNumber, ...sums, lines }),
    () => vendor.post('/api/creditMemo/AddUserCreditMemo', memoOf),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[1]?.body.data.invoiceId).toBe(answers[0]?.body.data._id);
});

test.each<[string, (id: string) => Promise<Answer>]>([
  ['sends a note off', (id) => vendor.post(`/api/dispatchGoods/move/${id}`, { move: 'leave' })],
  ['makes it a draft', (id) => vendor.post(`/api/dispatchGoods/move/${id}`, { move: 'draft' })],
  ['receives it', (id) => received(id)],
  [
    'invoices it',
    async (noteId) => {
      const lines = [{ orderId, line: 1, quantity: 60 }];
      const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
      return vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...sums, lines, noteId });
    },
  ],
])('a call that %s holds its orders before it waits for the note', async (_what, call) => {
  await own();
  await empty();
  const id = await note();
  const [answer] = await meanwhile(locking('dispatch_notes', id), [() => call(id)], async () =>
    expect(await isFree('purchase_orders', orderId)).toBe(false),
  );
  expect(answer?.status).toBe(200);
});

test.each<[string, (made: Made) => Promise<Answer>]>([
  ['approves', ({ _id }) => accounts.post('/api/invoice/approve', { invoiceIdList: [_id] })],
  ['edits', ({ _id }) => vendor.put(`/api/invoice/edit/${_id}`, { remarks: 'By lorry' })],
  ['deletes', ({ _id }) => vendor.delete(`/api/invoice/delete/${_id}`)],
])('a call that %s an invoice holds its orders before it waits for it', async (_what, call) => {
  const made = await bill(100);
  const [answer] = await meanwhile(locking('invoices', made._id), [() => call(made)], async () =>
    expect(await isFree('purchase_orders', orderId)).toBe(false),
  );
  expect(answer?.status).toBe(200);
});

test('a receipt cancellation and a memo change lock the orders before they wait for the receipt or memo', async () => {
  const named = await memo((await bill(100)).invoiceNumber);
  const receipt = await receivedHere();
  const isHeld = async () => expect(await isFree('purchase_orders', orderId)).toBe(false);
  const cancel = () => admin.post(`/api/receipts/cancel/${receipt}`, { reason: 'Twice' });
  const change = () => vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${named}`, { amount: 1 });
  const answers = [
    ...(await meanwhile(locking('receipts', receipt), [cancel], isHeld)),
    ...(await meanwhile(locking('memos', named), [change], isHeld)),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test.each<[string, (made: Made) => Promise<unknown>]>([
  ['pays it in spite of its fault', (made) => pay(made, 1)],
  ['pays it in the buyer’s system', (made) => api.ctx.db.transaction((tx) => erpPayment(tx, made, '1'))],
  ['changes tolerances', () => admin.put('/api/matchTolerance/save', { userID: vendor.user.id, quantity: 50, price: 0, priceAmount: 1 })],
])('a call that %s locks no invoice while its order is locked', async (_what, call) => {
  const made = await bill(110);
  await overlapping(api, locking('purchase_orders', orderId), [() => call(made)], async () =>
    expect(await isFree('invoices', made._id)).toBe(true),
  );
});

test('a match leaves an invoice sent back that is sent back in the meantime', async () => {
  const made = await bill(100);
  await overlapping(api, becomes('returned', made), [
    () =>
      makeOrder(api.ctx, vendor.user.id, 'PO/1', {
        version: '2',
        lines: [orderLineOf({ externalId: 'rice', quantity: '100', unitPrice: '90' })],
      }),
  ]);
  expect(await stateOf(made)).toBe('returned');
});

test('terms that change while they are acknowledged must be acknowledged again', async () => {
  await overlapping(api, (tx) => tx.execute(sql`update purchase_orders set acknowledged_on = '2026-11-20' where id = ${orderId}`), [
    () =>
      makeOrder(api.ctx, vendor.user.id, 'PO/1', {
        version: '2',
        lines: [orderLineOf({ externalId: 'rice', quantity: '100', unitPrice: '90' })],
      }),
  ]);
  expect(await api.ctx.db.one(sql`select acknowledged_on as day from purchase_orders where id = ${orderId}`)).toEqual({ day: null });
});

test.each<[string, (tx: Database, made: Made) => Promise<unknown>]>([
  ['orders', (tx) => storedOrder(tx)],
  ['payments', (tx, made) => erpPayment(tx, made, '10')],
  ['returns', (tx) => erpReturn(tx)],
])('two imports of the same %s at once store them once', async (_what, store) => {
  const made = await bill(100);
  const [second] = await overlapping(api, (tx) => store(tx, made), [() => api.ctx.db.transaction((tx) => store(tx, made))]);
  expect(second).toMatchObject({ created: 0, updated: 0 });
});

test('a payment of the ERP above the balance that a concurrent payment leaves is on account', async () => {
  const made = await bill(100);
  const [stored] = await overlapping(api, paid(made, 10_500), [() => api.ctx.db.transaction((tx) => erpPayment(tx, made, '1'))]);
  expect(stored?.refused.size).toBe(0);
  const [of] = (await vendor.post('/api/purChaseOrder/purchase_payment', { status: 'OS' })).body.result;
  expect([of.balance, of.onAccount, (await vendor.get(`/api/invoice/get/${made._id}`)).body[0].paymentReceived]).toEqual([-1, 1, 10_500]);
});
