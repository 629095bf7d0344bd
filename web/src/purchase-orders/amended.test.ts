import type { OrderLine, Terms } from '@aapurti/contract/purchase-orders/orders';
import { expect, test } from 'vitest';

import { changedLines } from './amended.ts';

const was = (itemCode: string, quantity: number): Terms['lines'][number] => ({
  itemCode,
  itemName: itemCode,
  quantity,
  mrp: 100,
  price: 80,
  discount: 0,
  total: 80 * quantity,
});
const is = (itemCode: string, quantity: number) =>
  ({
    itemCode,
    itemName: itemCode,
    itemQuantityInCart: quantity,
    itemSellingPrice: 100,
    itemPrice: 80,
    discAMt: 0,
    totalCost: 80 * quantity,
  }) as OrderLine;
const terms = (...lines: Terms['lines']): Terms => ({ poDate: '2026-11-01', deliverBy: null, lines });

test.each([
  ['nothing', [was('A', 1), was('B', 2)], [is('B', 2), is('A', 1)], []],
  ['a quantity', [was('A', 1), was('B', 2)], [is('A', 1), is('B', 3)], [[2, 3]]],
  ['an added line', [was('A', 1)], [is('A', 1), is('A', 5)], [[undefined, 5]]],
  ['a removed line', [was('A', 1), was('B', 2)], [is('A', 1)], [[2, undefined]]],
])('the order shows its changed lines: %s', (_what, before, listOfItems, expected) => {
  const changes = changedLines(terms(...before), { listOfItems });
  expect(changes.map((change) => [change.was?.quantity, change.is?.quantity])).toEqual(expected);
});
