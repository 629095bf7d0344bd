// Why so long: one table of cases for each rule of the match.

import { expect, test } from 'vitest';

import hindi from '../words/hindi.json' with { type: 'json' };
import {
  findingKey,
  type Finding,
  findingText,
  type MatchedInvoice,
  type MatchedLine,
  type MatchedOrderLine,
  RULE_WORDS,
} from './matchFacts.ts';
import { findingsOf } from './matchRules.ts';
import { translator } from '../words/translate.ts';

const ORDER: MatchedOrderLine = {
  poNumber: '4500',
  orderedOn: '2026-11-01',
  isCancelled: false,
  exists: true,
  itemCode: 'R-1',
  itemName: 'Basmati Rice 1 kg',
  hsnCode: '1006',
  uom: 'BAG',
  prices: [{ until: null, unitPrice: 100, discount: 0 }],
  quantity: 100,
  taxRate: 5,
  cessRate: null,
  received: 100,
  accepted: 92,
  returned: 0,
  billable: 92,
  rejections: [{ receipt: '881', quantity: 8, reason: 'damaged' }],
  arrivals: [{ day: '2026-11-05', until: 92, rates: [5] }],
  before: 0,
  spent: 0,
  beforeNumbers: [],
  selfInvoiced: null,
  vendorGST: '27AAAAA0000A1Z5',
  buyerGST: null,
};

/** An order line with another price. */
const priced = (unitPrice: number, discount = 0) => ({ prices: [{ until: null, unitPrice, discount }] });

/** A line with 92 of an order's 100 pieces at 100.00 with 5%, as accepted, unless `given` differs. */
function line(given: Partial<MatchedLine> = {}, order: Partial<MatchedOrderLine> | null = {}): MatchedLine {
  const quantity = Number(given.quantity ?? 92);
  const taxable = given.taxable ?? quantity * Number(given.unitPrice ?? 100);
  const half = Math.round(Number(taxable) * 2.5) / 100;
  return {
    no: 2,
    itemCode: 'R-1',
    itemName: 'Basmati Rice 1 kg',
    hsnCode: '1006',
    uom: 'BAG',
    factor: 1,
    quantity,
    unitPrice: 100,
    taxable,
    taxRate: 5,
    cgst: half,
    sgst: half,
    igst: 0,
    cess: 0,
    credited: 0,
    due: 'halves',
    rates: [5],
    ratesFrom: 'table',
    cessOfTable: null,
    tolerances: { quantity: 0, price: 0, priceAmount: 1 },
    ...given,
    // The accepted quantity of the order may be billed, and earlier invoices cost the agreed price.
    order:
      order === null ? null : { ...ORDER, billable: order.accepted ?? ORDER.accepted, spent: Number(order.before ?? 0) * 100, ...order },
  };
}

function invoice(lines: readonly MatchedLine[], given: Partial<MatchedInvoice> = {}): MatchedInvoice {
  const sum = (...names: ('taxable' | 'cgst' | 'sgst' | 'igst' | 'cess')[]) =>
    Number(lines.reduce((total, each) => names.reduce((all, name) => all + Number(each[name]), total), 0).toFixed(2));
  return {
    number: '117',
    date: '2026-11-10',
    value: sum('taxable', 'cgst', 'sgst', 'igst', 'cess'),
    cgst: sum('cgst'),
    sgst: sum('sgst'),
    igst: sum('igst'),
    lines,
    vendorGST: ORDER.vendorGST,
    buyerGST: null,
    isOnly: { vendor: true, buyer: true },
    ended: { vendor: null, buyer: null },
    namedOrders: [],
    roundings: [],
    alike: [],
    isBankConfirmed: true,
    irn: { given: null, since: null, fitting: null },
    today: '2026-11-23',
    ...given,
  };
}

/** The findings of all tests of this file. */
const found: Finding[] = [];

const textsOf = (given: MatchedInvoice, outcome: 'fault' | 'remark') => {
  const findings = findingsOf(given);
  found.push(...findings);
  return findings.filter((finding) => finding.outcome === outcome).map(findingText);
};

test('a line that matches has no findings', () => {
  expect(findingsOf(invoice([line()]))).toEqual([]);
  const free = line(
    { no: 3, quantity: 10, unitPrice: 0, taxable: 0, cgst: 0, sgst: 0 },
    { ...priced(0), accepted: 10, quantity: 10, rejections: [] },
  );
  expect(findingsOf(invoice([line(), free]))).toEqual([]);
});

