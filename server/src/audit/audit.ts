import type { AuditEntity } from '@aapurti/contract/words/auditActions';
import sql, { empty, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { storableJson } from '../database/storable.ts';

export interface AuditEntry {
  actor: Pick<Actor, 'id' | 'key' | 'actingFor'> | null;
  /** The people who entered what the record carries on, where it takes the place of another: they count as its editors. */
  carriesOn?: readonly string[];
  ownerId: string | null;
  /** Such as `product.approve`. */
  action: string;
  entity: AuditEntity;
  entityId: string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

/** Never logged, not even hashed. */
const SECRET = /password|token|secret/i;

/** Appends to the log, in the transaction of the change. */
export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  await recordAudits(db, [entry]);
}

/**
 * An entry as part of the statement that inserts the record. `made` is a row source with `id`, `vendor_id` and the record as `wire`,
 * without secrets.
 */
export function auditOfMade(made: Sql, entry: Pick<AuditEntry, 'actor' | 'action' | 'entity'>): Sql {
  return sql`
    insert into audit_log (${doerNames}, vendor_id, action, entity, entity_id, after)
    select ${doerOf(entry.actor)}, vendor_id, ${entry.action}, ${entry.entity}, id::text, to_jsonb(wire) from ${made}`;
}

export async function recordAudits(db: Database, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ actor, carriesOn, before, after, ...entry }) => ({
    ...entry,
    actorId: actor?.id,
    keyId: actor?.key?.id,
    actingFor: othersOf(carriesOn === undefined ? actor : { actingFor: carriesOn }),
    before: open(before),
    after: open(after),
  }));
  await db.execute(sql`
    insert into audit_log (actor_id, key_id, acting_for, vendor_id, action, entity, entity_id, before, after)
    select "actorId", "keyId", "actingFor", "ownerId", action, entity, "entityId", before, after
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as entry(
      "actorId" bigint, "keyId" bigint, "actingFor" bigint[], "ownerId" bigint, action text, entity text, "entityId" text, before jsonb, after jsonb)`);
}

/** The people who did what an entry of audit_log tells: the caller, and those with whose right it did so. */
export const personsOfEntry: Sql = sql`(array[actor_id] || coalesce(acting_for, '{}'))`;

/** The columns of audit_log that tell who did it. An insert of its own names them with `doerOf`, so that nobody is left out. */
export const doerNames: Sql = sql`actor_id, key_id, acting_for`;

export const doerOf = (actor: AuditEntry['actor']): Sql =>
  sql`${actor?.id ?? null}::bigint, ${actor?.key?.id ?? null}::bigint, ${othersOf(actor)}::bigint[]`;

/** The verbs of entries by which people enter or change a record. */
export const ENTERING = ['create', 'edit'];

interface Entering {
  /** The person whose entries count, where a later one takes the place of earlier ones. */
  only?: Sql;
  verbs?: readonly string[];
}

/**
 * An array in SQL: the people who entered or changed a record, and those with whose right they did. Whatever takes a second person asks here,
 * or for documents at `obstaclesTo`.
 */
export function enteredBy(entity: AuditEntity, id: Sql, { only, verbs = ENTERING }: Entering = {}): Sql {
  return sql`array(
    select distinct person::text from audit_log, unnest(${personsOfEntry}) person
    where entity = ${entity} and entity_id = ${id}::text and split_part(action, '.', 2) = any(${[...verbs]}::text[]) and person is not null
      ${only === undefined ? empty : sql`and actor_id = ${only}`})`;
}

/** The people in whose name the entry was made too; null for most entries. */
function othersOf(actor: Pick<Actor, 'actingFor'> | null): readonly string[] | null {
  return actor?.actingFor === undefined || actor.actingFor.length === 0 ? null : actor.actingFor;
}

function open(value: Record<string, unknown> | null | undefined): Record<string, unknown> | null {
  if (value === null || value === undefined) return null;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !SECRET.test(name)));
}

/** Logs what an edit changed, except `updatedAt`. @returns the names of the changed fields. */
export async function recordChange(
  db: Database,
  entry: Omit<AuditEntry, 'before' | 'after'>,
  old: object,
  changed: object,
): Promise<string[]> {
  const { before, after, any } = changedFields({ ...old, updatedAt: null }, { ...changed, updatedAt: null });
  if (any) await recordAudit(db, { ...entry, before, after });
  return Object.keys(after);
}

/** Logs that a sheet was stored, under the name of its file. */
export async function recordSheet(
  db: Database,
  entry: Pick<AuditEntry, 'actor' | 'ownerId' | 'action' | 'entity'>,
  fileName: string,
  counts: { created: number; updated: number },
): Promise<void> {
  await recordAudit(db, { ...entry, entityId: fileName.slice(0, 120), after: { ...counts } });
}

function changedFields(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null));
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  return { before: pick(before), after: pick(after), any: changed.length > 0 };
}
