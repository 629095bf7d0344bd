import { expect, test } from 'vitest';

import type { MatchedLine, MatchedOrderLine } from './matchFacts.ts';
import { agreedTerms, orderFigures } from './orderFigures.ts';

const TOO_MANY = { code: 'quantity_above_accepted', line: 1 };
const TOO_DEAR = { code: 'price_above_order', line: 1 };

const KEPT = { hsnCode: null, taxRate: null, cessRate: null };

const lineOf = (line: Partial<MatchedLine>, order: Partial<MatchedOrderLine> = {}): MatchedLine =>
  ({
    no: 1,
    quantity: 144,
    unitPrice: 80,
    factor: 1,
    credited: 0,
    rates: [5],
    cessOfTable: null,
    ...line,
    order: {
      exists: true,
      quantity: 144,
      billable: 140,
      before: 0,
      spent: 0,
      taxRate: null,
      cessRate: null,
      prices: [{ until: null, unitPrice: 78.28, discount: 0 }],
      ...order,
    },
  }) as MatchedLine;

const terms = (line: MatchedLine, findings = [TOO_MANY, TOO_DEAR], discounts: readonly number[] = [0]) =>
  agreedTerms({ lines: [line] }, discounts, findings);

test('the agreed terms are the uninvoiced part of the accepted quantity, in the unit of the line', () => {
  expect(terms(lineOf({}))).toEqual([{ line: 1, quantity: 140, unitPrice: 78.28, discount: 0, ...KEPT }]);
  expect(terms(lineOf({}, { before: 100 }))).toMatchObject([{ quantity: 40 }]);
  expect(terms(lineOf({}, { before: 140 }))).toMatchObject([{ quantity: 0 }]);
  // 140 bags are 11.666 cartons of 12, rounded down.
  expect(terms(lineOf({ quantity: 12, factor: 12 }))).toMatchObject([{ quantity: 11.666, unitPrice: 939.36 }]);
});

test('the vendor’s valid terms remain, and a discount belongs to its quantity', () => {
  expect(terms(lineOf({ unitPrice: 70 }), [TOO_MANY], [14.4])).toEqual([{ line: 1, quantity: 140, unitPrice: 70, discount: 14, ...KEPT }]);
  expect(terms(lineOf({ quantity: 10 }), [TOO_DEAR])).toMatchObject([{ quantity: 10, unitPrice: 78.28 }]);
  expect(terms(lineOf({}), [])).toEqual([]);
  expect(terms(lineOf({}), [{ ...TOO_MANY, line: 2 }])).toEqual([]);
  expect(terms({ ...lineOf({}), order: null })).toEqual([]);
});

test('a wrong HSN code, GST rate or cess is replaced by that of the order, and a line of no open order is removed', () => {
  const taxed = lineOf({ cgst: 9, sgst: 9, igst: 0 }, { hsnCode: '1006', cessRate: 12 });
  const of = (...codes: string[]) => codes.map((code) => ({ code, line: 1 }));
  expect(terms(taxed, of('hsn_differs', 'tax_rate_differs', 'cess_differs'))).toEqual([
    { line: 1, quantity: 144, unitPrice: 80, discount: 0, hsnCode: '1006', taxRate: 5, cessRate: 12 },
  ]);
  expect(terms({ ...taxed, rates: [5, 18] }, of('tax_rate_differs'))).toEqual([]);
  // The kind of its tax is unknown.
  expect(terms({ ...taxed, cgst: 0, sgst: 0 }, of('tax_rate_differs'))).toEqual([]);
  expect(terms(taxed, of('unit_differs', 'tax_rate_unlawful'))).toEqual([]);
  expect(terms({ ...taxed, order: null }, of('line_without_order'))).toMatchObject([{ quantity: 0, ...KEPT }]);
  expect(terms(taxed, of('order_cancelled', 'hsn_differs'))).toMatchObject([{ quantity: 0, ...KEPT }]);
});

test('pieces agreed at two prices get their mean price, and never more', () => {
  const prices = [
    { until: 100, unitPrice: 80, discount: 0 },
    { until: null, unitPrice: 70, discount: 1 },
  ];
  // The first 100 at 80 and 40 at 69 are 10,760.
  expect(terms(lineOf({}, { prices }))).toEqual([{ line: 1, quantity: 140, unitPrice: 76.8571, discount: 0, ...KEPT }]);
  expect(terms(lineOf({}, { prices, before: 100 }))).toEqual([{ line: 1, quantity: 40, unitPrice: 70, discount: 40, ...KEPT }]);
});

test('the difference is the amount asked for above the accepted quantity, with the tax of the order', () => {
  const figures = orderFigures(lineOf({}, { before: 144, spent: 11_520, credited: 6 }));
  expect(figures).toEqual({
    ordered: 144,
    accepted: 140,
    invoiced: 150,
    credited: 6,
    difference: 4,
    differenceValue: 588.84,
    priceDifferenceValue: 260.06,
  });
  expect(orderFigures(lineOf({}, { before: 144, spent: 11_520, taxRate: 0 }))?.differenceValue).toBe(560.8);
  expect(orderFigures(lineOf({}, { exists: false }))).toBeNull();
});
