import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { waitForLocks } from '../database/open.ts';
import { isHeld, type Lease, LeaseLost, takeLease, takeTurn } from '../process/lease.ts';
import { within } from '../within.ts';
import { tellAcknowledgements } from './acknowledge.ts';
import { dropOldParts, type FaultKind, faultsAfter, keepFaults, settleFaults } from './faults.ts';
import type { BuyerSystem, PulledFault, PulledPage, PullKind, Pulling, RunStart } from '../erp/port.ts';
import { type Checked, checkRecords, takeRecords } from './take.ts';

/** In this order: orders name their suppliers, payments and returns what came before them. */
const PULL_KINDS: readonly PullKind[] = ['suppliers', 'items', 'orders', 'returns', 'payments'];

const RETRIED_AT_ONCE = 500;
const PAGE_PATIENCE = 5 * 60_000;
const TELL_PATIENCE = 60_000;
const MINUTE = 60_000;

/** Waiting for the system has been given up, since the portal stops or another process has taken over. */
class Stopped extends Error {}

/**
 * @param system asked for at each run, so that it may be put in later.
 * @param pagePatience milliseconds that a page may take to come.
 */
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
    const hasNothing = now.pulls === undefined && now.acknowledgeOrder === undefined;
    const ended = Promise.resolve();
    if (stopping.signal.aborted || hasNothing) return { start: 'nothing', ended };
    const lease = await takeLease(db, leaseOf(), leaseSeconds);
    if (lease === null) return { start: 'running', ended };
    // The lease is renewed until it is given back, so nothing may fail between.
    const work = (fromStart ? db.execute(sql`update buyer_pulls set cursor = null where source = ${source}`) : Promise.resolve(0))
      .then(() => runAll(db, now, lease, { patience: pagePatience, signal: stopping.signal, stopped }))
      .catch((error: unknown) => {
        if (!(error instanceof Stopped || error instanceof LeaseLost)) console.error("Pulling from the buyer's system failed:", error);
      })
      // Nobody renews it any more, so it ends by itself where it cannot be given back.
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
      const cannot = (error: unknown) => console.error("Pulling from the buyer's system could not start:", error);
      // Of several portals on one database one pulls each time. A timer that is a little early must not find the last turn still on.
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

interface Run {
  patience: number;
  signal: AbortSignal;
  /** Fails when the portal stops: whoever waits for the system waits for this too. */
  stopped: Promise<never>;
}

/** One kind after the other; what fails is written down and stops no other kind. */
async function runAll(db: Database, system: BuyerSystem, lease: Lease, run: Run): Promise<void> {
  const isStopped = () => run.signal.aborted || lease.lost;
  for (const kind of system.pulls === undefined ? [] : PULL_KINDS) {
    await attempt(db, system.source, kind, isStopped, async () => {
      await retryFaults(db, system.source, kind, lease, isStopped);
      await pullKind(db, system, kind, lease, run);
    });
  }
  if (system.acknowledgeOrder === undefined) return;
  await attempt(db, system.source, 'acknowledgements', isStopped, async () => {
    const { read, told } = await tellAcknowledgements(db, system, { patience: TELL_PATIENCE, isStopped, stopped: run.stopped });
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
    update buyer_pulls set ended_at = clock_timestamp(), error = ${problem?.slice(0, 2000) ?? null} where source = ${source} and kind = ${kind}`);
  if (isStopped()) throw new Stopped();
}

/** What could not be taken over before may be by now: its vendor is known, its invoice entered. */
async function retryFaults(db: Database, source: string, kind: PullKind, lease: Lease, isStopped: () => boolean): Promise<void> {
  let after = '';
  for (;;) {
    const faults = await faultsAfter(db, source, kind, after, RETRIED_AT_ONCE);
    const last = faults.at(-1);
    if (last === undefined || isStopped()) return;
    after = last.externalId;
    const checked = await checkRecords(
      kind,
      faults.map(({ row }) => row),
    );
    await db.transaction(async (tx) => {
      await waitForLocks(tx);
      await lease.hold(tx);
      const taken = await takeRecords(tx, source, kind, checked);
      await settleFaults(
        tx,
        source,
        kind,
        faults.map(({ externalId }) => externalId),
        taken.faults,
      );
      await count(tx, source, kind, { read: 0, stored: taken.stored });
    });
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
  const late = `The buyer's system did not answer within ${Math.ceil(patience / 1000)} s.`;
  const next = () => {
    const page = within(patience, Promise.race([iterator.next(), stopped]), late).then((each) =>
      each.done === true ? null : checkPage(kind, each.value),
    );
    // Whoever waits for it sees it fail.
    page.catch(() => undefined);
    return page;
  };
  try {
    let page = await next();
    while (page !== null) {
      // The next one comes and is checked while the database stores this one.
      const coming = next();
      await storePage(db, source, page, lease);
      if (signal.aborted || lease.lost) throw new Stopped();
      page = await coming;
    }
  } finally {
    // An adapter that waits for its system is not waited for.
    void iterator.return?.(undefined)?.then(undefined, () => undefined);
  }
}

interface CheckedPage<K extends PullKind> {
  kind: K;
  checked: Checked<K>;
  faults: PulledFault[];
  cursor: string;
}

async function checkPage<K extends PullKind>(kind: K, { rows, faults, cursor }: PulledPage<unknown>): Promise<CheckedPage<K>> {
  if (!Array.isArray(rows) || !Array.isArray(faults) || typeof cursor !== 'string') {
    throw new Error("The buyer's system sent a page that makes no sense.");
  }
  return { kind, checked: await checkRecords(kind, rows), faults, cursor };
}

/** A page and the mark behind it are there together or not at all. */
async function storePage(
  db: Database,
  source: string,
  { kind, checked, faults, cursor }: CheckedPage<PullKind>,
  lease: Lease,
): Promise<void> {
  await db.transaction(async (tx) => {
    await waitForLocks(tx);
    await lease.hold(tx);
    const taken = await takeRecords(tx, source, kind, checked);
    if (kind === 'payments') await dropOldParts(tx, source, wholesOf(checked));
    await settleFaults(tx, source, kind, checked.ids, taken.faults);
    await keepFaults(
      tx,
      source,
      kind,
      faults.map(({ externalId, problem, raw }) => ({ externalId, problem, kept: { raw } })),
    );
    await count(tx, source, kind, { read: checked.ids.length + faults.length, stored: taken.stored });
    await tx.execute(sql`update buyer_pulls set cursor = ${cursor} where source = ${source} and kind = ${kind}`);
  });
}

/** The payments whose parts these are. */
function wholesOf({ rows }: Checked<PullKind>) {
  return [...rows.values()].flatMap((row) => ('whole' in row && row.whole !== undefined ? [row.whole] : []));
}

async function count(db: Database, source: string, kind: PullKind, { read, stored }: { read: number; stored: number }): Promise<void> {
  await db.execute(sql`
    update buyer_pulls set rows_read = rows_read + ${read}, rows_stored = rows_stored + ${stored} where source = ${source} and kind = ${kind}`);
}
