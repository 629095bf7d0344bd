import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { compareAgain } from '../purchase-orders/lock.ts';

/**
 * Matches a vendor's open invoices again once its bank account is confirmed. Another GST number affects none of them, because they keep the
 * registration that they name.
 * @param before the vendor before the change.
 */
export async function compareConfirmed(tx: Database, vendorId: string, before: { identityConfirmed: boolean }): Promise<void> {
  const now = await tx.first(sql`select from vendors where id = ${vendorId} and identity_confirmed_at is not null`);
  if (before.identityConfirmed || now === undefined) return;
  await compareAgain(tx, { open: sql`vendor_id = ${vendorId}::bigint` });
}
