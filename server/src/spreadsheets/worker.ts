import { open, readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';

import { type Caps, type RawRow, SheetProblem } from './cells.ts';
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

/** What it says. Each `batch` is answered with any message once it was taken, so that a slow listener is not flooded. */
export type Report = { readonly batch: Batch<Job> } | { readonly problem: string } | { readonly done: true };

const job = workerData as Job;
const file = typeof job.file === 'string' ? job.file : Buffer.from(job.file.buffer, job.file.byteOffset, job.file.byteLength);

function batches(): AsyncGenerator<Batch<Job>> {
  return job.kind === 'read' ? fileRows() : markedFile(job.faults);
}

async function* markedFile(faults: PackedFindings): AsyncGenerator<Buffer> {
  // Most threads only read.
  const { markXlsx, workbookOfText } = await import('./marking.ts');
  const isWorkbook = (await firstBytes()).toString('hex').startsWith(ZIP);
  yield* markXlsx(isWorkbook ? file : await workbookOfText(fileRows()), faults, job.caps);
}

/** The beginning of a zip file. */
const ZIP = '504b0304';

async function* fileRows(): AsyncGenerator<RawRow[]> {
  const start = await firstBytes();
  if (start.length === 0) throw new SheetProblem('The file is empty.');
  const signature = start.toString('hex');
  if (signature.startsWith(ZIP)) return yield* readXlsx(file, job.caps, job.kind === 'read' ? job.headings : undefined);
  if (signature === 'd0cf11e0a1b11ae1') throw await compoundProblem();
  const isText = job.csvAllowed && /\.(csv|tsv|txt)$/i.test(job.name);
  if (!isText) throw new SheetProblem(`This is not an .xlsx workbook. Please upload an .xlsx${job.csvAllowed ? ' or .csv' : ''} file.`);
  yield* readCsv(file, job.caps);
}

async function firstBytes(): Promise<Buffer> {
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
async function compoundProblem(): Promise<SheetProblem> {
  const content = typeof file === 'string' ? await readFile(file) : file;
  const isEncrypted = content.includes(Buffer.from('EncryptedPackage', 'utf16le'));
  const what = isEncrypted ? 'This workbook has a password' : 'This is an old .xls workbook';
  return new SheetProblem(`${what}. Please save it as .xlsx without a password.`);
}

/** How many batches may be on their way: enough to keep both sides busy. */
const AHEAD = 3;

async function run(): Promise<void> {
  const say = (report: Report) => parentPort?.postMessage(report);
  let unanswered = 0;
  let wake = () => {};
  parentPort?.on('message', () => {
    unanswered -= 1;
    wake();
  });
  try {
    for await (const batch of batches()) {
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

await run();
parentPort?.close();
