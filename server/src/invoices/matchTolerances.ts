import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import { matchCodes, type matchTolerances, type MatchTolerance, messages } from '@aapurti/contract/invoices/matching';
import { type BodyOf, commonCodes } from '@aapurti/contract/ground/operation';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { compareAgain } from '../purchase-orders/lock.ts';
import { coded, conflict, notFound } from '../ground/refusal.ts';

async function tolerances(db: Database, today: string, where: Sql): Promise<MatchTolerance[]> {
  return db.rows<MatchTolerance & Record<string, unknown>>(sql`
    with dated as (
      select *, lead(valid_from) over (partition by coalesce(vendor_id, 0), lower(coalesce(category, '')) order by valid_from nulls first) - 1 as valid_to
      from match_tolerances
    )
    select own.id::text as _id, own.vendor_id::text as "userID", legal_name as "vendorName", category, quantity::float8 as quantity,
      price::float8 as price, price_amount::float8 as "priceAmount", valid_from as "validFrom", valid_to as "validTo",
      case when valid_from > ${today}::date then 'coming' when valid_to < ${today}::date then 'past' else 'now' end as state
    from dated own left join vendors on vendors.id = own.vendor_id
    where ${where} order by num_nonnulls(own.vendor_id, category) > 0, legal_name nulls first, own.vendor_id, lower(category) nulls first,
      valid_from nulls first`);
}

/** The tolerances of vendors and categories and the default ones, past and future ones included. */
export async function listMatchTolerances(ctx: Context): Promise<MatchTolerance[]> {
  return tolerances(ctx.db, indianDay(ctx.clock()), sql`true`);
}

/**
 * Sets the tolerances of a vendor, a category or both, or the default ones, for orders dated from a day on. Existing tolerances with the same
 * start date are replaced; earlier ones stay, because they still apply to orders of their days.
 * @throws Refusal 422 without a vendor and a category, for an unknown vendor, or for a past day.
 */
export async function saveMatchTolerance(ctx: Context, actor: Actor, body: BodyOf<typeof matchTolerances.save>): Promise<MatchTolerance> {
  const { usual, quantity, price, priceAmount } = body;
  const [userID, category] = usual ? [null, null] : [body.userID, body.category];
  if (!usual && userID === null && category === null)
    throw coded(422, messages.toleranceFor, { field: 'userID', code: matchCodes.toleranceFor });
  const today = indianDay(ctx.clock());
  const from = body.validFrom ?? today;
  if (from < today) throw coded(422, messages.toleranceFrom(today), { field: 'validFrom', code: matchCodes.toleranceFrom });
  return ctx.db.transaction(async (tx) => {
    const vendor = userID === null ? null : await tx.first<{ id: string }>(sql`select id::text from vendors where id = ${idOf(userID)}`);
    if (vendor === undefined) throw coded(422, 'This vendor does not exist.', { field: 'userID', code: commonCodes.unknownVendor });
    return changed(tx, actor, { from, today, of: { vendorId: vendor?.id ?? null, category } }, [
      quantity.toFixed(),
      price.toFixed(),
      priceAmount.toFixed(),
    ]);
  });
}

/** The vendor and category that the tolerances apply to. */
interface Of {
  vendorId: string | null;
  category: string | null;
}

const isOf = ({ vendorId, category }: Of) =>
  sql`coalesce(own.vendor_id, 0) = coalesce(${vendorId}::bigint, 0) and lower(coalesce(category, '')) = lower(${category ?? ''})`;

/**
 * Stores the tolerances that apply from a day on; null if the less specific ones apply. The log has those in effect on that day as the state
 * before.
 */
async function changed(
  tx: Database,
  actor: Actor,
  { from, today, of }: { from: string; today: string; of: Of },
  figures: readonly [string, string, string] | null,
): Promise<MatchTolerance> {
  const inForce = sql`${isOf(of)} and (valid_from is null or valid_from <= ${from}::date) and (valid_to is null or valid_to >= ${from}::date)`;
  const [before] = await tolerances(tx, today, inForce);
  const [quantity, price, amount] = figures ?? [null, null, null];
  await tx.execute(sql`
    insert into match_tolerances (vendor_id, category, valid_from, quantity, price, price_amount)
    values (${of.vendorId}, ${of.category}, ${from}, ${quantity}, ${price}, ${amount})
    on conflict (coalesce(vendor_id, 0), lower(coalesce(category, '')), coalesce(valid_from, '-infinity')) do update
    set quantity = excluded.quantity, price = excluded.price, price_amount = excluded.price_amount`);
  const [after] = await tolerances(tx, today, inForce);
  if (after === undefined) throw new Error('what was stored is there');
  await recordAudit(tx, { ...entry(actor, after), before: before ?? null, after });
  await compareFrom(tx, from, of.vendorId);
  return after;
}

/** Matches the open invoices of orders dated from a day on again. */
const compareFrom = (tx: Database, from: string, vendorId: string | null) =>
  compareAgain(tx, {
    open: sql`(${vendorId}::bigint is null or invoices.vendor_id = ${vendorId}::bigint) and invoices.id in (
      select invoice_id from invoice_lines join purchase_orders orders on orders.id = order_id where ordered_on >= ${from}::date)`,
  });

/**
 * Removes tolerances that start today or later, and ends those in effect, so that the less specific ones apply from today.
 * @returns the message for the user.
 * @throws Refusal 404 for an unknown id, 409 for default tolerances and for those that no longer apply.
 */
export async function removeMatchTolerance(ctx: Context, actor: Actor, id: string): Promise<string> {
  const today = indianDay(ctx.clock());
  return ctx.db.transaction(async (tx) => {
    const [before] = await tolerances(tx, today, sql`own.id = ${idOf(id)}`);
    if (before === undefined) throw notFound();
    const { userID: vendorId, category, validFrom, state } = before;
    if (state === 'past') throw conflict(messages.tolerancePast(showDate(before.validTo ?? today)), { code: matchCodes.tolerancePast });
    if (validFrom !== null && validFrom >= today) {
      await tx.execute(sql`delete from match_tolerances where id = ${before._id}`);
      await recordAudit(tx, { ...entry(actor, before), before });
      await compareFrom(tx, validFrom, vendorId);
      return messages.toleranceRemoved;
    }
    if (vendorId === null && category === null) throw conflict(messages.toleranceUsual, { code: matchCodes.toleranceUsual });
    await changed(tx, actor, { from: today, today, of: { vendorId, category } }, null);
    return messages.toleranceEnded(today);
  });
}

const entry = (actor: Actor, { userID }: MatchTolerance) =>
  ({ actor, ownerId: userID, action: 'settings.matchTolerances', entity: 'settings', entityId: 'matching' }) as const;
