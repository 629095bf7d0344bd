import { expect, test } from 'vitest';

import type { OrderLine } from './orders.ts';
import { sumOf, sumsByTax, taxWords } from './orderTax.ts';

const line = (GSTCode: string | null, GSTInPer: number | null, taxableAmount: number, half: number, igst: number, cess = 0) =>
  ({
    GSTCode,
    GSTInPer,
    totalCost: Number((taxableAmount + 2 * half + igst + cess).toFixed(2)),
    salesOrderTaxModel: { taxableAmount, cgstTaxAmt: half, sgstTaxAmt: half, igstTaxAmt: igst, gstCessAmount: cess },
  }) as OrderLine;

test('lines are added up by their tax, exactly, the lowest rate first', () => {
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

test.each([
  ['GST5', 'GST 5%'],
  ['IGST18', 'IGST 18%'],
  ['GST0.25', 'GST 0.25%'],
  ['GST0', 'GST 0%'],
])('the tax code %s reads %s', (code, words) => {
  expect(taxWords(code)).toBe(words);
});
