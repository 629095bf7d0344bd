import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openFolder } from './folder.ts';
import { openS3 } from './s3.ts';

/** Where bytes are kept, under generated names of letters, digits, `-`, `.` and `/`. Adapters: a folder, an S3 bucket. */
export interface Storage {
  /** All or nothing, and safe against a power cut once it returns. */
  put(name: string, content: Buffer, mediaType: string): Promise<void>;
  get(name: string): Promise<Buffer | undefined>;
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>;
  /** Everything under the folder, in no order, half-written things included. */
  list(folder: string): AsyncIterable<{ name: string; modified: Date }>;
  /** Throws, with the reason, where nothing could be stored now. */
  check(): Promise<void>;
}

/**
 * Opens the storage that `FILES_URL` names: `file:` (the folder `files` in DATA_DIR), `file:some/folder`, `file:///some/folder`
 * or `s3://bucket/prefix`.
 * @throws Error with what to correct, in words for the operator.
 */
export async function openStorage(filesUrl: string, dataDir: string, env: NodeJS.ProcessEnv = process.env): Promise<Storage> {
  if (filesUrl.startsWith('s3://')) return openS3(filesUrl, env);
  if (filesUrl === '' || filesUrl === 'file:') return openFolder(resolve(dataDir, 'files'));
  if (filesUrl.startsWith('file://')) return openFolder(fileURLToPath(filesUrl));
  if (filesUrl.startsWith('file:')) return openFolder(resolve(filesUrl.slice('file:'.length)));
  throw new Error('FILES_URL should be file:, file:some/folder or s3://bucket/prefix.');
}
