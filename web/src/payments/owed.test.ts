import { expect, test } from 'vitest';

import { owedFigure } from './owed.ts';

test.each([
  [1180, true, { label: 'Payable', amount: 1180 }],
  [0, true, { label: 'Payable', amount: 0 }],
  [-0.01, true, { label: 'Paid in advance', amount: 0.01 }],
  [-5000, false, { label: 'Received in advance', amount: 5000 }],
])('the balance %d has its own label (buyer: %s)', (owed, isAdmin, figure) => {
  expect(owedFigure(owed, isAdmin, 'Payable')).toEqual(figure);
});
