import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { fakeOdoo } from '../../test/fakeOdoo.ts';
import { odoo } from './odoo.ts';
import type { Pulls } from './port.ts';
import type { PulledOrder, PulledPayment } from './records.ts';

const CHANGED = '2026-11-20 10:00:00';
let double: Awaited<ReturnType<typeof fakeOdoo>>;
let supplier: string;
async function begin(protocol: 'json2' | 'jsonrpc') {
  double = await fakeOdoo(protocol);
  supplier = double.addSupplier({ name: 'Mill', email: null, gstin: null });
  double.addItem({ code: 'SALT', name: 'Salt', eans: ['8901058000290'] });
}
beforeEach(() => begin('json2'));
afterEach(() => double.fake.close());

const line = { item: 'SALT', quantity: 10, price: 20 };
const add = () => double.addOrder({ number: 'P1', supplier, changed: CHANGED, lines: [line] });

async function orders(cursor: string | null = null, pulls = double.open().pulls as Pulls): Promise<PulledOrder[]> {
  const rows: PulledOrder[] = [];
  for await (const page of pulls.orders(cursor)) rows.push(...page.rows);
  return rows;
}

test('sections and notes are not lines, and a cancelled request for quotation is not an order', async () => {
  const id = add();
  double.put('purchase.order', { ...double.get('purchase.order', id), name: 'RFQ', state: 'cancel', date_approve: false });
  expect((await orders()).map(({ number, lines }) => [number, lines.length])).toEqual([['P1', 1]]);
});

test('received goods and paid bills bring back an order that did not change itself', async () => {
  const id = add();
  const [before] = await orders();
  const head = double.get('purchase.order', id) ?? {};
  const [, lineId] = (head as { order_line: number[] }).order_line;
  Object.assign(double.get('purchase.order.line', lineId) ?? {}, { qty_received: 4, write_date: '2026-11-22 10:00:00' });
  const later = '2026-11-21 10:00:00';
  const [received] = await orders(later);
  expect(received).toMatchObject({ externalId: id, lines: [expect.objectContaining({ receivedQuantity: '4' })] });
  expect(received?.version).not.toBe(before?.version);
  const bill = {
    name: 'BILL/9',
    move_type: 'in_invoice',
    state: 'posted',
    amount_total: 210,
    amount_residual: 109.5,
    write_date: '2026-11-23 10:00:00',
  };
  Object.assign(head, { invoice_ids: [double.put('account.move', bill)] });
  expect((await orders(later))[0]?.paid).toBe('100.50');
});

describe('taxes', () => {
  const withTax = async (tax: Record<string, unknown>) => {
    const id = add();
    const [, lineId] = (double.get('purchase.order', id) as unknown as { order_line: number[] }).order_line;
    const taxId = double.put('account.tax', { amount_type: 'percent', children_tax_ids: [], ...tax });
    Object.assign(double.get('purchase.order.line', lineId) ?? {}, { tax_ids: [taxId], price_tax: 36.01 });
    return (await orders())[0]?.lines[0];
  };

  test('between states are IGST, with the sum that Odoo states', async () => {
    expect(await withTax({ name: '18% IGST P', amount: 18, tax_group_id: [3, 'IGST'] })).toMatchObject({
      igstRate: '18',
      igst: '36.01',
      cgst: '0.00',
    });
  });

  test('without a tax head in their name count as IGST', async () => {
    expect(await withTax({ name: 'Purchase 18%', amount: 18, tax_group_id: [4, 'Taxes'] })).toMatchObject({
      igstRate: '18',
      total: '236.01',
    });
  });

  test('of a group are those of its children', async () => {
    add();
    expect((await orders())[0]?.lines[0]).toMatchObject({ cgstRate: '2.5', sgstRate: '2.5', cgst: '5.00', sgst: '5.00', total: '210.00' });
  });
});

test('an order of a branch belongs to the company that it is a branch of', async () => {
  const id = add();
  const branch = double.put('res.partner', { name: 'Mill, Nashik', commercial_partner_id: [Number(supplier), 'Mill'] });
  Object.assign(double.get('purchase.order', id) ?? {}, { partner_id: [branch, 'Mill, Nashik'] });
  expect((await orders())[0]?.supplier).toBe(supplier);
});

