import { lineSheetCodes as codes, messages } from '@aapurti/contract/sheets/lineSheets';
import { rowCodes } from '@aapurti/contract/sheets/rowMessages';
import { lineNumberWords, WHOLE } from '@aapurti/contract/ground/numbers';
import sql, { type Sql } from 'sql-template-tag';
import type * as z from 'zod';

import { orderNamed } from '../database/codes.ts';
import { codeOf, FaultyLines, type LineFault, type Refusal } from '../ground/refusal.ts';
import { codeColumn, type Columns, decimalColumn, digitsColumn } from '../sheets/columns.ts';
import type { Findings } from '../sheets/findings.ts';

/** The columns by which a row names a line of an order. */
export const orderLineColumns = {
  poNumber: codeColumn({
    heading: 'PO Number',
    example: 'PO/2026-27/0042',
    note: 'The number of one of your orders.',
    most: 100,
    width: 20,
  }),
  line: decimalColumn({
    heading: 'Line',
    example: 1,
    note: 'The line number on the order, starting at 1. Optional if EAN Code or Item Code identifies the line.',
    range: { ...WHOLE, least: 1 },
    words: lineNumberWords,
  }),
  EANCode: digitsColumn({
    heading: 'EAN Code',
    example: '',
    note: 'Format as text. Can be used instead of the line number, or to check it.',
    most: 14,
  }),
  itemCode: codeColumn({ heading: 'Item Code', example: '', note: 'Can be used instead of the line number, or to check it.', most: 50 }),
};

export interface MeantLine {
  poNumber: string | null;
  /** Null if the vendor has no such order. */
  orderId: string | null;
  /** Candidate lines of the order for the row. */
  lines: readonly { line: number; uom: string | null; caseQuantity: number | null }[];
}

/** The line of an order that a row names. */
interface NamedLine {
  line: number | null;
  EANCode: string | null;
  itemCode: string | null;
}

/** Joins to each staged row the order of the vendor that it names (`head`), and the candidate lines (`meant.lines`). */
export const joinMeant = (owner: string): Sql => sql`
  left join purchase_orders head on head.id = ${orderNamed(sql`${owner}`, sql`staged.po_number`)}
  left join lateral (
    select coalesce(json_agg(json_build_object('line', each.line, 'uom', uom, 'caseQuantity', case_quantity) order by each.line), '[]') as lines
    from purchase_order_lines each where each.order_id = head.id and (staged.line is null or each.line = staged.line)
      and (staged.ean_code is null or gtin_key(staged.ean_code) in (gtin_key(each.ean), gtin_key(each.second_ean)))
      and (staged.item_code is null or code_key(each.item_code) = code_key(staged.item_code))
  ) meant on true`;

/** The line that a row means. Errors are added to `errors`. */
export function theLine(
  { row, poNumber, orderId, lines, ...named }: MeantLine & NamedLine & { row: number },
  errors: Findings,
): (MeantLine['lines'][number] & { orderId: string }) | null {
  const { poNumber: order, line: no, EANCode, itemCode } = orderLineColumns;
  const [only, second] = lines;
  if (poNumber === null) errors.add(row, order.heading, messages.noOrder, codes.order);
  else if (orderId === null) errors.add(row, order.heading, messages.notTheirs(poNumber), codes.order);
  else if (only === undefined) {
    const isByItem = named.EANCode !== null || named.itemCode !== null;
    if (named.line === null)
      errors.add(row, (named.EANCode === null ? itemCode : EANCode).heading, messages.noItem(poNumber), codes.noLine);
    else
      errors.add(
        row,
        no.heading,
        isByItem ? messages.otherItem(named.line, poNumber) : messages.noLine(named.line, poNumber),
        codes.noLine,
      );
  } else if (second !== undefined)
    errors.add(
      row,
      no.heading,
      messages.several(
        poNumber,
        lines.map(({ line }) => line),
      ),
      codes.several,
    );
  else return { ...only, orderId };
  return null;
}

/** The header from the rows of a document: each field comes from the first row that fills it. Other rows must agree or be blank. */
export function headOf<Row extends { row: number }, Field extends string & keyof Row>(
  rows: readonly Row[],
  fields: readonly Field[],
  columns: Columns,
  errors: Findings,
): Pick<Row, Field> {
  const head: Partial<Pick<Row, Field>> = {};
  for (const field of fields) {
    const first = rows.find((row) => row[field] !== null) ?? rows[0];
    if (first === undefined) throw new Error('a document has rows');
    head[field] = first[field];
    const heading = columns[field]?.heading ?? field;
    for (const row of rows)
      if (row[field] !== null && row[field] !== first[field])
        errors.add(row.row, heading, messages.differs(heading, first.row), rowCodes.differs);
  }
  return head as Pick<Row, Field>;
}

interface Document {
  /** Its lines, in their order. */
  rows: readonly { row: number }[];
  columns: Columns;
  /** The heading for errors that concern none of the columns. */
  main: string;
}

/** Reports why a document was rejected, each error at its row and column. */
export function addRefusal(refusal: Refusal, { rows, columns, main }: Document, errors: Findings): void {
  const first = rows[0]?.row ?? 1;
  const code = codeOf(refusal);
  if (refusal instanceof FaultyLines)
    addLineFaults(
      refusal.faults.map((fault) => ({ ...fault, code: fault.code ?? code })),
      { rows, columns, main },
      errors,
    );
  else if (refusal.errors === undefined) errors.add(first, main, refusal.message, code);
  else for (const [field, text] of Object.entries(refusal.errors)) errors.add(first, columns[field]?.heading ?? main, text, code);
}

export function addLineFaults(faults: readonly LineFault[], { rows, columns, main }: Document, errors: Findings): void {
  for (const { no, field = '', text, code } of faults) {
    const row = rows[no - 1] ?? rows[0];
    errors.add(row?.row ?? 1, columns[field]?.heading ?? main, text, code);
  }
}

/** Reports the errors that a schema of the contract finds in a document made from rows. */
export function addIssues(issues: readonly z.core.$ZodIssue[], { rows, columns, main }: Document, errors: Findings): void {
  for (const { path, message } of issues) {
    const [field, place = 0] = path[0] === 'lines' ? [path[2], path[1]] : [path[0]];
    errors.add(rows[Number(place)]?.row ?? rows[0]?.row ?? 1, columns[String(field)]?.heading ?? main, message);
  }
}
