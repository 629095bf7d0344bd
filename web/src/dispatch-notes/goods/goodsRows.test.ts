import { expect, test } from 'vitest';

import { type GoodsRow, linesOf, OWN_GOODS, refusalOf, refusedRows, rowProblem, withBatch } from './goodsRows.ts';

const rowOf = (no: number, more: Partial<GoodsRow> = {}): GoodsRow => ({
  ...OWN_GOODS,
  no,
  orderId: '7',
  poNumber: 'PO/1',
  line: no,
  itemName: `Rice ${no}`,
  uom: 'BAG',
  quantity: '5',
  ...more,
});

test('a refusal counts the lines that were sent; the screen counts all', () => {
  const rows = [rowOf(1, { quantity: '' }), rowOf(2), rowOf(3)];
  const refused = refusedRows(
    'Line 1: 5 dispatched here, 2 ordered. At most 2 more can be sent. Line 1, batch B: expired on arrival (best before 01-01-2020). Line 2: this order line does not exist.',
    rows,
  );
  expect(rows.map((row) => refusalOf(row, refused))).toEqual([
    null,
    {
      column: 'quantity',
      part: 0,
      message:
        'Line 2: 5 dispatched here, 2 ordered. At most 2 more can be sent. Line 2, batch B: expired on arrival (best before 01-01-2020).',
    },
    { column: 'quantity', part: 0, message: 'Line 3: this order line does not exist.' },
  ]);
  expect(refusalOf(rowOf(2, { quantity: '2' }), refused)).toBeNull();
  expect(refusedRows('Line 9: this order line does not exist. Something else.', rows).size).toBe(0);
});

test('another batch stands below its line and takes over what it is of, not what was typed', () => {
  const [first, second, third] = withBatch([rowOf(1, { batch: 'A' }), rowOf(2)], 1);
  expect(first).toMatchObject({ no: 1, batch: 'A', quantity: '5' });
  expect(second).toMatchObject({ no: 2, orderId: '7', line: 1, itemName: 'Rice 1', uom: 'BAG', batch: '', quantity: '' });
  expect(third).toMatchObject({ no: 3, line: 2 });
});

test("own goods are named, an order's are the order's; what is left out is not sent", () => {
  const own = { ...OWN_GOODS, no: 1, quantity: '2', itemName: 'Drums', hsnCode: '7310', taxable: '500' };
  expect(rowProblem(own)).toBeNull();
  expect(rowProblem({ ...own, hsnCode: '' })).toEqual({ column: 'hsnCode', part: 0, message: 'Line 1: enter the HSN code of the goods.' });
  expect(rowProblem({ ...own, quantity: '' })).toBeNull();
  expect(rowProblem(rowOf(2, { quantity: '1.2345' }))).toMatchObject({ column: 'quantity' });
  expect(rowProblem(rowOf(2, { bestBefore: 'soon' }))).toMatchObject({ column: 'bestBefore' });
  expect(linesOf([own, rowOf(2), rowOf(3, { quantity: '0' })])).toMatchObject([
    { orderId: null, itemName: 'Drums', taxable: '500' },
    { orderId: '7', line: 2, itemName: '', taxable: '' },
  ]);
});
