import { type InvoiceLine, messages } from '@aapurti/contract/invoices/invoiceLines';
import { expect, test } from 'vitest';

import { figuresOfTyped, lineProblem, type TypedLine, typedLinesOf, withoutLine, withTerms } from './typedLines.ts';

const typed = (no: number, number: number): TypedLine => ({
  number,
  line: { no, quantity: 144, unitPrice: 80, discount: 14.4, taxRate: 5, cessRate: 0, IGST: 1 } as InvoiceLine,
  quantity: '144',
  unitPrice: '80',
});

const KEPT = { hsnCode: null, taxRate: null, cessRate: null };

test('the agreed terms fill in only their line, with its discount, and an accepted quantity of zero removes it', () => {
  const lines = [typed(1, 1), typed(4, 2)];
  const [first, second] = withTerms(lines, { line: 2, quantity: 140, unitPrice: 78.28, discount: 7, ...KEPT });
  expect(first).toBe(lines[0]);
  expect(second).toMatchObject({ line: { no: 4 }, quantity: '140', unitPrice: '78.28' });
  expect(
    typedLinesOf([
      { no: 1, quantity: 1, unitPrice: 65.6 },
      { no: 2, quantity: 1, unitPrice: 0.0375 },
    ] as InvoiceLine[]),
  ).toMatchObject([{ unitPrice: '65.60' }, { unitPrice: '0.0375' }]);
  expect(figuresOfTyped([second as TypedLine])[0]?.taxable.toFixed(2)).toBe('10952.20');
  expect(withTerms(lines, { line: 1, quantity: 0, unitPrice: 80, discount: 0, ...KEPT })).toEqual([{ ...lines[1], number: 1 }]);
  const [rated] = withTerms(lines, { line: 1, quantity: 144, unitPrice: 80, discount: 14.4, ...KEPT, hsnCode: '1006', taxRate: 18 });
  expect(rated?.line).toMatchObject({ hsnCode: '1006', taxRate: 18, cessRate: 0 });
});

test('the lines below a removed line move up, and those above it stay the same', () => {
  const lines = [typed(1, 1), typed(2, 2), typed(3, 3)];
  const [first, second, ...more] = withoutLine(lines, 2);
  expect(first).toBe(lines[0]);
  expect(second).toMatchObject({ number: 2, line: { no: 3 } });
  expect(more).toEqual([]);
});

test('a line with an invalid quantity or price shows the server’s message at the cell', () => {
  const line = typed(1, 1);
  expect(lineProblem(line)).toBeNull();
  expect(lineProblem({ ...line, quantity: '' })).toMatchObject({ column: 'quantity', message: 'Quantity is required.' });
  expect(lineProblem({ ...line, quantity: '0' })).toMatchObject({ column: 'quantity', message: messages.quantity });
  expect(lineProblem({ ...line, unitPrice: '-1' })).toMatchObject({ column: 'unitPrice', message: messages.price });
});
