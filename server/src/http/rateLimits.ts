import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import type { Settings } from '../ground/env.ts';
import { tooMany } from '../ground/refusal.ts';

interface Rule {
  most: number;
  seconds: number;
}

interface Limit {
  readonly name: string;
  /** One account from one address. */
  readonly pair?: Rule;
  /** One account from all addresses, except those that it used recently. */
  readonly account?: Rule;
  /** One address for all accounts. */
  readonly address?: Rule;
}

export interface Caller {
  account?: string;
  address: string;
}

const MINUTES = 60;
const HOURS = 60 * MINUTES;
const KNOWN_DAYS = 30;

/**
 * The number of attempts allowed. For `signIn`: passwords cannot be guessed (50 tries an hour worldwide); an office of 30 users behind one
 * address is not locked out, because successful attempts are given back; nobody can lock an owner out for long, because addresses used in
 * the last 30 days still work, and others work after a reset.
 */
export const limits = {
  signIn: {
    name: 'sign-in',
    pair: { most: 20, seconds: 15 * MINUTES },
    account: { most: 50, seconds: 1 * HOURS },
    address: { most: 100, seconds: 15 * MINUTES },
  },
  /** Three of a million codes are valid at a time: 20 guesses a day find one in 45 years. */
  code: {
    name: 'code',
    pair: { most: 10, seconds: 15 * MINUTES },
    account: { most: 20, seconds: 24 * HOURS },
    address: { most: 60, seconds: 15 * MINUTES },
  },
  /** The limit before a signed-in user changes two-step verification, so that a device left unlocked does not allow guessing. */
  confirm: { name: 'confirm', pair: { most: 10, seconds: 15 * MINUTES }, account: { most: 30, seconds: 1 * HOURS } },
  /** Each attempt calls the SSO provider. */
  provider: { name: 'provider', address: { most: 100, seconds: 15 * MINUTES } },
  register: { name: 'register', address: { most: 60, seconds: 1 * HOURS } },
  registerEmail: { name: 'register', account: { most: 20, seconds: 1 * HOURS } },
  /** Each attempt sends the owner a working link. */
  forgetPassword: { name: 'forget-password', account: { most: 10, seconds: 1 * HOURS }, address: { most: 60, seconds: 1 * HOURS } },
  /** Limits the work; the secret cannot be guessed. */
  reset: { name: 'reset', address: { most: 60, seconds: 1 * HOURS } },
  /** Counts only invalid links: valid ones come from the few addresses of large e-mail providers. */
  unsubscribe: { name: 'unsubscribe', address: { most: 60, seconds: 1 * HOURS } },
  /** Each change sends e-mail and computes hashes. */
  credentials: { name: 'credentials', account: { most: 10, seconds: 1 * HOURS } },
  /** Invitations: each sends an e-mail to an address that its sender chose. */
  invite: { name: 'invite', account: { most: 50, seconds: 1 * HOURS } },
  /** Each attempt calls an address that the caller chose. */
  webhookTest: { name: 'webhook-test', account: { most: 60, seconds: 1 * HOURS } },
  /** A company's daily comments, and their attachments. */
  comments: { name: 'comments', account: { most: 500, seconds: 24 * HOURS } },
  attachments: { name: 'attachments', account: { most: 200, seconds: 24 * HOURS } },
  /** The items that a company proposes per day, each with a photo to check. */
  proposals: { name: 'proposals', account: { most: 300, seconds: 24 * HOURS } },
  /** Documents that users send to themselves. */
  papers: { name: 'papers', account: { most: 30, seconds: 1 * HOURS } },
} as const satisfies Record<string, Limit>;

export interface Counted {
  db: Database;
  settings: Pick<Settings, 'rateLimits'>;
}

/**
 * Counts an attempt before the work and rejects it (429 with Retry-After) above a limit. It must not run in a transaction, which could undo
 * the count.
 */
