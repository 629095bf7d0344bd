import { Decimal } from '@aapurti/contract/numbers';
import type { SheetDone, SheetRefusal } from '@aapurti/contract/sheets';
import sql, { raw, type Sql } from 'sql-template-tag';

import { type CopiedValue, copyRows } from '../database/copy.ts';
import type { Database } from '../database/database.ts';
import type { Columns, RowOf } from './columns.ts';
import type { SheetFile } from './file.ts';
import type { Finding, Findings } from './findings.ts';
import { markFaults } from './mark.ts';
import { type ReadOptions, type Reading, readSheet, refusalOf } from './read.ts';
import type { SheetRow } from './rows.ts';

interface Counts {
  created: number;
  updated: number;
}

/**
 * How sheets of these columns are taken in. Rows that are right cell by cell go into the temporary table `staged`; when all are there,
 * the database checks them and stores them, in the same transaction.
 */
export interface Intake<C extends Columns, Staged extends string = string> {
  readonly columns: C;
  /** The columns of `staged`, with their types. It also has `row`, the number of the row in the sheet. */
  readonly staged: Readonly<Record<Staged, string>>;
  /** The values of a row. What is wrong with the row as a whole goes into `errors`. */
  stage(each: SheetRow<RowOf<C>>, errors: Findings, remarks: Findings): Readonly<Record<Staged, CopiedValue | Decimal>>;
  /** Selects row, column and message of each fault that shows among the rows, or against what is stored. */
  faults(fields: ReadonlySet<string>): Sql;
  /** Stores the rows once none is faulty. It may find more faults. A dry run stores too, and is rolled back. */
  /** Whether some faults show only as rows are stored: it is done even where others were found, with the rows that are right. */
  readonly isCheckedByStoring?: boolean;
  store(tx: Database, sheet: { fields: ReadonlySet<string>; rows: number; errors: Findings }): Promise<Counts>;
}

/** Selects the staged rows, each with the `first` row of its key. */
export function keyedRows(key: Sql): Sql {
  return sql`select *, min(row) over (partition by ${key}) as first from staged`;
}

/** Staged rows that are read back at a time. */
const READ = 5_000;

/** What is selected by the number of a row, in its order and a part at a time. */
export async function* inParts<Row extends { row: number }>(tx: Database, selected: Sql): AsyncGenerator<Row[]> {
  for (let last = 0; ;) {
    const rows = await tx.rows<Row>(sql`select * from (${selected}) selected where row > ${last}::int order by row limit ${READ}::int`);
    if (rows.length > 0) yield rows;
    if (rows.length < READ) return;
    last = rows.at(-1)?.row ?? last;
  }
}

/** Reads an uploaded sheet and stores it, all or nothing: one faulty row, or `dryRun`, and nothing is changed. */
export async function takeSheet<C extends Columns>(
  db: Database,
  file: SheetFile,
  intake: Intake<C>,
  { dryRun, done, ...options }: ReadOptions & { dryRun: boolean; done?: string | undefined },
): Promise<SheetDone | SheetRefusal> {
  const { reading, counts } = await readInto(db, file, intake, dryRun, options);
  const refusal = refusalOf(reading);
  if (refusal !== null) return refusal;
  const { created, updated } = counts;
  const said = dryRun ? `${created} would be added, ${updated} updated.` : `${created} added, ${updated} updated.`;
  const message = dryRun || done === undefined ? said : done;
  return { message, created, updated, remarks: reading.remarks.list, totalRemarks: reading.remarks.total };
}

/** The uploaded workbook with its faults marked, or why it cannot be read at all. Stores nothing. */
export async function markSheet<C extends Columns>(
  db: Database,
  file: SheetFile,
  intake: Intake<C>,
  options: ReadOptions,
): Promise<Buffer | SheetRefusal> {
  const { reading } = await readInto(db, file, intake, true, { ...options, keepsErrors: true });
  const refusal = reading.problem === null ? null : refusalOf(reading);
  return refusal ?? markFaults(file, reading.errors, options);
}

/** Rolls back a transaction that must not change anything. */
class Undo extends Error {}

interface Taken {
  reading: Reading;
  counts: Counts;
}

async function readInto<C extends Columns>(
  db: Database,
  file: SheetFile,
  intake: Intake<C>,
  dryRun: boolean,
  options: ReadOptions,
): Promise<Taken> {
  const known: { taken?: Taken } = {};
  try {
    await db.transaction(async (tx) => {
      delete known.taken;
      const { reading, rows } = await stageRows(tx, file, intake, options);
      const taken = { reading, counts: { created: 0, updated: 0 } };
      known.taken = taken;
      const { problem, errors, fields } = reading;
      if (problem === null) {
        await tx.execute(sql`analyze staged`);
        for (const { row, column, message } of await tx.rows<Finding & Record<string, unknown>>(intake.faults(fields)))
          errors.add(row, column, message);
        if (errors.total === 0 || intake.isCheckedByStoring === true) taken.counts = await intake.store(tx, { fields, rows, errors });
      }
      if (dryRun || problem !== null || errors.total > 0) throw new Undo();
    });
  } catch (error) {
    // Reading a file that is refused may take longer than the connection lasts. The refusal is the answer all the same.
    const isKnown = error instanceof Undo || (known.taken?.reading.problem ?? null) !== null;
    if (!isKnown) throw error;
  }
  if (known.taken === undefined) throw new Error('a sheet that was read has a reading');
  return known.taken;
}

/** Rows that are copied at a time. */
const COPIED = 1_000;

async function stageRows<C extends Columns>(
  tx: Database,
  file: SheetFile,
  intake: Intake<C>,
  options: ReadOptions,
): Promise<{ reading: Reading; rows: number }> {
  const columns = Object.keys(intake.staged);
  const definitions = Object.entries(intake.staged).map(([column, type]) => `, ${column} ${type}`);
  // 200,000 rows take longer than the other statements of requests may.
  await tx.execute(sql`set local statement_timeout = '5min'`);
  await tx.execute(sql`create temporary table staged (row int${raw(definitions.join(''))}) on commit drop`);
  const into = `staged (${['row', ...columns].join(', ')})`;
  let waiting: CopiedValue[][] = [];
  let rows = 0;
  const copy = async () => {
    rows += waiting.length;
    await copyRows(tx, into, waiting);
    waiting = [];
  };
  const reading = await readSheet(
    file,
    intake.columns,
    async (batch, errors, { remarks }) => {
      for (const each of batch) {
        const values = intake.stage(each, errors, remarks);
        waiting.push([each.row, ...columns.map((column) => plainValue(values[column] ?? null))]);
      }
      if (waiting.length >= COPIED) await copy();
    },
    options,
  );
  await copy();
  return { reading, rows };
}

function plainValue(value: CopiedValue | Decimal): CopiedValue {
  return value instanceof Decimal ? value.toFixed() : value;
}
