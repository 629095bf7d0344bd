import { commonCodes } from '@aapurti/contract/ground/operation';
import sql, { empty, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { findRow, idOf, type ListSpec } from '../database/list.ts';
import { coded, notFound } from '../ground/refusal.ts';

/** Limits a vendor to its own rows, whatever it asks for. Administrators see one vendor's rows or all. */
export function ownedBy(column: Sql, actor: Actor, userId: string | null): Sql | null {
  const id = vendorAsked(actor, userId);
  return actor.isAdmin && id === null ? null : sql`${column} = ${id}`;
}

/** The vendor whose rows are asked for: the caller's own, or the one that an administrator chose; null for all. */
export function vendorAsked(actor: Actor, userId: string | null): string | null {
  if (!actor.isAdmin) return actor.vendorId;
  return userId ? idOf(userId) : null;
}

/** The rows that a caller may access by id. */
export function ownRows(column: Sql, actor: Actor): Sql {
  return ownedBy(column, actor, null) ?? sql`true`;
}

/**
 * Reads one of the caller's records with its list's columns.
 * @param more further conditions, each beginning with `and`, and a row lock.
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

/** The vendor that a new record belongs to: the caller's own. Buyer users name a vendor, or else their own company is meant. */
export async function ownerFor(db: Database, actor: Actor, userId: string | null): Promise<string> {
  if (actor.vendorId !== null) return actor.vendorId;
  const owner = await db.first<{ id: string }>(
    userId
      ? sql`select id::text from vendors where id = ${idOf(userId)}`
      : sql`select coalesce(company_id, id)::text as id from users where id = ${actor.id}`,
  );
  if (owner === undefined) throw coded(422, 'This user does not exist.', { field: 'userID', code: commonCodes.unknownVendor });
  return owner.id;
}
