import { normaliseGstin } from '@aapurti/contract/india';
import sql, { type Sql } from 'sql-template-tag';

import { recordAudits } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import type { KnownSupplier } from '../erp/port.ts';

/**
 * True of vendors that the system does not know yet. Ids that the portal gave itself while no ERP was connected say nothing to one that
 * is connected now.
 */
export function unknownTo(source: string): Sql {
  const own = sql`system_vendor_id is null`;
  if (source === 'embedded') return own;
  return sql`(${own} or exists (
    select from suppliers where lower(users.email) = suppliers.email and users.system_vendor_id = 'S-' || lpad(suppliers.id::text, 5, '0')))`;
}

/** Vendors by their id in the system. One that several have names nobody: null. Whoever is not let in disturbs nobody who is. */
export async function vendorsBySupplier(db: Database, suppliers: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await db.rows<{ supplier: string; id: string; count: number }>(sql`
    select system_vendor_id as supplier, coalesce(min(id) filter (where is_active), min(id))::text as id,
      coalesce(nullif(count(*) filter (where is_active), 0), count(*))::int as count
    from users where not is_admin and system_vendor_id = any(${[...new Set(suppliers)]}::text[]) group by system_vendor_id`);
  return new Map(rows.map(({ supplier, id, count }) => [supplier, count === 1 ? id : null]));
}

/** Why a record's supplier leads to no vendor. */
export function vendorProblem(name: string, supplier: string, found: null | undefined): string {
  return found === null
    ? `${name}: several vendors here have the supplier id ${supplier} of the buyer's system.`
    : `${name}: no vendor here has the supplier id ${supplier} of the buyer's system. Sync the vendor first.`;
}

interface Unmatched extends Record<string, unknown> {
  id: string;
  gstin: string | null;
  /** In small letters. */
  email: string;
}

/** By what they are looked up by; those that have none of it are left out. */
function indexed(vendors: readonly Unmatched[], keyOf: (vendor: Unmatched) => string): Map<string, Unmatched[]> {
  const index = new Map<string, Unmatched[]>();
  for (const vendor of vendors) {
    const key = keyOf(vendor);
    const same = index.get(key);
    if (same !== undefined) same.push(vendor);
    else if (key !== '') index.set(key, [vendor]);
  }
  return index;
}

/**
 * Gives vendors that have no id of the system the id of the supplier with their GST number, else with their e-mail.
 * Those who are not let in yet have to wait: anybody can register with anybody's GST number.
 * @returns how many were matched, and of which suppliers it is not clear whose they are.
 */
export async function matchSuppliers(
  db: Database,
  source: string,
  suppliers: readonly KnownSupplier[],
): Promise<{ matched: number; refused: Map<string, string> }> {
  const known = await vendorsBySupplier(
    db,
    suppliers.map(({ externalId }) => externalId),
  );
  const refused = new Map<string, string>();
  const open = suppliers.filter(({ externalId }) => !known.has(externalId));
  if (open.length === 0) return { matched: 0, refused };
  const vendors = await db.rows<Unmatched>(sql`
    select id::text, gstin, lower(email) as email from users where not is_admin and is_active and ${unknownTo(source)} for no key update`);
  const byGstin = indexed(vendors, ({ gstin }) => normaliseGstin(gstin ?? ''));
  const byEmail = indexed(vendors, ({ email }) => email);
  const taken = new Set<string>();
  const free = (some: readonly Unmatched[] = []) => some.filter(({ id }) => !taken.has(id));
  const links: { id: string; externalId: string }[] = [];
  for (const { externalId, name, email, gstin } of open) {
    const number = normaliseGstin(gstin ?? '');
    const byNumber = free(byGstin.get(number));
    const found = byNumber.length > 0 ? byNumber : free(byEmail.get(email?.trim().toLowerCase() ?? ''));
    const [vendor, another] = found;
    if (vendor === undefined) continue;
    if (another === undefined) {
      taken.add(vendor.id);
      links.push({ id: vendor.id, externalId });
    } else {
      refused.set(externalId, `Supplier ${name} (${externalId}): ${found.length} vendors here have its GST number ${number}.`);
    }
  }
  if (links.length === 0) return { matched: 0, refused };
  await db.execute(sql`
    update users set system_vendor_id = link."externalId", updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link(id bigint, "externalId" text) where users.id = link.id`);
  await recordAudits(
    db,
    links.map(({ id, externalId }) => ({
      actor: null,
      ownerId: id,
      action: 'user.sync',
      entity: 'user' as const,
      entityId: id,
      after: { system_Vendor_id: externalId },
    })),
  );
  return { matched: links.length, refused };
}
