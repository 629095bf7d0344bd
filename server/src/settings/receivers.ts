import { addressesOf, type EventReceivers, type eventReceivers, receiverProblems } from '@aapurti/contract/mail/eventReceivers';
import { settingsCodes } from '@aapurti/contract/settings/settings';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordChange } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { invalid, notFound, refuseStale } from '../ground/refusal.ts';

async function stored(db: Database, where: Sql): Promise<EventReceivers[]> {
  const rows = await db.rows<{ wire: EventReceivers }>(sql`
    select (select row_to_json(wire) from (
      select side || '-' || kind as _id, side, kind, mail_roles as "mailRoles", notice_roles as "noticeRoles",
        nullif(array_to_string(addresses, E'\\n'), '') as addresses, updated_at as "updatedAt") wire) as wire
    from event_receivers where ${where}`);
  return rows.map(({ wire }) => wire);
}

/** The recipients of each event. */
export async function listReceivers(db: Database): Promise<EventReceivers[]> {
  return stored(db, sql`true order by side, kind`);
}

/** @throws Refusal 404 for an unknown event, 409 when stale, 422 if a role belongs to the other party or nobody would be notified. */
export async function editReceivers(
  ctx: Context,
  actor: Actor,
  id: string,
  { updatedAt, ...form }: BodyOf<typeof eventReceivers.edit>,
): Promise<EventReceivers> {
  return ctx.db.transaction(async (tx) => {
    const one = sql`side || '-' || kind = ${id}`;
    const [before] = await stored(tx, sql`${one} for no key update`);
    if (before === undefined) throw notFound();
    refuseStale(before, updatedAt);
    const errors = receiverProblems(before, form);
    if (Object.keys(errors).length > 0) throw invalid(errors, 422, settingsCodes.receivers);
    await tx.execute(sql`
      update event_receivers set mail_roles = ${form.mailRoles}::text[], notice_roles = ${form.noticeRoles}::text[],
        addresses = ${addressesOf(form.addresses ?? '')}::text[], updated_at = clock_timestamp() where ${one}`);
    const [after] = await stored(tx, one);
    if (after === undefined) throw notFound();
    await recordChange(tx, { actor, ownerId: null, action: 'settings.receivers', entity: 'settings', entityId: id }, before, after);
    return after;
  });
}
