import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod';

/** The manifest is written last, so an interrupted backup has none. */
export const MANIFEST = 'manifest.json';
export const FORMAT = 1;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
/** Names that the portal chose, which need no quoting. */
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const manifestSchema = z.object({
  format: z.literal(FORMAT, `This release reads only backups of format ${FORMAT}.`),
  at: z.string(),
  portal: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name, columns: z.array(name).min(1), rows: z.number(), sha256: digest })),
  sequences: z.array(z.object({ name, value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
  files: z.array(z.object({ id: z.uuid(), bytes: z.number(), sha256: digest })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const tableFile = (backup: string, table: string): string => join(backup, 'tables', `${table}.gz`);
export const fileOf = (backup: string, id: string): string => join(backup, 'files', id);

/** @throws Error for the operator if the folder is not a complete backup. */
export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(join(backup, MANIFEST), 'utf8').catch(() => {
    throw new Error(`${backup} has no ${MANIFEST}: it is not a backup, or the backup was interrupted.`);
  });
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (error) {
    const words = error instanceof z.ZodError ? (error.issues[0]?.message ?? '') : (error as Error).message;
    throw new Error(`The ${MANIFEST} of ${backup} cannot be read: ${words}`, { cause: error });
  }
}

/** @throws Error that names the first missing or altered file. */
export async function checkDigests(backup: string, { tables, files }: Manifest): Promise<void> {
  for (const table of tables) await checkDigest(tableFile(backup, table.name), table.sha256);
  for (const file of files) await checkDigest(fileOf(backup, file.id), file.sha256);
}

async function checkDigest(path: string, wanted: string): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  } catch (error) {
    throw new Error(`The backup is incomplete: ${path} cannot be read (${(error as Error).message}).`, { cause: error });
  }
  if (hash.digest('hex') !== wanted) throw new Error(`The backup is damaged: ${path} has changed since the backup.`);
}
