import sql, { type Sql } from 'sql-template-tag';

/** Remarks on staged rows with the columns `hsn_code` and `uom` (under its own name): codes that are in none of the loaded lists. */
export function unlisted(uom: Sql): Sql {
  return sql`
    select row, 'HSN Code' as column, hsn_code || ' is not in the list of HSN codes.' as message from staged
    where hsn_code is not null and exists (select from code_lists where list = 'hsn')
      and not exists (select from code_lists where list = 'hsn' and code = hsn_code)
    union all
    select row, 'UOM', ${uom} || ' is not in the list of units and is shown as OTH on GST documents.' from staged
    where ${uom} is not null and exists (select from code_lists where list = 'units')
      and not exists (select from code_lists where list = 'units' and code = upper(${uom}))
    order by row`;
}
