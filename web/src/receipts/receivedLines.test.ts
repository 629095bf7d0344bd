import { expect, test } from 'vitest';

import { draftsOf, sentLines } from './receivedLines.ts';

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

test('a remark about a rejection goes with it', () => {
  const [draft] = draftsOf({ noteId: null, lines: [line] } as never);
  if (draft === undefined) throw new Error('no line');
  const torn = { ...draft, rejected: '8', reason: 'damaged' as const, remark: 'Torn' };
  expect(sentLines([torn])).toMatchObject([{ rejected: '8', reason: 'damaged', remark: 'Torn' }]);
  expect(sentLines([{ ...torn, rejected: '' }])).toMatchObject([{ rejected: '', reason: null, remark: '' }]);
});
