import { expect, test } from 'vitest';

import type { OrderLine } from './orders.ts';
import { labelRates, labelText, sumOf, sumsByTax } from './orderTax.ts';

type Rates = [cgst: number | null, sgst: number | null, igst: number | null];

const rated = ([cgst, sgstPercent, igstPercent]: Rates) => ({
  CGSTInPer: cgst,
  salesOrderTaxModel: { tax: { sgstPercent, igstPercent } },
});

test.each<[Rates, boolean, string]>([
  [[2.5, 2.5, null], false, 'SGST 2.5%, CGST 2.5%, IGST 0%'],
  [[9, 9, 0], false, 'SGST 9%, CGST 9%, IGST 0%'],
  [[null, null, 18], true, 'SGST 0%, CGST 0%, IGST 18%'],
  [[0, 0, 0], false, 'SGST 0%, CGST 0%, IGST 0%'],
  // The order is believed, also against the states.
  [[2.5, 2.5, 0], true, 'SGST 2.5%, CGST 2.5%, IGST 0%'],
  [[null, null, 0.25], false, 'SGST 0%, CGST 0%, IGST 0.25%'],
  [[null, null, null], false, 'SGST 2.5%, CGST 2.5%, IGST 0%'],
  [[null, null, null], true, 'SGST 0%, CGST 0%, IGST 5%'],
])('a line of CGST, SGST, IGST %j, between states %s: %s', (rates, interState, expected) => {
  expect(labelText(labelRates(rated(rates), interState))).toBe(expected);
});

const line = (GSTCode: string | null, GSTInPer: number | null, taxableAmount: number, half: number, igst: number, cess = 0) =>
  ({
    GSTCode,
    GSTInPer,
    totalCost: Number((taxableAmount + 2 * half + igst + cess).toFixed(2)),
    salesOrderTaxModel: { taxableAmount, cgstTaxAmt: half, sgstTaxAmt: half, igstTaxAmt: igst, gstCessAmount: cess },
  }) as OrderLine;

test('lines are summed by their tax, exactly, the lowest rate first', () => {
  const lines = [
    line('GST18', 18, 0.1, 0.01, 0),
    line(null, null, 5, 0, 0),
    line('GST5', 5, 0.1, 0, 0),
    line('GST5', 5, 0.2, 0.01, 0, 0.03),
    line('IGST5', 5, 100, 0, 5),
  ];
  const shown = sumsByTax(lines).map((sum) => [sum.code, ...Object.values(sum).slice(1).map(String)]);
  expect(shown).toEqual([
    ['GST5', '0.3', '0.01', '0.01', '0', '0.03', '0.35'],
    ['IGST5', '100', '0', '0', '5', '0', '105'],
    ['GST18', '0.1', '0.01', '0.01', '0', '0', '0.12'],
    [null, '5', '0', '0', '0', '0', '5'],
  ]);
  expect(sumOf(lines).total.toFixed(2)).toBe('110.47');
  expect(sumsByTax([])).toEqual([]);
});
