import type { SheetDone, SheetRefusal } from '@aapurti/contract/sheets';

import { invalid } from '../http/errors.ts';
import type { Upload } from '../http/multipart.ts';
import type { Columns, RowOf } from './columns.ts';
import { markFaults } from './mark.ts';
import { type ReadOptions, type Reading, readSheet, refusalOf } from './read.ts';
import type { Findings } from './findings.ts';
import type { SheetRow } from './rows.ts';

export interface Counts {
  created: number;
  updated: number;
}

/** What a domain does with the rows of one upload. A new one is made for each. */
export interface Intake<C extends Columns> {
  readonly columns: C;
  /** Keeps rows that are right in themselves, in the file's order; may add errors, such as a number that stands twice. */
  take(rows: readonly SheetRow<RowOf<C>>[], errors: Findings): void;
  /**
   * Once all is read: adds the errors that only the database knows, and stores what was taken, in one transaction. With `dryRun`, or
   * when there are errors, old or new, it changes nothing.
   */
  store(reading: Pick<Reading, 'errors' | 'fields'>, dryRun: boolean): Promise<Counts>;
}

/** Reads an uploaded sheet and hands it to its domain, all or nothing: one faulty row and none is stored. */
export async function takeSheet<C extends Columns>(
  file: Upload | undefined,
  intake: Intake<C>,
  { dryRun, done, ...options }: ReadOptions & { dryRun: boolean; done?: string },
): Promise<SheetDone | SheetRefusal> {
  const { reading, counts } = await readInto(file, intake, dryRun, options);
  const refusal = refusalOf(reading);
  if (refusal !== null) return refusal;
  const { created, updated } = counts;
  const said = dryRun ? `${created} would be added, ${updated} updated.` : `${created} added, ${updated} updated.`;
  const message = dryRun || done === undefined ? said : done;
  return { message, ...counts, remarks: reading.remarks.list, totalRemarks: reading.remarks.total };
}

/** The uploaded workbook with its faults marked, or why it cannot be read at all. Stores nothing. */
export async function markSheet<C extends Columns>(
  given: Upload | undefined,
  intake: Intake<C>,
  options: ReadOptions = {},
): Promise<Buffer | SheetRefusal> {
  const { file, reading } = await readInto(given, intake, true, { ...options, keepsErrors: true });
  const refusal = reading.problem === null ? null : refusalOf(reading);
  return refusal ?? markFaults(file, reading.errors, options);
}

async function readInto<C extends Columns>(file: Upload | undefined, intake: Intake<C>, dryRun: boolean, options: ReadOptions) {
  if (file === undefined) throw invalid({ file: `Choose ${options.csvAllowed === true ? 'a .csv or' : 'an'} .xlsx file.` });
  if (file.tooLarge) throw invalid({ file: 'The file is larger than 50 MB. Please split it.' }, 413);
  const reading = await readSheet(file, intake.columns, (rows, errors) => intake.take(rows, errors), options);
  const counts = reading.problem === null && reading.rows > 0 ? await intake.store(reading, dryRun) : { created: 0, updated: 0 };
  return { file, reading, counts };
}
