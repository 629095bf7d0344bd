import sql, { type Sql } from 'sql-template-tag';

/** Selects the id of the vendor's order with this number. If several old orders have equivalent numbers, the exact spelling counts. */
export function orderNamed(vendor: Sql, number: Sql): Sql {
  return sql`(
    select named.id from purchase_orders named where named.vendor_id = ${vendor} and code_key(named.number) = code_key(${number})
    order by named.number = ${number} desc, named.twin limit 1)`;
}
