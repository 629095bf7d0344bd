import type { OpenLine } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { expect, test } from 'vitest';

import { cartonsLeft, proposalOf } from './orderProposal.ts';

type Line = [open: number, inCarton: number | null];

const lines = (given: readonly Line[]) => given.map(([open, caseQuantity]) => ({ open, caseQuantity })) as OpenLine[];

test.each<[readonly Line[], number]>([
  [[[24, 12]], 2],
  [[[25, 12]], 3],
  [
    [
      [24, 12],
      [5, 24],
    ],
    3,
  ],
  [[[0, 12]], 0],
  [[[0.3, 0.1]], 3],
  [
    [
      [24, 12],
      [5, null],
      [0, null],
    ],
    3,
  ],
  [[], 0],
])('the lines %j need %s cartons', (given, cartons) => expect(cartonsLeft(lines(given))).toBe(cartons));

test('an order proposes its date, location and cartons, and leaves unknown values blank', () => {
  const order = { poDate: '2026-11-02', deliveryLocation: 'Bhiwandi' } as PurchaseOrder;
  expect(proposalOf(order, lines([[24, 12]]))).toEqual({ PODate: '2026-11-02', deliveryLocation: 'Bhiwandi', NumberOfCarton: '2' });
  expect(proposalOf({ ...order, deliveryLocation: null }, lines([[0, 12]]))).toEqual({
    PODate: '2026-11-02',
    deliveryLocation: '',
    NumberOfCarton: '',
  });
});
