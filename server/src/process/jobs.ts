import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/** The runs of a background job, in any process. Times are in Unix seconds; null if never. */
export interface JobRun {
  job: string;
  ranAt: number | null;
  succeededAt: number | null;
  failures: number;
}

export async function recordRun(db: Database, job: string, isGood: boolean): Promise<void> {
  await db.execute(sql`
    insert into job_runs as known (job, ran_at, succeeded_at, failures)
    values (${job}, now(), case when ${isGood} then now() end, ${isGood ? 0 : 1})
    on conflict (job) do update set ran_at = now(), succeeded_at = coalesce(excluded.succeeded_at, known.succeeded_at),
      failures = known.failures + excluded.failures`);
}

export async function jobRuns(db: Database, source: string): Promise<JobRun[]> {
  return db.rows<JobRun & Record<string, unknown>>(sql`
    select job, extract(epoch from ran_at)::float8 as "ranAt", extract(epoch from succeeded_at)::float8 as "succeededAt", failures from job_runs
    union all
    select 'mail', extract(epoch from greatest(sent.at, open.at))::float8, extract(epoch from sent.at)::float8, open.failed
    from
      -- The last one sent is among the newest; reading 90 days of mails every few seconds would be slow.
      (select max(tried_at) as at from (select tried_at from mails where state = 'sent' order by id desc limit 100) newest) sent,
      (select max(tried_at) as at, count(*) filter (where state = 'failed') as failed from mails
        where state in ('waiting', 'sending', 'failed', 'unknown')) open
    union all
    select 'pull ' || kind, extract(epoch from ended_at)::float8, case when error is null then extract(epoch from ended_at)::float8 end,
      (error is not null)::int from buyer_pulls where source = ${source}
    order by job`);
}

export async function mailCounts(db: Database): Promise<Record<'waiting' | 'sending' | 'failed' | 'unknown', number>> {
  const rows = await db.rows<{ state: string; count: number }>(sql`
    select state, count(*)::int as count from mails where state in ('waiting', 'sending', 'failed', 'unknown') group by state`);
  return { waiting: 0, sending: 0, failed: 0, unknown: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}
