import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { makeOrder, orderLineOf, type OrderedItem } from '../src/demo/factories.ts';
import { type Answer, type Api, type Caller, statusesOf } from './api.ts';
import { checkBooks, done, startBooks } from './books.ts';
import { keyOf, standInOf } from './onBehalf.ts';

// Sequences of a hostile vendor, or of one hostile employee, that are in no case of the design. No more than the accepted value is ever
// paid.

let api: Api;
let admin: Caller;
let accounts: Caller;
let other: Caller;
let vendor: Caller;
let orderId: string;
beforeAll(async () => {
  ({ api, admin, accounts, other } = await startBooks());
  await done(admin.put('/api/settings', { payOnlyMatched: true, invoiceNumbers: 'rule46' }));
});
beforeEach(async () => {
  vendor = await api.newVendor();
  orderId = await ordered({});
});
afterEach(() => checkBooks(api));
afterAll(() => api.close());

const RICE = { externalId: 'rice', quantity: '100', receivedQuantity: '100' };
const ordered = (line: OrderedItem, more: object = {}, number = 'PO/1') =>
  makeOrder(api.ctx, vendor.user.id, number, { lines: [orderLineOf({ ...RICE, ...line })], ...more });

interface Made {
  _id: string;
  invoiceNumber: string;
  updatedAt: string;
}
const line = (quantity: unknown, more: object = {}) => ({ orderId, line: 1, quantity, ...more });
async function send(lines: object[], more: object = {}): Promise<Answer> {
  const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
  return vendor.post('/api/invoice/create', { invoiceNumber: `H${api.serial()}`, ...sums, lines, ...more });
}
const bill = (lines: object[], more: object = {}): Promise<Made> => done(send(lines, more));
async function inTurn<Item>(count: number, make: (each: number) => Promise<Item>): Promise<Item[]> {
  const made: Item[] = [];
  for (let each = 0; each < count; each += 1) made.push(await make(each));
  return made;
}
const faultsOf = async ({ _id }: Made): Promise<string[]> =>
  (await vendor.get(`/api/invoice/match/${_id}`)).body.findings.flatMap(({ outcome, code }: Record<string, string>) =>
    outcome === 'fault' ? code : [],
  );
const stateOf = async ({ _id }: Made) => (await vendor.get(`/api/invoice/get/${_id}`)).body[0].matchState;
const approve = ({ _id, updatedAt }: Made, by = accounts) =>
  by.post('/api/invoice/approve', { invoiceIdList: [_id], versions: { [_id]: updatedAt } });
const pay = ({ invoiceNumber }: { invoiceNumber: string }, amount: unknown, more: object = {}, by = accounts) =>
  by.post('/api/vendorPaymentReport/create', { userID: vendor.user.id, invoiceNumber, amount, paymentMode: 'online', ...more });

describe('free goods', () => {
  const free = (unitPrice: string) => ordered({ externalId: 'free', unitPrice }, {}, 'PO/F');

  test('are received, and invoiced at zero', async () => {
    const lines = [orderLineOf(RICE), orderLineOf({ ...RICE, externalId: 'free', unitPrice: '0' })];
    orderId = await makeOrder(api.ctx, vendor.user.id, 'PO/F', { lines });
    const made = await bill([line(100), { orderId, line: 2, quantity: 100 }]);
    expect([await stateOf(made), await faultsOf(made)]).toEqual(['matched', []]);
  });

  test.each([
    ['at a price', () => [line(100, { unitPrice: 1 })]],
    ['in a thousand lines of a paisa each', () => Array.from({ length: 1000 }, () => line(0.1, { unitPrice: 0.2 }))],
    ['with a discount that lifts the sum of another line', () => [line(50, { unitPrice: 200, discount: 10 }), line(50, { unitPrice: 0 })]],
  ])('are not billed %s', async (_what, lines) => {
    orderId = await free('0');
    const made = await bill(lines());
    expect([await stateOf(made), (await pay(made, 1)).status]).toEqual(['exception', 422]);
  });
});

describe('a number that differs for a program and looks the same to a person', () => {
  test('another number of the same date is another invoice', async () => {
    await bill([line(40)], { invoiceNumber: 'T-07' });
    expect(await stateOf(await bill([line(40)], { invoiceNumber: 'T-91' }))).toBe('matched');
  });

  test.each(['t-07', ' T-07 ', 'T-07'])('%j is the known one', async (invoiceNumber) => {
    await bill([line(40)], { invoiceNumber: 'T-07' });
    expect((await send([line(40)], { invoiceNumber })).status).toBe(409);
  });

  test.each(['T-7', 'T07', 'T/07', 'T-007'])('%j of the same date and value is an exception', async (invoiceNumber) => {
    await bill([line(40)], { invoiceNumber: 'T-07' });
    const made = await bill([line(40)], { invoiceNumber });
    expect([await stateOf(made), await faultsOf(made)]).toEqual(['exception', ['duplicate']]);
  });
});

