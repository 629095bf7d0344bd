import { resolve } from 'node:path';

import type { Installed } from '../installed.ts';
import { openInstalled } from '../installed.ts';
import type { Settings } from '../../ground/env.ts';
import { openStorage } from '../../files/storage.ts';
import { makeBackup } from './backup.ts';
import type { Manifest } from './manifest.ts';
import { readBackup, refuseUsedFolder, restoreBackup } from './restore.ts';

/** Runs `npm run backup -- folder`, then closes the database. */
export async function backUp(installed: Installed, settings: Settings, parent: string): Promise<void> {
  try {
    const storage = await openStorage(settings.filesUrl, settings.dataDir);
    const { folder, manifest } = await makeBackup(installed.db, storage, resolve(parent));
    console.log(`${folder} contains ${contents(manifest)}, as of ${manifest.at}.`);
  } finally {
    await installed.close();
  }
}

/** Runs `npm run restore -- backup` into the empty installation that the settings name. */
export async function restore(settings: Settings, backup: string): Promise<void> {
  const { dataDir, databaseUrl } = settings;
  const folder = resolve(backup);
  if (databaseUrl === undefined) refuseUsedFolder(dataDir);
  const storage = await openStorage(settings.filesUrl, dataDir);
  const manifest = await readBackup(storage, folder);
  const installed = await openInstalled(settings, { asItIs: true });
  try {
    await restoreBackup(installed.db, storage, folder, manifest);
    console.log(
      `${contents(manifest)} are restored, as of ${manifest.at}; the books agree with the documents. All users must sign in again.`,
    );
  } catch (error) {
    // The database at DATABASE_URL may be shared.
    if (databaseUrl === undefined) console.error(`The restore is incomplete. Empty ${dataDir} before you try again.`);
    throw error;
  } finally {
    await installed.close();
  }
}

function contents({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables and ${files.length} files`;
}
