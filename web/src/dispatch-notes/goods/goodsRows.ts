import {
  BATCH_TERMS,
  type BatchTerm,
  type dispatchGoods,
  type DispatchGoods,
  messages,
  type OpenLine,
} from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { batchMessages } from '@aapurti/contract/dispatch-notes/dispatchRules';
import { isBlank, isIsoDate } from '@aapurti/contract/ground/fields';
import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import { madeOf, say, sayJoined, sentencesOf, type Values } from '@aapurti/contract/ground/template';
import type * as z from 'zod';

import type { GridProblem } from '../../grid/columns.ts';
import type { TypedLine } from './parts.ts';

type Body = z.input<typeof dispatchGoods.save.body>;

const OWN_FIELDS = ['itemName', 'uom', 'taxable'] as const;
const FIELDS = ['quantity', ...OWN_FIELDS, ...BATCH_TERMS] as const;

/** A line of the form with its values as typed: one batch of an order line, or own goods without an order. */
export interface GoodsRow extends Record<(typeof OWN_FIELDS)[number] | BatchTerm | 'quantity', string> {
  /** Its line number, from 1; packages and vehicles refer to it. */
  no: number;
  orderId: string | null;
  poNumber: string | null;
  line: number | null;
}

const BLANK = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Record<(typeof FIELDS)[number], string>;
/** A blank line for own goods. */
export const OWN_GOODS: GoodsRow = { ...BLANK, no: 0, orderId: null, poNumber: null, line: null };

export const numbered = (rows: readonly GoodsRow[]): GoodsRow[] =>
  rows.map((row, index) => (row.no === index + 1 ? row : { ...row, no: index + 1 }));

export function storedRows({ lines }: DispatchGoods): GoodsRow[] {
  return lines.map((stored) => {
    const { no, orderId, poNumber, line } = stored;
    const texts = Object.fromEntries(FIELDS.map((field) => [field, String(stored[field] ?? '')])) as typeof BLANK;
    return { ...texts, no, orderId, poNumber, line };
  });
}

/** The lines of an order that are open, or that can be returned, with that quantity filled in. */
export function openRows(all: readonly OpenLine[], goesBack = false): GoodsRow[] {
  return all
    .filter((open) => leftOf(open, goesBack) > 0)
    .map((open) => ({
      ...withOpen(OWN_GOODS, open, goesBack),
      orderId: open.orderId,
      poNumber: open.poNumber,
      line: open.line,
      itemName: open.itemName,
      uom: open.uom ?? '',
    }));
}

/** The quantity that can still be dispatched or returned. */
export const leftOf = ({ open, returnable }: OpenLine, goesBack: boolean) => (goesBack ? returnable : open);

/** A row with the full open quantity of its line. */
export function withOpen(row: GoodsRow, open: OpenLine, goesBack: boolean): GoodsRow {
  const left = leftOf(open, goesBack);
  if (left <= 0) return { ...row, quantity: '', cartons: '' };
  return {
    ...row,
    quantity: String(left),
    cartons: open.caseQuantity === null ? row.cartons : String(Math.ceil(left / open.caseQuantity)),
  };
}

/** Inserts another batch of a line below it. */
export function withBatch(rows: readonly GoodsRow[], of: number): GoodsRow[] {
  return numbered(rows.flatMap((row) => (row.no === of ? [row, batchOf(row)] : [row])));
}

function batchOf(row: GoodsRow): GoodsRow {
  const { orderId, poNumber, line, itemName, uom } = row;
  return { ...OWN_GOODS, orderId, poNumber, line, ...(isOwn(row) ? {} : { itemName, uom }) };
}

export const isOwn = ({ orderId }: GoodsRow) => orderId === null;
export const lineKey = ({ orderId, line }: { orderId: string | null; line: number | null }) => `${orderId}/${line}`;

/** The figure that was typed; 0 for any other text. */
export const figureOf = (typed: string) => parseDecimal(typed) ?? new Decimal(0);

export const isLeftOut = ({ quantity }: GoodsRow) => isBlank(quantity) || Number(quantity) === 0;

