import { expect, test } from 'vitest';

import { emptyLine, lineProblem, taxableOf, totalsOf, withoutLine } from './typedValues.ts';

const line = (quantity: string, price: string, more: object = {}) => ({ ...emptyLine(1), quantity, price, ...more });

test('lines add up while they are typed, and an invalid one counts as zero', () => {
  const lines = [line('10', '100', { taxRate: '5' }), line('5', '-4'), line('ten', '1'), line('1', '')];
  expect(totalsOf(lines, 'interState')).toEqual({
    taxable: '1000.00',
    tax: '50.00',
    cess: '0.00',
    value: '1050.00',
  });
});

test('a typed rate of a vendor that charges no GST counts as 0', () => {
  expect(totalsOf([line('10', '100', { taxRate: '5' })], 'untaxed')).toMatchObject({ tax: '0.00', value: '1000.00' });
});

test('a negative discount or rate counts as zero', () => {
  expect(totalsOf([line('1', '100', { discountRate: '-10', taxRate: '-5' })], 'intraState').value).toBe('100.00');
});

test('cess has a sum of its own, and a negative one counts as zero', () => {
  expect(totalsOf([line('10', '100', { taxRate: '5', cessRate: '12' })], 'intraState')).toMatchObject({
    tax: '50.00',
    cess: '120.00',
    value: '1170.00',
  });
  expect(totalsOf([line('10', '100', { cessRate: '-12' })], 'intraState')).toMatchObject({ cess: '0.00', value: '1000.00' });
  expect(totalsOf([line('10', '100', { cessRate: '12' })], 'untaxed')).toMatchObject({ cess: '0.00', value: '1000.00' });
});

test('the value of a line before tax needs its quantity and price', () => {
  expect(taxableOf(line('10', '100', { discountRate: '5', taxRate: '5' }))?.toFixed(2)).toBe('950.00');
  expect(taxableOf(line('1', ''))).toBeNull();
  expect(taxableOf(line('5', '-4'))).toBeNull();
});

test('a line shows its first problem at a cell, and that of a field without a cell at the EAN', () => {
  const good = line('10', '100', { EANCode: '8901030516320' });
  expect(lineProblem(good)).toBeNull();
  expect(lineProblem({ ...good, EANCode: '' })).toMatchObject({ column: 'EANCode', message: 'EAN Code is required.' });
  expect(lineProblem({ ...good, EANCode: '', itemCode: 'R-1' })).toBeNull();
  expect(lineProblem({ ...good, quantity: '', taxRate: '101' })).toMatchObject({ column: 'quantity', message: 'Quantity is required.' });
  expect(lineProblem({ ...good, hsnCode: 'x' })).toMatchObject({ column: 'EANCode' });
});

test('the lines below a removed line move up', () => {
  const lines = [1, 2, 3].map((number) => ({ ...emptyLine(number), itemName: `Rice ${number}` }));
  expect(withoutLine(lines, 2).map(({ number, itemName }) => [number, itemName])).toEqual([
    [1, 'Rice 1'],
    [2, 'Rice 3'],
  ]);
});
