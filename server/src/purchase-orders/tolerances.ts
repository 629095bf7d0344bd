import type { AnswerTolerances, answerTolerances } from '@aapurti/contract/settings/answerTolerances';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { notFound } from '../ground/refusal.ts';

/** A vendor's own tolerances, or else the default ones; null asks for the default ones. */
export async function tolerancesFor(db: Database, vendorId: string | null): Promise<AnswerTolerances> {
  return db.one<AnswerTolerances & Record<string, unknown>>(sql`
    select days_late as "daysLate", quantity_less::float as "quantityLess", quantity_more::float as "quantityMore",
      price_more::float as "priceMore", vendor_id is not null as own
    from answer_tolerances where vendor_id = ${vendorId === null ? null : idOf(vendorId)} or vendor_id is null
    order by vendor_id nulls last limit 1`);
}

/** @throws Refusal 404 if the vendor does not exist. */
export async function saveTolerances(
  ctx: Context,
  actor: Actor,
  { userID, daysLate, quantityLess, quantityMore, priceMore }: BodyOf<typeof answerTolerances.save>,
): Promise<AnswerTolerances> {
  return changed(ctx, actor, userID, async (tx, vendorId) => {
    await tx.execute(sql`
      insert into answer_tolerances (vendor_id, days_late, quantity_less, quantity_more, price_more)
      values (${vendorId}, ${daysLate.toNumber()}, ${quantityLess.toFixed()}, ${quantityMore.toFixed()}, ${priceMore.toFixed()})
      on conflict (vendor_id) do update set days_late = excluded.days_late, quantity_less = excluded.quantity_less,
        quantity_more = excluded.quantity_more, price_more = excluded.price_more`);
  });
}

/** Restores the default tolerances. @throws Refusal 404 if the vendor does not exist. */
export async function removeTolerances(ctx: Context, actor: Actor, id: string): Promise<AnswerTolerances> {
  return changed(ctx, actor, id, (tx, vendorId) => tx.execute(sql`delete from answer_tolerances where vendor_id = ${vendorId}`));
}

async function changed(
  ctx: Context,
  actor: Actor,
  userID: string | null,
  make: (tx: Database, vendorId: string | null) => Promise<unknown>,
): Promise<AnswerTolerances> {
  return ctx.db.transaction(async (tx) => {
    const vendorId = userID === null ? null : idOf(userID);
    // Changes of the same tolerances are serialised, so that the log has the previous values.
    const which = vendorId === null ? sql`answer_tolerances where vendor_id is null` : sql`vendors where id = ${vendorId}`;
    if ((await tx.first(sql`select from ${which} for no key update`)) === undefined) throw notFound();
    const before = await tolerancesFor(tx, vendorId);
    await make(tx, vendorId);
    const after = await tolerancesFor(tx, vendorId);
    const entry = { actor, ownerId: vendorId, action: 'settings.answerTolerances', entity: 'settings', entityId: 'answers' } as const;
    await recordAudit(tx, { ...entry, before: { ...before }, after: { ...after } });
    return after;
  });
}
