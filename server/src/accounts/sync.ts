import { isBlank } from '@aapurti/contract/fields';
import sql from 'sql-template-tag';

import { recordAudit } from '../audit/audit.ts';
import type { Supplier } from '../buyer-system/port.ts';
import type { Context } from '../context.ts';
import { invalid } from '../http/errors.ts';
import type { Actor } from './sessions.ts';

/** Creates or matches every vendor that the buyer's system does not know yet. One that fails leaves the others done; it is thrown at the end. */
export async function syncVendors(ctx: Context, actor: Actor): Promise<number> {
  const vendors = await ctx.db.rows<Supplier & { id: string }>(sql`
    select id::text, vendor_code as "vendorCode", vendor_name as name, email, mobile_number as "mobileNumber", pan, gstin
    from users where not is_admin and system_vendor_id is null order by users.id`);
  let synced = 0;
  let failure: unknown;
  for (const { id, ...vendor } of vendors) {
    try {
      const { externalId } = await ctx.buyerSystem.createSupplier(vendor);
      synced += await ctx.db.transaction(async (tx) => {
        const changed = await tx.execute(sql`
          update users set system_vendor_id = ${externalId}, updated_at = clock_timestamp() where id = ${id} and system_vendor_id is null`);
        if (changed === 1) {
          await recordAudit(tx, {
            actor,
            ownerId: id,
            action: 'user.sync',
            entity: 'user',
            entityId: id,
            after: { system_Vendor_id: externalId },
          });
        }
        return changed;
      });
    } catch (error) {
      failure = error;
    }
  }
  if (failure !== undefined) throw failure instanceof Error ? failure : new Error('the sync failed');
  return synced;
}

/** Before an account is added, its supplier is made in the buyer's system; the answer is the external id for the create call. */
export async function createOrMatchSupplier(ctx: Context, body: Record<string, unknown>): Promise<string> {
  const text = (name: string) => {
    const value = body[name];
    return (typeof value === 'string' || typeof value === 'number') && !isBlank(value) ? String(value).trim() : null;
  };
  const name = text('vendor_name');
  if (name === null) throw invalid({ vendor_name: 'Vendor name is required.' });
  const vendorCode = Number(text('vendor_Code') ?? NaN);
  if (!Number.isSafeInteger(vendorCode) || vendorCode < 0) throw invalid({ vendor_Code: 'Vendor code should be a whole number.' });
  const { externalId } = await ctx.buyerSystem.createSupplier({
    vendorCode,
    name,
    email: text('email'),
    mobileNumber: text('mobileNumber'),
    pan: text('pan'),
    gstin: text('gstin'),
  });
  return externalId;
}
