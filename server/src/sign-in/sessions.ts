import { hash, randomBytes } from 'node:crypto';

import { indianDay } from '@aapurti/contract/ground/fields';
import { CONFIRM_MINUTES } from '@aapurti/contract/sign-in/providers';
import type { Role } from '@aapurti/contract/access/roles';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor, Sessions } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { openNotices } from '../database/notices.ts';
import type { Settings } from '../ground/env.ts';
import { isWholeKey, looksLikeKey } from '../http/apiKeys.ts';

const IDLE_HOURS = 12;
const ABSOLUTE_DAYS = 7;
const TOUCH_MS = 5 * 60_000;
const REMEMBERED_MAX = 20_000;
/** India is 5:30 ahead of UTC all year. */
const INDIA_MS = 5.5 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const CHANNEL = 'session_changed';
const LIVE_UNTIL = sql`least(expires_at, last_seen_at + make_interval(hours => ${IDLE_HOURS}))`;

/**
 * The company requires a provider, and another method began the session. An administrator of the buyer who is not linked is excepted,
 * because one remains for emergencies (providers.ts).
 */
const mustLink = sql`exists (
  select from idps where idps.vendor_id is not distinct from member.vendor_id and required
    and not (member.vendor_id is null and member.role = 'administrator'
      and not exists (select from identities where identities.user_id = member.user_id and identities.idp_id = idps.id)))
  and holder.idp_id is null`;

/**
 * The company for which a provider's session, or an API key, was made is still the one of its membership: changing the membership must not
 * move users of one company into another.
 */
const forItsCompany = (isKey: boolean) =>
  isKey
    ? sql`holder.vendor_id is not distinct from member.vendor_id`
    : sql`(holder.idp_id is null or exists (
        select from idps where idps.id = holder.idp_id and idps.vendor_id is not distinct from member.vendor_id))`;

interface Remembered {
  actor: Actor;
  until: number;
  /** The next midnight in India, because delegations change by the day. */
  freshUntil: number;
  touchAt: number;
}

/** The time until which a confirmation at the provider replaces a password. */
export const confirmedUntil = sql`sessions.confirmed_at + make_interval(mins => ${CONFIRM_MINUTES})`;

/**
 * Caches sessions while notifications of changes arrive. Otherwise (no connection, a transaction-mode pooler) every call asks the database.
 */
