import sql from 'sql-template-tag';

import type { Database } from '../../database/database.ts';
import { textsOf } from '../../ground/texts.ts';
import { storableJson, storableText } from '../../database/storable.ts';
import type { PullKind } from '../../erp/port.ts';

/** `raw` is a record that the adapter could not read; `row` is one that it could read, which is retried. */
type Kept = { row: unknown } | { raw: unknown };

export type FaultKind = PullKind | 'acknowledgements';

/** Inserts or updates faults by id; the last one of an id counts. Unchanged rows are not written. */
export async function keepFaults(
  db: Database,
  source: string,
  kind: FaultKind,
  faults: readonly { externalId: string; problem: string; code: string; kept: Kept }[],
): Promise<void> {
  if (faults.length === 0) return;
  const byId = new Map(faults.map(({ externalId, ...fault }) => [storableText(externalId).slice(0, 300), fault]));
  const rows = [...byId].map(([externalId, { problem, code, kept }]) => ({
    externalId,
    code,
    problem: problem.slice(0, 1000),
    texts: textsOf([problem]),
    kept,
  }));
  await db.execute(sql`
    insert into buyer_faults as known (source, kind, external_id, problem, code, texts, record)
    select ${source}::text, ${kind}::text, "externalId", problem, code, texts, kept
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as fault("externalId" text, problem text, code text, texts jsonb, kept jsonb)
    on conflict (source, kind, external_id) do update set problem = excluded.problem, code = excluded.code, texts = excluded.texts, record = excluded.record, last_seen = clock_timestamp()
    where (known.problem, known.code, known.record) is distinct from (excluded.problem, excluded.code, excluded.record)`);
}

export async function dropFaults(db: Database, source: string, kind: FaultKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`
    delete from buyer_faults where source = ${source} and kind = ${kind} and external_id = any(${ids.map(storableText)}::text[])`);
}

/** Deletes the faults of payment parts that the payment no longer has. */
export async function dropOldParts(db: Database, source: string, wholes: readonly { id: string; parts: string[] }[]): Promise<void> {
  if (wholes.length === 0) return;
  await db.execute(sql`
    delete from buyer_faults using jsonb_to_recordset(${storableJson(wholes)}::jsonb) as whole(id text, parts jsonb)
    where source = ${source} and kind = 'payments' and record -> 'row' -> 'whole' ->> 'id' = whole.id and not whole.parts ? external_id`);
}

/** Faults with a `row`, in the order of their ids, starting after `after`. */
export async function faultsAfter(db: Database, source: string, kind: PullKind, after: string, most: number) {
  return db.rows<{ externalId: string; row: unknown }>(sql`
    select external_id as "externalId", record -> 'row' as row from buyer_faults
    where source = ${source} and kind = ${kind} and external_id > ${after} and record ? 'row' order by external_id limit ${most}`);
}
