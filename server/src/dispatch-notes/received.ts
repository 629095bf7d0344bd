import { goodsCodes, messages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { conflict } from '../ground/refusal.ts';

/** The goods receipt numbers of notes, by note. The notes are locked, as a receipt locks them too. */
export async function receiptsOfNotes(tx: Database, noteIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows<{ noteId: string; number: string }>(sql`
    select note_id::text as "noteId", number from receipts where note_id = any(${noteIds}::bigint[]) and cancelled_at is null`);
  return new Map(rows.map(({ noteId, number }) => [noteId, number]));
}

/**
 * @throws Refusal 409 if goods were received with the note, which is locked.
 * @param data the note, for a client with an outdated screen.
 */
export async function refuseReceived(tx: Database, noteId: string, data: object): Promise<void> {
  const number = (await receiptsOfNotes(tx, [noteId])).get(noteId);
  if (number !== undefined) throw conflict(messages.received(number), { code: goodsCodes.received, data });
}
