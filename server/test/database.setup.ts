import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { lockDirectory } from '../src/database/embedded/directory-lock.ts';
import { startEmbedded } from '../src/database/embedded/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { openDatabase } from '../src/database/open.ts';
import { createDatabase, dropDatabase } from './database.ts';
import { folderParent, makeFolder } from './folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's own database, from which the others are created and dropped. */
    databaseServer: string;
    /** The database with all tables and no rows; every test file gets a copy. */
    databaseTemplate: string;
    /** A pooler in transaction mode for everything except administration. */
    databasePooler?: string;
    /** A streaming replica of the server, and the process ID of its postmaster. */
    databaseReplica?: string;
    databaseReplicaProcess?: number;
  }
}

const prefix = 'aapurti-test-database-';
const hour = 60 * 60_000;

/** Starts one server per run: the one in TEST_DATABASE_URL, or an embedded one that is removed afterwards. */
export default async function setup({ provide }: TestProject) {
  const server = await startServer();
  const template = await createDatabase(server.url);
  const db = await openDatabase({ url: template });
  await migrate(db);
  await db.close();
  provide('databaseServer', server.url);
  provide('databaseTemplate', template);
  return async () => {
    await dropDatabase(server.url, template);
    await server.stop();
  };
}

async function startServer() {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, stop: async () => undefined };
  await removeLeftovers(folderParent());
  const dataDir = await makeFolder(prefix);
  const embedded = await startEmbedded({ dataDir, durable: false });
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Killed runs leave their files, while their servers end on their own. A folder without a lock after an hour is such a leftover. */
async function removeLeftovers(parent: string) {
  for (const name of (await readdir(parent)).filter((each) => each.startsWith(prefix))) {
    const folder = join(parent, name);
    try {
      if (Date.now() - (await stat(folder)).mtimeMs < hour) continue;
      const unlock = await lockDirectory(folder);
      await rm(folder, { recursive: true, force: true });
      await unlock();
    } catch {
      // The folder is in use, or another run is removing it.
    }
  }
}