export async function countAttempts({ db, settings }: Counted, limit: Limit, caller: Caller): Promise<void> {
  if (!settings.rateLimits) return;
  const keys = keysOf(limit, caller);
  const isKnown = limit.account !== undefined && keys.known !== undefined && (await holds(db, keys.known));
  const rules: [string | undefined, Rule | undefined][] = [
    [keys.pair, limit.pair],
    [isKnown ? undefined : keys.account, limit.account],
    [keys.address, limit.address],
  ];
  for (const [key, rule] of rules) {
    if (key === undefined || rule === undefined) continue;
    const { allowed, retryAfterSeconds } = await countAttempt(db, key, rule.most, rule.seconds);
    if (!allowed) throw tooMany(retryAfterSeconds);
  }
}

/** Counts each call of an operation before its work, for the account that `accountOf` names. */
export function counting<Call extends { ctx: Counted; address: string }>(
  limit: Limit,
  accountOf?: (call: Call) => string | undefined | Promise<string | undefined>,
) {
  return {
    async prepare(call: Call): Promise<void> {
      const account = await accountOf?.(call);
      await countAttempts(call.ctx, limit, { address: call.address, ...(account !== undefined && { account }) });
    },
  };
}

/**
 * Resets counts after a success, including a password reset: clears the account's failures from this address, gives the attempt back to the
 * address, and remembers the address as the account's own.
 */
export async function forgiveAttempts({ db, settings }: Counted, limit: Limit, caller: Caller): Promise<void> {
  if (!settings.rateLimits) return;
  const { pair, address, known } = keysOf(limit, caller);
  if (pair !== undefined) await db.execute(sql`delete from rate_limits where key = ${pair}`);
  await db.execute(sql`update rate_limits set count = count - 1 where key = ${address} and count > 0`);
  if (known !== undefined) await countAttempt(db, known, 1, KNOWN_DAYS * 24 * HOURS, 'extend');
}

/** Counts one attempt in a window that starts with the first and has a fixed end. One statement on one row: it never deadlocks. */
export async function countAttempt(
  db: Database,
  key: string,
  most: number,
  windowSeconds: number,
  window: 'fixed' | 'extend' = 'fixed',
): Promise<{ allowed: boolean; retryAfterSeconds: number }> {
  // A window that ends later than a new window dates from before the clock was set back; a minute allows for concurrent attempts.
  const isOver = sql`(old.resets_at <= now() or old.resets_at > excluded.resets_at + interval '1 minute')`;
  const counted = await db.one<{ count: number; seconds: number }>(sql`
    insert into rate_limits as old (key, count, resets_at) values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      count = case when ${isOver} then 1 else old.count + 1 end,
      resets_at = case when ${isOver} or ${window === 'extend'} then excluded.resets_at else old.resets_at end
    returning count, extract(epoch from resets_at - now())::float8 as seconds`);
  return { allowed: counted.count <= most, retryAfterSeconds: Math.max(1, Math.ceil(counted.seconds)) };
}

async function holds(db: Database, key: string): Promise<boolean> {
  return (await db.first(sql`select 1 from rate_limits where key = ${key} and resets_at > now()`)) !== undefined;
}

function keysOf({ name }: Limit, { account, address }: Caller) {
  const from = network(address);
  const who = account?.normalize('NFKC').trim().toLowerCase();
  const key = (kind: string, ...parts: string[]) => `${name} ${kind} ${digest(parts)}`;
  return {
    address: key('address', from),
    ...(who !== undefined && { pair: key('pair', who, from), account: key('account', who), known: key('known', who, from) }),
  };
}

/** The digest has a fixed length and contains neither e-mails nor addresses. */
function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/** A subscriber's network: an IPv4 address, or the first 64 bits of an IPv6 address; '' for a connection that has ended. */
export function network(address: string | undefined): string {
  const bare = (address ?? '').replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined || !isIPv6(bare)) return mapped ?? bare;
  // A URL normalises an IPv6 address, with at most one gap.
  const [left = '', right] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const gap = 8 - groups(left).length - groups(right).length;
  return [...groups(left), ...Array.from({ length: gap }, () => '0'), ...groups(right)].slice(0, 4).join(':');
}
