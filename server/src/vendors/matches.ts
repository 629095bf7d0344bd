import { messages as accountMessages } from '@aapurti/contract/vendors/accounts';
import { type identity, messages, type SupplierMatch } from '@aapurti/contract/vendors/identity';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import { unknownTo } from '../buyer-system/vendors.ts';
import type { Context } from '../context.ts';
import { isUniqueViolation } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { conflict, notFound } from '../ground/refusal.ts';
import { compareConfirmed } from './compared.ts';
import { findUser } from './users.ts';

const LISTED_MOST = 100;

/** Suppliers, and vendors without one, that share a GSTIN or e-mail. */
function waitingMatches(source: string): Sql {
  return sql`
    from buyer_suppliers supplier
      join (vendors join users on users.vendor_id = vendors.id) on supplier.gstin = vendors.gstin or supplier.email = lower(users.email)
    where supplier.source = ${source} and ${unknownTo(source)} and not exists (
      select from refused_matches refused
      where refused.source = supplier.source and refused.external_id = supplier.external_id and refused.vendor_id = vendors.id)`;
}

const name = sql`jsonb_build_object('_id', other.id::text, 'vendor_name', other.legal_name, 'vendor_Code', other.code)`;

export async function listMatches(ctx: Context): Promise<{ total: number; matches: SupplierMatch[] }> {
  const rows = await ctx.db.rows<{ match: SupplierMatch; total: number }>(sql`
    select count(*) over ()::int as total, jsonb_build_object(
      'supplier', jsonb_build_object('source', source, 'externalId', external_id, 'name', supplier.name, 'email', supplier.email,
        'gstin', supplier.gstin),
      'vendor', jsonb_build_object('_id', vendors.id::text, 'vendor_name', legal_name, 'vendor_Code', code, 'gstin', vendors.gstin,
        'email', users.email, 'isActive', is_active, 'identityConfirmed', identity_confirmed_at is not null, 'updatedAt', greatest(users.updated_at, vendors.updated_at)),
      'sameGstin', coalesce(supplier.gstin = vendors.gstin, false), 'sameEmail', coalesce(supplier.email = lower(users.email), false),
      'gstinAlsoOf', (select coalesce(jsonb_agg(${name} order by other.id), '[]') from vendors other
        where other.id in (select vendor_id from registrations where gstin = vendors.gstin) and other.id <> vendors.id),
      'linkedTo', (select ${name} from vendors other where other.supplier_id = external_id)) as match
    ${waitingMatches(ctx.buyerSystem.source)} order by supplier.name, external_id, vendors.id limit ${LISTED_MOST}`);
  return { total: rows[0]?.total ?? 0, matches: rows.map(({ match }) => match) };
}

interface Waiting {
  requests: number;
  matches: number;
  registrations: number;
}

export async function countWaiting(ctx: Context): Promise<Waiting> {
  const counted = await ctx.db.first<Waiting & Record<string, unknown>>(sql`
    select (select count(*)::int from identity_requests where state = 'pending' and applies_at is null) as requests,
      (select count(*)::int ${waitingMatches(ctx.buyerSystem.source)}) as matches,
      (select count(*)::int from registrations where confirmed_at is null and not is_main) as registrations`);
  return counted ?? { requests: 0, matches: 0, registrations: 0 };
}

/** Linking confirms the vendor's identity. */
export async function decideMatch(ctx: Context, actor: Actor, match: BodyOf<typeof identity.decideMatch>): Promise<void> {
  const { source, externalId, vendorId, link, updatedAt } = match;
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from users where id = ${idOf(vendorId)} for update`);
    const vendor = await findUser(tx, sql`vendors.id = ${idOf(vendorId)} and not is_admin`);
    const supplier = await tx.first(sql`select from buyer_suppliers where source = ${source} and external_id = ${externalId}`);
    if (vendor === undefined || supplier === undefined) throw notFound();
    const entry = { actor, ownerId: vendorId, entity: 'user', entityId: vendorId } as const;
    if (!link) {
      const refused = await tx.execute(sql`
        insert into refused_matches (source, external_id, vendor_id, refused_by) values (${source}, ${externalId}, ${vendorId}, ${actor.id})
        on conflict do nothing`);
      if (refused > 0) await recordAudit(tx, { ...entry, action: 'user.unmatch', after: { externalId } });
      return;
    }
    if (vendor.updatedAt !== updatedAt) throw conflict(messages.vendorChanged);
    const update = sql`
      update vendors set supplier_id = ${externalId}, identity_confirmed_at = coalesce(identity_confirmed_at, clock_timestamp()),
        updated_at = clock_timestamp()
      from users where vendors.id = ${vendorId} and users.vendor_id = vendors.id and ${unknownTo(source)}`;
    try {
      const changed = await tx.transaction((savepoint) => savepoint.execute(update));
      if (changed === 0) throw conflict(messages.hasSupplier);
    } catch (error) {
      throw isUniqueViolation(error, 'vendors_supplier') ? conflict(accountMessages.supplierTaken) : error;
    }
    await compareConfirmed(tx, vendorId, vendor);
    const before = { system_Vendor_id: vendor.system_Vendor_id };
    await recordAudit(tx, { ...entry, action: 'user.sync', before, after: { system_Vendor_id: externalId } });
  });
}