/** The problem with a row and its cell. */
export function rowProblem(row: GoodsRow): GridProblem | null {
  const at = (column: keyof GoodsRow, message: string) => ({ column, part: 0, message });
  const { no, quantity, cartons, madeOn, bestBefore, hsnCode, taxable } = row;
  const number = isBlank(quantity) ? null : parseDecimal(quantity);
  if (!isBlank(quantity) && (number === null || number.lt(0) || number.decimalPlaces() > 3))
    return at('quantity', 'Invalid quantity. It should be number.');
  const count = isBlank(cartons) ? null : parseDecimal(cartons);
  if (!isBlank(cartons) && (count === null || count.lt(0) || !count.isInteger())) return at('cartons', messages.cartons);
  if (!isBlank(madeOn) && !isIsoDate(madeOn)) return at('madeOn', messages.date);
  if (!isBlank(bestBefore) && !isIsoDate(bestBefore)) return at('bestBefore', messages.date);
  if (!isOwn(row) || isLeftOut(row)) return null;
  if (isBlank(row.itemName)) return at('itemName', messages.goodsName(no));
  if (isBlank(hsnCode)) return at('hsnCode', messages.goodsHsn(no));
  if (isBlank(taxable)) return at('taxable', messages.goodsValue(no));
  return parseDecimal(taxable) === null ? at('taxable', messages.taxable) : null;
}

/** The lines that are not left out, numbered as on the screen. */
export function typedLines(rows: readonly GoodsRow[]): TypedLine[] {
  return rows.filter((row) => !isLeftOut(row)).map(({ no, quantity, cartons }) => ({ no, quantity, cartons }));
}

export function linesOf(rows: readonly GoodsRow[]): Body['lines'] {
  return rows
    .filter((row) => !isLeftOut(row))
    .map((row) => {
      const { no: _no, poNumber: _poNumber, ...sent } = row;
      // The order determines the name and value of an order line.
      return { ...sent, ...(isOwn(row) ? {} : { itemName: '', uom: '', taxable: '' }) } as Body['lines'][number];
    });
}

/** Assigns the server's messages to rows and cells: the server counts only the sent lines, the screen counts all. */
export function refusedRows(text: string, rows: readonly GoodsRow[]): RefusedRows {
  const sent = rows.filter((row) => !isLeftOut(row));
  const refused = new Map<number, { as: string; problem: GridProblem }>();
  for (const sentence of sentencesOf(text)) {
    const row = sent[(lineOf(sentence) ?? 0) - 1];
    if (row === undefined) continue;
    const before = refused.get(row.no)?.problem;
    const message = sayJoined([...(before === undefined ? [] : [before.message]), renumbered(sentence, row.no)]);
    refused.set(row.no, { as: JSON.stringify(row), problem: { column: before?.column ?? cellOf(sentence, row), part: 0, message } });
  }
  return refused;
}

/** The line number in a message, found by the message's own pattern; undefined for any other text. */
function lineOf(text: string): number | undefined {
  const made = madeOf(text);
  if (made === undefined) return undefined;
  const own = made.values['no'] ?? made.values['index'];
  if (made.message.startsWith('Line {') && own !== undefined) return Number(own);
  return 'what' in made.values ? lineOf(String(made.values['what'])) : undefined;
}

/** The sentence with the line number that the screen shows. */
function renumbered(sentence: string, no: number): string {
  const made = madeOf(sentence);
  if (made === undefined) return sentence;
  const values = Object.entries(made.values).map(([name, value]) => {
    if (name === 'no' || name === 'index') return [name, no];
    return [name, typeof value === 'string' && lineOf(value) !== undefined ? renumbered(value, no) : value];
  });
  return say(made.message, Object.fromEntries(values) as Values);
}

/** The server's refusals by row number, each with the row as it was sent. */
export type RefusedRows = ReadonlyMap<number, { as: string; problem: GridProblem }>;

export function refusalOf(row: GoodsRow, refused: RefusedRows): GridProblem | null {
  const known = refused.get(row.no);
  return known !== undefined && known.as === JSON.stringify(row) ? known.problem : null;
}

function cellOf(sentence: string, row: GoodsRow): keyof GoodsRow {
  const { message = '', values = {} } = madeOf(sentence) ?? {};
  if (message === batchMessages.madeLate) return 'madeOn';
  if (Object.values<string>(batchMessages).includes(message)) return 'bestBefore';
  const isOfHsn = sentence === messages.goodsHsn(Number(values['no'])) || values['message'] === messages.hsn;
  return isOwn(row) && isOfHsn ? 'hsnCode' : 'quantity';
}
