import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Database } from '../database/database.ts';
import { isSameText } from '../database/secret.ts';
import type { Settings } from '../ground/env.ts';
import { type JobRun, jobRuns, mailCounts } from '../process/jobs.ts';
import { within } from '../ground/within.ts';
import { notFound } from '../ground/refusal.ts';
import { openFigures, type Sample } from '../process/figures.ts';
import { uploads } from './multipart.ts';

/** The bounds of the histogram in seconds: most responses take milliseconds, a large upload takes seconds. */
const BOUNDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const DATABASE_PATIENCE_MS = 2_000;
const OWN_ROUTES = new Set(['/healthz', '/readyz', '/metrics']);

interface Timed {
  /** Cumulative by bound; the last one is the total. */
  counts: number[];
  seconds: number;
  byStatus: Map<number, number>;
}

export interface MetricsContext {
  db: Database;
  settings: Pick<Settings, 'metricsToken' | 'production' | 'logRequests'>;
  buyerSystem: { readonly source: string };
}

/** Serves `/metrics`: figures of every worker, in the text format of Prometheus. */
export function metricsRoute(app: FastifyInstance, ctx: MetricsContext): void {
  const started = Date.now();
  const answered = new Map<number, number>();
  const routes = new Map<string, Timed>();
  const lag = monitorEventLoopDelay({ resolution: 20 });
  lag.enable();
  app.addHook('onClose', async () => void lag.disable());

  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode, elapsedTime } = reply;
    answered.set(statusCode, (answered.get(statusCode) ?? 0) + 1);
    const { url } = request.routeOptions;
    const route = routeOf(request.method, url);
    const timed = routes.get(route) ?? { counts: BOUNDS.map(() => 0).concat(0), seconds: 0, byStatus: new Map() };
    routes.set(route, timed);
    count(timed, statusCode, elapsedTime / 1000);
    if (ctx.settings.logRequests === true) {
      const { id: requestId, method } = request;
      app.log.info({ requestId, method, route: url ?? null, status: statusCode, ms: Math.round(elapsedTime) });
    }
    done();
  });

  const figures = openFigures(() => ({
    pid: process.pid,
    samples: [
      ...processSamples(started, lag.percentile(99) / 1e9),
      ...[...answered].sort(([a], [b]) => a - b).map(([status, value]): Sample => ['http_responses_total', `status="${status}"`, value]),
      ['http_shed_total', '', app.atWork.shed],
      ...[...routes].flatMap(([route, timed]) => routeSamples(route, timed)),
      ...databaseSamples(ctx),
      ...uploadSamples(),
    ],
  }));

  app.get('/metrics', async (request, reply) => {
    admitReader(request, ctx.settings);
    // The other figures are useful without a database.
    const [mails, jobs] = await Promise.all([
      within(DATABASE_PATIENCE_MS, mailCounts(ctx.db), 'late').catch(() => ({})),
      within(DATABASE_PATIENCE_MS, jobRuns(ctx.db, ctx.buyerSystem.source), 'late').catch((): JobRun[] => []),
    ]);
    const samples: Sample[] = (await figures()).flatMap(({ pid, samples: own }) =>
      own.map(([name, labels, value]): Sample => [name, `${labels}${labels === '' ? '' : ','}pid="${pid}"`, value]),
    );
    for (const [state, value] of Object.entries(mails)) samples.push(['mails', `state="${state}"`, value]);
    samples.push(...jobs.flatMap(jobSamples));
    return sendText(reply, samples);
  });
}

/**
 * The figures reveal the volume of business. With METRICS_TOKEN only its holder reads them; without it only this machine, and nobody in
 * production.
 */
function admitReader(request: FastifyRequest, { metricsToken, production }: Pick<Settings, 'metricsToken' | 'production'>): void {
  if (metricsToken !== undefined) {
    if (isSameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) return;
    throw notFound();
  }
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => request.headers[name] !== undefined);
  if (production || isForwarded || !/^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '')) throw notFound();
}