test.each<[string, MatchedLine, string]>([
  [
    'more than the accepted quantity',
    line({ quantity: 100 }),
    'Line 2: invoiced 100, accepted 92, 8 rejected on GRN 881 (damaged). Reduce the quantity to 92 or add a credit memo for 8.',
  ],
  [
    'the twentieth delivery',
    line({ quantity: 5 }, { before: 95, beforeNumbers: ['115', '116'], accepted: 98, rejections: [] }),
    'Line 2: invoiced 5 and 95 before (invoices 115 and 116), accepted 98. Reduce the quantity to 3 or add a credit memo for 2.',
  ],
  [
    'a quantity that was invoiced before',
    line({ quantity: 1 }, { before: 92, beforeNumbers: ['116'], rejections: [] }),
    'Line 2: invoiced 1 and 92 before (invoice 116), accepted 92. Remove the line or add a credit memo for 1.',
  ],
  [
    'two receipts with rejections',
    line({ quantity: 95 }, { rejections: [...ORDER.rejections, { receipt: 'GRN-9', quantity: '0.500', reason: null }] }),
    'Line 2: invoiced 95, accepted 92, 8 rejected on GRN 881 (damaged) and 0.5 rejected on GRN-9. Reduce the quantity to 92 or add a credit memo for 3.',
  ],
  [
    'a quantity that has not arrived',
    line({ quantity: 1 }, { received: 0, accepted: 0, rejections: [] }),
    'Line 2: invoiced 1, accepted 0. No goods have been received for this line. Wait for the receipt, or remove the line.',
  ],
  [
    'a credit memo that is too small',
    line({ quantity: 100, credited: 5 }),
    'Line 2: invoiced 100, credited 5, accepted 92, 8 rejected on GRN 881 (damaged). Reduce the quantity to 97 or add a credit memo for 3.',
  ],
  [
    'a quantity beyond the tolerance',
    line({ quantity: 94, tolerances: { quantity: 2, price: 0, priceAmount: 1 } }, { rejections: [] }),
    'Line 2: invoiced 94, accepted 92. Reduce the quantity to 92 or add a credit memo for 2.',
  ],
  [
    'a higher price',
    line({ unitPrice: 101.5 }),
    'Line 2: price is ₹101.50; order 4500 of 01-11-2026 has ₹100.00. Correct the price, or ask the buyer to amend the order.',
  ],
  [
    'a price for a free line',
    line({ unitPrice: 50 }, priced(0)),
    'Line 2: price ₹50.00; order 4500 of 01-11-2026 has it free of charge. Correct the price, or ask the buyer to amend the order.',
  ],
  [
    'a missing discount',
    line({}, priced(100, 10)),
    'Line 2: ₹9,200.00 before tax; order 4500 of 01-11-2026 amounts to ₹8,280.00 after its discount. Enter the discount of the order.',
  ],
  [
    'the wrong kind of tax',
    line({ due: 'igst' }),
    'Line 2: CGST and SGST, but IGST is due (place of supply in another state, or in a special economic zone). Correct the tax, or the GST numbers of the invoice.',
  ],
  [
    'tax of a vendor who charges none',
    line({ due: 'none' }),
    'Line 2: CGST and SGST, but no GST is due (the vendor charges no tax). Correct the tax, or the GST numbers of the invoice.',
  ],
  [
    'another rate',
    line({ taxRate: 18 }),
    'Line 2: 18%; HSN 1006 has 5% on 10-11-2026. Correct the rate, or ask the buyer to correct the order.',
  ],
  [
    'a missing rate where there are two',
    line({ taxRate: null, rates: [0, 5] }),
    'Line 2: no rate; HSN 1006 has 0% or 5% on 10-11-2026. Correct the rate, or ask the buyer to correct the order.',
  ],
  [
    'a rate that the order does not have',
    line({ taxRate: 12, ratesFrom: 'order' }),
    'Line 2: 12%; the order has 5%. Correct the rate, or ask the buyer to correct the order.',
  ],
  [
    'a line without an order',
    line({}, null),
    'Line 2: Basmati Rice 1 kg is not in any order. Remove the line, or ask the buyer to add it to the order.',
  ],
  ['a cancelled order', line({}, { isCancelled: true }), 'Line 2: order 4500 is cancelled. Remove the line, or ask the buyer.'],
  [
    'an order line that no longer exists',
    line({}, { exists: false }),
    'Line 2: this line was removed when order 4500 was amended. Remove the line, or ask the buyer.',
  ],
  [
    'another item',
    line({ itemCode: 'R-2' }),
    'Line 2: item is R-2; order 4500 of 01-11-2026 has R-1. Choose the line of the order that has this item.',
  ],
  [
    'a unit that the order does not have',
    line({ uom: 'KGS', factor: null }),
    'Line 2: unit is KGS; order 4500 of 01-11-2026 has BAG. Enter the quantity and price in the unit of the order.',
  ],
  [
    'the HSN code of other goods',
    line({ hsnCode: '1101' }),
    'Line 2: HSN is 1101; order 4500 of 01-11-2026 has 1006. Enter the HSN code of the order, or ask the buyer to correct the order.',
  ],
  [
    'a returned quantity',
    line({ quantity: 92 }, { returned: 2, billable: 90, rejections: [] }),
    'Line 2: invoiced 92, accepted 92, returned 2. Reduce the quantity to 90 or add a credit memo for 2.',
  ],
  [
    'a received quantity above what the order allows',
    line({ quantity: 92 }, { billable: 80, rejections: [] }),
    'Line 2: invoiced 92, accepted 92, 80 allowed. Reduce the quantity to 80 or add a credit memo for 12.',
  ],
  [
    'a price that is right, after an invoice whose price was not',
    line({ quantity: 42 }, { before: 50, spent: 5500, beforeNumbers: ['115'], rejections: [] }),
    'Line 2: with earlier invoices, ₹9,700.00 before tax for 92; order 4500 of 01-11-2026 amounts to ₹9,200.00. Correct the earlier invoices, or add a credit memo for the excess.',
  ],
  [
    'a rate that only the order states and the law does not have',
    line({ taxRate: 12, rates: [12], ratesFrom: 'order' }, { taxRate: 12 }),
    'Line 2: 12% is not a GST rate on 10-11-2026. Correct the rate, and ask the buyer to correct the order.',
  ],
  [
    'a rate that was different when the goods arrived',
    line({}, { arrivals: [{ day: '2026-11-05', until: 92, rates: [18] }] }),
    'Line 2: 5% on 10-11-2026, but 18% when the goods arrived on 05-11-2026. Ask the buyer which rate is right.',
  ],
  [
    'tax where neither order nor table has a rate',
    line({ rates: [], ratesFrom: null }, { taxRate: null, hsnCode: null }),
    'Line 2: HSN 1006 has no rate on 10-11-2026. Ask the buyer to complete the order.',
  ],
  [
    'cess that nobody states',
    line({ cess: 9200 }),
    'Line 2: cess is ₹9,200.00; ₹0.00 is due. Correct the cess, or ask the buyer to add it to the order.',
  ],
  [
    'missing cess',
    line({}, { cessRate: 12 }),
    'Line 2: cess is ₹0.00; ₹1,104.00 is due. Correct the cess, or ask the buyer to add it to the order.',
  ],
  [
    'a charge above what is allowed',
    line({ itemName: 'Freight', quantity: 1, unitPrice: 300, charge: { kind: 'Freight', poNumber: '4500', cap: 500, before: 250 } }, null),
    'Line 2: Freight for order 4500 totals ₹550.00; at most ₹500.00 is allowed. Reduce it, or ask the buyer to add it to the order.',
  ],
  ['credit memos for too much', line({ credited: 100 }), 'Line 2: credit memos cover 100 of 92 invoiced. Reduce the credit memo by 8.'],
])('the match finds an exception: %s', (_, given, text) => {
  expect(textsOf(invoice([given]), 'fault')).toEqual([text]);
});

