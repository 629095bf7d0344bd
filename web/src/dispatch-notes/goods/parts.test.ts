import { describe, expect, test } from 'vitest';

import {
  type PackageDraft,
  packagesProblem,
  packed,
  readParts,
  renumberParts,
  restOf,
  sentPackages,
  sentVehicles,
  vehiclesProblem,
  withoutPackage,
} from './parts.ts';

const line = (no: number, quantity: string, cartons = '') => ({ no, quantity, cartons });
const LINES = [line(1, '100', '4'), line(3, '7.5')];
const draft = (more: Partial<PackageDraft> = {}): PackageDraft => ({
  kind: 'carton',
  parent: '',
  sscc: '',
  grossKg: '',
  contents: '',
  ...more,
});

test.each([
  ['', []],
  ['1: 12', [{ no: 1, quantity: '12' }]],
  [
    ' 1:12 , 2 x 6.5;3=1',
    [
      { no: 1, quantity: '12' },
      { no: 2, quantity: '6.5' },
      { no: 3, quantity: '1' },
    ],
  ],
  ['12', null],
  ['1: -3', null],
  ['1: 1.2345', null],
  ['a: 1', null],
])('the contents %j are read', (text, parts) => {
  expect(readParts(text)).toEqual(parts);
});

test('a line that is left out disappears from the contents, and those below it move up', () => {
  expect(renumberParts('1: 2, 2: 3, 3: 4', (no) => (no === 2 ? null : no > 2 ? no - 1 : no))).toBe('1: 2, 2: 4');
  expect(renumberParts('what', () => null)).toBe('what');
});

test('the rest is the quantity that no vehicle has yet', () => {
  expect(restOf(LINES, [{ contents: '1: 60' }, { contents: '1: 30, 3: 7.5' }])).toBe('1: 10');
  expect(restOf(LINES, [])).toBe('1: 100, 3: 7.5');
});

describe('packing', () => {
  test('divides a line among its cartons and numbers the cartons', () => {
    const packages = packed([line(1, '10', '3'), line(2, '5')], 0, '106141412345678908');
    expect(packages.map(({ kind, contents, sscc }) => [kind, contents, sscc])).toEqual([
      ['carton', '1: 4', '106141412345678908'],
      ['carton', '1: 3', '106141412345678915'],
      ['carton', '1: 3', '106141412345678922'],
      ['carton', '2: 5', '106141412345678939'],
    ]);
  });

  test('on pallets numbers only the pallets', () => {
    const packages = packed([line(1, '10', '3')], 2, '106141412345678908');
    expect(packages.map(({ kind, parent, sscc }) => [kind, parent, sscc])).toEqual([
      ['pallet', '', '106141412345678908'],
      ['pallet', '', '106141412345678915'],
      ['carton', '1', ''],
      ['carton', '1', ''],
      ['carton', '2', ''],
    ]);
  });

  test('puts one piece into the first of two cartons, and numbers nothing from an invalid SSCC', () => {
    expect(packed([line(1, '1', '2')], 0, '12').map(({ contents, sscc }) => [contents, sscc])).toEqual([
      ['1: 1', ''],
      ['', ''],
    ]);
  });
});

test('cartons of a removed pallet remain without a pallet, and the others keep theirs', () => {
  const all = [draft({ kind: 'pallet' }), draft({ kind: 'pallet' }), draft({ parent: '1' }), draft({ parent: '2' })];
  expect(withoutPackage(all, 0).map(({ parent }) => parent)).toEqual(['', '', '1']);
});

test.each([
  [draft({ contents: '1: 5' }), null],
  [draft({ contents: '2: 5' }), 'Package 1: Line 2 does not exist in the goods.'],
  [draft({ contents: 'all' }), 'Package 1: Enter line and quantity, for example 1: 12, 2: 6.'],
  [draft({ sscc: '106141412345678907' }), 'Package 1: An SSCC has 18 digits. The last one is a check digit.'],
  [draft({ grossKg: '-1' }), 'Package 1: Invalid weight. It should be number.'],
  [draft({ parent: '1' }), 'Package 1: Package 1 is not a pallet.'],
])('a package gets the right problem: %j', (given, problem) => {
  expect(packagesProblem([given], LINES)).toBe(problem);
});

test('sent contents count only the lines that are not left out', () => {
  expect(sentPackages([draft({ contents: '1: 5, 3: 2' })], LINES)[0]?.lines).toEqual([
    { no: 1, quantity: '5' },
    { no: 2, quantity: '2' },
  ]);
  const vehicle = { number: 'HR38AB1234', over: false, contents: '3: 7.5' };
  expect(sentVehicles([vehicle, { number: ' ', over: false, contents: '' }], LINES)).toEqual([
    { number: 'HR38AB1234', over: false, lines: [{ no: 2, quantity: '7.5' }] },
  ]);
  expect(vehiclesProblem([vehicle, { ...vehicle, contents: '9: 1' }], LINES)).toBe('Vehicle 2: Line 9 does not exist in the goods.');
});
