import { stateCodeOf } from '@aapurti/contract/gst';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { digitsColumn, required } from '../sheets/columns.ts';
import type { Findings } from '../sheets/findings.ts';

export const vendorColumn = required(
  digitsColumn({ heading: 'Vendor Code', example: '4242', note: 'The code of the vendor in the portal, as on its profile.', most: 9 }),
);

export interface SheetVendor {
  id: string;
  /** The GST code of its state, where it is known. */
  state: string | null;
}

/** Finds vendors by their codes, and remembers them for the rest of the sheet. A code that nobody has is a fault of its row. */
export function vendorFinder(db: Database) {
  const known = new Map<string, SheetVendor | null>();
  return {
    async learn(codes: readonly string[]): Promise<void> {
      const open = [...new Set(codes.map(tidy))].filter((code) => !known.has(code));
      if (open.length === 0) return;
      const rows = await db.rows<{ code: string; id: string; gstin: string | null; state: string | null }>(sql`
        select vendor_code::text as code, id::text, gstin, state from users
        where not is_admin and vendor_code = any(${open.map(Number)}::int[])`);
      for (const code of open) known.set(code, null);
      for (const { code, id, gstin, state } of rows) known.set(code, { id, state: stateCodeOf(gstin, state) });
    },
    find(code: string, row: number, errors: Findings): SheetVendor | null {
      const vendor = known.get(tidy(code)) ?? null;
      if (vendor === null) errors.add(row, vendorColumn.heading, `No vendor has the code ${code}.`);
      return vendor;
    },
  };
}

/** A code is a number: 0042 is 42. */
function tidy(code: string): string {
  return String(Number(code));
}