export async function openSessions(
  db: Database,
  databaseUrl: string,
  clock: () => Date,
  { adminSecondFactor }: Pick<Settings, 'adminSecondFactor'>,
): Promise<Sessions> {
  const remembered = new Map<string, Remembered>();
  let forgotten = 0;
  const forget = (id: string) => {
    forgotten += 1;
    for (const [key, { actor }] of remembered) if (actor.id === id || actor.vendorId === id) remembered.delete(key);
  };
  const notices = await openNotices(db, databaseUrl, CHANNEL, forget, () => remembered.clear());

  async function ask(token: string, now: number): Promise<Remembered | null> {
    const isKey = looksLikeKey(token);
    if (isKey && !isWholeKey(token)) return null;
    const row = await db.first<{
      holder_id: string;
      scopes: string[] | null;
      addresses: string[] | null;
      user_id: string;
      membership_id: string;
      vendor_id: string | null;
      role: Role;
      limit_amount: string | null;
      site_ids: string[] | null;
      delegated: Delegated[] | null;
      is_active: boolean;
      sent_back: boolean;
      set_up_first: boolean;
      link_first: boolean;
      ends: number;
      touched: number;
    }>(sql`
      select holder.id::text as holder_id, ${isKey ? sql`scopes, addresses` : sql`null as scopes, null as addresses`},
             holder.user_id::text, membership_id::text, member.vendor_id::text, role, limit_amount::text, site_ids::text[],
             (select jsonb_agg(jsonb_build_object('role', absent.role, 'limit', absent.limit_amount::text, 'sites', absent.site_ids::text[],
                'userId', absent.user_id::text))
              from delegations join memberships absent on absent.id = from_membership
              where ${!isKey} and to_membership = member.id and ${indianDay(new Date(now))} between from_day and to_day) as delegated,
             users.is_active and coalesce(first_user.is_active, true) as is_active,
             exists (select from vendors where vendors.id = member.vendor_id and sent_back_at is not null) as sent_back,
             member.vendor_id is null and ${adminSecondFactor} and on_since is null and not ${isKey ? sql`false` : sql`idp_mfa`} as set_up_first,
             ${isKey ? sql`false` : mustLink} as link_first,
             (extract(epoch from ${isKey ? sql`expires_at` : LIVE_UNTIL}) * 1000)::float8 as ends,
             (extract(epoch from ${isKey ? sql`coalesce(last_used_at, 'epoch')` : sql`last_seen_at`}) * 1000)::float8 as touched
      from ${isKey ? sql`api_keys` : sql`sessions`} holder join users on users.id = holder.user_id join memberships member on member.id = membership_id
           left join users first_user on first_user.id = member.vendor_id left join second_factors on second_factors.user_id = users.id
      where ${isKey ? sql`revoked_at is null and key_hash` : sql`token_hash`} = ${hashToken(token)} and ${forItsCompany(isKey)}`);
    if (row === undefined || row.ends <= now) return null;
    return {
      actor: {
        id: row.user_id,
        membershipId: row.membership_id,
        vendorId: row.vendor_id,
        ...rolesOf({ role: row.role, limit: row.limit_amount, sites: row.site_ids }, row.delegated ?? []),
        isAdmin: row.vendor_id === null,
        isActive: row.is_active,
        isSentBack: row.sent_back,
        sessionId: isKey ? '' : row.holder_id,
        ...(isKey && { key: { id: row.holder_id, scopes: row.scopes ?? [], addresses: row.addresses ?? [] } }),
        setUpFirst: row.set_up_first,
        linkFirst: row.link_first,
      },
      until: row.ends,
      freshUntil: Math.ceil((now + 1 + INDIA_MS) / DAY_MS) * DAY_MS - INDIA_MS,
      touchAt: row.touched + TOUCH_MS,
    };
  }

  async function findNew(token: string, now: number, listening: boolean): Promise<Actor | null> {
    const generation = notices.generation() + forgotten;
    const entry = await ask(token, now);
    if (entry === null) return null;
    // A change announced during the query may be newer than its result.
    if (listening && notices.hears() && generation === notices.generation() + forgotten) {
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      remembered.set(token, entry);
    }
    return entry.touchAt <= now ? touch(token, entry, now) : entry.actor;
  }

  async function touch(token: string, entry: Remembered, now: number): Promise<Actor> {
    entry.touchAt = now + TOUCH_MS;
    remembered.delete(token);
    const { key, sessionId } = entry.actor;
    if (key === undefined) await db.execute(sql`update sessions set last_seen_at = ${clock()} where id = ${sessionId}`);
    else await db.execute(sql`update api_keys set last_used_at = ${clock()} where id = ${key.id}`);
    return entry.actor;
  }

  return {
    find(token) {
      if (token.length > 200) return null;
      const now = clock().getTime();
      const listening = notices.hears();
      const entry = listening ? remembered.get(token) : undefined;
      if (entry === undefined || entry.freshUntil <= now) return findNew(token, now, listening);
      if (entry.until <= now) {
        remembered.delete(token);
        return null;
      }
      return entry.touchAt <= now ? touch(token, entry, now) : entry.actor;
    },
    async keyRefused(key, reason, address) {
      if (!isWholeKey(key)) return;
      await db.execute(sql`
        with refused as (
          update api_keys set refused_at = ${clock()} where key_hash = ${hashToken(key)}
            and (refused_at is null or refused_at < ${clock()}::timestamptz - interval '1 hour')
          returning id, vendor_id, user_id
        )
        insert into audit_log (actor_id, key_id, vendor_id, action, entity, entity_id, after)
        select user_id, id, vendor_id, 'key.refuse', 'key', id::text, jsonb_build_object('reason', ${reason}::text, 'address', ${address}::text)
        from refused`);
    },
    forget,
    close: () => notices.close(),
  };
}

type Granted = { role: Role; limit: string | null; sites: readonly string[] | null };
type Delegated = Granted & { userId: string };

/**
 * The caller's highest limit as an approver, or else from accounts; null is none, as for an administrator. A role that the caller has twice
 * covers the sites of both.
 */
function rolesOf(
  own: Granted,
  delegated: readonly Delegated[],
): Pick<Actor, 'roles' | 'standsInFor' | 'sites' | 'limitAmount' | 'ownLimit'> {
  const granted = [own, ...delegated];
  const limitsOf = (limited: Role) => granted.filter((each) => each.role === limited).map((each) => each.limit);
  const limits = limitsOf('approver').length > 0 ? limitsOf('approver') : limitsOf('accounts');
  const highest = limits.toSorted((one, other) => Number(other) - Number(one))[0] ?? null;
  const sites: Partial<Record<Role, readonly string[]>> = {};
  for (const { role } of granted) {
    const ofRole = granted.filter((each) => each.role === role).map((each) => each.sites);
    if (!ofRole.includes(null)) sites[role] = [...new Set(ofRole.flatMap((ids) => ids ?? []))];
  }
  return {
    roles: granted.map(({ role }) => role),
    standsInFor: delegated.map(({ userId }) => userId),
    sites,
    limitAmount: own.role === 'administrator' || limits.includes(null) ? null : highest,
    ownLimit: own.limit,
  };
}

