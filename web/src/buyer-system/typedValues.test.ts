import { expect, test } from 'vitest';

import { emptyLine, totalsOf } from './typedValues.ts';

const line = (quantity: string, price: string, more: object = {}) => ({ ...emptyLine(), quantity, price, ...more });

test('lines add up while they are typed, and one that is not right counts as nothing', () => {
  const lines = [line('10', '100', { taxRate: '5' }), line('5', '-4'), line('ten', '1'), line('1', '')];
  expect(totalsOf(lines, 'interState')).toEqual({
    lines: ['1050.00', null, null, null],
    taxable: '1000.00',
    tax: '50.00',
    cess: '0.00',
    value: '1050.00',
  });
});

test('of a vendor that charges no GST a typed rate counts as nothing', () => {
  expect(totalsOf([line('10', '100', { taxRate: '5' })], 'untaxed')).toMatchObject({ tax: '0.00', value: '1000.00' });
});

test('a discount or a rate below nothing is none', () => {
  expect(totalsOf([line('1', '100', { discountRate: '-10', taxRate: '-5' })], 'intraState').value).toBe('100.00');
});

test('cess is a sum of its own, and below nothing it is none', () => {
  expect(totalsOf([line('10', '100', { taxRate: '5', cessRate: '12' })], 'intraState')).toMatchObject({
    tax: '50.00',
    cess: '120.00',
    value: '1170.00',
  });
  expect(totalsOf([line('10', '100', { cessRate: '-12' })], 'intraState')).toMatchObject({ cess: '0.00', value: '1000.00' });
  expect(totalsOf([line('10', '100', { cessRate: '12' })], 'untaxed')).toMatchObject({ cess: '0.00', value: '1000.00' });
});
