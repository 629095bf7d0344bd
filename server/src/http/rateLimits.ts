import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import type { Settings } from '../env.ts';
import { tooMany } from '../refusal.ts';

interface Rule {
  most: number;
  seconds: number;
}

interface Limit {
  readonly name: string;
  /** Of one account from one address. */
  readonly pair?: Rule;
  /** Of one account from all addresses together, save those that the account has lately been used from. */
  readonly account?: Rule;
  /** Of one address for all accounts together. */
  readonly address?: Rule;
}

export interface Caller {
  /** The e-mail, as typed. */
  account?: string;
  address: string;
}

const MINUTES = 60;
const HOURS = 60 * MINUTES;
const KNOWN_DAYS = 30;

/**
 * How often one may try. The figures of `signIn` follow from three wishes:
 * - A password cannot be guessed: 20 tries from an address and 50 an hour from the whole world, of passwords that are not common ones.
 * - An office of 30 behind one address is not locked out: tries that succeed are given back, so the address's 100 are all typing errors.
 * - Nobody can lock an owner out for long. Someone elsewhere uses up his own tries, not the owner's; when many addresses use up the
 *   account's, the owner still gets in from wherever he signed in during the last 30 days, and from elsewhere after a reset by mail.
 *   (Who shares the owner's address can make him wait until the quarter of an hour ends, never longer by trying on.)
 */
export const limits = {
  signIn: {
    name: 'sign-in',
    pair: { most: 20, seconds: 15 * MINUTES },
    account: { most: 50, seconds: 1 * HOURS },
    address: { most: 100, seconds: 15 * MINUTES },
  },
  /**
   * Of three codes out of a million each is right: 20 guesses a day find one in 45 years. Whoever gets this far has the password.
   * From where the owner signs in with a code, only the pair counts.
   */
  code: {
    name: 'code',
    pair: { most: 10, seconds: 15 * MINUTES },
    account: { most: 20, seconds: 24 * HOURS },
    address: { most: 60, seconds: 15 * MINUTES },
  },
  /** Of somebody who is signed in, before the second factor is changed: whoever found a device open must not guess on. */
  confirm: { name: 'confirm', pair: { most: 10, seconds: 15 * MINUTES }, account: { most: 30, seconds: 1 * HOURS } },
  /** Counted before the form and its papers are read. */
  register: { name: 'register', address: { most: 60, seconds: 1 * HOURS } },
  registerEmail: { name: 'register', account: { most: 20, seconds: 1 * HOURS } },
  /** Whoever uses up an account's tries has had that many working links sent to its owner. */
  forgetPassword: { name: 'forget-password', account: { most: 10, seconds: 1 * HOURS }, address: { most: 60, seconds: 1 * HOURS } },
  /** The secret cannot be guessed; this bounds the work that trying makes. */
  reset: { name: 'reset', address: { most: 60, seconds: 1 * HOURS } },
  /** Of links that are not right. Those that are come from a few addresses of the large mail programs, and each switches one thing off. */
  unsubscribe: { name: 'unsubscribe', address: { most: 60, seconds: 1 * HOURS } },
  /** Changes of one's own password or e-mail: each sends mail, and hashes. */
  credentials: { name: 'credentials', account: { most: 10, seconds: 1 * HOURS } },
  /** Papers that one sends for oneself. */
  papers: { name: 'papers', account: { most: 30, seconds: 1 * HOURS } },
} as const satisfies Record<string, Limit>;

export interface Counted {
  db: Database;
  settings: Pick<Settings, 'rateLimits'>;
}

/**
 * Counts one attempt and refuses it (429 with Retry-After) past a limit. Counts before the work, so that tries at the same moment
 * are counted too; a refused one counts no further. Call it with the pool, not in a transaction: what is rolled back was never counted.
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

/**
 * After an attempt that succeeded: forgets the account's failures from this address, gives the attempt back to the address, and
 * knows the address as one of the account's own. For `signIn` also after a password was reset by a mailed link.
 */
export async function forgiveAttempts({ db, settings }: Counted, limit: Limit, caller: Caller): Promise<void> {
  if (!settings.rateLimits) return;
  const { pair, address, known } = keysOf(limit, caller);
  if (pair !== undefined) await db.execute(sql`delete from rate_limits where key = ${pair}`);
  await db.execute(sql`update rate_limits set count = count - 1 where key = ${address} and count > 0`);
  if (known !== undefined) await countAttempt(db, known, 1, KNOWN_DAYS * 24 * HOURS, 'extend');
}

/**
 * Counts one attempt under the key, in a window that starts with the first and has a fixed end, so that trying on makes no lock longer.
 * All server processes count together. One statement that locks one row: it can wait for others but never deadlock.
 */
export async function countAttempt(
  db: Database,
  key: string,
  most: number,
  windowSeconds: number,
  window: 'fixed' | 'extend' = 'fixed',
): Promise<{ allowed: boolean; retryAfterSeconds: number }> {
  // A window that ends later than one from now would was opened before the clock was set back; or by a try that began after this one and
  // was counted before it, but no try waits for a minute.
  const isOver = sql`(old.resets_at <= now() or old.resets_at > excluded.resets_at + interval '1 minute')`;
  const counted = await db.first<{ count: number; seconds: number }>(sql`
    insert into rate_limits as old (key, count, resets_at) values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      count = case when ${isOver} then 1 else old.count + 1 end,
      resets_at = case when ${isOver} or ${window === 'extend'} then excluded.resets_at else old.resets_at end
    returning count, extract(epoch from resets_at - now())::float8 as seconds`);
  if (counted === undefined) throw new Error('the attempt was not counted');
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

/** Of fixed length whatever was typed, and no list of addresses and e-mails for whoever reads the table. */
function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/** What one subscriber has: an IPv4 address, or the 64 bits that begin an IPv6 one, whose rest changes at will. */
export function network(address: string): string {
  const bare = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined || !isIPv6(bare)) return mapped ?? bare;
  // A URL spells an IPv6 address in one way only, with at most one gap.
  const [left = '', right] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const gap = 8 - groups(left).length - groups(right).length;
  return [...groups(left), ...Array.from({ length: gap }, () => '0'), ...groups(right)].slice(0, 4).join(':');
}
