import type { Settings } from '../ground/env.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './open.ts';

export interface Installed {
  db: OpenDatabase;
  url: string;
  close(): Promise<void>;
}

type Needed = Pick<Settings, 'databaseUrl' | 'databasePool' | 'preparedStatements' | 'dataDir'>;

/** Opens DATABASE_URL, or else the embedded database under DATA_DIR. `asItIs` skips migrations. @throws Error for the operator. */
export async function openInstalled(settings: Needed, { asItIs = false } = {}): Promise<Installed> {
  const { databaseUrl, databasePool: max, preparedStatements: prepared, dataDir } = settings;
  const embedded = databaseUrl === undefined ? await startEmbedded({ dataDir }) : undefined;
  try {
    const url = embedded?.url ?? databaseUrl ?? '';
    const db = await openDatabase({ url, max, prepared });
    const close = async () => {
      await db.close();
      await embedded?.stop();
    };
    if (!asItIs) await migrate(db).catch((error: unknown) => db.close().then(() => Promise.reject(error)));
    return { db, url, close };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}
