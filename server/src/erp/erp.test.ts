import { Decimal } from '@aapurti/contract/ground/numbers';
import { describe, expect, test } from 'vitest';

import {
  day,
  decimal,
  ean,
  eanSpellings,
  gstin,
  headOf,
  lineFigures,
  Misfit,
  quantityText,
  rupees,
  since,
  spread,
  text,
  timeText,
} from './erp.ts';

const of = (value: unknown) => {
  const found = decimal({ rate: value }, 'rate');
  return found === null ? null : found.toFixed();
};

describe('the numbers of a record', () => {
  test.each([
    [12.5, '12.5'],
    [0.1 + 0.2, '0.3'],
    [1.0049999999999999, '1.005'],
    ['12.50', '12.5'],
    ['1E+2', '100'],
    [{ __class__: 'Decimal', decimal: '20.5050' }, '20.505'],
    [null, null],
    [false, null],
    ['', null],
  ])('include %o, which is %s', (given, expected) => expect(of(given)).toBe(expected));

  test.each([['12,50'], ['abc'], [{}], [[]], [Number.NaN], [true], ['1e999'], [1e13]])('do not include %o', (given) =>
    expect(() => of(given)).toThrow(Misfit),
  );

  test('are written with paise, and quantities without trailing zeros', () => {
    expect(rupees(new Decimal('1.005'))).toBe('1.01');
    expect(quantityText(new Decimal('2.5000'))).toBe('2.5');
  });
});

describe('the days of a record', () => {
  test.each<[unknown, 'site' | 'utc', string | null]>([
    ['2026-11-20', 'utc', '2026-11-20'],
    ['2026-11-20 20:00:00', 'utc', '2026-11-21'],
    ['2026-11-20 20:00:00.123456', 'site', '2026-11-20'],
    [{ __class__: 'date', year: 2026, month: 1, day: 5 }, 'utc', '2026-01-05'],
    [{ __class__: 'datetime', year: 2026, month: 1, day: 5, hour: 19, minute: 0, second: 0 }, 'utc', '2026-01-06'],
    [false, 'utc', null],
    [null, 'utc', null],
  ])('include %o of the time zone %s, which is %s', (given, zone, expected) => expect(day({ date: given }, 'date', zone)).toBe(expected));

  test.each([['2026-02-30'], ['tomorrow'], [20261120], [{ year: 2026 }], ['2026-11-20 99:00:00']])('do not include %o', (given) =>
    expect(() => day({ date: given }, 'date')).toThrow(/date is not a date/),
  );
});

test('a cursor goes back five minutes, and an invalid one starts from the beginning', () => {
  expect(since('2026-11-20 00:02:00.123456')).toBe('2026-11-19 23:57:00');
  expect(since(null)).toBeNull();
  expect(since('')).toBeNull();
});

test('times of Tryton sort as text', () => {
  expect(timeText({ __class__: 'datetime', year: 2026, month: 1, day: 5, hour: 9, minute: 1, second: 2, microsecond: 45 })).toBe(
    '2026-01-05 09:01:02.000045',
  );
  expect(timeText(null)).toBe('');
});

test.each([
  ['8901058000290', '8901058000290'],
  ['890-1058 000290', '8901058000290'],
  ['036000291452', '0036000291452'],
  ['ABC', null],
  ['12345', null],
  [null, null],
])('the item %o has the EAN %s', (given, expected) => expect(ean(given)).toBe(expected));

test('an EAN is searched with its leading zero and without', () => {
  expect(eanSpellings('0036000291452')).toEqual(['036000291452', '0036000291452', '00036000291452']);
  expect(eanSpellings('036000291452')).toEqual(['036000291452', '0036000291452', '00036000291452']);
  expect(eanSpellings('8901058000290')).toEqual(['8901058000290', '08901058000290']);
});

test('the GST number is the first valid one', () => {
  expect(gstin(null, 'PAN?', '27aapfu0939f1zv')).toBe('27AAPFU0939F1ZV');
  expect(gstin('27AAPFU0939F1ZX', undefined)).toBeNull();
});

test.each([
  ['Input Tax CGST - BR', 'cgst'],
  ['Input Tax SGST - BR', 'sgst'],
  ['UTGST 2.5%', 'sgst'],
  ['IGST 18%', 'igst'],
  ['GST Compensation Cess', 'cess'],
  ['Freight', null],
])('the name of %s is %s', (name, head) => expect(headOf(name)).toBe(head));

test('text is trimmed, and a list is not text', () => {
  const textOf = (name: unknown) => text({ name }, 'name');
  expect([textOf('  a '), textOf(''), textOf(false), textOf(undefined), textOf(42), text(null, 'name')]).toEqual([
    'a',
    null,
    null,
    null,
    '42',
    null,
  ]);
  expect(() => textOf(['a'])).toThrow('name is not text: ["a"].');
});

const figures = (quantity: string, unitPrice: string, taxable: string | null, discountRate = '0') =>
  lineFigures({
    quantity: new Decimal(quantity),
    unitPrice: new Decimal(unitPrice),
    discountRate: new Decimal(discountRate),
    taxable: taxable === null ? null : new Decimal(taxable),
    taxes: { igst: { rate: new Decimal(18) } },
  });

test('the amount of a line is quantity times price less its discount, rounded half up, unless the ERP states it', () => {
  expect(figures('3', '33.335', null)).toMatchObject({ taxable: '100.01', igst: '18.00', total: '118.01', discount: '0.00' });
  expect(figures('2', '100', null, '12.5')).toMatchObject({ taxable: '175.00', discount: '25.00', discountRate: '12.5' });
  expect(figures('2', '100', '190')).toMatchObject({ taxable: '190.00', discount: '10.00', unitPrice: '100' });
  expect(figures('2', '100', '210')).toMatchObject({ taxable: '210.00', discount: '0.00', unitPrice: '105' });
  expect(() => figures('1', '-5', null)).toThrow('below zero');
});

test('negative amounts are spread over the parts in their order', () => {
  const parts = [5, 20, -10].map((amount) => ({ amount: new Decimal(amount) }));
  expect(spread(parts).map(({ amount }) => amount.toFixed())).toEqual(['15']);
});
