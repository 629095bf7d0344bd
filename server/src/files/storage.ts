import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openFolder } from './folder.ts';
import { openS3 } from './s3.ts';

/** Bytes under generated names that consist of letters, digits, `-`, `.` and `/`. */
export interface Storage {
  /** Atomic and durable. */
  put(name: string, content: Buffer, mediaType: string): Promise<void>;
  get(name: string): Promise<Buffer | undefined>;
  remove(name: string): Promise<void>;
  list(folder: string): AsyncIterable<{ name: string; modified: Date }>;
  /** @throws Error with the reason if nothing can be stored now. */
  check(): Promise<void>;
}

/**
 * Opens FILES_URL: `file:` (DATA_DIR/files), `file:some/folder`, `file:///some/folder` or `s3://bucket/prefix`. @throws Error for the
 * operator.
 */
export async function openStorage(filesUrl: string, dataDir: string, env: NodeJS.ProcessEnv = process.env): Promise<Storage> {
  if (filesUrl.startsWith('s3://')) return openS3(filesUrl, env);
  if (filesUrl === '' || filesUrl === 'file:') return openFolder(resolve(dataDir, 'files'));
  if (filesUrl.startsWith('file://')) return openFolder(fileURLToPath(filesUrl));
  if (filesUrl.startsWith('file:')) return openFolder(resolve(filesUrl.slice('file:'.length)));
  throw new Error('FILES_URL should be file:, file:some/folder or s3://bucket/prefix.');
}
