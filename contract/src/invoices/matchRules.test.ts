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
  unitPrice: 100,
  discount: 0,
  quantity: 100,
  taxRate: 5,
  received: 100,
  accepted: 92,
  rejections: [{ receipt: '881', quantity: 8, reason: 'damaged' }],
  before: 0,
  beforeNumbers: [],
};

/** 92 of an order's 100 at 100.00 with 5 %, as accepted, unless said otherwise. */
function line(given: Partial<MatchedLine> = {}, order: Partial<MatchedOrderLine> | null = {}): MatchedLine {
  const quantity = Number(given.quantity ?? 92);
  const taxable = given.taxable ?? quantity * Number(given.unitPrice ?? 100);
  const half = (Number(taxable) * 2.5) / 100;
  return {
    no: 2,
    itemName: 'Basmati Rice 1 kg',
    hsnCode: '1006',
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
    tolerances: { quantity: 0, price: 0, priceAmount: 1 },
    ...given,
    order: order === null ? null : { ...ORDER, ...order },
  };
}

function invoice(lines: readonly MatchedLine[], given: Partial<MatchedInvoice> = {}): MatchedInvoice {
  const sum = (...names: ('taxable' | 'cgst' | 'sgst' | 'igst' | 'cess')[]) =>
    lines.reduce((total, each) => names.reduce((all, name) => all + Number(each[name]), total), 0);
  return {
    number: '117',
    date: '2026-11-10',
    value: sum('taxable', 'cgst', 'sgst', 'igst', 'cess'),
    cgst: sum('cgst'),
    sgst: sum('sgst'),
    igst: sum('igst'),
    lines,
    alike: [],
    strayCredits: [],
    isBankConfirmed: true,
    irn: { given: null, since: null, fitting: null },
    today: '2026-11-23',
    ...given,
  };
}

/** Of all tests of this file. */
const found: Finding[] = [];

const textsOf = (given: MatchedInvoice, outcome: 'fault' | 'remark') => {
  const findings = findingsOf(given);
  found.push(...findings);
  return findings.filter((finding) => finding.outcome === outcome).map(findingText);
};

test('what agrees has no findings', () => {
  expect(findingsOf(invoice([line()]))).toEqual([]);
  const free = line(
    { no: 3, quantity: 10, unitPrice: 0, taxable: 0, cgst: 0, sgst: 0 },
    { unitPrice: 0, accepted: 10, quantity: 10, rejections: [] },
  );
  expect(findingsOf(invoice([line(), free]))).toEqual([]);
});

