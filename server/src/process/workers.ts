import cluster, { type Worker } from 'node:cluster';

import { passFiguresOn } from './figures.ts';

/** A stopping worker exits by itself or is killed a second later; the database stops after them. */
export const WORKER_PATIENCE = 5_000;
const KEEPER_PATIENCE = 6_000;

/** A worker that lived this long restarts immediately; others back off. */
const WELL_MS = 60_000;
const BACK_OFF = { first: 500, most: 30_000 };

export interface Workers {
  /** The port, once all workers listen. It rejects if one of them ends before. */
  listening: Promise<number>;
  stop(): Promise<void>;
}

/**
 * Workers that share one port; a worker that ends is restarted.
 * @param env the variables that each gets in addition to this process's environment.
 */
export function startWorkers(count: number, { main, env }: { main: string; env: Record<string, string> }): Workers {
  cluster.setupPrimary({ exec: main, args: process.argv.slice(2), execArgv: [...process.execArgv, '--enable-source-maps'] });
  passFiguresOn();
  let stopping = false;
  let all = false;

  /** @param failures the number of workers before it that ended soon after their start. */
  function start(failures: number): Worker {
    const worker = cluster.fork(env);
    const started = Date.now();
    let listened = false;
    worker.once('listening', () => (listened = true));
    worker.on('error', () => undefined);
    worker.once('exit', (code, signal) => {
      // A worker that ends during the start fails the start; see `portOf`.
      if (stopping || !(all || listened)) return;
      const soon = Date.now() - started < WELL_MS ? failures + 1 : 0;
      const wait = soon === 0 ? 0 : Math.min(BACK_OFF.most, BACK_OFF.first * 2 ** (soon - 1));
      console.error(
        `Worker ${worker.process.pid} ended (${signal || code}) and is started again${wait === 0 ? '' : ` in ${wait / 1000} s`}.`,
      );
      setTimeout(() => stopping || start(soon), wait);
    });
    return worker;
  }

  async function listening(): Promise<number> {
    const ports = await Promise.all(Array.from({ length: count }, () => portOf(start(0), () => stopping)));
    all = true;
    return ports[0] ?? 0;
  }

  return {
    listening: listening(),
    async stop() {
      stopping = true;
      const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      await Promise.all(running.map(end));
    },
  };
}

function portOf(worker: Worker, isStopping: () => boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('listening', ({ port }: { port: number }) => resolve(port));
    worker.once('exit', (code, signal) => {
      if (!isStopping()) reject(new Error(`A worker ended at its start (${signal || code}).`));
    });
  });
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  // `once` of node:events is unsuitable, because it rejects on an error event.
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.process.kill('SIGTERM');
  const impatient = setTimeout(() => worker.process.kill('SIGKILL'), KEEPER_PATIENCE);
  await ended;
  clearTimeout(impatient);
}