describe('values that are not amounts', () => {
  const WRONG = [-1, '-0.01', 'NaN', 'Infinity', '1e15', 1e15, '0x10', [], {}, true];

  test.each(WRONG.map((value) => [value]))('%j is refused by every form and moves nothing', async (value) => {
    const made = await bill([line(40)]);
    const memo = { productName: 'Rice', vendorInvoiceRef: made.invoiceNumber };
    const answers = [
      await pay(made, value),
      await vendor.post('/api/creditMemo/AddUserCreditMemo', { ...memo, amount: value }),
      await admin.post('/api/debitMemo/AddUserDebitMemo', { ...memo, userID: vendor.user.id, amount: value }),
      await vendor.post('/api/invoice/create', { invoiceNumber: `H${api.serial()}`, invoiceValue: value }),
      await vendor.post('/api/invoice/create', { invoiceNumber: `H${api.serial()}`, invoiceValue: 1, lines: [line(value)] }),
      await vendor.post('/api/invoice/create', {
        invoiceNumber: `H${api.serial()}`,
        invoiceValue: 1,
        lines: [line(1, { unitPrice: value })],
      }),
      await admin.post('/api/account/allocations/create', { memoId: '1', invoiceId: made._id, amount: value }),
      await admin.post('/api/receipts/create', { receiptNumber: 'H', receivedOn: '2026-11-01', lines: [line(value)] }),
    ];
    expect(new Set(statusesOf(answers))).toEqual(new Set([422]));
    expect((await vendor.get(`/api/invoice/get/${made._id}`)).body[0]).toMatchObject({ balance: 4_200, matchState: 'matched' });
  });
});

describe('an invoice that its vendor edits while the buyer approves it', () => {
  test('is approved as displayed if the edit does not change the payable figures', async () => {
    const made = await bill([line(40)]);
    expect((await approve(made)).status).toBe(200);
    expect((await vendor.put(`/api/invoice/edit/${made._id}`, { remarks: 'By lorry' })).status).toBe(200);
    expect(await stateOf(made)).toBe('approved');
  });

  test.each([
    ['more goods', async () => ({ lines: [line(100)], ...(await vendor.post('/api/invoice/check', { lines: [line(100)] })).body.sums })],
    [
      'a higher price',
      () => Promise.resolve({ lines: [line(40, { unitPrice: 105 })], invoiceValue: 4_410, CGSTValue: 105, SGSTValue: 105 }),
    ],
    ['another number', () => Promise.resolve({ invoiceNumber: `H${api.serial()}` })],
  ])('is never approved with %s', async (_what, changed) => {
    const made = await bill([line(40)]);
    const change = await changed();
    const edit = ({ _id }: Made) => vendor.put(`/api/invoice/edit/${_id}`, change);
    const [approved, edited] = await Promise.all([approve(made), edit(made)]);
    // One of the calls comes first; the other is rejected or compared with its result.
    expect(statusesOf([approved, edited])).toEqual([200, 409]);
    const { invoiceNumber } = (await vendor.get(`/api/invoice/get/${made._id}`)).body[0];
    expect([await stateOf(made), invoiceNumber]).toEqual(
      approved.status === 200 ? ['approved', made.invoiceNumber] : [expect.not.stringMatching('approved'), expect.any(String)],
    );
  });

  test.each([
    ['more goods', { lines: () => [line(50)] }],
    ['another number', { invoiceNumber: () => `H${api.serial()}` }],
    ['other remarks', { remarks: () => 'By lorry' }],
  ])('is not approved after an edit that the approver has not seen: %s', async (_what, change) => {
    const made = await bill([line(40)]);
    const changed: Record<string, unknown> = Object.fromEntries(Object.entries(change).map(([field, value]) => [field, value()]));
    const { sums } = (await vendor.post('/api/invoice/check', { lines: changed.lines ?? [line(40)] })).body;
    await done(vendor.put(`/api/invoice/edit/${made._id}`, { ...changed, ...sums }));
    const { status, body } = await approve(made);
    expect([status, body.code, await stateOf(made)]).toEqual([409, 'invoice_changed', 'matched']);
  });
});

