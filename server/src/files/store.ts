import { createHmac, randomUUID } from 'node:crypto';

import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { installationSecret, isSameText } from '../database/secret.ts';
import type { Settings } from '../ground/env.ts';
import { cleanFileName } from './fileName.ts';
import { openStorage } from './storage.ts';

export type FileKind = 'avatar' | 'pan' | 'gst' | 'cheque' | 'incorporation' | 'receipt' | 'challan' | 'comment' | 'item';

interface FileFacts {
  ownerId: string;
  kind: FileKind;
  name: string;
  mediaType: string;
}
export interface NewFile extends FileFacts {
  content: Buffer;
}
export interface StoredFile extends NewFile {
  id: string;
}

/** Files of users: rows in `files`, bytes in a folder or bucket under the row's id. Housekeeping removes replaced ones. */
export interface FileStore {
  /** The row is part of the caller's transaction. If that fails, housekeeping deletes the bytes later. */
  save(db: Database, file: NewFile): Promise<{ id: string }>;
  read(id: string): Promise<StoredFile | undefined>;
  /**
   * The link is valid for 5 to 10 minutes, and stays the same for 5 minutes to allow caching. Each opening by a reader other than the owner
   * is logged.
   */
  link(id: string, readerId?: string): string;
  verify(id: string, expires: string, signature: string, readerId?: string): boolean;
  /**
   * Removes bytes that are older than an hour (longer than any transaction) and have no row.
   * @returns the number removed. Several databases may share a bucket, but a copy of a database needs a FILES_URL of its own.
   */
  sweep(): Promise<number>;
  check(): Promise<void>;
}

const LINK_WINDOW_SECONDS = 300;
const ORPHAN_MILLISECONDS = 60 * 60_000;
const SWEEP_BATCH = 500;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function openFileStore(
  settings: Pick<Settings, 'filesUrl' | 'dataDir'>,
  db: Database,
  clock: () => Date = () => new Date(),
): Promise<FileStore> {
  const storage = await openStorage(settings.filesUrl, settings.dataDir);
  const linkSecret = await installationSecret(db, 'file-links');
  const folder = await installationSecret(db, 'files-folder');
  const place = (id: string) => `${folder}/${id}`;
  const now = () => Math.floor(clock().getTime() / 1000);
  const sign = (id: string, expires: number, readerId = '') =>
    createHmac('sha256', linkSecret).update(`${id} ${expires} ${readerId}`).digest('base64url');

  async function withoutRow(names: readonly string[]): Promise<string[]> {
    const ids = names.map(idOf).filter((id) => UUID.test(id));
    const rows = await db.rows<{ id: string }>(sql`select id from files where id = any(${ids}::uuid[])`);
    const known = new Set(rows.map((row) => row.id));
    // Partly written bytes are always deleted. Files with foreign names are kept.
    return names.filter((name) => UUID.test(idOf(name)) && (name !== place(idOf(name)) || !known.has(idOf(name))));
  }

  return {
    async save(tx, { ownerId, kind, name, mediaType, content }) {
      const id = randomUUID();
      await storage.put(place(id), content, mediaType);
      await tx.execute(sql`
        insert into files (id, vendor_id, kind, media_type, original_name, bytes)
        values (${id}, ${ownerId}, ${kind}, ${mediaType}, ${cleanFileName(name, mediaType)}, ${content.length})`);
      return { id };
    },
    async read(id) {
      if (!UUID.test(id)) return undefined;
      const row = await db.first<FileFacts>(sql`
        select vendor_id::text as "ownerId", kind, original_name as name, media_type as "mediaType" from files where id = ${id}`);
      if (row === undefined) return undefined;
      const content = await storage.get(place(id));
      if (content === undefined) throw new Error(`The bytes of file ${id} are lost.`);
      return { ...row, id, content };
    },
    link(id, readerId) {
      const expires = (Math.floor(now() / LINK_WINDOW_SECONDS) + 2) * LINK_WINDOW_SECONDS;
      const reader = readerId === undefined ? '' : `&reader=${readerId}`;
      return `/api/files/${id}?expires=${expires}&signature=${sign(id, expires, readerId)}${reader}`;
    },
    verify(id, expires, signature, readerId) {
      if (!/^\d{1,12}$/.test(expires)) return false;
      return isSameText(signature, sign(id, Number(expires), readerId)) && Number(expires) > now();
    },
    async sweep() {
      const old = clock().getTime() - ORPHAN_MILLISECONDS;
      let removed = 0;
      const removeOrphans = async (names: readonly string[]) => {
        for (const name of await withoutRow(names)) {
          await storage.remove(name);
          removed += 1;
        }
      };
      let batch: string[] = [];
      for await (const { name, modified } of storage.list(folder)) {
        if (modified.getTime() > old) continue;
        batch.push(name);
        if (batch.length < SWEEP_BATCH) continue;
        await removeOrphans(batch);
        batch = [];
      }
      await removeOrphans(batch);
      return removed;
    },
    check: () => storage.check(),
  };
}

function idOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).replace(/\.part$/, '');
}
