import sql, { empty, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { findRow, idOf, type ListSpec } from '../database/list.ts';
import { invalid, notFound } from '../ground/refusal.ts';

/** A vendor's own rows, whatever it asks for; one vendor's or all for an administrator. */
export function ownedBy(column: Sql, actor: Actor, userId: string | null): Sql | null {
  if (!actor.isAdmin) return sql`${column} = ${actor.vendorId}`;
  return userId ? sql`${column} = ${idOf(userId)}` : null;
}

/** Rows that a caller may touch by id. */
export function ownRows(column: Sql, actor: Actor): Sql {
  return ownedBy(column, actor, null) ?? sql`true`;
}

/**
 * A record of the caller's, by its list's columns.
 * @param more further conditions, with `and` before each, and a row lock.
 * @throws Refusal 404
 */
export async function ownRow<Row>(
  db: Database,
  actor: Actor,
  id: string,
  list: Pick<ListSpec, 'select' | 'from' | 'join' | 'key'>,
  more: Sql = empty,
): Promise<Row> {
  const owned = ownRows(sql`${list.from}.vendor_id`, actor);
  const row = await findRow<Row>(db, list, sql`${list.key} = ${idOf(id)} and ${owned} ${more}`);
  if (row === undefined) throw notFound();
  return row;
}

/** The vendor that a new record belongs to: the caller's; for the buyer's people the one that they name, else the company of their own. */
export async function ownerFor(db: Database, actor: Actor, userId: string | null): Promise<string> {
  if (actor.vendorId !== null) return actor.vendorId;
  const owner = await db.first<{ id: string }>(
    userId
      ? sql`select id::text from vendors where id = ${idOf(userId)}`
      : sql`select coalesce(company_id, id)::text as id from users where id = ${actor.id}`,
  );
  if (owner === undefined) throw invalid({ userID: 'This user does not exist.' });
  return owner.id;
}
