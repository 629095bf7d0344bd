import type { AuditEntity } from '@aapurti/contract/words/auditActions';
import sql, { empty, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { storableJson } from '../database/storable.ts';

export interface AuditEntry {
  actor: Pick<Actor, 'id' | 'key' | 'actingFor'> | null;
  /** The users who entered the record that this one replaces: they count as its editors. */
  carriesOn?: readonly string[];
  ownerId: string | null;
  /** The action, for example `product.approve`. */
  action: string;
  entity: AuditEntity;
  entityId: string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** The time of the record's new version, as the database wrote it. Without it the entry has the time at which its transaction began. */
  version?: string | undefined;
}

/** Never logged, not even as a hash. */
const SECRET = /password|token|secret/i;

/** Adds an entry to the log, in the transaction of the change. */
export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  await recordAudits(db, [entry]);
}

/**
 * A log entry as part of the statement that inserts the record. `made` is a row source with `id`, `vendor_id` and the record as `wire`,
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
    insert into audit_log (at, actor_id, key_id, acting_for, vendor_id, action, entity, entity_id, before, after)
    select greatest(now(), version), "actorId", "keyId", "actingFor", "ownerId", action, entity, "entityId", before, after
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as entry(
      "actorId" bigint, "keyId" bigint, "actingFor" bigint[], "ownerId" bigint, action text, entity text, "entityId" text, before jsonb, after jsonb,
      version timestamptz)`);
}

/** The users behind an audit_log entry: the caller, and the members on leave whose rights the caller used. */
export const personsOfEntry: Sql = sql`(array[actor_id] || coalesce(acting_for, '{}'))`;

/**
 * The audit_log columns that name the users. A statement with its own insert takes their values from `doerOf`, so that nobody is left out.
 */
export const doerNames: Sql = sql`actor_id, key_id, acting_for`;

export const doerOf = (actor: AuditEntry['actor']): Sql =>
  sql`${actor?.id ?? null}::bigint, ${actor?.key?.id ?? null}::bigint, ${othersOf(actor)}::bigint[]`;

/**
 * A row source: for each of the users, the others who set its password or replaced its e-mail, and the time from which and until which they
 * could sign in as that user. While the controls separate duties, who added the account with a password counts too. A password that the
 * user chose by an e-mailed link ends the time, unless the account had meanwhile been given another e-mail, sign-in or API key.
 */
export const signInsGiven = (users: Sql): Sql => sql`
  select person::text, given.actor_id as giver, given.at as since, case when given.action <> 'user.edit' then (
      select min(at) from audit_log reset
      where reset.entity = 'user' and reset.entity_id = given.entity_id and reset.action = 'user.reset' and reset.id > given.id
        and not exists (
          select from audit_log kept
          where kept.action in ('key.create', 'user.link') and kept.actor_id = person and kept.id between given.id and reset.id)
        and not exists (
          select from audit_log kept
          where kept.action = 'user.email' and kept.entity = 'user' and kept.entity_id = given.entity_id and kept.id between given.id and reset.id)
    ) end as until
  from unnest(${users}) person join audit_log given on given.entity = 'user' and given.entity_id = person::text
    join users on users.id = given.actor_id
  where given.actor_id <> person and (given.action = 'user.password' or given.action = 'user.edit' and jsonb_exists(given.after, 'email')
    or given.action = 'user.create' and (select duties or bank_two_people from portal_settings))`;

/** The others who can sign in as the user now. */
export async function giversNow(db: Database, userId: string): Promise<string[]> {
  const rows = await db.rows<{ giver: string }>(sql`
    select distinct giver::text from (${signInsGiven(sql`array[${userId}::bigint]`)}) given where until is null`);
  return rows.map(({ giver }) => giver);
}

/** An SQL array: the users, and those who could sign in as one of them at a time. */
export const withGivers = (users: Sql, at: Sql): Sql => sql`
  (${users} || array(select giver from (${signInsGiven(users)}) given where since <= ${at} and (until is null or until > ${at})))`;

/** The verbs of entries by which users enter or change a record. */
export const ENTERING = ['create', 'edit'];

interface Entering {
  /** The user whose entry counts where a later entry replaces earlier ones. */
  only?: Sql;
  verbs?: readonly string[];
}

/**
 * An SQL array of the users who entered or changed a record, those whose rights they used, and those who could sign in as them. Every rule
 * that requires a second person asks here, or for documents at `obstaclesTo`.
 */
export function enteredBy(entity: AuditEntity, id: Sql, { only, verbs = ENTERING }: Entering = {}): Sql {
  return sql`array(
    select distinct person::text from audit_log, unnest(${withGivers(personsOfEntry, sql`audit_log.at`)}) person
    where entity = ${entity} and entity_id = ${id}::text and split_part(action, '.', 2) = any(${[...verbs]}::text[]) and person is not null
      ${only === undefined ? empty : sql`and actor_id = ${only}`})`;
}

/** Other users in whose name the entry was made; null for most entries. */
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

/** Logs an upload under the name of its file. */
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
