import type { SheetDone, SheetRefusal } from '@aapurti/contract/sheets/sheets';
import Piscina from 'piscina';

import type { Settings } from '../ground/env.ts';
import type { Upload } from '../http/multipart.ts';
import { complain } from '../process/complain.ts';
import { companyOf } from '../ground/actor.ts';
import { boundedQueue } from '../process/queue.ts';
import { sayAgain } from '../ground/texts.ts';
import { invalid, Refusal } from '../ground/refusal.ts';
import type { SheetFile } from './file.ts';
import type { Job, Outcome, Report, ThreadData } from './job.ts';

/** An uploaded sheet. Once `signal` aborts, nothing is stored. */
export type Sent = Pick<Job, 'sheet' | 'actor' | 'owner' | 'csvAllowed' | 'answers' | 'once'> & {
  file: Upload | undefined;
  signal: AbortSignal;
};

/** Processes sheets in a thread with a database connection of its own, so that large ones do not block requests. */
export interface Uploads {
  /** Stores all rows or none: one row with an error, or `dryRun`, prevents every change. */
  take(sent: Sent & { dryRun: boolean; done?: string }): Promise<SheetDone | SheetRefusal>;
  /** The workbook with its errors marked, or the reason why it cannot be read. Stores nothing. */
  mark(sent: Sent): Promise<Buffer | SheetRefusal>;
  close(): Promise<void>;
}

/** The memory of the thread's heap, so that a malicious file ends only the thread. 200,000 rows with errors take a third of it. */
const MEMORY_MB = 256;
/** The time limit for one file. 200,000 rows take a tenth of it. */
const TIME_MS = 300_000;
const IDLE_MS = 30_000;
/** Requests come before uploads. Priorities have 19 steps, on Linux only. */
const NICE = 10;

interface ThreadOptions {
  memoryMB?: number;
  timeMs?: number;
  /** The program that a thread runs; tests use the build, which starts faster than the sources. */
  program?: { filename: string; execArgv?: string[]; niceIncrement?: number };
}

/** @param world.itemSource the source under which the buyer's items are stored. */
export function openUploads(
  world: { url: string; settings: Settings; clock: () => Date; itemSource: () => string },
  { memoryMB = MEMORY_MB, timeMs = TIME_MS, program = ownProgram() }: ThreadOptions = {},
): Uploads {
  const data: ThreadData = { url: world.url, settings: world.settings };
  const threads = new Piscina<Job, Report>({
    niceIncrement: NICE,
    ...program,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    // The thread must notice between two files that its connection was closed.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: memoryMB },
    workerData: data,
  });
  threads.on('error', complain);
  /** One file at a time limits the memory. At most 20 wait: four of one user, eight of one company. */
  const inTurn = boundedQueue(1, 20, [4, 8]);

  async function runInThread(job: Job, signal: AbortSignal): Promise<Outcome> {
    const late = AbortSignal.timeout(timeMs);
    try {
      return outcomeOf(await threads.run(job, { signal: AbortSignal.any([signal, late]) }));
    } catch (error) {
      signal.throwIfAborted();
      if (late.aborted) return refused('Reading the file takes too long. Please split it.');
      const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (isOutOfMemory) return refused('The file is too large to be read. Please split it.');
      throw error;
    }
  }

  function run(
    { sheet, actor, owner, csvAllowed, answers, once, file: given, signal }: Sent,
    todo: Job['todo'],
    done?: string,
  ): Promise<Outcome> {
    const { name, content } = checkedFile(given, csvAllowed);
    const [now, itemSource] = [world.clock().getTime(), world.itemSource()];
    const job: Job = {
      sheet,
      actor,
      owner,
      csvAllowed,
      answers,
      file: { name, content },
      todo,
      done,
      now,
      itemSource,
      ...(once && { once }),
    };
    return inTurn(() => runInThread(job, signal), { who: [actor.id, companyOf(actor)], signal });
  }

  return {
    async take({ dryRun, done, ...sent }) {
      const outcome = await run(sent, dryRun ? 'check' : 'store', done);
      if (outcome instanceof Uint8Array) throw new Error('a sheet that is taken in gives no workbook');
      return outcome;
    },
    async mark(sent) {
      const outcome = await run(sent, 'mark');
      if (outcome instanceof Uint8Array) return Buffer.from(outcome.buffer, outcome.byteOffset, outcome.length);
      if ('created' in outcome) throw new Error('a sheet that is marked stores nothing');
      return outcome;
    },
    close: () => threads.destroy(),
  };
}

function checkedFile(file: Upload | undefined, csvAllowed: boolean): SheetFile {
  if (file === undefined) throw invalid({ file: csvAllowed ? 'Choose a .csv or .xlsx file.' : 'Choose an .xlsx file.' });
  if (file.tooLarge) throw invalid({ file: 'The file is larger than 50 MB. Please split it.' }, 413);
  return file;
}

function refused(message: string): SheetRefusal {
  return { message, errors: [], totalErrors: 0 };
}

function outcomeOf(report: Report): Outcome {
  if ('outcome' in report) {
    sayAgain(report.texts);
    return report.outcome;
  }
  if ('refusal' in report) throw Object.assign(new Refusal(500, ''), report.refusal);
  throw Object.assign(new Error('taking in a sheet failed'), report.failure);
}

/** The build puts the thread's file below the server's bundle. When run from source, the thread needs tsx. */
function ownProgram() {
  if (!import.meta.url.endsWith('.ts')) return { filename: new URL('./sheets/worker.js', import.meta.url).href };
  return { filename: new URL('./worker.ts', import.meta.url).href, execArgv: ['--import', import.meta.resolve('tsx')] };
}
