import { expect, test } from 'vitest';

import { lineFigures, lineSums } from './invoiceFigures.ts';
import { invoiceLinesField } from './invoiceLines.ts';
import { Decimal } from '../ground/numbers.ts';

const line = (quantity: number, unitPrice: number, taxRate: number | null, more: object = {}) => ({
  quantity: new Decimal(quantity),
  unitPrice: new Decimal(unitPrice),
  discount: null,
  taxRate: taxRate === null ? null : new Decimal(taxRate),
  cessRate: null,
  igst: false,
  ...more,
});

const texts = (figures: object) => Object.values(figures).map((value: Decimal) => value.toFixed(2));

test.each([
  [
    '33.33 three times at 2.5% CGST and SGST, with rounding carried forward',
    [1, 2, 3].map(() => line(1, 33.33, 5)),
    ['104.99', '2.50', '2.50', '0.00'],
  ],
  ['between states', [line(10, 100, 18, { igst: true })], ['1180.00', '0.00', '0.00', '180.00']],
  ['a free line', [line(10, 100, 5), line(1, 0, 5)], ['1050.00', '25.00', '25.00', '0.00']],
  [
    'a discount and a cess',
    [line(2, 100, 28, { discount: new Decimal(20), cessRate: new Decimal(12) })],
    ['252.00', '25.20', '25.20', '0.00'],
  ],
  ['a vendor who charges no GST', [line(10, 100, 5, { igst: null, cessRate: new Decimal(1) })], ['1000.00', '0.00', '0.00', '0.00']],
  ['no known rate', [line(10, 100, null)], ['1000.00', '0.00', '0.00', '0.00']],
])('the sums of invoice lines are right: %s', (_, lines, expected) => {
  expect(texts(lineSums(lineFigures(lines)))).toEqual(expected);
});

test.each([
  [{ quantity: 0 }, 'Line 1: Quantity should be a number above 0, at most three decimals.'],
  [{ quantity: 1e9 }, 'Line 1: Quantity should be a number above 0, at most three decimals.'],
  [{ quantity: -1 }, 'Line 1: Quantity should be a number above 0, at most three decimals.'],
  [{}, 'Line 1: Quantity is required.'],
  [{ quantity: 1, unitPrice: 'x' }, 'Line 1: Price should be an amount in rupees, at most four decimals.'],
  ['x', 'Line 1: Invalid input: expected object, received string'],
])('an invoice line is rejected: %j', (given, message) => {
  expect(invoiceLinesField.safeParse([given]).error?.issues[0]?.message).toBe(message);
});

test('an empty list of lines means no lines', () => {
  expect([invoiceLinesField.parse(null), invoiceLinesField.parse(''), invoiceLinesField.parse([])]).toEqual([null, null, []]);
  expect(invoiceLinesField.safeParse(Array.from({ length: 1001 }, () => ({ quantity: 1 }))).success).toBe(false);
});
