import type { AuditEntity } from '@aapurti/contract/words/auditActions';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a record that changed since a given moment, with their values then and now. */
export interface Changes {
  before: Fields;
  after: Fields;
}

/** A record as a user saw it, with times as the text that `to_json` writes. */
interface Seen {
  id: string;
  createdAt: string;
  /** The time of the record's last change. */
  version: string;
  seen: string;
}

/** The logged changes of records since a user saw them, by record id; none for a record that did not exist in the version the user saw. */
export async function changesSince(db: Database, entity: AuditEntity, records: readonly Seen[]): Promise<ReadonlyMap<string, Changes>> {
  // Times as text sort chronologically, and any other text is harmless.
  const known = records.flatMap(({ id, seen, createdAt, version }) => (createdAt <= seen && seen < version ? [{ id, seen }] : []));
  const changes = new Map<string, Changes>();
  if (known.length === 0) return changes;
  // The entry of a new record has no earlier values, nor has an upload's entry, which is logged by file name.
  const entries = await db.rows<Changes & { id: string }>(sql`
    select known.id, before, after from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) known(id text, seen text)
      join audit_log on entity = ${entity} and entity_id = known.id and (to_json(at) #>> '{}') collate "C" > known.seen
    where before is not null and after is not null order by audit_log.id`);
  for (const { id, before, after } of entries) {
    const whole = changes.get(id) ?? { before: {}, after: {} };
    changes.set(id, { before: { ...before, ...whole.before }, after: { ...whole.after, ...after } });
  }
  return changes;
}
