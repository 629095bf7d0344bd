import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';

import { within } from '../ground/within.ts';
import { type MetricsContext, metricsRoute } from './metrics.ts';

const PATIENCE_MS = 3_000;

/**
 * `/healthz` reports that the process runs. `/readyz` reports that database and file storage respond and the process is not stopping.
 * Neither is rejected under load.
 */
export function healthRoutes(app: FastifyInstance, ctx: MetricsContext & { files: { check(): Promise<unknown> } }): void {
  let isEnding = false;
  app.addHook('preClose', async () => {
    isEnding = true;
  });
  app.get('/healthz', async () => ({ message: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const checks: Promise<unknown>[] = [ctx.db.first(sql`select 1`), ctx.files.check()];
    const [database, storage] = (await Promise.allSettled(checks.map((check) => within(PATIENCE_MS, check, 'late')))).map(
      ({ status }) => status === 'fulfilled',
    );
    const isReady = database === true && storage === true && !isEnding;
    return reply.code(isReady ? 200 : 503).send({ message: isReady ? 'ok' : isEnding ? 'ending' : 'not ready', database, storage });
  });
  metricsRoute(app, ctx);
}
