import { isBlank } from '@aapurti/contract/fields';
import { normaliseGstin } from '@aapurti/contract/india';
import sql from 'sql-template-tag';

import { recordAudit } from '../audit/audit.ts';
import type { Supplier } from '../erp/port.ts';
import { unknownTo } from '../buyer-system/vendors.ts';
import type { Context } from '../context.ts';
import { invalid, Refusal } from '../refusal.ts';
import { within } from '../within.ts';
import type { Actor } from '../actor.ts';

/** An ERP may take its time; whoever pressed the button does not wait for ever. */
const PATIENCE = 30_000;
const LATE = "The buyer's system did not answer in time.";
/** After so many in a row it is down rather than unhappy with one vendor. */
const FAILURES_MAX = 3;
/** Few enough to be read. */
const NAMED_MAX = 5;

/** How a sync went: failures by the vendor's name, and how many vendors were not tried any more. */
export interface Synced {
  synced: number;
  failures: { name: string; problem: string }[];
  left: number;
}

/**
 * Creates or matches every vendor that the buyer's system does not know yet, one after the other; nothing is held open while the system
 * answers. One that fails leaves the others done; where the system seems to be down the rest is left for the next time.
 */
export async function syncVendors(ctx: Context, actor: Actor): Promise<Synced> {
  const isUnknown = unknownTo(ctx.buyerSystem.source);
  const vendors = await ctx.db.rows<Supplier & { id: string }>(sql`
    select id::text, vendor_code as "vendorCode", vendor_name as name, email, mobile_number as "mobileNumber", pan, gstin
    from users where not is_admin and ${isUnknown} order by users.id`);
  const done: Synced = { synced: 0, failures: [], left: 0 };
  let inARow = 0;
  for (const [place, { id, ...vendor }] of vendors.entries()) {
    let externalId: string;
    try {
      ({ externalId } = await within(PATIENCE, ctx.buyerSystem.createSupplier(vendor), LATE));
    } catch (error) {
      done.failures.push({ name: vendor.name, problem: wordsOf(error) });
      inARow += 1;
      if (inARow < FAILURES_MAX) continue;
      done.left = vendors.length - place - 1;
      break;
    }
    inARow = 0;
    done.synced += await ctx.db.transaction(async (tx) => {
      const changed = await tx.execute(sql`
        update users set system_vendor_id = ${externalId}, updated_at = clock_timestamp() where id = ${id} and ${isUnknown}`);
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
  }
  return done;
}

/** '2 vendors synced, 1 not: Shree Mills: no answer.' */
export function syncMessage({ synced, failures, left }: Synced): string {
  const done = `${synced} ${synced === 1 ? 'vendor' : 'vendors'} synced`;
  if (failures.length === 0) return `${done}.`;
  const named = failures.slice(0, NAMED_MAX).map(({ name, problem }) => `${name}: ${problem}`);
  const more = failures.length > NAMED_MAX ? ` And ${failures.length - NAMED_MAX} more.` : '';
  const rest = left === 0 ? '' : ` ${left} ${left === 1 ? 'was' : 'were'} not tried.`;
  return `${done}, ${failures.length} not: ${named.join(' ')}${more}${rest}`;
}

/** What the buyer's system said, as a sentence. */
function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message.trim() : String(error);
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/**
 * Before an account is added, its supplier is made in the buyer's system; the answer is the external id for the create call.
 * @throws Refusal 503 with the system's words where it does not take it.
 */
export async function createOrMatchSupplier(ctx: Context, body: Record<string, unknown>): Promise<string> {
  const text = (name: string) => {
    const value = body[name];
    return (typeof value === 'string' || typeof value === 'number') && !isBlank(value) ? String(value).trim() : null;
  };
  const name = text('vendor_name');
  if (name === null) throw invalid({ vendor_name: 'Vendor name is required.' });
  const vendorCode = Number(text('vendor_Code') ?? NaN);
  if (!Number.isSafeInteger(vendorCode) || vendorCode < 0) throw invalid({ vendor_Code: 'Vendor code should be a whole number.' });
  const gstin = normaliseGstin(text('gstin') ?? '') || null;
  const supplier = { vendorCode, name, email: text('email'), mobileNumber: text('mobileNumber'), pan: text('pan'), gstin };
  try {
    return (await within(PATIENCE, ctx.buyerSystem.createSupplier(supplier), LATE)).externalId;
  } catch (error) {
    // The system's trouble is no defect of the portal, and may be over soon.
    throw new Refusal(503, `The buyer's system did not take the vendor: ${wordsOf(error)}`, { retryAfterSeconds: 30 });
  }
}
