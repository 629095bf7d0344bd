import { followedBy, messages as feedMessages } from '@aapurti/contract/integration/changeFeed';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import {
  DELIVERIES_SHOWN,
  type Delivery,
  FAILURES,
  maskedUrl,
  messages,
  OLD_SECRET_HOURS,
  type Webhook,
  type webhooks as calls,
  WEBHOOKS_MAX,
} from '@aapurti/contract/integration/webhooks';
import sql, { empty } from 'sql-template-tag';

import { alertOwners } from '../people/alerts.ts';
import { refuseStaleProof } from '../sign-in/freshness.ts';
import { companiesOf, refuseLasting } from '../people/members.ts';
import type { Actor } from '../ground/actor.ts';
import { recordAudit, recordChange } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { conflict, forbidden, invalid, notFound } from '../ground/refusal.ts';
import { startFollowing } from './events.ts';
import type { Poster } from './post.ts';
import { findEndpoint, isDelivered, sealSecret, secretsOf } from './sending.ts';
import { newSecret, signedHeaders } from './signature.ts';
import { refuseTarget } from './targets.ts';

/** The webhooks of another company, as an administrator sees them, without the values in the query of their URLs. */
export async function listWebhooks(db: Database, actor: Actor, vendorId: string | null): Promise<Webhook[]> {
  const found = await db.rows<Webhook & Record<string, unknown>>(sql`
    select webhooks.id::text as _id, url, events,
           case when on_since is null then 'off' when failures > 0 then 'failing' else 'on' end as state, off_reason as "offReason",
           trim(first_name || ' ' || last_name) as "madeBy", to_json(webhooks.created_at) #>> '{}' as "createdAt",
           to_json(delivered_at) #>> '{}' as "deliveredAt", waiting, failed,
           case when old_secret_until > clock_timestamp() then to_json(old_secret_until) #>> '{}' end as "oldSecretUntil"
    from webhooks join users on users.id = webhooks.user_id cross join lateral (
      select (count(*) filter (where state = 'waiting'))::int as waiting, (count(*) filter (where state = 'failed'))::int as failed
      from webhook_deliveries where webhook_id = webhooks.id and state <> 'delivered') counts
    where webhooks.vendor_id is not distinct from ${vendorId} order by webhooks.id`);
  return vendorId === actor.vendorId ? found : found.map((each) => ({ ...each, url: maskedUrl(each.url) }));
}

interface Stored extends Record<string, unknown> {
  vendorId: string | null;
  url: string;
  events: string[];
  on: boolean;
}

/** Locks it. @throws Refusal 404 */
async function lockOwn(tx: Database, actor: Actor, id: string): Promise<Stored> {
  const found = await tx.first<Stored>(sql`
    select vendor_id::text as "vendorId", url, events, on_since is not null as on from webhooks
    where id = ${idOf(id)} and ${companiesOf(sql`vendor_id`, actor)} for update`);
  if (found === undefined) throw notFound();
  return found;
}

const entryOf = (actor: Actor, ownerId: string | null, id: string) => ({ actor, ownerId, entity: 'webhook', entityId: id }) as const;

type Form = BodyOf<typeof calls.create>;

/** @throws Refusal 422 for documents that only the buyer may read. */
function refuseBuyersAlone(vendorId: string | null, events: Form['events']): void {
  const open = followedBy(vendorId === null ? 'buyer' : 'vendor');
  if (!events.every((event) => open.includes(event))) throw invalid({ events: feedMessages.buyersAlone });
}

const sorted = (events: Form['events']) => [...new Set(events)].sort();