/** Tokens have 256 random bits, so a fast hash is enough. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The proof of the user's identity, which the session keeps when it changes the company. */
export interface Proved {
  at: Date;
  /** The provider that began the session, and whether its two-step verification counts in the portal; null if a password began it. */
  via: { idpId: string; mfa: boolean } | null;
  secondFactor: 'code' | 'recovery code' | null;
}

/**
 * Starts a session: it is the user's newest and so its current one. It acts in the given membership, or else in the user's first, and ends
 * seven days after the proof, which by default is a password now.
 * @returns the token; only its hash is stored.
 */
export async function startSession(
  db: Database,
  userId: string,
  from: { now: Date; address: string | null; userAgent: string | null; membershipId?: string; proved?: Proved },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { at, via, secondFactor } = from.proved ?? { at: from.now, via: null, secondFactor: null };
  await db.execute(sql`
    delete from sessions where user_id = ${userId}
      and (expires_at < ${from.now} or last_seen_at < ${from.now}::timestamptz - make_interval(hours => ${IDLE_HOURS}))`);
  await db.execute(sql`
    insert into sessions (token_hash, user_id, membership_id, created_at, last_seen_at, expires_at, user_agent, address, idp_id, idp_mfa,
      proved_at, second_factor)
    values (${hashToken(token)}, ${userId},
            coalesce(${from.membershipId ?? null}::bigint, (select min(id) from memberships where user_id = ${userId})), ${from.now}, ${from.now},
            ${at}::timestamptz + make_interval(days => ${ABSOLUTE_DAYS}), ${from.userAgent}, ${from.address},
            ${via?.idpId ?? null}, ${via?.mfa ?? false}, ${at}, ${secondFactor})`);
  return token;
}

/** Sign-ins and company changes of this user wait for the transaction; otherwise one could outlive the change. */
export async function lockForSignIns(db: Database, userId: string): Promise<void> {
  await db.execute(sql`select from users where id = ${userId} for no key update`);
}

/** Waits for transactions that end the user's sessions, and makes them wait: a session that begins meanwhile would outlive them. */
export async function waitForEnding(tx: Database, userId: string): Promise<void> {
  await tx.execute(sql`select from users where id = ${userId} for share`);
}

/**
 * Announces a change of rights or sessions, of a user or of all members of a vendor, to all processes. PostgreSQL sends it exactly with
 * the commit of `tx`.
 */
export async function announceChange(tx: Database, id: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${id})`);
}

/**
 * Ends the password, two-step verification and sessions that one company's provider may have set, because the user joins another company.
 * The database does so for every joining; a password that is set with it comes afterwards.
 * @returns whether there was anything to end.
 */
export async function forgetProviderWord(tx: Database, userId: string): Promise<boolean> {
  return (await tx.one<{ ended: boolean }>(sql`select forget_provider_word(${userId}) as ended`)).ended;
}

export async function endSession(tx: Database, userId: string, sessionId: string): Promise<boolean> {
  await announceChange(tx, userId);
  return (await tx.execute(sql`delete from sessions where id = ${sessionId} and user_id = ${userId}`)) > 0;
}

/** Ends all sessions or all but one, and pending challenges. Call it in a transaction. @returns the number of sessions. */
export async function endSessions(db: Database, userId: string, exceptSessionId: string | null): Promise<number> {
  await lockForSignIns(db, userId);
  await announceChange(db, userId);
  await db.execute(sql`delete from sign_in_challenges where user_id = ${userId}`);
  return db.execute(sql`delete from sessions where user_id = ${userId} and id is distinct from ${exceptSessionId}`);
}

export function liveAt(now: Date): Sql {
  return sql`${LIVE_UNTIL} > ${now}`;
}

/** True for the user's newest live session; an API key always counts as such. */
export async function isCurrentSession({ db, clock }: { db: Database; clock: () => Date }, actor: Actor): Promise<boolean> {
  if (actor.key !== undefined) return true;
  const newest = await db.first<{ id: string }>(sql`
    select id::text from sessions
    where user_id = ${actor.id} and ${liveAt(clock())}
    order by sessions.id desc limit 1`);
  return newest?.id === actor.sessionId;
}
