import { isBlank } from '@aapurti/contract/ground/fields';
import { normaliseGstin } from '@aapurti/contract/ground/india';
import { say, sayJoined } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import { type Database, isUniqueViolation } from '../database/database.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Supplier } from '../erp/port.ts';
import { isConfirmedVendor, rememberSuppliers, unknownTo } from '../buyer-system/vendors.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, Refusal } from '../ground/refusal.ts';
import { within } from '../ground/within.ts';
import type { Actor } from '../ground/actor.ts';
import { othersWithGstin } from './users.ts';

const PATIENCE = 30_000;
const LATE = "The buyer's system did not respond in time.";
/** The number of consecutive failures after which the system counts as down. */
const FAILURES_MAX = 3;
const NAMED_MAX = 5;

/** `left` is the number of vendors that were not tried. */
export interface Synced {
  synced: number;
  failures: { name: string; problem: string }[];
  left: number;
}

/**
 * Creates or matches every confirmed vendor that the buyer's system does not know, outside transactions. A failure does not affect the
 * others.
 */
export async function syncVendors(ctx: Context, actor: Actor): Promise<Synced> {
  const isUnknown = unknownTo(ctx.buyerSystem.source);
  const vendors = await ctx.db.rows<Supplier & { id: string }>(sql`
    select vendors.id::text, code as "vendorCode", legal_name as name, email, mobile_number as "mobileNumber", pan, gstin
    from vendors join users on users.vendor_id = vendors.id where ${isConfirmedVendor} and ${isUnknown} order by users.id`);
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
    const problem = await ctx.db.transaction((tx) => linkSynced(tx, ctx.buyerSystem.source, actor, { id, externalId, ...vendor }));
    if (problem === null) done.synced += 1;
    else done.failures.push({ name: vendor.name, problem });
  }
  return done;
}

/** @returns the reason if an administrator has to compare both first. */
async function linkSynced(
  tx: Database,
  source: string,
  actor: Actor,
  { id, externalId, name, email, gstin }: Supplier & { id: string; externalId: string },
): Promise<string | null> {
  await rememberSuppliers(tx, source, [{ externalId, name, email, gstin }], 'vendor');
  const [other] = await othersWithGstin(tx, { kind: 'regular', gstin, pan: null }, id);
  if (other !== undefined)
    return say('{vendor_name} has the same GST number. Check both under Supplier matches.', { vendor_name: other.vendor_name });
  const taken = say('Supplier {externalId} belongs to another vendor. Check both under Supplier matches.', { externalId });
  try {
    const changed = await tx.transaction((savepoint) =>
      savepoint.execute(sql`
        update vendors set supplier_id = ${externalId}, updated_at = clock_timestamp() from users
        where vendors.id = ${id} and users.vendor_id = vendors.id and ${isConfirmedVendor} and ${unknownTo(source)} and gstin is not distinct from ${gstin}`),
    );
    if (changed === 0) return 'The vendor has changed in the meantime. Sync again.';
  } catch (error) {
    if (isUniqueViolation(error, 'vendors_supplier')) return taken;
    throw error;
  }
  const after = { system_Vendor_id: externalId };
  await recordAudit(tx, { actor, ownerId: id, action: 'user.sync', entity: 'user', entityId: id, after });
  return null;
}

/** '2 vendors synced, 1 not synced. Shree Mills: No response.' */
export function syncMessage({ synced, failures, left }: Synced): string {
  if (failures.length === 0) return say('{count, plural, one {1 vendor} other {{count} vendors}} synced.', { count: synced });
  return say(
    '{count, plural, one {1 vendor} other {{count} vendors}} synced, {failures} not synced. {told}{more, plural, =0 {} other { And {more} more.}}{left, plural, =0 {} one { 1 was not tried.} other { {left} were not tried.}}',
    {
      count: synced,
      failures: failures.length,
      told: sayJoined(failures.slice(0, NAMED_MAX).map(({ name, problem }) => say('{name}: {problem}', { name, problem }))),
      more: Math.max(0, failures.length - NAMED_MAX),
      left,
    },
  );
}

function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message.trim() : String(error);
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/**
 * Creates or matches a supplier before its account is added.
 * @returns the id for the create call.
 * @throws Refusal 409 if the supplier belongs to another vendor, 503 with the system's message if it rejects the call.
 */
export async function createOrMatchSupplier(ctx: Context, actor: Actor, body: Record<string, unknown>): Promise<string> {
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
  let externalId: string;
  try {
    ({ externalId } = await within(PATIENCE, ctx.buyerSystem.createSupplier(supplier), LATE));
  } catch (error) {
    // An error of the system that may be temporary.
    throw new Refusal(503, say("The buyer's system did not accept the vendor: {error}", { error: wordsOf(error) }), {
      retryAfterSeconds: 30,
    });
  }
  await recordAudit(ctx.db, {
    actor,
    ownerId: null,
    action: 'buyer.supplier',
    entity: 'buyerSystem',
    entityId: externalId,
    after: { vendor_name: name, vendor_Code: vendorCode, email: supplier.email, gstin },
  });
  const taken = await ctx.db.first<{ name: string }>(sql`select legal_name as name from vendors where supplier_id = ${externalId}`);
  if (taken !== undefined)
    throw conflict(say("In the buyer's system, this vendor is {externalId}, which belongs to {name}.", { externalId, name: taken.name }));
  return externalId;
}