test.each<[string, Partial<MatchedInvoice>, string[]]>([
  [
    'a tax total that is not the sum of the lines',
    { value: 9662 },
    ['Invoice value: ₹9,662.00 on the invoice; the lines add up to ₹9,660.00. Correct the amount or the lines.'],
  ],
  ['a tax higher by some paise, and the value with it', { value: 9660.05, cgst: 230.05 }, []],
  [
    'a tax higher by a rupee',
    { value: 9661, cgst: 231 },
    [
      'Invoice value: ₹9,661.00 on the invoice; the lines add up to ₹9,660.00. Correct the amount or the lines.',
      'CGST: ₹231.00 on the invoice; the lines add up to ₹230.00. Correct the amount or the lines.',
    ],
  ],
  [
    'a tax that is not the sum',
    { cgst: 228.99 },
    ['CGST: ₹228.99 on the invoice; the lines add up to ₹230.00. Correct the amount or the lines.'],
  ],
  ['a date in the future', { date: '2026-11-24' }, ['The invoice is dated 24-11-2026, which is in the future. Correct the date.']],
  ['a value that is rounded to the rupee', { value: 9660, roundings: [{ poNumber: '4500', before: 9, most: 10 }] }, []],
  [
    'rounding that is too much in total',
    { value: 9660.05, cgst: 230.05, roundings: [{ poNumber: '4500', before: 10, most: 10 }] },
    [
      'The invoice values of order 4500 are rounded up by ₹10.05 in total, more than ₹10.00. Enter the total of the lines as the invoice value.',
    ],
  ],
  [
    'another GST number of the vendor',
    { vendorGST: '29AAAAA0000A1Z1' },
    [
      'GST number of the vendor: 29AAAAA0000A1Z1 on the invoice; order 4500 of 01-11-2026 has 27AAAAA0000A1Z5. Choose the GST number of the order, or ask the buyer to amend it.',
    ],
  ],
  ['the only GST number of the buyer, for an order that names none', { buyerGST: '29AAAAA0000A1Z1' }, []],
  [
    'one of several GST numbers of the buyer, for an order that names none',
    { buyerGST: '29AAAAA0000A1Z1', isOnly: { vendor: true, buyer: false } },
    [
      'GST number of the buyer: 29AAAAA0000A1Z1 on the invoice; order 4500 of 01-11-2026 has –. Choose the GST number of the order, or ask the buyer to amend it.',
    ],
  ],
  ['a GST number that ended after the goods were accepted', { ended: { vendor: '2026-11-05', buyer: null } }, []],
  [
    'a GST number that ended before',
    { ended: { vendor: '2026-11-04', buyer: null } },
    [
      'Line 2: GST number 27AAAAA0000A1Z5 ended on 04-11-2026, and the goods were not accepted before that date. Ask the buyer to amend the order with a valid GST number.',
    ],
  ],
  [
    'an invoice without lines for the value of the order',
    { namedOrders: [{ poNumber: '4500', agreed: 9660, tolerance: 1, invoiced: 9661.01, numbers: ['115'] }] },
    [
      'The invoices of order 4500 total ₹9,661.01, but only ₹9,660.00 was accepted: invoice 115 without lines refers to it too. Enter the lines of that invoice, correct its PO number, or delete it.',
    ],
  ],
  [
    'a date before the order',
    { date: '2026-10-31' },
    ['The invoice is dated 31-10-2026, before order 4500 of 01-11-2026. Correct the date.'],
  ],
  [
    'a bank account that nobody confirmed',
    { isBankConfirmed: false },
    ['The buyer has not confirmed the vendor’s bank account yet. No correction needed: the buyer confirms it.'],
  ],
  [
    'a duplicate',
    { alike: [{ number: '00117', date: '2026-11-10', value: 9660 }] },
    [
      'Invoice 00117 of 10-11-2026 has nearly the same number, the same date and the same value. Delete one of them, or inform the buyer that both are correct.',
    ],
  ],
  [
    'no IRN from a vendor who has made e-invoices since that day',
    { irn: { given: null, since: '2026-11-10', fitting: null } },
    ['The vendor has issued e-invoices since 10-11-2026, but this invoice has no IRN. Enter the IRN of the e-invoice.'],
  ],
  ['no IRN on the day before', { irn: { given: null, since: '2026-11-11', fitting: null } }, []],
  ['the IRN of the invoice, in capitals', { irn: { given: 'ABC1', since: '2023-08-01', fitting: ['abc1'] } }, []],
  ['the IRN of the number as it is written', { irn: { given: 'def2', since: null, fitting: ['abc1', 'def2'] } }, []],
  ['an IRN before the number is typed', { number: '', irn: { given: 'def2', since: null, fitting: ['abc1'] } }, []],
  [
    'the IRN of another invoice, from a vendor whose e-invoicing is unknown',
    { irn: { given: 'abc1', since: null, fitting: ['0000'] } },
    ["The IRN does not match the vendor's GST number, the financial year and the invoice number. Correct the IRN, the number or the date."],
  ],
])('the match checks an invoice as a whole: %s', (_, given, texts) => {
  expect(textsOf(invoice([line()], given), 'fault')).toEqual(texts);
});

