import sql from 'sql-template-tag';

import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { noteParties } from './keptPapers.ts';

const PIN = /^[1-9]\d{5}$/;

/**
 * Users enter the distance between two PIN codes once. The distance on a note is remembered for its vendor's next notes, in either
 * direction, and fills in notes without one. Two places in one PIN code have distances of their own.
 */
export async function rememberDistance(
  { settings }: Pick<Context, 'settings'>,
  tx: Database,
  { noteId, vendorId, distance }: { noteId: string; vendorId: string; distance: number | null },
): Promise<void> {
  const { from, shipTo } = await noteParties({ db: tx, settings }, noteId);
  const [pin = '', other = ''] = [from.pin ?? '', shipTo.pin ?? ''].sort();
  if (!PIN.test(pin) || !PIN.test(other) || pin === other) return;
  if (distance === null || distance === 0) {
    await tx.execute(sql`
      update dispatch_goods set distance = kilometres from pin_distances known
      where note_id = ${noteId} and known.vendor_id = ${vendorId} and known.pin = ${pin} and known.other_pin = ${other}`);
    return;
  }
  await tx.execute(sql`
    insert into pin_distances (vendor_id, pin, other_pin, kilometres) values (${vendorId}, ${pin}, ${other}, ${distance})
    on conflict (vendor_id, pin, other_pin) do update set kilometres = excluded.kilometres`);
}