/** One label covers all pages and one covers unknown addresses, whose number is unlimited. */
function routeOf(method: string, url: string | undefined): string {
  if (url === undefined) return 'method="any",route="none"';
  return /^\/api\//i.test(url) || OWN_ROUTES.has(url) ? `method="${method}",route="${url}"` : 'method="GET",route="pages"';
}

function count(timed: Timed, status: number, seconds: number): void {
  timed.seconds += seconds;
  timed.byStatus.set(status, (timed.byStatus.get(status) ?? 0) + 1);
  for (let index = 0; index < timed.counts.length; index += 1) {
    if (seconds <= (BOUNDS[index] ?? Number.POSITIVE_INFINITY)) timed.counts[index] = (timed.counts[index] ?? 0) + 1;
  }
}

function processSamples(started: number, lagSeconds: number): Sample[] {
  const { rss, heapUsed } = process.memoryUsage();
  return [
    ['uptime_seconds', '', Math.round((Date.now() - started) / 1000)],
    ['memory_bytes', 'kind="resident"', rss],
    ['memory_bytes', 'kind="heap"', heapUsed],
    ['event_loop_lag_seconds', '', Number.isFinite(lagSeconds) ? lagSeconds : 0],
  ];
}

function routeSamples(route: string, { counts, seconds, byStatus }: Timed): Sample[] {
  return [
    ...[...byStatus].map(([status, value]): Sample => ['http_requests_total', `${route},status="${status}"`, value]),
    ...counts.map((value, index): Sample => ['http_request_seconds_bucket', `${route},le="${BOUNDS[index] ?? '+Inf'}"`, value]),
    ['http_request_seconds_sum', route, seconds],
    ['http_request_seconds_count', route, counts.at(-1) ?? 0],
  ];
}

function databaseSamples({ db }: MetricsContext): Sample[] {
  const state = db.state?.();
  if (state === undefined) return [];
  return [
    ['database_connections', 'state="used"', state.used],
    ['database_connections', 'state="idle"', state.idle],
    ['database_waiting', '', state.waiting],
    ...Object.entries(state.errors).map(([kind, value]): Sample => ['database_errors_total', `kind="${kind}"`, value]),
  ];
}

function uploadSamples(): Sample[] {
  return [
    ...Object.entries(uploads.forms).map(([outcome, value]): Sample => ['uploads_total', `outcome="${outcome}"`, value]),
    ['upload_bytes_total', '', uploads.bytes],
    ['upload_room_bytes', 'state="used"', uploads.room().taken],
    ['upload_room_bytes', 'state="most"', uploads.room().most],
  ];
}

function jobSamples({ job, ranAt, succeededAt, failures }: JobRun): Sample[] {
  const label = `job="${job}"`;
  return [
    ['job_last_run_timestamp_seconds', label, ranAt ?? 0],
    ['job_last_success_timestamp_seconds', label, succeededAt ?? 0],
    ['job_failures', label, failures],
  ];
}

/** Groups the samples of a name under its type. */
function sendText(reply: FastifyReply, samples: readonly Sample[]): FastifyReply {
  const families = new Map<string, string[]>();
  for (const [name, labels, value] of samples) {
    const family = name.replace(/_(bucket|sum|count)$/, '');
    const lines = families.get(family) ?? [`# TYPE aapurti_${family} ${typeOf(name)}`];
    lines.push(`aapurti_${name}${labels === '' ? '' : `{${labels}}`} ${value}`);
    families.set(family, lines);
  }
  return reply.type('text/plain; version=0.0.4').send(`${[...families.values()].flat().join('\n')}\n`);
}

function typeOf(name: string): string {
  if (name.endsWith('_total')) return 'counter';
  return /_(bucket|sum|count)$/.test(name) ? 'histogram' : 'gauge';
}
