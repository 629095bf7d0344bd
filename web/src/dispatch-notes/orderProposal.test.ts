import type { PurchaseOrder } from '@aapurti/contract/orders';
import { expect, test } from 'vitest';

import { cartonsLeft, proposalOf } from './orderProposal.ts';

type Line = [ordered: number, received: number, inCarton: number | null];

const lines = (given: readonly Line[]) =>
  given.map(([itemQuantityInCart, receivedQuantity, caseQuantity]) => ({
    itemQuantityInCart,
    receivedQuantity,
    caseQuantity,
  })) as PurchaseOrder['listOfItems'];

test.each<[readonly Line[], number]>([
  [[[24, 0, 12]], 2],
  [[[25, 0, 12]], 3],
  [
    [
      [24, 0, 12],
      [5, 0, 24],
    ],
    3,
  ],
  [[[48, 24, 12]], 2],
  [[[24, 30, 12]], 0],
  [[[0.3, 0, 0.1]], 3],
  [
    [
      [24, 0, 12],
      [5, 0, null],
      [9, 9, null],
    ],
    3,
  ],
  [[], 0],
])('%j are %s cartons', (given, cartons) => expect(cartonsLeft(lines(given))).toBe(cartons));

test('an order proposes its date, its place and its cartons, and nothing of what it does not say', () => {
  const order = { poDate: '2026-11-02', deliveryLocation: 'Bhiwandi', listOfItems: lines([[24, 0, 12]]) } as PurchaseOrder;
  expect(proposalOf(order)).toEqual({ PODate: '2026-11-02', deliveryLocation: 'Bhiwandi', NumberOfCarton: '2' });
  expect(proposalOf({ ...order, deliveryLocation: null, listOfItems: lines([[24, 24, 12]]) })).toEqual({
    PODate: '2026-11-02',
    deliveryLocation: '',
    NumberOfCarton: '',
  });
});
