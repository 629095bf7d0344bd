import { open, readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Caps, type RawRow, SheetProblem } from './cells.ts';
import { readCsv } from './csv.ts';
import { readXlsx } from './xlsx.ts';

/** What the thread is given. */
export interface Job {
  /** Path on disk, or the content itself. */
  readonly file: string | Uint8Array;
  /** As the sender named the file; its ending tells text files apart. */
  readonly name: string;
  readonly csvAllowed: boolean;
  readonly caps: Caps;
}

/** What it says. Each `rows` is answered with any message once it was taken, so that a slow listener is not flooded. */
export type Report = { readonly rows: readonly RawRow[] } | { readonly problem: string } | { readonly done: true };

const job = workerData as Job;

async function* readFileRows(): AsyncGenerator<RawRow[]> {
  const file = typeof job.file === 'string' ? job.file : Buffer.from(job.file.buffer, job.file.byteOffset, job.file.byteLength);
  const start = typeof file === 'string' ? await firstBytes(file) : file.subarray(0, 8);
  if (start.length === 0) throw new SheetProblem('The file is empty.');
  const signature = start.toString('hex');
  if (signature.startsWith('504b0304')) return yield* readXlsx(file, job.caps);
  if (signature === 'd0cf11e0a1b11ae1') throw await compoundProblem(file);
  const isText = job.csvAllowed && /\.(csv|tsv|txt)$/i.test(job.name);
  if (!isText) throw new SheetProblem(`This is not an .xlsx workbook. Please upload an .xlsx${job.csvAllowed ? ' or .csv' : ''} file.`);
  yield* readCsv(file, job.caps);
}

async function firstBytes(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead);
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
    for await (const rows of readFileRows()) {
      if (rows.length === 0) continue;
      while (unanswered >= AHEAD) await new Promise<void>((resolve) => (wake = resolve));
      unanswered += 1;
      say({ rows });
    }
    say({ done: true });
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    say({ problem: error.message });
  }
}

await run();
parentPort?.close();
