import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** libuv's UV_FS_O_EXLOCK, which Node does not name: opening the file takes the lock. Linux has no such flag. */
const exclusive: Partial<Record<NodeJS.Platform, number>> = { darwin: 0x20 | constants.O_NONBLOCK, win32: 0x1000_0000 };

export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';
}

/**
 * Locks a directory for this process. The kernel releases the lock when the process ends for any reason, so the lock is never stale.
 * @returns the function that releases it.
 * @throws DirectoryInUse
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const file = join(directory, 'lock');
  const release = await (process.platform === 'linux' ? lockByHelper(file) : lockByOpening(file));
  if (!release) {
    const holder = await readFile(`${file}.pid`, 'utf8').catch(() => 'of unknown number');
    throw new DirectoryInUse(
      `The data directory ${directory} is in use by another process (${holder}). ` +
        'Stop that one first, or set DATA_DIR to another directory.',
    );
  }
  await writeFile(`${file}.pid`, String(process.pid));
  return release;
}

async function lockByOpening(file: string) {
  try {
    const handle = await open(file, constants.O_RDWR | constants.O_CREAT | (exclusive[process.platform] ?? 0));
    return () => handle.close();
  } catch (error) {
    if (['EAGAIN', 'EBUSY', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Node has no flock(2), so a helper process holds the lock while its stdin is open, that is, while this process lives. */
function lockByHelper(file: string) {
  return new Promise<(() => Promise<void>) | undefined>((resolve, reject) => {
    const helper = spawn('flock', ['--wait', '1', file, 'sh', '-c', 'echo locked; exec cat'], {
      stdio: ['pipe', 'pipe', 'pipe'],
      // Ctrl-C signals the whole group; the lock must outlive it until the database has stopped.
      detached: true,
    });
    let complaint = '';
    helper.stderr.on('data', (chunk: Buffer) => (complaint += chunk));
    helper.once('error', (error) => reject(new Error('The program flock (package util-linux) is required.', { cause: error })));
    const ended = new Promise<void>((resolveEnd) => helper.once('close', () => resolveEnd()));
    void ended.then(() => (complaint ? reject(new Error(complaint.trim())) : resolve(undefined)));
    helper.stdout.once('data', () => {
      helper.unref();
      for (const stream of [helper.stdin, helper.stdout, helper.stderr]) (stream as unknown as { unref(): void }).unref();
      resolve(() => {
        helper.ref();
        helper.stdin.end();
        return ended;
      });
    });
  });
}
