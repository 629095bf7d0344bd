import { on } from 'node:events';
import { stat } from 'node:fs/promises';
import { Worker, type WorkerOptions } from 'node:worker_threads';

import { boundedQueue } from '../queue.ts';
import { ANSWERED, type Caps, SheetProblem } from './cells.ts';
import type { Batch, Job, Report } from './worker.ts';

/** An uploaded table: the name that its sender gave it, and its content, or the path where that lies. */
export interface SheetFile {
  readonly name: string;
  readonly content: Buffer | { readonly path: string };
}

/** One file at a time keeps the memory below its bound; a large one takes seconds. At most four of one user, so that nobody fills the queue. */
export const inTurn = boundedQueue(1, 20, 4);

/** What a thread needs of a file. Fails with a SheetProblem where it is too big. */
export async function fileOf({ name, content }: SheetFile, caps: Caps): Promise<Pick<Job, 'file' | 'name' | 'caps'>> {
  const size = Buffer.isBuffer(content) ? content.length : (await stat(content.path)).size;
  if (size > caps.bytes) throw new SheetProblem(`The file is larger than ${Math.round(caps.bytes / 1024 ** 2)} MB. Please split it.`);
  return { file: Buffer.isBuffer(content) ? content : content.path, name, caps };
}

/** Of the thread's memory. A hostile file ends the thread, not the server. */
const WORKER_MEMORY_MB = 192;

/** A thread that has read one file is quick at the next: it waits for it so long, unless the last was a big one, whose memory it gives back. */
const KEPT_MILLISECONDS = 60_000;
const KEPT_BYTES = 4 * 1024 ** 2;
let waiting: { worker: Worker; end: NodeJS.Timeout } | null = null;

/** Runs a thread on a file; it goes on to the next one only where all of this one was taken. */
export async function* runThread<J extends Job>(job: J): AsyncGenerator<Batch<J>> {
  const worker = takeWorker();
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), job.caps.seconds * 1000);
  let isDone = false;
  let taken = 0;
  try {
    worker.postMessage(job);
    for await (const [report] of on(worker, 'message', { close: ['exit'], signal: silence.signal }) as AsyncIterable<[Report]>) {
      timer.refresh();
      if ('done' in report) {
        isDone = true;
        return;
      }
      if ('problem' in report) throw new SheetProblem(report.problem);
      // The thread makes the next batches while this one is taken.
      taken += 1;
      if (taken % ANSWERED === 0) worker.postMessage('next');
      yield report.batch as Batch<J>;
    }
    throw new Error('the thread that reads a sheet ended without a word');
  } catch (error) {
    if (silence.signal.aborted) throw new SheetProblem('Reading the file takes too long. Please split it.', { cause: error });
    const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    throw isOutOfMemory ? new SheetProblem('The file holds too much to be read. Please split it.') : error;
  } finally {
    clearTimeout(timer);
    if (isDone && waiting === null && typeof job.file !== 'string' && job.file.byteLength <= KEPT_BYTES) keepWorker(worker);
    else await worker.terminate();
  }
}

function takeWorker(): Worker {
  if (waiting === null) {
    const worker = startWorker({ resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB } });
    // Whoever reads hears of it too; one that fails while it waits just ends.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (waiting?.worker === worker) waiting = null;
    });
    return worker;
  }
  const { worker, end } = waiting;
  waiting = null;
  clearTimeout(end);
  worker.ref();
  return worker;
}

/** Keeps no process from ending. */
function keepWorker(worker: Worker): void {
  worker.unref();
  const end = setTimeout(() => {
    waiting = null;
    void worker.terminate();
  }, KEPT_MILLISECONDS).unref();
  waiting = { worker, end };
}

/** In the build the thread's file lies below the server's bundle. In the sources it is TypeScript, which a thread learns to read first. */
function startWorker(options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./spreadsheets/worker.js', import.meta.url), options);
  const [tsx, entry] = [import.meta.resolve('tsx/esm/api'), new URL('./worker.ts', import.meta.url).href];
  return new Worker(`import('${tsx}').then(({ register }) => (register(), import('${entry}')))`, { ...options, eval: true });
}
