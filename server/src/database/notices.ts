import { randomUUID } from 'node:crypto';

import pg from 'pg';
import sql from 'sql-template-tag';

import type { Database } from './database.ts';

export interface Notices {
  hears(): boolean;
  /** Rises with each notification and each lost connection: data read before may be stale. */
  generation(): number;
  close(): Promise<void>;
}

const HEARTBEAT_MS = 5_000;
const ANSWER_MS = 2_000;
const CONNECT_MS = 5_000;
const DEAF_MS = 30_000;

/**
 * Listens on a channel with a connection of its own. A heartbeat through the pool detects a pooler that drops notifications; `onDeaf` runs
 * whenever hearing is lost.
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
  // Monotonic: a system clock set back would hide a deaf connection.
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

  /** A dead connection can look alive for hours: reconnects after a while without a heartbeat. */
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
        // One attempt at a time, even if it outlasts the heartbeat.
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
