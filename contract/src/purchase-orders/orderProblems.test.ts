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
const links = (more: object, invoices: ProblemLinks['invoices'] = []): ProblemLinks => ({ lines: [{ ...line, ...more }], invoices });
const stopped = [{ _id: '7', invoiceNumber: '2701', matchState: 'exception' as const }];
const kinds = (of: ProblemLinks, more: Partial<ProblemOrder> = {}, today = '2026-11-26') =>
  orderProblems({ ...order, ...more }, of, today).map(({ kind }) => kind);

test('an order as agreed has none', () => {
  expect(kinds(links({}))).toEqual([]);
  // Nothing is late on the day itself, nor without a day, nor once the order has ended.
  expect(kinds(links({ sent: 0, received: 0 }), {}, '2026-11-24')).toEqual([]);
  expect(kinds(links({ sent: 0, received: 0 }), { deliverBy: null })).toEqual([]);
  expect(kinds(links({ sent: 0, received: 0 }), { status: 'Closed' })).toEqual([]);
});

test('what stops money comes first, then what is late, then what was rejected', () => {
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

test('goods that arrived without a dispatch note are not late, and a matched invoice is no problem', () => {
  expect(kinds(links({ sent: 0 }))).toEqual([]);
  expect(kinds(links({ difference: 2 }, [{ ...stopped[0]!, matchState: 'matched' }]))).toEqual([]);
  expect(kinds(links({}, [{ ...stopped[0]!, matchState: 'returned' }]))).toEqual(['returned']);
});

test('an order that nobody has confirmed is late by what was ordered, and a line that its vendor rejected is not', () => {
  const nothing = links({ promised: 0, sent: 0, received: 0 });
  expect(orderProblems({ ...order, status: 'Open', acknowledgedOn: null }, nothing, '2026-11-26')).toEqual([
    { kind: 'late', line: 1, itemName: 'Idli Rice 5 kg', uom: 'BAG', units: -10, amount: -105, days: 2 },
  ]);
  expect(kinds(nothing)).toEqual([]);
  // A dispatch that began before the confirmation counts, and so does the end of the order.
  expect(kinds(links({ promised: 0, sent: 10, received: 0 }), { status: 'Open', acknowledgedOn: null })).toEqual([]);
  expect(kinds(nothing, { status: 'Cancelled', acknowledgedOn: null })).toEqual([]);
});