test('the place of supply is that of the first posted bill that names a state of India', async () => {
  const id = add();
  const state = (code: string) => double.put('res.country.state', { name: code, l10n_in_tin: code });
  const bill = (code: string, more = {}) =>
    double.put('account.move', { state: 'posted', amount_total: 0, amount_residual: 0, l10n_in_state_id: [state(code), code], ...more });
  const head = double.get('purchase.order', id) ?? {};
  Object.assign(head, { invoice_ids: [bill('27', { state: 'draft' }), bill('96'), bill('29')] });
  const [before] = await orders();
  expect(before?.placeOfSupply).toBe('29');
  Object.assign(head, { invoice_ids: [bill('24')] });
  const [after] = await orders();
  expect(after?.placeOfSupply).toBe('24');
  expect(after?.version).not.toBe(before?.version);
});

test('a note on an order sends no e-mail to its followers, and a confirmed date is noon in India', async () => {
  const id = add();
  const [first = ''] = double.linesOf(id);
  const note = { key: 'Vendor portal, order confirmation 3:', sentences: ['Line 1: rejected.'] };
  await double.open().answerOrder?.({ externalId: id, number: 'P1', days: [{ line: first, on: '2026-12-08' }], note });
  expect(double.get('purchase.order.line', first)?.['date_planned']).toBe('2026-12-08 06:30:00');
  const posted = double.fake.asked.find(({ path }) => path.endsWith('/message_post'));
  expect(posted?.body).toMatchObject({ subtype_xmlid: 'mail.mt_note' });
});

test('the fields of a model are requested once', async () => {
  add();
  const pulls = double.open().pulls as Pulls;
  await orders(null, pulls);
  await orders(null, pulls);
  const models = double.fake.asked.map(({ path }) => path).filter((path) => path.endsWith('/fields_get'));
  expect(models.length).toBe(new Set(models).size);
});

test('a cancelled payment is reversed', async () => {
  double.addPayment({ supplier, bills: [], onAccount: 10, changed: CHANGED });
  const payments: PulledPayment[] = [];
  for await (const page of (double.open().pulls as Pulls).payments(null)) payments.push(...page.rows);
  expect(payments[0]).not.toHaveProperty('cancelled');
  const id = payments[0]?.externalId.split('/')[0];
  Object.assign(double.get('account.payment', id) ?? {}, { state: 'canceled' });
  for await (const page of (double.open().pulls as Pulls).payments(null))
    expect(page.rows).toEqual([expect.objectContaining({ cancelled: true })]);
});

test('a rejected key is reported as such', async () => {
  const wrong = odoo({ url: double.fake.url, secret: 'wrong', protocol: 'json2' });
  await expect(orders(null, wrong.pulls as Pulls)).rejects.toThrow(/^Odoo rejected the API key \(401\)/);
});

test('an Odoo too old for JSON-2 is reported as such', async () => {
  double.fake.trouble(() => ({ kind: 'html', status: 404 }));
  await expect(orders()).rejects.toThrow(/does not offer JSON-2, which came with Odoo 19\. Start ERP_URL with odoo-jsonrpc\+/);
});

describe('by JSON-RPC', () => {
  beforeEach(async () => {
    await double.fake.close();
    await begin('jsonrpc');
  });

  test('repeats a sign-in that is rejected midway once', async () => {
    add();
    const pulls = double.open().pulls as Pulls;
    expect(await orders(null, pulls)).toHaveLength(1);
    double.forget();
    expect(await orders(null, pulls)).toHaveLength(1);
  });

  test('reports a rejected user or key', async () => {
    const wrong = odoo({ url: double.fake.url, database: 'main', user: 'portal', secret: 'wrong', protocol: 'jsonrpc' });
    await expect(orders(null, wrong.pulls as Pulls)).rejects.toThrow('Odoo rejected the sign-in with ERP_USER and ERP_SECRET.');
  });

  test('recognises an error that comes with 200, without its traceback', async () => {
    const id = add();
    Object.assign(double.get('purchase.order', id) ?? {}, { state: 'purchase' });
    double.deny('orders');
    await expect(orders()).rejects.toThrow(
      "Odoo rejected the request: the API user has no right to read purchase.order: “You are not allowed to access 'purchase.order' records”.",
    );
  });
});
