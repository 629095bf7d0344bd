import { expect, test } from 'vitest';

import { taxLabels, taxLabelTexts } from './taxLabels.ts';

const line = (CGSTInPer: number | null, sgstPercent: number | null, igstPercent: number | null) => ({
  CGSTInPer,
  salesOrderTaxModel: { tax: { sgstPercent, igstPercent } },
});

test.each([
  // The order's own rates apply, whatever the states are.
  [line(9, 9, null), '27', '27', 'SGST 9%, CGST 9%, IGST 0%'],
  [line(null, null, 18), '27', '27', 'SGST 0%, CGST 0%, IGST 18%'],
  [line(0.125, 0.125, 0), '27', '24', 'SGST 0.125%, CGST 0.125%, IGST 0%'],
  [line(0, 0, 0), '27', '24', 'SGST 0%, CGST 0%, IGST 0%'],
  // The order states no rate.
  [line(null, null, null), '27', '27', 'SGST 2.5%, CGST 2.5%, IGST 0%'],
  [line(null, null, null), '24', '27', 'SGST 0%, CGST 0%, IGST 5%'],
  [line(null, null, null), null, '27', 'SGST 2.5%, CGST 2.5%, IGST 0%'],
  [line(null, null, null), '24', null, 'SGST 2.5%, CGST 2.5%, IGST 0%'],
])('the taxes %j of an order from %s to %s have the labels %s', (rates, supplier, buyer, words) => {
  expect(taxLabelTexts(taxLabels(rates, supplier, buyer)).join(', ')).toBe(words);
});
