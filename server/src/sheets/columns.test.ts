import { eanProblem, eanRemark } from '@aapurti/contract/ground/india';
import { MONEY, PERCENT, QUANTITY } from '@aapurti/contract/ground/numbers';
import { describe, expect, test } from 'vitest';

import { dateColumn, decimalColumn, digitsColumn, type FilledCell, required, textColumn } from './columns.ts';

const words = (heading: string) => ({ heading, example: 'x', note: '' });

function outcome(column: { read: (cell: FilledCell) => { value: unknown } | { error: string } }, cell: FilledCell): unknown {
  const read = column.read(cell);
  return 'error' in read ? read.error : String(read.value);
}

describe('text', () => {
  const name = textColumn({ ...words('Item Name'), most: 20 });
  test.each([
    [' Tea & "चाय" 🍵 ', 'Tea & "चाय" 🍵'],
    ['=1+1', '=1+1'],
    ["=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0"],
    ['one\r\ntwo\tthree', 'one two three'],
    ['a\u0000b\ufeff', 'ab'],
    ['a\ud800b😀', 'ab😀'],
    [8901030516320, '8901030516320'],
    [0.5, '0.5'],
    [1e21, 'Spreadsheet programs keep only 15 digits of a number. Format the column as text and enter it again.'],
    [{ number: 1042, format: '0000000' }, '0001042'],
    ['1E10', '1E10'],
    [true, 'TRUE'],
    ['x'.repeat(21), 'At most 20 characters.'],
    [{ date: '2026-12-10' }, 'The spreadsheet program changed it to a date. Format the column as text and enter it again.'],
  ])('%j is %j', (cell, expected) => expect(outcome(name, cell)).toBe(expected));
});

describe('digits', () => {
  const ean = digitsColumn({ ...words('EAN Code'), problem: eanProblem, remark: eanRemark });
  const code = digitsColumn({ ...words('Code'), most: 20 });
  test.each([
    ['036000291452', '036000291452'],
    [8901030516320, '8901030516320'],
    ['8901030516320', '8901030516320'],
    [' 8901 030 516320\u200b', '8901030516320'],
    ["'8901030516320", '8901030516320'],
    ['8901030516320.0', '8901030516320'],
    [
      8901030516321,
      "The EAN code's check digit should be 0. Please check every digit. If it starts with 0, format the column as text and enter it again.",
    ],
    ['8901030516321', "The EAN code's check digit should be 0. Please check every digit."],
    ['8.90E+12', 'The spreadsheet program shortened this number to 8.90E+12. Format the column as text and enter it again.'],
    ['8,90E+12', 'The spreadsheet program shortened this number to 8,90E+12. Format the column as text and enter it again.'],
    ['89o1030516320', 'EAN Code should be digits only.'],
    ['८९०१०३०५१६३२०', 'EAN Code should be digits only.'],
    [-8901030516320, 'EAN Code should be digits only.'],
    [89.5, 'EAN Code should be digits only.'],
    [true, 'EAN Code should be digits only.'],
    [{ date: '2026-12-10' }, 'EAN Code should be digits only.'],
  ])('%j is %j', (cell, expected) => expect(outcome(ean, cell)).toBe(expected));

  test('numbers of more than 15 digits have lost digits', () => {
    expect(outcome(code, 1234567890123456)).toMatch(/keep only 15 digits/);
    expect(outcome(code, '1234567890123456')).toBe('1234567890123456');
    expect(outcome(code, '1'.repeat(21))).toBe('At most 20 digits.');
  });

  test('unusual values get a warning', () => {
    expect(ean.read('2000000000001')).toEqual({ value: '2000000000001', remark: expect.stringContaining('own code') as string });
  });
});

