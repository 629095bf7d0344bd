import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from './actor.ts';
import type { Database } from './database/database.ts';
import { idOf } from './database/list.ts';
import { invalid } from './refusal.ts';

/** A vendor's own rows, whatever it asks for; one vendor's or all for an administrator. */
export function ownedBy(column: Sql, actor: Actor, userId: string | null): Sql | null {
  if (!actor.isAdmin) return sql`${column} = ${actor.id}`;
  return userId ? sql`${column} = ${idOf(userId)}` : null;
}

/** Rows that a caller may touch by id. */
export function ownRows(column: Sql, actor: Actor): Sql {
  return ownedBy(column, actor, null) ?? sql`true`;
}

/** The owner of a new record: the vendor itself, or the one that an administrator names. */
export async function ownerFor(db: Database, actor: Actor, userId: string | null): Promise<string> {
  if (!actor.isAdmin || !userId || userId === actor.id) return actor.id;
  const owner = await db.first<{ id: string }>(sql`select id::text from vendors where id = ${idOf(userId)}`);
  if (owner === undefined) throw invalid({ userID: 'There is no such user.' });
  return owner.id;
}
