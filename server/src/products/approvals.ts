import { randomUUID } from 'node:crypto';

import { showMoney } from '@aapurti/contract/ground/fields';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import { messages as reviewMessages, type priceReview } from '@aapurti/contract/products/priceReview';
import { messages, type Product, type products } from '@aapurti/contract/products/products';
import { REFUSAL_CAUSES, type RefusalCause } from '@aapurti/contract/products/refusalCauses';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { personsOfEntry, recordAudits, withGivers } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { findRow, idOf } from '../database/list.ts';
import { refuseOwnEntry, samePersons } from '../audit/fourEyes.ts';
import { TOLD_MOST } from '../mail/messages.ts';
import { byOwner, tell } from '../mail/queue.ts';
import { conflict, forbidden, notFound } from '../ground/refusal.ts';
import { productList } from './products.ts';

/**
 * Approves or disapproves a selection. An unknown id changes none of them.
 * @param versions the `updatedAt` of each product as the caller saw it: products changed since then are skipped.
 * @throws Refusal 409 with the skipped products, once the others are stored.
 */
export async function changePriceApproval(ctx: Context, actor: Actor, body: BodyOf<typeof products.approve>): Promise<string> {
  const { priceApproval: approved } = body;
  await decide(
    ctx,
    body,
    (product) => product.isApproved !== approved,
    async (tx, changing) => {
      if (approved) await refuseOwnPrices(tx, actor, changing);
      const decision = await remember(tx, actor, changing);
      const ids = idsOf(changing);
      await tx.execute(sql`update products set price_approved = ${approved}, updated_at = clock_timestamp() where id = any(${ids})`);
      if (approved) {
        await tx.execute(sql`
          update price_decisions set approved_mrp = mrp, approved_margin = margin, approved_price = transfer_price, ${noRefusal}
          from products where product_id = id and id = any(${ids})`);
      }
      await settle(tx, changing);
      const action = approved ? 'product.approve' : 'product.disapprove';
      await record(tx, actor, changing, action, { priceApproval: !approved }, { priceApproval: approved });
      await tellOwners(tx, actor, changing, { approved, decision });
    },
  );
  return approved ? messages.approved : messages.disapproved;
}

/** Disapproves pending prices with a reason, which their vendors see and receive by e-mail. `versions` works as above. */
export async function refusePrices(ctx: Context, actor: Actor, body: BodyOf<typeof priceReview.refuse>): Promise<string> {
  const { cause = null } = body;
  const acceptablePrice = body.acceptablePrice?.toFixed(2) ?? null;
  const reason = body.reason ?? REFUSAL_CAUSES[cause ?? 'other'];
  await decide(
    ctx,
    body,
    (product) => !product.isApproved,
    async (tx, changing) => {
      const decision = await remember(tx, actor, changing);
      await tx.execute(sql`
        update price_decisions set (refused_version, refused_reason, refused_at, refused_cause, acceptable_price)
          = (updated_at, ${reason}, clock_timestamp(), ${cause}, ${acceptablePrice}::numeric)
        from products where product_id = id and id = any(${idsOf(changing)})`);
      await settle(tx, changing);
      await record(
        tx,
        actor,
        changing,
        'product.refuse',
        {},
        { refusalReason: reason, ...(acceptablePrice !== null && { acceptablePrice }) },
      );
      await tellOwners(tx, actor, changing, {
        approved: false,
        reason,
        decision,
        ...(cause !== null && { cause }),
        ...(acceptablePrice !== null && { acceptablePrice }),
      });
    },
  );
  return reviewMessages.refused;
}

/** The reason and price of a disapproval that an approval ends. */
const noRefusal = sql`refused_version = null, refused_reason = null, refused_at = null, refused_cause = null, acceptable_price = null`;

/** Stores the state that a decision is about to replace, so that its maker can undo it. @returns the id of the decision. */
async function remember(tx: Database, actor: Actor, changing: readonly Decided[]): Promise<string> {
  const decision = randomUUID();
  await tx.execute(sql`
    insert into price_decisions (product_id, decision, decided_by, decided_at, before)
    select products.id, ${decision}, ${actor.id}, clock_timestamp(), jsonb_build_object(
      'isApproved', price_approved, 'isRefused', coalesce(refused_version = updated_at, false), 'approved_mrp', approved_mrp,
      'approved_margin', approved_margin, 'approved_price', approved_price, 'refused_reason', refused_reason, 'refused_at', refused_at,
      'refused_cause', refused_cause, 'acceptable_price', acceptable_price)
    from products left join price_decisions on product_id = products.id where products.id = any(${idsOf(changing)})
    on conflict (product_id) do update set (decision, decided_by, decided_at, before)
      = (excluded.decision, excluded.decided_by, excluded.decided_at, excluded.before)`);
  return decision;
}

const idsOf = (decided: readonly { id: string }[]) => sql`${decided.map(({ id }) => id)}::bigint[]`;

