import { randomInt } from 'node:crypto';

import sql from 'sql-template-tag';

import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { firstMembers } from '../vendors/columns.ts';
import { hashPassword } from '../sign-in/passwords.ts';

/** Creates an active administrator. @returns false if the e-mail is already in use. */
export async function ensureAdministrator(ctx: Context, given: { email: string; password: string }): Promise<boolean> {
  const passwordHash = await hashPassword(given.password);
  return ctx.db.transaction(async (tx) => {
    // The mobile number is required and unique, so this is a random placeholder, to be changed on the form.
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const row = await tx.first<{ id: string }>(sql`
        with office as (
          insert into vendors (code, legal_name, address_line1, address_line2, postal_code, country_id, state, city)
          select ${randomInt(100_000)}, 'Head Office', 'Head Office', 'Head Office', '110001', 'IN', 'IN-DL', 'New Delhi'
          where not exists (select 1 from users where lower(email) = lower(${given.email.trim()}))
          on conflict do nothing returning id
        ), added as (
          insert into users (id, email, mobile_number, password_hash, first_name, last_name, is_admin, is_active)
          select id, ${given.email.trim()}, ${`1${randomInt(1_000_000_000).toString().padStart(9, '0')}`}, ${passwordHash}, 'Administrator', 'Aapurti', true, true
          from office
          on conflict do nothing returning id, vendor_id, is_admin
        ), joined as (${firstMembers(sql`added`)})
        select id::text from added`);
      if (row !== undefined) {
        await recordAudit(tx, {
          actor: null,
          ownerId: row.id,
          action: 'user.create',
          entity: 'user',
          entityId: row.id,
          after: { email: given.email, isAdmin: true },
        });
        return true;
      }
      if ((await tx.first(sql`select 1 from users where lower(email) = lower(${given.email.trim()})`)) !== undefined) return false;
    }
    throw new Error('no free vendor code was found for the administrator');
  });
}