/** @throws Refusal 409 above the number of webhooks, 422 for a URL that the portal does not send to. */
export async function createWebhook(ctx: Context, actor: Actor, { url, events }: Form): Promise<{ _id: string; secret: string }> {
  refuseLasting(actor);
  refuseStaleProof(actor, 'company');
  const { vendorId } = actor;
  refuseBuyersAlone(vendorId, events);
  refuseTarget({ settings: ctx.settings, isBuyers: vendorId === null }, url);
  const secret = newSecret();
  const _id = await ctx.db.transaction(async (tx) => {
    // Requests are serialised, so that two cannot both add the last one.
    await startFollowing(tx);
    const made = await tx.first<{ id: string }>(sql`
      insert into webhooks (vendor_id, user_id, url, events, on_since, on_from, created_at)
      select ${vendorId}, ${actor.id}, ${url}, ${sorted(events)}::text[], now(), pg_current_snapshot(), ${ctx.clock()}
      where (select count(*) from webhooks where vendor_id is not distinct from ${vendorId}) < ${WEBHOOKS_MAX}
      returning id::text`);
    if (made === undefined) throw conflict(messages.many);
    await tx.execute(sql`update webhooks set secret = ${sealSecret(ctx, made.id, secret)} where id = ${made.id}`);
    await recordAudit(tx, {
      ...entryOf(actor, vendorId, made.id),
      action: 'webhook.create',
      after: { url: maskedUrl(url), events: sorted(events) },
    });
    await alertOwners({ ...ctx, db: tx }, { kind: 'newWebhook', vendorId, by: actor.id, what: new URL(url).host });
    return made.id;
  });
  return { _id, secret };
}

/**
 * A webhook that is turned on again gets the pending events and all later ones. An administrator can change nothing else of a vendor's
 * webhook, and submits the URL as displayed.
 * @throws Refusal 403, 404, 422
 */
export async function editWebhook(ctx: Context, actor: Actor, id: string, form: BodyOf<typeof calls.edit>): Promise<void> {
  const { events, on } = form;
  await ctx.db.transaction(async (tx) => {
    await startFollowing(tx);
    const before = await lockOwn(tx, actor, id);
    const isOwn = before.vendorId === actor.vendorId;
    const isAsBefore = form.url === maskedUrl(before.url) && sorted(events).join() === before.events.join();
    if (!isOwn && !isAsBefore) throw forbidden(messages.formOfVendor);
    const url = isOwn ? form.url : before.url;
    if (url !== before.url || sorted(events).join() !== before.events.join()) {
      refuseLasting(actor);
      refuseStaleProof(actor, 'company');
    }
    refuseBuyersAlone(before.vendorId, events);
    refuseTarget({ settings: ctx.settings, isBuyers: before.vendorId === null }, url);
    const after = { url, events: sorted(events), on };
    await tx.execute(sql`
      update webhooks set url = ${url}, events = ${after.events}::text[], failures = 0, quiet_until = null, off_reason = null,
        on_since = case when ${on} then coalesce(on_since, now()) end,
        on_from = case when not ${on} then null when on_since is null then pg_current_snapshot() else on_from end
      where id = ${id}`);
    if (on && (!before.on || url !== before.url))
      await tx.execute(sql`
        update webhook_deliveries set tries = 0, due_at = clock_timestamp() where webhook_id = ${id} and state = 'waiting'`);
    const { vendorId, ...stored } = before;
    // The log records that a query value changed, but not the values.
    const [was, is] = [maskedUrl(before.url), maskedUrl(url)];
    const logged = { ...after, url: was === is && url !== before.url ? `${is} (another value)` : is };
    await recordChange(tx, { ...entryOf(actor, vendorId, id), action: 'webhook.edit' }, { ...stored, url: was }, logged);
    if (url !== before.url) await alertOwners({ ...ctx, db: tx }, { kind: 'newWebhook', vendorId, by: actor.id, what: new URL(url).host });
  });
}

/** The secret belongs to the company, so an administrator cannot create one for a vendor. @throws Refusal 403, 404 */
export async function rotateSecret(ctx: Context, actor: Actor, id: string): Promise<{ _id: string; secret: string }> {
  refuseLasting(actor);
  refuseStaleProof(actor, 'company');
  const secret = newSecret();
  await ctx.db.transaction(async (tx) => {
    const { vendorId, url } = await lockOwn(tx, actor, id);
    if (vendorId !== actor.vendorId) throw forbidden(messages.secretOfVendor);
    await tx.execute(sql`
      update webhooks set old_secret = secret, old_secret_until = clock_timestamp() + make_interval(hours => ${OLD_SECRET_HOURS}),
        secret = ${sealSecret(ctx, id, secret)}
      where id = ${id}`);
    await recordAudit(tx, { ...entryOf(actor, vendorId, id), action: 'webhook.rotate', after: { url: maskedUrl(url) } });
  });
  return { _id: id, secret };
}

