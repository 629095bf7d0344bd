import type { BodyOf } from '@aapurti/contract/ground/operation';
import { messages, type NotUndone, type priceReview, UNDO_MINUTES } from '@aapurti/contract/products/priceReview';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudits } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { byOwner, tell } from '../mail/queue.ts';
import { conflict, notFound } from '../ground/refusal.ts';
import { contentOf } from './approvals.ts';

/** A product with its last decision. */
interface Decided extends Record<string, unknown> {
  id: string;
  ownerId: string;
  name: string;
  ean: string;
  price: string;
  isApproved: boolean;
  /** The name of the column is `before`; null if there is nothing to undo. */
  wasApproved: boolean | null;
  decision: string | null;
  isOwn: boolean | null;
  isLate: boolean | null;
  isSame: boolean | null;
  isOrdered: boolean;
}

/** An order of the vendor that was made or changed to the price since its approval. */
const isOrdered = sql`products.price_approved and exists (
  select from purchase_order_lines line join purchase_orders head on head.id = line.order_id
  where gtin_key(line.ean) = gtin_key(products.ean) and line.ean is not null and head.vendor_id = products.vendor_id and head.status <> 'Cancelled'
    and (head.created_at > decided_at or head.updated_at > decided_at and line.unit_price = products.transfer_price))`;

/**
 * Undoes the caller's own decisions: the products become as they were before, and pending notifications of the vendor are withdrawn.
 * @throws Refusal 404 if a product is missing, 409 with the products that stay, once the others are undone.
 */
export async function undoDecision(ctx: Context, actor: Actor, { productIdList }: BodyOf<typeof priceReview.undo>): Promise<string> {
  const wanted = [...new Set(productIdList)];
  const result = await ctx.db.transaction(async (tx): Promise<NotUndone> => {
    const found = await tx.rows<Decided>(sql`
      select id::text, vendor_id::text as "ownerId", name, ean, transfer_price as price, price_approved as "isApproved",
        (before ->> 'isApproved')::boolean as "wasApproved", decision::text, decided_by = ${actor.id} as "isOwn",
        decided_at + make_interval(mins => ${UNDO_MINUTES}) < clock_timestamp() as "isLate", decided_version = updated_at as "isSame",
        ${isOrdered} as "isOrdered"
      from products left join price_decisions on product_id = id
      where id = any(${wanted.map(idOf)}::bigint[]) order by products.id for update of products`);
    if (found.length !== wanted.length) throw notFound();
    const undone = found.filter((each) => obstacle(each) === null);
    await restore(tx, undone);
    await recordAudits(
      tx,
      undone.map(({ id, ownerId, isApproved, wasApproved }) => ({
        actor,
        ownerId,
        action: 'product.undo',
        entity: 'product',
        entityId: id,
        before: { priceApproval: isApproved },
        after: { priceApproval: wasApproved },
      })),
    );
    await correct(tx, actor, undone);
    const left = found.flatMap((each) => {
      const reason = obstacle(each);
      return reason === null ? [] : [{ _id: each.id, productName: each.name, reason }];
    });
    return { undone: undone.length, left };
  });
  if (result.left.length === 0) return messages.undone;
  const reasons = [...new Set(result.left.map(({ reason }) => reason))];
  throw conflict(result.undone === 0 && reasons.length === 1 ? (reasons[0] ?? '') : messages.notUndone, { data: result });
}

/** The reason why a decision cannot be undone; null if it can be undone. */
function obstacle({ wasApproved, isOwn, isLate, isSame, isOrdered: isUsed }: Decided): string | null {
  if (wasApproved === null) return messages.nothing;
  if (isOwn !== true) return messages.notYours;
  if (isLate === true) return messages.tooLate;
  if (isSame !== true) return messages.changedSince;
  return isUsed ? messages.ordered : null;
}

async function restore(tx: Database, undone: readonly Decided[]): Promise<void> {
  const ids = sql`${undone.map(({ id }) => id)}::bigint[]`;
  await tx.execute(sql`
    update products set price_approved = (before ->> 'isApproved')::boolean, updated_at = clock_timestamp()
    from price_decisions where product_id = id and id = any(${ids})`);
  await tx.execute(sql`
    update price_decisions set
      approved_mrp = (before ->> 'approved_mrp')::numeric, approved_margin = (before ->> 'approved_margin')::numeric,
      approved_price = (before ->> 'approved_price')::numeric,
      refused_version = case when (before ->> 'isRefused')::boolean then updated_at end, refused_reason = before ->> 'refused_reason',
      refused_at = (before ->> 'refused_at')::timestamptz, refused_cause = before ->> 'refused_cause',
      acceptable_price = (before ->> 'acceptable_price')::numeric,
      decision = null, decided_by = null, decided_at = null, decided_version = null, before = null
    from products where product_id = id and id = any(${ids})`);
}

/** Withdraws the unsent notifications of a call. Vendors who already know of it, or of parts of it, are notified that it is undone. */
async function correct(tx: Database, actor: Actor, undone: readonly Decided[]): Promise<void> {
  for (const [vendorId, own] of byOwner(undone.filter(({ ownerId }) => ownerId !== actor.id))) {
    for (const decision of new Set(own.map((each) => each.decision ?? ''))) {
      const products = own.filter((each) => each.decision === decision);
      if (await isUnheard(tx, vendorId, decision)) await withdraw(tx, vendorId, decision);
      else {
        const content = { approved: products[0]?.wasApproved === true, undone: true, decision, ...contentOf(products) };
        await tell(tx, [{ kind: 'prices', vendorId, content }]);
      }
    }
  }
}

const toldOf = (vendorId: string, decision: string) => sql`
  kind = 'prices' and content ->> 'decision' = ${decision} and member_id in (select id from memberships where vendor_id = ${vendorId})`;

/** True if nothing of the call applies any longer, no e-mail about it was sent, and nobody has read its notification. */
async function isUnheard(tx: Database, vendorId: string, decision: string): Promise<boolean> {
  const { heard } = await tx.one<{ heard: boolean }>(sql`
    select exists (
        select from price_decisions join products on id = product_id where decision = ${decision} and vendor_id = ${vendorId})
      or exists (select from notices where ${toldOf(vendorId, decision)} and read_at is not null)
      -- A mail that has left holds no content, nor does it say what it was about: any of the time since counts.
      or exists (
        select from mails where kind = 'prices' and state not in ('waiting', 'unwanted')
          and created_at > clock_timestamp() - make_interval(mins => ${UNDO_MINUTES})
          and member_id in (select id from memberships where vendor_id = ${vendorId})) as heard`);
  return !heard;
}

async function withdraw(tx: Database, vendorId: string, decision: string): Promise<void> {
  await tx.execute(sql`delete from mails where state = 'waiting' and ${toldOf(vendorId, decision)}`);
  await tx.execute(sql`delete from notices where ${toldOf(vendorId, decision)}`);
}
