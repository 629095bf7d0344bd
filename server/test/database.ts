import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../src/database/open.ts';

export interface TestDatabase {
  db: OpenDatabase;
  url: string;
  /** Closes `db` and removes the database; other connections are cut off. */
  drop(): Promise<void>;
}

/** The pool has room for three concurrent calls of one caller, so that tests of races work. */
export const TEST_POOL = 12;

/** A separate database for the test file, with all tables and no rows. Create it in `beforeAll`, drop it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const direct = await createDatabase(server, inject('databaseTemplate'));
  const pooler = inject('databasePooler');
  const url = pooler === undefined ? direct : on(pooler, direct);
  const db = await openDatabase({ url, max: TEST_POOL, prepared: isPrepared() });
  return {
    db,
    url,
    async drop() {
      await db.close();
      await dropDatabase(server, direct);
    },
  };
}

/** True if statements may be prepared, which is impossible through a pooler in transaction mode. */
export function isPrepared(): boolean {
  return inject('databasePooler') === undefined;
}

/** The URL of the database with this name on another server. */
export function on(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${nameOf(database)}`;
  return url.href;
}

/** Connects to a database that another caller created; `drop` only ends these connections. */
export async function joinTestDatabase(url: string): Promise<TestDatabase> {
  const db = await openDatabase({ url, max: TEST_POOL, prepared: isPrepared() });
  return { db, url, drop: () => db.close() };
}

/** Creates a database with a name that no other run uses, copied from a template if one is given. @returns its URL. */
export async function createDatabase(server: string, template?: string): Promise<string> {
  const name = `aapurti_test_${randomBytes(8).toString('hex')}`;
  const copied = template === undefined ? "template0 encoding 'UTF8'" : nameOf(template);
  await administer(server, `create database ${name} template ${copied}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** The server's own workers, such as autovacuum, may be active in it; only a superuser can end them, so others wait. */
export async function dropDatabase(server: string, url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await administer(server, `drop database if exists ${nameOf(url)} with (force)`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== NOT_PERMITTED || attempt === 40) throw error;
      await sleep(250);
    }
  }
}

const NOT_PERMITTED = '42501';

function nameOf(url: string) {
  return new URL(url).pathname.slice(1);
}

async function administer(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