test('an IRN that cannot be checked gets a warning', () => {
  const given = invoice([line()], { irn: { given: 'abc1', since: '2023-08-01', fitting: null } });
  expect([textsOf(given, 'fault'), textsOf(given, 'remark')]).toEqual([
    [],
    ['The IRN cannot be checked because the invoice has no GST number of the vendor.'],
  ]);
});

test.each<[string, MatchedLine, string[]]>([
  ['within the tolerance', line({ quantity: 94, tolerances: { quantity: 5, price: 0, priceAmount: 1 } }), []],
  ['a rupee more', line({ quantity: 1, unitPrice: 101 }, { accepted: 1 }), []],
  [
    'less than the accepted quantity',
    line({ quantity: 80 }, { rejections: [] }),
    ['Line 2: invoiced 80, accepted 92: 12 left to invoice.'],
  ],
  ['a lower price', line({ unitPrice: 90 }), ['Line 2: price ₹90.00 is below ₹100.00 of order 4500 of 01-11-2026.']],
  [
    'no known rate',
    line({ rates: [], ratesFrom: null, taxRate: null, cgst: 0, sgst: 0 }, { taxRate: null }),
    ['Line 2: HSN 1006 has no rate on 10-11-2026.'],
  ],
])('the match finds no exception: %s', (_, given, remarks) => {
  expect([textsOf(invoice([given]), 'fault'), textsOf(invoice([given]), 'remark')]).toEqual([[], remarks]);
});

