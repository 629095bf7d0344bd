import { expect, test } from 'vitest';

import { proposedParts } from './payParts.ts';

test('each invoice is proposed in full where the account limits nothing', () => {
  expect(
    proposedParts([
      { payable: 100.1, vendorPayable: null },
      { payable: 0, vendorPayable: null },
    ]),
  ).toEqual(['100.10', '']);
});

test('together they are never proposed above what is payable to the vendor', () => {
  const vendorPayable = 150;
  const rooms = [100, 100, 20].map((payable) => ({ payable, vendorPayable }));
  expect(proposedParts(rooms)).toEqual(['100.00', '50.00', '']);
  expect(proposedParts([{ payable: 50, vendorPayable: 0 }])).toEqual(['']);
});
