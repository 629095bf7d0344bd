import { randomUUID } from 'node:crypto';

import pg from 'pg';
import sql from 'sql-template-tag';

import type { Database } from './database.ts';

/** Announcements between the processes on one database. */
export interface Notices {
  /** True while announcements are known to arrive. */
  hears(): boolean;
  /** Rises with every announcement heard and whenever hearing is lost: what was read before may be out of date. */
  generation(): number;
  close(): Promise<void>;
}

const HEARTBEAT_MS = 5_000;
const ANSWER_MS = 2_000;
const CONNECT_MS = 5_000;
const DEAF_MS = 30_000;

/**
 * Listens on a channel with a connection of its own. Every few seconds it announces a heartbeat through the pool and must hear it:
 * behind a pooler that does not pass notifications on, it knows that it is deaf. `onDeaf` is called whenever hearing is lost.
 */
export async function openNotices(
  db: Database,
  url: string,
  channel: string,
  onNotice: (text: string) => void,
  onDeaf: () => void,
): Promise<Notices> {
  const beat = `beat:${randomUUID()}`;
  let listener: pg.Client | null = null;
  let heard = false;
  let generation = 0;
  let closed = false;
  // By a clock that nobody sets: one that was set back by a day would hide for a day that nothing is heard.
  let lastBeat = 0;
  let connectedAt = 0;

  const lose = () => {
    if (heard) onDeaf();
    heard = false;
    generation += 1;
  };

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'aapurti-notices',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    });
    const drop = () => {
      if (listener !== client) return;
      listener = null;
      lose();
    };
    client.on('error', drop);
    client.on('end', drop);
    client.on('notification', ({ payload }) => {
      if (payload === beat) {
        lastBeat = performance.now();
        heard = true;
      } else if (payload !== undefined && !payload.startsWith('beat:')) {
        generation += 1;
        onNotice(payload);
      }
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    if (closed) {
      void client.end().catch(() => undefined);
      return;
    }
    listener = client;
    connectedAt = performance.now();
  }

  /** A connection that goes nowhere can look alive for hours: past a while without a beat another one is tried. */
  function leaveWhereDeaf(): void {
    const now = performance.now();
    if (now - lastBeat > HEARTBEAT_MS + ANSWER_MS) lose();
    if (listener === null || now - Math.max(lastBeat, connectedAt) < DEAF_MS) return;
    const deaf = listener;
    listener = null;
    void deaf.end().catch(() => undefined);
  }

  let connecting: Promise<void> | null = null;
  async function heartbeat(): Promise<void> {
    try {
      if (listener === null) {
        // One at a time, though it may take longer than until the next beat.
        connecting ??= connect().finally(() => (connecting = null));
        await connecting;
      }
      await db.execute(sql`select pg_notify(${channel}, ${beat})`);
    } catch {
      lose();
    }
  }

  const timer = setInterval(() => {
    leaveWhereDeaf();
    void heartbeat();
  }, HEARTBEAT_MS);
  timer.unref();
  await heartbeat();

  return {
    hears: () => heard && !closed,
    generation: () => generation,
    async close() {
      closed = true;
      clearInterval(timer);
      const client = listener;
      listener = null;
      await client?.end().catch(() => undefined);
    },
  };
}
