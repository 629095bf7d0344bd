import { on } from 'node:events';
import { Worker, type WorkerOptions } from 'node:worker_threads';

import { Refusal } from '../refusal.ts';
import { type Failure, handedOver, type Job, type Outcome, type Report, type ThreadData } from './job.ts';

/** Of the thread's memory, unless more is given. A hostile file ends the thread, not the server. */
const MEMORY_MB = 192;

/** That it may be silent. It says every second that it is alive, unless a file keeps it busy without end. */
const SILENCE_SECONDS = 120;

/**
 * A thread that has taken one file is quick at the next, and keeps its connection: it waits for it so long, unless the last was a big
 * one, whose memory it gives back.
 */
const KEPT_MILLISECONDS = 60_000;
const KEPT_BYTES = 4 * 1024 ** 2;

export interface Thread {
  /**
   * Does one job after another; give it the next when the last has ended. Once `signal` says that nobody waits for it any more, the thread
   * ends, and the database undoes what it has done.
   */
  run(job: Job, signal: AbortSignal): Promise<Outcome>;
  close(): Promise<void>;
}

/** The thread itself starts with the first job. */
export function openThread(data: ThreadData, { memoryMB = MEMORY_MB, silenceSeconds = SILENCE_SECONDS } = {}): Thread {
  let waiting: { worker: Worker; end: NodeJS.Timeout } | null = null;

  function take(): Worker {
    if (waiting === null) {
      const worker = startWorker({ workerData: data, resourceLimits: { maxOldGenerationSizeMb: memoryMB } });
      // Whoever waits for it hears of it too; one that fails while it waits itself just ends.
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

  /** It keeps no process from ending. */
  function keep(worker: Worker): void {
    worker.unref();
    waiting = { worker, end: setTimeout(() => void close(), KEPT_MILLISECONDS).unref() };
  }

  async function close(): Promise<void> {
    if (waiting === null) return;
    const { worker, end } = waiting;
    waiting = null;
    clearTimeout(end);
    await worker.terminate();
  }

  return {
    async run(job, signal) {
      const isSmall = job.file.content.length <= KEPT_BYTES;
      const worker = take();
      let isWell = false;
      try {
        const report = await reportOf(worker, job, signal, silenceSeconds);
        isWell = !('failure' in report);
        return outcomeOf(report);
      } catch (error) {
        // The file's doing, so its sender is told.
        if (error instanceof Silence) return refused('Reading the file takes too long. Please split it.');
        const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
        if (isOutOfMemory) return refused('The file holds too much to be read. Please split it.');
        throw error;
      } finally {
        if (isWell && isSmall && waiting === null) keep(worker);
        else await worker.terminate();
      }
    },
    close,
  };
}

/** The thread has said nothing for too long. */
class Silence extends Error {}

/** The last word on a job. */
async function reportOf(
  worker: Worker,
  job: Job,
  signal: AbortSignal,
  silenceSeconds: number,
): Promise<Exclude<Report, { isAlive: true }>> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silenceSeconds * 1000);
  try {
    signal.throwIfAborted();
    // Nobody looks at it again here.
    worker.postMessage(job, handedOver(job.file.content));
    const reports = on(worker, 'message', { close: ['exit'], signal: AbortSignal.any([signal, silence.signal]) });
    for await (const [report] of reports as AsyncIterable<[Report]>) {
      if (!('isAlive' in report)) return report;
      timer.refresh();
    }
    throw new Error('the thread that takes in sheets ended without a word');
  } catch (error) {
    signal.throwIfAborted();
    throw silence.signal.aborted ? new Silence('the thread that takes in sheets is silent', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

function refused(message: string) {
  return { message, errors: [], totalErrors: 0 };
}

function outcomeOf(report: Exclude<Report, { isAlive: true }>): Outcome {
  if ('refusal' in report) throw new Refusal(report.refusal.status, report.refusal.message, report.refusal.more);
  if ('failure' in report) throw errorOf(report.failure);
  const { outcome } = report;
  return outcome instanceof Uint8Array ? Buffer.from(outcome.buffer, outcome.byteOffset, outcome.length) : outcome;
}

function errorOf({ name, message, stack, code, isLost }: Failure): Error {
  return Object.assign(new Error(message), { name, ...(stack && { stack }), ...(code && { code }), ...(isLost && { isLost }) });
}

/** In the build the thread's file lies below the server's bundle. In the sources it is TypeScript, which a thread learns to read first. */
function startWorker(options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./sheets/worker.js', import.meta.url), options);
  const [tsx, entry] = [import.meta.resolve('tsx/esm/api'), new URL('./worker.ts', import.meta.url).href];
  return new Worker(`import('${tsx}').then(({ register }) => (register(), import('${entry}')))`, { ...options, eval: true });
}
