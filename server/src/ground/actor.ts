import type { Role } from '@aapurti/contract/access/roles';
import { say } from '@aapurti/contract/ground/template';

/** The caller of an operation, as of this call: a person, and the company that the person acts for. */
export interface Actor {
  /** The person. */
  id: string;
  membershipId: string;
  /** The vendor that the caller acts for; null for the buyer's people. */
  vendorId: string | null;
  /** The caller's own role, and those delegated to it for today. */
  roles: readonly Role[];
  /** The ids of colleagues on leave whose roles the caller has today. */
  standsInFor: readonly string[];
  /** The ids of those whose role alone allows the call that runs: what it does counts as theirs too. */
  actingFor?: readonly string[];
  /** Ids of the buyer's sites that bind a role of the caller's; a role that is not here is for every site. */
  sites: Readonly<Partial<Record<Role, readonly string[]>>>;
  /** The highest price that an approver may approve; null: any. */
  limitAmount: string | null;
  /** The limit of its own role alone. */
  ownLimit: string | null;
  /** Acts for the buyer, in whatever role. */
  isAdmin: boolean;
  /** The person is active, and so is the vendor. */
  isActive: boolean;
  /** Inactive, and asked to correct the registration: may change its profile. */
  isSentBack?: boolean;
  /** Empty where a machine calls with an API key. */
  sessionId: string;
  /** The key by which a machine calls in the person's place. */
  key?: { id: string; scopes: readonly string[]; addresses: readonly string[] };
  /** One of the buyer's people who lacks the second factor that the settings ask for: may set it up, and nothing else. */
  setUpFirst?: boolean;
  /** Set for calls that may ask for it: a sign-in of the last minutes, or the password in the call, proves who calls (accounts/freshness.ts). */
  fresh?: Fresh;
  /** The company requires its provider, which did not begin this session: may link the account to it, and nothing else. */
  linkFirst?: boolean;
}

/** The company that a caller acts for, by a name for counts and limits. */
export function companyOf({ vendorId }: Pick<Actor, 'vendorId'>): string {
  return vendorId === null ? 'buyer' : say('vendor {number}', { number: vendorId });
}

/** The reach of a fresh proof: the account, as the password has it, and the company's, as a sign-in by its provider has it. */
export interface Fresh {
  account: boolean;
  company: boolean;
  /** A sign-in provider's word is all that proves it. */
  byProvider?: boolean;
}

/** One of the buyer's people who may do everything there. */
export function isAdministrator(actor: Actor): boolean {
  return actor.roles.includes('administrator');
}

export interface Sessions {
  /** Finds the caller by a session's token or an API key. Null if it is unknown, revoked or expired. */
  find(token: string): Actor | null | Promise<Actor | null>;
  /** Logs that an API key was refused, at most hourly for each key. */
  keyRefused(key: string, reason: string, address: string): Promise<void>;
  /**
   * Forgets after a change that its transaction has announced was committed: this process uses nothing that it remembers of the user, or of
   * the members of the vendor with this id, again. The announcement does so too, here and in all other processes, but a moment later.
   */
  forget(id: string): void;
  close(): Promise<void>;
}
