import type { Company } from '@aapurti/contract/companies';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/** The companies that a person may act for. The buyer goes by the name of the company that the person's record shows. */
export async function companiesOfUser(db: Database, userId: string, currentId: string | null): Promise<Company[]> {
  return db.rows<Company & Record<string, unknown>>(sql`
    select member.id::text as _id, legal_name as company, role, member.id is not distinct from ${currentId}::bigint as current
    from memberships member join users on users.id = user_id
    join vendors on vendors.id = coalesce(member.vendor_id, company_id, users.id)
    where user_id = ${userId} order by lower(legal_name), member.id`);
}