/** @throws Refusal 404 */
export async function removeWebhook(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { vendorId, url, ...rest } = await lockOwn(tx, actor, id);
    await tx.execute(sql`delete from webhooks where id = ${id}`);
    const before = { url: maskedUrl(url), ...rest };
    await recordAudit(tx, { ...entryOf(actor, vendorId, id), action: 'webhook.remove', before });
  });
}

/** Sends one test message and returns the outcome. @throws Refusal 404, or 409 if the webhook is off. */
export async function testWebhook(ctx: Context, actor: Actor, id: string, poster: Poster) {
  const { vendorId, on } = await lockOwn(ctx.db, actor, id);
  const endpoint = on ? await findEndpoint(ctx.db, id) : undefined;
  if (endpoint === undefined) throw conflict(messages.off);
  const at = ctx.clock();
  const messageId = `msg_${crypto.randomUUID()}`;
  const body = JSON.stringify({ type: 'test', id: '', at: at.toISOString(), vendor: vendorId ?? '', version: 0 });
  const headers = signedHeaders(secretsOf(ctx, endpoint), messageId, at, body);
  const outcome = await poster.post(endpoint.url, vendorId, headers, body);
  return { delivered: isDelivered(outcome), status: outcome.status, error: outcome.failure === null ? null : FAILURES[outcome.failure] };
}

/** @throws Refusal 404 */
export async function listDeliveries(
  db: Database,
  actor: Actor,
  id: string,
  { state }: QueryOf<typeof calls.deliveries>,
): Promise<Delivery[]> {
  const own = await db.first(sql`select from webhooks where id = ${idOf(id)} and ${companiesOf(sql`vendor_id`, actor)}`);
  if (own === undefined) throw notFound();
  const found = await db.rows<Delivery & Record<string, unknown>>(sql`
    select id::text as _id, 'msg_' || message_id as "messageId", entity || case when removed then '.removed' else '.changed' end as type,
           record_id::text as "recordId", to_json(at) #>> '{}' as at, state, tries, to_json(tried_at) #>> '{}' as "triedAt",
           case when state = 'waiting' then to_json(due_at) #>> '{}' end as "dueAt", status, error
    from webhook_deliveries where webhook_id = ${id} ${state === undefined ? empty : sql`and state = ${state}`}
    order by id desc limit ${DELIVERIES_SHOWN}`);
  return found.map((each) => ({ ...each, error: each.error === null ? null : FAILURES[each.error as keyof typeof FAILURES] }));
}

/**
 * Records that already have a pending message are skipped.
 * @returns the number of records sent again.
 * @throws Refusal 404, or 409 if the webhook is off.
 */
export async function replay(ctx: Context, actor: Actor, id: string, deliveryId: string | undefined): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const { vendorId, on } = await lockOwn(tx, actor, id);
    if (!on) throw conflict(messages.off);
    const chosen = deliveryId === undefined ? sql`state = 'failed'` : sql`id = ${idOf(deliveryId)}`;
    const found = await tx.rows(sql`select from webhook_deliveries where webhook_id = ${id} and ${chosen} limit 1`);
    if (found.length === 0 && deliveryId !== undefined) throw notFound();
    const count = await tx.execute(sql`
      update webhook_deliveries set state = 'waiting', tries = 0, due_at = clock_timestamp() where id in (
        select distinct on (entity, record_id) id from webhook_deliveries chosen where webhook_id = ${id} and ${chosen} and not exists (
          select from webhook_deliveries newer where newer.webhook_id = ${id} and newer.state = 'waiting'
            and newer.entity = chosen.entity and newer.record_id = chosen.record_id)
        order by entity, record_id, id desc)`);
    if (count > 0) await recordAudit(tx, { ...entryOf(actor, vendorId, id), action: 'webhook.replay', after: { count } });
    return count;
  });
}
