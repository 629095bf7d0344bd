import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

import sql from 'sql-template-tag';

import type { Database } from './database.ts';

/** The installation's secret of this name: 256 random bits in base64url, created on first use, the same for all processes. */
export async function installationSecret(db: Database, name: string): Promise<string> {
  const read = sql`select value from settings where name = ${name}`;
  const found = await db.first<{ value: string }>(read);
  if (found !== undefined) return found.value;
  await db.execute(
    sql`insert into settings (name, value) values (${name}, ${randomBytes(32).toString('base64url')}) on conflict do nothing`,
  );
  const stored = await db.one<{ value: string }>(read);
  return stored.value;
}

/** Takes the same time wherever the two differ, so that a signature cannot be guessed letter by letter. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
