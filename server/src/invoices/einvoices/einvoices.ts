import { einvoiceCodes, type EinvoicesSince, type einvoices, messages } from '@aapurti/contract/invoices/einvoices';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import sql, { empty, type Sql } from 'sql-template-tag';

import type { Actor } from '../../ground/actor.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/database.ts';
import { ownerFor } from '../../access/owner.ts';
import { compareAgain } from '../../purchase-orders/lock.ts';
import { conflict } from '../../ground/refusal.ts';

async function statedBy(db: Database, owner: string, lock: Sql = empty): Promise<EinvoicesSince> {
  const found = await db.first<EinvoicesSince & Record<string, unknown>>(sql`
    select einvoice_since as since from vendors where id = ${owner} ${lock}`);
  return { since: found?.since ?? null };
}

/** The day from which a vendor issues e-invoices. */
export async function einvoicesSince(ctx: Context, actor: Actor, userId: string | null): Promise<EinvoicesSince> {
  return statedBy(ctx.db, await ownerFor(ctx.db, actor, userId));
}

/** @throws Refusal 409 if a vendor removes the stated day or moves it later. */
export async function saveEinvoices(ctx: Context, actor: Actor, { userID, since }: BodyOf<typeof einvoices.save>): Promise<EinvoicesSince> {
  return ctx.db.transaction(async (tx) => {
    const owner = await ownerFor(tx, actor, userID);
    const before = await statedBy(tx, owner, sql`for no key update`);
    if (before.since === since) return before;
    // Otherwise a vendor could clear its own exceptions by moving the day.
    const isLater = before.since !== null && (since === null || since > before.since);
    if (!actor.isAdmin && before.since !== null && isLater)
      throw conflict(messages.stated(before.since), { code: einvoiceCodes.stated, data: before });
    await tx.execute(sql`update vendors set einvoice_since = ${since} where id = ${owner}`);
    const after = { since };
    // The invoices dated between the old and the new day start or stop needing an IRN.
    const days = sql`daterange(least(${before.since}::date, ${since}::date), case when num_nulls(${before.since}::date, ${since}::date) = 0
      then greatest(${before.since}::date, ${since}::date) end)`;
    await compareAgain(tx, { open: sql`vendor_id = ${owner} and irn is null and invoice_date <@ ${days}` });
    await recordAudit(tx, {
      actor,
      ownerId: owner,
      action: 'user.einvoices',
      entity: 'user',
      entityId: owner,
      before: { ...before },
      after,
    });
    return after;
  });
}
