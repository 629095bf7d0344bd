import {
  type Comment,
  type CommentReader,
  type comments as calls,
  COMMENTS_PAGE,
  DELETE_MINUTES,
  type DocumentKind,
  messages,
} from '@aapurti/contract/comments/comments';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import sql, { empty, type Sql } from 'sql-template-tag';
import type * as z from 'zod';

import { type Actor, companyOf } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { checkDocument, checkPhoto, TOO_LARGE } from '../files/sniff.ts';
import type { Upload } from '../http/multipart.ts';
import { countAttempts, limits } from '../http/rateLimits.ts';
import { conflict, invalid, notFound } from '../ground/refusal.ts';
import { companyName } from '../people/companies.ts';
import { type Commented, commentedOf, documentIdOf, isAbout, referenceOf } from './documents.ts';
import { tell } from '../mail/queue.ts';

/** The only condition for what a caller sees. Internal comments do not exist for a vendor, and no count includes them. */
function visibleTo(actor: Actor): Sql {
  return actor.isAdmin ? sql`true` : sql`not comments.internal`;
}

const authorName = sql`trim(author.first_name || ' ' || author.last_name)`;

/** A comment with its attachments, which are read as rows and get their links later. */
const selected = (actor: Actor) => sql`
  comments.id::text as _id, ${authorName} as author, comments.company, by_buyer as "byBuyer", internal, body as text, mentioned,
  deleted_at is not null as "isDeleted", to_json(comments.created_at) #>> '{}' as "createdAt",
  case when deleted_at is null and author_id = ${actor.id} and by_buyer = ${actor.isAdmin}::boolean
      and comments.created_at + make_interval(mins => ${DELETE_MINUTES}) > clock_timestamp()
    then to_json(comments.created_at + make_interval(mins => ${DELETE_MINUTES})) #>> '{}' end as "deletableUntil",
  (select coalesce(json_agg(json_build_object('_id', files.id, 'name', original_name, 'mediaType', media_type, 'bytes', bytes)
      order by files.created_at, files.original_name), '[]') from files where files.comment_id = comments.id) as attachments`;

type Row = Omit<Comment, 'attachments'> & { attachments: Omit<Comment['attachments'][number], 'url'>[] } & Record<string, unknown>;

function linked(ctx: Context, { attachments, ...comment }: Row): Comment {
  return { ...comment, attachments: attachments.map((file) => ({ ...file, url: ctx.files.link(file._id) })) };
}

async function commentOf(ctx: Context, db: Database, actor: Actor, id: string): Promise<Comment> {
  const row = await db.one<Row>(sql`
    select ${selected(actor)} from comments join users author on author.id = author_id where comments.id = ${id}`);
  return linked(ctx, row);
}

type Listed = z.output<(typeof calls.list)['replies'][200]>;

/** The newest comments on a document that the caller may see, in chronological order. @throws Refusal 404 */
export async function listComments(ctx: Context, actor: Actor, { before, ...about }: QueryOf<typeof calls.list>): Promise<Listed> {
  const document = await commentedOf(ctx.db, actor, about);
  const seen = sql`${isAbout(document)} and ${visibleTo(actor)}`;
  const earlier =
    before === undefined
      ? empty
      : sql`and place < (select place from comments where id = ${before} and ${isAbout(document)} and ${visibleTo(actor)})`;
  const { total } = await ctx.db.one<{ total: number }>(sql`select count(*)::int as total from comments where ${seen}`);
  const rows = await ctx.db.rows<Row>(sql`
    select ${selected(actor)} from comments join users author on author.id = author_id
    where ${seen} ${earlier} order by place desc limit ${COMMENTS_PAGE + 1}`);
  const { kind: documentKind, id: documentId, number, vendorId: userID, vendor: vendorName } = document;
  return {
    document: { documentKind, documentId, number, userID, vendorName },
    comments: rows
      .slice(0, COMMENTS_PAGE)
      .toReversed()
      .map((row) => linked(ctx, row)),
    total,
    more: rows.length > COMMENTS_PAGE,
  };
}

/**
 * Selects the members who may read a comment on the document. A vendor sees its own users, and those buyer users who have written to it on
 * this document.
 */
function readersOf(actor: Actor, document: Commented): Sql {
  const known = sql`exists (
    select from comments where ${isAbout(document)} and not internal and deleted_at is null and comments.member_id = member.id)`;
  return sql`
    select member.id::text as _id, trim(first_name || ' ' || last_name) as name, ${companyName(sql`member.vendor_id`, sql`users.id`)} as company,
      member.vendor_id is null as "isBuyers"
    from memberships member join users on users.id = member.user_id
    where users.is_active and (member.vendor_id = ${document.vendorId} or member.vendor_id is null and (${actor.isAdmin}::boolean or ${known}))
      and member.user_id <> ${actor.id}`;
}

