import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** libuv's UV_FS_O_EXLOCK, which Node does not name: opening the file takes the lock. Linux has no such flag. */
const exclusive: Partial<Record<NodeJS.Platform, number>> = { darwin: 0x20 | constants.O_NONBLOCK, win32: 0x1000_0000 };

/** Another process works in the directory. */
export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';
}

/**
 * Takes a directory for this process alone. The kernel holds the lock and drops it when the process ends in any way, so
 * there is no stale lock to recognise, no process number that could be someone else's by now, and no race.
 * @returns what gives it back.
 * @throws DirectoryInUse when another process has it.
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
  // Only to tell a person; nothing relies on it.
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

/**
 * Node cannot call flock(2), so a helper holds the lock for as long as its standard input is open, which is as long as
 * this process lives. It is given a second, since a process that was just killed may still be on its way out.
 */
function lockByHelper(file: string) {
  return new Promise<(() => Promise<void>) | undefined>((resolve, reject) => {
    const helper = spawn('flock', ['--wait', '1', file, 'sh', '-c', 'echo locked; exec cat'], {
      stdio: ['pipe', 'pipe', 'pipe'],
      // Ctrl-C in a terminal goes to the whole group, and the lock must outlive it until the database has stopped.
      detached: true,
    });
    let complaint = '';
    helper.stderr.on('data', (chunk: Buffer) => (complaint += chunk));
    helper.once('error', (error) => reject(new Error('The program flock (of util-linux) is needed.', { cause: error })));
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
