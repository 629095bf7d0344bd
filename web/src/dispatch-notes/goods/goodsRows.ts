import { BATCH_TERMS, type dispatchGoods, type DispatchGoods, type OpenLine } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { isBlank } from '@aapurti/contract/ground/fields';
import { parseDecimal } from '@aapurti/contract/ground/numbers';
import type * as z from 'zod';

import type { Values } from '../../form/useContractForm.ts';
import { textOf } from '../../form/useField.tsx';
import type { TypedLine } from './parts.ts';

type Body = z.input<typeof dispatchGoods.save.body>;

/** A line of the form: one batch of an order's line, or own goods of no order. */
export interface GoodsRow {
  key: number;
  orderId: string | null;
  poNumber: string | null;
  line: number | null;
  itemName: string;
  uom: string | null;
}

const OWN_FIELDS = ['itemName', 'uom', 'taxable'] as const;
const FIELDS = ['quantity', ...OWN_FIELDS, ...BATCH_TERMS] as const;

/** The fields of a row, by their names in the form. Those without an input stay as they are stored. */
export const fieldsOf = ({ key }: Pick<GoodsRow, 'key'>) =>
  Object.fromEntries(FIELDS.map((field) => [field, `${field}_${key}`])) as Record<(typeof FIELDS)[number], string>;

/** Rows of stored lines, with the values of their fields. */
export function storedRows({ lines }: DispatchGoods): { rows: GoodsRow[]; values: Values } {
  const rows = lines.map(({ no, orderId, poNumber, line, itemName, uom }) => ({ key: no, orderId, poNumber, line, itemName, uom }));
  const values = lines.flatMap((line) => {
    const names = fieldsOf({ key: line.no });
    return FIELDS.map((field) => [names[field], String(line[field] ?? '')]);
  });
  return { rows, values: Object.fromEntries(values) };
}

/** A row of own goods, which is to be filled in. */
export function ownRow(key: number): { rows: GoodsRow[]; values: Values } {
  const row = { key, orderId: null, poNumber: null, line: null, itemName: '', uom: null };
  return { rows: [row], values: Object.fromEntries(Object.values(fieldsOf(row)).map((name) => [name, ''])) };
}

/** Rows of the lines of an order that are open, or that can go back, with that as their quantity. */
export function openRows(all: readonly OpenLine[], firstKey: number, goesBack = false): { rows: GoodsRow[]; values: Values } {
  const lines = goesBack ? all.map((line) => ({ ...line, open: line.returnable })) : all;
  const open = lines.filter((line) => line.open > 0);
  const rows = open.map(({ orderId, poNumber, line, itemName, uom }, index) => ({
    key: firstKey + index,
    orderId,
    poNumber,
    line,
    itemName,
    uom,
  }));
  const values = rows.flatMap((row, index) => {
    const names = fieldsOf(row);
    const { open: quantity = 0, caseQuantity = null } = open[index] ?? {};
    const cartons = caseQuantity === null ? '' : String(Math.ceil(quantity / caseQuantity));
    const blank = FIELDS.map((field) => [names[field], '']);
    return [...blank, [names.quantity, String(quantity)], [names.cartons, cartons]];
  });
  return { rows, values: Object.fromEntries(values) };
}

export const isLeftOut = (row: GoodsRow, values: Values) =>
  isBlank(values[fieldsOf(row).quantity]) || Number(values[fieldsOf(row).quantity]) === 0;

/** The problems of the rows' fields. */
export function rowProblems(rows: readonly GoodsRow[], values: Values): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const row of rows) {
    const { quantity, cartons } = fieldsOf(row);
    const number = isBlank(values[quantity]) ? null : parseDecimal(values[quantity]);
    if (!isBlank(values[quantity]) && (number === null || number.lt(0) || number.decimalPlaces() > 3))
      problems[quantity] = 'Invalid quantity. It should be number.';
    const count = isBlank(values[cartons]) ? null : parseDecimal(values[cartons]);
    if (!isBlank(values[cartons]) && (count === null || count.lt(0) || !count.isInteger()))
      problems[cartons] = 'Invalid carton number. It should be number.';
  }
  return problems;
}

/** The lines that are not left out, numbered as on the screen. */
export function typedLines(rows: readonly GoodsRow[], values: Values): TypedLine[] {
  return rows.flatMap((row, index) => {
    const { quantity, cartons } = fieldsOf(row);
    return isLeftOut(row, values) ? [] : [{ no: index + 1, quantity: textOf(values[quantity]), cartons: textOf(values[cartons]) }];
  });
}

export function linesOf(rows: readonly GoodsRow[], values: Values): Body['lines'] {
  return rows
    .filter((row) => !isLeftOut(row, values))
    .map((row) => {
      const names = fieldsOf(row);
      const given = Object.fromEntries(Object.entries(names).map(([field, name]) => [field, values[name]]));
      const own = row.orderId === null ? {} : Object.fromEntries(OWN_FIELDS.map((field) => [field, '']));
      return { orderId: row.orderId, line: row.line, ...given, ...own } as Body['lines'][number];
    });
}
