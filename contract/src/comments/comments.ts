import * as z from 'zod';

import { flag, named, optionalText, requiredText } from '../ground/fields.ts';
import { operationsOf } from '../ground/operation.ts';
import { inARow, say, sayOnce } from '../ground/template.ts';

/** The documents with a page and comments, by their names in the log, and their names within a sentence. */
export const DOCUMENT_KINDS = {
  purchaseOrder: 'purchase order',
  dispatchNote: 'dispatch note',
  receipt: 'goods receipt',
  invoice: 'invoice',
  purchaseReturn: 'purchase return',
  debitMemo: 'debit memo',
  creditMemo: 'credit memo',
  payment: 'payment',
  product: 'product',
  vendor: 'vendor',
} as const;
export type DocumentKind = keyof typeof DOCUMENT_KINDS;
export const KINDS = Object.keys(DOCUMENT_KINDS) as [DocumentKind, ...DocumentKind[]];

/** The most characters of a comment. */
export const COMMENT_MAX = 4_000;
/** The most attachments of a comment, each in a separate part. */
export const ATTACHMENTS_MAX = 5;
/** The most users that a comment mentions. */
const MENTIONS_MAX = 20;
/** The minutes in which an author may delete a comment. */
export const DELETE_MINUTES = 15;
export const COMMENTS_PAGE = 50;

/** The names of the file parts. */
export const ATTACHMENT_PARTS = ['file1', 'file2', 'file3', 'file4', 'file5'] as const;

export const messages = {
  sent: 'Comment sent.',
  deleted: 'Comment deleted.',
  kind: sayOnce('Must be one of {value}.', { value: inARow(KINDS) }),
  document: 'Enter the ID of the document.',
  empty: 'Write a comment or attach a file.',
  internal: "Only the buyer's users can write internal comments.",
  mentions: sayOnce('A comment can mention at most {MENTIONS_MAX} users.', { MENTIONS_MAX }),
  unknown: 'One of the mentioned users cannot read this comment. Remove the mention and send it again.',
  notYours: 'Only the author can delete a comment.',
  tooLate: sayOnce('A comment can be deleted only within {DELETE_MINUTES} minutes.', { DELETE_MINUTES }),
  gone: 'This comment is already deleted.',
  scope: (kind: DocumentKind) => say('This API key cannot read a {kind}.', { kind: DOCUMENT_KINDS[kind] }),
} as const;

const about = { documentKind: z.enum(KINDS, messages.kind), documentId: requiredText(messages.document, 20) };

/** Names one document. */
export const documentQuery = z.object(about);

/** The ids of members, separated by commas, as a form sends them. */
const mentioned = optionalText(500).transform((text, context): string[] => {
  const ids = [
    ...new Set(
      (text ?? '')
        .split(',')
        .map((id) => id.trim())
        .filter((id) => id !== ''),
    ),
  ];
  if (ids.length > MENTIONS_MAX) context.addIssue({ code: 'custom', message: messages.mentions });
  return ids;
});

const attachment = z.object({ _id: z.string(), name: z.string(), mediaType: z.string(), bytes: z.number(), url: z.string() });
export type Attachment = z.infer<typeof attachment>;

const comment = named('Comment', {
  _id: z.string(),
  author: z.string(),
  company: z.string(),
  byBuyer: z.boolean(),
  /** Only buyer users see it. */
  internal: z.boolean(),
  /** Empty if it is deleted. */
  text: z.string(),
  mentioned: z.array(z.string()),
  attachments: z.array(attachment),
  isDeleted: z.boolean(),
  /** The time until which the caller may delete it; null if the caller may not. */
  deletableUntil: z.string().nullable(),
  createdAt: z.string(),
});
export type Comment = z.infer<typeof comment>;

/** The document itself: its number or name, and its vendor. */
export const commentedDocument = named('CommentedDocument', {
  documentKind: z.enum(KINDS),
  documentId: z.string(),
  number: z.string(),
  userID: z.string(),
  vendorName: z.string(),
});

const person = named('CommentReader', { _id: z.string(), name: z.string(), company: z.string(), isBuyers: z.boolean() });
export type CommentReader = z.infer<typeof person>;

/** Comments on documents. The buyer's internal comments exist only for buyer users. */
export const comments = operationsOf('comment', {
  list: {
    summary: `List the comments on a document that the caller can see: the newest ${COMMENTS_PAGE}, in order of time; \`before\` returns earlier ones`,
    route: 'GET /api/comments/get',
    access: 'members',
    query: z.object({ ...about, before: z.uuid('Must be the ID of a comment.').optional() }),
    replies: { 200: z.object({ document: commentedDocument, comments: z.array(comment), total: z.number(), more: z.boolean() }) },
  },
  people: {
    summary:
      'List the users that the caller can mention: users of both companies; for a vendor, only the buyer users who have written to it here',
    route: 'GET /api/comments/people',
    access: 'members',
    query: z.object(about),
    replies: { 200: z.array(person) },
  },
  create: {
    summary: `Comment on a document, with up to ${ATTACHMENTS_MAX} PDFs or photos (PNG, JPEG, WebP or HEIC). Mentioned users and the other party are notified`,
    route: 'POST /api/comments/create',
    access: 'comments',
    files: ATTACHMENT_PARTS,
    body: z.object({ ...about, text: optionalText(COMMENT_MAX), internal: flag.optional(), mentions: mentioned }),
    replies: { 200: z.object({ message: z.string(), data: comment }) },
    idempotent: true,
  },
  remove: {
    id: 'comment.delete',
    summary: `Delete your own comment within ${DELETE_MINUTES} minutes; it is then shown as deleted`,
    route: 'DELETE /api/comments/delete/{id}',
    access: 'comments',
    replies: { 200: z.object({ message: z.string(), data: comment }) },
  },
});
