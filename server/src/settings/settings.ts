import type { BodyOf } from '@aapurti/contract/operation';
import { type PortalSettings, type portalSettings, settingsForm } from '@aapurti/contract/settings';
import sql from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import { recordChange } from '../audit/audit.ts';
import { changedForm } from '../changes.ts';
import type { Context } from '../context.ts';
import { columnMap } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { findRow } from '../database/list.ts';
import { refuseStale } from '../refusal.ts';

type Stored = PortalSettings & { updatedAt: string };

const settingsTable = columnMap('portal_settings', {
  buyerName: ['buyer_name', 'text'],
  invoiceNumbers: ['invoice_numbers', 'text'],
});

const list = { select: sql`${settingsTable.selected}, portal_settings.updated_at as "updatedAt"`, from: sql`portal_settings` };

export function readSettings(db: Database): Promise<Stored> {
  return storedSettings(db, sql`true`);
}

async function storedSettings(db: Database, where: Parameters<typeof findRow>[2]): Promise<Stored> {
  const found = await findRow<Stored>(db, list, where);
  if (found === undefined) throw new Error('the migration adds the row of settings');
  return found;
}

/** @throws Refusal 409 when stale, 422 where a field is wrong. */
export async function saveSettings(ctx: Context, actor: Actor, body: BodyOf<typeof portalSettings.save>): Promise<Stored> {
  return ctx.db.transaction(async (tx) => {
    const before = await storedSettings(tx, sql`true for no key update`);
    const { updatedAt, ...sent } = body;
    refuseStale(before, updatedAt);
    const form = changedForm(settingsForm, before, sent);
    await tx.execute(
      sql`update portal_settings set (${settingsTable.names}, updated_at) = (${settingsTable.values(form)}, clock_timestamp())`,
    );
    const after = await readSettings(tx);
    await recordChange(tx, { actor, ownerId: null, action: 'settings.edit', entity: 'settings', entityId: 'portal' }, before, after);
    return after;
  });
}
