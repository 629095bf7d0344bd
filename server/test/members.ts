import type { Role } from '@aapurti/contract/access/roles';
import sql from 'sql-template-tag';

import { startSession } from '../src/sign-in/sessions.ts';
import { type Api, Caller } from './api.ts';

/**
 * A signed-in user whom `inviter` has added in this role, with the inviter's password. The user is created in the tables, because
 * invitations have tests of their own. @param siteIds of the buyer's sites; null means all sites.
 */
export async function newMember(api: Api, inviter: Caller, role: Role, siteIds: readonly string[] | null = null): Promise<Caller> {
  const serial = api.serial();
  const email = `${role}${serial}@example.org`;
  const made = await api.ctx.db.first<{ id: string; membershipId: string }>(sql`
    with person as (
      insert into users (email, mobile_number, password_hash, first_name, last_name, is_admin, is_active, company_id)
      select ${email}, ${String(7_000_000_000 + serial)}, password_hash, 'Meera', ${role}, is_admin, true, id from users where id = ${inviter.user.id}
      returning id
    )
    insert into memberships (user_id, vendor_id, role, site_ids)
    select person.id, inviter.vendor_id, ${role}, ${siteIds}::bigint[] from person, users inviter where inviter.id = ${inviter.user.id}
    returning user_id::text as id, id::text as "membershipId"`);
  if (made === undefined) throw new Error('a person was added');
  const { id, membershipId } = made;
  const token = await startSession(api.ctx.db, id, { now: api.ctx.clock(), address: null, userAgent: null, membershipId });
  return new Caller(api.app, token, { id, email, password: inviter.user.password });
}
