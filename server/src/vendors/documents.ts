import { FILE_SLOTS, type FileSlot, messages, DOCUMENT_BYTES_MAX } from '@aapurti/contract/vendors/accounts';
import sql, { join, raw } from 'sql-template-tag';

import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { FileKind, StoredFile } from '../files/store.ts';
import { checkAvatar, checkDocument, TOO_LARGE } from '../files/sniff.ts';
import { invalid } from '../ground/refusal.ts';
import type { Upload } from '../http/multipart.ts';

/** Kind in the file store and column, by uploaded part. */
const KEPT: Record<FileSlot, { kind: FileKind; column: string }> = {
  avatar: { kind: 'avatar', column: 'avatar' },
  panpicture: { kind: 'pan', column: 'pan_document' },
  gstpicture: { kind: 'gst', column: 'gst_document' },
  cancelledchequepic: { kind: 'cheque', column: 'cancelled_cheque' },
  coincorporation: { kind: 'incorporation', column: 'incorporation_certificate' },
};

export interface VendorDocument {
  slot: FileSlot;
  name: string;
  content: Buffer;
  mediaType: string;
}

export interface CheckedDocuments {
  /** True if the part was sent, valid or not. */
  has: (slot: string) => boolean;
  documents: VendorDocument[];
  errors: Record<string, string>;
  /** 413 or 415 if every error is of that kind. */
  status: 413 | 415 | 422;
}

/** Checks each part by its content and re-encodes pictures. Errors are by slot. */
export async function checkDocuments(files: ReadonlyMap<string, Upload>): Promise<CheckedDocuments> {
  const documents: VendorDocument[] = [];
  const errors: Record<string, string> = {};
  const statuses = new Set<413 | 415 | 422>();
  for (const slot of FILE_SLOTS) {
    const upload = files.get(slot);
    if (upload === undefined) continue;
    const check = slot === 'avatar' ? checkAvatar : checkDocument;
    const checked = upload.tooLarge ? TOO_LARGE : await check(upload.content, upload.name);
    if (checked.ok) documents.push({ slot, name: upload.name, content: checked.content, mediaType: checked.mediaType });
    else {
      errors[slot] = checked.message;
      statuses.add(checked.reason === 'size' ? 413 : checked.reason === 'type' ? 415 : 422);
    }
  }
  const [only] = statuses;
  return { has: (slot) => files.has(slot), documents, errors, status: statuses.size === 1 && only !== undefined ? only : 422 };
}

/** The status concerns files only if nothing else is wrong. */
export function refuseFaults(fieldErrors: Record<string, string> | null, checked: CheckedDocuments): void {
  const fields = fieldErrors ?? {};
  // An invalid part is reported as such, not as missing.
  const all = { ...fields, ...checked.errors };
  if (Object.keys(all).length === 0) return;
  const filesOnly = Object.keys(fields).every((field) => field in checked.errors);
  throw invalid(all, filesOnly ? checked.status : 422);
}

/** The bytes of one company's documents, including replaced ones until they are removed. */
export async function documentBytes(db: Database, companyId: string): Promise<number> {
  const { bytes } = await db.one<{ bytes: number }>(sql`
    select coalesce(sum(bytes), 0)::float8 as bytes from files where vendor_id = ${companyId} and kind not in ('receipt', 'challan', 'comment', 'item')`);
  return bytes;
}

/**
 * Stores the documents for the user, in the caller's transaction, which has locked the user. Replaced documents stay in the store until
 * housekeeping removes them.
 * @throws Refusal 413 if the user's storage is full.
 */
export async function keepDocuments(
  ctx: Context,
  tx: Database,
  { userId, companyId }: { userId: string; companyId: string },
  documents: readonly VendorDocument[],
): Promise<void> {
  const [first] = documents;
  if (first === undefined) return;
  const sent = documents.reduce((sum, { content }) => sum + content.length, 0);
  if ((await documentBytes(tx, companyId)) + sent > DOCUMENT_BYTES_MAX) throw invalid({ [first.slot]: messages.papersFull }, 413);
  const replaced = documents.map(({ slot }) => raw(`${tableOf(slot)}.${KEPT[slot].column}`));
  await tx.execute(sql`
    update files set replaced_at = clock_timestamp() from users, vendors
    where users.id = ${userId} and vendors.id = ${companyId} and files.id in (${join(replaced)})`);
  for (const { slot, name, content, mediaType } of documents) {
    const { kind, column } = KEPT[slot];
    const { id } = await ctx.files.save(tx, { ownerId: companyId, kind, name, content, mediaType });
    const changed = tableOf(slot) === 'users' ? userId : companyId;
    await tx.execute(sql`update ${raw(tableOf(slot))} set ${raw(column)} = ${id} where id = ${changed}`);
  }
}

const tableOf = (slot: FileSlot) => (slot === 'avatar' ? 'users' : 'vendors');

export async function recordOpening(db: Database, { ownerId, kind }: StoredFile, readerId: string): Promise<void> {
  const entry = { actor: { id: readerId }, ownerId, entity: 'user', entityId: ownerId } as const;
  await recordAudit(db, { ...entry, action: 'user.paper', after: { paper: kind } });
}
