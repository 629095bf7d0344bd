import type { SheetDone, SheetRefusal } from '@aapurti/contract/sheets';

import type { Database } from '../database/database.ts';
import type { Columns, RowOf } from './columns.ts';
import type { SheetFile } from './file.ts';
import type { Findings } from './findings.ts';
import { markFaults } from './mark.ts';
import { type ReadOptions, type Reading, readSheet, refusalOf } from './read.ts';
import type { SheetRow } from './rows.ts';

export interface Counts {
  created: number;
  updated: number;
}

/** A domain that takes in sheets of these columns; `Kept` is what it keeps of a row until it is stored. */
export interface Intake<C extends Columns, Kept> {
  readonly columns: C;
  /** How many chunks `store` is given before the first of them is stored, where it can have more than one at work. */
  readonly ahead?: number;
  /** For one attempt: a transaction that met a deadlock is tried again from the file's first row. */
  open(tx: Database): Taking<C, Kept>;
}

/** What goes with some rows that are to be stored. */
export interface Storing {
  readonly errors: Findings;
  /** Those that the sheet has columns for. */
  readonly fields: ReadonlySet<string>;
  readonly onlyCheck: boolean;
}

interface Taking<C extends Columns, Kept> {
  /** What is kept of a row that is right cell by cell; null where it is wrong as a whole, which goes into `errors`. */
  keep(row: SheetRow<RowOf<C>>, errors: Findings, remarks: Findings): Kept | null;
  /** Checks rows, in the file's order, against what is stored, and stores them; with `onlyCheck` it need not store. */
  store(rows: readonly Kept[], how: Storing): Promise<Counts>;
  /** When all rows are stored, or ready to be; may find faults that only show then. */
  end(counts: Counts, errors: Findings): Promise<void>;
}

/** Remembers where each key stood first: gives that row for one that comes again, else null. */
export function firstRows(): (key: string, row: number) => number | null {
  const rows = new Map<string, number>();
  return (key, row) => {
    // Digits alone are hashed by their value, and those of neighbouring codes fall together: ten times as slow.
    const letters = `#${key}`;
    const first = rows.get(letters);
    if (first === undefined) rows.set(letters, row);
    return first ?? null;
  };
}

/** Reads an uploaded sheet and stores it through its domain, all or nothing: one faulty row, or `dryRun`, and nothing is changed. */
export async function takeSheet<C extends Columns, Kept>(
  db: Database,
  file: SheetFile,
  intake: Intake<C, Kept>,
  { dryRun, done, ...options }: ReadOptions & { dryRun: boolean; done?: string | undefined },
): Promise<SheetDone | SheetRefusal> {
  const { reading, counts } = await readInto(db, file, intake, dryRun, options);
  const refusal = refusalOf(reading);
  if (refusal !== null) return refusal;
  const { created, updated } = counts;
  const said = dryRun ? `${created} would be added, ${updated} updated.` : `${created} added, ${updated} updated.`;
  const message = dryRun || done === undefined ? said : done;
  return { message, ...counts, remarks: reading.remarks.list, totalRemarks: reading.remarks.total };
}

/** The uploaded workbook with its faults marked, or why it cannot be read at all. Stores nothing. */
export async function markSheet<C extends Columns, Kept>(
  db: Database,
  file: SheetFile,
  intake: Intake<C, Kept>,
  options: ReadOptions,
): Promise<Buffer | SheetRefusal> {
  const { reading } = await readInto(db, file, intake, true, { ...options, keepsErrors: true });
  const refusal = reading.problem === null ? null : refusalOf(reading);
  return refusal ?? markFaults(file, reading.errors, options);
}

/** Ends a transaction that is not to change anything. */
class Undo extends Error {}

/** Rows that are stored at a time: few enough that putting their values together keeps nobody waiting, enough that statements cost little. */
const CHUNK = 500;
/** The database need not wait for more of them. */
const FIRST_CHUNK = 100;

async function readInto<C extends Columns, Kept>(
  db: Database,
  file: SheetFile,
  intake: Intake<C, Kept>,
  dryRun: boolean,
  options: ReadOptions,
): Promise<{ reading: Reading; counts: Counts }> {
  const known: { found?: { reading: Reading; counts: Counts } } = {};
  try {
    await db.transaction(async (tx) => {
      delete known.found;
      const taking = intake.open(tx);
      const { reading, counts } = await readChunks(file, intake, taking, dryRun, options);
      known.found = { reading, counts };
      if (dryRun || reading.problem !== null || reading.errors.total > 0) throw new Undo();
      await taking.end(counts, reading.errors);
      if (reading.errors.total > 0) throw new Undo();
    });
  } catch (error) {
    // A file that is refused late may have cost the connection; what is wrong with it is known all the same.
    const isKnown = error instanceof Undo || (known.found?.reading.problem ?? null) !== null;
    if (!isKnown) throw error;
  }
  if (known.found === undefined) throw new Error('a sheet that was read has a reading');
  return known.found;
}

/** Chunks are stored while the next are read. */
async function readChunks<C extends Columns, Kept>(
  file: SheetFile,
  { columns, ahead = 1 }: Intake<C, Kept>,
  taking: Taking<C, Kept>,
  dryRun: boolean,
  options: ReadOptions,
): Promise<{ reading: Reading; counts: Counts }> {
  const counts = { created: 0, updated: 0 };
  let chunk: Kept[] = [];
  let enough = FIRST_CHUNK;
  /** The oldest first. */
  const storing: Promise<void>[] = [];
  const store = async (errors: Findings, fields: ReadonlySet<string>) => {
    const rows = chunk;
    chunk = [];
    const { created, updated } = await taking.store(rows, { errors, fields, onlyCheck: dryRun || errors.total > 0 });
    counts.created += created;
    counts.updated += updated;
  };
  const startStoring = async (errors: Findings, fields: ReadonlySet<string>) => {
    if (storing.length >= ahead) await storing.shift();
    const stored = store(errors, fields);
    // Awaited with a later chunk; until then its failure is nobody's.
    stored.catch(() => undefined);
    storing.push(stored);
  };
  try {
    const reading = await readSheet(
      file,
      columns,
      async (rows, errors, { fields, remarks }) => {
        for (const row of rows) {
          const kept = taking.keep(row, errors, remarks);
          if (kept !== null) chunk.push(kept);
        }
        if (chunk.length < enough) return;
        enough = CHUNK;
        await startStoring(errors, fields);
      },
      options,
    );
    if (reading.problem === null && chunk.length > 0) await startStoring(reading.errors, reading.fields);
    for (const stored of storing) await stored;
    return { reading, counts };
  } finally {
    await Promise.allSettled(storing);
  }
}
