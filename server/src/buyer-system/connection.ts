import { type buyerConnection, type Connection, messages, PULLED } from '@aapurti/contract/buyer-system/buyerSystemConnection';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import type { Texts } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { sayAgain } from '../ground/texts.ts';
import { type ListResult, listRows, pageOf } from '../database/list.ts';
import { isUntold } from './pull/acknowledge.ts';
import { tells } from './pull/pull.ts';

interface Run extends Record<string, unknown> {
  kind: (typeof PULLED)[number];
  startedAt: Date | null;
  endedAt: Date | null;
  rowsRead: number;
  rowsStored: number;
  error: string | null;
  texts: Texts | null;
  faults: number;
}

const INTERRUPTED = 'Interrupted: the server stopped. The next sync continues from there.';

/** The connected system, and the result of the last run of each kind. */
export async function connectionOf({ db, buyerSystem, pulling, settings }: Context): Promise<Connection> {
  const { source } = buyerSystem;
  const kinds = PULLED.filter((kind) => (kind === 'acknowledgements' ? tells(buyerSystem) : buyerSystem.pulls !== undefined));
  const running = await pulling.isRunning();
  const rows = await db.rows<Run>(sql`
    select kinds.kind, started_at as "startedAt", ended_at as "endedAt", coalesce(rows_read, 0) as "rowsRead",
      coalesce(rows_stored, 0) as "rowsStored", error, texts,
      (select count(*) from buyer_faults faults where faults.source = ${source} and faults.kind = kinds.kind)::int as faults
    from unnest(${kinds}::text[]) with ordinality kinds (kind, place)
    left join buyer_pulls pulls on pulls.source = ${source} and pulls.kind = kinds.kind order by place`);
  for (const { texts } of rows) sayAgain(texts);
  const untold = await db.first<{ count: number }>(sql`
    select count(*)::int as count from purchase_orders where ${isUntold(buyerSystem)}`);
  return {
    system: source,
    pulls: kinds.length > 0,
    running,
    minutes: settings.buyerPullMinutes,
    untold: untold?.count ?? 0,
    takes: buyerSystem.takes ?? null,
    kinds: rows.map(({ startedAt, endedAt, error, texts: _texts, ...row }) => ({
      ...row,
      startedAt: startedAt?.toISOString() ?? null,
      endedAt: endedAt?.toISOString() ?? null,
      error: error ?? (startedAt !== null && endedAt === null && !running ? INTERRUPTED : null),
    })),
  };
}

/** The records that could not be imported, newest first. */
export async function listFaults(ctx: Context, query: QueryOf<typeof buyerConnection.faults>): Promise<ListResult> {
  const list = await listRows(ctx.db, {
    select: sql`
      buyer_faults.kind || '/' || buyer_faults.external_id as _id, buyer_faults.kind, buyer_faults.external_id as "externalId",
      buyer_faults.problem, buyer_faults.code, buyer_faults.first_seen as "firstSeen", buyer_faults.last_seen as "lastSeen"`,
    from: sql`buyer_faults`,
    scope: [sql`buyer_faults.source = ${ctx.buyerSystem.source}`],
    where: [query.kind === undefined ? null : sql`buyer_faults.kind = ${query.kind}`],
    key: sql`buyer_faults.ctid`,
    sorts: { firstSeen: sql`buyer_faults.first_seen`, lastSeen: sql`buyer_faults.last_seen` },
    page: pageOf(query.sortBy === undefined ? { ...query, sortBy: 'lastSeen', sortOrder: query.sortOrder ?? 'desc' } : query),
  });
  const problems = (JSON.parse(list.body.text) as { problem: string }[]).map(({ problem }) => problem);
  const told = await ctx.db.rows<{ texts: Texts | null }>(sql`
    select distinct texts from buyer_faults where source = ${ctx.buyerSystem.source} and problem = any(${problems}::text[])`);
  for (const { texts } of told) sayAgain(texts);
  return list;
}

/** Starts a run in the background. */
export async function pullNow(ctx: Context, actor: Actor, fromStart: boolean): Promise<{ message: string; started: boolean }> {
  const start = await ctx.pulling.startNow({ fromStart });
  if (start === 'started') {
    const { source } = ctx.buyerSystem;
    await recordAudit(ctx.db, {
      actor,
      ownerId: null,
      action: 'buyer.pull',
      entity: 'buyerSystem',
      entityId: source,
      after: { fromStart },
    });
  }
  return { message: messages[start], started: start === 'started' };
}
