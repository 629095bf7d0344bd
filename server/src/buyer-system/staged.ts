import sql from 'sql-template-tag';

import { digitsColumn, required } from '../sheets/columns.ts';

export const vendorColumn = required(
  digitsColumn({
    heading: 'Vendor Code',
    example: '4242',
    note: "The vendor code in the portal. It is shown on the vendor's profile.",
    most: 9,
  }),
);

/** The vendor of a row of `staged`, by its `vendor_code`: 0042 is 42. */
export const isVendorOfRow = sql`vendors.code = staged.vendor_code::int and exists (select from users where users.vendor_id = vendors.id)`;

/** Selects the faults of the rows whose code no vendor has. */
export const unknownVendors = sql`
  select row, ${vendorColumn.heading} as column, 'No vendor has the code ' || vendor_code || '.' as message
  from staged where not exists (select from vendors where ${isVendorOfRow})`;

/** Stores part after part. @returns the sums of what the parts created and updated. */
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
