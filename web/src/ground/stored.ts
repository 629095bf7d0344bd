import type { Operation } from '@aapurti/contract/ground/operation';
import { rememberAll, type Texts } from '@aapurti/contract/ground/template';
import { clear, createStore as createDatabase, delMany, entries, get, set, type UseStore } from 'idb-keyval';

import { currentSession, onSessionChange, ownerOf, type Session } from '../access/session.ts';
import { createStore } from './store.ts';

/**
 * The last responses for lists, records and figures, shown while the portal cannot be reached. They belong to the signed-in user, and are
 * deleted when the session ends or another user signs in. Profiles, documents, sign-ins and the audit log are never stored.
 */
const STORED =
  /^(dashboard|product|scheme|invoice|payment|purchaseReturn|debitMemo|creditMemo|order|dispatchNote|gstRate)\.|^(list\.preferences|site\.about|site\.notice|auth\.getCountDetail|auth\.getAllUser|buyerSystem\.items)$/;
/** Calls by POST that change nothing. */
const READS_BY_POST = new Set(['order.search', 'payment.report']);
const DAYS_MAX = 7;
const ENTRIES_MAX = 400;

interface Entry {
  /** Milliseconds. */
  at: number;
  reply: unknown;
  /** The messages and values of the reply's texts. */
  texts?: Texts;
}

let database: UseStore | null = null;

/** Uses the database, or `otherwise` if the browser has or allows none. */
async function tried<T>(work: (opened: UseStore) => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work((database ??= createDatabase('aapurti', 'answers')));
  } catch {
    return otherwise;
  }
}

/** Only if the service worker can open the application without the network. */
function isOn(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

function keyOf(session: Session, operation: Operation, address: string, body: unknown): string {
  return `${ownerOf(session)}${operation.id} ${address} ${typeof body === 'string' ? body : ''}`;
}

export function isStored(operation: Operation): boolean {
  return STORED.test(operation.id) && (operation.method === 'GET' || READS_BY_POST.has(operation.id)) && isOn();
}

/** Stores a JSON answer for the session that asked. */
export function store(
  session: Session | null,
  operation: Operation,
  { address, body }: { address: string; body: unknown },
  { reply, texts }: { reply: { data: unknown }; texts: Texts },
): void {
  outage.set(null);
  // Nothing is stored after a sign-out, however late its response arrives.
  if (session === null || reply.data instanceof Blob || currentSession()?.token !== session.token) return;
  const entry: Entry = { at: Date.now(), reply, texts };
  void tried((opened) => set(keyOf(session, operation, address, body), entry, opened), undefined);
}

/** The stored response, or undefined. The screen then shows its time. */
export async function stored(session: Session | null, operation: Operation, address: string, body: unknown): Promise<unknown> {
  if (session === null) return undefined;
  const entry = await tried((opened) => get<Entry>(keyOf(session, operation, address, body), opened), undefined);
  if (entry === undefined || currentSession()?.token !== session.token) return undefined;
  outage.set(Math.min(outage.get() ?? Infinity, entry.at));
  rememberAll(entry.texts ?? {});
  return entry.reply;
}

/** The time of the oldest response on the screen, in milliseconds; null while the portal responds. */
export const outage = createStore<number | null>(null);

let owner = own();

function own(): string | null {
  const session = currentSession();
  return session === null ? null : ownerOf(session);
}

onSessionChange(() => {
  const now = own();
  if (now === owner) return;
  owner = now;
  outage.set(null);
  void tried(clear, undefined);
});

/** Removes old entries, and another user's entries after a missed sign-out. */
export async function pruneStored(): Promise<void> {
  const all = await tried((opened) => entries<string, Entry>(opened), []);
  const oldest = Date.now() - DAYS_MAX * 24 * 60 * 60 * 1000;
  const newestFirst = all.sort(([, one], [, other]) => other.at - one.at);
  const gone = newestFirst.filter(
    ([key, { at }], index) => at < oldest || index >= ENTRIES_MAX || owner === null || !key.startsWith(owner),
  );
  await tried(
    (opened) =>
      delMany(
        gone.map(([key]) => key),
        opened,
      ),
    undefined,
  );
}
