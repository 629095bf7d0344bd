import { createHash } from 'node:crypto';

import { type changeFeed, FEED_DAYS, FOLLOWED, type Followed, followedBy, messages } from '@aapurti/contract/integration/changeFeed';
import { hasScope } from '@aapurti/contract/integration/keys';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import sql, { empty, join, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { ListSpec } from '../database/list.ts';
import { installationSecret } from '../database/secret.ts';
import { noteList } from '../dispatch-notes/notes.ts';
import { invoiceList } from '../invoices/invoices.ts';
import { selfInvoiceRows } from '../invoices/reverse-charge/selfInvoices.ts';
import { memoLists } from '../memos/memos.ts';
import { ownedBy } from '../access/owner.ts';
import { ENTRY_SOURCES, entryRows } from '../payments/account.ts';
import { paymentRows } from '../payments/payments.ts';
import { productList } from '../products/products.ts';
import { orderList } from '../purchase-orders/orders.ts';
import { receiptList } from '../receipts/list.ts';
import { forbidden, invalid, Refusal } from '../ground/refusal.ts';
import { WireJson } from '../ground/reply.ts';

type Rows = Pick<ListSpec, 'select' | 'from' | 'join' | 'key'> & {
  where?: Sql;
  created?: Sql;
  /** The rows come from a view over this many sources: the key is this number times the document's id, plus the source. */
  sources?: number;
};

/** The rows of each kind, with its list's columns. */
const ROWS: Readonly<Record<Followed, Rows>> = {
  order: orderList,
  invoice: invoiceList,
  payment: paymentRows,
  accountEntry: { ...entryRows, sources: ENTRY_SOURCES },
  product: productList,
  debitMemo: { ...memoLists.debit, where: sql`memos.kind = 'debit'` },
  creditMemo: { ...memoLists.credit, where: sql`memos.kind = 'credit'` },
  dispatchNote: noteList,
  receipt: receiptList,
  selfInvoice: selfInvoiceRows,
};

/** SQL: whether a record of the kind that a column names is deleted. */
export function removedFrom(entity: Sql, id: Sql): Sql {
  const kinds = (Object.keys(ROWS) as Followed[]).map(
    (kind) => sql`
      when ${kind} then not exists (select from ${ROWS[kind].from} where ${ROWS[kind].key} = ${id} ${documentIs(ROWS[kind], (sources) => sql`= ${id} / ${sources}`)})`,
  );
  return sql`case ${entity} ${join(kinds, ' ')} end`;
}

/** The condition on the documents of a view's rows, which lets the database use their index. */
function documentIs({ from, sources }: Rows, are: (sources: number) => Sql): Sql {
  return sources === undefined ? empty : sql`and ${from}.document_id ${are(sources)}`;
}

/**
 * The position of a follower: after a change in the log or, before the follower has seen all records once, after a record. The log has to
 * be read from the transaction id and time given here.
 */
interface Cursor {
  transaction: string;
  /** The id of the change; 0 means before the first change of the transaction. */
  id: string;
  /** Seconds, UTC. */
  at: number;
  /** While records are read, the kind and its last id. */
  reading: { entity: Followed; after: string } | null;
}

interface Change {
  entity: Followed;
  id: string;
  at: string;
}

type Query = QueryOf<typeof changeFeed.list>;

/**
 * Returns all records first, by kind and id, then the changes since that reading began. A row of the log is returned once every transaction
 * with a smaller id has ended (`pg_snapshot_xmin`), so none can appear later before a cursor. A record is returned in its current version,
 * so reading a change twice does no harm.
 * @throws Refusal 403 for kinds outside a key's scopes, 422 for an invalid cursor, 410 for a cursor that is too old or from another
 * database; the audit log records each refusal
 */
export async function readChanges(ctx: Context, actor: Actor, query: Query): Promise<WireJson> {
  try {
    return await pageOf(ctx, actor, query);
  } catch (error) {
    if (error instanceof Refusal) await recordRefusal(ctx, actor, error);
    throw error;
  }
}

/**
 * The log gets such a refusal at most hourly for each caller and status, because a follower that repeats its request adds no information.
 */
async function recordRefusal(ctx: Context, actor: Actor, { status, message, errors }: Refusal): Promise<void> {
  const { key } = actor;
  const isLogged = await ctx.db.one<{ is: boolean }>(sql`
    select exists (
      select from audit_log where actor_id = ${actor.id} and key_id is not distinct from ${key?.id ?? null}::bigint
        and action = 'changes.refuse' and after->>'status' = ${String(status)} and at > now() - interval '1 hour'
    ) as is`);
  if (isLogged.is) return;
  await recordAudit(ctx.db, {
    actor,
    ownerId: actor.vendorId,
    action: 'changes.refuse',
    entity: key === undefined ? 'user' : 'key',
    entityId: key?.id ?? actor.id,
    after: { status, reason: errors?.['cursor'] ?? message },
  });
}

async function pageOf(ctx: Context, actor: Actor, query: Query): Promise<WireJson> {
  const entities = readable(actor, query.entities);
  const feed = createHash('sha256')
    .update(await installationSecret(ctx.db, 'change-feed'))
    .digest('base64url')
    .slice(0, 8);
  const now = await position(ctx);
  const cursor =
    query.cursor === undefined ? startOf(now, entities) : query.cursor === 'now' ? now : parse(query.cursor, feed, now, entities);
  const page =
    cursor.reading === null ? await logged(ctx, actor, query, entities, cursor, now) : await records(ctx, actor, query, entities, cursor);
  const changes = await withRecords(ctx, actor, query, page.changes);
  return new WireJson(
    `{"changes":[${changes.join(',')}],"cursor":${JSON.stringify(write(page.next, feed))},"more":${page.more}}`,
    changes.length,
  );
}

interface Page {
  changes: Change[];
  next: Cursor;
  more: boolean;
}

/** A vendor cannot read the buyer's documents, and an API key only those in its scopes. @throws Refusal 403 for other kinds. */
function readable(actor: Actor, asked: readonly Followed[] | undefined): readonly Followed[] {
  const all = followedBy(actor.vendorId === null ? 'buyer' : 'vendor');
  if (asked?.every((entity) => all.includes(entity)) === false) throw forbidden(messages.buyersAlone);
  const { key } = actor;
  if (key === undefined) return asked ?? all;
  const may = (entity: Followed) => hasScope(key.scopes, `${FOLLOWED[entity]}:read`);
  const beyond = asked?.find((entity) => !may(entity));
  if (beyond !== undefined) throw forbidden(messages.noScope(beyond));
  return asked ?? all.filter(may);
}

/** The position before all changes that are not final yet. */
async function position(ctx: Context): Promise<Cursor> {
  const found = await ctx.db.one<{ transaction: string; at: number }>(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as transaction, floor(extract(epoch from now()))::float8 as at`);
  return { ...found, id: '0', reading: null };
}

function startOf(now: Cursor, [entity]: readonly Followed[]): Cursor {
  return entity === undefined ? now : { ...now, reading: { entity, after: '0' } };
}

const CURSOR = /^([\w-]{8})\.(\d{1,19})\.(\d{1,18})\.(\d{1,12})(?:\.([a-zA-Z]+)\.(\d{1,18}))?$/;

function parse(text: string, feed: string, now: Cursor, entities: readonly Followed[]): Cursor {
  const [, of, transaction = '', id = '', seconds = '', entity, after = ''] = CURSOR.exec(text) ?? [];
  // A caller may forge a cursor: it gives no access to kinds that the caller may not read or has not asked for.
  if (of === undefined || (entity !== undefined && !entities.some((each) => each === entity))) throw invalid({ cursor: messages.cursor });
  const at = Number(seconds);
  if (of !== feed || BigInt(transaction) > BigInt(now.transaction) || at < now.at - FEED_DAYS * 86_400)
    throw new Refusal(410, messages.old);
  return { transaction, id, at, reading: entity === undefined ? null : { entity: entity as Followed, after } };
}

function write({ transaction, id, at, reading }: Cursor, feed: string): string {
  return [feed, transaction, id, at, ...(reading === null ? [] : [reading.entity, reading.after])].join('.');
}

async function logged(ctx: Context, actor: Actor, query: Query, entities: readonly Followed[], cursor: Cursor, now: Cursor): Promise<Page> {
  const owned = ownedBy(sql`vendor_id`, actor, query.userID);
  const found = await ctx.db.rows<Change & { transaction: string; logId: string; seconds: number }>(sql`
    select transaction_id::text as transaction, id::text as "logId", entity, record_id::text as id, to_json(at) #>> '{}' as at,
           floor(extract(epoch from at))::float8 as seconds
    from changes
    where (transaction_id, id) > (${cursor.transaction}::xid8, ${cursor.id}::bigint) and transaction_id < ${now.transaction}::xid8
      and entity = any(${entities}) ${owned === null ? empty : sql`and ${owned}`}
    order by changes.transaction_id, changes.id limit ${query.limit + 1}`);
  const more = found.length > query.limit;
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  // A record that changed twice is returned at its last change.
  const changes = [...new Map(rows.toReversed().map((row) => [`${row.entity} ${row.id}`, row])).values()].toReversed();
  const next = more && last !== undefined ? { transaction: last.transaction, id: last.logId, at: last.seconds, reading: null } : now;
  return { changes, next, more };
}

async function records(ctx: Context, actor: Actor, query: Query, entities: readonly Followed[], cursor: Cursor): Promise<Page> {
  const { entity, after } = cursor.reading ?? { entity: entities[0] ?? 'order', after: '0' };
  const rows = ROWS[entity];
  const owned = ownedBy(vendorOf(rows), actor, query.userID);
  const own = owned === null ? empty : sql`and ${owned}`;
  const found = await ctx.db.rows<{ id: string; at: string }>(
    rows.sources === undefined
      ? sql`
          select ${rows.key}::text as id, to_json(${createdOf(rows)}) #>> '{}' as at from ${rows.from}
          where ${rows.key} > ${after}::bigint ${own} ${rows.where ? sql`and ${rows.where}` : empty}
          order by ${rows.key} limit ${query.limit}`
      : ofSources(rows, rows.sources, BigInt(after), own, query.limit),
  );
  const last = found.at(-1);
  const another = entities[entities.indexOf(entity) + 1];
  const reading =
    found.length === query.limit && last !== undefined
      ? { entity, after: last.id }
      : another === undefined
        ? null
        : { entity: another, after: '0' };
  return { changes: found.map(({ id, at }) => ({ entity, id, at })), next: { ...cursor, reading }, more: true };
}

/** The rows of a view after a key: the next rows of each source by document id, merged, and the first of them. */
function ofSources(rows: Rows, sources: number, after: bigint, own: Sql, limit: number): Sql {
  const parts = Array.from({ length: sources }, (_, source) => {
    const last = after < BigInt(source) ? '-1' : String((after - BigInt(source)) / BigInt(sources));
    return sql`(
      select ${rows.key} as key, ${createdOf(rows)} as created from ${rows.from}
      where source = ${source} and document_id > ${last}::bigint ${own} order by document_id limit ${limit})`;
  });
  return sql`select key::text as id, to_json(created) #>> '{}' as at from (${join(parts, ' union all ')}) parts order by key limit ${limit}`;
}

const vendorOf = ({ from }: Rows) => sql`${from}.vendor_id`;
const createdOf = ({ from, created }: Rows) => created ?? sql`${from}.created_at`;

/** Each change as JSON, with the current record; a record that is deleted or not the caller's is reported as removed. */
async function withRecords(ctx: Context, actor: Actor, query: Query, changes: readonly Change[]): Promise<string[]> {
  const found = new Map<string, string>();
  for (const entity of new Set(changes.map((each) => each.entity))) {
    const rows = ROWS[entity];
    const owned = ownedBy(vendorOf(rows), actor, query.userID);
    const ids = changes.filter((each) => each.entity === entity).map(({ id }) => id);
    const documents = documentIs(rows, (sources) => sql`= any(${ids.map((id) => String(BigInt(id) / BigInt(sources)))}::bigint[])`);
    const stored = await ctx.db.rows<{ id: string; record: string }>(sql`
      select ${rows.key}::text as id, (select row_to_json(wire) from (select ${rows.select}) wire)::text as record
      from ${rows.from} ${rows.join ?? empty} where ${rows.key} = any(${ids}::bigint[]) ${documents} ${owned === null ? empty : sql`and ${owned}`}`);
    for (const { id, record } of stored) found.set(`${entity} ${id}`, record);
  }
  return changes.map(({ entity, id, at }) => {
    const record = found.get(`${entity} ${id}`);
    const about = JSON.stringify({ entity, _id: id, at, removed: record === undefined });
    return `${about.slice(0, -1)},"record":${record ?? 'null'}}`;
  });
}
