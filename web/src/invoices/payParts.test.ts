import { expect, test } from 'vitest';

import { openRows, paidSum, partsOf, payProblem, payRows, proposedParts } from './payParts.ts';

const FIGURES = {
  payable: 100,
  invoiceValue: 100,
  invoiceTotal: 130,
  notes: 20.1,
  deductions: 9.9,
  vendorPayable: null,
  held: 0,
  reason: null,
};

test('the form proposes each invoice in full if the account limits nothing', () => {
  expect(
    proposedParts([
      { payable: 100.1, vendorPayable: null },
      { payable: 0, vendorPayable: null },
    ]),
  ).toEqual(['100.10', '']);
});

test('the form never proposes more in total than is payable to the vendor', () => {
  const vendorPayable = 150;
  const rooms = [100, 100, 20].map((payable) => ({ payable, vendorPayable }));
  expect(proposedParts(rooms)).toEqual(['100.00', '50.00', '']);
  expect(proposedParts([{ payable: 50, vendorPayable: 0 }])).toEqual(['']);
});

test('typed amounts stay while the proposals of the others follow newer figures', () => {
  const invoices = ['A', 'B'].map((invoiceNumber) => ({ _id: invoiceNumber, invoiceNumber, dueDate: '2026-12-01' }));
  const figuresOf = (payable: number) => ({ ...FIGURES, payable, held: 100 - payable });
  const rows = payRows(invoices, [figuresOf(100), figuresOf(100)]).map((row) => (row.number === 2 ? { ...row, amount: '90' } : row));
  const newer = payRows(invoices, [figuresOf(60), figuresOf(60)], rows);
  expect(newer.map(({ amount, proposed, why }) => [amount, proposed, why])).toEqual([
    ['60.00', '60.00', '₹40.00 is held by claims.'],
    ['90', '60.00', '₹40.00 is held by claims.'],
  ]);
  expect(newer.map((row) => payProblem(row)?.message ?? null)).toEqual([null, 'Payment value should not be more then 60.00']);
});

test('a row keeps its amount if the invoice before it is paid in the meantime', () => {
  const [one, two] = ['A', 'B'].map((invoiceNumber) => ({ _id: invoiceNumber, invoiceNumber, dueDate: '2026-12-01' }));
  if (one === undefined || two === undefined) throw new Error('two invoices');
  const typed = payRows([one, two], [FIGURES, FIGURES]).map((row) => ({ ...row, amount: row.number === 2 ? '7' : '5' }));
  expect(payRows([two], [FIGURES], typed)).toMatchObject([{ invoiceNumber: 'B', amount: '7', value: 130, takenOff: 30 }]);
});

test('the form pays only typed amounts of open invoices, even if more becomes payable in the meantime', () => {
  const invoices = ['A', 'B', 'C', 'D'].map((invoiceNumber) => ({ _id: invoiceNumber, invoiceNumber, dueDate: '2026-12-01' }));
  const figuresOf = (...payable: number[]) => payable.map((each) => ({ ...FIGURES, payable: each }));
  const amountsOf = (rows: readonly { amount: string }[]) => rows.map(({ amount }) => amount);
  const rows = openRows(invoices, figuresOf(100, 0, 100, 100));
  expect(amountsOf(rows)).toEqual(['', '', '', '']);
  const typed = rows.map((row, index) => ({ ...row, amount: ['100.00', '', '7', '9'][index] ?? '' }));
  // The second had nothing payable before, and the first was to be paid in full.
  const newer = openRows(invoices, figuresOf(150, 1_000, 100, 0), typed);
  expect(amountsOf(newer)).toEqual(['100.00', '', '7', '']);
  expect(newer.map(({ proposed }) => proposed)).toEqual(['150.00', '1000.00', '100.00', '']);
  expect(amountsOf(openRows(invoices.slice(1), figuresOf(1_000, 100, 0), typed))).toEqual(['', '7', '']);
});

test('payments include the rows with an amount, and add up exactly', () => {
  const rows = payRows(
    ['A', 'B', 'C'].map((invoiceNumber) => ({ _id: invoiceNumber, invoiceNumber, dueDate: '2026-12-01' })),
    [FIGURES, FIGURES, FIGURES],
  ).map((row, index) => ({ ...row, amount: ['0.10', '', '0.20'][index] ?? '' }));
  expect(paidSum(rows).toFixed(2)).toBe('0.30');
  expect(partsOf(rows).map(({ invoiceId, amount }) => [invoiceId, amount.toFixed(2)])).toEqual([
    ['A', '0.10'],
    ['C', '0.20'],
  ]);
});

test('an amount must be above 0 with at most two decimals, and a row without one is not paid', () => {
  const [row] = payRows([{ _id: '1', invoiceNumber: 'A', dueDate: '2026-12-01' }], [FIGURES]);
  const problemOf = (amount: string) => (row === undefined ? null : payProblem({ ...row, amount }));
  for (const amount of ['much', '0', '-1', '1.005']) expect(problemOf(amount)?.message).toBe('Please enter payment amount');
  for (const amount of ['', '0.01', '100']) expect(problemOf(amount)).toBeNull();
});
