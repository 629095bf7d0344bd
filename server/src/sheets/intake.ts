import { Decimal } from '@aapurti/contract/ground/numbers';
import type { SheetDone, SheetRefusal } from '@aapurti/contract/sheets/sheets';
import { say } from '@aapurti/contract/ground/template';
import sql, { raw, type Sql } from 'sql-template-tag';

import { codeIn, finished } from '../database/said.ts';
import type { Fields } from '../database/columns.ts';
import { type CopiedValue, copyRows } from '../database/copy.ts';
import type { Database } from '../database/database.ts';
import type { Columns, RowOf } from './columns.ts';
import type { SheetFile } from './file.ts';
import type { Finding, Findings } from './findings.ts';
import { markFaults } from './xlsx/mark.ts';
import { type ReadOptions, type Reading, readSheet, refusalOf } from './read.ts';
import type { SheetRow } from './rows.ts';
import { stagedColumns } from './staged.ts';

interface Counts {
  created: number;
  updated: number;
}

/** The import of sheets: rows whose cells are valid are copied to the temporary table `staged`, then checked and stored in SQL. */
export interface Intake<C extends Columns> {
  readonly columns: C;
  /** The columns of `staged` for fields whose column does not follow from the sheet's (staged.ts), and for fields that `stage` adds. */
  readonly fields?: Fields;
  /** Values by field that replace or extend the cells of a row. Errors of the row as a whole go into `errors`. */
  stage?(each: SheetRow<RowOf<C>>, errors: Findings, remarks: Findings): Readonly<Record<string, CopiedValue | Decimal>> | undefined;
  /** Selects row, column and message of each error within the rows or against stored records. */
  faults(fields: ReadonlySet<string>): Sql;
  /** Selects row, column and message of warnings about rows, which block nothing. */
  readonly remarks?: Sql;
  /** True if `store` runs with the valid rows even after errors were found, because it finds more errors. */
  readonly isCheckedByStoring?: boolean;
  /** Stores the rows, and may find more errors and warnings. A dry run stores too, and is rolled back. */
  store(tx: Database, sheet: { fields: ReadonlySet<string>; rows: number; errors: Findings; remarks: Findings }): Promise<Counts>;
}

/** Selects the staged rows, each with the `first` row of its key. */
export function keyedRows(key: Sql): Sql {
  return sql`select *, min(row) over (partition by ${key}) as first from staged`;
}

const READ = 5_000;

/** Reads rows back in parts, in the order of their numbers. */
export async function* inParts<Row extends { row: number }>(tx: Database, selected: Sql): AsyncGenerator<Row[]> {
  for (let last = 0; ;) {
    const rows = await tx.rows<Row>(sql`select * from (${selected}) selected where row > ${last}::int order by row limit ${READ}::int`);
    if (rows.length > 0) yield rows;
    if (rows.length < READ) return;
    last = rows.at(-1)?.row ?? last;
  }
}

/** Reads an uploaded sheet and stores all its rows or none: one row with an error, or `dryRun`, prevents every change. */
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
  const said = dryRun
    ? say('{created} would be added, {updated} updated.', { created, updated })
    : say('{created} added, {updated} updated.', { created, updated });
  const message = dryRun || done === undefined ? said : done;
  return { message, created, updated, remarks: reading.remarks.list, totalRemarks: reading.remarks.total, report: reading.report };
}

/** The uploaded workbook with its errors marked, or the reason why it cannot be read. Stores nothing. */
export async function markSheet<C extends Columns>(
  db: Database,
  file: SheetFile,
  intake: Intake<C>,
  options: ReadOptions,
): Promise<Buffer | SheetRefusal> {
  const { reading } = await readInto(db, file, intake, true, options);
  const refusal = reading.problem === null ? null : refusalOf(reading);
  if (refusal !== null) return refusal;
  const { errors, part, report } = reading;
  for (const { heading, message } of reading.questions) errors.add(report.headingRow, heading, message);
  return markFaults(file, errors, { ...options, part, headingRow: report.headingRow, columns: report.columns });
}

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
      const { problem, errors, fields, questions } = reading;
      if (problem === null && questions.length === 0) {
        await tx.execute(sql`analyze staged`);
        for (const { row, column, message } of await tx.rows<Finding & Record<string, unknown>>(intake.faults(fields)))
          errors.add(row, column, finished(message), codeIn(message));
        for (const { row, column, message } of intake.remarks === undefined
          ? []
          : await tx.rows<Finding & Record<string, unknown>>(intake.remarks))
          reading.remarks.add(row, column, finished(message));
        if (errors.total === 0 || intake.isCheckedByStoring === true)
          taken.counts = await intake.store(tx, { fields, rows, errors, remarks: reading.remarks });
      }
      if (dryRun || problem !== null || questions.length > 0 || errors.total > 0) throw new Undo();
    });
  } catch (error) {
    // The connection may end while a file is read that is rejected anyway.
    const isKnown = error instanceof Undo || (known.taken?.reading.problem ?? null) !== null;
    if (!isKnown) throw error;
  }
  if (known.taken === undefined) throw new Error('a sheet that was read has a reading');
  return known.taken;
}

const COPIED = 1_000;

async function stageRows<C extends Columns>(
  tx: Database,
  file: SheetFile,
  intake: Intake<C>,
  options: ReadOptions,
): Promise<{ reading: Reading; rows: number }> {
  const columns = stagedColumns(intake.columns, intake.fields);
  const definitions = columns.map(({ column, type }) => `, ${column} ${type}`);
  // 200,000 rows take longer than the limit of other statements.
  await tx.execute(sql`set local statement_timeout = '5min'`);
  await tx.execute(sql`create temporary table staged (row int${raw(definitions.join(''))}) on commit drop`);
  const into = `staged (${['row', ...columns.map(({ column }) => column)].join(', ')})`;
  const read = async (orders: Reading['orders']) => {
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
          const values = { ...each.value, ...intake.stage?.(each, errors, remarks) } as Readonly<Record<string, CopiedValue | Decimal>>;
          waiting.push([each.row, ...columns.map(({ field }) => plainValue(values[field] ?? null))]);
        }
        if (waiting.length >= COPIED) await copy();
      },
      { ...options, orders },
    );
    await copy();
    return { reading, rows };
  };
  const first = await read(new Map());
  if (first.reading.orders.size === 0) return first;
  // Only the end of the file showed that the month comes first.
  await tx.execute(sql`truncate staged`);
  return read(first.reading.orders);
}

function plainValue(value: CopiedValue | Decimal): CopiedValue {
  return value instanceof Decimal ? value.toFixed() : value;
}
