import { normaliseGstin } from '@aapurti/contract/ground/india';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudits } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import type { KnownSupplier } from '../erp/records.ts';

/**
 * True for vendors that the system does not know yet. Ids that the portal assigned while no ERP was connected mean nothing to an ERP
 * connected later.
 */
export function unknownTo(source: string): Sql {
  const own = sql`supplier_id is null`;
  if (source === 'embedded') return own;
  return sql`(${own} or exists (
    select from suppliers where lower(users.email) = suppliers.email and vendors.supplier_id = 'S-' || lpad(suppliers.id::text, 5, '0')))`;
}

/** The vendors whose identity an administrator has confirmed. Others are never linked to a supplier automatically. */
export const isConfirmedVendor = sql`(not is_admin and is_active and identity_confirmed_at is not null)`;

/** Vendors by their id in the system. */
export async function vendorsBySupplier(db: Database, suppliers: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ supplier: string; id: string }>(sql`
    select supplier_id as supplier, vendors.id::text from vendors join users on users.vendor_id = vendors.id
    where supplier_id = any(${[...new Set(suppliers)]}::text[])`);
  return new Map(rows.map(({ supplier, id }) => [supplier, id]));
}

/** Stores the suppliers of the buyer's system. The vendor's own entries never change them. */
export async function rememberSuppliers(
  db: Database,
  source: string,
  suppliers: readonly KnownSupplier[],
  saidBy: 'system' | 'vendor' = 'system',
): Promise<void> {
  const rows = suppliers.map(({ externalId, name, email, gstin }) => ({
    externalId,
    name,
    email: email?.trim().toLowerCase() || null,
    gstin: normaliseGstin(gstin ?? '') || null,
  }));
  await db.execute(sql`
    insert into buyer_suppliers as known (source, external_id, name, email, gstin)
    select ${source}::text, "externalId", name, email, gstin
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row("externalId" text, name text, email text, gstin text)
    on conflict (source, external_id) do update set
      name = excluded.name, email = excluded.email, gstin = excluded.gstin, seen_at = excluded.seen_at
    where ${saidBy === 'system'}`);
}

/** Stores the suppliers that the system sends and links them to vendors. @returns the number of links made. */
export async function matchSuppliers(db: Database, source: string, suppliers: readonly KnownSupplier[]): Promise<number> {
  await rememberSuppliers(db, source, suppliers);
  return linkVendors(db, source);
}

/**
 * Links vendors to the supplier with their GST number if the match is unambiguous: the vendor is active and confirmed, no other account and
 * no other supplier has the number, and no administrator has rejected the pair. Other matches wait for an administrator, because anybody
 * can register with another company's GST number or e-mail.
 * @param only the id of one vendor.
 * @returns the number of links made.
 */
export async function linkVendors(
  db: Database,
  source: string,
  only: string | null = null,
  actor: Pick<Actor, 'id' | 'key'> | null = null,
): Promise<number> {
  const links = await db.rows<{ id: string; externalId: string }>(sql`
    update vendors set supplier_id = supplier.external_id, updated_at = clock_timestamp()
    from buyer_suppliers supplier, users
    where users.vendor_id = vendors.id and supplier.source = ${source} and supplier.gstin = vendors.gstin and ${isConfirmedVendor} and ${unknownTo(source)}
      and (${only}::bigint is null or vendors.id = ${only}::bigint)
      and not exists (select from registrations other where other.gstin = vendors.gstin and other.vendor_id <> vendors.id)
      and not exists (select from vendors other where other.supplier_id = supplier.external_id)
      and not exists (
        select from buyer_suppliers other
        where other.source = supplier.source and other.gstin = supplier.gstin and other.external_id <> supplier.external_id)
      and not exists (
        select from refused_matches refused
        where refused.source = supplier.source and refused.external_id = supplier.external_id and refused.vendor_id = vendors.id)
    returning vendors.id::text, supplier.external_id as "externalId"`);
  await recordAudits(
    db,
    links.map(({ id, externalId }) => ({
      actor,
      ownerId: id,
      action: 'user.sync',
      entity: 'user' as const,
      entityId: id,
      after: { system_Vendor_id: externalId },
    })),
  );
  return links.length;
}
