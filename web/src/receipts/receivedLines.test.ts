import { expect, test } from 'vitest';

import { accepted, difference, draftsOf, sentLines, valueOf } from './receivedLines.ts';

const line = {
  orderId: '1',
  poNumber: 'PO/1',
  line: 1,
  itemName: 'Rice',
  uom: 'BAG',
  ordered: 100,
  received: 0,
  expected: 100,
  batch: null,
};

test('a remark on a rejection disappears with the rejection', () => {
  const [draft] = draftsOf({ noteId: null, lines: [line] } as never);
  if (draft === undefined) throw new Error('no line');
  const torn = { ...draft, rejected: '8', reason: 'damaged' as const, remark: 'Torn' };
  expect(sentLines([torn])).toMatchObject([{ rejected: '8', reason: 'damaged', remark: 'Torn' }]);
  expect(sentLines([{ ...torn, rejected: '' }])).toMatchObject([{ rejected: '', reason: null, remark: '' }]);
});

test('short, accepted and rejected goods have the value of the order, or none if the order has no value', () => {
  const [draft] = draftsOf({ noteId: null, lines: [{ ...line, unitValue: 82.2 }] } as never);
  const counted = { ...draft!, quantity: '96', rejected: '2' };
  expect([accepted(counted), difference(counted)].map((each) => valueOf(counted, each).toFixed(2))).toEqual(['7726.80', '-328.80']);
  // A blank or malformed quantity counts as nothing received.
  expect(valueOf(counted, difference({ ...counted, quantity: 'x' })).toFixed(2)).toBe('-8220.00');
  expect(valueOf({ ...counted, unitValue: null }, accepted(counted)).toFixed(2)).toBe('0.00');
  // A third of a paisa is rounded half up.
  expect(valueOf({ ...counted, unitValue: 0.3333 }, accepted({ ...counted, quantity: '3', rejected: '' })).toFixed(2)).toBe('1.00');
});