describe('numbers', () => {
  const mrp = decimalColumn({ ...words('MRP'), range: MONEY });
  test.each([
    [549, '549'],
    ['549.50', '549.5'],
    ['1,234.50', '1234.5'],
    ['12,34,567', '1234567'],
    ['₹ 99', '99'],
    ['Rs. 99.5', '99.5'],
    ['Rs.1,099', '1099'],
    ['1,05,000/-', '105000'],
    ['₹ 1,05,000', '105000'],
    ['Rs. 1050', '1050'],
    ['Rs 1,05,000.50/-', '105000.5'],
    ['INR 1050', '1050'],
    ['1,05,00', 'MRP should be a number.'],
    ['(1,050)', 'MRP should be a number.'],
    ['1050 Cr', 'MRP should be a number.'],
    [0, '0'],
    [33.333, 'MRP should have at most 2 decimal places, not 33.333.'],
    [-1, 'MRP should be at least 0.'],
    ['-1', 'MRP should be at least 0.'],
    [1e12, 'MRP should be at most 999999999999.99.'],
    ['12,5', 'MRP should be a number.'],
    ['1e3', 'MRP should be a number.'],
    ['abc', 'MRP should be a number.'],
    ['- ', 'MRP should be a number.'],
    [true, 'MRP should be a number.'],
    [{ date: '2026-12-10' }, 'MRP should be a number.'],
  ])('%j is %j', (cell, expected) => expect(outcome(mrp, cell)).toBe(expected));

  const rate = decimalColumn({ ...words('Rate'), range: PERCENT, percent: true });
  test.each([
    [rate, '22.5%', '22.5'],
    [rate, ' 5 % ', '5'],
    [rate, 22.5, '22.5'],
    [rate, '2250%', 'Rate should be at most 100.'],
    [rate, '%', 'Rate should be a number.'],
    [mrp, '5%', 'MRP should be a number.'],
  ])('percent: %# %j is %j', (given, cell, expected) => expect(outcome(given, cell)).toBe(expected));

  test("the range is the column's own", () => {
    expect(outcome(decimalColumn({ ...words('Quantity'), range: QUANTITY }), 1.234)).toBe('1.234');
  });
});

test.each([
  [{ date: '2026-12-10' }, '2026-12-10'],
  ['10-12-2026', '2026-12-10'],
  ['2026-12-10', '2026-12-10'],
  ['31-02-2026', 'Date should be a date, for example 31-12-2026.'],
  ['12/10/2026', '2026-10-12'],
  ['20/11/2026', '2026-11-20'],
  ['20.11.2026', '2026-11-20'],
  ['5.1.2026', '2026-01-05'],
  ['20-Nov-2026', '2026-11-20'],
  ['20-Nov-26', '2026-11-20'],
  ['1st November 2026', '2026-11-01'],
  ['Nov 20, 2026', '2026-11-20'],
  ['2026-11-20 00:00:00', '2026-11-20'],
  ['2026-11-20T00:00:00.000Z', '2026-11-20'],
  ['20-11-2026 14:30', '2026-11-20'],
  ['2026-11-20T20:00:00Z', 'Date should be a date, for example 31-12-2026.'],
  ['11/20/2026', 'Date should be a date, for example 31-12-2026.'],
  ['20-11-26', 'Date should be a date, for example 31-12-2026.'],
  ['20-11/2026', 'Date should be a date, for example 31-12-2026.'],
  ['31/02/2026', 'Date should be a date, for example 31-12-2026.'],
  ['20-Nov', 'Date should be a date, for example 31-12-2026.'],
  [46056, 'Date should be a date, for example 31-12-2026.'],
])('the date %j is %j', (cell, expected) => {
  expect(outcome(dateColumn(words('Date')), cell)).toBe(expected);
});

test('a required column keeps its type', () => {
  const ean = required(digitsColumn({ ...words('EAN Code'), problem: eanProblem, remark: eanRemark }));
  expect(ean).toMatchObject({ heading: 'EAN Code', required: true, format: 'text' });
  expect(ean.read('2000000000001')).toMatchObject({ value: '2000000000001', remark: expect.stringContaining('own') as string });
  expect(outcome(ean, 'x')).toBe('EAN Code should be digits only.');
  expect(outcome(required(textColumn(words('Item Name'))), '\u0000')).toBe('Item Name is required.');
});
