import { readlinkSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';

import { ANSWERED, type Caps, type RawRow, SheetProblem } from './cells.ts';
import { readCsv } from './csv.ts';
import type { PackedFindings } from './findings.ts';
import { readXlsx } from './xlsx.ts';

/** What the thread is given: a file to read rows from, or one to mark faults in. */
export type Job = {
  /** Path on disk, or the content itself. */
  readonly file: string | Uint8Array;
  /** As the sender named the file; its ending tells text files apart. */
  readonly name: string;
  readonly csvAllowed: boolean;
  readonly caps: Caps;
} & ({ readonly kind: 'read'; readonly headings: ReadonlySet<string> } | { readonly kind: 'mark'; readonly faults: PackedFindings });

/** What comes of it, piece by piece. */
export type Batch<J extends Job> = J extends { kind: 'read' } ? readonly RawRow[] : Uint8Array;

/** What it says. Every few batches are answered with 'next' as they are being taken, so that a slow listener is not flooded; after `done` comes another job. */
export type Report = { readonly batch: Batch<Job> } | { readonly problem: string } | { readonly done: true };

function batches(job: Job): AsyncGenerator<Batch<Job>> {
  const file = typeof job.file === 'string' ? job.file : Buffer.from(job.file.buffer, job.file.byteOffset, job.file.byteLength);
  return job.kind === 'read' ? fileRows(file, job) : markedFile(file, job, job.faults);
}

async function* markedFile(file: string | Buffer, job: Job, faults: PackedFindings): AsyncGenerator<Buffer> {
  // Most threads only read.
  const { markXlsx, workbookOfText } = await import('./marking.ts');
  const isWorkbook = (await firstBytes(file)).toString('hex').startsWith(ZIP);
  yield* markXlsx(isWorkbook ? file : await workbookOfText(fileRows(file, job)), faults, job.caps);
}

/** The beginning of a zip file. */
const ZIP = '504b0304';

async function* fileRows(file: string | Buffer, job: Job): AsyncGenerator<RawRow[]> {
  const start = await firstBytes(file);
  if (start.length === 0) throw new SheetProblem('The file is empty.');
  const signature = start.toString('hex');
  if (signature.startsWith(ZIP)) return yield* readXlsx(file, job.caps, job.kind === 'read' ? job.headings : undefined);
  if (signature === 'd0cf11e0a1b11ae1') throw await compoundProblem(file);
  const isText = job.csvAllowed && /\.(csv|tsv|txt)$/i.test(job.name);
  if (!isText) throw new SheetProblem(`This is not an .xlsx workbook. Please upload an .xlsx${job.csvAllowed ? ' or .csv' : ''} file.`);
  yield* readCsv(file, job.caps);
}

async function firstBytes(file: string | Buffer): Promise<Buffer> {
  if (typeof file !== 'string') return file.subarray(0, 8);
  const handle = await open(file);
  try {
    const start = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return start.buffer.subarray(0, start.bytesRead);
  } finally {
    await handle.close();
  }
}

/** Old workbooks and encrypted new ones come in the same container, which names its streams in UTF-16. */
async function compoundProblem(file: string | Buffer): Promise<SheetProblem> {
  const content = typeof file === 'string' ? await readFile(file) : file;
  const isEncrypted = content.includes(Buffer.from('EncryptedPackage', 'utf16le'));
  const what = isEncrypted ? 'This workbook has a password' : 'This is an old .xls workbook';
  return new SheetProblem(`${what}. Please save it as .xlsx without a password.`);
}

/** How many batches may be on their way: enough to keep both sides busy. */
const AHEAD = 2 * ANSWERED;

let unanswered = 0;
let wake = () => {};

async function run(job: Job): Promise<void> {
  const say = (report: Report) => parentPort?.postMessage(report);
  unanswered = 0;
  try {
    for await (const batch of batches(job)) {
      if (batch.length === 0) continue;
      while (unanswered >= AHEAD) await new Promise<void>((resolve) => (wake = resolve));
      unanswered += 1;
      say({ batch });
    }
    say({ done: true });
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    say({ problem: error.message });
  }
}

/** Of 19, of which each gives way a little more. */
const STEPS_BACK = 10;

/** Whoever waits for an answer comes before whoever reads a sheet. Only Linux tells threads apart; elsewhere they are equal. */
function stepBack(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), STEPS_BACK);
  } catch {
    // As quick as all others, then.
  }
}
stepBack();

parentPort?.on('message', (given: Job | 'next') => {
  if (given !== 'next') return void run(given);
  unanswered -= ANSWERED;
  wake();
});
