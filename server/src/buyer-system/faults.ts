import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { storableJson, storableText } from '../database/storable.ts';
import type { PullKind } from '../erp/port.ts';
import type { Taken } from './take.ts';

/** What an adapter could not make sense of is kept as it came; the rest as the port handed it in, to be tried again. */
type Kept = { row: unknown } | { raw: unknown };

export type FaultKind = PullKind | 'acknowledgements';

/** Keeps or renews faults by their ids. One that is as it was stays untouched. */
export async function keepFaults(
  db: Database,
  source: string,
  kind: FaultKind,
  faults: readonly { externalId: string; problem: string; kept: Kept }[],
): Promise<void> {
  if (faults.length === 0) return;
  const byId = new Map(faults.map(({ externalId, problem, kept }) => [storableText(externalId).slice(0, 300), { problem, kept }]));
  const rows = [...byId].map(([externalId, { problem, kept }]) => ({ externalId, problem: problem.slice(0, 1000), kept }));
  await db.execute(sql`
    insert into buyer_faults as known (source, kind, external_id, problem, record)
    select ${source}::text, ${kind}::text, "externalId", problem, kept
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as fault("externalId" text, problem text, kept jsonb)
    on conflict (source, kind, external_id) do update set problem = excluded.problem, record = excluded.record, last_seen = clock_timestamp()
    where (known.problem, known.record) is distinct from (excluded.problem, excluded.record)`);
}

export async function dropFaults(db: Database, source: string, kind: FaultKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`
    delete from buyer_faults where source = ${source} and kind = ${kind} and external_id = any(${ids.map(storableText)}::text[])`);
}

/** Forgets what waited of payments that come anew, and is no part of them any more. */
export async function dropOldParts(db: Database, source: string, wholes: readonly { id: string; parts: string[] }[]): Promise<void> {
  if (wholes.length === 0) return;
  await db.execute(sql`
    delete from buyer_faults using jsonb_to_recordset(${storableJson(wholes)}::jsonb) as whole(id text, parts jsonb)
    where source = ${source} and kind = 'payments' and record -> 'row' -> 'whole' ->> 'id' = whole.id and not whole.parts ? external_id`);
}

/** Keeps what of these records could not be taken over, and forgets what was said of the others before. */
export async function settleFaults(
  db: Database,
  source: string,
  kind: PullKind,
  ids: readonly string[],
  faults: Taken['faults'],
): Promise<void> {
  await dropFaults(
    db,
    source,
    kind,
    ids.filter((id) => !faults.has(id)),
  );
  await keepFaults(
    db,
    source,
    kind,
    [...faults].map(([externalId, { problem, record }]) => ({ externalId, problem, kept: { row: record } })),
  );
}

/** Stored faults that may be tried again, those after an id in the order of their ids. */
export async function faultsAfter(db: Database, source: string, kind: PullKind, after: string, most: number) {
  return db.rows<{ externalId: string; row: unknown }>(sql`
    select external_id as "externalId", record -> 'row' as row from buyer_faults
    where source = ${source} and kind = ${kind} and external_id > ${after} and record ? 'row' order by external_id limit ${most}`);
}
