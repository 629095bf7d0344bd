import { messages, PHOTOS_MAX, type Receipt, receiptCodes } from '@aapurti/contract/receipts/receipts';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { checkPhoto, TOO_LARGE } from '../files/sniff.ts';
import type { Upload } from '../http/multipart.ts';
import { refuseOtherSites } from '../access/ownSites.ts';
import { lock, withIds } from '../purchase-orders/lock.ts';
import { coded, conflict, invalid, notFound } from '../ground/refusal.ts';
import { receiptOf, refuseCancelled } from './receipts.ts';

export interface Photo {
  name: string;
  content: Buffer;
  mediaType: string;
}

/**
 * Decodes a photo of a receipt. This takes long, so it runs before any transaction.
 * @throws Refusal 404 for an unknown receipt; 413, 415 or 422 for an invalid file.
 */
export async function readPhoto(ctx: Context, actor: Actor, id: string, upload: Upload | undefined): Promise<Photo> {
  await receiptOf(ctx, ctx.db, actor, id);
  if (upload === undefined) throw coded(422, messages.noPhoto, { field: 'photo', code: receiptCodes.photo });
  const checked = upload.tooLarge ? TOO_LARGE : await checkPhoto(upload.content, upload.name);
  const status = checked.ok || checked.reason === 'size' ? 413 : checked.reason === 'type' ? 415 : 422;
  if (!checked.ok) throw invalid({ photo: checked.message }, status, receiptCodes.photo);
  return { name: upload.name, content: checked.content, mediaType: checked.mediaType };
}

/**
 * Adds a photo of the problem, which the vendor sees too.
 * @throws Refusal 403 for another site, 404 for an unknown receipt, 409 if it is cancelled or has the most photos already.
 */
export async function addPhoto(ctx: Context, actor: Actor, id: string, { name, content, mediaType }: Photo): Promise<Receipt> {
  return ctx.db.transaction(async (tx) => {
    // The lock comes first, so that photos added meanwhile are counted.
    await lock(tx, 'receipts', withIds([idOf(id)]));
    const before = await receiptOf(ctx, tx, actor, id);
    await refuseOthers(tx, actor, before);
    refuseCancelled(before);
    if (before.photos.length >= PHOTOS_MAX) throw conflict(messages.photosFull, { code: receiptCodes.photosFull, data: before });
    const file = await ctx.files.save(tx, { ownerId: before.userID, kind: 'receipt', name, content, mediaType });
    await tx.execute(sql`insert into receipt_photos (receipt_id, file_id, added_by) values (${before._id}, ${file.id}, ${actor.id})`);
    const after = await receiptOf(ctx, tx, actor, id);
    const entry = { actor, ownerId: before.userID, entity: 'receipt', entityId: before._id } as const;
    await recordAudit(tx, { ...entry, action: 'receipt.photo', after: { photo: after.photos.at(-1)?.name ?? name } });
    return after;
  });
}

/** Removes a photo; a later sweep deletes its file. @throws Refusal 403 for another site, 404 for an unknown photo. */
export async function removePhoto(ctx: Context, actor: Actor, photoId: string): Promise<Receipt> {
  return ctx.db.transaction(async (tx) => {
    const found = await tx.first<{ receiptId: string }>(sql`
      select receipt_id::text as "receiptId" from receipt_photos where id = ${idOf(photoId)}`);
    if (found === undefined) throw notFound();
    await lock(tx, 'receipts', withIds([found.receiptId]));
    const before = await receiptOf(ctx, tx, actor, found.receiptId);
    const photo = before.photos.find(({ _id }) => _id === idOf(photoId));
    if (photo === undefined) throw notFound();
    await refuseOthers(tx, actor, before);
    await tx.execute(sql`delete from files where id = (select file_id from receipt_photos where id = ${photo._id})`);
    const entry = { actor, ownerId: before.userID, entity: 'receipt', entityId: before._id } as const;
    await recordAudit(tx, { ...entry, action: 'receipt.removePhoto', before: { photo: photo.name } });
    return receiptOf(ctx, tx, actor, found.receiptId);
  });
}

function refuseOthers(tx: Database, actor: Actor, { lines }: Receipt): Promise<void> {
  return refuseOtherSites(
    tx,
    actor,
    'receiving',
    lines.map(({ orderId }) => orderId),
  );
}
