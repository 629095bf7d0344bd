import { matchTolerances, type MatchTolerance, messages } from '@aapurti/contract/matching';
import type { BodyOf } from '@aapurti/contract/operation';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { invalid, notFound } from '../refusal.ts';

async function tolerances(db: Database, where: Sql): Promise<MatchTolerance[]> {
  return db.rows<MatchTolerance & Record<string, unknown>>(sql`
    select own.id::text as _id, own.vendor_id::text as "userID", legal_name as "vendorName", category, quantity::float8 as quantity,
      price::float8 as price, price_amount::float8 as "priceAmount"
    from match_tolerances own left join vendors on vendors.id = own.vendor_id
    where ${where} order by legal_name nulls first, lower(category) nulls first, own.id`);
}

/** Tolerances for vendors and categories. */
export async function listMatchTolerances(ctx: Context): Promise<MatchTolerance[]> {
  return tolerances(ctx.db, sql`true`);
}

/** Adds or changes the tolerances of a vendor, a category, or both. @throws Refusal 422 for neither, or a vendor that is not there. */
export async function saveMatchTolerance(ctx: Context, actor: Actor, body: BodyOf<typeof matchTolerances.save>): Promise<MatchTolerance> {
  const { userID, category, quantity, price, priceAmount } = body;
  if (userID === null && category === null) throw invalid({ userID: messages.toleranceFor });
  return ctx.db.transaction(async (tx) => {
    const vendor = userID === null ? null : await tx.first<{ id: string }>(sql`select id::text from vendors where id = ${idOf(userID)}`);
    if (vendor === undefined) throw invalid({ userID: 'There is no such vendor.' });
    const [before] = await tolerances(
      tx,
      sql`coalesce(own.vendor_id, 0) = coalesce(${vendor?.id ?? null}::bigint, 0) and lower(coalesce(category, '')) = lower(${category ?? ''})`,
    );
    const stored = await tx.first<{ id: string }>(sql`
      insert into match_tolerances (vendor_id, category, quantity, price, price_amount)
      values (${vendor?.id ?? null}, ${category}, ${quantity.toFixed()}, ${price.toFixed()}, ${priceAmount.toFixed()})
      on conflict (coalesce(vendor_id, 0), lower(coalesce(category, ''))) do update
      set quantity = excluded.quantity, price = excluded.price, price_amount = excluded.price_amount returning id::text`);
    const [after] = await tolerances(tx, sql`own.id = ${stored?.id ?? null}`);
    if (after === undefined) throw new Error('what was stored is there');
    await recordAudit(tx, { ...entry(actor, after), before: before ?? null, after });
    return after;
  });
}

/** @throws Refusal 404 where there are none with this id. */
export async function removeMatchTolerance(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [before] = await tolerances(tx, sql`own.id = ${idOf(id)}`);
    if (before === undefined) throw notFound();
    await tx.execute(sql`delete from match_tolerances where id = ${before._id}`);
    await recordAudit(tx, { ...entry(actor, before), before });
  });
}

const entry = (actor: Actor, { userID }: MatchTolerance) =>
  ({ actor, ownerId: userID, action: 'settings.matchTolerances', entity: 'settings', entityId: 'matching' }) as const;