test.each<[string, MatchedLine, string]>([
  [
    'more than was accepted',
    line({ quantity: 100 }),
    'Line 2: invoiced 100, accepted 92 (GRN 881: 8 rejected, damaged). Lower it to 92 or send a credit note for 8.',
  ],
  [
    'the twentieth lorry',
    line({ quantity: 5 }, { before: 95, beforeNumbers: ['115', '116'], accepted: 98, rejections: [] }),
    'Line 2: invoiced 5 and 95 before (invoice 115, 116), accepted 98. Lower it to 3 or send a credit note for 2.',
  ],
  [
    'what was invoiced before',
    line({ quantity: 1 }, { before: 92, beforeNumbers: ['116'], rejections: [] }),
    'Line 2: invoiced 1 and 92 before (invoice 116), accepted 92. Take the line out or send a credit note for 1.',
  ],
  [
    'two receipts with rejections',
    line({ quantity: 95 }, { rejections: [...ORDER.rejections, { receipt: 'GRN-9', quantity: '0.500', reason: null }] }),
    'Line 2: invoiced 95, accepted 92 (GRN 881: 8 rejected, damaged; GRN-9: 0.5 rejected). Lower it to 92 or send a credit note for 3.',
  ],
  [
    'what has not arrived',
    line({ quantity: 1 }, { received: 0, accepted: 0, rejections: [] }),
    'Line 2: invoiced 1, accepted 0. Nothing of it has arrived: wait for the receipt, or take the line out.',
  ],
  [
    'a credit note that is too small',
    line({ quantity: 100, credited: 5 }),
    'Line 2: invoiced 100, credited 5, accepted 92 (GRN 881: 8 rejected, damaged). Lower it to 97 or send a credit note for 3.',
  ],
  [
    'beyond the tolerance',
    line({ quantity: 94, tolerances: { quantity: 2, price: 0, priceAmount: 1 } }, { rejections: [] }),
    'Line 2: invoiced 94, accepted 92. Lower it to 92 or send a credit note for 2.',
  ],
  [
    'a higher price',
    line({ unitPrice: 101.5 }),
    'Line 2: price ₹101.50, order 4500 of 01-11-2026 has ₹100.00. Correct the price, or ask the buyer to amend the order.',
  ],
  [
    'a price for a free line',
    line({ unitPrice: 50 }, { unitPrice: 0 }),
    'Line 2: price ₹50.00, order 4500 of 01-11-2026 gives it free. Correct the price, or ask the buyer to amend the order.',
  ],
  [
    'no discount',
    line({}, { discount: 1000 }),
    'Line 2: ₹9,200.00 without tax, order 4500 of 01-11-2026 comes to ₹8,280.00 after its discount. Give the discount of the order.',
  ],
  [
    'the wrong kind of tax',
    line({ due: 'igst' }),
    'Line 2: CGST and SGST, but IGST is due (place of supply in another state, or in a special economic zone). Correct the tax, or the GST numbers of the invoice.',
  ],
  [
    'tax of a vendor who charges none',
    line({ due: 'none' }),
    'Line 2: CGST and SGST, but no GST is due (the vendor charges none). Correct the tax, or the GST numbers of the invoice.',
  ],
  ['another rate', line({ taxRate: 18 }), 'Line 2: 18 %, HSN 1006 has 5 % on 10-11-2026. Correct the rate, or the HSN code.'],
  [
    'no rate where there are two',
    line({ taxRate: null, rates: [0, 5] }),
    'Line 2: no rate, HSN 1006 has 0 % or 5 % on 10-11-2026. Correct the rate, or the HSN code.',
  ],
  [
    'a rate that the order has not',
    line({ taxRate: 12, rates: [] }),
    'Line 2: 12 %, the order states 5 %. Correct the rate, or the HSN code.',
  ],
  ['a cancelled order', line({}, { isCancelled: true }), 'Line 2: order 4500 is cancelled. Take the line out, or ask the buyer.'],
  [
    'a line that is gone',
    line({}, { exists: false }),
    'Line 2: order 4500 was amended and has this line no more. Take the line out, or ask the buyer.',
  ],
  [
    'a credit note over too much',
    line({ credited: 100 }),
    'Line 2: credit memos take back 100 of 92 invoiced. Lower the credit memo by 8.',
  ],
])('%s is a fault', (_, given, text) => {
  expect(textsOf(invoice([given]), 'fault')).toEqual([text]);
});

test.each<[string, Partial<MatchedInvoice>, string[]]>([
  [
    'a head that is not the sum',
    { value: 9662 },
    ['Invoice value: ₹9,662.00 on the invoice, the lines come to ₹9,660.00. Correct the figure or the lines.'],
  ],
  ['a head within a rupee', { value: 9661, cgst: 231 }, []],
  [
    'a tax that is not the sum',
    { cgst: 228.99 },
    ['CGST: ₹228.99 on the invoice, the lines come to ₹230.00. Correct the figure or the lines.'],
  ],
  ['a day to come', { date: '2026-11-24' }, ['The invoice is dated 24-11-2026, which is still to come. Correct the date.']],
  [
    'a day before the order',
    { date: '2026-10-31' },
    ['The invoice is dated 31-10-2026, before order 4500 of 01-11-2026. Correct the date.'],
  ],
  [
    'a bank account that nobody confirmed',
    { isBankConfirmed: false },
    ['The buyer has not confirmed the vendor’s bank account yet. Nothing to correct here: the buyer confirms it.'],
  ],
  [
    'a duplicate',
    { alike: [{ number: '00117', date: '2026-11-10', value: 9660 }] },
    [
      'Invoice 00117 of 10-11-2026 has nearly the same number, the same date and the same value. Delete one of them, or tell the buyer that both are meant.',
    ],
  ],
  [
    'a credit note for another item',
    { strayCredits: [{ item: 'Salt', quantity: 2 }] },
    [
      'A credit memo over 2 names this invoice and Salt, which is none of its items. Write the product name in the memo as the invoice has it.',
    ],
  ],
  [
    'no IRN though the vendor makes e-invoices since that day',
    { irn: { given: null, since: '2026-11-10', fitting: null } },
    ['The vendor makes e-invoices since 10-11-2026, and this invoice has no IRN. Enter the IRN of the e-invoice.'],
  ],
  ['no IRN on the day before', { irn: { given: null, since: '2026-11-11', fitting: null } }, []],
  ['the IRN of the invoice, in capitals', { irn: { given: 'ABC1', since: '2023-08-01', fitting: ['abc1'] } }, []],
  ['the IRN of the number as it is written', { irn: { given: 'def2', since: null, fitting: ['abc1', 'def2'] } }, []],
  ['an IRN before the number is typed', { number: '', irn: { given: 'def2', since: null, fitting: ['abc1'] } }, []],
  [
    'the IRN of another invoice, also of a vendor of whom nothing is stated',
    { irn: { given: 'abc1', since: null, fitting: ['0000'] } },
    [
      'The IRN does not fit the GST number of the vendor, the financial year and the number of the invoice. Correct the IRN, the number or the date.',
    ],
  ],
])('%s', (_, given, texts) => {
  expect(textsOf(invoice([line()], given), 'fault')).toEqual(texts);
});

