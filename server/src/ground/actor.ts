import type { Role } from '@aapurti/contract/access/roles';
import { say } from '@aapurti/contract/ground/template';

/** The caller of an operation at the time of the call: a user, and the company that the user acts for. */
export interface Actor {
  /** The user's id. */
  id: string;
  membershipId: string;
  /** The vendor that the caller acts for; null for buyer users. */
  vendorId: string | null;
  /** The caller's own role, and the roles delegated to the caller today. */
  roles: readonly Role[];
  /** The ids of colleagues on leave whose roles the caller has today. */
  standsInFor: readonly string[];
  /** The ids of members whose role alone allows the current call; its actions count as theirs too. */
  actingFor?: readonly string[];
  /** Ids of the buyer's sites that limit a role of the caller; a role that is missing here applies to every site. */
  sites: Readonly<Partial<Record<Role, readonly string[]>>>;
  /** The highest price that an approver may approve; null for no limit. */
  limitAmount: string | null;
  /** The limit of the caller's own role alone. */
  ownLimit: string | null;
  /** True for callers who act for the buyer, in any role. */
  isAdmin: boolean;
  /** The person is active, and so is the vendor. */
  isActive: boolean;
  /** The user is inactive and was asked to correct the registration: only the profile may be changed. */
  isSentBack?: boolean;
  /** Empty for calls with an API key. */
  sessionId: string;
  /** The API key with which a machine calls in the user's name. */
  key?: { id: string; scopes: readonly string[]; addresses: readonly string[] };
  /** A buyer user without the two-step verification that the settings require, who may only set it up. */
  setUpFirst?: boolean;
  /**
   * Set for calls that may require it: a sign-in within the last minutes, or the password in the call, proves the caller's identity
   * (accounts/freshness.ts).
   */
  fresh?: Fresh;
  /** The company requires its SSO provider, which did not start this session: the user may only link the account to it. */
  linkFirst?: boolean;
}

/** The company that a caller acts for, as a key for counts and limits. */
export function companyOf({ vendorId }: Pick<Actor, 'vendorId'>): string {
  return vendorId === null ? 'buyer' : say('vendor {number}', { number: vendorId });
}

/** The scope of a fresh proof: a password proves the account, and a sign-in by a company's provider proves the user for that company. */
export interface Fresh {
  account: boolean;
  company: boolean;
  /** True if only an SSO provider vouches for the user. */
  byProvider?: boolean;
}

/** A buyer user with all rights. */
export function isAdministrator(actor: Actor): boolean {
  return actor.roles.includes('administrator');
}

export interface Sessions {
  /** Finds the caller by a session token or an API key; null if it is unknown, revoked or expired. */
  find(token: string): Actor | null | Promise<Actor | null>;
  /** Logs the rejection of an API key, at most hourly for each key. */
  keyRefused(key: string, reason: string, address: string): Promise<void>;
  /**
   * Clears cached data after a change whose transaction has announced it and was committed: this process then no longer uses cached data of
   * the user, or of the members of the vendor with this id. The announcement has the same effect here and in all other processes, slightly
   * later.
   */
  forget(id: string): void;
  close(): Promise<void>;
}
