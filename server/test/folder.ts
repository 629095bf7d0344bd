import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** The databases of two workers and the write-ahead log take at most 2 GiB. */
const roomBytes = 6 * 2 ** 30;

/** Memory where the system has enough of it: what the portal stores waits for the disk, and a test waits for nothing else as long. */
export function folderParent(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A new folder, which its test removes. */
export const makeFolder = (prefix: string): Promise<string> => mkdtemp(join(folderParent(), prefix));
