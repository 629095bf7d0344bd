import { expect, test } from 'vitest';

import { chosenColumns, leastFirst } from './chosenColumns.ts';
import type { Column } from './columns.tsx';

const column = (name: string, more: Partial<Column<object>> = {}): Column<object> => ({
  label: name.toUpperCase(),
  name,
  cell: () => '',
  ...more,
});
const columns = [
  column('no', { serial: true }),
  column('po'),
  column('number', { lead: true }),
  column('value', { brief: true }),
  column('tax', { extra: true }),
];

test.each([
  ['what is not extra', null, false, ['no', 'po', 'number', 'value']],
  ['on little room the lead and what is brief', null, true, ['number', 'value']],
  ['all', ['*'], true, ['no', 'po', 'number', 'value', 'tax']],
  ['a choice in the order of the list, with the lead', ['tax', 'po'], false, ['po', 'number', 'tax']],
  ['a choice with a column that is gone', ['tax', 'gone'], false, ['number', 'tax']],
  ['only columns that are gone', ['gone'], false, ['no', 'po', 'number', 'value']],
])('shows %s', (_, names, isNarrow, shown) => {
  expect(chosenColumns(columns, names, isNarrow).map(({ name }) => name)).toEqual(shown);
});

test('where there is no room, what a card leaves out goes first, amounts last, and the lead never', () => {
  const amount = { sum: () => 1 };
  const list = [
    column('po'),
    column('tax', amount),
    column('number', { lead: true }),
    column('value', { brief: true, ...amount }),
    column('day', { brief: true }),
  ];
  expect(leastFirst(list)).toEqual(['po', 'tax', 'day', 'value']);
});

test("where there is no room, the goods' name and price stay longest", () => {
  const list = [
    column('state', { brief: true, state: true }),
    column('vendor', { brief: true }),
    column('EAN', { lead: true }),
    column('name', { brief: true, main: true }),
    column('price', { brief: true, main: true }),
    column('action', { brief: true }),
  ];
  expect(leastFirst(list)).toEqual(['action', 'vendor', 'state', 'price', 'name']);
});
