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
  ['those that are not extra', null, false, ['no', 'po', 'number', 'value']],
  ['the lead and the brief ones on a narrow screen', null, true, ['number', 'value']],
  ['all', ['*'], true, ['no', 'po', 'number', 'value', 'tax']],
  ['chosen ones in the order of the list, with the lead', ['tax', 'po'], false, ['po', 'number', 'tax']],
  ['a choice with a removed column', ['tax', 'gone'], false, ['number', 'tax']],
  ['a choice of removed columns only', ['gone'], false, ['no', 'po', 'number', 'value']],
])('a list shows the right columns: %s', (_, names, isNarrow, shown) => {
  expect(chosenColumns(columns, names, isNarrow).map(({ name }) => name)).toEqual(shown);
});

test('a narrow list shows its key column and the status of each record', () => {
  const list = [...columns, column('state', { state: true, extra: true }), column('due', { card: () => '' })];
  expect(chosenColumns(list, null, true).map(({ name }) => name)).toEqual(['number', 'value', 'state', 'due']);
  expect(chosenColumns(list, null, false).map(({ name }) => name)).toEqual(['no', 'po', 'number', 'value', 'due']);
  const unmarked = [column('number', { lead: true }), column('po'), column('state', { state: true })];
  expect(chosenColumns(unmarked, null, true)).toEqual(unmarked);
});

test('a narrow list first drops the columns that a card omits, amounts last, and the lead never', () => {
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

test('a narrow list keeps the name and price of the goods longest', () => {
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
