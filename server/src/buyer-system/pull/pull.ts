import { faultCodes } from '@aapurti/contract/buyer-system/buyerSystemConnection';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import type { Database } from '../../database/database.ts';
import { storableJson } from '../../database/storable.ts';
import { waitForLocks } from '../../database/open.ts';
import { isHeld, type Lease, LeaseLost, takeLease, takeTurn } from '../../process/lease.ts';
import { textsOf } from '../../ground/texts.ts';
import { within } from '../../ground/within.ts';
import { tellOrders } from './acknowledge.ts';
import { dropFaults, dropOldParts, type FaultKind, faultsAfter, keepFaults } from './faults.ts';
import type { BuyerSystem, PulledFault, PulledPage, PullKind, Pulling, RunStart } from '../../erp/port.ts';
import { type Checked, checkRecords, takeRecords } from './take.ts';

/** The order matters: orders refer to suppliers, and payments and returns refer to earlier records. */
const PULL_KINDS: readonly PullKind[] = ['suppliers', 'items', 'orders', 'returns', 'payments'];

const RETRIED_AT_ONCE = 500;
const PAGE_PATIENCE = 5 * 60_000;
const TELL_PATIENCE = 60_000;
const MINUTE = 60_000;

/** The portal is stopping, or another process has taken the lease. */
class Stopped extends Error {}

