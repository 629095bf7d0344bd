import { expect, test } from 'vitest';

import { owedFigure } from './owed.ts';

test.each([
  [1180, true, { label: 'Payable', amount: 1180 }],
  [0, true, { label: 'Payable', amount: 0 }],
  [-0.01, true, { label: 'Paid in advance', amount: 0.01 }],
  [-5000, false, { label: 'Received in advance', amount: 5000 }],
])('%d is shown under its name (buyer: %s)', (owed, isAdmin, figure) => {
  expect(owedFigure(owed, isAdmin, 'Payable')).toEqual(figure);
});
