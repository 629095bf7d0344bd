import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';

import { messages } from '@aapurti/contract/integration/webhooks';
import ipaddr from 'ipaddr.js';

import type { Settings } from '../ground/env.ts';
import { invalid } from '../ground/refusal.ts';

/** The rules for the addresses behind a host name: the buyer's own networks in the settings are only for the buyer's webhooks. */
export interface Rules {
  settings: Pick<Settings, 'publicUrl' | 'webhookNets'>;
  isBuyers: boolean;
  /** All addresses of a name; replaceable in tests. */
  resolve?: (name: string) => Promise<string[]>;
}

/** The portal does not send to this address. */
export class TargetRefused extends Error {
  override name = 'TargetRefused';
}

/**
 * Rejects a target before a webhook is stored: by its scheme, and by the address if it is literal. Names are resolved at each connection,
 * because they may resolve differently by then.
 * @throws Refusal 422
 */
export function refuseTarget(rules: Rules, url: string): void {
  try {
    checkTarget(rules, new URL(url));
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    throw invalid({ url: error.message });
  }
}

/** @throws TargetRefused */
export function checkTarget(rules: Rules, { protocol, hostname }: URL): void {
  const { settings, isBuyers } = rules;
  // Plain http is allowed only within the networks that the settings name.
  if (protocol !== 'https:' && !(isBuyers && (settings.webhookNets ?? []).length > 0)) throw new TargetRefused(messages.https);
  if (hostname === new URL(settings.publicUrl).hostname) throw new TargetRefused(messages.private);
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(literal) && !mayReach(rules, literal, protocol)) throw new TargetRefused(messages.private);
}

/**
 * Resolves a name once, rejects it unless every address is allowed, and connects to the checked address, so that a second DNS response
 * cannot redirect the connection.
 */
export function pinnedLookup(rules: Rules, protocol: string): LookupFunction {
  return (name, options, done) => {
    const connect = async () => {
      let addresses: LookupAddress[];
      try {
        addresses = await reachable(rules, name, protocol);
      } catch (error) {
        return done(error as Error, '', 0);
      }
      if (options.all === true) return done(null, addresses);
      return done(null, addresses[0]?.address ?? '', addresses[0]?.family);
    };
    void connect();
  };
}

/** More addresses than any real service has; each one is checked. */
const ADDRESSES_MAX = 32;

/** @throws TargetRefused */
async function reachable(rules: Rules, name: string, protocol: string): Promise<LookupAddress[]> {
  const { settings, isBuyers, resolve } = rules;
  const [found, portals] = await Promise.all([
    (resolve ?? (isBuyers ? lookedUp : resolved))(name),
    (resolve ?? lookedUp)(new URL(settings.publicUrl).hostname).catch((): string[] => []),
  ]);
  const own = ownAddresses();
  const isRefused = (address: string) =>
    !mayReach(rules, address, protocol, own) || (portals.includes(address) && !isNamed(rules, address));
  if (found.length === 0 || found.length > ADDRESSES_MAX || found.some(isRefused)) throw new TargetRefused(messages.private);
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

/** The addresses that this machine has for the name, including its hosts file. */
async function lookedUp(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

const RESOLVER = { timeout: 2_000, tries: 2 };

/**
 * The addresses from the name servers only. `lookup` would use the four threads that file access and hashing need, and a vendor's name
 * server may be slow.
 */
async function resolved(name: string): Promise<string[]> {
  const resolver = new Resolver(RESOLVER);
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  if (addresses.length === 0) throw Object.assign(new Error(`${name} was not found.`), { code: 'ENOTFOUND' });
  return addresses;
}

/**
 * True if an address is on the public internet and not on this machine. `process` reads IPv4 inside IPv6. Only 2000::/3 of IPv6 is public;
 * every other range, including translations to IPv4, has a name in `range`.
 */
function mayReach(rules: Rules, address: string, protocol: string, own = ownAddresses()): boolean {
  if (isNamed(rules, address)) return true;
  if (protocol !== 'https:') return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv6' && !parsed.match(ipaddr.parseCIDR('2000::/3'))) return false;
  return !own.has(parsed.toString());
}

/** True for an address in a network of the buyer in the settings, if the webhook is the buyer's. */
function isNamed({ settings, isBuyers }: Rules, address: string): boolean {
  if (!isBuyers) return false;
  const parsed = ipaddr.process(address);
  return (settings.webhookNets ?? []).some((net) => {
    const [base, bits] = ipaddr.parseCIDR(net);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
}

function ownAddresses(): Set<string> {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new Set(all.map(({ address }) => ipaddr.process(address.replace(/%.*$/, '')).toString()));
}
