import { setTimeout as sleep } from 'node:timers/promises';

import { maskedUrl, RETRY_SECONDS } from '@aapurti/contract/integration/webhooks';
import sql from 'sql-template-tag';

import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { storableJson } from '../database/storable.ts';
import { queueMails } from '../mail/queue.ts';
import { takeLease } from '../process/lease.ts';
import { openWakeful, type Wakeful } from '../process/wakeful.ts';
import { fanOut } from './events.ts';
import { AT_ONCE, type Outcome, type Poster } from './post.ts';
import { signedHeaders } from './signature.ts';

/** The interval between two reads of the feed, and so the longest delay of a message. */
const LOOKS_MILLISECONDS = 2_000;
/** The time after which another process takes over from a sender that died. */
const LEASE_SECONDS = 10;
const ENDPOINTS_AT_ONCE = 32;
const ENDPOINTS_OF_VENDOR = 4;
const BATCH = 200;
/** The time after which a webhook gives its turn to others. */
const SHARE_MILLISECONDS = 10_000;

type Sending = Pick<Context, 'db' | 'box' | 'clock'>;

/** The background job that sends webhooks. It runs in one process at a time, so that a webhook learns of each record in order. */
export function openWebhooks(ctx: Sending, poster: Poster): Wakeful {
  const job = openWakeful((goesOn) => sendDue(ctx, poster, goesOn), { every: LOOKS_MILLISECONDS, failed: 'Sending webhooks failed:' });
  return {
    ...job,
    async stop() {
      const stopped = job.stop();
      poster.close();
      await stopped;
    },
  };
}

/**
 * Follows the feed and sends until nothing is due. Messages are sent at least once: requests in progress when a sender dies are repeated.
 */
export async function sendDue(ctx: Sending, poster: Poster, goesOn: () => boolean = () => true): Promise<void> {
  const { db } = ctx;
  if ((await db.first(sql`select from webhooks where on_since is not null limit 1`)) === undefined) return;
  const lease = await takeLease(db, 'webhooks', LEASE_SECONDS);
  if (lease === null) return;
  let isEnding = false;
  const mayGoOn = () => goesOn() && !lease.lost && !isEnding;
  const busy = new Map<string, { vendorId: string | null; done: Promise<void> }>();
  /** The last round of each webhook, so that a slow one takes its turn after the others. */
  const served = new Map<string, number>();
  try {
    for (let round = 1; mayGoOn(); round += 1) {
      const isMore = await fanOut(db);
      const due = (await dueEndpoints(db)).filter(({ id }) => !busy.has(id));
      due.sort((one, other) => (served.get(one.id) ?? 0) - (served.get(other.id) ?? 0));
      for (const { id, vendorId } of due) {
        const own = [...busy.values()].filter((each) => each.vendorId === vendorId).length;
        if (busy.size >= ENDPOINTS_AT_ONCE || (vendorId !== null && own >= ENDPOINTS_OF_VENDOR)) continue;
        served.set(id, round);
        busy.set(id, { vendorId, done: serve(ctx, poster, id, mayGoOn).finally(() => busy.delete(id)) });
      }
      if (isMore) continue;
      if (busy.size === 0) break;
      await Promise.race([...[...busy.values()].map(({ done }) => done), sleep(LOOKS_MILLISECONDS)]);
    }
  } finally {
    isEnding = true;
    await Promise.allSettled([...busy.values()].map(({ done }) => done));
    await lease.release();
  }
}

async function dueEndpoints(db: Database): Promise<{ id: string; vendorId: string | null }[]> {
  return db.rows<{ id: string; vendorId: string | null }>(sql`
    select webhooks.id::text as id, vendor_id::text as "vendorId" from webhooks
    where on_since is not null and coalesce(quiet_until <= clock_timestamp(), true)
      and (vendor_id is null or exists (select from users where users.id = webhooks.vendor_id and is_active))
      and exists (select from webhook_deliveries where webhook_id = webhooks.id and state = 'waiting' and due_at <= clock_timestamp())
    order by webhooks.id`);
}

interface Endpoint extends Record<string, unknown> {
  id: string;
  url: string;
  vendorId: string | null;
  secret: Buffer;
  oldSecret: Buffer | null;
  failures: number;
}

interface Message extends Record<string, unknown> {
  id: string;
  messageId: string;
  body: string;
  version: string;
}

type Result = Outcome & Pick<Message, 'id' | 'version'>;

async function serve(ctx: Sending, poster: Poster, id: string, goesOn: () => boolean): Promise<void> {
  const end = Date.now() + SHARE_MILLISECONDS;
  try {
    const mayGoOn = () => goesOn() && Date.now() < end;
    while (mayGoOn()) if (!(await sendBatch(ctx, poster, id, { goesOn, mayGoOn }))) return;
  } catch (error) {
    console.error(`Sending to webhook ${id} failed:`, error);
  }
}

