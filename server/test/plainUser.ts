import sql, { type Sql } from 'sql-template-tag';

import { firstMembers } from '../src/vendors/columns.ts';

/** A statement that adds an inactive vendor with only the values that its columns require. It returns the `id`. */
export function plainUser({ email, code, mobile = String(9_000_000_000 + code) }: { email: string; code: number; mobile?: string }): Sql {
  return sql`
    with company as (
      insert into vendors (code, legal_name, address_line1, address_line2, postal_code, country_id, state, city)
      values (${code}, ${email}, 'Plot 1', 'MIDC Road', '411001', 'IN', 'IN-MH', 'Pune') returning id
    ), added as (
      insert into users (id, email, mobile_number, first_name, last_name) select id, ${email}, ${mobile}, 'Asha', 'Patil' from company
      returning id, vendor_id, is_admin
    ), joined as (${firstMembers(sql`added`)})
    select id::text from added`;
}
