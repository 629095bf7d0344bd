import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import hindi from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import { translator } from '@aapurti/contract/words/translate';
import { fakeErpnext } from '../../test/fakeErpnext.ts';
import { erpnext } from './erpnext.ts';
import type { Pulls } from './port.ts';
import type { PulledOrder, PulledPayment } from './records.ts';

const CHANGED = '2026-11-20 10:00:00';
let double: Awaited<ReturnType<typeof fakeErpnext>>;
let pulls: Pulls;
let supplier: string;
beforeEach(async () => {
  double = await fakeErpnext();
  pulls = double.open().pulls as Pulls;
  supplier = double.addSupplier({ name: 'Mill', email: null, gstin: null });
  double.addItem({ code: 'SALT', name: 'Salt', eans: ['8901058000290', '18901058000297'] });
});
afterEach(() => double.fake.close());

const line = { item: 'SALT', quantity: 10, price: 20 };

async function orders(cursor: string | null = null): Promise<PulledOrder[]> {
  const rows: PulledOrder[] = [];
  for await (const page of pulls.orders(cursor)) rows.push(...page.rows);
  return rows;
}

async function payments(): Promise<PulledPayment[]> {
  const rows: PulledPayment[] = [];
  for await (const page of pulls.payments(null)) rows.push(...page.rows);
  return rows;
}

describe('amended orders', () => {
  test('keep the ID of the first version, and end if the last version is cancelled', async () => {
    double.addOrder({ number: 'PO', supplier, changed: CHANGED, lines: [line] });
    double.amend('PO', '2026-11-20 11:00:00', [{ ...line, quantity: 5 }]);
    double.addOrder({ number: 'PO-2', supplier, changed: '2026-11-20 12:00:00', lines: [{ ...line, quantity: 3 }] });
    Object.assign(double.get('Purchase Order', 'PO-2'), { amended_from: 'PO-1' });
    double.cancel('PO-1', '2026-11-20 12:30:00');
    expect((await orders()).map(({ externalId, number, status }) => [externalId, number, status])).toEqual([['PO', 'PO-2', 'Open']]);
    double.cancel('PO-2', '2026-11-20 13:00:00');
    expect((await orders()).map(({ externalId, number, status }) => [externalId, number, status])).toEqual([['PO', 'PO-2', 'Cancelled']]);
  });

  test('are cancelled while the new version is a draft, until it is submitted', async () => {
    double.addOrder({ number: 'PO', supplier, changed: CHANGED, lines: [line] });
    double.amend('PO', '2026-11-20 11:00:00', [line]);
    Object.assign(double.get('Purchase Order', 'PO-1'), { docstatus: 0 });
    expect((await orders()).map(({ number, status }) => [number, status])).toEqual([['PO', 'Cancelled']]);
  });
});

test('a carton has its barcode, its pieces and their price, and states the case quantity of the line', async () => {
  double.addOrder({
    number: 'PO',
    supplier,
    changed: CHANGED,
    lines: [line, { ...line, quantity: 2, price: 240, uom: 'Carton', factor: 12 }],
  });
  const [order] = await orders();
  expect(order?.lines.map((each) => [each.uom, each.ean, each.secondEan, each.caseQuantity])).toEqual([
    ['Nos', '8901058000290', '18901058000297', '12'],
    ['Carton', '18901058000297', '8901058000290', '1'],
  ]);
  const pages = [];
  for await (const page of pulls.items(null)) pages.push(page);
  expect(pages[0]?.rows).toMatchObject([
    { itemCode: 'SALT', uom: 'Nos', uomConversion: '1', mrp: '25.50', skuCode: 'SALT' },
    { itemCode: 'SALT/18901058000297', uom: 'Carton', uomConversion: '12', mrp: '306.00', skuCode: 'SALT' },
  ]);
});