test('an IRN that cannot be checked is a remark', () => {
  const given = invoice([line()], { irn: { given: 'abc1', since: '2023-08-01', fitting: null } });
  expect([textsOf(given, 'fault'), textsOf(given, 'remark')]).toEqual([
    [],
    ['The IRN cannot be checked, as the invoice names no GST number of the vendor.'],
  ]);
});

test.each<[string, MatchedLine, string[]]>([
  ['within the tolerance', line({ quantity: 94, tolerances: { quantity: 5, price: 0, priceAmount: 1 } }), []],
  ['a rupee more', line({ quantity: 1, unitPrice: 101 }, { accepted: 1 }), []],
  ['less than was accepted', line({ quantity: 80 }, { rejections: [] }), ['Line 2: invoiced 80, accepted 92: 12 left to invoice.']],
  ['a lower price', line({ unitPrice: 90 }), ['Line 2: price ₹90.00, less than ₹100.00 of order 4500 of 01-11-2026.']],
  ['a line of no order', line({}, null), ['Line 2: Basmati Rice 1 kg is in no order.']],
  [
    'no known rate',
    line({ rates: [], taxRate: null, cgst: 0, sgst: 0 }, { taxRate: null }),
    ['Line 2: no rate is known for HSN 1006 on 10-11-2026.'],
  ],
])('%s passes', (_, given, remarks) => {
  expect([textsOf(invoice([given]), 'fault'), textsOf(invoice([given]), 'remark')]).toEqual([[], remarks]);
});

test('findings are the same if rule, line and figures are', () => {
  const [one, other] = [100, 99].map((quantity) => findingsOf(invoice([line({ quantity })])).map(findingKey));
  expect([one, other]).toEqual([['quantity|2|92|100'], ['quantity|2|92|99']]);
});

test('every finding of these tests reads in Hindi to its last word', () => {
  const free = line({ quantity: 10, unitPrice: 5, taxable: 50, cgst: 1.25, sgst: 1.25 }, { unitPrice: 0, accepted: 10, quantity: 10 });
  const less = line(
    { quantity: 5, credited: 1 },
    { before: 3, rejections: [...ORDER.rejections, ...ORDER.rejections, { receipt: 'GRN-9', quantity: 1, reason: null }] },
  );
  const other = line({ taxRate: 12 }, { before: 3, beforeNumbers: ['115'] });
  const discounted = [line({ taxable: 9500 }, { discount: 500 }), line({ taxable: 8000 }, { discount: 500 })];
  const cheap = line({ unitPrice: 90 });
  for (const each of [free, less, other, { ...other, rates: [5, 18] }, { ...other, rates: [] }, ...discounted, cheap])
    textsOf(invoice([each]), 'fault');

  const translate = translator(hindi, 'hi');
  const isEnglish = (text: string) => /[a-z]{2,}/.test(translate(text).replaceAll(/Basmati Rice 1 kg|Salt/g, ''));
  const texts = found.flatMap(({ message, wayOut }) => [message, ...(wayOut === null ? [] : [wayOut])]);
  expect(new Set(found.map(({ rule }) => rule)).size).toBe(Object.keys(RULE_WORDS).length);
  expect([...new Set(texts)].filter(isEnglish)).toEqual([]);
});
