import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';

import type { Context } from '../context.ts';
import { mailCounts } from '../mail/mailing.ts';
import { within } from '../within.ts';
import { openFigures } from './figures.ts';

/**
 * `/healthz`: the process runs. `/readyz`: it can serve, for database and file storage answer. `/metrics`: figures of every worker for
 * Prometheus. None of them is sent away while there is much to do.
 */
export function healthRoutes(app: FastifyInstance, ctx: Context): void {
  const started = Date.now();
  const answered = new Map<number, number>();
  const figures = openFigures(() => {
    const { rss, heapUsed } = process.memoryUsage();
    return {
      pid: process.pid,
      upSeconds: Math.round((Date.now() - started) / 1000),
      resident: rss,
      heap: heapUsed,
      answered: [...answered].sort(([a], [b]) => a - b),
      shed: app.atWork.shed,
    };
  });
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
    // Without a database the rest is still worth reading.
    const mails = await within(2_000, mailCounts(ctx.db), 'late').catch(() => ({}));
    const all = await figures();
    const line = (name: string, pid: number, value: number, label = '') => `aapurti_${name}{${label}pid="${pid}"} ${value}`;
    const lines = [
      '# TYPE aapurti_uptime_seconds gauge',
      ...all.map(({ pid, upSeconds }) => line('uptime_seconds', pid, upSeconds)),
      '# TYPE aapurti_memory_bytes gauge',
      ...all.map(({ pid, resident }) => line('memory_bytes', pid, resident, 'kind="resident",')),
      ...all.map(({ pid, heap }) => line('memory_bytes', pid, heap, 'kind="heap",')),
      '# TYPE aapurti_mails gauge',
      ...Object.entries(mails).map(([state, count]) => `aapurti_mails{state="${state}"} ${count}`),
      '# TYPE aapurti_http_responses_total counter',
      ...all.flatMap((each) =>
        each.answered.map(([status, count]) => line('http_responses_total', each.pid, count, `status="${status}",`)),
      ),
      '# TYPE aapurti_http_shed_total counter',
      ...all.map(({ pid, shed }) => line('http_shed_total', pid, shed)),
    ];
    return reply.type('text/plain; version=0.0.4').send(`${lines.join('\n')}\n`);
  });
}