test('the placeholder for a missing reference is not the vendor’s reference', async () => {
  double.addOrder({ number: 'PO', supplier, changed: CHANGED, lines: [line] });
  await double.open().acknowledgeOrder?.({ externalId: 'PO', number: 'PO', reference: null, on: '2026-11-21' });
  const [order] = await orders();
  expect(order).toMatchObject({ acknowledgedOn: '2026-11-21', acknowledgementReference: null });
});

test('the taxes come from the tax table of the order, by item, if India Compliance is missing', async () => {
  double.addOrder({ number: 'PO', supplier, changed: CHANGED, lines: [line] });
  const order = double.get('Purchase Order', 'PO');
  const [row] = order['items'] as Record<string, unknown>[];
  for (const name of Object.keys(row ?? {})) if (/^(cgst|sgst|igst|taxable)/.test(name)) delete row?.[name];
  order['taxes'] = [
    { account_head: 'Input Tax IGST - BR', rate: 18, item_wise_tax_detail: '{"SALT": [5, 10]}' },
    { account_head: 'Freight - BR', rate: 2 },
  ];
  expect((await orders())[0]?.lines[0]).toMatchObject({ igstRate: '5', igst: '10.00', cgstRate: '0', total: '210.00' });
  order['taxes'] = [];
  expect((await orders())[0]?.lines[0]).toMatchObject({ igstRate: null, cgstRate: null, igst: '0.00', total: '200.00' });
});

test('the registrations and the place of supply are those of India Compliance, and only a state of India counts', async () => {
  double.addOrder({ number: 'PO', supplier, changed: CHANGED, lines: [line] });
  const order = double.get('Purchase Order', 'PO');
  Object.assign(order, { supplier_gstin: '29AAPFU0939F1ZV', company_gstin: '27AAPFU0939F1ZV', place_of_supply: '29-Karnataka' });
  const names = { vendorGST: '29AAPFU0939F1ZV', buyerGST: '27AAPFU0939F1ZV' };
  expect((await orders())[0]).toMatchObject({ ...names, placeOfSupply: '29' });
  order['place_of_supply'] = '96-Other Countries';
  expect((await orders())[0]).toMatchObject({ ...names, placeOfSupply: null });
});

test('a discount is separate from the price, and a tax inside the price lowers it', async () => {
  double.addOrder({ number: 'PO', supplier, changed: CHANGED, lines: [{ ...line, price: 90 }] });
  const [row] = double.get('Purchase Order', 'PO')['items'] as Record<string, unknown>[];
  Object.assign(row ?? {}, { price_list_rate: 100, discount_percentage: 10 });
  expect((await orders())[0]?.lines[0]).toMatchObject({ unitPrice: '100', discountRate: '10', discount: '100.00', taxable: '900.00' });
});

test.each([
  ['Closed', 'Closed'],
  ['Completed', 'Closed'],
  ['To Bill', 'Open'],
  ['On Hold', 'Open'],
])('an order that is %s in ERPNext is %s in the portal', async (there, here) => {
  double.addOrder({ number: 'PO', supplier, changed: CHANGED, lines: [line] });
  Object.assign(double.get('Purchase Order', 'PO'), { status: there });
  expect((await orders())[0]?.status).toBe(here);
});

