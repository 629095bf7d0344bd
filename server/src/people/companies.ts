import type { Company } from '@aapurti/contract/people/companies';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/**
 * The name of the company of a membership. The buyer (null) has the company name in the user's record; if a vendor has invited the user
 * first, the settings' name.
 */
export function companyName(vendorId: Sql, userId: Sql): Sql {
  return sql`(
    select case when ${vendorId} is not null or first_user.is_admin then legal_name
      else coalesce((select buyer_name from portal_settings), 'Buyer') end
    from users person join vendors on vendors.id = coalesce(${vendorId}, person.company_id, person.id)
    join users first_user on first_user.id = vendors.id where person.id = ${userId})`;
}

/** The companies that a user may act for. */
export async function companiesOfUser(db: Database, userId: string, currentId: string | null): Promise<Company[]> {
  return db.rows<Company & Record<string, unknown>>(sql`
    select * from (
      select member.id::text as _id, ${companyName(sql`member.vendor_id`, sql`member.user_id`)} as company, role,
             member.id is not distinct from ${currentId}::bigint as current
      from memberships member where user_id = ${userId}) companies
    order by lower(company), _id::bigint`);
}
