import { expect, test } from 'vitest';

import { orderProblems, type ProblemLinks, type ProblemOrder } from './orderProblems.ts';

const order: ProblemOrder = {
  status: 'Acknowledged',
  deliverBy: '2026-11-24',
  acknowledgedOn: '2026-11-10',
  listOfItems: [{ itemQuantityInCart: 10, totalCost: 105 }],
};
const line = {
  line: 1,
  itemName: 'Idli Rice 5 kg',
  uom: 'BAG',
  ordered: 10,
  promised: 10,
  sent: 10,
  received: 10,
  rejected: 0,
  accepted: 10,
  difference: 0,
  differenceValue: 0,
};
const links = (more: object, invoices: ProblemLinks['invoices'] = [], differences: ProblemLinks['differences'] = []): ProblemLinks => ({
  lines: [{ ...line, ...more }],
  invoices,
  differences,
});
const arrived = { line: 1, receiptId: '5', receiptNumber: 'GRN-5', DCNumber: 'DC/9', sent: 10, received: 10 };
const stopped = [{ _id: '7', invoiceNumber: '2701', matchState: 'exception' as const }];
const kinds = (of: ProblemLinks, more: Partial<ProblemOrder> = {}, today = '2026-11-26') =>
  orderProblems({ ...order, ...more }, of, today).map(({ kind }) => kind);

test('an order delivered as agreed has no problems', () => {
  expect(kinds(links({}))).toEqual([]);
  // An order is not late on the due date itself, without a date, or once it has ended.
  expect(kinds(links({ sent: 0, received: 0 }), {}, '2026-11-24')).toEqual([]);
  expect(kinds(links({ sent: 0, received: 0 }), { deliverBy: null })).toEqual([]);
  expect(kinds(links({ sent: 0, received: 0 }), { status: 'Closed' })).toEqual([]);
});

test('problems that block money come first, then late deliveries, then rejections', () => {
  const found = orderProblems(
    order,
    links({ sent: 4, received: 4, rejected: 1, difference: 2, differenceValue: 21 }, stopped),
    '2026-11-26',
  );
  expect(found).toEqual([
    { kind: 'exception', invoice: { _id: '7', invoiceNumber: '2701' } },
    { kind: 'overInvoiced', line: 1, itemName: 'Idli Rice 5 kg', uom: 'BAG', units: 2, amount: 21, days: 0 },
    { kind: 'late', line: 1, itemName: 'Idli Rice 5 kg', uom: 'BAG', units: -6, amount: -63, days: 2 },
    { kind: 'rejected', line: 1, itemName: 'Idli Rice 5 kg', uom: 'BAG', units: -1, amount: -10.5, days: 0 },
  ]);
});

test.each([
  ['short', { sent: 10, received: 7.5 }, { units: -2.5, amount: -26.25 }],
  ['over', { sent: 10, received: 12 }, { units: 2, amount: 21 }],
  ['short', { sent: 0.3, received: 0.2 }, { units: -0.1, amount: -1.05 }],
  ['over', { sent: 0, received: 1 }, { units: 1, amount: 10.5 }],
] as const)('a line that arrived %s against its dispatch note is named with its receipt: %j', (kind, counted, expected) => {
  const difference = { ...arrived, ...counted };
  expect(orderProblems(order, links({}, [], [difference]), '2026-11-26')).toEqual([
    { kind, line: 1, itemName: 'Idli Rice 5 kg', uom: 'BAG', ...expected, difference },
  ]);
});

test('a shortage and an excess of two dispatch notes are each named, but not a line that the order no longer has, nor an equal one', () => {
  const differences = [
    { ...arrived, received: 8 },
    { ...arrived, receiptId: '6', DCNumber: 'DC/10', received: 12 },
    { ...arrived, line: 2, received: 8 },
    arrived,
  ];
  expect(kinds(links({ rejected: 1 }, [], differences))).toEqual(['short', 'over', 'rejected']);
  // A difference below the precision of an order is not a problem.
  expect(kinds(links({}, [], [{ ...arrived, received: 10.0001 }]))).toEqual([]);
});

test('goods that arrived without a dispatch note are not late, and a matched invoice is not a problem', () => {
  expect(kinds(links({ sent: 0 }))).toEqual([]);
  expect(kinds(links({ difference: 2 }, [{ ...stopped[0]!, matchState: 'matched' }]))).toEqual([]);
  expect(kinds(links({}, [{ ...stopped[0]!, matchState: 'returned' }]))).toEqual(['returned']);
});

test('an order without a confirmation is late by the ordered quantity, but a line that its vendor rejected is not', () => {
  const nothing = links({ promised: 0, sent: 0, received: 0 });
  expect(orderProblems({ ...order, status: 'Open', acknowledgedOn: null }, nothing, '2026-11-26')).toEqual([
    { kind: 'late', line: 1, itemName: 'Idli Rice 5 kg', uom: 'BAG', units: -10, amount: -105, days: 2 },
  ]);
  expect(kinds(nothing)).toEqual([]);
  // A dispatch that began before the confirmation counts, and so does the end of the order.
  expect(kinds(links({ promised: 0, sent: 10, received: 0 }), { status: 'Open', acknowledgedOn: null })).toEqual([]);
  expect(kinds(nothing, { status: 'Cancelled', acknowledgedOn: null })).toEqual([]);
});
