import { useSyncExternalStore } from 'react';

/** Names of the session data in the browser's storage, as the specification lists them. */
const KEYS = ['token', 'userID', 'user', 'isAdmin', 'isActive'] as const;

/** The fields of the signed-in user that the browser stores. The rest of the API's record is never stored. */
export interface SessionUser {
  _id: string;
  firstName: string;
  lastName: string;
  email: string;
  /** The company that this session acts for, and in which roles. */
  company: string;
  /** '' for the buyer. */
  vendorId: string;
  roles: readonly string[];
  /** The sites that limit one of the roles; an empty list means every site. */
  siteIds: readonly string[];
  /** The roles that these sites limit. */
  boundRoles: readonly string[];
}

export interface Session {
  token: string;
  userID: string;
  user: SessionUser;
  isAdmin: boolean;
  isActive: boolean;
}

const listeners = new Set<(now: Session | null) => void>();
let raw = '';
let session: Session | null = null;
let notice: string | null = null;

/** Read each time, because another tab may have signed in or out since. Equal data stays the same object. */
export function currentSession(): Session | null {
  const stored = KEYS.map((key) => localStorage.getItem(key));
  const now = JSON.stringify(stored);
  if (now !== raw) {
    raw = now;
    session = parse(stored);
  }
  return session;
}

function parse([token, userID, user, isAdmin, isActive]: readonly (string | null | undefined)[]): Session | null {
  if (!token || !userID || !user) return null;
  try {
    return {
      token,
      userID,
      user: readUser(JSON.parse(user) as Record<keyof SessionUser, unknown>),
      isAdmin: isAdmin === 'true',
      isActive: isActive === 'true',
    };
  } catch {
    // Edited by hand or left by something else on this address: treated as signed out.
    return null;
  }
}

function readUser(value: Record<keyof SessionUser, unknown>): SessionUser {
  const { _id, firstName, lastName, email, company = '', vendorId = '', roles, siteIds, boundRoles } = value;
  return {
    _id: String(_id),
    firstName: String(firstName),
    lastName: String(lastName),
    email: String(email),
    company: String(company),
    vendorId: String(vendorId),
    roles: Array.isArray(roles) ? roles.map(String) : [],
    siteIds: Array.isArray(siteIds) ? siteIds.map(String) : [],
    boundRoles: Array.isArray(boundRoles) ? boundRoles.map(String) : [],
  };
}

type Acting = 'company' | 'roles' | 'siteIds' | 'boundRoles';
type Person = Omit<SessionUser, Acting | 'vendorId'> & {
  isAdmin: boolean;
  isActive: boolean;
  membership?: (Pick<SessionUser, Acting> & { vendorId: string | null }) | undefined;
};

export function startSession(token: string, person: Person): void {
  store(person);
  // This comes last, so that other tabs never see it with the previous user.
  localStorage.setItem('token', token);
  takeOver();
}

/** The owner of the data that a session shows: a user, for a company. */
export function ownerOf({ userID, user }: Session): string {
  return `${userID} ${user.vendorId} `;
}

const ownerNow = () => {
  const now = currentSession();
  return now === null ? null : ownerOf(now);
};

/** The owner of this tab's data. */
let owner = ownerNow();

/** Another tab has signed in as another user, who may not read or write the data shown here. */
export function isOfAnother(): boolean {
  const now = ownerNow();
  return now !== null && owner !== null && now !== owner;
}

function takeOver(): void {
  owner = ownerNow();
  tell();
}

/** Applies the server's data of the signed-in user, for example an activation since the sign-in. */
export function refreshSession(person: Person): void {
  if (currentSession()?.userID !== person._id || isOfAnother()) return;
  store(person);
  takeOver();
}

function store(person: Person): void {
  const { _id, firstName, lastName, email } = person;
  const { vendorId, ...acting } = person.membership ?? { vendorId: null, company: '', roles: [], siteIds: [], boundRoles: [] };
  localStorage.setItem('userID', _id);
  localStorage.setItem('user', JSON.stringify({ _id, firstName, lastName, email, ...acting, vendorId: vendorId ?? '' }));
  localStorage.setItem('isAdmin', String(person.isAdmin));
  localStorage.setItem('isActive', String(person.isActive));
}

/** Forgets the session in this browser, in every tab. The router's guards then lead to the login page, which shows `why`. */
export function endSession(why: string | null): void {
  if (isOfAnother()) return announce();
  for (const key of KEYS) localStorage.removeItem(key);
  notice = why;
  takeOver();
}

/** The token of a session that must first set up two-step verification, or sign in with the company's provider. */
let demanded: string | null = null;

export type Demand = 'secondFactor' | 'provider';
let demand: Demand = 'secondFactor';

/** The server allows this session nothing else, so the guards lead to it. */
export function demandSetUp(what: Demand): void {
  const token = currentSession()?.token ?? null;
  if (demanded === token && demand === what) return;
  demanded = token;
  demand = what;
  announce();
}

/** The demand on this session; null if there is none. */
export function useDemand(): Demand | null {
  return useSyncExternalStore(onSessionChange, () => (isSetUpDemanded() ? demand : null));
}

/** Shown on the login page, as after a sign-in elsewhere that failed. */
export function leaveNotice(why: string): void {
  notice = why;
}

/** The demand is met, and the whole site is open. */
export function endSetUp(): void {
  if (demanded === null) return;
  demanded = null;
  announce();
}

export function isSetUpDemanded(): boolean {
  return demanded !== null && demanded === currentSession()?.token;
}

/** Makes all screens read the session again. */
export function announce(): void {
  for (const listener of listeners) listener(currentSession());
}

/** The server refused a call that the screen offered, so the user's roles may have changed. */
export const ROLES_REFUSED = 'rolesrefused';

/** The reason why the last session ended, until the next one starts; null after an ordinary sign-out. */
export function endNotice(): string | null {
  return currentSession() === null ? notice : null;
}

/** Calls back on each sign-in and sign-out, in this tab or another. */
export function onSessionChange(listener: (now: Session | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let told = currentSession();

function tell(): void {
  const now = currentSession();
  if (now === told) return;
  told = now;
  announce();
}

function lookAgain(): void {
  if (isOfAnother()) tell();
  else takeOver();
}

window.addEventListener('storage', ({ key }) => {
  if (key === null || (KEYS as readonly string[]).includes(key)) lookAgain();
});
// A page restored by the browser's Back button has missed all events.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) lookAgain();
});

/** The signed-in user's session, null for a visitor. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession);
}

/** A session like `useSession`, on screens that the guards show to signed-in users only. */
export function useSignedIn(): Session {
  const now = useSession();
  if (now === null) throw new Error('A signed-in screen was shown to a visitor.');
  return now;
}
