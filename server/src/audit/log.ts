import { ADMINISTRATOR, type audit, type OwnEntity } from '@aapurti/contract/audit/audit';
import { actionWords, actorWords, entityWords } from '@aapurti/contract/words/auditActions';
import { fieldChanges, SENSITIVE_FIELDS } from '@aapurti/contract/words/auditWords';
import { showDate } from '@aapurti/contract/ground/fields';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import { decodeNames, encodeNames } from '@aapurti/contract/ground/wire';
import { isTyped, type Words } from '@aapurti/contract/ground/template';
import sql, { raw, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { allRows, betweenDays, idOf, type ListResult, listRows, type ListSpec, pageOf } from '../database/list.ts';
import { streamRows } from '../database/stream.ts';
import type { ServeContext } from '../http/serve.ts';
import { notFound } from '../ground/refusal.ts';
import { WireJson, type Workbook } from '../ground/reply.ts';
import { ownRows } from '../access/owner.ts';
import { isOfWaiting, recordName } from './recordNames.ts';
import { exportColumn } from '../sheets/columns.ts';
import { downloadSheet } from '../sheets/download.ts';
import type { WrittenRow } from '../sheets/xlsx/write.ts';

/** This condition matches the partial index. */
const isSensitive = sql`(entity = 'user' and before ?| ${raw(`array[${SENSITIVE_FIELDS.map((field) => `'${field}'`).join(', ')}]`)})`;

/** A user, and the API key with which a machine called in the user's name. */
const ACTOR = sql`trim(coalesce(actor.first_name || ' ' || actor.last_name, '')) || coalesce(' (API key “' || api_keys.name || '”)', '')`;

const list = {
  select: sql`
    audit_log.id::text as _id, at, ${ACTOR} as actor,
    action, entity, entity_id as "entityId", ${recordName} as "recordName", before, after, audit_log.vendor_id::text as "ownerId", coalesce(owner.legal_name, '') as owner,
    coalesce(${isSensitive}, false) as sensitive`,
  from: sql`audit_log`,
  join: sql`left join users actor on actor.id = audit_log.actor_id left join vendors owner on owner.id = audit_log.vendor_id
    left join api_keys on api_keys.id = key_id`,
  key: sql`audit_log.id`,
  sorts: { at: sql`audit_log.id` },
};

function listOf(query: QueryOf<typeof audit.list>): ListSpec {
  return {
    scope: [query.userID === null ? null : sql`audit_log.vendor_id = ${idOf(query.userID)}`],
    where: [
      query.actorID === undefined ? null : sql`actor_id = ${idOf(query.actorID)}`,
      query.entity === undefined ? null : sql`entity = ${query.entity}`,
      query.entityId === undefined ? null : sql`entity_id = ${query.entityId}`,
      query.action === undefined ? null : sql`action = ${query.action}`,
      query.sensitive === undefined ? null : query.sensitive === 'true' ? isSensitive : sql`${isSensitive} is not true`,
      ...betweenDays(sql`at`, query),
    ],
    page: pageOf(query),
    ...list,
  };
}

/** The entries, newest first. They are stored under the code's field names and returned under the API's. */
export async function listAudit(ctx: ServeContext, query: QueryOf<typeof audit.list>): Promise<ListResult> {
  return renamed(await listRows(ctx.db, listOf(query)));
}

function renamed(found: ListResult): ListResult {
  return { ...found, body: new WireJson(JSON.stringify(encodeNames(JSON.parse(found.body.text))), found.count) };
}

/** The kinds of records whose history their owner may read. */
const RECORDS: Readonly<Record<OwnEntity, { table: Sql; owner: Sql }>> = {
  user: { table: sql`users`, owner: sql`id` },
  product: { table: sql`products`, owner: sql`vendor_id` },
  scheme: { table: sql`schemes`, owner: sql`vendor_id` },
  invoice: { table: sql`invoices`, owner: sql`vendor_id` },
  payment: { table: sql`payments`, owner: sql`vendor_id` },
  debitMemo: { table: sql`memos`, owner: sql`kind = 'debit' and vendor_id` },
  creditMemo: { table: sql`memos`, owner: sql`kind = 'credit' and vendor_id` },
  purchaseOrder: { table: sql`purchase_orders`, owner: sql`vendor_id` },
  receipt: { table: sql`receipts`, owner: sql`vendor_id` },
  dispatchNote: { table: sql`dispatch_notes`, owner: sql`vendor_id` },
};

/** Hides the names of administrators from vendors. @throws Refusal 404 if the record is missing or belongs to another vendor. */
export async function historyOf(ctx: ServeContext, actor: Actor, id: string, query: QueryOf<typeof audit.history>): Promise<ListResult> {
  const { table, owner } = RECORDS[query.entity];
  const record = await ctx.db.first(sql`select from ${table} where id = ${idOf(id)} and ${ownRows(owner, actor)}`);
  if (record === undefined) throw notFound();
  const shown = actor.isAdmin
    ? ACTOR
    : sql`case when actor.id is null then '' when actor.id = ${actor.id} then ${ACTOR} else ${ADMINISTRATOR}::text end`;
  return renamed(
    await listRows(ctx.db, {
      ...list,
      select: sql`audit_log.id::text as _id, at, ${shown} as actor, action, entity, entity_id as "entityId", before, after`,
      // An upload's entry has a file name as its id, which could equal a record's.
      where: [sql`entity = ${query.entity}`, sql`entity_id = ${id}`, sql`action !~ '[.](upload|import)$'`, sql`not ${isOfWaiting}`],
      page: pageOf(query),
    }),
  );
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit', second: '2-digit' });

const columns = {
  day: exportColumn('Date', { width: 12 }),
  time: exportColumn('Time', { width: 10 }),
  actor: exportColumn('User', { width: 24 }),
  action: exportColumn('Action', { width: 30 }),
  entity: exportColumn('Record', { width: 16 }),
  recordName: exportColumn('Number or name', { width: 20 }),
  entityId: exportColumn('Record ID', { width: 12 }),
  owner: exportColumn('Vendor', { width: 28 }),
  field: exportColumn('Field', { width: 24 }),
  before: exportColumn('Before', { width: 28 }),
  after: exportColumn('After', { width: 28 }),
  sensitive: exportColumn('Bank, tax or document', { width: 22 }),
};

interface Logged extends Record<string, unknown> {
  at: Date;
  actor: string;
  action: string;
  entity: string;
  entityId: string;
  recordName: string | null;
  owner: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** All entries that match the list's filters, one row per changed field. */
export async function exportAudit(ctx: ServeContext, actor: Actor, query: QueryOf<typeof audit.export>): Promise<Workbook> {
  const rows = streamRows<Logged>(ctx.db, allRows(listOf(query)));
  return downloadSheet('audit-log.xlsx', columns, fieldRows(rows), { sheet: 'Audit log', reader: actor });
}

/** The most data rows of one sheet. */
const ROWS_MAX = 1_048_575;

async function* fieldRows(batches: AsyncIterable<Logged[]>): AsyncGenerator<WrittenRow<typeof columns>[]> {
  let left = ROWS_MAX;
  for await (const batch of batches) {
    const rows = batch.flatMap(rowsOf).slice(0, left);
    left -= rows.length;
    yield rows;
    if (left === 0) return;
  }
}

function rowsOf({ at, before, after, ...entry }: Logged): WrittenRow<typeof columns>[] {
  const head = {
    day: showDate(at.toISOString()),
    time: CLOCK.format(at),
    actor: plain(actorWords(entry)),
    action: actionWords(entry.action),
    entity: entityWords(entry.entity),
    recordName: entry.recordName,
    entityId: entry.entityId,
    owner: entry.owner,
  };
  // Entries may use either set of names.
  const fields = fieldChanges(decodeNames(encodeNames({ before, after })) as Pick<Logged, 'before' | 'after'>);
  if (fields.length === 0) return [{ ...head, field: null, before: null, after: null, sensitive: null }];
  return fields.map((field) => ({
    ...head,
    field: field.label,
    before: plain(...field.before),
    after: plain(...field.after),
    sensitive: field.weighty && before !== null ? 'Yes' : null,
  }));
}

const plain = (...facts: readonly Words[]) => facts.map((each) => (isTyped(each) ? each.typed : each)).join(' · ');

/** Sensitive changes that an administrator has not seen. A new administrator starts with those of the last month. */
export async function unseenChanges(ctx: ServeContext, actor: Actor): Promise<number> {
  const { count } = await ctx.db.one<{ count: number }>(sql`
    select count(*)::int as count from audit_log
    where ${isSensitive} and actor_id is distinct from ${actor.id} and id > coalesce(
      (select entry_id from audit_seen where user_id = ${actor.id}),
      (select max(id) from audit_log where ${isSensitive} and at < now() - interval '30 days'), 0)`);
  return count;
}

/** Marks the entries up to this one as seen; the mark never moves back. */
export async function seeChanges(ctx: ServeContext, actor: Actor, entryId: string): Promise<void> {
  await ctx.db.execute(sql`
    insert into audit_seen as known (user_id, entry_id)
    select ${actor.id}::bigint, coalesce(max(id), 0) from audit_log where ${isSensitive} and id <= ${idOf(entryId)}
    on conflict (user_id) do update set entry_id = greatest(known.entry_id, excluded.entry_id)`);
}
