import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { compareAgain } from '../purchase-orders/lock.ts';

/**
 * Compares a vendor's open invoices again after a change of its profile: all of them once its details are confirmed, and those with an IRN
 * where its GST number is another one.
 * @param before as the vendor was.
 */
export async function compareOfVendor(
  tx: Database,
  vendorId: string,
  before: { identityConfirmed: boolean; gstin: string | null },
): Promise<void> {
  const now = await tx.first<{ confirmed: boolean; gstin: string | null }>(sql`
    select identity_confirmed_at is not null as confirmed, gstin from vendors where id = ${vendorId}`);
  if (now === undefined) return;
  const isOther = { confirmed: now.confirmed !== before.identityConfirmed, gstin: (now.gstin ?? '') !== (before.gstin ?? '') };
  if (!isOther.confirmed && !isOther.gstin) return;
  await compareAgain(tx, { open: sql`vendor_id = ${vendorId}::bigint and (${isOther.confirmed} or irn is not null)` });
}
