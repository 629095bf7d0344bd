import { type ApiKey, KEYS_MAX, type keys as calls, messages, OVERLAP_DAYS } from '@aapurti/contract/integration/keys';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { newKey } from '../http/apiKeys.ts';
import { conflict, notFound } from '../ground/refusal.ts';
import { queueMail } from '../mail/queue.ts';
import { alertOwners } from '../people/alerts.ts';
import { companiesOf, refuseLasting } from '../people/members.ts';
import { confirmedSelf } from '../sign-in/secondFactor.ts';
import { announceChange, hashToken } from '../sign-in/sessions.ts';

const LISTED_DAYS = 90;
const SHOWN_LENGTH = 13;
const DAY_MS = 24 * 3_600_000;

export async function listKeys(ctx: Context, actor: Actor, vendorId: string | null): Promise<ApiKey[]> {
  const now = ctx.clock();
  return ctx.db.rows<ApiKey & Record<string, unknown>>(sql`
    select key.id::text as _id, name, prefix, scopes, addresses, trim(first_name || ' ' || last_name) as "madeBy",
           key.user_id = ${actor.id} as own, to_json(key.created_at) #>> '{}' as "createdAt", to_json(key.expires_at) #>> '{}' as "expiresAt",
           to_json(last_used_at) #>> '{}' as "lastUsedAt",
           case when revoked_at is not null or membership_id is null then 'revoked' when expires_at <= ${now} then 'expired' else 'active' end as state
    from api_keys key join users on users.id = key.user_id
    where key.vendor_id is not distinct from ${vendorId}
      and least(expires_at, revoked_at) > ${now}::timestamptz - make_interval(days => ${LISTED_DAYS})
    order by key.id desc`);
}

type New = BodyOf<typeof calls.create>;

/** @throws Refusal 403 for a delegate of an owner, 422 on the password; 409 above the number of keys. */
export async function createKey(ctx: Context, actor: Actor, { name, scopes, days, addresses = [], password }: New) {
  refuseLasting(actor);
  const maker = await confirmedSelf(ctx, actor, password, 'company');
  const expiresAt = new Date(ctx.clock().getTime() + days * DAY_MS);
  const key = await ctx.db.transaction(async (tx) => {
    // Requests are serialised, so that two cannot both create the last one.
    await tx.execute(sql`select from users where id = ${actor.vendorId ?? actor.id} for no key update`);
    const { count } = await tx.one<{ count: number }>(sql`
      select count(*) from api_keys
      where vendor_id is not distinct from ${actor.vendorId} and revoked_at is null and membership_id is not null and expires_at > ${ctx.clock()}`);
    if (count >= KEYS_MAX) throw conflict(messages.many);
    return store(ctx, tx, actor, maker.firstName, { name, scopes: [...new Set(scopes)].sort(), addresses, expiresAt });
  });
  return { key, expiresAt: expiresAt.toISOString() };
}

/**
 * Creates a key with the old one's name, scopes, addresses and lifetime.
 * @throws Refusal 404, or 409 if it belongs to another user or has ended.
 */
export async function replaceKey(ctx: Context, actor: Actor, id: string, password: string) {
  // This comes before the password check, which runs without a transaction.
  await ownKey(ctx, ctx.db, actor, id);
  refuseLasting(actor);
  const maker = await confirmedSelf(ctx, actor, password, 'company');
  const now = ctx.clock();
  const made = await ctx.db.transaction(async (tx) => {
    const old = await ownKey(ctx, tx, actor, id);
    await tx.execute(sql`
      update api_keys set expires_at = least(expires_at, ${now}::timestamptz + make_interval(days => ${OVERLAP_DAYS})) where id = ${idOf(id)}`);
    await announceChange(tx, actor.id);
    const expiresAt = new Date(now.getTime() + old.milliseconds);
    return { key: await store(ctx, tx, actor, maker.firstName, { ...old, expiresAt, replaces: id }), expiresAt: expiresAt.toISOString() };
  });
  ctx.sessions.forget(actor.id);
  return made;
}

interface Old extends Record<string, unknown> {
  name: string;
  scopes: string[];
  addresses: string[];
  own: boolean;
  over: boolean;
  /** The time from creation to expiry. */
  milliseconds: number;
}

async function ownKey(ctx: Context, db: Database, actor: Actor, id: string): Promise<Old> {
  const old = await db.first<Old>(sql`
    select name, scopes, addresses, membership_id is not distinct from ${actor.membershipId} as own,
           revoked_at is not null or expires_at <= ${ctx.clock()} as over,
           (extract(epoch from expires_at - created_at) * 1000)::float8 as milliseconds
    from api_keys where id = ${idOf(id)} and ${companiesOf(sql`vendor_id`, actor)} for update`);
  if (old === undefined) throw notFound();
  if (!old.own) throw conflict(messages.notMaker);
  if (old.over) throw conflict(messages.over);
  return old;
}

interface Stored {
  name: string;
  scopes: readonly string[];
  addresses: readonly string[];
  expiresAt: Date;
  replaces?: string;
}

async function store(ctx: Context, tx: Database, actor: Actor, firstName: string, given: Stored): Promise<string> {
  const key = newKey();
  const { name, scopes, addresses, expiresAt, replaces } = given;
  const made = await tx.one<{ id: string }>(sql`
    insert into api_keys (vendor_id, user_id, membership_id, name, prefix, key_hash, scopes, addresses, created_at, expires_at)
    values (${actor.vendorId}, ${actor.id}, ${actor.membershipId}, ${name}, ${key.slice(0, SHOWN_LENGTH)}, ${hashToken(key)},
            ${scopes}::text[], ${addresses}::text[], ${ctx.clock()}, ${expiresAt})
    returning id::text`);
  const after = { name, scopes, addresses, expiresAt: expiresAt.toISOString(), ...(replaces !== undefined && { replaces }) };
  await recordAudit(tx, { actor, ownerId: actor.vendorId, action: 'key.create', entity: 'key', entityId: made.id, after });
  await queueMail({ ...ctx, db: tx }, { kind: 'keyCreated', userId: actor.id, content: { name: firstName, key: name } });
  await alertOwners({ ...ctx, db: tx }, { kind: 'newKey', vendorId: actor.vendorId, by: actor.id, what: name, butId: actor.id });
  return key;
}

/** Revokes a key of the caller's company, or for administrators of any company. @throws Refusal 404 if there is no such active key. */
export async function revokeKey(ctx: Context, actor: Actor, id: string): Promise<void> {
  const userId = await ctx.db.transaction(async (tx) => {
    const revoked = await tx.first<{ userId: string; vendorId: string | null; name: string }>(sql`
      update api_keys set revoked_at = ${ctx.clock()}
      where id = ${idOf(id)} and revoked_at is null and ${companiesOf(sql`vendor_id`, actor)}
      returning user_id::text as "userId", vendor_id::text as "vendorId", name`);
    if (revoked === undefined) throw notFound();
    const { vendorId, name } = revoked;
    await announceChange(tx, revoked.userId);
    await recordAudit(tx, { actor, ownerId: vendorId, action: 'key.revoke', entity: 'key', entityId: id, before: { name } });
    return revoked.userId;
  });
  ctx.sessions.forget(userId);
}
