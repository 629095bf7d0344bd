import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { tell } from '../mail/queue.ts';
import { type Commented, isAbout } from './documents.ts';

interface Written {
  id: string;
  internal: boolean;
  /** Ids of members, who may read it. */
  mentioned: readonly string[];
}

/**
 * Notifies of a comment: those mentioned; whoever has written on the document before; and of a comment that both sides see, the other side's
 * roles that the settings name. Nobody hears of it twice, and nothing of an internal comment goes to a vendor. Its text is in the portal alone.
 */
export async function notifyOf(tx: Database, actor: Actor, document: Commented, { id, internal, mentioned }: Written): Promise<void> {
  const writers = await tx.rows<{ memberId: string; byBuyer: boolean }>(sql`
    select distinct member_id::text as "memberId", by_buyer as "byBuyer" from comments
    where ${isAbout(document)} and id <> ${id} and deleted_at is null and member_id is not null and author_id <> ${actor.id}
      and (by_buyer or not ${internal}::boolean)`);
  const { name } = await tx.one<{ name: string }>(sql`
    select trim(first_name || ' ' || last_name) as name from users where id = ${actor.id}`);
  const before = (byBuyer: boolean) => writers.filter((each) => each.byBuyer === byBuyer).map(({ memberId }) => memberId);
  const { kind, id: documentId, number, vendor, vendorId, orderId } = document;
  const about = { count: 1, documentKind: kind, documentId, number, vendor, by: name };
  const sides = internal ? [null] : [null, vendorId];
  await tell(
    tx,
    sides.flatMap((side) => {
      const event = { kind: 'comments' as const, vendorId: side, butId: actor.id, ...(orderId === null ? {} : { orderId }) };
      const isOwn = (side === null) === actor.isAdmin;
      return [
        { ...event, content: { ...about, mentioned: true }, memberIds: mentioned, namedOnly: true },
        { ...event, content: { ...about, mentioned: false }, memberIds: before(side === null), namedOnly: isOwn, butMemberIds: mentioned },
      ];
    }),
  );
}
