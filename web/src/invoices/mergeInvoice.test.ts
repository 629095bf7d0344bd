import type { InvoiceLine } from '@aapurti/contract/invoices/invoiceLines';
import type { Invoice } from '@aapurti/contract/invoices/invoices';
import { expect, test } from 'vitest';

import { invoiceValues, mergeInvoice, type WithLines } from './invoiceValues.ts';
import { typedLinesOf } from './typedLines.ts';

const line = (no: number, quantity: number) =>
  ({
    orderId: '1',
    line: no,
    receiptId: null,
    itemCode: `M-${no}`,
    quantity,
    unitPrice: 100,
    discount: 0,
    taxRate: 5,
    cessRate: 0,
    IGST: 0,
  }) as unknown as InvoiceLine;
const invoice = (lines: readonly InvoiceLine[], more: object = {}): WithLines =>
  ({ invoiceNumber: '71', invoiceValue: 1050, CGSTValue: 25, SGSTValue: 25, remarks: null, ...more, lines }) as unknown as Invoice &
    WithLines;

const was = invoice([line(1, 10), line(2, 20)]);
const valuesOf = (record: WithLines) => ({ ...invoiceValues(record), typedLines: typedLinesOf(record.lines ?? []) });
const typed = (quantity: string, more: object = {}) => {
  const values = valuesOf(was);
  return { ...values, ...more, typedLines: values.typedLines.map((each, index) => (index === 0 ? { ...each, quantity } : each)) };
};

test('lines that others changed are updated, with the figures that follow from them', () => {
  const is = invoice([line(1, 10), line(2, 5)], { invoiceValue: 525, CGSTValue: 12.5 });
  const { adopt, changes } = mergeInvoice(was, is, { ...valuesOf(was), remarks: 'Mine' });
  expect(adopt).toMatchObject({ invoiceValue: '525.00', CGSTValue: '12.50', typedLines: typedLinesOf(is.lines ?? []) });
  expect(adopt).not.toHaveProperty('remarks');
  expect(changes[0]).toEqual({ label: 'Lines', theirs: '2: 5 × ₹100.00', yours: null });
});

test('lines typed here stay with their own figures, whatever others changed', () => {
  const is = invoice([line(1, 8), line(2, 20)], { invoiceValue: 840, CGSTValue: 20, PONumber: '900' });
  const { adopt, changes } = mergeInvoice(was, is, typed('9', { invoiceValue: '945.00' }));
  // The tax that was not typed follows from the own lines too, and the number of the order does not.
  expect(adopt).toEqual({ PONumber: '900' });
  expect(changes[0]).toEqual({ label: 'Lines', theirs: '1: 8 × ₹100.00', yours: '1: 9 × ₹100.00' });
});

test('a line that others removed does not come back or remove a typed one', () => {
  const is = invoice([line(1, 10)]);
  expect(mergeInvoice(was, is, valuesOf(was)).adopt['typedLines']).toHaveLength(1);
  const { adopt, changes } = mergeInvoice(was, is, typed('9'));
  expect(adopt).not.toHaveProperty('typedLines');
  expect(changes[0]).toMatchObject({ theirs: '1: 10 × ₹100.00', yours: '1: 9 × ₹100.00 and 2: 20 × ₹100.00' });
});

test('the same figure typed in another form is not a change, and lines that nobody else changed stay as typed', () => {
  expect(mergeInvoice(was, invoice([line(1, 8), line(2, 20)]), typed('10.000')).changes[0]).toMatchObject({ yours: null });
  const { adopt, changes } = mergeInvoice(was, invoice(was.lines ?? [], { remarks: 'Theirs' }), typed('9'));
  expect(adopt).toEqual({ remarks: 'Theirs' });
  expect(changes.map(({ label }) => label)).toEqual(['Remarks']);
});
