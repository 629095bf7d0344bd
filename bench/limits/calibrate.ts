/** Checks that the machine is quiet, because absolute times mean something only then. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/**
 * One slice of work. It is so short that some slices run undisturbed on any machine, so the fastest slice shows the expected time. It
 * hashes in native code, because a loop in JavaScript runs at a speed that depends on its optimisation.
 */
const LOOP = `
  const { createHash } = require('node:crypto');
  const { parentPort } = require('node:worker_threads');
  const bytes = Buffer.alloc(4 << 20);
  const slice = () => { const from = performance.now(); createHash('sha256').update(bytes).digest(); return performance.now() - from; };
  parentPort.postMessage(Array.from({ length: 300 }, slice));
`;
/** A machine is noisy, and absolute times do not count, above this multiple of the expected time. */
const QUIET = 1.15;

/** The fastest slice of the whole run; otherwise a machine that is always busy would look like a slow one. */
let fastest = Infinity;

export interface Calibration {
  /** The measured milliseconds of the loop, and its expected milliseconds. */
  measured: number;
  expected: number;
  isQuiet: boolean;
}

/** Runs the loop on every core concurrently. */
export async function calibrate(): Promise<Calibration> {
  const all = await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      const worker = new Worker(LOOP, { eval: true });
      const times = await new Promise<number[]>((ready, fail) => {
        worker.once('message', ready);
        worker.once('error', fail);
      });
      await worker.terminate();
      return times;
    }),
  );
  const times = all.flat();
  const measured = times.reduce((sum, time) => sum + time, 0);
  fastest = Math.min(fastest, ...times);
  const expected = fastest * times.length;
  return { measured, expected, isQuiet: measured <= expected * QUIET };
}
