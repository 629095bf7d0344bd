import { expect, test } from 'vitest';

import {
  cartonOf,
  cartonsOf,
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
import type { OrderLine } from './orders.ts';

const agreed = (
  { itemQuantityInCart, caseQuantity }: ReturnType<typeof line>,
  agreedQuantity = itemQuantityInCart,
  packed: OrderLine['packed'] = [],
) => ({ itemQuantityInCart, caseQuantity, agreedQuantity, packed });

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
])('the line %j is packed in %d cartons', (packed, cartons) => {
  expect(proposedCartons(packed)).toBe(cartons);
});

test.each([
  // All cartons are full except the last, which has the rest.
  [line(30, 12), 3, [12, 12, 6]],
  [line(24, 12), 2, [12, 12]],
  [line(5, 12), 1, [5]],
  [line(7), 1, [7]],
  // A user has typed this number, so the cartons are filled as evenly as whole units allow.
  [line(30, 12), 4, [8, 8, 7, 7]],
  [line(10), 6, [2, 2, 2, 2, 1, 1]],
  [line(12.5), 2, [6.3, 6.2]],
  [line(0.5, 0.2), 2, [0.3, 0.2]],
  // One piece cannot be divided into three cartons.
  [line(1), 3, [null, null, null]],
] as const)('the line %j in %d cartons has the quantities %j', (packed, cartons, given) => {
  const quantities: readonly (number | null)[] = given;
  const found = quantities.map((_, place) => quantityIn(packed, cartons, place + 1)?.toNumber() ?? null);
  expect(found).toEqual(quantities);
  if (!quantities.includes(null)) expect(found.reduce((sum: number, each) => sum + (each ?? 0), 0)).toBeCloseTo(packed.itemQuantityInCart);
});

const batch = (quantity: number, cartons: number | null, name = 'B-1') => ({
  quantity,
  cartons,
  batch: name,
  bestBefore: '2027-03-31',
  netContent: '1 kg',
  countryOfOrigin: 'India',
});

test.each([
  ['ordered 56 cartons, confirmed 43', agreed(line(672, 12), 516), 43],
  ['rejected as a whole', agreed(line(672, 12), 0), 0],
  ['a dispatch note states its cartons', agreed(line(30, 12), 30, [batch(30, 5)]), 5],
  ['a dispatch note does not state its cartons', agreed(line(30, 12), 30, [batch(30, null)]), 3],
  ['a dispatch note has a part', agreed(line(30, 12), 30, [batch(12, 2)]), 4],
  ['a dispatch note has more than was confirmed', agreed(line(30, 12), 24, [batch(30, 3)]), 3],
  ['two batches', agreed(line(30, 12), 30, [batch(15, 2), batch(15, 2, 'B-2')]), 4],
] as const)('the number of cartons is right: %s: %j', (_, packed, cartons) =>
  expect(cartonsOf({ ...packed, packed: [...packed.packed] })).toBe(cartons),
);

test('each carton has the batch and quantity of its part', () => {
  const packed = agreed(line(60, 12), 40, [batch(15, 2), batch(15, 1, 'B-2')]);
  const found = [1, 2, 3, 4].map((carton) => cartonOf(packed, 4, carton));
  expect(found.map(({ quantity, terms }) => [quantity?.toNumber(), terms?.batch ?? null])).toEqual([
    [12, 'B-1'],
    [3, 'B-1'],
    [15, 'B-2'],
    [10, null],
  ]);
  // A changed number of cartons makes it unknown which batch is in which carton.
  expect(cartonOf(packed, 5, 1)).toMatchObject({ terms: null });
  expect(cartonOf(agreed(line(30), 30, [batch(30, 2)]), 3, 1).terms?.batch).toBe('B-1');
});

test('the chosen cartons are written into an address and read back', () => {
  const cartons = proposal([line(30, 12), line(5), line(48, 24)].map((each) => agreed(each)));
  expect(writeCartons(cartons)).toBe('1:3,2:1,3:2');
  expect(readCartons('1:3,2:1,3:2')).toEqual(cartons);
  expect(labelCount(cartons)).toBe(6);
});

test.each(['1', '1:', ':1', '1:-2', '1:1.5', '1:1,', 'a:b', '1:1 2:2', '१:१', '123456:1', '1:123456'])(
  'the address %j is not a choice of cartons',
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
])('the choice %s of an order of two lines has the problem %s', (cartons, problem) => {
  expect(whyNoLabels(readCartons(cartons) ?? new Map(), 2)).toBe(problem);
});