/** The users whom the caller can mention in a comment on a document. @throws Refusal 404 */
export async function listReaders(ctx: Context, actor: Actor, about: QueryOf<typeof calls.people>): Promise<CommentReader[]> {
  const document = await commentedOf(ctx.db, actor, about);
  return ctx.db.rows<CommentReader & Record<string, unknown>>(sql`
    select * from (${readersOf(actor, document)}) readers order by "isBuyers" <> ${actor.isAdmin}::boolean, lower(name), _id::bigint limit 500`);
}

/** A checked attachment. */
interface Checked {
  name: string;
  content: Buffer;
  mediaType: string;
}

/**
 * Counts and checks the attachments of a comment. This takes time, so it runs before any transaction.
 * @throws Refusal 404 if the document is not the caller's; 413, 415 or 422 with the problem of each file; 429
 */
export async function readAttachments(
  ctx: Context,
  actor: Actor,
  body: BodyOf<typeof calls.create>,
  { files, address }: { files: ReadonlyMap<string, Upload>; address: string },
): Promise<Checked[]> {
  await commentedOf(ctx.db, actor, body);
  if (!actor.isAdmin && body.internal === true) throw invalid({ internal: messages.internal });
  if (body.text === null && files.size === 0) throw invalid({ text: messages.empty });
  const caller = { account: companyOf(actor), address };
  await countAttempts(ctx, limits.comments, caller);
  const attachments: Checked[] = [];
  for (const [part, upload] of files) {
    await countAttempts(ctx, limits.attachments, caller);
    const checked = upload.tooLarge ? TOO_LARGE : await checkAttachment(upload);
    if (!checked.ok) throw invalid({ [part]: checked.message }, checked.reason === 'size' ? 413 : checked.reason === 'type' ? 415 : 422);
    attachments.push({ name: upload.name, content: checked.content, mediaType: checked.mediaType });
  }
  return attachments;
}

/** A PDF is checked as a document; any other file must be a photo. */
function checkAttachment({ content, name }: Upload) {
  return content.subarray(0, 5).toString('latin1') === '%PDF-'
    ? checkDocument(content, name)
    : checkPhoto(content, name, 'PDF, PNG, JPEG, WebP or HEIC');
}

/** Writes a comment and notifies its readers. @throws Refusal 404; 422 if a mentioned user may not read it */
export async function addComment(
  ctx: Context,
  actor: Actor,
  body: BodyOf<typeof calls.create>,
  attachments: readonly Checked[],
): Promise<Comment> {
  const { text, internal = false, mentions } = body;
  return ctx.db.transaction(async (tx) => {
    const document = await commentedOf(tx, actor, body);
    const readers = await mentionedOf(tx, actor, document, { ids: mentions, internal });
    const reference = referenceOf(document.kind);
    const { id } = await tx.one<{ id: string }>(sql`
      insert into comments (vendor_id, kind, ${reference === null ? empty : sql`${reference},`} by_buyer, internal, author_id, member_id, company, mentioned, body)
      values (${document.vendorId}, ${document.kind}, ${reference === null ? empty : sql`${document.id},`} ${actor.isAdmin}, ${internal},
        ${actor.id}, ${actor.membershipId}, coalesce(${companyName(sql`${actor.vendorId}::bigint`, sql`${actor.id}::bigint`)}, ''),
        ${readers.map(({ name }) => name)}::text[], ${text ?? ''})
      returning id::text`);
    for (const { name, content, mediaType } of attachments) {
      const file = await ctx.files.save(tx, { ownerId: document.vendorId, kind: 'comment', name, content, mediaType });
      await tx.execute(sql`update files set comment_id = ${id} where id = ${file.id}`);
    }
    await notifyOf(tx, actor, document, { id, internal, mentioned: readers.map(({ _id }) => _id) });
    await recordAudit(tx, {
      ...entryOf(actor, document.vendorId, id),
      action: 'comment.create',
      after: {
        ...about(document.kind, document.id),
        internal,
        text: text ?? '',
        attachments: attachments.map(({ name }) => name).join(', '),
      },
    });
    return commentOf(ctx, tx, actor, id);
  });
}

