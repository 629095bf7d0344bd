import { setImmediate } from 'node:timers/promises';

import type { DateOrder, SheetQuestion, SheetRefusal, SheetReport } from '@aapurti/contract/sheets/sheets';
import { say } from '@aapurti/contract/ground/template';

import { together } from '../ground/refusal.ts';

import { type Caps, CAPS, type RawRow, Selection, SheetProblem } from './cells.ts';
import type { Columns, RowOf } from './columns.ts';
import type { Findings } from './findings.ts';
import { rawRows, type SheetFile } from './file.ts';
import { rowNumbers } from './rowNumbers.ts';
import { type Answers, knownHeadings } from './places.ts';
import { RowReader, type SheetRow } from './rows.ts';

export interface Reading {
  /** The reason why the file cannot be read, as a message for its sender; null if it can. */
  readonly problem: string | null;
  /** The number of rows that are not blank. */
  readonly rows: number;
  /** The fields whose columns the sheet has. */
  readonly fields: ReadonlySet<string>;
  readonly errors: Findings;
  readonly remarks: Findings;
  /** The questions that the sender has to answer before the rows can be read as intended. */
  readonly questions: readonly SheetQuestion[];
  readonly report: SheetReport;
  /** Part of the workbook that was read. */
  readonly part: string;
  /** Columns that have to be read again, month first. */
  readonly orders: ReadonlyMap<string, DateOrder>;
}

export interface ReadOptions extends Answers {
  /** True if text files (.csv, .tsv, .txt) are accepted in addition to workbooks. */
  csvAllowed?: boolean;
  caps?: Partial<Caps>;
  /** The date orders by field that a first reading has found. */
  orders?: ReadonlyMap<string, DateOrder>;
}

/**
 * Reads the sheet of an .xlsx workbook that has the headings, or a text file, into typed rows. The headings may be in any order and below
 * a title. What is not read is named in the report.
 *
 * Rows without errors go to `take` in small batches, and other work of the thread is done between two of them. Limited by `CAPS`, but a
 * hostile file may still take much memory and time, so this runs in a thread of its own (worker.ts).
 * @throws only what `take` throws: a problem of the file is in the Reading.
 */
export async function readSheet<C extends Columns>(
  file: SheetFile,
  columns: C,
  take: Take<C>,
  { csvAllowed = false, orders, ...options }: ReadOptions = {},
): Promise<Reading> {
  const caps = { ...CAPS, ...options.caps };
  const selection = new Selection();
  const reader = new RowReader(columns, selection, options, orders);
  const reading = (problem: string | null): Reading => {
    const { rows, fields, errors, remarks, questions, report } = reader;
    return { problem, rows, fields, errors, remarks, questions, report, part: selection.sheet.path, orders: reader.orders };
  };
  try {
    const headingsOf = (row: RawRow) => knownHeadings(row, Object.values(columns), options);
    for await (const batch of rawRows(file, { csvAllowed, caps, selection, headingsOf })) {
      if (batch.length === 0) continue;
      const rows = reader.read(batch);
      if (rows === null) break;
      await take(rows, reader.errors, reader);
      await setImmediate();
    }
    reader.finish();
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    return reading(error.message);
  }
  if (reader.rows > 0 || reader.errors.total > 0 || reader.questions.length > 0) return reading(null);
  return reading(
    reader.hasExample
      ? 'The sheet has no rows below its headings except the example of the template.'
      : 'The sheet has no rows below its headings.',
  );
}

/** Receives rows in small batches, in the file's order; may add errors and warnings. */
export type Take<C extends Columns> = (
  rows: readonly SheetRow<RowOf<C>>[],
  errors: Findings,
  more: Pick<Reading, 'fields' | 'remarks'>,
) => void | Promise<void>;

/** The response to an upload with an error or an open question, or null if it has neither. */
export function refusalOf({ problem, rows, errors, questions, report }: Reading): SheetRefusal | null {
  if (problem !== null) return { message: problem, errors: [], totalErrors: 0, ...(report.notRead.length > 0 && { report }) };
  if (questions.length > 0) {
    const asked = questions.map(({ heading, message }) => ({ row: report.headingRow, column: heading, message }));
    return {
      message: together(asked.map(({ message }) => message)),
      errors: asked,
      totalErrors: asked.length,
      questions: [...questions],
      report,
    };
  }
  if (errors.total === 0) return null;
  const found = { errors: errors.list, totalErrors: errors.total, report };
  // The headings are wrong, so no row was read.
  if (rows === 0) return { message: together(errors.list.map(({ message }) => message)), ...found };
  const bad = errors.rows.length;
  const fine = rows - bad;
  return {
    message: say(
      '{fine, plural, one {# row is} other {# rows are}} valid, {bad, plural, one {# has} other {# have}} errors: {rows}. Nothing was saved.',
      { fine, bad, rows: rowNumbers(errors.rows) },
    ),
    ...found,
  };
}
