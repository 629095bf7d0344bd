import { access, constants, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Storage } from './storage.ts';

const HALF_WRITTEN = '.part';

export async function openFolder(root: string): Promise<Storage> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  return {
    async put(name, content) {
      const path = join(root, name);
      const folder = dirname(path);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await writeDurably(path + HALF_WRITTEN, content);
        await rename(path + HALF_WRITTEN, path);
      } catch (error) {
        // The partial file must not stay on a full disk.
        await rm(path + HALF_WRITTEN, { force: true }).catch(() => undefined);
        throw error;
      }
      await syncFolder(folder);
    },
    get: (name) => readFile(join(root, name)).catch(unlessMissing),
    remove: (name) => rm(join(root, name), { force: true }),
    async *list(folder) {
      const entries = await opendir(join(root, folder)).catch(unlessMissing);
      for await (const entry of entries ?? []) {
        const name = `${folder}/${entry.name}`;
        const found = await stat(join(root, name)).catch(unlessMissing);
        if (found?.isFile()) yield { name, modified: found.mtime };
      }
    },
    check: () => access(root, constants.R_OK | constants.W_OK | constants.X_OK),
  };
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a rename durable. Windows cannot open folders, and journals renames. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function unlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