describe('the reference of a payment', () => {
  test('can be used by another vendor', async () => {
    await done(pay(await bill([line(40)]), 10, { reference: 'UTR 7' }));
    vendor = await api.newVendor();
    orderId = await ordered({});
    await done(pay(await bill([line(40)]), 10, { reference: 'UTR 7' }));
  });

  test.each(['UTR 7', 'utr 7', ' UTR 7 '])('is used once per vendor: %j', async (reference) => {
    const made = await bill([line(40)]);
    await done(pay(made, 10, { reference: 'UTR 7' }));
    const again = await pay(made, 10, { reference });
    expect([again.status, again.body.code]).toEqual([409, 'reference_in_use']);
  });

  test('is used by only one of two payments at the same time', async () => {
    const made = await bill([line(40)]);
    const answers = await Promise.all([pay(made, 10, { reference: 'UTR 8' }), pay(made, 20, { reference: 'UTR 8' }, other)]);
    expect(statusesOf(answers)).toEqual([200, 409]);
  });
});

describe('goods ordered by the piece, twelve to a carton', () => {
  const cartons = () => ordered({ externalId: 'ctn', quantity: '96', receivedQuantity: '96', caseQuantity: '12', uom: 'PCS' }, {}, 'PO/C');

  test('are invoiced by the carton', async () => {
    orderId = await cartons();
    const made = await bill([line(8, { uom: 'CTN', unitPrice: 1_200 })]);
    expect([await stateOf(made), await faultsOf(made)]).toEqual(['matched', []]);
  });

  test.each([
    ['as many cartons as pieces', () => [line(96, { uom: 'CTN', unitPrice: 100 })]],
    ['a carton’s price a piece', () => [line(8, { uom: 'PCS', unitPrice: 1_200 })]],
    ['carton and pieces of the same goods', () => [line(7, { uom: 'CTN', unitPrice: 1_200 }), line(13, { uom: 'PCS', unitPrice: 100 })]],
    [
      'a thousandth of a carton too much, line by line',
      () => Array.from({ length: 1000 }, () => line(0.009, { uom: 'CTN', unitPrice: 1_200 })),
    ],
  ])('are not billed as %s', async (_what, lines) => {
    orderId = await cartons();
    const made = await bill(lines());
    expect([await stateOf(made), (await pay(made, 1)).status]).toEqual(['exception', 422]);
  });
});

describe('the rounding of an order', () => {
  // A piece costs ₹105.50 including tax.
  const one = (invoiceValue: number) => bill([line(1)], { invoiceValue });
  beforeEach(async () => {
    orderId = await ordered({ externalId: 'odd', unitPrice: '100.48' }, {}, 'PO/R');
  });

  test('matches up to ten rupees', async () => {
    const made: Made[] = [];
    for (let each = 0; each < 40; each += 1) made.push(await one(each < 20 ? 106 : 105.5));
    expect(new Set(await inTurn(made.length, (each) => stateOf(made[each] as Made)))).toEqual(new Set(['matched']));
  });

  test.each([['one after the other', () => inTurn(40, () => one(106))]])('above that are exceptions, %s', async (_what, all) => {
    const made = await all();
    const states = await inTurn(made.length, (each) => stateOf(made[each] as Made));
    expect(states).toContain('exception');
    const valueOf = async ({ _id }: Made): Promise<number> => (await vendor.get(`/api/invoice/get/${_id}`)).body[0].invoiceValue;
    const values = await inTurn(made.length, (each) => valueOf(made[each] as Made));
    const excess = values.reduce((sum, value, place) => sum + (states[place] === 'matched' ? value - 105.5 : 0), 0);
    expect(excess).toBeLessThanOrEqual(10.55);
  });
});

describe('a thousand lines of paise as one sum', () => {
  const many = (count: number, quantity: number, more: object = {}) => Array.from({ length: count }, () => line(quantity, more));
  beforeEach(async () => {
    await done(admin.put('/api/matchTolerance/save', { userID: vendor.user.id, quantity: 1, price: 0, priceAmount: 1 }));
  });

  test('are within the tolerance of their order line, and not above it', async () => {
    // A hundred times one paisa makes the rupee that the order line allows.
    const made = await bill(many(100, 0.1, { unitPrice: 100.1 }));
    expect([await stateOf(made), await faultsOf(made)]).toEqual(['matched', []]);
  });

  test.each([
    ['a paisa too dear each', () => many(900, 0.1, { unitPrice: 100.1 })],
    ['a little too much each', () => many(1000, 0.102)],
  ])('are an exception with %s', async (_what, lines) => {
    const made = await bill(lines());
    expect([await stateOf(made), (await pay(made, 1)).status]).toEqual(['exception', 422]);
  });

  test('are not saved with a tax that is rounded up line by line', async () => {
    // The tax of a line is half a paisa, which makes 5.00 in total, not 10.00.
    const { status, body } = await send(many(1000, 0.002), { CGSTValue: 10, SGSTValue: 10, invoiceValue: 220 });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['invoiceValue', 'CGSTValue', 'SGSTValue']]);
  });

  test('share one tolerance, over as many invoices as they are split into', async () => {
    const first = await bill(many(100, 0.1, { unitPrice: 100.1 }));
    const second = await bill(many(100, 0.1, { unitPrice: 100.1 }));
    expect([await stateOf(first), await stateOf(second)]).toEqual(['matched', 'exception']);
  });
});