describe('rejected goods', () => {
  const receipt = (name: string, item: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    double.put('Purchase Receipt', {
      name,
      docstatus: 1,
      is_return: 0,
      items: [{ purchase_order: 'PO', purchase_order_item: 'row1', qty: 0, rejected_qty: 0, ...item }],
      ...more,
    });
  const receivedThere = (quantity: number) => {
    const [row] = double.get('Purchase Order', 'PO')['items'] as Record<string, unknown>[];
    Object.assign(row ?? {}, { received_qty: quantity });
  };
  const apart = async () => {
    const [row] = (await orders())[0]?.lines ?? [];
    return [row?.receivedQuantity, row?.rejectedQuantity];
  };
  beforeEach(() => void double.addOrder({ number: 'PO', supplier, changed: CHANGED, lines: [line, line] }));

  test('are the sum of all receipts without cancelled ones, and never more than the received quantity', async () => {
    receivedThere(10);
    receipt('A', { qty: 4, rejected_qty: 1 });
    receipt('B', { qty: 3, rejected_qty: 2 });
    receipt('C', { rejected_qty: 9 }, { docstatus: 2 });
    expect(await apart()).toEqual(['10', '3']);
    receivedThere(2);
    expect(await apart()).toEqual(['2', '2']);
  });

  test.each([
    ['as a rejected quantity', { rejected_qty: -2 }],
    ['from the warehouse of rejected goods', { qty: -2, return_qty_from_rejected_warehouse: 1 }],
  ])('that went back %s are no longer rejected', async (_how, item) => {
    receipt('A', { qty: 7, rejected_qty: 3 });
    receipt('A-RET', item, { is_return: 1, return_against: 'A' });
    receivedThere(8);
    expect(await apart()).toEqual(['8', '1']);
  });

  test('that the key may not read cause an error for the orders with received goods, and for no others', async () => {
    double.addOrder({ number: 'PO-2', supplier, changed: CHANGED, lines: [line] });
    receivedThere(4);
    double.deny('returns');
    for await (const page of pulls.orders(null)) {
      expect(page.rows.map(({ number }) => number)).toEqual(['PO-2']);
      expect(page.faults.map(({ problem }) => problem)).toEqual([
        'Purchase Order PO: Its rejected quantities cannot be read. ERPNext rejected the request (403): the API user has no right to read Purchase Receipt.',
      ]);
    }
  });

  test('and accepted goods that go back with them are one return of both', async () => {
    receipt('A', { name: 'a', qty: 7, rejected_qty: 3, received_qty: 10 });
    const back = { name: 'r', item_code: 'SALT', qty: -1, rejected_qty: -3, purchase_receipt_item: 'a' };
    receipt('A-RET', back, { is_return: 1, return_against: 'A', supplier, modified: `${CHANGED}.000001` });
    for await (const page of pulls.returns(null)) expect(page.rows).toMatchObject([{ receivedQuantity: '10', returnedQuantity: '4' }]);
  });
});

test('a confirmation of an order that was changed in the meantime is rejected in the words of Frappe', async () => {
  double.addOrder({ number: 'PO', supplier, changed: CHANGED, lines: [line], state: 'cancelled' });
  const days = [{ line: 'row1', on: '2026-12-08' }];
  await expect(double.open().answerOrder?.({ externalId: 'PO', number: 'PO', days, note: null })).rejects.toThrow(
    'ERPNext rejected the confirmed dates of Purchase Order PO (417): “Not allowed to change after submission”.',
  );
});

test('a reader of Hindi sees the rejection in Hindi, with the words of Frappe quoted', async () => {
  double.addOrder({ number: 'PO', supplier, changed: CHANGED, lines: [line], state: 'cancelled' });
  const days = [{ line: 'row1', on: '2026-12-08' }];
  const error = await double
    .open()
    .answerOrder?.({ externalId: 'PO', number: 'PO', days, note: null })
    .catch((reason: unknown) => reason as Error);
  expect(translator(hindi, 'hi')((error as Error).message)).toBe(
    'ERPNext ने Purchase Order PO की पुष्ट तिथियाँ अस्वीकार कीं (417): “Not allowed to change after submission”।',
  );
});

test('an order in dollars is an error that names it', async () => {
  double.addOrder({ number: 'PO', supplier, changed: CHANGED, lines: [line] });
  Object.assign(double.get('Purchase Order', 'PO'), { currency: 'USD' });
  for await (const page of pulls.orders(null)) {
    expect(page).toMatchObject({
      rows: [],
      faults: [{ externalId: 'PO', problem: 'Purchase Order PO: It is in USD; the portal records only rupees.' }],
    });
  }
});

test('more records with the same time of change than a page holds are all imported', async () => {
  for (let index = 0; index < 420; index += 1) double.addSupplier({ name: `S${String(index).padStart(3, '0')}`, email: null, gstin: null });
  const names = new Set<string>();
  for await (const page of pulls.suppliers(null)) for (const row of page.rows) names.add(row.name);
  expect(names.size).toBe(421);
});

test('the portal fetches at most four documents at the same time', async () => {
  for (let index = 0; index < 30; index += 1) double.addOrder({ number: `PO${index}`, supplier, changed: CHANGED, lines: [line] });
  expect(await orders()).toHaveLength(30);
  expect(double.fake.most()).toBeLessThanOrEqual(4);
});

describe('payments', () => {
  const entry = (more: Record<string, unknown>) =>
    double.put('Payment Entry', {
      name: 'PAY',
      payment_type: 'Pay',
      party_type: 'Supplier',
      party: supplier,
      docstatus: 1,
      posting_date: '2026-11-21',
      paid_amount: 90,
      unallocated_amount: 0,
      modified: `${CHANGED}.000001`,
      references: [],
      ...more,
    });
  const reference = (name: string, amount: number, more: Record<string, unknown> = {}) => ({
    name,
    reference_doctype: 'Purchase Invoice',
    reference_name: `PINV-${name}`,
    bill_no: name,
    allocated_amount: amount,
    ...more,
  });

  test('with a debit note have the bills reduced, so that the parts add up to the paid amount', async () => {
    entry({ references: [reference('A', 40), reference('B', 60), reference('NOTE', -10)] });
    expect((await payments()).map(({ invoiceNumber, amount }) => [invoiceNumber, amount])).toEqual([
      ['A', '30.00'],
      ['B', '60.00'],
    ]);
  });

  test('in advance for an order are on account', async () => {
    entry({ references: [reference('PO', 90, { reference_doctype: 'Purchase Order', bill_no: null })] });
    expect((await payments()).map(({ invoiceNumber, amount }) => [invoiceNumber, amount])).toEqual([[null, '90.00']]);
  });

  test('that were cancelled are reversed, and a receipt of money is not a payment', async () => {
    entry({ docstatus: 2, references: [reference('A', 90)] });
    entry({ name: 'IN', payment_type: 'Receive' });
    expect(await payments()).toEqual([expect.objectContaining({ externalId: 'PAY/A', cancelled: true })]);
  });
});

describe('a new supplier', () => {
  const wanted = { vendorCode: 4711, name: 'Mill', email: 'mill@example.in', mobileNumber: null, pan: null, gstin: '27AAPFU0939F1ZV' };

  test('with the name of another one gets the vendor code after it', async () => {
    expect(await double.open().createSupplier(wanted)).toEqual({ externalId: 'Mill (4711)' });
  });

  test('is found by its tax ID if the site has no India Compliance', async () => {
    double.withoutCompliance();
    Object.assign(double.get('Supplier', 'Mill'), { tax_id: wanted.gstin });
    expect(await double.open().createSupplier(wanted)).toEqual({ externalId: 'Mill' });
  });
});

test('a wrong key is reported, and a rejection by Frappe is repeated without its tags', async () => {
  const wrong = erpnext({ url: double.fake.url, key: 'key', secret: 'wrong' });
  await expect((wrong.pulls as Pulls).suppliers(null)[Symbol.asyncIterator]().next()).rejects.toThrow(
    /^ERPNext rejected the API key \(401\)/,
  );
  double.addOrder({ number: 'PO', supplier, changed: CHANGED, lines: [line], state: 'cancelled' });
  const told = double.open().acknowledgeOrder?.({ externalId: 'PO', number: 'PO', reference: null, on: '2026-11-21' });
  await expect(told).rejects.toThrow(
    'ERPNext rejected the acknowledgement of Purchase Order PO (417): “Not allowed to change after submission”.',
  );
});
