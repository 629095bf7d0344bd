import sql, { raw } from 'sql-template-tag';

import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';

/** Makes the buyer's first registration from BUYER_GSTIN, if it has none; existing documents then name it. */
export async function seedBuyer({ db, settings }: Pick<Context, 'db' | 'settings'>): Promise<void> {
  const gstin = settings.buyerGstin;
  if (gstin === undefined) return;
  await db.transaction(async (tx) => {
    // One of several processes that start simultaneously adds it; another retries and finds it.
    const added = await tx.first<{ id: string }>(sql`
      insert into registrations (kind, gstin, legal_name, state_code, confirmed_at)
      select gstin_kind(${gstin}), ${gstin}, coalesce(buyer_name, 'Buyer'), substring(${gstin}::text for 2), now() from portal_settings
      where not exists (select from registrations where coalesce(vendor_id, 0) = 0)
      returning id::text`);
    if (added === undefined) return;
    await tx.execute(sql`set local statement_timeout = 0`);
    for (const table of ['invoices', 'memos', 'dispatch_notes']) {
      await tx.execute(sql`update ${raw(table)} set buyer_registration_id = ${added.id} where buyer_registration_id is null`);
    }
    await recordAudit(tx, {
      actor: null,
      ownerId: null,
      action: 'registration.seed',
      entity: 'registration',
      entityId: added.id,
      after: { gstin },
    });
  });
}