describe('an HSN code or a tax rate that changes between order and invoice', () => {
  const TAXED = { hsnCode: '33049990', rate: '18' };

  test('is invoiced as on the order', async () => {
    await ordered(TAXED, { version: '2' });
    const made = await bill([line(40)]);
    expect([await stateOf(made), await faultsOf(made)]).toEqual(['matched', []]);
  });

  test.each([
    ['the rate of the order before its change', () => [line(40, { taxRate: 18 })]],
    ['the code of the order before its change', () => [line(40, { hsnCode: '33049990' })]],
    ['another rate in one of two lines', () => [line(20), line(20, { taxRate: 12 })]],
    ['another rate in a thousandth of the goods', () => [line(39.999), line(0.001, { taxRate: 28, hsnCode: '2202' })]],
  ])('is an exception with %s', async (_what, lines) => {
    await ordered(TAXED, { version: '2' });
    await ordered({}, { version: '3' });
    const made = await bill(lines());
    expect([await stateOf(made), (await pay(made, 1)).status]).toEqual(['exception', 422]);
  });
});

describe('an order that the ERP changes after its goods were invoiced', () => {
  test('allows invoices for goods accepted later while it is open', async () => {
    await bill([line(100)]);
    await ordered({ quantity: '120', receivedQuantity: '120' }, { version: '2' });
    expect(await stateOf(await bill([line(20)]))).toBe('matched');
  });

  test.each([
    ['closed with more received than ordered', { receivedQuantity: '150' }, { status: 'Closed' }, 'matched'],
    ['cancelled with more received', { receivedQuantity: '100' }, { status: 'Cancelled' }, 'exception'],
    ['amended to fewer goods', { quantity: '50', receivedQuantity: '100' }, {}, 'matched'],
  ])('allows no more by %s', async (_what, change, more, state) => {
    const first = await bill([line(40)]);
    await ordered(change, { version: '2', ...more });
    const second = await bill([line(80)]);
    expect([await stateOf(second), (await pay(second, 1)).status]).toEqual(['exception', 422]);
    expect(await stateOf(first)).toBe(state);
  });
});

describe('one employee alone cannot pay an invoice', () => {
  beforeEach(async () => {
    const { body } = await admin.get('/api/controls');
    if (body.duties !== true)
      await done(admin.put('/api/controls', { ...body, preset: 'matched', duties: true, password: admin.user.password }));
  });

  const typedBy = async (by: Caller): Promise<Made> => {
    const of = { userID: vendor.user.id, lines: [line(20)] };
    const { sums } = (await by.post('/api/invoice/check', of)).body;
    return done(by.post('/api/invoice/create', { ...of, ...sums, invoiceNumber: `H${api.serial()}` }));
  };
  const editedBy = async (by: Caller): Promise<Made> => {
    const seen = await bill([line(20)]);
    return done(by.put(`/api/invoice/edit/${seen._id}`, { remarks: 'Checked' }));
  };
  const approvedBy = async (by: Caller): Promise<Made> => {
    const seen = await bill([line(20)]);
    await done(approve(seen, by));
    return seen;
  };

  test('that the user entered, edited or approved; another user can', async () => {
    for (const make of [typedBy, editedBy, approvedBy]) {
      const made = await make(admin);
      expect((await pay(made, 10, {}, admin)).status).toBe(403);
      await done(pay(made, 10, {}, accounts));
    }
    expect((await approve(await typedBy(admin), admin)).body.code).toBe('you_entered');
  });

  test.each([
    ['typed by its key, paid by its stand-in', typedBy, 'key', 'standIn'],
    ['edited by its key, paid by its stand-in', editedBy, 'key', 'standIn'],
    ['typed by its stand-in, paid by its key', typedBy, 'standIn', 'key'],
    ['edited by its stand-in, paid by itself', editedBy, 'standIn', 'own'],
    ['approved by its stand-in, paid by itself', approvedBy, 'standIn', 'own'],
    ['approved by its stand-in, paid by its key', approvedBy, 'standIn', 'key'],
    ['approved by itself, paid by its stand-in', approvedBy, 'own', 'standIn'],
  ] as const)('%s', async (_what, make, first, second) => {
    const ways = { own: admin, key: await keyOf(api, admin), standIn: await standInOf(api, admin, 'auditor') };
    const made = await make(ways[first]);
    const paid = await pay(made, 10, {}, ways[second]);
    expect([paid.status, paid.body.code]).toEqual([403, make === approvedBy ? 'you_approved' : 'you_entered']);
  });
});
