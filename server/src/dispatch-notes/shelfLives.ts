import type { ShelfLifeRow, shelfLives } from '@aapurti/contract/dispatch-notes/shelfLives';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { notFound } from '../ground/refusal.ts';

/** The days of all categories, first those for all other categories. */
export function listShelfLives(db: Database): Promise<ShelfLifeRow[]> {
  return db.rows<ShelfLifeRow & Record<string, unknown>>(sql`
    select id::text as _id, category, days, updated_at as "updatedAt" from shelf_lives order by category is not null, lower(category)`);
}

export async function saveShelfLife(
  ctx: Context,
  actor: Actor,
  { category, days }: BodyOf<typeof shelfLives.save>,
): Promise<ShelfLifeRow[]> {
  return ctx.db.transaction(async (tx) => {
    const where = sql`lower(category) is not distinct from lower(${category}::text)`;
    const before = await tx.first<{ days: number }>(sql`select days from shelf_lives where ${where}`);
    await tx.execute(sql`
      insert into shelf_lives (category, days) values (${category}, ${days})
      on conflict (lower(category)) do update set days = excluded.days, updated_at = clock_timestamp()`);
    await log(tx, actor, category, before?.days ?? null, days);
    return listShelfLives(tx);
  });
}

/** @throws Refusal 404 if the row does not exist. */
export async function removeShelfLife(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const gone = await tx.first<{ category: string | null; days: number }>(sql`
      delete from shelf_lives where id = ${idOf(id)} returning category, days`);
    if (gone === undefined) throw notFound();
    await log(tx, actor, gone.category, gone.days, null);
  });
}

function log(tx: Database, actor: Actor, category: string | null, before: number | null, after: number | null): Promise<void> {
  const name = category ?? 'All others';
  const entry = { actor, ownerId: null, action: 'settings.shelfLife', entity: 'settings', entityId: 'shelfLife' } as const;
  return recordAudit(tx, { ...entry, before: { [name]: before }, after: { [name]: after } });
}