/** @param system read at each run. @param pagePatience milliseconds to wait for a page. */
export function openPulling(
  db: Database,
  system: () => BuyerSystem,
  { pagePatience = PAGE_PATIENCE, leaseSeconds }: { pagePatience?: number; leaseSeconds?: number } = {},
): Pulling {
  const stopping = new AbortController();
  const stopped = new Promise<never>((_, fail) => {
    stopping.signal.addEventListener('abort', () => fail(new Stopped()), { once: true });
  });
  stopped.catch(() => undefined);
  const running = new Set<Promise<unknown>>();
  let timer: NodeJS.Timeout | undefined;
  const leaseOf = () => `pull of ${system().source}`;

  async function begin({ fromStart = false } = {}): Promise<{ start: RunStart; ended: Promise<void> }> {
    const now = system();
    const { source } = now;
    const hasNothing = now.pulls === undefined && !tells(now);
    const ended = Promise.resolve();
    if (stopping.signal.aborted || hasNothing) return { start: 'nothing', ended };
    const lease = await takeLease(db, leaseOf(), leaseSeconds);
    if (lease === null) return { start: 'running', ended };
    // The lease renews itself until it is released, so nothing before this may throw.
    const work = (fromStart ? db.execute(sql`update buyer_pulls set cursor = null where source = ${source}`) : Promise.resolve(0))
      .then(() => runAll(db, now, lease, { patience: pagePatience, signal: stopping.signal, stopped }))
      .catch((error: unknown) => {
        if (!(error instanceof Stopped || error instanceof LeaseLost)) console.error("The sync with the buyer's system failed:", error);
      })
      // A lease that cannot be released expires by itself.
      .then(() => lease.release().catch(() => undefined));
    running.add(work);
    return { start: 'started', ended: work.finally(() => running.delete(work)) };
  }

  async function run(how?: { fromStart?: boolean }): Promise<RunStart> {
    const { start, ended } = await begin(how);
    await ended;
    return start;
  }

  return {
    start(minutes) {
      const cannot = (error: unknown) => console.error("The sync with the buyer's system could not start:", error);
      // One process runs per period. This time is shorter than the period, so that an early timer does not find the previous run still
      // counted.
      const isDue = () => takeTurn(db, `turn of ${leaseOf()}`, (0.9 * minutes * MINUTE) / 1000);
      timer = setInterval(
        () =>
          void isDue()
            .then((due) => (due ? run() : null), cannot)
            .catch(cannot),
        minutes * MINUTE,
      );
      timer.unref();
      void run().catch(cannot);
    },
    startNow: async (how) => (await begin(how)).start,
    run,
    isRunning: () => isHeld(db, leaseOf()),
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** True if order confirmations are sent to the system. */
export const tells = (system: BuyerSystem) => system.acknowledgeOrder !== undefined || system.answerOrder !== undefined;

interface Run {
  patience: number;
  signal: AbortSignal;
  /** Rejects when the portal stops. */
  stopped: Promise<never>;
}

/** Runs the kinds in turn; a failure is recorded and does not stop the next kind. */
async function runAll(db: Database, system: BuyerSystem, lease: Lease, run: Run): Promise<void> {
  const isStopped = () => run.signal.aborted || lease.lost;
  for (const kind of system.pulls === undefined ? [] : PULL_KINDS) {
    await attempt(db, system.source, kind, isStopped, async () => {
      await retryFaults(db, system.source, kind, lease, isStopped);
      await pullKind(db, system, kind, lease, run);
    });
  }
  if (!tells(system)) return;
  await attempt(db, system.source, 'acknowledgements', isStopped, async () => {
    const { read, told } = await tellOrders(db, system, { patience: TELL_PATIENCE, isStopped, stopped: run.stopped });
    await db.execute(sql`
      update buyer_pulls set rows_read = ${read}, rows_stored = ${told} where source = ${system.source} and kind = 'acknowledgements'`);
  });
}

async function attempt(db: Database, source: string, kind: FaultKind, isStopped: () => boolean, work: () => Promise<void>): Promise<void> {
  if (isStopped()) throw new Stopped();
  await db.execute(sql`
    insert into buyer_pulls as known (source, kind, started_at) values (${source}, ${kind}, clock_timestamp())
    on conflict (source, kind) do update set started_at = clock_timestamp(), ended_at = null, rows_read = 0, rows_stored = 0, error = null`);
  let problem: string | null = null;
  try {
    await work();
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    problem = error instanceof Stopped ? 'Interrupted: the portal was stopped.' : error instanceof Error ? error.message : String(error);
  }
  await db.execute(sql`
    update buyer_pulls set ended_at = clock_timestamp(), error = ${problem?.slice(0, 2000) ?? null},
      texts = ${storableJson(textsOf([problem]))}::jsonb where source = ${source} and kind = ${kind}`);
  if (isStopped()) throw new Stopped();
}

/** Retries stored faults: their vendor or invoice may be known by now. */
async function retryFaults(db: Database, source: string, kind: PullKind, lease: Lease, isStopped: () => boolean): Promise<void> {
  let after = '';
  for (;;) {
    const known = await faultsAfter(db, source, kind, after, RETRIED_AT_ONCE);
    const ids = known.map(({ externalId }) => externalId);
    const last = ids.at(-1);
    if (last === undefined || isStopped()) return;
    after = last;
    const rows = known.map(({ row }) => row);
    await store(db, source, lease, { kind, checked: await checkRecords(kind, rows), ids, faults: [], cursor: null });
  }
}

async function pullKind(
  db: Database,
  system: BuyerSystem,
  kind: PullKind,
  lease: Lease,
  { patience, signal, stopped }: Run,
): Promise<void> {
  const { source } = system;
  const found = await db.first<{ cursor: string | null }>(sql`select cursor from buyer_pulls where source = ${source} and kind = ${kind}`);
  const pages: AsyncIterable<PulledPage<unknown>> | undefined = system.pulls?.[kind](found?.cursor ?? null);
  const iterator = pages?.[Symbol.asyncIterator]();
  if (iterator === undefined) return;
  const late = say("The buyer's system did not respond within {patience} s.", { patience: Math.ceil(patience / 1000) });
  const next = () => {
    const page = within(patience, Promise.race([iterator.next(), stopped]), late).then((each) =>
      each.done === true ? null : checkPage(kind, each.value),
    );
    // Awaited below; until then a rejection must not count as unhandled.
    page.catch(() => undefined);
    return page;
  };
  try {
    let page = await next();
    while (page !== null) {
      // The next page is fetched and checked while this one is stored.
      const coming = next();
      await store(db, source, lease, page);
      if (signal.aborted || lease.lost) throw new Stopped();
      page = await coming;
    }
  } finally {
    // Not awaited: the adapter may be waiting for its system.
    void iterator.return?.(undefined)?.then(undefined, () => undefined);
  }
}

interface Batch<K extends PullKind> {
  kind: K;
  checked: Checked<K>;
  /** The ids under which the faults of these records are stored. */
  ids: readonly string[];
  /** Records that the adapter could not read. */
  faults: readonly PulledFault[];
  /** Null for retries of stored faults. */
  cursor: string | null;
}

async function checkPage<K extends PullKind>(kind: K, { rows, faults, cursor }: PulledPage<unknown>): Promise<Batch<K>> {
  if (!Array.isArray(rows) || !Array.isArray(faults) || typeof cursor !== 'string') {
    throw new Error("The buyer's system sent an invalid page.");
  }
  const checked = await checkRecords(kind, rows);
  return { kind, checked, ids: checked.ids, faults, cursor };
}

/** Stores a batch in one transaction with its faults and its cursor. */
async function store(db: Database, source: string, lease: Lease, { kind, checked, ids, faults, cursor }: Batch<PullKind>): Promise<void> {
  await db.transaction(async (tx) => {
    await waitForLocks(tx);
    await lease.hold(tx);
    const taken = await takeRecords(tx, source, kind, checked);
    if (kind === 'payments' && cursor !== null) await dropOldParts(tx, source, wholesOf(checked));
    const good = ids.filter((id) => !taken.faults.has(id));
    await dropFaults(tx, source, kind, good);
    const refused = [...taken.faults].map(([externalId, { record, ...why }]) => ({ externalId, ...why, kept: { row: record } }));
    const unread = faults.map(({ externalId, problem, raw }) => ({ externalId, problem, code: faultCodes.unreadable, kept: { raw } }));
    await keepFaults(tx, source, kind, [...refused, ...unread]);
    const read = cursor === null ? 0 : ids.length + faults.length;
    await tx.execute(sql`
      update buyer_pulls set rows_read = rows_read + ${read}, rows_stored = rows_stored + ${taken.stored}, cursor = coalesce(${cursor}, cursor)
      where source = ${source} and kind = ${kind}`);
  });
}

/** The payments to which these parts belong. */
function wholesOf({ rows }: Checked<PullKind>) {
  return [...rows.values()].flatMap((row) => ('whole' in row && row.whole !== undefined ? [row.whole] : []));
}