/** @throws Refusal 404 if a product is missing; then nothing is decided. */
async function decide(
  ctx: Context,
  { productIdList, versions }: { productIdList: string[]; versions?: Record<string, string> | undefined },
  isAsked: (product: Decided) => boolean,
  act: (tx: Database, changing: readonly Decided[]) => Promise<void>,
): Promise<void> {
  const wanted = [...new Set(productIdList)];
  const undecided = await ctx.db.transaction(async (tx) => {
    const found = await tx.rows<Decided>(sql`
      select id::text, vendor_id::text as "ownerId", price_approved as "isApproved", name, ean, transfer_price as price,
        to_json(updated_at) #>> '{}' as version
      from products where id = any(${wanted.map(idOf)}::bigint[]) order by products.id for update`);
    if (found.length !== wanted.length) throw notFound();
    const asked = found.filter(isAsked);
    const changing = asked.filter(({ id, version }) => versions === undefined || versions[id] === version);
    await act(tx, changing);
    const changed: Product[] = [];
    for (const { id } of asked.filter((product) => !changing.includes(product))) {
      const newer = await findRow<Product>(tx, productList, sql`products.id = ${id}`);
      if (newer !== undefined) changed.push(newer);
    }
    return { changed, done: found.length - changed.length };
  });
  if (undecided.changed.length > 0) throw conflict(messages.changedSinceSeen, { data: undecided });
}

async function record(
  tx: Database,
  actor: Actor,
  changing: readonly Decided[],
  action: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> {
  await recordAudits(
    tx,
    changing.map((product) => ({ actor, ownerId: product.ownerId, action, entity: 'product', entityId: product.id, before, after })),
  );
}

/** The fields of a log entry that make up a price. */
const PRICES = ['MRP', 'percentage', 'margin', 'transferPrice', 'netPTR', 'scheme', 'priceApproval'];

/**
 * Enforces four eyes.
 * @throws Refusal 403 for prices that the caller, or a member whose right it uses, entered since the last approval, also by changing their
 * scheme, or that are above the caller's limit.
 */
async function refuseOwnPrices(tx: Database, actor: Actor, products: readonly Decided[]): Promise<void> {
  const entered = await tx.rows<{ id: string; by: string }>(sql`
    with entries as (
      select * from (
        select entity_id, ${withGivers(personsOfEntry, sql`at`)} as persons, id, action,
          lead(action) over (partition by entity_id, action in ('product.create', 'product.edit') order by id) as next
        from audit_log
        where entity = 'product' and entity_id = any(${products.map(({ id }) => id)}::text[])
          and (action in ('product.create', 'product.approve', 'product.undo') or (action = 'product.edit' and after ?| ${PRICES}::text[]))
      ) logged
      -- An approval that was undone never was.
      where action <> 'product.undo' and (action <> 'product.approve' or next is distinct from 'product.undo')
    ), since as (
      select entity_id, least(max(id) filter (where action <> 'product.approve'), coalesce(max(id) filter (where action = 'product.approve'), 0)) as first_id
      from entries group by entity_id
    )
    select distinct entity_id as id, person::text as by from entries join since using (entity_id), unnest(persons) person
    where action <> 'product.approve' and id >= first_id`);
  const same = await samePersons(tx, actor);
  const byThem = products.find((product) => {
    const own = same('priceApproval', product.price);
    return entered.some(({ id, by }) => id === product.id && own.includes(by));
  });
  if (byThem !== undefined) await refuseOwnEntry(tx, actor, 'priceApproval', messages.ownPrice(byThem.name), byThem.price);
  if (actor.limitAmount === null || actor.roles.some((role) => role === 'administrator' || role === 'buyer')) return;
  const above = products.find(({ price }) => Number(price) > Number(actor.limitAmount));
  if (above !== undefined) throw forbidden(messages.aboveLimit(above.name, showMoney(actor.limitAmount)));
}

interface Decided extends Record<string, unknown> {
  id: string;
  ownerId: string;
  isApproved: boolean;
  name: string;
  ean: string;
  price: string;
  version: string;
}

/** E-mails each vendor about its own products, except the actor. */
async function tellOwners(
  tx: Database,
  actor: Actor,
  products: readonly Decided[],
  told: { approved: boolean; decision: string; reason?: string; cause?: RefusalCause; acceptablePrice?: string },
): Promise<void> {
  await tell(
    tx,
    [...byOwner(products.filter(({ ownerId }) => ownerId !== actor.id))].map(([vendorId, own]) => ({
      kind: 'prices',
      vendorId,
      content: { ...told, ...contentOf(own) },
    })),
  );
}

/** The version for which a decision can be undone: the product must still be as the decision left it. */
async function settle(tx: Database, decided: readonly Decided[]): Promise<void> {
  await tx.execute(sql`
    update price_decisions set decided_version = updated_at from products where products.id = product_id and product_id = any(${idsOf(decided)})`);
}

export const contentOf = (own: readonly Pick<Decided, 'name' | 'ean' | 'price'>[]) => ({
  count: own.length,
  products: own.slice(0, TOLD_MOST).map(({ name, ean, price }) => ({ name, ean, price })),
});