const DAYS = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'];

test.each([
  // Each day, 20 pieces arrived; those of the third day have another rate.
  [0, 20, false],
  [20, 20, false],
  [21, 20, true],
  [39, 1, false],
  [39, 2, true],
  [40, 20, true],
  [59, 1, true],
  [60, 20, false],
  [80, 5, false],
])('after %i invoiced pieces, the next %i include pieces that arrived at another rate: %s', (before, quantity, isOther) => {
  const arrivals = DAYS.map((day, index) => ({ day, until: (index + 1) * 20, rates: [index === 2 ? 18 : 5] }));
  const billed = line({ quantity }, { accepted: 200, arrivals, before, rejections: [] });
  expect(findingsOf(invoice([billed])).some(({ code }) => code === 'tax_rate_changed')).toBe(isOther);
  // An invoice for goods received before a registration ended may still name it.
  const ended = findingsOf(invoice([billed], { ended: { vendor: '2026-11-03', buyer: null } }));
  expect(ended.some(({ code }) => code === 'vendor_registration_ended')).toBe(before + quantity > 40);
});

test('findings are the same if their rule, line and figures are the same', () => {
  const [one, other] = [100, 99].map((quantity) => findingsOf(invoice([line({ quantity })])).map(findingKey));
  expect([one, other]).toEqual([['quantity|2|92|100'], ['quantity|2|92|99']]);
});

test('every finding in these tests is fully translated into Hindi', () => {
  const free = line({ quantity: 10, unitPrice: 5, taxable: 50, cgst: 1.25, sgst: 1.25 }, { ...priced(0), accepted: 10, quantity: 10 });
  const less = line(
    { quantity: 5, credited: 1 },
    { before: 3, rejections: [...ORDER.rejections, ...ORDER.rejections, { receipt: 'GRN-9', quantity: 1, reason: null }] },
  );
  const other = line({ taxRate: 12 }, { before: 3, beforeNumbers: ['115'] });
  const discounted = [line({ taxable: 9500 }, priced(100, 5)), line({ taxable: 8000 }, priced(100, 5))];
  const cheap = line({ unitPrice: 90 });
  for (const each of [free, less, other, { ...other, rates: [5, 18] }, { ...other, ratesFrom: 'order' as const }, ...discounted, cheap])
    textsOf(invoice([each]), 'fault');

  const translate = translator(hindi, 'hi');
  const isEnglish = (text: string) => /[a-z]{2,}/.test(translate(text).replaceAll(/Basmati Rice 1 kg|Freight/g, ''));
  const texts = found.flatMap(({ message, wayOut, buyerWayOut }) => [message, wayOut ?? [], buyerWayOut ?? []].flat());
  expect(new Set(found.map(({ rule }) => rule)).size).toBe(Object.keys(RULE_WORDS).length);
  expect([...new Set(texts)].filter(isEnglish)).toEqual([]);
});
