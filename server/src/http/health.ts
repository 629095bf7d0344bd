import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';

import type { Context } from '../context.ts';
import { mailCounts } from '../mail/mailing.ts';
import { within } from '../within.ts';

/** `/healthz`: the process runs. `/readyz`: it can serve, for database and file storage answer. `/metrics`: figures for Prometheus. */
export function healthRoutes(app: FastifyInstance, ctx: Context): void {
  const started = Date.now();
  const answered = new Map<number, number>();
  app.addHook('onResponse', (_request, reply, done) => {
    answered.set(reply.statusCode, (answered.get(reply.statusCode) ?? 0) + 1);
    done();
  });
  app.get('/healthz', async () => ({ message: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const [database, storage] = await Promise.allSettled([ctx.db.first(sql`select 1`), ctx.files.check()]);
    const ready = database.status === 'fulfilled' && storage.status === 'fulfilled';
    return reply
      .code(ready ? 200 : 503)
      .send({ message: ready ? 'ok' : 'not ready', database: database.status === 'fulfilled', storage: storage.status === 'fulfilled' });
  });
  app.get('/metrics', async (_request, reply) => {
    const memory = process.memoryUsage();
    // Without a database the rest is still worth reading.
    const mails = await within(2_000, mailCounts(ctx.db), 'late').catch(() => ({}));
    const lines = [
      '# TYPE aapurti_uptime_seconds gauge',
      `aapurti_uptime_seconds ${Math.round((Date.now() - started) / 1000)}`,
      '# TYPE aapurti_memory_bytes gauge',
      `aapurti_memory_bytes{kind="resident"} ${memory.rss}`,
      `aapurti_memory_bytes{kind="heap"} ${memory.heapUsed}`,
      '# TYPE aapurti_mails gauge',
      ...Object.entries(mails).map(([state, count]) => `aapurti_mails{state="${state}"} ${count}`),
      '# TYPE aapurti_http_responses_total counter',
      ...[...answered].sort(([a], [b]) => a - b).map(([status, count]) => `aapurti_http_responses_total{status="${status}"} ${count}`),
    ];
    return reply.type('text/plain; version=0.0.4').send(`${lines.join('\n')}\n`);
  });
}
