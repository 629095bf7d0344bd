import type { AgreedTerms } from '@aapurti/contract/invoices/orderFigures';
import { expect, test } from 'vitest';

import { wayOutOf } from './wayOut.ts';

const terms = (more: Partial<AgreedTerms> = {}): AgreedTerms => ({
  line: 4,
  quantity: 140,
  unitPrice: 78.28,
  discount: 0,
  hsnCode: null,
  taxRate: null,
  cessRate: null,
  ...more,
});
const of = (...codes: string[]) => codes.map((code) => ({ code, line: 4 }));
const labels = (codes: string[], agreed: AgreedTerms[], count = 2) => {
  const findings = of(...codes);
  return findings.map((finding) => wayOutOf(finding, findings, agreed, count)?.label ?? null);
};

test('each error has its button, and one button corrects both quantity and price of a line', () => {
  expect(labels(['quantity_above_accepted', 'price_above_order'], [terms()])).toEqual(['Use 140 at ₹78.28', null]);
  const taxes = terms({ hsnCode: '1006', taxRate: 5, cessRate: 12 });
  expect(labels(['hsn_differs', 'tax_rate_differs', 'cess_differs'], [taxes])).toEqual(['Use HSN 1006', 'Use 5%', 'Use 12% cess']);
});

test('one button removes a line with nothing left, unless it is the last line', () => {
  const gone = terms({ quantity: 0 });
  expect(labels(['order_cancelled', 'hsn_differs'], [gone])).toEqual(['Remove line 4', null]);
  expect(labels(['quantity_above_accepted'], [gone], 1)).toEqual([null]);
});

test('an error has no button if nothing can be filled in or the line has no terms', () => {
  expect(labels(['unit_differs', 'tax_rate_differs', 'bank_unconfirmed'], [terms()])).toEqual([null, null, null]);
  expect(labels(['quantity_above_accepted'], [terms({ line: 3 })])).toEqual([null]);
});
