import { messages } from '@aapurti/contract/vendors/accounts';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { queueMail } from '../mail/queue.ts';
import { conflict, notFound } from '../ground/refusal.ts';
import { announceChange } from '../sign-in/sessions.ts';

/**
 * Sends a vendor's registration, named by its first user, back to the vendor: the vendor sees the reason, receives an e-mail, and may
 * change its profile until it has saved it.
 * @throws Refusal 404 if the user is not a vendor's, 409 if it is active.
 */
export async function sendBack(ctx: Context, actor: Actor, id: string, reason: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const user = await tx.first<{ id: string; active: boolean; name: string }>(sql`
      select id::text, is_active as active, first_name as name from users where id = ${idOf(id)} and vendor_id = id for update`);
    if (user === undefined) throw notFound();
    if (user.active) throw conflict(messages.isActive);
    await tx.execute(sql`
      update vendors set sent_back_at = ${ctx.clock()}, sent_back_reason = ${reason}, updated_at = clock_timestamp() where id = ${user.id}`);
    const entry = { actor, ownerId: user.id, action: 'user.sendBack', entity: 'user', entityId: user.id } as const;
    await recordAudit(tx, { ...entry, after: { reason } });
    const content = { name: user.name, reason, url: `${ctx.settings.publicUrl}/login` };
    await queueMail({ ...ctx, db: tx }, { kind: 'sentBack', userId: user.id, content });
    await announceChange(tx, user.id);
  });
  ctx.sessions.forget(id);
}

/** The vendor has submitted again, or is active. */
export async function endSentBack(tx: Database, vendorId: string): Promise<void> {
  await tx.execute(sql`update vendors set sent_back_at = null, sent_back_reason = null where id = ${vendorId}`);
}
