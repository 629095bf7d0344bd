import { expect, test } from 'vitest';

import { totalsOf } from './orderTotals.ts';

const line = { uom: 'BAG', ordered: 144, accepted: 140, invoiced: 144, credited: 0.1, difference: 3.9, differenceValue: 588.84 };

test('quantities are added up exactly, of one unit alone, and rupees always', () => {
  const other = { ...line, uom: 'bag', credited: 0.2, difference: -4, differenceValue: -0.04 };
  expect(totalsOf([line, other])).toEqual({
    ordered: 288,
    accepted: 280,
    invoiced: 288,
    credited: 0.3,
    difference: -0.1,
    differenceValue: 588.8,
  });
  const mixed = { ordered: null, accepted: null, invoiced: null, credited: null, difference: null, differenceValue: 588.8 };
  expect(totalsOf([line, { ...other, uom: 'PAC' }])).toEqual(mixed);
  expect(totalsOf([line, { ...other, uom: null }])).toEqual(mixed);
});

test('the stages that the lines have are added up too, and no others', () => {
  const staged = { ...line, promised: 144, sent: 144, received: 142, rejected: 2, paid: 0 };
  expect(totalsOf([staged, staged])).toMatchObject({ promised: 288, received: 284, rejected: 4, paid: 0 });
  expect(totalsOf([staged, { ...staged, uom: 'PAC' }])).toMatchObject({ promised: null, received: null });
  expect(totalsOf([line])).not.toHaveProperty('promised');
});
