import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  carriedTax,
  isIgst,
  placeCodeOf,
  stateField,
  remarks,
  stateCodeOf,
  suppliedAt,
  type Supply,
  supplyOf,
  supplyWords,
  taxOn,
  taxRemarks,
  taxWithin,
} from './gst.ts';
import type { RegistrationKind } from './registrationRules.ts';
import { Decimal } from './numbers.ts';
import { ratesOn } from './rateRules.ts';

const heads = (split: ReturnType<typeof taxOn>) => [split.CGSTValue, split.SGSTValue, split.IGSTValue].map((each) => each.toFixed(2));

/** The amount without tax, the rate and the kind of supply; then CGST, SGST and IGST. The vectors follow the tax office's practice. */
test.each([
  ['1050.50', '5', false, ['26.26', '26.26', '0.00']],
  ['1050.50', '5', true, ['0.00', '0.00', '52.53']],
  ['100.10', '5', false, ['2.50', '2.50', '0.00']],
  ['100.10', '5', true, ['0.00', '0.00', '5.01']],
  ['999.99', '18', false, ['90.00', '90.00', '0.00']],
  ['250', '40', false, ['50.00', '50.00', '0.00']],
  ['100', '0', true, ['0.00', '0.00', '0.00']],
] as const)(
  'the tax on %s at %s %%, between states %s, is split and rounded as the tax office does it',
  (amount, rate, interState, expected) => {
    expect(heads(taxOn(new Decimal(amount), rate, interState))).toEqual(expected);
  },
);

test('the tax within a value is the tax on the value without it', () => {
  expect(heads(taxWithin(new Decimal('99'), '18', true))).toEqual(['0.00', '0.00', '15.10']);
  expect(heads(taxWithin(new Decimal('1180'), '18', false))).toEqual(['90.00', '90.00', '0.00']);
  expect(heads(taxWithin(new Decimal('1103.02'), '5', false))).toEqual(['26.26', '26.26', '0.00']);
});

test('rounding is carried from line to line', () => {
  const line = new Decimal('33.33');
  expect(carriedTax([line, line, line], '2.5').map((tax) => tax.toFixed(2))).toEqual(['0.83', '0.84', '0.83']);
  expect(carriedTax([], '5')).toEqual([]);
});

const amount = fc.bigInt({ min: 1n, max: 99_999_999_999_999n }).map((paise) => new Decimal(paise.toString()).div(100));
const DAY = '2026-11-22';
const rate = fc.constantFrom(...ratesOn(DAY));

test('the taxes of lines add up to the tax of their sum, and each differs from its own tax by at most a paisa', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 60 }), rate, (amounts, percent) => {
      const taxes = carriedTax(amounts, percent);
      const whole = Decimal.sum(...amounts)
        .times(percent)
        .div(100);
      expect(Decimal.sum(...taxes).toFixed(2)).toBe(whole.toFixed(2));
      for (const [place, tax] of taxes.entries()) {
        const own = (amounts[place] ?? new Decimal(0)).times(percent).div(100);
        expect(tax.minus(own).abs().lte('0.01')).toBe(true);
      }
    }),
  );
});

test('a proposed split leads back to its value without tax, has one kind of tax, and gets no warning', () => {
  fc.assert(
    fc.property(amount, rate, fc.boolean(), (value, percent, interState) => {
      const split = taxWithin(value, percent, interState);
      const tax = split.CGSTValue.plus(split.SGSTValue).plus(split.IGSTValue);
      const back = taxOn(value.minus(tax), percent, interState);
      expect(split.CGSTValue.eq(split.SGSTValue)).toBe(true);
      expect(interState ? split.CGSTValue.isZero() : split.IGSTValue.isZero()).toBe(true);
      for (const head of ['CGSTValue', 'SGSTValue', 'IGSTValue'] as const)
        expect(back[head].minus(split[head]).abs().lte('0.01')).toBe(true);
      // Rounding alone is a large share of an amount of a few paise.
      if (value.gte(1)) expect(taxRemarks({ invoiceValue: value, ...split }, interState ? 'interState' : 'intraState', DAY)).toEqual({});
    }),
  );
});

const at = (stateCode: string | null) => (stateCode === null ? null : ({ kind: 'regular', stateCode } as const));

describe('the supply between two registrations', () => {
  const of = (kind: RegistrationKind, stateCode: string | null = '27') => ({ kind, stateCode });
  test.each<[ReturnType<typeof of> | null, ReturnType<typeof of> | null, Supply | null]>([
    [of('regular'), of('regular'), 'intraState'],
    [of('regular', '24'), of('regular'), 'interState'],
    [of('regular'), of('sez'), 'sez'],
    [of('sez'), of('regular'), 'sez'],
    [of('regular', null), of('sez'), 'sez'],
    [of('composition'), of('sez'), 'untaxed'],
    [of('composition', '24'), of('regular'), 'untaxed'],
    [of('unregistered'), of('regular'), 'untaxed'],
    [of('unregistered'), null, 'untaxed'],
    [of('nonResident'), of('regular'), 'intraState'],
    [of('regular', '24'), of('unBody'), 'interState'],
    [of('regular'), of('isd'), 'intraState'],
    // Daman and Diu became part of 26; Andhra Pradesh has had 37 since Telangana was formed.
    [of('regular', '25'), of('regular', '26'), 'intraState'],
    [of('regular', '37'), of('regular', '28'), 'intraState'],
    [of('regular', '36'), of('regular', '28'), 'interState'],
    [of('regular', null), of('regular'), null],
    [of('regular'), null, null],
    [null, of('sez'), null],
  ])('from %j to %j is %s', (supplier, buyer, supply) => {
    expect(supplyOf(supplier, buyer)).toBe(supply);
    expect(supplyWords(supplier, buyer) === null).toBe(supply === null);
    expect(isIgst(supply)).toBe(supply === null || supply === 'untaxed' ? null : supply !== 'intraState');
  });

  test('tax that a composition or unregistered vendor charges gets a warning, and so does the wrong kind of tax in an SEZ', () => {
    const taxed = (supply: Supply, given: object) =>
      taxRemarks({ invoiceValue: 1180, CGSTValue: '', SGSTValue: '', IGSTValue: '', ...given }, supply, DAY);
    expect(taxed('untaxed', { CGSTValue: 90, SGSTValue: 90 })).toEqual({ CGSTValue: remarks.untaxed });
    expect(taxed('untaxed', { IGSTValue: 180 })).toEqual({ IGSTValue: remarks.untaxed });
    expect(taxed('untaxed', {})).toEqual({});
    expect(taxed('sez', { CGSTValue: 90, SGSTValue: 90 })).toEqual({ CGSTValue: remarks.sez });
    expect(taxed('sez', { IGSTValue: 180 })).toEqual({});
  });
});

