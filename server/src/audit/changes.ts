import type { AuditEntity } from '@aapurti/contract/words/auditActions';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a record that were changed since a moment: as they were then, and as they are now. */
export interface Changes {
  before: Fields;
  after: Fields;
}

/** A record as somebody saw it: texts of times, as `to_json` writes them. */
interface Seen {
  id: string;
  createdAt: string;
  /** The time of its last change. */
  version: string;
  seen: string;
}

/** The changes that the log has of records since they were seen, by their ids; none of a record that did not exist in the version that was seen. */
export async function changesSince(db: Database, entity: AuditEntity, records: readonly Seen[]): Promise<ReadonlyMap<string, Changes>> {
  // The texts of times are in their sequence, and any other text is harmless.
  const known = records.flatMap(({ id, seen, createdAt, version }) => (createdAt <= seen && seen < version ? [{ id, seen }] : []));
  const changes = new Map<string, Changes>();
  if (known.length === 0) return changes;
  // The entry of a new record has nothing before it, and neither has that of a sheet, which is logged by the name of its file.
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
