import { expect, test } from 'vitest';

import {
  labelCount,
  LABELS_MAX,
  messages,
  proposal,
  proposedCartons,
  quantityIn,
  readCartons,
  whyNoLabels,
  writeCartons,
} from './cartons.ts';

const line = (itemQuantityInCart: number, caseQuantity: number | null = null) => ({ itemQuantityInCart, caseQuantity });

test.each([
  [line(144, 12), 12],
  [line(140, 12), 12],
  [line(145, 12), 13],
  [line(5, 12), 1],
  [line(0.3, 0.1), 3],
  [line(12.5, 2.5), 5],
  [line(140), 1],
  [line(140, 0), 1],
])('%j is packed in %d', (packed, cartons) => {
  expect(proposedCartons(packed)).toBe(cartons);
});

test.each([
  // Full cartons, and the last has the rest.
  [line(30, 12), 3, [12, 12, 6]],
  [line(24, 12), 2, [12, 12]],
  [line(5, 12), 1, [5]],
  [line(7), 1, [7]],
  // Somebody has typed this number: the cartons are filled as evenly as whole units go.
  [line(30, 12), 4, [8, 8, 7, 7]],
  [line(10), 6, [2, 2, 2, 2, 1, 1]],
  [line(12.5), 2, [6.3, 6.2]],
  [line(0.5, 0.2), 2, [0.3, 0.2]],
  // One thing in three cartons.
  [line(1), 3, [null, null, null]],
] as const)('%j in %d cartons: %j', (packed, cartons, given) => {
  const quantities: readonly (number | null)[] = given;
  const found = quantities.map((_, place) => quantityIn(packed, cartons, place + 1)?.toNumber() ?? null);
  expect(found).toEqual(quantities);
  if (!quantities.includes(null)) expect(found.reduce((sum: number, each) => sum + (each ?? 0), 0)).toBeCloseTo(packed.itemQuantityInCart);
});

test('cartons go through an address and back', () => {
  const cartons = proposal([line(30, 12), line(5), line(48, 24)]);
  expect(writeCartons(cartons)).toBe('1:3,2:1,3:2');
  expect(readCartons('1:3,2:1,3:2')).toEqual(cartons);
  expect(labelCount(cartons)).toBe(6);
});

test.each(['1', '1:', ':1', '1:-2', '1:1.5', '1:1,', 'a:b', '1:1 2:2', '१:१', '123456:1', '1:123456'])(
  '%j is no choice of cartons',
  (text) => {
    expect(readCartons(text)).toBeNull();
  },
);

test.each([
  ['1:1', null],
  [`1:${LABELS_MAX - 1},2:1`, null],
  [`1:${LABELS_MAX},2:1`, messages.tooMany],
  ['1:0,2:0', messages.none],
  ['3:1', 'Line 3 does not exist in this order.'],
  ['0:1', 'Line 0 does not exist in this order.'],
])('%s of an order of two lines: %s', (cartons, problem) => {
  expect(whyNoLabels(readCartons(cartons) ?? new Map(), 2)).toBe(problem);
});
