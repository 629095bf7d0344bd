/** The check that the machine is quiet. Absolute times mean something only where it is. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/**
 * A slice of work is short enough that on any machine a few slices run undisturbed: the fastest says what one should take. Hashing is
 * native code: a loop in JavaScript runs at one of several speeds, as the compiler happens to see it.
 */
const LOOP = `
  const { createHash } = require('node:crypto');
  const { parentPort } = require('node:worker_threads');
  const bytes = Buffer.alloc(4 << 20);
  const slice = () => { const from = performance.now(); createHash('sha256').update(bytes).digest(); return performance.now() - from; };
  parentPort.postMessage(Array.from({ length: 300 }, slice));
`;
/** Absolute times are not judged from this part above the expected time on. */
const QUIET = 1.15;

/** The fastest of the whole run: a machine that is busy all the time would otherwise pass for a slow one. */
let fastest = Infinity;

export interface Calibration {
  /** Milliseconds of the loop, and what it takes undisturbed. */
  measured: number;
  expected: number;
  isQuiet: boolean;
}

/** Loops on every core at once. */
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