/** @returns whether the webhook accepted something and there may be more. */
async function sendBatch(
  ctx: Sending,
  poster: Poster,
  id: string,
  { goesOn, mayGoOn }: { goesOn: () => boolean; mayGoOn: () => boolean },
): Promise<boolean> {
  const endpoint = await findEndpoint(ctx.db, id);
  if (endpoint === undefined) return false;
  const secrets = secretsOf(ctx, endpoint);
  const isFailing = endpoint.failures > 0;
  const messages = await nextMessages(ctx.db, id, isFailing);
  const results: Result[] = [];
  let delivered = 0;
  const queue = messages.values();
  const lane = async () => {
    for (const message of queue) {
      if (!mayGoOn()) return;
      const headers = signedHeaders(secrets, message.messageId, ctx.clock(), message.body);
      const outcome = await poster.post(endpoint.url, endpoint.vendorId, headers, message.body);
      // A delivery cut off by shutdown does not count as an attempt.
      if (!isDelivered(outcome) && !goesOn()) return;
      results.push({ ...outcome, id: message.id, version: message.version });
      if (isDelivered(outcome)) delivered += 1;
      // A webhook that accepts nothing is skipped after the first attempt of each lane.
      else if (delivered === 0) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await storeResults(ctx, endpoint, results);
  return delivered > 0;
}

export function isDelivered({ status }: Outcome): boolean {
  return status !== null && status >= 200 && status < 300;
}

const secretOwner = (id: string) => `webhook ${id}`;

export function sealSecret({ box }: Pick<Sending, 'box'>, id: string, secret: string): Buffer {
  return box.seal(secret, secretOwner(id));
}

/** The newest first. */
export function secretsOf({ box }: Pick<Sending, 'box'>, { id, secret, oldSecret }: Endpoint): string[] {
  return [secret, oldSecret].flatMap((sealed) => (sealed === null ? [] : [box.open(sealed, secretOwner(id))]));
}

export async function findEndpoint(db: Database, id: string): Promise<Endpoint | undefined> {
  return db.first<Endpoint>(sql`
    select id::text, url, vendor_id::text as "vendorId", secret, case when old_secret_until > clock_timestamp() then old_secret end as "oldSecret", failures
    from webhooks where id = ${id} and on_since is not null`);
}

/** The next messages; a failing webhook gets only the one with the fewest attempts. */
async function nextMessages(db: Database, id: string, isFailing: boolean): Promise<Message[]> {
  const order = isFailing ? sql`tries, id limit 1` : sql`id limit ${BATCH}`;
  return db.rows<Message>(sql`
    select id::text, 'msg_' || message_id as "messageId", json_build_object(
      'type', entity || case when removed then '.removed' else '.changed' end, 'id', record_id::text, 'at', at, 'vendor', vendor_id::text,
      'version', version)::text as body, version::text
    from webhook_deliveries where webhook_id = ${id} and state = 'waiting' and due_at <= clock_timestamp() order by ${order}`);
}

const waits = sql`${[...RETRY_SECONDS]}::int[]`;

/** 410 means that the receiver wants no further messages. */
const GONE = 410;

async function storeResults(ctx: Sending, endpoint: Endpoint, results: readonly Result[]): Promise<void> {
  if (results.length === 0) return;
  const rows = results.map((result) => ({ ...result, delivered: isDelivered(result) }));
  const isGood = rows.some(({ delivered }) => delivered);
  const isGone = rows.some(({ status }) => status === GONE);
  await ctx.db.transaction(async (tx) => {
    // The result is ignored if the webhook was changed, turned off or removed meanwhile: pending messages are sent again to its current
    // URL.
    const same = sql`select from webhooks where id = ${endpoint.id} and url = ${endpoint.url} and on_since is not null for update`;
    if ((await tx.first(same)) === undefined) return;
    await tx.execute(sql`
      update webhook_deliveries delivery set tries = tries + 1, tried_at = clock_timestamp(), status = result.status, error = failure,
        state = case when delivered then 'delivered' when result.status = ${GONE} or (${waits})[tries + 1] is null then 'failed' else 'waiting' end,
        due_at = clock_timestamp() + make_interval(secs => coalesce((${waits})[tries + 1], 0))
      from jsonb_to_recordset(${storableJson(rows)}::jsonb) as result(id bigint, version bigint, status int, failure text, delivered boolean)
      -- What changed again meanwhile waits under another id.
      where delivery.id = result.id and delivery.version = result.version and delivery.state = 'waiting'`);
    const stored = await tx.first<{ spent: boolean }>(sql`
      update webhooks set failures = case when ${isGood} then 0 else failures + 1 end,
        delivered_at = case when ${isGood} then clock_timestamp() else delivered_at end,
        quiet_until = case when ${isGood} then null else clock_timestamp() + make_interval(secs => (${waits})[failures + 1]) end
      where id = ${endpoint.id}
      returning not ${isGood} and failures > ${RETRY_SECONDS.length} as spent`);
    if (isGone || stored?.spent === true) await switchOff(tx, endpoint, isGone ? 'gone' : 'silent');
  });
}

const OFF_REASONS = {
  gone: 'It returned status 410 and does not accept further messages.',
  silent: 'It has not accepted a message for more than three days.',
} as const;

/** Turns it off and e-mails the user who added it or, if that user has left, the first of those who may turn it on again. */
async function switchOff(tx: Database, { id, vendorId, url }: Endpoint, why: keyof typeof OFF_REASONS): Promise<void> {
  const reason = OFF_REASONS[why];
  await tx.execute(sql`update webhooks set on_since = null, on_from = null, quiet_until = null, off_reason = ${reason} where id = ${id}`);
  const after = { url: maskedUrl(url), reason };
  await recordAudit(tx, { actor: null, ownerId: vendorId, action: 'webhook.off', entity: 'webhook', entityId: id, after });
  // An inactive vendor has no reader.
  const reader = await tx.first<{ userId: string; name: string }>(sql`
    select member.user_id::text as "userId", first_name as name from memberships member join users on users.id = member.user_id
    where member.vendor_id is not distinct from ${vendorId} and is_active and (
      role in ('owner', 'administrator') or member.user_id = (select user_id from webhooks where id = ${id}))
    order by member.user_id <> (select user_id from webhooks where id = ${id}), member.id limit 1`);
  if (reader === undefined) return;
  const { userId, name } = reader;
  await queueMails(tx, [{ kind: 'webhookOff', userId, content: { name, host: new URL(url).host, reason } }]);
}
