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

test('little room has the column that the list is read for, and the state of a record', () => {
  const list = [...columns, column('state', { state: true, extra: true }), column('due', { card: () => '' })];
  expect(chosenColumns(list, null, true).map(({ name }) => name)).toEqual(['number', 'value', 'state', 'due']);
  expect(chosenColumns(list, null, false).map(({ name }) => name)).toEqual(['no', 'po', 'number', 'value', 'due']);
  const unmarked = [column('number', { lead: true }), column('po'), column('state', { state: true })];
  expect(chosenColumns(unmarked, null, true)).toEqual(unmarked);
});

test('if there is no room, the columns that a card omits go first, amounts last, and the lead never', () => {
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

test("if there is no room, the goods' name and price stay longest", () => {
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
