import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';

import * as z from 'zod';

export type Sample = readonly [name: string, labels: string, value: number];

export interface Figures {
  pid: number;
  samples: readonly Sample[];
}

/** A worker that replies later is missing only in this reply. */
const PATIENCE_MS = 1_000;

const wanted = z.object({ wanted: z.string(), by: z.number().optional() });
const given = z.object({ given: z.string(), to: z.number(), of: z.number().optional(), figures: z.custom<Figures>() });

/** Passes questions to all workers, and replies to the one that asked; the primary calls it. */
export function passFiguresOn(): void {
  const living = () => Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
  cluster.on('message', (worker, message: unknown) => {
    const question = wanted.safeParse(message).data;
    const answer = given.safeParse(message).data;
    if (question !== undefined) for (const each of living()) each?.send({ ...question, by: worker.id });
    else if (answer !== undefined) cluster.workers?.[answer.to]?.send({ ...answer, of: living().length });
  });
}

/** @returns a function that collects the figures of all processes that reply. */
export function openFigures(own: () => Figures): () => Promise<Figures[]> {
  if (!cluster.isWorker) return () => Promise.resolve([own()]);
  const waiting = new Map<string, (figures: Figures, of: number) => void>();
  process.on('message', (message) => {
    const question = wanted.safeParse(message).data;
    const answer = given.safeParse(message).data;
    if (question?.by !== undefined) process.send?.({ given: question.wanted, to: question.by, figures: own() });
    else if (answer !== undefined) waiting.get(answer.given)?.(answer.figures, answer.of ?? 1);
  });
  return () =>
    new Promise((resolve) => {
      const id = randomUUID();
      const all: Figures[] = [];
      const end = () => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(all.sort((one, other) => one.pid - other.pid));
      };
      const timer = setTimeout(end, PATIENCE_MS);
      waiting.set(id, (figures, of) => {
        all.push(figures);
        if (all.length >= of) end();
      });
      process.send?.({ wanted: id });
    });
}
