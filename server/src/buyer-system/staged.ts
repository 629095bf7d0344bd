import { commonCodes } from '@aapurti/contract/ground/operation';
import { rowCodes } from '@aapurti/contract/sheets/rowMessages';
import sql, { type Sql } from 'sql-template-tag';

import { said } from '../database/said.ts';
import { digitsColumn, required } from '../sheets/columns.ts';

export const vendorColumn = required(
  digitsColumn({
    heading: 'Vendor Code',
    example: '4242',
    note: "The vendor code in the portal. It is shown on the vendor's profile.",
    most: 9,
  }),
);

/** The vendor of a row of `staged`, by its `vendor_code`: 0042 means 42. */
export const isVendorOfRow = sql`vendors.code = staged.vendor_code::int and exists (select from users where users.vendor_id = vendors.id)`;

/** Selects the errors of rows whose vendor code is unknown. */
export const unknownVendors = sql`
  select row, ${vendorColumn.heading} as column, ${said('No vendor has the code {vendor_code}.', { vendor_code: sql`vendor_code` }, commonCodes.unknownVendor)} as message
  from staged where not exists (select from vendors where ${isVendorOfRow})`;

/** The error of a row with a cell that differs from the first row with this number. */
export const differs = (heading: string, number: Sql, row: Sql, there: Sql): Sql => sql`
  case when ${there} is null then ${said('{heading} must be the same in all rows of {number}: in row {row} it is empty.', { heading: sql`${heading}::text`, number, row }, rowCodes.differs)}
  else ${said('{heading} must be the same in all rows of {number}: in row {row} it is {there}.', { heading: sql`${heading}::text`, number, row, there: sql`${there}::text` }, rowCodes.differs)} end`;

/** Stores one part after another. @returns the total numbers of created and updated records. */
export async function storeParts<Part>(
  parts: AsyncIterable<Part>,
  store: (part: Part) => Promise<{ created: number; updated: number }>,
): Promise<{ created: number; updated: number }> {
  const counts = { created: 0, updated: 0 };
  for await (const part of parts) {
    const { created, updated } = await store(part);
    counts.created += created;
    counts.updated += updated;
  }
  return counts;
}