describe('the warnings about taxes', () => {
  const figures = (CGSTValue: unknown, SGSTValue: unknown, IGSTValue: unknown, invoiceValue: unknown = 1180) => ({
    invoiceValue,
    CGSTValue,
    SGSTValue,
    IGSTValue,
  });
  test.each([
    [figures(90, 90, ''), '27', '27', {}],
    [figures('', '', '180'), '27', '29', {}],
    [figures('', '', ''), '27', '29', {}],
    [figures('', '', 180), null, '29', {}],
    [figures(90, 90, 100), '27', '27', { IGSTValue: remarks.bothKinds }],
    [figures(90, '89.99', ''), '27', '27', { SGSTValue: remarks.unequal }],
    [figures(90, 90, ''), '27', '29', { CGSTValue: remarks.interState }],
    [figures('', '', 180), '29', '29', { IGSTValue: remarks.intraState }],
    [figures('', '', 1180), '27', '29', { invoiceValue: remarks.aboveValue }],
    [figures('', '', 400), '27', '29', { invoiceValue: remarks.aboveRate(40) }],
    [figures(200, 200, '', 1400), '27', '27', {}],
    [figures('1,000', '१२', '1e309'), '27', '29', {}],
  ] as const)('match the figures and states: %j from %s to %s', (given, supplier, buyer, expected) => {
    expect(taxRemarks(given, supplyOf(at(supplier), at(buyer)), DAY)).toEqual(expected);
  });

  test.each([
    ['2025-09-21', { invoiceValue: remarks.aboveRate(28) }],
    ['2025-09-22', {}],
    // There is no highest rate before GST.
    ['2017-06-30', {}],
  ])('appear above the highest rate of %s', (day, expected) => {
    expect(taxRemarks(figures('', '', 400, 1400), 'interState', day)).toEqual(expected);
  });
});

test.each([
  ['27AAPFU0939F1ZV', 'IN-KA', '27'],
  ['', 'IN-KA', '29'],
  [null, 'IN-AP', '37'],
  [undefined, 'US-CA', null],
  ['AB', null, null],
])('the GST number %s and the state %s give the state code %s', (gstin, state, code) => {
  expect(stateCodeOf(gstin, state)).toBe(code);
});

test.each([
  ['27', '27'],
  ['7', '07'],
  ['27-Maharashtra', '27'],
  [' maharashtra ', '27'],
  ['28', '28'],
  ['IN-MH', '27'],
  ['in-mh', '27'],
  ['IN-XX', null],
  ['96-Other Countries', null],
  ['00', null],
  ['127', null],
  ['Bombay', null],
  ['', null],
])('the place of supply %j is the state %j', (text, code) => {
  expect(placeCodeOf(text)).toBe(code);
});

const STATE_REFUSED = { error: { issues: [{ message: expect.stringMatching(/GST code .* For example: 27 or IN-MH\.$/) }] } };

test.each([
  ['27', '27'],
  ['IN-MH', '27'],
  [' in-ap ', '37'],
  [7, null],
  ['IN-XX', null],
  ['MH', null],
  ['Maharashtra', null],
  ['00', null],
  ['27-MH', null],
])('a form reads the state %j as %j, or names the codes that it accepts', (given, code) => {
  for (const field of [stateField(), stateField({ anyTerritory: true })])
    expect(field.safeParse(given)).toMatchObject(code === null ? STATE_REFUSED : { data: code });
});

test('a form accepts a territory that is not a state where one is allowed, and an empty state is null', () => {
  expect(stateField({ anyTerritory: true }).parse('97')).toBe('97');
  expect(stateField().safeParse('97')).toMatchObject(STATE_REFUSED);
  expect(stateField().parse('')).toBeNull();
});

test('the place of supply in an order replaces the state of the buyer, but not its kind of registration', () => {
  const maharashtra = { kind: 'regular', stateCode: '27' } as const;
  expect(supplyOf(maharashtra, suppliedAt(maharashtra, '29'))).toBe('interState');
  expect(supplyOf(maharashtra, suppliedAt({ kind: 'regular', stateCode: '29' }, '27'))).toBe('intraState');
  expect(supplyOf(maharashtra, suppliedAt({ kind: 'sez', stateCode: '29' }, '27'))).toBe('sez');
  expect(supplyOf(maharashtra, suppliedAt(null, '27'))).toBe('intraState');
  expect(supplyWords(maharashtra, maharashtra, '29')).toBe('Vendor in Maharashtra, place of supply in Karnataka: IGST.');
  expect(supplyWords(maharashtra, null, '27')).toBe('Vendor and place of supply are in Maharashtra: CGST and SGST, half each.');
});
