import type { InvoiceLine } from '@aapurti/contract/invoices/invoiceLines';
import { expect, test } from 'vitest';

import { figuresOfTyped, type TypedLine, withTerms } from './useInvoiceLines.ts';

const typed = (no: number): TypedLine => ({
  line: { no, quantity: 144, unitPrice: 80, discount: 14.4, taxRate: 5, cessRate: 0, IGST: 1 } as InvoiceLine,
  quantity: '144',
  unitPrice: '80',
});

test('the agreed terms fill their line alone, with its discount, and nothing accepted takes it out', () => {
  const lines = [typed(1), typed(4)];
  const [first, second] = withTerms(lines, { line: 2, quantity: 140, unitPrice: 78.28, discount: 7 });
  expect(first).toBe(lines[0]);
  expect(second).toMatchObject({ line: { no: 4 }, quantity: '140', unitPrice: '78.28' });
  expect(figuresOfTyped([second as TypedLine])[0]?.taxable.toFixed(2)).toBe('10952.20');
  expect(withTerms(lines, { line: 1, quantity: 0, unitPrice: 80, discount: 0 })).toEqual([lines[1]]);
});
