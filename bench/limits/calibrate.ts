/** Whether the machine is quiet. Absolute times mean something only where it is. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** A slice of work is short enough that on any machine a few slices run undisturbed: the fastest says what one should take. */
const LOOP = `
  const { parentPort } = require('node:worker_threads');
  const slice = () => { const from = performance.now(); let sum = 0; for (let n = 0; n < 2e6; n += 1) sum = (sum * 31 + n) | 0; return performance.now() - from + (sum === 1 ? 1e-9 : 0); };
  for (let n = 0; n < 100; n += 1) slice();
  parentPort.postMessage(Array.from({ length: 300 }, slice));
`;
/** From this part above the expected time on, absolute times are not judged. */
const QUIET = 1.15;

/** Of the whole run: a machine that is busy all the time would otherwise pass for a slow one. */
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
