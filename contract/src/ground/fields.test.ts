import { expect, test } from 'vitest';
import * as z from 'zod';

import {
  indianDay,
  isIsoDate,
  optionalDate,
  optionalPattern,
  optionalText,
  patternText,
  requiredText,
  showDate,
  showMoney,
  signed,
} from './fields.ts';
import { MONEY, optionalNumber, parseDecimal, requiredNumber } from './numbers.ts';

test.each([
  ['12.50', '12.5'],
  [12.5, '12.5'],
  [' 7 ', '7'],
  ['-3', '-3'],
  ['1,000', null],
  ['१२', null],
  ['1e3', null],
  ['0x10', null],
  ['NaN', null],
  [Number.NaN, null],
  [Number('1e309'), null],
  ['', null],
  [{}, null],
  [true, null],
])('%j is read as %s', (given, expected) => {
  expect(parseDecimal(given)?.toString() ?? null).toBe(expected);
});

test.each(['-1', '0.001', '1000000000000.00', 'abc', '1,000', '१२'])('an amount of %s is invalid', (given) => {
  const amount = requiredNumber(MONEY, { required: 'required', invalid: 'invalid' });
  expect(amount.safeParse(given).error?.issues[0]?.message).toBe('invalid');
});

test('an amount that is left blank is reported as missing', () => {
  const amount = requiredNumber(MONEY, { required: 'required', invalid: 'invalid' });
  for (const given of ['', '  ', null, undefined]) expect(amount.safeParse(given).error?.issues[0]?.message).toBe('required');
  expect(amount.parse('999999999999.99').toFixed(2)).toBe('999999999999.99');
});

test.each([
  ['2026-02-28', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-02-31', false],
  ['2026-13-01', false],
  ['26-01-01', false],
  ['1899-12-31', false],
])('%s is a day: %s', (text, expected) => {
  expect(isIsoDate(text)).toBe(expected);
  expect(optionalDate.safeParse(text).success).toBe(expected);
});

test('screens show days as DD-MM-YYYY, instants by their day in India, and amounts in lakh and crore', () => {
  expect(showDate('2026-11-05')).toBe('05-11-2026');
  expect(showDate('2026-11-05T19:00:00+00:00')).toBe('06-11-2026');
  expect(indianDay(new Date('2026-11-05T18:29:59Z'))).toBe('2026-11-05');
  expect(indianDay(new Date('2026-11-05T18:30:00Z'))).toBe('2026-11-06');
  expect(showMoney(1234567)).toBe('₹12,34,567.00');
  expect(showMoney(-0.5)).toBe('-₹0.50');
  expect(showMoney(null)).toBe('–');
  expect([5, -5, 0].map((value) => signed(value, showMoney(Math.abs(value))))).toEqual(['+₹5.00', showMoney(-5), '₹0.00']);
});

test('a number is read as text only if the number keeps every digit', () => {
  const digits = patternText(/^\d+$/, { invalid: 'no' });
  expect(digits.parse(12345678901234)).toBe('12345678901234');
  for (const number of [Number.MAX_SAFE_INTEGER + 1, Infinity]) {
    expect(digits.safeParse(number).success).toBe(false);
    expect(optionalPattern(/^\d+$/, 'no').safeParse(number).success).toBe(false);
    expect(requiredText('needed').safeParse(number).success).toBe(false);
  }
});

test('invisible characters are removed from a text, and alone mean an empty text', () => {
  const [name, note] = [requiredText('needed'), optionalText()];
  expect(name.parse(' Mill\u200b \u202egpj.exe\u202c\u2066\u0007\ufeff ')).toBe('Mill gpj.exe');
  for (const kept of ['क्\u200dष', '👩\u200d🌾', '\u200fاردو', 'line\nline\tcell']) expect(name.parse(kept)).toBe(kept);
  for (const nothing of ['\u200b', '\u202e\u202c', '\u200d \u200f', '\u0007']) {
    expect(name.safeParse(nothing).error?.issues[0]?.message).toBe('needed');
    expect(note.parse(nothing)).toBeNull();
  }
  expect(patternText(/^\d+$/, { invalid: 'no' }).parse('8901030\u200b516320')).toBe('8901030516320');
});

test('an optional field may be absent and then becomes null', () => {
  const all = z.object({
    text: optionalText(),
    number: optionalNumber(MONEY, { invalid: '' }),
    pattern: optionalPattern(/x/, ''),
    date: optionalDate,
  });
  expect(all.parse({})).toEqual({ text: null, number: null, pattern: null, date: null });
});
