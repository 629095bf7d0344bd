import { randomBytes } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { crc32 } from 'node:zlib';

import {
  CALLS_A_MINUTE,
  COMPANY_CALLS_A_MINUTE,
  hasScope,
  KEY_PATTERN,
  KEY_PREFIX,
  messages,
  scopeOf,
} from '@aapurti/contract/integration/keys';
import type { Operation } from '@aapurti/contract/ground/operation';

import type { Actor } from '../ground/actor.ts';
import { badRequest, forbidden, notSignedIn, type Refusal, tooMany } from '../ground/refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    keyCalls: KeyCalls;
  }
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);
/** 32 random bytes and the 4 bytes of a CRC-32, in base 62. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const MINUTE_MS = 60_000;

/** A new key: 256 random bits and their checksum, which distinguishes a mistyped key from a revoked one without the database. */
export function newKey(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return KEY_PREFIX + secret + checksum(secret);
}

/** True for a token in the form of a key, whether valid or not. */
export function looksLikeKey(token: string): boolean {
  return token.startsWith(KEY_PREFIX);
}

export function isWholeKey(token: string): boolean {
  const secret = token.slice(KEY_PREFIX.length, -CHECKSUM_LENGTH);
  return looksLikeKey(token) && secret.length === SECRET_LENGTH && token.endsWith(checksum(secret));
}

function checksum(secret: string): string {
  return base62(BigInt(crc32(secret)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let left = value; left > 0; left /= BASE) text = DIGITS.charAt(Number(left % BASE)) + text;
  return text.padStart(length, '0');
}

/** A key in the URL of a call, where proxies and logs can read it; null if there is none. */
export function keyInAddress(url: string): string | null {
  return KEY_PATTERN.exec(url)?.[0] ?? null;
}

export interface KeyRefusal {
  refusal: Refusal;
  /** The reason for the audit log. */
  reason: string;
}

/** The rule that forbids a call with an API key; null if it is allowed. `actor` is null if the key is not valid. */
export function keyRefusal(operation: Operation, actor: Actor | null, address: string): KeyRefusal | null {
  if (operation.access === 'anyone') return null;
  if (actor?.key === undefined) return { refusal: notSignedIn(messages.invalid), reason: 'not valid any more' };
  const { addresses, scopes } = actor.key;
  if (addresses.length > 0 && !isListed(addresses, address)) return { refusal: forbidden(messages.wrongAddress), reason: 'address' };
  const scope = scopeOf(operation);
  if (scope === null) return { refusal: forbidden(messages.forPeople), reason: operation.id };
  return hasScope(scopes, scope) ? null : { refusal: forbidden(messages.scope(scope)), reason: `scope ${scope}` };
}

export const inAddress: KeyRefusal = { refusal: badRequest(messages.inAddress), reason: 'in the address of a call' };

function isListed(list: readonly string[], address: string): boolean {
  const listed = new BlockList();
  for (const each of list) {
    const [net = '', bits] = each.split('/');
    const family = isIPv6(net) ? 'ipv6' : 'ipv4';
    if (bits === undefined) listed.addAddress(net, family);
    else listed.addSubnet(net, Number(bits), family);
  }
  return listed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

interface Counted {
  company: string;
  /** See `weightOf`. */
  weight: number;
  now: number;
}

/** Counts the calls of each key and, by weight, those of all keys of a company, in windows of a minute, in this process. */
export class KeyCalls {
  readonly #windows = new Map<string, { calls: number; endsAt: number }>();

  /** A call that exceeds its key's limit does not count for the company. @throws Refusal 429 */
  count(keyId: string, { company, weight, now }: Counted): void {
    this.#add(`key ${keyId}`, 1, { most: CALLS_A_MINUTE, message: 'Too many calls with this API key.', now });
    this.#add(company, weight, { most: COMPANY_CALLS_A_MINUTE, message: 'Too many calls with the API keys of this company.', now });
  }

  #add(name: string, weight: number, { most, message, now }: { most: number; message: string; now: number }): void {
    let window = this.#windows.get(name);
    if (window === undefined || window.endsAt <= now) {
      for (const [each, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(each);
      window = { calls: 0, endsAt: now + MINUTE_MS };
      this.#windows.set(name, window);
    }
    window.calls += weight;
    if (window.calls > most) throw tooMany(Math.ceil((window.endsAt - now) / 1000), message);
  }
}
