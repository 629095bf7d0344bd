import { setTimeout as later } from 'node:timers/promises';

import { messages } from '@aapurti/contract/invoices/invoices';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import sql from 'sql-template-tag';

import { type Answer, type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
});
beforeEach(async () => {
  vendor = await api.newVendor();
  await onlyAccepted(false);
});
afterAll(() => api.close());

const onlyAccepted = (invoiceOnlyAccepted: boolean) => admin.put('/api/settings', { invoiceOnlyAccepted });

/** An order of 100 at 100.00 with 5% with 92 received, and with a free line of 10 that has been received. */
async function arrived(number = 'PO/1', received = '92'): Promise<string> {
  return makeOrder(api.ctx, vendor.user.id, number, {
    orderedOn: '2026-01-01',
    lines: [
      orderLineOf({ externalId: 'rice', quantity: '100', receivedQuantity: received }),
      orderLineOf({ externalId: 'free', itemCode: 'F-1', itemName: 'Free sample', quantity: '10', unitPrice: '0', receivedQuantity: '10' }),
    ],
  });
}

const create = (body: object, caller = vendor): Promise<Answer> =>
  caller.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...body });

test('an edit without lines does not restore lines that another edit has just replaced', async () => {
  const orderId = await arrived();
  const lines = [{ orderId, line: 1, quantity: 1 }];
  const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
  const { body } = await vendor.post('/api/invoice/create', { ...sums, lines, invoiceNumber: String(api.serial()) });
  const { _id } = body.data;
  const { pending } = await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from purchase_orders where id = ${orderId} for no key update`);
    const sent = vendor.put(`/api/invoice/edit/${_id}`, { remarks: 'By lorry' });
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await tx.first(waiting)) === undefined) await later(10);
    await tx.execute(sql`update invoice_lines set item_name = 'Another' where invoice_id = ${_id}`);
    return { pending: sent };
  });
  expect((await pending).status).toBe(409);
  expect((await vendor.get(`/api/invoice/lines/${_id}`)).body[0].itemName).toBe('Another');
});

test('a proposal has the accepted quantities that are not invoiced, at the prices of the order', async () => {
  const orderId = await arrived();
  const { body } = await vendor.get('/api/invoice/proposal', { orderId });
  expect(body).toMatchObject({ PONumber: 'PO/1', sums: { invoiceValue: 9660, CGSTValue: 230, SGSTValue: 230, IGSTValue: 0 } });
  expect(body.lines).toMatchObject([
    { no: 1, line: 1, quantity: 92, unitPrice: 100, taxable: 9200, taxRate: 5, CGST: 230, accepted: 92, invoiced: 0 },
    { no: 2, line: 2, itemName: 'Free sample', quantity: 10, unitPrice: 0, taxable: 0, CGST: 0 },
  ]);
  const made = await create({
    ...body.sums,
    lines: body.lines.map((line: object) => ({ ...line, quantity: 2 })),
    invoiceValue: 210,
    CGSTValue: 5,
    SGSTValue: 5,
  });
  expect(made.status).toBe(200);
  expect((await vendor.get('/api/invoice/proposal', { orderId })).body.lines).toMatchObject([
    { quantity: 90, invoiced: 2 },
    { quantity: 8 },
  ]);
  expect((await vendor.get(`/api/invoice/lines/${made.body.data._id}`)).body).toMatchObject([
    { no: 1, poNumber: 'PO/1', quantity: 2, taxable: 200 },
    { no: 2 },
  ]);
});

test('lines take omitted fields from the order, and must add up to the header', async () => {
  const orderId = await arrived();
  const lines = [{ orderId, line: 1, quantity: 92 }];
  expect((await create({ invoiceValue: 9660, CGSTValue: 230, SGSTValue: 230, lines })).status).toBe(200);
  const wrong = await create({ invoiceValue: 9662, CGSTValue: 230, SGSTValue: 230, lines });
  expect(wrong.status).toBe(422);
  expect(wrong.body.errors).toEqual({
    invoiceValue: 'Invoice value: ₹9,662.00 on the invoice; the lines add up to ₹9,660.00. Correct the amount or the lines.',
  });
  expect((await create({ invoiceValue: 9660, CGSTValue: 228, SGSTValue: 230, lines })).body.errors).toHaveProperty('CGSTValue');
  // Only the total of the lines is rounded to the rupee.
  expect((await create({ invoiceValue: 9661, CGSTValue: 230, SGSTValue: 230, lines })).status).toBe(422);
  const odd = [{ orderId, line: 1, quantity: 92, unitPrice: 33.33 }];
  const { body } = await vendor.post('/api/invoice/check', { lines: odd });
  expect(body.sums.invoiceValue).toBe(3219.68);
  const head = (invoiceValue: number) => ({ ...body.sums, invoiceValue, lines: odd });
  expect([(await create(head(3220))).status, (await create(head(3219))).status, (await create(head(3219.7))).status]).toEqual([
    200, 422, 422,
  ]);
});

const SUMS = ['invoiceValue', 'CGSTValue', 'SGSTValue', 'IGSTValue'] as const;

// The lines have a value of 200.00, with CGST and SGST of 5.00 each.
test.each<[what: string, head: readonly (number | '')[], differs: readonly string[]]>([
  ['taxes of twice the rate, and the value with them', [220, 10, 10, ''], ['Invoice value 220 210', 'CGST 10 5', 'SGST 10 5']],
  ['all taxes as one of them, in the right value', [210, 10, 0, ''], ['CGST 10 5', 'SGST 0 5']],
  ['taxes of another kind, and more of them', [220, '', '', 20], ['Invoice value 220 210', 'CGST 0 5', 'SGST 0 5', 'IGST 20 0']],
  ['no taxes in a value that leaves them out', [200, '', '', ''], ['Invoice value 200 210', 'CGST 0 5', 'SGST 0 5']],
  ['a value alone', [212, 5, 5, ''], ['Invoice value 212 210']],
])('a head with %s is refused with every figure that differs, each at its field', async (_what, head, differs) => {
  const orderId = await arrived();
  const lines = [{ orderId, line: 1, quantity: 2 }];
  const sums = Object.fromEntries(SUMS.map((name, index) => [name, head[index]]));
  const texts = differs.map((each) => {
    const [, label = '', given, ofLines] = /^(.*) (\d+) (\d+)$/.exec(each) ?? [];
    return [label, `${label}: ₹${given}.00 on the invoice; the lines add up to ₹${ofLines}.00.`] as const;
  });
  const way = 'Correct the amount or the lines.';
  const refusal = {
    message: [...texts.map(([, text]) => text), way].join(' '),
    errors: Object.fromEntries(
      texts.map(([label, text]) => [label === 'Invoice value' ? 'invoiceValue' : `${label}Value`, `${text} ${way}`]),
    ),
    code: 'sums_differ',
  };
  expect(await create({ ...sums, lines })).toMatchObject({ status: 422, body: refusal });
  const { _id } = (await create({ invoiceValue: 210, CGSTValue: 5, SGSTValue: 5, lines })).body.data;
  const edit = await vendor.put(`/api/invoice/edit/${_id}`, { ...sums, lines });
  expect([edit.status, edit.body]).toEqual([422, refusal]);
});

test.each([
  [{ line: 3, quantity: 1 }, expect.stringMatching(/^Line 1: order \S+ does not have a line 3\. Select one of its lines\.$/)],
  [{ line: 1, quantity: 0 }, 'Line 1: Quantity should be a number above 0, at most three decimals.'],
  [{ line: 1, quantity: 1e9 }, 'Line 1: Quantity should be a number above 0, at most three decimals.'],
  [{ line: 1, quantity: 1, discount: 101 }, 'Line 1: the discount of ₹101.00 exceeds the price of ₹100.00. Correct one of them.'],
  [
    { line: 1, quantity: 999_999_999, unitPrice: 999_999_999 },
    'Line 1: ₹9,99,99,99,98,00,00,00,000.00 exceeds the ₹9,99,99,99,99,999.99 that an invoice can have. Correct the quantity or the price.',
  ],
  [
    { line: 1, quantity: 1, receiptId: '999999999' },
    'Line 1: the goods receipt with the ID 999999999 is for another line. Leave it blank, or enter that line.',
  ],
  [{ orderId: null, quantity: 1 }, 'Line 1: enter the item or an order line.'],
])('the line %j is rejected', async (line, message) => {
  const orderId = await arrived();
  const { status, body } = await create({ invoiceValue: 105, CGSTValue: 2.5, SGSTValue: 2.5, lines: [{ orderId, ...line }] });
  expect([status, body.errors]).toEqual([422, { lines: message }]);
});

test('an order of another vendor is not found', async () => {
  const orderId = await arrived();
  const other = await api.newVendor();
  const sent = await create({ invoiceValue: 105, CGSTValue: 2.5, SGSTValue: 2.5, lines: [{ orderId, line: 1, quantity: 1 }] }, other);
  expect(sent.body.errors).toEqual({ lines: `Line 1: no order of the vendor has the ID ${orderId}. Select one of its order lines.` });
  expect((await other.get('/api/invoice/proposal', { orderId })).status).toBe(404);
});

test('one invoice can have lines of several orders and lines without an order', async () => {
  const [one, two] = [await arrived('PO/1'), await arrived('PO/2')];
  const lines = [
    { orderId: one, line: 1, quantity: 1 },
    { orderId: two, line: 1, quantity: 2 },
    { itemName: 'Freight', quantity: 1, unitPrice: 50 },
  ];
  const made = await create({ invoiceValue: 365, CGSTValue: 7.5, SGSTValue: 7.5, lines });
  expect(made.status).toBe(200);
  expect((await vendor.get(`/api/invoice/lines/${made.body.data._id}`)).body).toMatchObject([
    { poNumber: 'PO/1' },
    { poNumber: 'PO/2', quantity: 2 },
    { poNumber: null, itemName: 'Freight', taxRate: null },
  ]);
});

test('a quantity above the accepted one is rejected, over all invoices and lines, if the settings say so', async () => {
  const orderId = await arrived();
  await onlyAccepted(true);
  const of = (...quantities: number[]) => {
    const all = quantities.reduce((sum, each) => sum + each, 0);
    return {
      invoiceValue: 105 * all,
      CGSTValue: 2.5 * all,
      SGSTValue: 2.5 * all,
      lines: quantities.map((quantity) => ({ orderId, line: 1, quantity })),
    };
  };
  expect((await create(of(50, 50))).body.errors).toEqual({
    lines: 'Line 2: invoiced 50 and 50 before, accepted 92. Reduce the quantity to 42 or add a credit memo for 8.',
  });
  const first = await create(of(90));
  expect(first.status).toBe(200);
  expect((await create(of(3))).body.message).toBe(
    `Line 1: invoiced 3 and 90 before (invoice ${first.body.data.invoiceNumber}), accepted 92. Reduce the quantity to 2 or add a credit memo for 1.`,
  );
  // An edit does not count the invoice's own earlier quantity.
  const { _id } = first.body.data;
  expect((await vendor.put(`/api/invoice/edit/${_id}`, of(92))).status).toBe(200);
  expect((await vendor.put(`/api/invoice/edit/${_id}`, of(93))).status).toBe(422);
});

test('concurrent invoices never bill more than the accepted quantity', async () => {
  const orderId = await arrived();
  await onlyAccepted(true);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      create({ invoiceValue: 1050, CGSTValue: 25, SGSTValue: 25, lines: [{ orderId, line: 1, quantity: 10 }] }),
    ),
  );
  expect(statusesOf(answers)).toEqual([...Array<number>(9).fill(200), ...Array<number>(3).fill(422)]);
});

test('an edit without lines keeps them, and an invoice with lines keeps at least one', async () => {
  const orderId = await arrived();
  const lines = [{ orderId, line: 1, quantity: 10 }];
  const { _id } = (await create({ invoiceValue: 1050, CGSTValue: 25, SGSTValue: 25, lines })).body.data;
  expect((await vendor.put(`/api/invoice/edit/${_id}`, { remarks: 'By lorry' })).status).toBe(200);
  expect((await vendor.put(`/api/invoice/edit/${_id}`, { invoiceValue: 2000 })).status).toBe(422);
  expect((await vendor.put(`/api/invoice/edit/${_id}`, { lines: [] })).body.errors).toEqual({
    lines: expect.stringMatching(
      /^Invoice \d+ has one line and must keep at least one\. Delete the invoice instead, or enter its lines\.$/,
    ),
  });
  expect((await vendor.get(`/api/invoice/lines/${_id}`)).body).toMatchObject([{ quantity: 10 }]);
  await api.ctx.db.execute(
    sql`insert into payments (vendor_id, invoice_id, invoice_number, amount, mode, paid_on)
    select vendor_id, id, number, 1, 'online', '2026-11-10' from invoices where id = ${_id}`,
  );
  expect((await vendor.put(`/api/invoice/edit/${_id}`, { lines })).status).toBe(409);
});

test('lines follow an amended order', async () => {
  const orderId = await arrived();
  const { _id } = (await create({ invoiceValue: 1050, CGSTValue: 25, SGSTValue: 25, lines: [{ orderId, line: 1, quantity: 10 }] })).body
    .data;
  const free = orderLineOf({
    externalId: 'free',
    itemCode: 'F-1',
    itemName: 'Free sample',
    quantity: '10',
    unitPrice: '0',
    receivedQuantity: '10',
  });
  const rice = orderLineOf({ externalId: 'rice', quantity: '100', receivedQuantity: '92' });
  await makeOrder(api.ctx, vendor.user.id, 'PO/1', { version: '2', lines: [free, rice] });
  expect((await vendor.get(`/api/invoice/lines/${_id}`)).body).toMatchObject([{ line: 2 }]);
  await makeOrder(api.ctx, vendor.user.id, 'PO/1', { version: '3', lines: [free] });
  expect((await vendor.get(`/api/invoice/lines/${_id}`)).body).toMatchObject([{ line: 0, quantity: 10 }]);
  expect((await vendor.put(`/api/invoice/edit/${_id}`, { remarks: 'Stays' })).status).toBe(200);
});

test('an invoice without lines has none', async () => {
  const { _id } = (await create({ invoiceValue: 118 })).body.data;
  expect((await vendor.get(`/api/invoice/lines/${_id}`)).body).toEqual([]);
  expect((await vendor.get('/api/invoice/get', { match: 'unmatched' })).body).toMatchObject([{ _id, matchState: 'unmatched' }]);
});

describe('the proposal for a dispatch note', () => {
  /** An order of 100 with nothing received, and a dispatched note for some of it. */
  async function sent(...quantities: number[]): Promise<{ orderId: string; notes: string[] }> {
    const orderId = await arrived(`PO/${api.serial()}`, '0');
    const notes: string[] = [];
    for (const quantity of quantities) {
      const { body } = await vendor.post('/api/desPatchNote/create', { DCNumber: `DC/${api.serial()}` });
      const id = body.data._id as string;
      await vendor.put(`/api/dispatchGoods/save/${id}`, { kind: 'invoice', lines: [{ orderId, line: 1, quantity }] });
      for (const move of ['ready', 'leave']) expect((await vendor.post(`/api/dispatchGoods/move/${id}`, { move })).status).toBe(200);
      notes.push(id);
    }
    return { orderId, notes };
  }
  const proposed = async (noteId: string | undefined) =>
    (await vendor.get('/api/invoice/proposal', { noteId })).body.lines.map(({ line, quantity }: Record<string, number>) => [
      line,
      quantity,
    ]);
  const receive = (orderId: string, quantity: number, more: object = {}) =>
    admin.post('/api/receipts/create', {
      receiptNumber: `GRN-${api.serial()}`,
      receivedOn: '2026-01-10',
      lines: [{ orderId, line: 1, quantity, ...more }],
    });
  const invoice = (orderId: string, quantity: number) =>
    create({ invoiceValue: 105 * quantity, CGSTValue: 2.5 * quantity, SGSTValue: 2.5 * quantity, lines: [{ orderId, line: 1, quantity }] });

  test('has the dispatched quantities before the receipt, and never proposes them twice', async () => {
    const { orderId, notes } = await sent(60, 40);
    expect([await proposed(notes[0]), await proposed(notes[1])]).toEqual([[[1, 60]], [[1, 40]]]);
    await invoice(orderId, 60);
    await invoice(orderId, 40);
    expect(await proposed(notes[1])).toEqual([]);
  });

  test('makes its invoice the tax invoice that accompanies the goods, until they are dispatched', async () => {
    const orderId = await arrived(`NT/${api.serial()}`, '0');
    const made = await vendor.post('/api/desPatchNote/create', { DCNumber: `NT/${api.serial()}` });
    const noteId = made.body.data._id as string;
    await vendor.put(`/api/dispatchGoods/save/${noteId}`, { kind: 'invoice', lines: [{ orderId, line: 1, quantity: 20 }] });
    await vendor.post(`/api/dispatchGoods/move/${noteId}`, { move: 'ready' });
    const add = (more: object) =>
      create({ invoiceValue: 1050, CGSTValue: 25, SGSTValue: 25, lines: [{ orderId, line: 1, quantity: 10 }], ...more });
    const named = async () => (await vendor.get(`/api/dispatchGoods/get/${noteId}`)).body.invoiceId;
    const stranger = await api.newVendor();
    const foreign = (await stranger.post('/api/desPatchNote/create', { DCNumber: 'S/1' })).body.data._id;
    for (const unknown of [foreign, '0', 'x']) expect((await add({ noteId: unknown })).body.errors).toEqual({ noteId: messages.note });
    await add({});
    expect(await named()).toBeNull();
    const first = await add({ noteId });
    expect([first.status, await named()]).toEqual([200, first.body.data._id]);
    const [entry] = (await admin.get('/api/audit/get', { entity: 'dispatchNote', entityId: noteId })).body;
    expect(entry).toMatchObject({ action: 'dispatchNote.goods', after: { invoiceNumber: first.body.data.invoiceNumber } });
    // The first invoice stays.
    await add({ noteId });
    expect(await named()).toBe(first.body.data._id);
  });

  test('has the accepted quantities after the receipt; the other dispatch note keeps the dispatched ones', async () => {
    const { orderId, notes } = await sent(60, 40);
    const made = await receive(orderId, 58, { rejected: 8, reason: 'damaged' });
    expect(made.status).toBe(200);
    await api.ctx.db.execute(sql`update receipts set note_id = ${notes[0]} where id = ${made.body.data._id}`);
    expect([await proposed(notes[0]), await proposed(notes[1])]).toEqual([[[1, 50]], [[1, 40]]]);
    await invoice(orderId, 50);
    expect([await proposed(notes[0]), await proposed(notes[1])]).toEqual([[], [[1, 40]]]);
  });

  test('counts a receipt without a dispatch note as one of those in transit', async () => {
    const { orderId, notes } = await sent(60);
    await receive(orderId, 60);
    expect(await proposed(notes[0])).toEqual([[1, 60]]);
    await invoice(orderId, 60);
    expect(await proposed(notes[0])).toEqual([]);
  });

  test('proposes no goods in transit if only accepted quantities can be invoiced', async () => {
    const { notes } = await sent(60);
    await onlyAccepted(true);
    expect(await proposed(notes[0])).toEqual([]);
  });

  test('for a receipt has the quantities that it accepted', async () => {
    const { orderId } = await sent();
    const { receiptNumber } = (await receive(orderId, 50, { rejected: 8, reason: 'damaged' })).body.data;
    await receive(orderId, 50);
    expect((await vendor.get('/api/invoice/proposal', { receiptNumber })).body.lines).toMatchObject([{ line: 1, quantity: 42 }]);
  });
});
