import { createHash } from 'node:crypto';

import { challanPapers } from '@aapurti/contract/papers/challanPaper';
import { goodsCodes, messages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { A4, type Sheet } from '@aapurti/contract/papers/paper';
import { paperName } from '@aapurti/contract/papers/papers';
import type { Parties } from '@aapurti/contract/ground/parties';
import { inEnglish } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { storableJson } from '../database/storable.ts';
import { asPng } from '../files/sniff.ts';
import { PDF_TYPE } from '@aapurti/contract/ground/operation';
import { sheetPdf } from '../papers/pdf.ts';
import { textsFor } from '../access/language.ts';
import { conflict } from '../ground/refusal.ts';
import { partiesOf } from '../registrations/documentParties.ts';
import { readLogo } from '../settings/settings.ts';
import { goodsOf } from './goods.ts';
import { ownNote } from './notes.ts';

/** The most kept documents of one note. */
const PAPERS_MAX = 50;
/**
 * The most bytes for all documents of a vendor, enough for about 50,000 notes. They are kept permanently, so they do not share the storage
 * limit of the profile's documents.
 */
const BYTES_MAX = 4 * 1024 ** 3;

/**
 * Keeps the content of a note's document if its goods are dispatched and the last document states something else. Drawing it takes time, so
 * `keptPaper` does that outside the transaction. The note is locked.
 * @throws Refusal 409 if the storage is full.
 */
export async function keepPaper(
  { clock, settings }: Pick<Context, 'clock' | 'settings'>,
  tx: Database,
  actor: Actor,
  id: string,
): Promise<void> {
  const goods = await goodsOf(tx, actor, id);
  if (goods.state === null || goods.state === 'draft' || goods.state === 'ready' || goods.leftAt === null) return;
  const known = await tx.first<{ no: number | null; digest: string | null }>(sql`
    select no, digest from dispatch_goods left join dispatch_papers using (note_id)
    where note_id = ${goods._id} order by no desc nulls last limit 1`);
  const parties = await noteParties({ db: tx, settings }, goods._id);
  const note = await ownNote(tx, actor, id);
  // The digest covers content that is the same in every language.
  const digest = createHash('sha256')
    .update(storableJson(challanPapers(note, goods, parties, inEnglish)))
    .digest('hex');
  if (digest === known?.digest) return;
  const no = (known?.no ?? 0) + 1;
  if (no > PAPERS_MAX) throw conflict(messages.manyPapers(PAPERS_MAX), { code: goodsCodes.papersFull });
  const room = await tx.first<{ full: boolean }>(sql`
    select coalesce(sum(bytes), 0) > ${BYTES_MAX}::float8 as full from files where vendor_id = ${goods.userID} and kind = 'challan'`);
  if (room?.full === true) throw conflict(messages.papersFull, { code: goodsCodes.papersFull });
  await tx.execute(sql`
    insert into dispatch_papers (note_id, no, sheets, digest, made_at)
    values (${goods._id}, ${no}, ${storableJson(challanPapers(note, goods, parties, await textsFor(tx, actor)))}::jsonb, ${digest}, ${clock()}::timestamptz)`);
  await tx.execute(
    sql`update dispatch_goods set parties = ${storableJson(parties)}::jsonb where note_id = ${goods._id} and parties is null`,
  );
}

/** The parties of a note; after dispatch, those in its first document. */
export async function noteParties(ctx: Pick<Context, 'db' | 'settings'>, id: string): Promise<Parties> {
  const kept = await ctx.db.first<{ parties: Parties | null }>(sql`select parties from dispatch_goods where note_id = ${id}`);
  return kept?.parties ?? (await partiesOf(ctx, 'dispatch_notes', id));
}

interface Kept {
  no: number;
  sheets: Sheet[] | null;
  fileId: string | null;
  madeAt: Date;
  vendorId: string;
  number: string;
}

/**
 * A kept document of a note, by default the last: the same bytes each time. The first call draws it. It is undefined if there is none.
 * @param ctx with a database, no transaction.
 */
export async function keptPaper(ctx: Context, noteId: string, no: number | null): Promise<Buffer | undefined> {
  const kept = await ctx.db.first<Kept & Record<string, unknown>>(sql`
    select no, sheets, file_id as "fileId", made_at as "madeAt", note.vendor_id::text as "vendorId", note.number
    from dispatch_papers join dispatch_notes note on note.id = note_id
    where note_id = ${noteId} and (${no}::int is null or no = ${no}::int) order by no desc limit 1`);
  if (kept === undefined) return undefined;
  const { sheets, fileId } = kept;
  if (sheets === null) return bytesOf(ctx, fileId);
  const logo = await readLogo(ctx.db);
  const language = sheets[0]?.pageOf === undefined ? ('en' as const) : ('hi' as const);
  const about = { title: sheets[0]?.title ?? kept.number, at: kept.madeAt, language, logo: logo && (await asPng(logo)) };
  const content = await sheetPdf(A4, sheets, about);
  return ctx.db.transaction(async (tx) => {
    const row = await tx.first<{ fileId: string | null }>(sql`
      select file_id as "fileId" from dispatch_papers where note_id = ${noteId} and no = ${kept.no} for update`);
    // Another reader drew it first, and its bytes count.
    if (row !== undefined && row.fileId !== null) return bytesOf(ctx, row.fileId);
    const file = { ownerId: kept.vendorId, kind: 'challan', name: paperName('dispatch-note', kept.number), mediaType: PDF_TYPE } as const;
    const { id } = await ctx.files.save(tx, { ...file, content });
    await tx.execute(sql`update dispatch_papers set file_id = ${id}, sheets = null where note_id = ${noteId} and no = ${kept.no}`);
    return content;
  });
}

async function bytesOf(ctx: Context, fileId: string | null): Promise<Buffer> {
  const file = fileId === null ? undefined : await ctx.files.read(fileId);
  if (file === undefined) throw new Error(`the file ${fileId} of a kept paper is gone`);
  return file.content;
}
