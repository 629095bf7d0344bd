import sql, { type Sql } from 'sql-template-tag';

import { said } from '../database/said.ts';
import { isUnknownUnit } from './units.ts';

/** Warnings about staged rows with the columns `hsn_code` and `uom` (under its own name): codes that are in none of the uploaded lists. */
export function unlisted(uom: Sql): Sql {
  return sql`
    select row, 'HSN Code' as column, ${said('{hsn_code} is not in the list of HSN codes.', { hsn_code: sql`hsn_code` })} as message from staged
    where hsn_code is not null and exists (select from code_lists where list = 'hsn')
      and not exists (select from code_lists where list = 'hsn' and code = hsn_code)
    union all
    select row, 'UOM', ${said('{uom} has no unit code and is shown as OTH on GST documents. Choose its code under GST Rates > Units.', { uom })} from staged
    where ${isUnknownUnit(uom)}
    order by row`;
}
