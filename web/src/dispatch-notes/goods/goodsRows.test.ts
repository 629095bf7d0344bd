import { messages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { batchMessages } from '@aapurti/contract/dispatch-notes/dispatchRules';
import { say, sayJoined } from '@aapurti/contract/ground/template';
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

test('the form finds the line of an error, although the error counts only the lines that were sent', () => {
  const rows = [rowOf(1, { quantity: '' }), rowOf(2), rowOf(3)];
  const what = say('Line {no}, batch {batch}', { no: 1, batch: 'B' });
  const refused = refusedRows(
    sayJoined([
      say('Line {no}: {here} dispatched here{before, select, 0 {} other { and {before} before}}, {ordered} ordered. {what}', {
        no: 1,
        here: 5,
        before: 0,
        ordered: 2,
        what: say('At most {most} more can be returned.', { most: 2 }),
      }),
      say(batchMessages.expired, { what, bestBefore: '01-01-2020', arrival: '02-01-2020' }),
      messages.noLine(2, 9),
      // The note does not have line 2, so this text is about no line of the form.
      say('The {what} refer to line {no}, which is not on the dispatch note.', { what: 'packages', no: 2 }),
    ]),
    rows,
  );
  expect(rows.map((row) => refusalOf(row, refused))).toEqual([
    null,
    {
      column: 'quantity',
      part: 0,
      message:
        'Line 2: 5 dispatched here, 2 ordered. At most 2 more can be returned. Line 2, batch B: expired on arrival (best before 01-01-2020, arrives on 02-01-2020).',
    },
    { column: 'quantity', part: 0, message: 'Line 3: the order does not have a line 9. Select one of its lines.' },
  ]);
  expect(refusalOf(rowOf(2, { quantity: '2' }), refused)).toBeNull();
  expect(refusedRows(messages.noLine(9, 9), rows).size).toBe(0);
  // Text that users typed is never taken for a message, even if it looks like one.
  expect(refusedRows('Line 1: expired on arrival', rows).size).toBe(0);
});

test('an error about a date appears at its cell', () => {
  const cell = (text: string, row: GoodsRow) => refusalOf(row, refusedRows(text, [row]))?.column;
  const what = say('Line {no}', { no: 1 });
  expect(cell(say(batchMessages.madeLate, { what, madeOn: '01-01-2020' }), rowOf(1))).toBe('madeOn');
  expect(cell(say(batchMessages.expired, { what, bestBefore: '01-01-2020', arrival: '02-01-2020' }), rowOf(1))).toBe('bestBefore');
  const own = { ...OWN_GOODS, no: 1, quantity: '2', itemName: 'Drums' };
  expect(cell(messages.goodsHsn(1), own)).toBe('hsnCode');
});

test('another batch appears below its line and copies the product, but not the typed values', () => {
  const [first, second, third] = withBatch([rowOf(1, { batch: 'A' }), rowOf(2)], 1);
  expect(first).toMatchObject({ no: 1, batch: 'A', quantity: '5' });
  expect(second).toMatchObject({ no: 2, orderId: '7', line: 1, itemName: 'Rice 1', uom: 'BAG', batch: '', quantity: '' });
  expect(third).toMatchObject({ no: 3, line: 2 });
});

test('the user names own goods, the order names its own, and empty lines are not sent', () => {
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
