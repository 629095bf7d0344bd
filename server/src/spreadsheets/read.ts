import { on } from 'node:events';
import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { SheetRefusal } from '@aapurti/contract/sheets';
import { boundedQueue } from '../queue.ts';
import { type Caps, CAPS, type RawRow, SheetProblem } from './cells.ts';
import type { Columns, RowOf } from './columns.ts';
import { type Findings, RowReader, type SheetRow } from './rows.ts';
import type { Job, Report } from './worker.ts';

/** An uploaded table: the name that its sender gave it, and its content, or the path where that lies. */
export interface SheetFile {
  readonly name: string;
  readonly content: Buffer | { readonly path: string };
}

export interface Reading {
  /** Why the file as a whole cannot be used, in words for its sender; null where it could be read. */
  readonly problem: string | null;
  /** How many rows hold something. */
  readonly rows: number;
  /** The columns' fields that the sheet has. */
  readonly fields: ReadonlySet<string>;
  readonly errors: Findings;
  /** What is odd but allowed. */
  readonly remarks: Findings;
}

export interface ReadOptions {
  /** Whether text files (.csv, .tsv, .txt) are taken beside workbooks. */
  csvAllowed?: boolean;
  /** How many errors and remarks are listed: 200 unless given. */
  listed?: number;
  caps?: Partial<Caps>;
}

/** One at a time keeps the memory of reading below its bound; a large file takes seconds. */
const inTurn = boundedQueue(1, 20);

/**
 * Reads the first visible sheet of an .xlsx workbook, or a text file, into typed rows. The first row that is not blank holds the
 * headings, in any order; unknown columns are ignored, blank rows skipped.
 *
 * Rows without errors go to `take` in small batches, in the file's order, so the memory needed is what `take` keeps; it may add
 * errors of its own, such as a number that is taken already. Parsing runs in a thread of its own, bounded by `CAPS`, and other
 * requests are answered between two batches. Whatever the file is, the answer is a Reading; only what `take` throws, a defect,
 * or a busy server (503) is thrown.
 */
export async function readSheet<C extends Columns>(
  file: SheetFile,
  columns: C,
  take: (rows: readonly SheetRow<RowOf<C>>[], errors: Findings) => void | Promise<void>,
  options: ReadOptions = {},
): Promise<Reading> {
  const caps = { ...CAPS, ...options.caps };
  const content = Buffer.isBuffer(file.content) ? file.content : file.content.path;
  const reader = new RowReader(columns, options.listed ?? 200);
  const reading = (problem: string | null): Reading => {
    const { rows, fields, errors, remarks } = reader;
    return { problem, rows, fields, errors, remarks };
  };
  try {
    await refuseTooBig(content, caps);
    await inTurn(async () => {
      for await (const batch of rawRows({ file: content, name: file.name, csvAllowed: options.csvAllowed ?? false, caps })) {
        const rows = reader.read(batch);
        if (rows === null) return;
        await take(rows, reader.errors);
        await setImmediate();
      }
    });
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    return reading(error.message);
  }
  if (reader.rows > 0 || reader.errors.total > 0) return reading(null);
  return reading(`The sheet holds no rows below its headings${reader.hasExample ? ' but the example of the template' : ''}.`);
}

/** The answer to an upload that is not as it should be, or null where it is: one faulty row, and none is taken. */
export function refusalOf({ problem, rows, errors }: Reading): SheetRefusal | null {
  if (problem !== null) return { message: problem, errors: [], totalErrors: 0 };
  if (errors.total === 0) return null;
  const found = { errors: errors.list, totalErrors: errors.total };
  // No row was looked at: the headings are not right.
  if (rows === 0) return { message: errors.list.map(({ message }) => message).join(' '), ...found };
  const bad = errors.rows.size;
  const fine = rows - bad;
  return {
    message: `${fine} ${fine === 1 ? 'row is' : 'rows are'} fine, ${bad} ${bad === 1 ? 'is' : 'are'} not: ${rowNumbers(errors.rows)}. Nothing was stored.`,
    ...found,
  };
}

/** The first rows in words: whoever is shown the message alone knows where to look. */
function rowNumbers(rows: ReadonlySet<number>): string {
  const sorted = [...rows].sort((one, other) => one - other);
  const named = sorted.slice(0, 5);
  const more = sorted.length - named.length;
  const last = more > 0 ? `${more} more` : named.pop();
  return sorted.length === 1 ? `row ${last}` : `rows ${named.join(', ')} and ${last}`;
}

async function refuseTooBig(content: Buffer | string, caps: Caps): Promise<void> {
  const size = typeof content === 'string' ? (await stat(content)).size : content.length;
  if (size > caps.bytes) throw new SheetProblem(`The file is larger than ${Math.round(caps.bytes / 1024 ** 2)} MB. Please split it.`);
}

/** Of the thread's memory. A hostile file ends the thread, not the server. */
const WORKER_MEMORY_MB = 192;

/** Runs the thread that parses the file, and ends it however the iteration ends. */
async function* rawRows(job: Job): AsyncGenerator<readonly RawRow[]> {
  const worker = startWorker({ workerData: job, resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB } });
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), job.caps.seconds * 1000);
  try {
    for await (const [report] of on(worker, 'message', { close: ['exit'], signal: silence.signal }) as AsyncIterable<[Report]>) {
      timer.refresh();
      if ('done' in report) return;
      if ('problem' in report) throw new SheetProblem(report.problem);
      // The thread parses the next batch while this one is taken.
      worker.postMessage('next');
      yield report.rows;
    }
    throw new Error('the thread that reads a sheet ended without a word');
  } catch (error) {
    if (silence.signal.aborted) throw new SheetProblem('Reading the file takes too long. Please split it.', { cause: error });
    const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    throw isOutOfMemory ? new SheetProblem('The file holds too much to be read. Please split it.') : error;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** In the build the thread's file lies below the server's bundle. In the sources it is TypeScript, which a thread learns to read first. */
function startWorker(options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./spreadsheets/worker.js', import.meta.url), options);
  const [tsx, entry] = [import.meta.resolve('tsx/esm/api'), new URL('./worker.ts', import.meta.url).href];
  return new Worker(`import('${tsx}').then(({ register }) => (register(), import('${entry}')))`, { ...options, eval: true });
}
