import sql from 'sql-template-tag';

import { digitsColumn, required } from '../sheets/columns.ts';

export const vendorColumn = required(
  digitsColumn({ heading: 'Vendor Code', example: '4242', note: 'The code of the vendor in the portal, as on its profile.', most: 9 }),
);

/** The vendor of a row of `staged`, by its `code`: 0042 is 42. */
export const isVendorOfRow = sql`vendors.code = staged.code::int and exists (select from users where users.vendor_id = vendors.id)`;

/** Selects the faults of the rows whose code no vendor has. */
export const unknownVendors = sql`
  select row, ${vendorColumn.heading} as column, 'No vendor has the code ' || code || '.' as message
  from staged where not exists (select from vendors where ${isVendorOfRow})`;