/** @throws Refusal 422 if a mentioned user may not read this comment. */
async function mentionedOf(
  tx: Database,
  actor: Actor,
  document: Commented,
  { ids, internal }: { ids: readonly string[]; internal: boolean },
): Promise<CommentReader[]> {
  if (ids.length === 0) return [];
  const found = await tx.rows<CommentReader & Record<string, unknown>>(sql`
    select * from (${readersOf(actor, document)}) readers
    where _id = any(${ids.map(idOf)}::text[]) and ("isBuyers" or not ${internal}::boolean) order by lower(name), _id::bigint`);
  if (found.length < ids.length) throw invalid({ mentions: messages.unknown });
  return found;
}

/** Deletes one's own comment with its attachments and leaves a placeholder. @throws Refusal 404, 409 */
export async function deleteComment(ctx: Context, actor: Actor, asked: string): Promise<Comment> {
  return ctx.db.transaction(async (tx) => {
    const found = await tx.first<Found>(sql`
      select comments.id::text, kind, ${documentIdOf}::text as "documentId", vendor_id::text as "vendorId", internal, body as text, by_buyer as "byBuyer",
        author_id::text as "authorId",
        clock_timestamp() > created_at + make_interval(mins => ${DELETE_MINUTES}) as "isLate"
      from comments where id::text = ${asked} and ${visibleTo(actor)}`);
    if (found === undefined) throw notFound();
    const { kind, documentId } = found;
    await commentedOf(tx, actor, { documentKind: kind, documentId });
    if (found.authorId !== actor.id || found.byBuyer !== actor.isAdmin) throw conflict(messages.notYours);
    if (found.isLate) throw conflict(messages.tooLate);
    const deleted = await tx.execute(sql`
      update comments set body = '', mentioned = '{}', deleted_at = clock_timestamp(), updated_at = clock_timestamp()
      where id = ${found.id} and deleted_at is null`);
    if (deleted === 0) throw conflict(messages.gone);
    await tx.execute(sql`delete from files where comment_id = ${found.id}`);
    await recordAudit(tx, {
      ...entryOf(actor, found.vendorId, found.id),
      action: 'comment.delete',
      before: { ...about(kind, documentId), internal: found.internal, text: found.text },
    });
    return commentOf(ctx, tx, actor, found.id);
  });
}

interface Found {
  [column: string]: unknown;
  id: string;
  kind: DocumentKind;
  documentId: string;
  vendorId: string;
  internal: boolean;
  text: string;
  byBuyer: boolean;
  authorId: string;
  isLate: boolean;
}

const about = (documentKind: DocumentKind, documentId: string) => ({ documentKind, documentId });

const entryOf = (actor: Actor, ownerId: string, entityId: string) => ({ actor, ownerId, entity: 'comment' as const, entityId });

interface Written {
  id: string;
  internal: boolean;
  /** Ids of members who may read it. */
  mentioned: readonly string[];
}

/**
 * Notifies three groups of a comment: the mentioned users, earlier authors of comments on the document and, if both parties see the
 * comment, the other party's roles chosen in the settings. Nobody is notified twice, and vendors learn nothing of internal comments. The
 * comment's text appears only in the portal.
 */
async function notifyOf(tx: Database, actor: Actor, document: Commented, { id, internal, mentioned }: Written): Promise<void> {
  const writers = await tx.rows<{ memberId: string; byBuyer: boolean }>(sql`
    select distinct member_id::text as "memberId", by_buyer as "byBuyer" from comments
    where ${isAbout(document)} and id <> ${id} and deleted_at is null and member_id is not null and author_id <> ${actor.id}
      and (by_buyer or not ${internal}::boolean)`);
  const { name } = await tx.one<{ name: string }>(sql`
    select trim(first_name || ' ' || last_name) as name from users where id = ${actor.id}`);
  const before = (byBuyer: boolean) => writers.filter((each) => each.byBuyer === byBuyer).map(({ memberId }) => memberId);
  const { kind, id: documentId, number, vendor, vendorId, orderId } = document;
  const told = { count: 1, documentKind: kind, documentId, number, vendor, by: name };
  const sides = internal ? [null] : [null, vendorId];
  await tell(
    tx,
    sides.flatMap((side) => {
      const event = { kind: 'comments' as const, vendorId: side, butId: actor.id, ...(orderId === null ? {} : { orderId }) };
      const isOwn = (side === null) === actor.isAdmin;
      return [
        { ...event, content: { ...told, mentioned: true }, memberIds: mentioned, namedOnly: true },
        { ...event, content: { ...told, mentioned: false }, memberIds: before(side === null), namedOnly: isOwn, butMemberIds: mentioned },
      ];
    }),
  );
}
