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
  announce(text: string): Promise<void>;
  close(): Promise<void>;
}

const HEARTBEAT_MS = 5_000;
const ANSWER_MS = 2_000;

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
  let lastBeat = 0;

  const lose = () => {
    if (heard) onDeaf();
    heard = false;
    generation += 1;
  };

  async function connect(): Promise<void> {
    const client = new pg.Client({ connectionString: url, application_name: 'aapurti-notices', connectionTimeoutMillis: 5_000 });
    const drop = () => {
      if (listener !== client) return;
      listener = null;
      lose();
    };
    client.on('error', drop);
    client.on('end', drop);
    client.on('notification', ({ payload }) => {
      if (payload === beat) {
        lastBeat = Date.now();
        heard = true;
      } else if (payload !== undefined && !payload.startsWith('beat:')) {
        generation += 1;
        onNotice(payload);
      }
    });
    await client.connect();
    await client.query(`listen ${channel}`);
    listener = client;
  }

  async function heartbeat(): Promise<void> {
    try {
      if (listener === null) await connect();
      await db.execute(sql`select pg_notify(${channel}, ${beat})`);
    } catch {
      lose();
    }
  }

  const timer = setInterval(() => {
    if (Date.now() - lastBeat > HEARTBEAT_MS + ANSWER_MS) lose();
    void heartbeat();
  }, HEARTBEAT_MS);
  timer.unref();
  await heartbeat();

  return {
    hears: () => heard && !closed,
    generation: () => generation,
    async announce(text) {
      await db.execute(sql`select pg_notify(${channel}, ${text})`);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      const client = listener;
      listener = null;
      await client?.end().catch(() => undefined);
    },
  };
}
