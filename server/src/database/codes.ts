import sql, { type Sql } from 'sql-template-tag';

/** Selects the id of the vendor's order that a number means: of several from before numbers were compared, the one that is written so. */
export function orderNamed(vendor: Sql, number: Sql): Sql {
  return sql`(
    select named.id from purchase_orders named where named.vendor_id = ${vendor} and code_key(named.number) = code_key(${number})
    order by named.number = ${number} desc, named.twin limit 1)`;
}
