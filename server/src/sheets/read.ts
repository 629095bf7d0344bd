import { setImmediate } from 'node:timers/promises';

import { showNumber } from '@aapurti/contract/fields';
import type { SheetRefusal } from '@aapurti/contract/sheets';
import { format } from '@aapurti/contract/template';

import { type Caps, CAPS, plainHeading, SheetProblem } from './cells.ts';
import type { Columns, RowOf } from './columns.ts';
import type { Findings } from './findings.ts';
import { rawRows, type SheetFile } from './file.ts';
import { RowReader, type SheetRow } from './rows.ts';

export interface Reading {
  /** Why the file cannot be read, in words for its sender; null where it can. */
  readonly problem: string | null;
  /** How many rows are not blank. */
  readonly rows: number;
  /** Those whose columns the sheet has. */
  readonly fields: ReadonlySet<string>;
  readonly errors: Findings;
  readonly remarks: Findings;
}

export interface ReadOptions {
  /** Whether text files (.csv, .tsv, .txt) are taken beside workbooks. */
  csvAllowed?: boolean;
  caps?: Partial<Caps>;
}

/**
 * Reads the first visible sheet of an .xlsx workbook, or a text file, into typed rows. The first row that is not blank holds the
 * headings, in any order; unknown columns are ignored, blank rows skipped.
 *
 * Rows without errors go to `take` in small batches, and other work of the thread is done between two of them. Limited by `CAPS`, but a
 * hostile file may still take much memory and time, so this runs in a thread of its own (worker.ts).
 * @throws only what `take` throws: a problem of the file is in the Reading.
 */
export async function readSheet<C extends Columns>(
  file: SheetFile,
  columns: C,
  take: Take<C>,
  { csvAllowed = false, ...options }: ReadOptions = {},
): Promise<Reading> {
  const caps = { ...CAPS, ...options.caps };
  const reader = new RowReader(columns);
  const reading = (problem: string | null): Reading => {
    const { rows, fields, errors, remarks } = reader;
    return { problem, rows, fields, errors, remarks };
  };
  try {
    const headings = new Set(Object.values(columns).map(({ heading }) => plainHeading(heading)));
    for await (const batch of rawRows(file, { csvAllowed, caps, headings })) {
      if (batch.length === 0) continue;
      const rows = reader.read(batch);
      if (rows === null) break;
      await take(rows, reader.errors, reader);
      await setImmediate();
    }
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    return reading(error.message);
  }
  if (reader.rows > 0 || reader.errors.total > 0) return reading(null);
  return reading(`The sheet holds no rows below its headings${reader.hasExample ? ' but the example of the template' : ''}.`);
}

/** Gets rows in small batches, in the file's order; may add errors and remarks. */
export type Take<C extends Columns> = (
  rows: readonly SheetRow<RowOf<C>>[],
  errors: Findings,
  more: Pick<Reading, 'fields' | 'remarks'>,
) => void | Promise<void>;

/** The answer to an upload that has a fault, or null where it has none. */
export function refusalOf({ problem, rows, errors }: Reading): SheetRefusal | null {
  if (problem !== null) return { message: problem, errors: [], totalErrors: 0 };
  if (errors.total === 0) return null;
  const found = { errors: errors.list, totalErrors: errors.total };
  // The headings are wrong, so no row was read.
  if (rows === 0) return { message: errors.list.map(({ message }) => message).join(' '), ...found };
  const bad = errors.rows.length;
  const fine = rows - bad;
  return {
    message: format(
      '{fine, plural, one {# row is} other {# rows are}} fine, {bad, plural, one {# is} other {# are}} not: {rows}. Nothing was stored.',
      { fine, bad, rows: rowNumbers(errors.rows) },
    ),
    ...found,
  };
}

const NAMED = 5;

/** The first rows in words, for those who see the message alone. Three or more consecutive rows are one run. */
function rowNumbers(sorted: readonly number[]): string {
  const words: string[] = [];
  let at = 0;
  while (at < sorted.length && words.length < NAMED) {
    const first = sorted[at] ?? 0;
    let length = 1;
    while (sorted[at + length] === first + length) length += 1;
    if (length < 3) length = 1;
    words.push(length === 1 ? `${first}` : `${first} to ${first + length - 1}`);
    at += length;
  }
  if (at < sorted.length) words.push(`${showNumber(sorted.length - at)} more`);
  const last = words.pop();
  return `${sorted.length === 1 ? 'row' : 'rows'} ${words.length === 0 ? last : `${words.join(', ')} and ${last}`}`;
}
